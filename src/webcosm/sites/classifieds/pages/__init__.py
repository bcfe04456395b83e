"""The pages of the board. Importing them declares them."""

from webcosm.sites.classifieds.pages import account, front, item, lists, moderation, own, publish, talk

__all__ = ["account", "front", "item", "lists", "moderation", "own", "publish", "talk"]
