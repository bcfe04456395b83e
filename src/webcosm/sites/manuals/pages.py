"""The help pages: contents of all manuals, one page per manual, search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from webcosm.sites.kit import (
    Addresses,
    Document,
    Request,
    Response,
    Site,
    highlighted,
    match_query,
    render_markdown,
    site_link,
)
from webcosm.sites.kit.markdown import Heading
from webcosm.sites.manuals.seed import fill, manual_files

__all__ = ["site"]

site = Site(
    "manuals",
    title="Manuals",
    tagline="How every site works, in one place",
    folder=Path(__file__).parent,
    fill=fill,
    reads=manual_files,
    colour="#34459c",
)
site.look.environment.filters["highlighted"] = highlighted


@dataclass(frozen=True)
class Manual:
    """A site's manual, as the templates need it."""

    site: Site
    document: Document
    open_at: str | None
    """Where the visitor finds the site; None if it is not served now."""

    @property
    def contents(self) -> list[tuple[Heading, list[Heading]]]:
        """The chapters (second-level headings), each with the headings below it."""
        chapters: list[tuple[Heading, list[Heading]]] = []
        for heading in self.document.headings:
            if heading.level == 2:
                chapters.append((heading, []))
            elif heading.level == 3 and chapters:
                chapters[-1][1].append(heading)
        return chapters


def _all_sites() -> Sequence[Site]:
    from webcosm.sites import all_sites  # this site is one of them, so not before all are loaded

    return all_sites()


def _with_manual() -> list[Site]:
    return [other for other in _all_sites() if other.manual is not None]


def _read(request: Request, other: Site) -> Manual:
    addresses = request.addresses
    document = _rendered(
        other, other.manual or "", tuple(addresses.hosts.items()), addresses.local_port, addresses.local_world
    )
    return Manual(other, document, request.link(other.name) if other.name in addresses.hosts else None)


@lru_cache(maxsize=256)
def _rendered(
    other: Site, text: str, hosts: tuple[tuple[str, str], ...], local_port: int | None, local_world: str
) -> Document:
    """The manual with its links as a visitor at these addresses writes them.

    Pictures are static files of the site that the manual is about.
    """
    addresses = Addresses(dict(hosts), local_port, local_world)

    def picture(source: str) -> str:
        if other.name in addresses.hosts and (other.folder / "static" / source).is_file():
            return addresses.of(other.name, other.look.static(source))
        return source

    return render_markdown(text, link=lambda href: site_link(href, addresses), image=picture)


@site.get("/")
def contents(request: Request) -> Response:
    request.shows("contents")
    return request.render("index.html", manuals=[_read(request, other) for other in _with_manual()])


@site.get("/search")
def search(request: Request) -> Response:
    typed = request.query.get("q", "").strip()[:200]
    query = match_query(typed)
    sites = {other.name: other for other in _with_manual()}
    scope = request.query.get("site", "")
    if query is None:
        return request.render("search.html", typed=typed, scope="", sites=sites, counts={}, listing=None)
    counts = {
        row.site: row.found
        for row in request.db.rows(
            "SELECT site, count(*) AS found FROM section WHERE id IN"
            " (SELECT rowid FROM section_index WHERE section_index MATCH ?) GROUP BY site",
            query,
        )
    }
    scope = scope if scope in counts else ""
    # Headings that hold all the words come first, whatever the weights say; the manual's name only helps to tell
    # its sections from others'.
    listing = request.listing(
        "SELECT section.site, section.anchor, highlight(section_index, 1, char(2), char(3)) AS title,"
        " snippet(section_index, 2, char(2), char(3), '…', 32) AS excerpt"
        " FROM section_index JOIN section ON section.id = section_index.rowid"
        " WHERE section_index MATCH ? AND (? = '' OR section.site = ?)"
        " ORDER BY section.id IN (SELECT rowid FROM section_index WHERE section_index MATCH ?) DESC,"
        " bm25(section_index, 0.5, 4.0, 1.0), section.id",
        query,
        scope,
        scope,
        f"title : ({query})",
        size=10,
    )
    request.shows("search", q=" ".join(typed.split()), manual=scope, page=listing.number)
    return request.render("search.html", typed=typed, scope=scope, sites=sites, counts=counts, listing=listing)


@site.get("/{name}")
def manual(request: Request, name: str) -> Response:
    other = next((other for other in _all_sites() if other.name == name), None)
    if other is None:
        return _unknown(request, name)
    shelf = _with_manual()
    if other not in shelf:
        address = request.link(name) if name in request.addresses.hosts else None
        request.shows("unwritten manual", name=other.name)
        return request.render("unwritten.html", about=other, address=address)
    request.shows("manual", name=other.name)
    place = shelf.index(other)
    return request.render(
        "manual.html",
        manual=_read(request, other),
        previous=shelf[place - 1] if place else None,
        following=shelf[place + 1] if place + 1 < len(shelf) else None,
    )


def _unknown(request: Request, name: str) -> Response:
    """A page that was not found, with the manuals whose names come near to what was asked for."""
    spellings = {
        spelling.lower(): other for other in _all_sites() for spelling in (other.name, other.title, other.host)
    }
    near = get_close_matches(name.lower(), spellings, n=6, cutoff=0.5)
    suggested = list(dict.fromkeys(spellings[spelling] for spelling in near))[:3]
    return request.render("unknown.html", status=404, name=name, suggested=suggested, shelf=_with_manual())
