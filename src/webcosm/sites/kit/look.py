"""The look of a site: its templates over the kit's, and its static files."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup
from starlette.responses import Response

from webcosm.sites.kit import formats
from webcosm.sites.kit.errors import NotFound

if TYPE_CHECKING:
    from webcosm.sites.kit.request import Request

__all__ = ["SiteLook"]

KIT = Path(__file__).parent
FILTERS = ("ago", "clock_time", "count", "day", "file_size", "long_day", "moment", "money", "plural", "slug")
FOREVER = "public, max-age=31536000, immutable"


class SiteLook:
    """Renders templates and serves static files by an address that changes with their contents."""

    def __init__(self, name: str, folder: Path) -> None:
        self.folders = {name: folder / "static", "kit": KIT / "static"}
        self.name = name
        self._templates = folder / "templates"

    @cached_property
    def environment(self) -> jinja2.Environment:
        loader = jinja2.ChoiceLoader(
            [jinja2.FileSystemLoader(self._templates), jinja2.FileSystemLoader(KIT / "templates")]
        )
        environment = jinja2.Environment(
            loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        environment.filters.update({name: getattr(formats, name) for name in FILTERS})
        environment.globals["static"] = self.static
        return environment

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
        return self.environment.get_template(template).render({**shared, **context})

    def static(self, path: str, owner: str | None = None) -> str:
        """The address of a static file of the site, or of the kit with ``owner="kit"``."""
        owner = owner or self.name
        file = self.folders[owner] / path
        return f"/static/{owner}/{_content(file, file.stat().st_mtime_ns)[1]}/{path}"

    def static_file(self, path: str) -> Response:
        """Answers ``/static/OWNER/HASH/PATH``; the browser may keep it forever."""
        _, _, owner, _, *rest = [*path.split("/", 4), "", ""]
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
    return data, hashlib.sha256(data).hexdigest()[:12]
