"""The pages of the code host. Importing them declares them."""

from webcosm.sites.code.pages import front

from webcosm.sites.code.pages import place  # isort: skip - any path fits it, so it comes last

__all__ = ["front", "place"]
