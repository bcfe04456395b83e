"""What pictures show, by kind. Importing this package enters all scenes."""

from .goods import Arrangement, Goods, Instrument, Tool
from .home import Furniture, Room
from .living import Animal, Food, Pet
from .outside import Bed, Garden, House, Place
from .printed import BeforeAfter, Chart, Infographic, Meme, Note, Screenshot, Sign
from .scene import SCENES, Scene, Seen, read_scene
from .wheels import MAKES, Bicycle, Vehicle

__all__ = ["MAKES", "SCENES", "Animal", "Arrangement", "Bed", "BeforeAfter", "Bicycle", "Chart", "Food", "Furniture",
           "Garden", "Goods", "House", "Infographic", "Instrument", "Meme", "Note", "Pet", "Place", "Room", "Scene",
           "Screenshot", "Seen", "Sign", "Tool", "Vehicle", "read_scene"]  # fmt: skip
