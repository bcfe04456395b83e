"""How scenes are drawn. Importing this package enters all drawings."""

from . import (
    bicycles,
    charts,
    dishes,
    furniture,
    gardens,
    houses,
    instruments,
    notes,
    papers,
    pets,
    places,
    screens,
    tools,
    vehicles,
    wares,
)
from .entered import DRAWN, draw_scene

__all__ = ["DRAWN", "bicycles", "charts", "dishes", "draw_scene", "furniture", "gardens", "houses", "instruments",
           "notes", "papers", "pets", "places", "screens", "tools", "vehicles", "wares"]  # fmt: skip
