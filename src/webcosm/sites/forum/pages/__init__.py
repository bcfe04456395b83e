"""The pages of the forum. Importing them declares them."""

from webcosm.sites.forum.pages import feeds, forums, front, media, post, search, user

__all__ = ["feeds", "forums", "front", "media", "post", "search", "user"]
