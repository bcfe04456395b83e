"""How scenes are drawn. Importing this package enters all drawings."""

from . import bicycles, charts, papers, pets, screens, vehicles  # noqa: I001  (the plain one is for what is left)
from . import plain
from .entered import DRAWN, draw_scene

__all__ = ["DRAWN", "bicycles", "charts", "draw_scene", "papers", "pets", "plain", "screens", "vehicles"]
