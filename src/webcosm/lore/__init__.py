"""Facts that every site of a universe shares: a pure function of the universe's seed.

Its names are loaded when they are first used: whoever needs a generator does not wait for regions and leagues.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webcosm.lazy import lazy_names

if TYPE_CHECKING:
    from .companies import Brand, Company
    from .core import LARGEST_SEED, Lore
    from .events import Award, Festival, Winner, Works
    from .geo import Point, haversine
    from .grammar import Grammar, GrammarError
    from .hours import OpeningHours
    from .people import Resident
    from .poi_kinds import KINDS, NATURAL_KINDS, kind_label
    from .records import Address, Chain, City, County, Lake, Neighbourhood, Peak, Poi, River, Road, State, Street
    from .region import Region
    from .rng import Rng, Wheel
    from .sport import Game, League, Season, Standing, Team
    from .today import TODAY
    from .words import Colour, Words
    from .works import Album, Band, Book, Film, Track

__all__ = [
    "KINDS",
    "LARGEST_SEED",
    "NATURAL_KINDS",
    "TODAY",
    "Address",
    "Album",
    "Award",
    "Band",
    "Book",
    "Brand",
    "Chain",
    "City",
    "Colour",
    "Company",
    "County",
    "Festival",
    "Film",
    "Game",
    "Grammar",
    "GrammarError",
    "Lake",
    "League",
    "Lore",
    "Neighbourhood",
    "OpeningHours",
    "Peak",
    "Poi",
    "Point",
    "Region",
    "Resident",
    "River",
    "Rng",
    "Road",
    "Season",
    "Standing",
    "State",
    "Street",
    "Team",
    "Track",
    "Wheel",
    "Winner",
    "Words",
    "Works",
    "haversine",
    "kind_label",
]  # fmt: skip

_MODULES = {
    "companies": "Brand Company",
    "core": "LARGEST_SEED Lore",
    "events": "Award Festival Winner Works",
    "geo": "Point haversine",
    "grammar": "Grammar GrammarError",
    "hours": "OpeningHours",
    "people": "Resident",
    "poi_kinds": "KINDS NATURAL_KINDS kind_label",
    "records": "Address Chain City County Lake Neighbourhood Peak Poi River Road State Street",
    "region": "Region",
    "rng": "Rng Wheel",
    "sport": "Game League Season Standing Team",
    "today": "TODAY",
    "words": "Colour Words",
    "works": "Album Band Book Film Track",
}
"""Which module defines which names."""

__getattr__, __dir__ = lazy_names(
    __name__, {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names.split()}
)
