"""Pictures that people send: what is taken, and how large one is kept."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from webcosm.sites.kit import Upload

__all__ = ["LARGEST_SIDE", "MOST_BYTES", "MOST_PICTURES", "no_picture", "ready"]

MOST_PICTURES = 8
"""In a gallery."""
MOST_BYTES = 5_000_000
MOST_PIXELS = 16_000_000
LARGEST_SIDE = 1_600
"""Pixels; larger ones are scaled down, so that a world does not fill with photos straight from a camera."""
SMALLEST_SIDE = 16
FORMATS = ("PNG", "JPEG", "GIF")
UPRIGHT = 1
ORIENTATION = 0x0112
BROKEN = (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError)


def no_picture(upload: Upload) -> str | None:
    """What is wrong with a file that should be a picture, or None."""
    try:
        with Image.open(BytesIO(upload.data), formats=FORMATS) as picture:
            width, height = picture.size
            if width * height > MOST_PIXELS:
                return f"{upload.filename} has more than {MOST_PIXELS // 1_000_000} megapixels."
            if min(width, height) < SMALLEST_SIDE:
                return f"{upload.filename} is too small: {SMALLEST_SIDE} pixels are needed each way."
            picture.load()
    except BROKEN:
        return f"{upload.filename} is no picture that can be read; PNG, JPEG and GIF are accepted."
    return None


def ready(upload: Upload) -> bytes:
    """The file as it is kept: as it was sent, or upright and scaled down if need be; of a GIF its first picture."""
    with Image.open(BytesIO(upload.data), formats=FORMATS) as picture:
        upright_already = picture.getexif().get(ORIENTATION, UPRIGHT) == UPRIGHT
        if max(picture.size) <= LARGEST_SIDE and upright_already and picture.format != "GIF":
            return upload.data
        kind = "PNG" if picture.format == "GIF" else picture.format
        picture.draft("RGB", (LARGEST_SIDE, LARGEST_SIDE))
        upright = ImageOps.exif_transpose(picture)
    clear = kind == "PNG" and ("A" in upright.getbands() or "transparency" in upright.info)
    plain = upright.convert("RGBA" if clear else "RGB")
    plain.thumbnail((LARGEST_SIDE, LARGEST_SIDE), Image.Resampling.LANCZOS)
    made = BytesIO()
    if kind == "PNG":
        plain.save(made, "PNG")
    else:
        plain.save(made, "JPEG", quality=92)
    return made.getvalue()
