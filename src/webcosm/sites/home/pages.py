"""The portal's pages."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from webcosm.sites.home.seed import fill
from webcosm.sites.kit import Account, Document, Request, Response, Site, render_markdown

__all__ = ["site"]

site = Site(
    "home",
    title="Webcosm",
    tagline="A whole little web",
    folder=Path(__file__).parent,
    fill=fill,
    colour="#a8441f",
)


def _served(request: Request) -> list[Site]:
    """The sites that this visitor can reach, in the order to show them."""
    from webcosm.sites import all_sites  # this site is one of them, so not before all are loaded

    return [other for other in all_sites() if other.name in request.addresses.hosts]


def _others(request: Request) -> list[Site]:
    return [other for other in _served(request) if other is not site]


@lru_cache(maxsize=256)
def _rendered(text: str) -> Document:
    """Rendering all manuals takes longer than the rest of a search, so it is done once."""
    return render_markdown(text)


def _manual(other: Site) -> Document:
    return _rendered(other.manual or "")


@site.get("/")
def index(request: Request) -> Response:
    request.shows("portal")
    return request.render("index.html", sites=_others(request))


@site.get("/search")
def search(request: Request) -> Response:
    typed = request.query.get("q", "").strip()[:200]
    words = re.findall(r"\w+", typed.lower())
    scored = [(_score(other, words), other) for other in _served(request)]
    found = [other for score, other in sorted(scored, key=lambda pair: -pair[0]) if score]
    if words:
        request.shows("search", q=" ".join(typed.split()))
    return request.render("search.html", typed=typed, asked=words, found=found, sites=_others(request))


def _score(other: Site, words: list[str]) -> int:
    """How well a site fits: each word must begin a word of its name, its tagline or its manual, best in that order."""
    if not words:
        return 0
    manual = _manual(other)
    weighted = (
        (9, f"{other.title} {other.name} {other.host}"),
        (4, other.tagline),
        (2, " ".join(heading.title for heading in manual.headings)),
        (1, " ".join(section.text for section in manual.sections)),
    )
    scores = []
    for word in words:
        begins = re.compile(rf"\b{re.escape(word)}")
        scores.append(max((weight for weight, text in weighted if begins.search(text.lower())), default=0))
    return sum(scores) if all(scores) else 0


@site.get("/accounts")
def accounts(request: Request) -> Response:
    request.shows("accounts")
    listed = [(other, _told(request, other)) for other in _others(request)]
    return request.render(
        "accounts.html",
        with_accounts=[(other, people) for other, people in listed if people],
        without=[other for other, _ in listed if not other.accounts(request.world.lore)],
        signed_in={other.name: _first_user(request, other) for other in _others(request)},
    )


def _told(request: Request, other: Site) -> list[Account]:
    """The accounts that are told. Where the world says who is signed in, nobody is to become somebody else."""
    accounts = other.accounts(request.world.lore)
    if other.name not in request.world.state.accounts:
        return list(accounts)
    return [account for account in accounts if account.username == request.world.state.accounts[other.name]]


def _first_user(request: Request, other: Site) -> str | None:
    """Who is signed in at a site when this world begins."""
    chosen = request.world.state.accounts
    return chosen[other.name] if other.name in chosen else other.default_username(request.world.lore)


@site.get("/about")
def about(request: Request) -> Response:
    request.shows("about")
    return request.render("about.html", sites=_others(request), region=request.db.row("SELECT * FROM region"))


@site.get("/sites")
def sites(request: Request) -> Response:
    return request.redirect("/")


@site.get("/sites/{name}")
def facts(request: Request, name: str) -> Response:
    served = _served(request)
    other = next((other for other in served if other.name == name), None)
    if other is None:
        return _unknown(request, name, served)
    request.shows("site", name=other.name)
    return request.render(
        "site.html",
        about=other,
        manual=_manual(other),
        people_listed=_told(request, other),
        has_accounts=bool(other.accounts(request.world.lore)),
        signed_in=_first_user(request, other),
    )


def _unknown(request: Request, name: str, served: list[Site]) -> Response:
    """A page that was not found, with the sites whose names come near to what was asked for."""
    spellings = {spelling.lower(): other for other in served for spelling in (other.name, other.title, other.host)}
    near = get_close_matches(name.lower(), spellings, n=6, cutoff=0.5)
    suggested = list(dict.fromkeys(spellings[spelling] for spelling in near))[:3]
    return request.render("unknown.html", status=404, name=name, suggested=suggested)
