"""Pictures of goods, drawn from what is known about them: shape, colours, pattern, count, words, parts.

They look like the flat illustrations of a catalogue, and they are data: the same look always gives the same bytes, on
every machine. Kept out of ``webcosm.lore`` itself, so that facts can be had without an image library.
"""

from .compose import SHAPES, draw
from .palette import PALETTE
from .spec import PATTERNS, VIEWS

__all__ = ["PALETTE", "PATTERNS", "SHAPES", "VIEWS", "draw"]
