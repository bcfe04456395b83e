"""Rules in words: as a page, a handbook chapter, a notice, a ticket or a note. Which one holds can always be read off.

Every condition's value stands in the text, versions say from when they hold, notices say what they overrule and for how
long, and a list of rules says which one wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from webcosm.lore import Rng
from webcosm.tasks.dates import said_day
from webcosm.tasks.rules import Condition, Notice, Policy, Rule, Treatment, Version

__all__ = ["Style", "missing_values", "notice_text", "policy_text"]

Style = Literal["page", "chapter", "ticket", "note"]
FIRST = (
    "Go through these from the top; the first one that fits decides.",
    "The order matters: whichever of these fits first is the one that counts.",
)
LAST = (
    "Read all of them: where several fit, the one further down counts.",
    "If more than one of these fits, go by the one that comes last.",
)
OTHERWISE = ("In all other cases: {then}.", "For everything else: {then}.", "If none of this fits: {then}.")
ONE_RULE = ("If {when}{unless}: {then}.", "Where {when}{unless}: {then}.")


def policy_text(
    versions: Sequence[Version], place: int, rng: Rng, *, subject: str, counted: str, style: Style = "page"
) -> str:
    """One version in words, Markdown for pages and chapters and plain lines for tickets and notes.

    `subject` is the record in the singular (``a return``); `counted` says which day of a record decides on the version
    (``the day on which the customer wrote to us``).
    """
    version = versions[place]
    since = said_day(version.since)
    lines = _rules(version.policy, rng, numbered=style in ("page", "chapter"))
    order = rng.choice(FIRST if version.policy.wins == "first" else LAST) if len(version.policy.rules) > 1 else ""
    held = f"In force since {since}. What counts for {subject} is {counted}."
    if place + 1 < len(versions):
        until = said_day(versions[place + 1].since)
        held = f"In force from {since}; a newer version holds from {until} on. What counts for {subject} is {counted}."
    if style in ("page", "chapter"):
        return "\n\n".join(part for part in (f"*{held}*", order, "\n".join(lines[:-1]), lines[-1]) if part)
    return "\n".join(part for part in (held, order, *lines) if part)


def notice_text(notice: Notice, rng: Rng, *, subject: str, counted: str) -> str:
    """A notice in words; says that it comes before the standing rules, and how long."""
    if notice.until is None:
        span = f"from {said_day(notice.since)} until further notice"
    else:
        span = f"from {said_day(notice.since)} up to and including {said_day(notice.until)}"
    lead = rng.choice(
        (
            f"This holds {span} and comes before the standing rules; what counts for {subject} is {counted}.",
            f"Valid {span}, whatever the standing rules say; what counts for {subject} is {counted}.",
        )
    )
    return f"{lead} {_rule(notice.rule, rng)}"


def missing_values(text: str, rules: Sequence[Rule]) -> list[str]:
    """Values of conditions and treatments that a text does not have; empty unless the prose is at fault."""
    values = [one.value_text for rule in rules for one in rule.conditions if not isinstance(one.value, bool)]
    values += [shown for rule in rules for shown in rule.then.texts().values()]
    return [value for value in values if value not in text]


def _rules(policy: Policy, rng: Rng, *, numbered: bool) -> list[str]:
    mark = "{number}. " if numbered else "- "
    lines = [mark.format(number=number) + _rule(rule, rng) for number, rule in enumerate(policy.rules, 1)]
    return [*lines, rng.choice(OTHERWISE).format(then=_treatment(policy.otherwise, rng))]


def _rule(rule: Rule, rng: Rng) -> str:
    when = " and ".join(_condition(one, rng) for one in rule.when)
    unless = ", unless " + " or ".join(_condition(one, rng) for one in rule.unless) if rule.unless else ""
    text = rng.choice(ONE_RULE).format(when=when, unless=unless, then=_treatment(rule.then, rng))
    return text[0].upper() + text[1:]


def _condition(condition: Condition, rng: Rng) -> str:
    return rng.choice(condition.says).format(value=condition.value_text)


def _treatment(treatment: Treatment, rng: Rng) -> str:
    return rng.choice(treatment.says).format(**treatment.texts())
