"""The shapes, by department. Importing this package enters them all."""

from . import accessories, beauty, drinkware, electronics, furniture, gadgets, garments, home, packages
from . import pending as pending  # last: it fills the gaps

__all__ = ["accessories", "beauty", "drinkware", "electronics", "furniture", "gadgets", "garments", "home", "packages", "pending"]
