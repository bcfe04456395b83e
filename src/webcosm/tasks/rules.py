"""Rules as objects: written once, and compiled into prose, into the oracle's decision and into what the judge expects.

A rule says for which records it holds (conditions, all of them; none of its exceptions) and how such a record is
treated. A :class:`Policy` is a list of rules with a word on which one wins, and a treatment for all other records. A
:class:`Handbook` is what was written over time: versions that replace each other, and notices that overrule them for a
while. :meth:`Handbook.decide` says what holds for a record on a day; :mod:`webcosm.tasks.prose` words all of it, so
that whoever reads it can find out the same.

A record is a mapping of plain facts: numbers, texts, flags, days.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any, Literal

from webcosm.lore import Rng
from webcosm.tasks.dials import Dials

__all__ = [
    "Condition",
    "Decision",
    "Facts",
    "Handbook",
    "Notice",
    "Policy",
    "Rule",
    "Test",
    "Treatment",
    "Version",
    "by_rank",
    "cells",
    "draw_rows",
    "drawn_handbook",
    "flag",
    "on_the_edge",
]

Facts = Mapping[str, Any]
Test = Literal["is", "is not", "at least", "at most", "over", "under", "one of", "none of"]
TESTS: Mapping[Test, Callable[[Any, Any], bool]] = {
    "is": lambda given, value: bool(given == value),
    "is not": lambda given, value: bool(given != value),
    "at least": lambda given, value: bool(given >= value),
    "at most": lambda given, value: bool(given <= value),
    "over": lambda given, value: bool(given > value),
    "under": lambda given, value: bool(given < value),
    "one of": lambda given, value: given in value,
    "none of": lambda given, value: given not in value,
}


MISREAD: Mapping[Test, Test] = {"at least": "over", "over": "at least", "at most": "under", "under": "at most"}
"""What a test is taken for by somebody who is careless about the limit itself."""


class RuleFault(ValueError):
    """A rule that cannot be read off its prose, or a record that lacks a fact."""


@dataclass(frozen=True)
class Condition:
    """Something that a record fulfils or not."""

    fact: str
    test: Test
    value: Any
    says: tuple[str, ...]
    """How people say it of a record, as the rest of a sentence: ``{value}`` stands for the value. Several wordings."""
    shown: str = ""
    """The value as people write it (``$25.00``); made from it if empty."""

    def __post_init__(self) -> None:
        if self.test not in TESTS:
            raise RuleFault(f"there is no test {self.test!r}; there are {', '.join(TESTS)}")
        if not self.says:
            raise RuleFault(f"the condition on {self.fact!r} has no wording")
        for wording in self.says:
            if not isinstance(self.value, bool) and "{value}" not in wording:
                raise RuleFault(f"the condition on {self.fact!r} does not say its value in {wording!r}")

    @property
    def value_text(self) -> str:
        if self.shown:
            return self.shown
        if isinstance(self.value, (tuple, list, frozenset)):
            return _listed([str(one) for one in self.value])
        return str(self.value)

    def holds(self, facts: Facts) -> bool:
        if self.fact not in facts:
            raise RuleFault(f"the record says nothing of {self.fact!r}; it has {', '.join(facts)}")
        return TESTS[self.test](facts[self.fact], self.value)

    def misread(self) -> Condition:
        """The limit itself on the wrong side."""
        return replace(self, test=MISREAD.get(self.test, self.test))


def flag(fact: str, *says: str) -> Condition:
    """That something is so."""
    return Condition(fact, "is", True, says)


@dataclass(frozen=True)
class Treatment:
    """What is done with a record."""

    name: str
    """For code: ``refund``, ``leave``."""
    says: tuple[str, ...]
    """How people say what is to be done, as a sentence without its end; figures in braces."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Figures that belong to it, such as a fee in cents."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """The figures as people write them."""

    def __post_init__(self) -> None:
        if not self.says:
            raise RuleFault(f"the treatment {self.name!r} has no wording")
        for wording in self.says:
            for name in self.values:
                if f"{{{name}}}" not in wording:
                    raise RuleFault(f"the treatment {self.name!r} does not say its {name} in {wording!r}")

    @property
    def deed(self) -> tuple[str, Mapping[str, Any]]:
        """What is done, however it is said."""
        return self.name, self.values

    def texts(self) -> dict[str, str]:
        return {name: self.shown.get(name, str(value)) for name, value in self.values.items()}


@dataclass(frozen=True)
class Rule:
    """For records that fulfil all of `when` and none of `unless`: `then`."""

    name: str
    """For code and reports; no reader of the prose sees it."""
    when: tuple[Condition, ...]
    then: Treatment
    unless: tuple[Condition, ...] = ()
    rank: int = 0
    """No rule of a lower rank may overrule it, however a policy is ordered: “shipped” outranks “under $50”."""

    def applies(self, facts: Facts) -> bool:
        return all(one.holds(facts) for one in self.when) and not any(one.holds(facts) for one in self.unless)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*self.when, *self.unless)

    def misread(self) -> Rule:
        when, unless = (tuple(one.misread() for one in part) for part in (self.when, self.unless))
        return replace(self, when=when, unless=unless)


def by_rank(rules: Sequence[Rule], wins: Literal["first", "last"]) -> tuple[Rule, ...]:
    """The same rules, moved only as far as their ranks demand: the highest stand where they win."""
    return tuple(sorted(rules, key=lambda rule: -rule.rank if wins == "first" else rule.rank))


@dataclass(frozen=True)
class Policy:
    """Rules, which of them wins, and what holds for all other records. Decides about every record."""

    rules: tuple[Rule, ...]
    otherwise: Treatment
    wins: Literal["first", "last"] = "first"
    """Where several rules apply: the one that stands first, or the one that stands last. The prose says which."""

    def __post_init__(self) -> None:
        names = [rule.name for rule in self.rules]
        if len(set(names)) < len(names):
            raise RuleFault(f"two rules have one name: {', '.join(sorted(names))}")
        if [rule.name for rule in by_rank(self.rules, self.wins)] != names:
            raise RuleFault(f"a rule is overruled by one of a lower rank: {', '.join(names)}, the {self.wins} one wins")

    def deciding(self, facts: Facts) -> Rule | None:
        """The rule that decides about a record; None if no rule applies to it."""
        fitting = [rule for rule in self.rules if rule.applies(facts)]
        if not fitting:
            return None
        return fitting[0] if self.wins == "first" else fitting[-1]

    @property
    def treatments(self) -> tuple[Treatment, ...]:
        return (*(rule.then for rule in self.rules), self.otherwise)


@dataclass(frozen=True)
class Version:
    """A policy as it was written at some time: holds from its day on, until the next version."""

    since: date
    policy: Policy


@dataclass(frozen=True)
class Notice:
    """Overrules whatever version holds, from one day to another; later notices overrule earlier ones."""

    rule: Rule
    since: date
    until: date | None = None
    """The last day; None if it holds until further notice."""

    def holds(self, at: date) -> bool:
        return self.since <= at and (self.until is None or at <= self.until)


@dataclass(frozen=True)
class Decision:
    """How a record is treated, and by what."""

    treatment: Treatment
    rule: str
    """The name of the rule that decides; ``otherwise`` if none does."""
    source: Version | Notice


@dataclass(frozen=True)
class Handbook:
    """All that was written over time."""

    versions: tuple[Version, ...]
    notices: tuple[Notice, ...] = ()

    def __post_init__(self) -> None:
        days = [version.since for version in self.versions]
        if not days or sorted(set(days)) != days:
            raise RuleFault("a handbook has one version or more, the oldest first, no two of one day")

    def version(self, at: date) -> Version:
        """The version in force on a day. Before the first one it holds too: decisions are total."""
        return next((one for one in reversed(self.versions) if one.since <= at), self.versions[0])

    def decide(self, facts: Facts, at: date) -> Decision:
        """What holds for a record on a day."""
        for notice in sorted(self.notices, key=lambda one: one.since, reverse=True):
            if notice.holds(at) and notice.rule.applies(facts):
                return Decision(notice.rule.then, notice.rule.name, notice)
        version = self.version(at)
        rule = version.policy.deciding(facts)
        if rule is None:
            return Decision(version.policy.otherwise, "otherwise", version)
        return Decision(rule.then, rule.name, version)

    def misread(self) -> Handbook:
        """As somebody reads it who takes every limit wrongly: differs for records that stand exactly on one."""
        versions = [
            replace(one, policy=replace(one.policy, rules=tuple(rule.misread() for rule in one.policy.rules)))
            for one in self.versions
        ]
        return Handbook(tuple(versions), tuple(replace(one, rule=one.rule.misread()) for one in self.notices))

    def in_force(self, at: date) -> tuple[str, ...]:
        """The names of all that may decide on a day: the cells that rows are drawn for."""
        notices = [notice.rule.name for notice in self.notices if notice.holds(at)]
        return (*notices, *(rule.name for rule in self.version(at).policy.rules), "otherwise")

    def without_each(self, at: date) -> dict[str, Handbook]:
        """All that is in force on a day, clause by clause (rules, their exceptions, notices), with the handbook as it
        would be without that clause: one that is the same without for every record is dead."""
        version = self.version(at)
        rules = version.policy.rules
        found = {}
        for notice in self.notices:
            if notice.holds(at):
                found[notice.rule.name] = replace(self, notices=tuple(one for one in self.notices if one is not notice))
        for place, rule in enumerate(rules):
            around = rules[:place], rules[place + 1 :]
            kept = {rule.name: (*around[0], *around[1])}
            if rule.unless:
                kept[f"{rule.name}, unless"] = (*around[0], replace(rule, unless=()), *around[1])
            for name, left in kept.items():
                changed = replace(version, policy=replace(version.policy, rules=left))
                found[name] = replace(self, versions=tuple(changed if one is version else one for one in self.versions))
        return found


def cells(handbook: Handbook, rows: Sequence[tuple[Facts, date]]) -> dict[str, list[int]]:
    """Which rows (by their place) each rule decides about, with the day that counts for each."""
    found: dict[str, list[int]] = {}
    for place, (facts, at) in enumerate(rows):
        found.setdefault(handbook.decide(facts, at).rule, []).append(place)
    return found


def on_the_edge(handbook: Handbook, rows: Sequence[tuple[Facts, date]]) -> list[int]:
    """Places of the rows that stand exactly on a limit, so that whoever misreads it treats them wrongly."""
    careless = handbook.misread()
    return [
        place
        for place, (facts, at) in enumerate(rows)
        if handbook.decide(facts, at).treatment.deed != careless.decide(facts, at).treatment.deed
    ]


def draw_rows(
    rng: Rng,
    handbook: Handbook,
    rows: Sequence[tuple[Facts, date]],
    count: int,
    needed: Sequence[str] = (),
    *,
    edges: int = 0,
) -> list[int] | None:
    """Places of `count` rows, drawn so that every cell has one: each rule decides about some row, and so does
    “otherwise”. None if the rows do not have that, or if there are more cells than rows wanted.

    `needed` names the cells that must occur; by default all that the handbook has in force on the rows' days. At least
    `edges` of the rows stand exactly on a limit.
    """
    found = cells(handbook, rows)
    wanted = list(needed) or list(dict.fromkeys(name for _, at in rows for name in handbook.in_force(at)))
    if any(name not in found for name in wanted) or len(wanted) > count or count > len(rows):
        return None
    chosen = [rng.choice(found[name]) for name in wanted]
    if edges:
        edge = on_the_edge(handbook, rows)
        spare = [place for place in edge if place not in chosen]
        missing = max(0, edges - (len(edge) - len(spare)))
        if missing > len(spare) or len(chosen) + missing > count:
            return None
        chosen += rng.sample(spare, missing)
    others = [place for place in range(len(rows)) if place not in chosen]
    return rng.shuffled([*chosen, *rng.sample(others, count - len(chosen))])


def drawn_handbook(
    rng: Rng,
    dials: Dials,
    rules: Callable[[Rng], Sequence[Rule]],
    otherwise: Treatment,
    changed: date,
    notice: Notice | None = None,
) -> Handbook:
    """As many rules as the dials say, and one older version for each that is out of date; the newest since `changed`.
    With several sources there is a notice, too."""
    versions = []
    for age in range(dials.stale + 1):
        taken = list(rules(rng.child("rules", age)))[: dials.rules]
        order = rng.child("order", age)
        mixed = dials.rules > 2
        wins: Literal["first", "last"] = "last" if mixed and order.chance(0.5) else "first"
        policy = Policy(by_rank(order.shuffled(taken) if mixed else taken, wins), otherwise, wins)
        versions.append(Version(changed - timedelta(days=150 * age), policy))
    return Handbook(tuple(reversed(versions)), (notice,) if notice and dials.sources > 1 else ())


def _listed(words: Sequence[str], last: str = "or") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
