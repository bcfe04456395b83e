"""Pictures of products: drawn from their looks or scaled from uploads, and kept on disk once made.

Only the finished PNG is served. The look is the truth that questions about pictures are asked of.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import threading
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError
from starlette.responses import Response

from webcosm import pictures
from webcosm.sites.kit import NotFound, Request
from webcosm.sites.shop.site import site
from webcosm.worlds import Row, cache_folder

__all__ = ["SIZES", "address_of", "picture"]

SIZES = (160, 320, 640)
KEEP = "public, max-age=86400"
"""Addresses do not change when the back office uploads a new file, so browsers ask again some day."""


def address_of(image: Row, size: int) -> str:
    """Where the picture of a ``product_image`` row is served."""
    return f"/media/{image.id}-{size}.png"


@site.get("/media/{number:int}-{size:int}.png")
def picture(request: Request, number: int, size: int) -> Response:
    """A picture in one of the sizes."""
    row = request.db.row(
        "SELECT product_image.view, product_image.file, product.look FROM product_image"
        " JOIN product ON product.id = product_image.product_id WHERE product_image.id = ?",
        number,
    )
    if row is None or size not in SIZES:
        sizes = ", ".join(map(str, SIZES))
        raise NotFound(f"There is no picture {number} in size {size}; the sizes are {sizes}.")
    data = _drawn(row.look, row.view, size) if row.file is None else _scaled(row.file, size)
    return Response(data, media_type="image/png", headers={"Cache-Control": KEEP})


def _drawn(look: str, view: str, size: int) -> bytes:
    key = hashlib.sha256(f"{_pictures_version()}\0{look}\0{view}\0{size}".encode()).hexdigest()
    return _kept(key) or _keep(key, pictures.draw(json.loads(look), view, size))


def _scaled(file: bytes, size: int) -> bytes:
    """An upload as a PNG that fits into a square; what is no picture becomes an empty square."""
    key = hashlib.sha256(b"upload\0" + str(size).encode() + b"\0" + file).hexdigest()
    if data := _kept(key):
        return data
    square = Image.new("RGB", (size, size), "white")
    try:
        with Image.open(io.BytesIO(file)) as upload:
            fitted = ImageOps.contain(ImageOps.exif_transpose(upload).convert("RGBA"), (size, size))
        square.paste(fitted, ((size - fitted.width) // 2, (size - fitted.height) // 2), fitted)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        pass
    made = io.BytesIO()
    square.save(made, "PNG")
    return _keep(key, made.getvalue())


def _file(key: str) -> Path:
    return cache_folder() / "pictures" / key[:2] / f"{key}.png"


def _kept(key: str) -> bytes | None:
    try:
        return _file(key).read_bytes()
    except FileNotFoundError:
        return None


def _keep(key: str, data: bytes) -> bytes:
    """Written aside and moved, since others may read or draw the same picture meanwhile."""
    file = _file(key)
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    aside.write_bytes(data)
    aside.replace(file)
    return data


@lru_cache(maxsize=1)
def _pictures_version() -> str:
    """A fingerprint of the drawing code: a picture drawn otherwise is another picture."""
    seen = hashlib.sha256()
    folder = Path(pictures.__file__).parent
    for source in sorted(folder.rglob("*.py")):
        seen.update(source.relative_to(folder).as_posix().encode() + b"\0" + source.read_bytes())
    return seen.hexdigest()
