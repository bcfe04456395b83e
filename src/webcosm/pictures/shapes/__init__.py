"""The shapes, by department. Importing this package enters them all."""

from . import (
    accessories,
    beauty,
    drinkware,
    electronics,
    furniture,
    gadgets,
    garments,
    home,
    office,
    outdoors,
    packages,
    pets,
    tools,
    tops,
    toys,
)

__all__ = [
    "accessories",
    "beauty",
    "drinkware",
    "electronics",
    "furniture",
    "gadgets",
    "garments",
    "home",
    "office",
    "outdoors",
    "packages",
    "pets",
    "tools",
    "tops",
    "toys",
]
