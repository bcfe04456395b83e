"""The board, walked and abused: no link leads nowhere, no input breaks a page, no markup gets through."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from tests.sites.classifieds.conftest import BOARD
from tests.sites.test_shop_walk import HOSTILE, MARK, Form, FormReader, abused, send
from webcosm.lore import Rng
from webcosm.sites import all_sites
from webcosm.sites.classifieds import site
from webcosm.sites.kit import VisitedPage, Visitor
from webcosm.worlds import Universe, WorldState

OF_A_KIND = 3


def kind_of(address: str) -> str:
    """The route that answers, and the names of the parameters."""
    parts = urlsplit(address)
    route = next((one.path for one in site.routes if one.pattern.fullmatch(parts.path or "/")), parts.path)
    return f"{route}?{','.join(sorted({name for name, _ in parse_qsl(parts.query)}))}"


def walk(visitor: Visitor) -> tuple[dict[str, VisitedPage], list[Form]]:
    """A few pages of each kind that links lead to, with their pictures, and one form of each kind."""
    pages: dict[str, VisitedPage] = {}
    forms: dict[str, Form] = {}
    seen: Counter[str] = Counter()
    waiting, met = deque([f"{BOARD}/"]), {f"{BOARD}/"}
    while waiting:
        address = waiting.popleft()
        if urlsplit(address).hostname != "classifieds.test":
            continue
        seen[kind_of(address)] += 1
        if seen[kind_of(address)] > OF_A_KIND or address.count("=") > 3:
            continue
        answer = pages[address] = visitor.get(address)
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        found = FormReader(answer)
        links = [*found.links, *(f"{BOARD}{path}" for path in re.findall(r'src="(/media/[^"]+)"', answer.text)[:2])]
        new = [link for link in dict.fromkeys(links) if link not in met]
        met.update(new)
        waiting += new
        for form in found.forms:
            if urlsplit(form.action).hostname == "classifieds.test":
                forms.setdefault(f"{form.method} {kind_of(form.action)} {sorted(form.fields)}", form)
    return pages, list(forms.values())


@pytest.fixture(scope="module", params=["guest", "member", "moderator"])
def visitor(request: pytest.FixtureRequest, board: Universe) -> Iterator[Visitor]:
    accounts = site.accounts(board.lore)
    username = {"guest": None, "member": accounts[0].username, "moderator": accounts[2].username}[request.param]
    with board.open(WorldState(accounts={"classifieds": username})) as world:
        yield Visitor(world, all_sites())


@pytest.fixture(scope="module")
def walked(visitor: Visitor) -> tuple[dict[str, VisitedPage], list[Form]]:
    return walk(visitor)


Walked = tuple[dict[str, VisitedPage], list[Form]]


def test_no_link_leads_nowhere(walked: Walked) -> None:
    pages, forms = walked
    assert {address: answer.status for address, answer in pages.items() if answer.status != 200} == {}
    assert len(pages) > 60
    assert len(forms) > 6


def test_no_input_breaks_a_form(visitor: Visitor, walked: Walked) -> None:
    problems = []
    for form in walked[1]:
        rng = Rng("abuse", form.page, form.action)
        for value in (MARK, *rng.sample(HOSTILE, 2)):
            visitor.world.reset()
            visitor.cookies.clear()
            answer = send(visitor, form, abused(form, value, rng))
            if answer.status >= 500:
                problems.append(f"{form.method} {form.action} with {value[:30]!r}: {answer.status}")
            if value is MARK and MARK in answer.text + visitor.get(form.page).text:
                problems.append(f"{form.method} {form.action} shows markup that was typed")
    visitor.world.reset()
    visitor.cookies.clear()
    assert problems == []


def test_no_address_breaks_a_page(visitor: Visitor, walked: Walked) -> None:
    names = [
        "q",
        "category",
        "city",
        "within",
        "min",
        "year_min",
        "after",
        "before",
        "sort",
        "photo",
        "outcome",
        "page",
    ]
    problems = []
    for address in walked[0]:
        path, _, query = address.partition("?")
        given = [name for name, _ in parse_qsl(query)] or Rng("names", address).sample(names, 4)
        value = Rng("address", address).choice(HOSTILE)
        answer = visitor.get(f"{path}?{urlencode(dict.fromkeys(given, value), errors='replace')}")
        if answer.status >= 500 or MARK in answer.text:
            problems.append(f"{path} {given} {value[:30]!r}: {answer.status}")
    assert problems == []
