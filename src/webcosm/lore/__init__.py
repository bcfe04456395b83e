"""Facts that every site of a universe shares: a pure function of the universe's seed."""

from .companies import Brand, Company
from .core import LARGEST_SEED, TODAY, Lore
from .events import Award, Festival, Winner, Works
from .geo import Point, haversine
from .grammar import Grammar, GrammarError
from .hours import OpeningHours
from .people import Person
from .poi_kinds import KINDS, NATURAL_KINDS, kind_label
from .records import Address, Chain, City, County, Lake, Neighbourhood, Peak, Poi, River, Road, State, Street
from .region import Region
from .rng import Rng, Wheel
from .sport import Game, League, Season, Standing, Team
from .words import Colour, Words
from .works import Album, Band, Book, Film, Track

__all__ = [
    "KINDS", "LARGEST_SEED", "NATURAL_KINDS", "TODAY", "Address", "Album", "Award", "Band", "Book", "Brand", "Chain",
    "City", "Colour", "Company", "County", "Festival", "Film", "Game", "Grammar", "GrammarError", "Lake", "League",
    "Lore", "Neighbourhood", "OpeningHours", "Peak", "Person", "Poi", "Point", "Region", "River", "Rng", "Road",
    "Season", "Standing", "State", "Street", "Team", "Track", "Wheel", "Winner", "Words", "Works", "haversine",
    "kind_label",
]  # fmt: skip
