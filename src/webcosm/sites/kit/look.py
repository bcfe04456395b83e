"""The look of a site: its templates over the kit's, its static files, and its tokens, slots and words in each skin."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup
from starlette.responses import Response

from webcosm.sites.kit import formats
from webcosm.sites.kit.errors import NotFound
from webcosm.sites.kit.plan import LookPlan, read_plan
from webcosm.sites.kit.skins import DEFAULT, NAMES, skin_named

if TYPE_CHECKING:
    from webcosm.sites.kit.request import Request

__all__ = ["SiteLook"]

KIT = Path(__file__).parent
FILTERS = ("ago", "clock_time", "count", "day", "file_size", "long_day", "moment", "money", "plural", "slug")
TOKENS = "tokens.css"
TOKENS_OF = re.compile(r"tokens(?:-([a-z]+))?\.css")
FOREVER = "public, max-age=31536000, immutable"


class SiteLook:
    """Renders templates and serves static files by an address that changes with their contents.

    Of each skin there is an environment: the same templates, with other ``tokens`` (the address of a style sheet),
    ``words`` and ``nav``.
    """

    def __init__(self, name: str, folder: Path, colour: str) -> None:
        self.folders = {name: folder / "static", "kit": KIT / "static"}
        self.name = name
        self._folder = folder
        self._colour = colour

    @cached_property
    def plan(self) -> LookPlan:
        """What the site itself says over what the kit says."""
        own = self._folder / "look.toml"
        named = LookPlan({"accent": self._colour}).over(read_plan(KIT / "look.toml"))
        return (read_plan(own) if own.exists() else LookPlan()).over(named)

    @cached_property
    def environment(self) -> jinja2.Environment:
        """The site's own, without a skin; what is added to its filters and globals holds for all skins."""
        kit = jinja2.FileSystemLoader(KIT / "templates")
        own = jinja2.FileSystemLoader(self._folder / "templates")
        environment = jinja2.Environment(
            # A site's layout.html hides the kit's, which it can still extend as kit/layout.html.
            loader=jinja2.ChoiceLoader([own, kit, jinja2.PrefixLoader({"kit": kit})]),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters.update({name: getattr(formats, name) for name in FILTERS})
        environment.globals.update(self._worn(skin_named(DEFAULT), TOKENS), static=self.static)
        return environment

    @cache  # noqa: B019 - sites live as long as the process
    def _in_skin(self, skin: str) -> jinja2.Environment:
        if skin == DEFAULT:
            return self.environment
        worn = self.environment.overlay()
        worn.globals = {**self.environment.globals, **self._worn(skin_named(skin), f"tokens-{skin}.css")}
        return worn

    def _worn(self, skin: LookPlan, tokens: str) -> dict[str, Any]:
        plan = skin.worn_by(self.plan)
        return {"tokens": self.static(tokens), "words": plan.called, "nav": plan.nav[0]}

    def render(self, request: Request, template: str, context: Mapping[str, Any]) -> str:
        shared = {
            "request": request,
            "site": request.site,
            "user": request.user,
            "link": request.link,
            "now": request.now,
            "with_query": request.with_query,
            "csrf": Markup('<input type="hidden" name="csrf" value="{}">').format(request.csrf_token),
            "csrf_meta": Markup('<meta name="csrf-token" content="{}">').format(request.csrf_token),
            "flashes": request.session.get("flash", []),
        }
        return self._in_skin(request.skin).get_template(template).render({**shared, **context})

    def static(self, path: str, owner: str | None = None) -> str:
        """The address of a static file of the site, or of the kit with ``owner="kit"``."""
        owner = owner or self.name
        if css := self._tokens(owner, path):
            return f"/static/{owner}/{_hash(css)}/{path}"
        file = self.folders[owner] / path
        return f"/static/{owner}/{_content(file, file.stat().st_mtime_ns)[1]}/{path}"

    def _tokens(self, owner: str, path: str) -> bytes | None:
        """The style sheet of a site's tokens in a skin, or of the kit's own; None if the path is another's."""
        if path == TOKENS and owner == "kit":
            return read_plan(KIT / "look.toml").css().encode()
        match = TOKENS_OF.fullmatch(path)
        skin = match and (match[1] or DEFAULT)
        if owner != self.name or skin not in (DEFAULT, *NAMES):
            return None
        # A skin's own go before what a page sets for itself, as a shop does with the colours of its theme.
        return (self.plan.css() + skin_named(skin).css(":root:root")).encode()

    def static_file(self, path: str) -> Response:
        """Answers ``/static/OWNER/HASH/PATH``; the browser may keep it forever."""
        _, _, owner, _, *rest = [*path.split("/", 4), "", ""]
        if css := self._tokens(owner, rest[0]):
            return Response(css, media_type="text/css", headers={"Cache-Control": FOREVER})
        file = self._find_file(owner, rest[0])
        if file is None:
            raise NotFound(f"{path} is not a file of this site.")
        data, _ = _content(file, file.stat().st_mtime_ns)
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return Response(data, media_type=kind, headers={"Cache-Control": FOREVER})

    def _find_file(self, owner: str, relative: str) -> Path | None:
        """The file, if it is inside the folder: ``..``, a second slash or a link must not lead out of it."""
        folder = self.folders.get(owner)
        if folder is None:
            return None
        file = folder / relative
        try:
            return file if file.is_file() and file.resolve().is_relative_to(folder.resolve()) else None
        except (OSError, ValueError):  # a name too long for a file, or with a null byte in it
            return None


@lru_cache(maxsize=1024)
def _content(file: Path, modified: int) -> tuple[bytes, str]:
    data = file.read_bytes()
    return data, _hash(data)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]
