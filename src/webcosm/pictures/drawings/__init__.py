"""How scenes are drawn. Importing this package enters all drawings."""

from . import bicycles, charts, dishes, furniture, gardens, houses, notes, papers, pets, places, screens, vehicles  # noqa: I001  (the plain one is for what is left)
from . import plain
from .entered import DRAWN, draw_scene

__all__ = ["DRAWN", "bicycles", "charts", "dishes", "draw_scene", "furniture", "gardens", "houses", "notes", "papers", "pets", "places", "plain", "screens", "vehicles"]
