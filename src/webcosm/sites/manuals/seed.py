"""Indexes the manuals of all sites."""

from __future__ import annotations

from pathlib import Path

from webcosm.lore import Lore
from webcosm.sites.kit import formats, markdown, render_markdown
from webcosm.worlds import Database

__all__ = ["fill", "sources"]


def sources() -> list[Path]:
    """All manuals, and the code that cuts them into sections."""
    from webcosm.sites import all_sites  # this site is one of them, so not before all are loaded

    manuals = [site.folder / "manual.md" for site in all_sites() if site.manual is not None]
    return [*manuals, Path(markdown.__file__), Path(formats.__file__)]


def fill(db: Database, lore: Lore, scale: str) -> None:
    from webcosm.sites import all_sites

    for site in all_sites():
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
