"""Pictures of products, in three sizes."""

from __future__ import annotations

from webcosm.sites.kit import NotFound, Request, Response
from webcosm.sites.kit.media import show_drawing, show_upload
from webcosm.sites.shop.pictures import numbered
from webcosm.sites.shop.site import site
from webcosm.worlds import Row

__all__ = ["address_of", "picture"]


def address_of(image: Row, size: int) -> str:
    """Where the picture of a ``product_image`` row is served."""
    return f"/media/{image.id}-{size}.png"


@site.get("/media/{number:int}-{size:int}.png")
def picture(request: Request, number: int, size: int) -> Response:
    found = numbered(request.db, number)
    if found is None:
        raise NotFound(f"There is no picture {number}.")
    if found.file is None:
        return show_drawing(request, found.look, found.view, size)
    return show_upload(request, found.file, size)
