"""How scenes are drawn. Importing this package enters all drawings."""

from . import vehicles  # noqa: I001  (the plain one is for what is left)
from . import plain
from .entered import DRAWN, draw_scene

__all__ = ["DRAWN", "draw_scene", "plain", "vehicles"]
