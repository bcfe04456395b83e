"""The shapes, by department. Importing this package enters them all."""

from . import drinkware
from . import pending as pending  # last: it fills the gaps

__all__ = ["drinkware", "pending"]
