"""Pictures are kept on disk once they are made: drawing one takes some fifty times as long as reading it."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from .compose import draw

__all__ = ["PictureCache", "outdated_pictures", "remove_outdated_pictures"]


class PictureCache:
    """The pictures of a cache folder, each under the version of the code that draws it."""

    def __init__(self, cache: Path) -> None:
        self._folder = cache / "pictures" / version()

    def drawn(self, look: str, view: str, size: int) -> bytes:
        """The picture of a look (JSON, see :func:`webcosm.pictures.draw`) as PNG."""
        return self._kept(f"drawn\0{look}\0{view}\0{size}".encode(), lambda: draw(json.loads(look), view, size))

    def scaled(self, file: bytes, size: int) -> bytes:
        """An uploaded picture as a PNG that fits into a square; what is no picture becomes an empty square."""
        return self._kept(f"scaled\0{size}\0".encode() + file, lambda: _scaled(file, size))

    def _kept(self, what: bytes, make: Callable[[], bytes]) -> bytes:
        key = hashlib.sha256(what).hexdigest()
        file = self._folder / key[:2] / f"{key}.png"
        try:
            return file.read_bytes()
        except FileNotFoundError:
            data = make()
        # Written aside and moved, since others may read or draw the same picture meanwhile.
        file.parent.mkdir(parents=True, exist_ok=True)
        aside = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        aside.write_bytes(data)
        aside.replace(file)
        return data


def outdated_pictures(cache: Path) -> list[Path]:
    """The files of pictures that other versions of the drawing code have made."""
    folders = [folder for folder in sorted((cache / "pictures").glob("*")) if folder.name != version()]
    return [file for folder in folders for file in sorted(folder.rglob("*")) if file.is_file()]


def remove_outdated_pictures(cache: Path) -> int:
    """Removes them. Returns how many bytes they had."""
    freed = sum(file.stat().st_size for file in outdated_pictures(cache))
    for folder in (cache / "pictures").glob("*"):
        if folder.name != version():
            shutil.rmtree(folder, ignore_errors=True)
    return freed


@lru_cache(maxsize=1)
def version() -> str:
    """A fingerprint of this package's code and fonts: a picture drawn otherwise is another picture."""
    seen = hashlib.sha256()
    folder = Path(__file__).parent
    for source in sorted(file for kind in ("*.py", "*.ttf") for file in folder.rglob(kind)):
        seen.update(source.relative_to(folder).as_posix().encode() + b"\0" + source.read_bytes())
    return seen.hexdigest()[:16]


def _scaled(file: bytes, size: int) -> bytes:
    square = Image.new("RGB", (size, size), "white")
    try:
        with Image.open(io.BytesIO(file)) as upload:
            fitted = ImageOps.contain(ImageOps.exif_transpose(upload).convert("RGBA"), (size, size))
        square.paste(fitted, ((size - fitted.width) // 2, (size - fitted.height) // 2), fitted)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        pass
    made = io.BytesIO()
    square.save(made, "PNG")
    return made.getvalue()
