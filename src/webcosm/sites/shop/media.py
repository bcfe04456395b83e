"""Pictures of products, in three sizes."""

from __future__ import annotations

from webcosm.sites.kit import NotFound, Request, Response
from webcosm.sites.kit.media import show_drawing, show_upload
from webcosm.sites.shop.site import site
from webcosm.worlds import Row

__all__ = ["address_of", "picture"]


def address_of(image: Row, size: int) -> str:
    """Where the picture of a ``product_image`` row is served."""
    return f"/media/{image.id}-{size}.png"


@site.get("/media/{number:int}-{size:int}.png")
def picture(request: Request, number: int, size: int) -> Response:
    row = request.db.row(
        "SELECT product_image.view, product_image.file, product.look FROM product_image"
        " JOIN product ON product.id = product_image.product_id WHERE product_image.id = ?",
        number,
    )
    if row is None:
        raise NotFound(f"There is no picture {number}.")
    if row.file is None:
        return show_drawing(request, row.look, row.view, size)
    return show_upload(request, row.file, size)
