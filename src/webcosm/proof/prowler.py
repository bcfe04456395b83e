"""The prowler: opens addresses that look like the right one, and other forms of the right one.

An address is no page. One with a slash too many, a parameter that cannot be read or a neighbour's number looks right
and shows something else: whoever ends there must fail. The same parameters in another order, or letters by their
numbers, show the same: whoever ends there must pass. What an address shows is asked of its site, in a world as the task
finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from webcosm.judge.evidence import Evidence
from webcosm.judge.page import PageShows
from webcosm.proof.impostors import Forged, goes, impostor
from webcosm.proof.runs import OracleRun
from webcosm.sites import all_sites
from webcosm.sites.kit import Visitor
from webcosm.worlds import ServedPage, World

__all__ = ["Near", "near", "other_addresses"]


@dataclass(frozen=True)
class Near:
    """An address near the right one."""

    what: str
    url: str
    same: bool | None
    """Whether it shows the same; None if that depends on the site."""


def near(url: str) -> Iterator[Near]:
    """Addresses near one, and other forms of it."""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)

    def at(path: str = parts.path, query: list[tuple[str, str]] | str = pairs, fragment: str = parts.fragment) -> str:
        text = query if isinstance(query, str) else urlencode(query)
        return urlunsplit((parts.scheme, parts.netloc, path, text, fragment))

    if parts.path not in ("", "/"):
        yield Near("slash at the end", at(f"{parts.path}/"), False)
        yield Near(
            "path in capitals", at(parts.path.swapcase()), False if parts.path.swapcase() != parts.path else None
        )
        yield Near("letters by number", at(_numbered(parts.path)), True)
        yield Near("another word", at(f"{parts.path}x"), False)
    for number in re.finditer(r"(?<![\w.-])\d+(?![\w.-])", parts.path):
        for step in (-1, 1):
            other = f"{parts.path[: number.start()]}{int(number[0]) + step}{parts.path[number.end() :]}"
            yield Near("neighbour", at(other), False)
    yield Near("parameter that means nothing", at(query=[*pairs, ("zz", "1")]), True)
    if parts.fragment:
        yield Near("other part of the page", at(fragment=f"{parts.fragment}-x"), False)
        yield Near("no part of the page", at(fragment=""), False)
    if len(pairs) > 1:
        yield Near("other order of parameters", at(query=pairs[::-1]), True)
    if pairs:
        yield Near(
            "parameters by number", at(query="&".join(f"{name}={_numbered(value)}" for name, value in pairs)), True
        )
        yield Near("no parameters", at(query=[]), None)
    for place, (name, value) in enumerate(pairs):
        rest = pairs[:place], pairs[place + 1 :]
        for what, other in (("in capitals", value.swapcase()), ("cut off", value[:-1]), ("misspelled", f"{value}zz")):
            if other != value:
                yield Near(f"{name} {what}", at(query=[*rest[0], (name, other), *rest[1]]), None)
        yield Near(f"{name} left out", at(query=[*rest[0], *rest[1]]), None)
        yield Near(f"{name} in capitals itself", at(query=[*rest[0], (name.swapcase(), value), *rest[1]]), None)
        yield Near(f"{name} twice", at(query=[*pairs, (name, "zz")]), None)
    for name in ("sort", "dir", "q", "page", "tab", "stock"):
        yield Near(f"{name} chosen", at(query=[*(pair for pair in pairs if pair[0] != name), (name, "1")]), None)


def _numbered(text: str) -> str:
    """Every letter by its number, as addresses allow."""
    return "".join(sign if sign == "/" else "".join(f"%{byte:02X}" for byte in sign.encode()) for sign in text)


def other_addresses(run: OracleRun, *, same: bool) -> Iterator[tuple[str, Evidence]]:
    """Ends at addresses near the right one that show the same, or that show something else."""
    served = run.right_end.page
    hosts = {site.host for site in all_sites()}
    if served is None or urlsplit(run.right_end.url).hostname not in hosts:
        return
    with run.task.open_first(run.universe) as world:
        wanted = run.family.page(world, run.task.parameters)
    with run.universe.open(run.task.first_state()) as world:
        for one in near(run.right_end.url):
            shown = Visitor(world, all_sites()).get(one.url).shown
            alike = _facts(shown, wanted) == _facts(served, wanted) if one.same is None else one.same
            if alike == same:
                yield f"went to {one.url} ({one.what})", replace(run.right_end, url=one.url, page=shown)


def _facts(page: ServedPage, wanted: PageShows) -> tuple[Any, ...]:
    """What tells the page from others, but for what the task leaves free."""
    facts = {name: _plain(fact) for name, fact in page.facts.items() if name not in wanted.free and fact}
    return page.status, page.site, page.what, facts


def _plain(fact: Any) -> Any:
    """Words mean the same in capitals, and lists are lists whether they were written down or not."""
    if isinstance(fact, str):
        return " ".join(fact.split()).casefold()
    return [_plain(one) for one in fact] if isinstance(fact, list | tuple) else fact


@impostor("prowler", goes, needs_end=True)
def prowls(run: OracleRun, world: World) -> Forged:
    yield from other_addresses(run, same=False)
