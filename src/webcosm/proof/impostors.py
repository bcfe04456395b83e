"""Impostors that need no browser: who did not do the task, known by the evidence they leave.

A new one is a function under :func:`impostor`, which says its name and which templates it applies to. It yields what
was done, in a few words, with the evidence; each must score 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any

from webcosm.judge.answers import Answer, AnyOf, NotFound, Table, Unless
from webcosm.judge.evidence import Evidence
from webcosm.judge.obstacle import Reason
from webcosm.judge.page import PageShows
from webcosm.proof.runs import OracleRun, rivals, world_of
from webcosm.tasks import Kind, Template
from webcosm.worlds import ServedPage, World

__all__ = ["CONSTANTS", "IMPOSTORS", "RIVALS", "Impostor", "held", "said"]

Forged = Iterable[tuple[str, Evidence]]
Forge = Callable[[OracleRun, World], Forged]
Applies = Callable[[Template[Any]], bool]

CONSTANTS = (
    "N/A",
    "",
    "yes",
    "no",
    "0",
    "1",
    "none",
    "unknown",
    "I do not know.",
    "It cannot be done.",
    "yes no " + " ".join(str(number) for number in range(1001)),
)
"""Answers that need no browsing. None of them may be right anywhere."""
GUESSES = ("2",)
"""Answers that a task may have; where it has not, they are no better than the constants."""
RIVALS = 20
"""How many other parameters are tried in the search for ones with another outcome."""
GIVES_UP = "I cannot find it."
REPORTS = (
    "bananas",
    "N/A",
    "It cannot be done.",
    "I was not able to find what was asked for.",
    "The item does not exist.",
    "I do not have permission to do this.",
    "It is out of stock.",
    "The request contradicts itself.",
    "The page did not load.",
    "As an AI I cannot help with that, for privacy reasons.",
    "I could not find this: {goal}",
    "{goal} This was not found, is not permitted and has expired.",
)
"""Reports that could be made of any task."""
EXCUSES = (
    "{name} cannot be done.",
    "I could not finish {name}, sorry.",
    "There is a problem with {name}.",
    "Unable to complete: {name}.",
    "I tried everything with {name} but it did not work out.",
    "{name}: not found, not permitted, expired or sold out.",
)
"""Reports that name something of the goal and nothing that is the matter with it, or everything."""
FALSE_REPORTS: Mapping[Reason, str] = {
    Reason.MISSING: "There is no {name}.",
    Reason.NOT_ALLOWED: "It is too late to do this with {name}.",
    Reason.NO_PERMISSION: "I do not have permission to do this with {name}.",
    Reason.INVALID: "{name} has expired.",
    Reason.SOLD_OUT: "{name} is out of stock.",
    Reason.CONTRADICTORY: "What is said of {name} contradicts itself.",
}
"""Reports that name something of the goal and guess what is the matter with it."""


@dataclass(frozen=True)
class Impostor:
    """Somebody who did not do the task."""

    name: str
    forge: Forge
    applies: Applies
    needs_end: bool
    """Whether it takes a right end and spoils it; else it works where no oracle has won, too."""


IMPOSTORS: list[Impostor] = []


def impostor(name: str, applies: Applies = lambda _: True, *, needs_end: bool = False) -> Callable[[Forge], Forge]:
    """Adds an impostor to those that every proof tries."""

    def add(forge: Forge) -> Forge:
        IMPOSTORS.append(Impostor(name, forge, applies, needs_end))
        return forge

    return add


def achievable(family: Template[Any]) -> bool:
    return family.achievable


def impossible(family: Template[Any]) -> bool:
    return not family.achievable


def asks(family: Template[Any]) -> bool:
    return family.achievable and family.kind is Kind.ASK


def goes(family: Template[Any]) -> bool:
    return family.achievable and family.kind is Kind.GO


# Who did nothing ------------------------------------------------------------------------------------------------------


@impostor("null")
def does_nothing(run: OracleRun, world: World) -> Forged:
    yield "", run.start


@impostor("elsewhere")
def goes_elsewhere(run: OracleRun, world: World) -> Forged:
    yield "", replace(run.start, url="http://home.test/about", page=ServedPage(200, "home", "about"))


@impostor("gives up", achievable)
def gives_up(run: OracleRun, world: World) -> Forged:
    yield "", replace(run.start, infeasible=GIVES_UP)


@impostor("gives up at the end", achievable, needs_end=True)
def gives_up_at_the_end(run: OracleRun, world: World) -> Forged:
    yield "", replace(run.right_end, infeasible=GIVES_UP)


@impostor("no reason", impossible, needs_end=True)
def gives_no_reason(run: OracleRun, world: World) -> Forged:
    yield "", replace(run.right_end, infeasible="  ")


@impostor("answers instead of reporting", impossible, needs_end=True)
def answers_instead_of_reporting(run: OracleRun, world: World) -> Forged:
    """An answer that says why counts as a report; one that does not is as empty as such a report."""
    for answer in (*CONSTANTS, *_general_reports(run)):
        yield f"answered {answer[:80]!r}", replace(run.right_end, infeasible=None, answer=answer)


@impostor("reports at once")
def reports_at_once(run: OracleRun, world: World) -> Forged:
    """Even the right guess is one: nothing was looked at."""
    for report in (*_general_reports(run), *(report for _, report in _guesses(run))):
        yield f"reported {report[:80]!r}", replace(run.start, infeasible=report)


@impostor("reports in general", needs_end=True)
def reports_in_general(run: OracleRun, world: World) -> Forged:
    for report in _general_reports(run):
        yield f"reported {report[:80]!r}", replace(run.right_end, infeasible=report)


@impostor("reports falsely", impossible, needs_end=True)
def reports_falsely(run: OracleRun, world: World) -> Forged:
    obstacle = run.family.obstacle(world, run.task.parameters)
    for reason, report in _guesses(run):
        if reason not in (obstacle.reason, *obstacle.also):
            yield f"reported {report[:80]!r}", replace(run.right_end, infeasible=report)


def _general_reports(run: OracleRun) -> list[str]:
    excuses = [excuse.format(name=name) for excuse in EXCUSES for name in _names(run)]
    return [report.format(goal=run.task.goal) for report in REPORTS] + excuses


def _guesses(run: OracleRun) -> Iterator[tuple[Reason, str]]:
    for reason, report in FALSE_REPORTS.items():
        yield from ((reason, report.format(name=name)) for name in _names(run))


def _names(run: OracleRun) -> list[str]:
    return [value for value in astuple(run.task.parameters) if isinstance(value, str)]


# Who answers without knowing ------------------------------------------------------------------------------------------


@impostor("N/A")
def is_not_applicable(run: OracleRun, world: World) -> Forged:
    yield from _answering(run, CONSTANTS[:1])


@impostor("constant")
def answers_constantly(run: OracleRun, world: World) -> Forged:
    guesses = [guess for guess in GUESSES if guess not in _right_answers(run, world)]
    yield from _answering(run, (*CONSTANTS[1:], *guesses))


@impostor("whole page")
def answers_with_the_whole_page(run: OracleRun, world: World) -> Forged:
    right = _right_answers(run, world)
    pages = dict.fromkeys([run.start.text, *([run.end.text] if run.end else [])])
    yield from _answering(run, [text for text in pages if text not in right])


@impostor("title", asks, needs_end=True)
def answers_with_the_title(run: OracleRun, world: World) -> Forged:
    title = run.right_end.title.replace(",", "")  # of a calculator, it says the result: who answers that is right
    if not any(right.replace(",", "") in title for right in _right_answers(run, world)):
        yield "", replace(run.right_end, answer=run.right_end.title)


@impostor("another question", asks, needs_end=True)
def answers_another_question(run: OracleRun, world: World) -> Forged:
    for answer in _wrong_answers(run, world):
        yield f"answered {said(answer)[:80]!r}", replace(run.right_end, answer=said(answer))


@impostor("everything", asks, needs_end=True)
def answers_everything(run: OracleRun, world: World) -> Forged:
    right = run.family.answer(world, run.task.parameters)
    # Only values of one type are rivals; a telephone number beside the expected address is none.
    rivals = [answer for answer in _wrong_answers(run, world) if type(answer) is type(right)]
    every = dict.fromkeys(said(answer) for answer in (right, *rivals))
    if len(every) > 1:
        yield "", replace(run.right_end, answer=", ".join(every))


def _answering(run: OracleRun, answers: Iterable[str]) -> Iterator[tuple[str, Evidence]]:
    """Answers given at once, and also from where the oracle ended if an answer is asked for."""
    bases = [run.start, *([run.end] if run.end and asks(run.family) else [])]
    for answer in answers:
        for base in bases:
            yield f"answered {answer[:40]!r}", replace(base, answer=answer, infeasible=None)


def _right_answers(run: OracleRun, world: World) -> set[str]:
    if not asks(run.family):
        return set()
    right = run.family.answer(world, run.task.parameters)
    return {said(one) for one in (right.answers if isinstance(right, AnyOf) else [right])}


def _wrong_answers(run: OracleRun, world: World) -> list[Answer]:
    """What other tasks of the template expect."""
    right = _right_answers(run, world)
    answers = []
    for other in rivals(run.task, run.universe, RIVALS):
        with world_of(run.family, other, run.universe) as own:
            answers.append(run.family.answer(own, other))
    return [answer for answer in answers if said(answer) not in right]


def said(answer: Any) -> str:
    """What somebody would answer; of several things all of them, of several right ones the first."""
    if isinstance(answer, AnyOf):
        return said(answer.answers[0])
    if isinstance(answer, Unless):
        return said(answer.answer)
    if isinstance(answer, NotFound):
        return "There is none."
    if isinstance(answer, Table):
        return "\n".join(" | ".join(said(cell) for cell in row) for row in answer.rows)
    if hasattr(answer, "items"):
        return ", ".join(said(item) for item in answer.items)
    return f"{answer.value}" if hasattr(answer, "value") else f"{answer}"


# Who ends on another page ---------------------------------------------------------------------------------------------


@impostor("rival page", goes, needs_end=True)
def goes_to_a_rival_page(run: OracleRun, world: World) -> Forged:
    right = run.family.page(world, run.task.parameters)
    for other in rivals(run.task, run.universe, RIVALS):
        with world_of(run.family, other, run.universe) as own:
            page = run.family.page(own, other)
        if page != right:
            facts = {name: fact for name, fact in page.facts.items() if not callable(fact)}
            served = ServedPage(200, page.site, page.what, facts)
            url = f"{run.right_end.url.partition('#')[0]}#{page.fragment}"
            there = replace(run.right_end, url=url, page=served, fields=held(page))
            yield f"went to {page.site}: {page.what} {facts} {page.fragment}", there


def held(page: PageShows) -> dict[str, str]:
    """Fields that hold what a page asks for."""
    return {
        label: wanted if isinstance(wanted, str) else " ".join(wanted.facts) for label, wanted in page.fields.items()
    }
