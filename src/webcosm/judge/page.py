"""Judging by the page the agent ended on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote, urlsplit

from webcosm.judge.evidence import Evidence
from webcosm.judge.mentions import Mentions
from webcosm.judge.verdict import Check

__all__ = ["PageAt"]


@dataclass(frozen=True)
class PageAt:
    """A page by what its address means: host, path and the parameters that matter."""

    host: str
    path: str = "/"
    query: Mapping[str, str] = field(default_factory=dict)
    """Parameters that must have these values."""
    free: Sequence[str] = ()
    """Parameters that may be there with any value; any other makes it another page."""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """What a missing parameter means, so that leaving it out is the same as giving it."""
    fragment: str = ""
    """The part of the page that the address must lead to (after the #); empty if any will do."""
    shows: Sequence[str] = ()
    """Texts that the page must show."""
    fields: Mapping[str, str | Mentions] = field(default_factory=dict)
    """What fields of the page must hold, by label: a whole text, or facts in it; for drafts that are not to be sent."""

    def checks(self, evidence: Evidence) -> list[Check]:
        parts = urlsplit(evidence.url)
        pairs = parse_qsl(parts.query, keep_blank_values=True)
        query = dict(pairs)
        at = (parts.hostname == self.host) and _tidy(parts.path) == _tidy(self.path)
        checks = [Check("page", at, evidence.url, f"http://{self.host}{self.path}")]
        wanted = {**self.defaults, **self.query}
        for name, value in wanted.items():
            seen = query.get(name, self.defaults.get(name, ""))
            checks.append(Check(f"parameter {name}", _same(seen, value), seen, value))
        odd = [name for name in query if name not in wanted and name not in self.free and query[name] != ""]
        checks.append(Check("no other parameters", not odd, ", ".join(odd)))
        # Sites read either the last value or all of them; whoever gives two asks for something else.
        several = [name for name in wanted if len({_plain(value) for key, value in pairs if key == name}) > 1]
        checks.append(Check("one value for each parameter", not several, ", ".join(several)))
        if self.fragment:
            checks.append(
                Check("part of the page", unquote(parts.fragment) == self.fragment, parts.fragment, self.fragment)
            )
        page = _plain(evidence.text)
        checks += [Check(f"shows {text!r}", _plain(text) in page) for text in self.shows]
        for label, held in self.fields.items():
            seen = evidence.fields.get(label, "")
            right = held(seen) if isinstance(held, Mentions) else _plain(seen) == _plain(held)
            checks.append(Check(f"field {label!r}", right, seen, str(held)))
        return checks


def _tidy(path: str) -> str:
    return unquote(path).rstrip("/") or "/"


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _same(seen: str, wanted: str) -> bool:
    return _plain(seen) == _plain(wanted)
