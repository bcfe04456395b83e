"""How scenes are drawn. Importing this package enters all drawings."""

from . import bicycles, pets, vehicles  # noqa: I001  (the plain one is for what is left)
from . import plain
from .entered import DRAWN, draw_scene

__all__ = ["DRAWN", "bicycles", "draw_scene", "pets", "plain", "vehicles"]
