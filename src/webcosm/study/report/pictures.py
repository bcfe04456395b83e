"""Screenshots as a page holds them: small, inlined, and with the place of the acted-on element."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image

from webcosm.study.record import StudyFolder

__all__ = ["Picture", "inlined"]

WIDEST = 1280
QUALITY = 70
"""Of WebP. Small letters stay crisp; measured, a page of 1280x720 takes 20 to 60 KB where PNG takes 80 to 200."""


@dataclass(frozen=True)
class Picture:
    """A screenshot that stands in a page."""

    uri: str
    width: int
    height: int

    def mark(self, box: tuple[float, float, float, float] | None) -> str:
        """CSS that lays a frame over the element; empty if there is none in the picture.

        A frame of the page's own, not one drawn into the picture: it stays visible when a phone shrinks the picture,
        and drawing and encoding would take most of a report's time.
        """
        if box is None:
            return ""
        left, top = max(0.0, box[0]), max(0.0, box[1])
        right, bottom = min(self.width, box[0] + box[2]), min(self.height, box[1] + box[3])
        if right <= left or bottom <= top:
            return ""
        sides = {
            "left": left / self.width,
            "top": top / self.height,
            "width": (right - left) / self.width,
            "height": (bottom - top) / self.height,
        }
        return ";".join(f"{side}:{100 * share:.2f}%" for side, share in sides.items())


def inlined(folder: StudyFolder, name: str) -> Picture | None:
    """A screenshot by its hash; None if there is none or its file is gone or damaged."""
    return _inlined(folder.path, name) if name else None


@lru_cache(maxsize=64)  # start pages come again and again
def _inlined(path: Path, name: str) -> Picture | None:
    try:
        with Image.open(io.BytesIO(StudyFolder(path).blob(name, "png"))) as image:
            picture = image.convert("RGB")
    except OSError:  # what Pillow cannot read is one too
        return None
    width, height = picture.size
    if width > WIDEST:
        picture = picture.resize((WIDEST, round(height * WIDEST / width)), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    picture.save(buffer, "WEBP", quality=QUALITY, method=2)
    return Picture(f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode()}", width, height)
