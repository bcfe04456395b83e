"""Judging by the page the agent ended on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import unquote, urlsplit

from webcosm.judge.evidence import Evidence
from webcosm.judge.mentions import Mentions
from webcosm.judge.verdict import Check
from webcosm.worlds import Fact

__all__ = ["PageShows", "SameNumber"]

FactTest = Callable[[Fact], bool]


@dataclass(frozen=True)
class SameNumber:
    """A number in a field, however it is typed: ``14``, ``14.00``, ``$14``."""

    number: str

    @property
    def facts(self) -> tuple[str, ...]:
        return (self.number,)

    def __call__(self, text: str) -> bool:
        typed = re.fullmatch(r"\$?\s*(\d[\d,]*(?:\.\d+)?)\s*%?", text.strip())
        return typed is not None and Decimal(typed[1].replace(",", "")) == Decimal(self.number)

    def __str__(self) -> str:
        return self.number


@dataclass(frozen=True)
class PageShows:
    """A page by what it shows, as its site says; how its address is spelled does not matter."""

    site: str
    """The name of the site that it is of: ``shop``, ``notes``."""
    what: str
    """The kind of page, as the site calls it: ``product``, ``orders``, ``note form``."""
    facts: Mapping[str, Fact | FactTest] = field(default_factory=dict)
    """What it must be about: values, or functions that say whether a value will do."""
    free: Sequence[str] = ()
    """Facts that may have any value; any other that is not empty makes it another page."""
    fields: Mapping[str, str | Mentions | SameNumber] = field(default_factory=dict)
    """What fields of the page must hold, by label: a whole text, a number, or facts; for drafts that are not sent."""
    fragment: str = ""
    """The part of the page that the address must lead to (after the #); empty if any will do."""

    def checks(self, evidence: Evidence) -> list[Check]:
        page = evidence.page
        kind = f"{self.site}: {self.what}"
        if page is None or page.status != 200:
            seen = f"an error page ({page.status})" if page else "no page of this web"
            return [Check(f"shows {self.what}", False, f"{evidence.url}: {seen}", kind)]
        right = bool(page.what) and (page.site, page.what) == (self.site, self.what)
        seen = f"{page.site}: {page.what}" if page.what else "nothing that was asked for"
        checks = [Check(f"shows {self.what}", right, f"{evidence.url}: {seen}", kind)]
        if not right:
            return checks
        for name, wanted in self.facts.items():
            shown = page.facts.get(name)
            right = wanted(shown) if callable(wanted) else same_fact(shown, wanted)
            checks.append(Check(name, right, str(shown), "" if callable(wanted) else str(wanted)))
        odd = [
            f"{name} {value!r}"
            for name, value in page.facts.items()
            if name not in self.facts and name not in self.free and value not in (None, "", (), [], {}, False)
        ]
        checks.append(Check("nothing else chosen", not odd, ", ".join(odd)))
        if self.fragment:
            part = unquote(urlsplit(evidence.url).fragment)
            checks.append(Check("part of the page", part == self.fragment, part, self.fragment))
        return [*checks, *field_checks(self.fields, evidence)]


def same_fact(seen: Any, wanted: Any) -> bool:
    """Texts are compared without regard to case and spacing, as sites search; lists and sets by their members."""
    if isinstance(seen, str) and isinstance(wanted, str):
        return _plain(seen) == _plain(wanted)
    if isinstance(seen, list | tuple) and isinstance(wanted, list | tuple):
        return len(seen) == len(wanted) and all(map(same_fact, seen, wanted))
    if isinstance(seen, Mapping) and isinstance(wanted, Mapping):
        return seen.keys() == wanted.keys() and all(same_fact(seen[name], wanted[name]) for name in wanted)
    return type(seen) is type(wanted) and bool(seen == wanted)


def field_checks(fields: Mapping[str, str | Mentions | SameNumber], evidence: Evidence) -> list[Check]:
    """What fields hold that are not sent yet."""
    checks = []
    for label, held in fields.items():
        seen = evidence.fields.get(label, "")
        right = held(seen) if callable(held) else _plain(seen) == _plain(held)
        checks.append(Check(f"field {label!r}", right, seen, str(held)))
    return checks


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
