"""A walk through a board of many pages, and what everybody types who should not: shared by the boards' tests."""

from __future__ import annotations

import re
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

from tests.sites.test_shop_walk import HOSTILE, MARK, Form, FormReader, abused, send
from tests.suites.choosing import commit
from webcosm.lore import Rng
from webcosm.sites.kit import Site, VisitedPage, Visitor

__all__ = ["Walk", "abuse_addresses", "abuse_forms", "walk"]

OF_A_KIND = 3
SLOWEST = 2.0
"""Seconds that a page may take, whatever it is asked for."""


@dataclass(frozen=True)
class Walk:
    pages: dict[str, VisitedPage]
    forms: list[Form]


def kind_of(site: Site, address: str) -> str:
    """The route that answers, and the names of the parameters."""
    parts = urlsplit(address)
    route = next((one.path for one in site.routes if one.pattern.fullmatch(parts.path or "/")), parts.path)
    return f"{route}?{','.join(sorted({name for name, _ in parse_qsl(parts.query)}))}"


def walk(visitor: Visitor, site: Site) -> Walk:
    """A few pages of each kind that links lead to, with their pictures, and one form of each kind."""
    front = f"http://{site.host}/"
    pages: dict[str, VisitedPage] = {}
    forms: dict[str, Form] = {}
    seen: Counter[str] = Counter()
    waiting, met = deque([front]), {front}
    while waiting:
        address = waiting.popleft()
        if urlsplit(address).hostname != site.host:
            continue
        seen[kind_of(site, address)] += 1
        if seen[kind_of(site, address)] > OF_A_KIND or address.count("=") > 3:
            continue
        answer = pages[address] = visitor.get(address)
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        found = FormReader(answer)
        pictures = [f"http://{site.host}{path}" for path in re.findall(r'src="(/media/[^"]+)"', answer.text)[:2]]
        new = [link for link in dict.fromkeys([*found.links, *pictures]) if link not in met]
        met.update(new)
        waiting += new
        for form in found.forms:
            if urlsplit(form.action).hostname == site.host:
                forms.setdefault(f"{form.method} {kind_of(site, form.action)} {sorted(form.fields)}", form)
    return Walk(pages, list(forms.values()))


def abuse_forms(visitor: Visitor, forms: Sequence[Form], most: int | None = None) -> list[str]:
    """What went wrong when forms, all or so many of them, others with every commit, were sent with hostile values."""
    if most is not None:
        forms = Rng("abused", commit()).sample(forms, min(most, len(forms)))
    problems = []
    for form in forms:
        rng = Rng("abuse", form.page, form.action)
        for value in (MARK, *rng.sample(HOSTILE, 2)):
            visitor.world.reset()
            visitor.cookies.clear()
            began = time.perf_counter()
            answer = send(visitor, form, abused(form, value, rng))
            if time.perf_counter() - began > 2 * SLOWEST:  # two pages
                problems.append(f"{form.method} {form.action} with {value[:30]!r} is slow")
            if answer.status >= 500:
                problems.append(f"{form.method} {form.action} with {value[:30]!r}: {answer.status}")
            if value is MARK and MARK in answer.text + visitor.get(form.page).text:
                problems.append(f"{form.method} {form.action} shows markup that was typed")
    visitor.world.reset()
    visitor.cookies.clear()
    return problems


def abuse_addresses(visitor: Visitor, addresses: Sequence[str], names: Sequence[str]) -> list[str]:
    """What went wrong when pages were asked for with hostile parameters, their own or some of ``names``."""
    problems = []
    for address in addresses:
        path, _, query = address.partition("?")
        rng = Rng("names", address)
        given = [name for name, _ in parse_qsl(query)] or rng.sample(names, 4)
        value = Rng("address", address).choice(HOSTILE)
        began = time.perf_counter()
        answer = visitor.get(f"{path}?{urlencode(dict.fromkeys(given, value), errors='replace')}")
        if answer.status >= 500 or MARK in answer.text:
            problems.append(f"{path} {given} {value[:30]!r}: {answer.status}")
        if time.perf_counter() - began > SLOWEST:
            problems.append(f"{path} {given} {value[:30]!r} is slow")
    return problems
