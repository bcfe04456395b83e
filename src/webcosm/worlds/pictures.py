"""What the pictures of a world show: the truth that they are drawn from, for judges.

Pages get an address and browsers a PNG, neither of which says anything. A site tells which row stands behind an address
(:attr:`Blueprint.pictures`), and so a judge that knows which picture a page has knows what is to be seen on it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from webcosm.worlds.database import Database

if TYPE_CHECKING:
    from webcosm.pictures.things import Scene, Seen
    from webcosm.worlds.world import World

__all__ = ["Picture", "PictureFinder", "WorldPictures"]

_LOCAL = ".localhost"
"""Hosts of people's browsers end so, where those of agents end in ``.test``."""


@dataclass(frozen=True)
class Picture:
    """A picture as its site knows it: drawn from a look, or uploaded."""

    look: str = ""
    """JSON as :func:`webcosm.pictures.draw` takes it; empty for an upload."""
    view: str = "front"
    file: bytes | None = None
    """An uploaded file, of which nothing is known but its pixels."""

    @property
    def truth(self) -> Mapping[str, Any]:
        """The look, read. Raises :class:`LookupError` for an upload."""
        if not self.look:
            raise LookupError("the picture was uploaded: nothing is known of it but its pixels")
        found: dict[str, Any] = json.loads(self.look)
        return found

    @property
    def facts(self) -> Scene:
        """The truth as the typed facts of its scene."""
        from webcosm.pictures.things import read_scene

        return read_scene(self.truth)

    def seen(self) -> tuple[Seen, ...]:
        """Everything that is to be seen, the scene itself first."""
        return self.facts.seen()

    def pixels(self, size: int = 320) -> bytes:
        """The picture itself: as it is served, or as it was uploaded."""
        if self.file is not None:
            return self.file
        from webcosm.pictures import draw

        return draw(self.truth, self.view, size)


PictureFinder = Callable[[Database, str], Picture | None]
"""Gives the picture at a path of a site, or None if there is none."""


class WorldPictures:
    """The pictures of a world by their addresses."""

    def __init__(self, world: World) -> None:
        self._world = world

    def at(self, address: str) -> Picture | None:
        """The picture at an address such as ``http://shop.test/media/12-320.png``; None if no site has one there."""
        parts = urlsplit(address)
        host = parts.hostname or ""
        if host.endswith(_LOCAL):
            host = host.removesuffix(_LOCAL) + ".test"
        for name, blueprint in self._world.universe.blueprints.items():
            if blueprint.host == host and blueprint.pictures is not None:
                return blueprint.pictures(self._world.database(name), parts.path)
        return None
