"""mini.test: the pages of the ``miniwob`` package, as they are."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from webcosm.sites.kit import NotFound, Request, Response, Site

__all__ = ["NEEDS", "installed", "pages_folder", "site"]

NEEDS = "the MiniWoB++ pages are in a package of their own: pip install 'webcosm[mini]'"
KEEP = "public, max-age=31536000, immutable"
"""The files never change while an episode runs, and every episode begins with an empty cache."""
TYPES = {
    ".css": "text/css",
    ".gif": "image/gif",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".woff": "font/woff",
}
"""All kinds of files the package has. Not asked of the machine, whose own table may differ."""

site = Site(
    "mini",
    title="MiniWoB++",
    tagline="Small tasks on small pages",
    folder=Path(__file__).parent,
    files=("/common/", "/core/"),
)


def pages_folder() -> Path | None:
    """Where the package keeps its pages; None if it is not installed. The package itself is never imported."""
    package = find_spec("miniwob")
    if package is None or package.origin is None:
        return None
    return Path(package.origin).parent / "html"


def installed() -> bool:
    return pages_folder() is not None


@site.get("/{path:path}")
def page(request: Request, path: str) -> Response:
    folder = pages_folder()
    if folder is None:
        raise NotFound(f"{NEEDS}.")
    file = folder / path
    kind = TYPES.get(file.suffix)
    if kind is None or not file.is_file() or not file.resolve().is_relative_to(folder.resolve()):
        raise NotFound(f"{request.path} is not a file of the miniwob package.")
    return Response(_content(file), media_type=kind, headers={"Cache-Control": KEEP})


@lru_cache(maxsize=512)
def _content(file: Path) -> bytes:
    return file.read_bytes()
