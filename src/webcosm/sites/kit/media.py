"""Pictures of things: drawn from their looks or scaled from uploads, and kept in the cache of the universe.

Only the finished PNG is served. The look is the truth that questions about pictures are asked of.
"""

from __future__ import annotations

from starlette.responses import Response

from webcosm.pictures.cache import PictureCache
from webcosm.sites.kit.errors import NotFound
from webcosm.sites.kit.request import Request

__all__ = ["SIZES", "show_drawing", "show_upload"]

SIZES = (160, 320, 640)
KEEP = "public, max-age=86400"
"""Addresses do not change when somebody uploads a new file, so browsers ask again some day."""


def show_drawing(request: Request, look: str, view: str, size: int) -> Response:
    """The picture of a look, which is JSON as :func:`webcosm.pictures.draw` takes it."""
    return _answer(_cache(request, size).drawn(look, view, size))


def show_upload(request: Request, file: bytes, size: int) -> Response:
    """A picture that somebody uploaded, in a square."""
    return _answer(_cache(request, size).scaled(file, size))


def _cache(request: Request, size: int) -> PictureCache:
    if size not in SIZES:
        raise NotFound(f"There is no picture in size {size}; the sizes are {', '.join(map(str, SIZES))}.")
    return PictureCache(request.world.universe.cache)


def _answer(data: bytes) -> Response:
    return Response(data, media_type="image/png", headers={"Cache-Control": KEEP})
