"""notes.test: a scratchpad with tags, search, checklists, an archive and a trash."""

from webcosm.sites.notes.pages import site

__all__ = ["site"]
