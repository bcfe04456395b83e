"""Indexes the manuals of all sites."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from webcosm.lore import Lore
from webcosm.sites.kit import Site, render_markdown
from webcosm.worlds import Database

__all__ = ["fill", "manual_files"]


def _sites() -> Sequence[Site]:
    """All of them. Imported by name when they are asked for: this site is one of them, and of how the others work
    nothing is in the image."""
    sites: Sequence[Site] = import_module("webcosm.sites").all_sites()
    return sites


def manual_files() -> list[Path]:
    """What decides which manuals there are, and they themselves."""
    names = Path(import_module("webcosm.sites").__file__ or "")
    return [names, *(site.folder / "manual.md" for site in _sites() if site.manual is not None)]


def fill(db: Database, lore: Lore, scale: str) -> None:
    for site in _sites():
        if site.manual is None:
            continue
        document = render_markdown(site.manual)
        manual = document.headings[0].title if document.headings else site.name
        for section in document.sections:
            db.insert(
                "section",
                site=site.name,
                manual=manual,
                title=section.heading.title if section.heading else manual,
                anchor=section.heading.anchor if section.heading else "",
                body=section.text,
            )
    db.run("INSERT INTO section_index (section_index) VALUES ('rebuild')")
