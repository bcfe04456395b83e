"""Shop and back office, walked and abused: no link leads nowhere, no input breaks a page, no markup gets through.

Everybody who can sign in, and somebody who has not, walks both sites from their front pages. A site has thousands of
addresses but some hundred kinds of pages, so of each kind a few are opened. Every form that is met is sent with values
that nobody should send, each from the same first state.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from typing import TypeAlias
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

import pytest

from tests.suites.choosing import commit
from webcosm.lore import Rng
from webcosm.sites import all_sites, open_universe, site_named
from webcosm.sites.kit import Upload, VisitedPage, Visitor
from webcosm.sites.shop.seed.fill import accounts, admin_accounts
from webcosm.worlds import Change, Universe, WorldState

HOSTS = {"shop.test": "shop", "admin.shop.test": "admin"}
OF_A_KIND = 2
"""Pages of one kind that are opened."""
MOST_PARAMETERS = 2
"""Links with more are combinations of others: a list sorted, narrowed and turned over."""
MARK = '<script>alert("7")</script>'
HOSTILE = (
    MARK,
    "",
    "-1",
    "0",
    "9" * 40,
    "1e309",
    "NaN",
    "2026-02-31",
    "' OR 1=1 --",
    "%s{{7*7}}",
    "ü" * 6_000,
    "a\x00b",
    "../../etc",
)


@dataclass
class Form:
    page: str
    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        names = sorted({re.sub(r"\d+", "#", name) for name in self.fields})
        return f"{self.method} {kind_of(self.action)} {names}"


class FormReader(HTMLParser):
    """The links and forms of a page, with what the fields hold."""

    def __init__(self, answer: VisitedPage) -> None:
        super().__init__()
        self.answer = answer
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._select = self._textarea = ""
        self.feed(answer.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.links.append(urldefrag(urljoin(self.answer.url, given["href"])).url)
        if tag == "form":
            action = urljoin(self.answer.url, given.get("action", ""))
            self.forms.append(Form(self.answer.url, given.get("method", "get").upper(), action))
        name = given.get("name", "")
        if not self.forms or not (name or tag == "option"):
            return
        fields = self.forms[-1].fields
        if tag == "input":
            kind = given.get("type", "text")
            if kind == "file":
                self.forms[-1].files.append(name)
            elif kind not in ("checkbox", "radio") or "checked" in given:
                fields[name] = given.get("value", "on" if kind == "checkbox" else "")
        elif tag == "select":
            self._select = name
            fields.setdefault(name, "")
        elif tag == "option" and self._select and ("selected" in given or not fields.get(self._select)):
            fields[self._select] = given.get("value", "")
        elif tag == "textarea":
            self._textarea = name
            fields[name] = ""
        elif tag == "button":
            fields.setdefault(name, given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        if tag == "textarea":
            self._textarea = ""

    def handle_data(self, data: str) -> None:
        if self._textarea and self.forms:
            self.forms[-1].fields[self._textarea] += data


def kind_of(address: str) -> str:
    """Which page of a site it is: the route that answers, and the names of the parameters."""
    parts = urlsplit(address)
    site = site_named(HOSTS[parts.hostname or ""])
    for route in site.routes:
        if route.pattern.fullmatch(parts.path or "/"):
            names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
            return f"{site.name} {route.path} {names}"
    return f"{site.name} nothing {parts.path}"


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with open_universe() as universe:
        yield universe


def visitor_for(universe: Universe, site: str, username: str | None) -> Visitor:
    return Visitor(universe.open(WorldState(accounts={site: username})), all_sites())


def walk(visitor: Visitor, site: str) -> tuple[dict[str, VisitedPage], list[Form]]:
    """Some pages of each kind that links lead to, breadth first, and the forms on them."""
    pages: dict[str, VisitedPage] = {}
    forms: dict[str, Form] = {}
    seen: Counter[str] = Counter()
    waiting = deque([f"http://{site_named(site).host}/"])
    met = set(waiting)
    while waiting:
        address = waiting.popleft()
        host = urlsplit(address).hostname
        if host not in HOSTS or HOSTS[host] != site:
            continue
        if len(parse_qsl(urlsplit(address).query, keep_blank_values=True)) > MOST_PARAMETERS:
            continue
        kind = kind_of(address)
        seen[kind] += 1
        if seen[kind] > OF_A_KIND:
            continue
        answer = pages[address] = visitor.get(address)
        if "text/html" in answer.headers.get("content-type", ""):
            found = FormReader(answer)
            new = [link for link in dict.fromkeys(found.links) if link not in met]
            met.update(new)
            waiting += new
            for form in found.forms:
                if urlsplit(form.action).hostname in HOSTS:
                    forms.setdefault(form.kind, form)
    return pages, list(forms.values())


def everybody(universe: Universe) -> list[tuple[str, str | None]]:
    people: list[tuple[str, str | None]] = [("shop", one.username) for one in accounts(universe.lore)]
    people += [("admin", one.username) for one in admin_accounts(universe.lore)]
    return [*people, ("shop", None), ("admin", None)]


@dataclass(frozen=True)
class Walk:
    pages: dict[str, VisitedPage]
    forms: list[Form]
    changes: Sequence[Change]
    """What walking alone did to the world."""


Walked: TypeAlias = Callable[[str, str | None], Walk]


@pytest.fixture(scope="module")
def walked(universe: Universe) -> Walked:
    """Somebody's walk through a site; several tests read the same one."""

    @cache
    def walked(site: str, username: str | None) -> Walk:
        visitor = visitor_for(universe, site, username)
        pages, forms = walk(visitor, site)
        with visitor.world as world:
            return Walk(pages, forms, world.changes())

    return walked


@pytest.mark.parametrize(
    "number", [pytest.param(number, marks=pytest.mark.sweep if number in (1, 3, 4, 6) else ()) for number in range(7)]
)
def test_no_link_leads_nowhere(universe: Universe, walked: Walked, number: int) -> None:
    site, username = everybody(universe)[number]
    found = walked(site, username)
    broken = {address: answer.status for address, answer in found.pages.items() if answer.status != 200}
    assert broken == {}, f"as {username} at {site}"
    assert found.changes == [], "looking changes nothing"
    if username is not None:
        assert len(found.pages) > (60 if site == "shop" else 90)


def abused(form: Form, value: str, rng: Rng) -> dict[str, str]:
    """The form with some of its fields spoilt; the token stays."""
    names = [name for name in form.fields if name not in ("csrf", "next")]
    spoilt = names if rng.chance(0.3) else rng.sample(names, min(2, len(names)))
    return form.fields | dict.fromkeys(spoilt, value)


def send(visitor: Visitor, form: Form, fields: dict[str, str]) -> VisitedPage:
    visitor.get(form.page)
    if form.method == "GET":
        return visitor.get(f"{form.action.partition('?')[0]}?{urlencode(fields, errors='replace')}")
    files = {name: Upload("x.png", "image/png", b"\x89PNG not really") for name in form.files}
    return visitor.post(form.action, {name: text for name, text in fields.items() if name != "csrf"}, files)


def abuse(visitor: Visitor, forms: Sequence[Form], tries: int, most: int | None = None) -> list[str]:
    """What went wrong when forms, all or so many of them, were sent with hostile values."""
    assert len(forms) > 8
    if most is not None:
        forms = Rng("abused", commit()).sample(forms, min(most, len(forms)))
    problems = []
    for form in forms:
        rng = Rng("abuse", form.kind)
        for value in rng.sample(HOSTILE, tries):
            visitor.world.reset()
            visitor.cookies.clear()
            answer = send(visitor, form, abused(form, value, rng))
            if answer.status >= 500:
                problems.append(f"{form.kind} with {value[:30]!r}: {answer.status}")
            if value is MARK and MARK in answer.text + visitor.get(form.page).text:
                problems.append(f"{form.kind} shows markup that was typed")
    return problems


@pytest.mark.parametrize(("site", "who"), [("shop", 0), ("admin", 2)])
def test_no_input_breaks_a_form(universe: Universe, walked: Walked, site: str, who: int) -> None:
    """Of some forms, others with every commit; the sweep tries all."""
    username = everybody(universe)[who][1]
    visitor = visitor_for(universe, site, username)
    assert abuse(visitor, walked(site, username).forms, tries=1, most=30) == []


@pytest.mark.sweep
@pytest.mark.parametrize("who", range(7))
def test_no_input_of_anybody_breaks_a_form(universe: Universe, walked: Walked, who: int) -> None:
    site, username = everybody(universe)[who]
    if username is None and site == "admin":
        pytest.skip("there is nothing but the sign-in form")
    visitor = visitor_for(universe, site, username)
    assert abuse(visitor, walked(site, username).forms, tries=len(HOSTILE)) == []


@pytest.mark.parametrize("site", ["shop", "admin"])
def test_no_address_breaks_a_page(universe: Universe, walked: Walked, site: str) -> None:
    """Parameters of every kind of page with values that no link has."""
    username = everybody(universe)[0 if site == "shop" else 2][1]
    visitor = visitor_for(universe, site, username)
    problems = []
    for address in walked(site, username).pages:
        path, _, query = address.partition("?")
        names = [name for name, _ in parse_qsl(query, keep_blank_values=True)] or ["page", "sort", "q"]
        rng = Rng("address", address)
        for value in rng.sample(HOSTILE, 1):
            tried = f"{path}?{urlencode(dict.fromkeys(names, value), errors='replace')}"
            answer = visitor.get(tried)
            if answer.status >= 500 or MARK in answer.text:
                problems.append(f"{tried[:200]}: {answer.status}")
    assert problems == []
    assert visitor.world.changes() == []
