"""Quick actions: lines of a comment such as ``/assign @ana`` that do something and are not kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from webcosm.sites.code.rules import issues
from webcosm.sites.code.rules.activity import add_todo, settle_todos
from webcosm.sites.code.rules.planning import labels_of, milestones_of
from webcosm.sites.code.rules.refused import Refused
from webcosm.worlds import Row, World

__all__ = ["QUICK_ACTIONS", "Parsed", "parse_quick", "run_quick"]

LINE = re.compile(r"^/(?P<verb>[a-z_]+)[ \t]*(?P<rest>[^\n]*)$")
NAMED = re.compile(r"me|@[A-Za-z0-9][\w.-]*")
LABELS = re.compile(r'~"([^"]+)"|~([\w:-]+)')
SPENT = re.compile(r"(?:(?P<days>\d+)d)?\s*(?:(?P<hours>\d+)h)?\s*(?:(?P<minutes>\d+)m)?")


@dataclass
class Parsed:
    """A comment taken apart: what is said, and what is to be done."""

    text: str
    orders: list[tuple[str, str]] = field(default_factory=list)


def parse_quick(body: str) -> Parsed:
    """Known actions on lines of their own, outside of fenced code, leave the text."""
    kept: list[str] = []
    parsed = Parsed("")
    fenced = False
    for line in body.replace("\r\n", "\n").split("\n"):
        fenced ^= line.lstrip().startswith("```")
        found = None if fenced else LINE.match(line.rstrip())
        if found and found["verb"] in QUICK_ACTIONS:
            parsed.orders.append((found["verb"], found["rest"].strip()))
        else:
            kept.append(line)
    parsed.text = "\n".join(kept).strip()
    return parsed


def run_quick(world: World, account: Row, project: Row, issue: Row, orders: list[tuple[str, str]]) -> list[str]:
    """Does them in their order; gives what was done, in words. One that is refused stops those after it."""
    done = []
    for verb, rest in orders:
        issue = issues.issue_row(world.code, issue.id)
        done.append(QUICK_ACTIONS[verb][1](world, account, project, issue, rest))
    return done


def _accounts(world: World, account: Row, rest: str) -> list[Row]:
    names = [word if word == "me" else word[1:] for word in rest.replace(",", " ").split() if NAMED.fullmatch(word)]
    found = []
    for name in names:
        row = account if name == "me" else world.code.row("SELECT * FROM account WHERE username = ?", name)
        if row is None:
            raise Refused(f"There is nobody called @{name}.")
        found.append(row)
    if not found:
        raise Refused("Say who, as in /assign @name.")
    return found


def _assigned(world: World, issue: Row) -> list[Row]:
    return world.code.rows(issues.ASSIGNEES, issue.id)


def _assign(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    people = {row.id: row for row in (*_assigned(world, issue), *_accounts(world, account, rest))}
    issues.assign(world, account, issue, list(people.values()))
    return "assigned it"


def _unassign(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    gone = {row.id for row in _accounts(world, account, rest)} if rest else {row.id for row in _assigned(world, issue)}
    issues.assign(world, account, issue, [row for row in _assigned(world, issue) if row.id not in gone])
    return "unassigned it"


def _labels(world: World, project: Row, rest: str) -> set[int]:
    known = {row.title.lower(): row.id for row in labels_of(world.code, project)}
    found = set()
    for quoted, word in LABELS.findall(rest):
        if (quoted or word).lower() not in known:
            raise Refused(f"There is no label “{quoted or word}” in {project.full_path}.")
        found.add(known[(quoted or word).lower()])
    if not found:
        raise Refused('Say which label, as in /label ~bug or /label ~"good first issue".')
    return found


def _has(world: World, issue: Row) -> set[int]:
    return set(world.code.values("SELECT label_id FROM issue_label WHERE issue_id = ?", issue.id))


def _label(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.set_labels(world, account, issue, _has(world, issue) | _labels(world, project, rest))
    return "added labels"


def _unlabel(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    gone = _labels(world, project, rest) if rest else _has(world, issue)
    issues.set_labels(world, account, issue, _has(world, issue) - gone)
    return "removed labels"


def _relabel(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.set_labels(world, account, issue, _labels(world, project, rest))
    return "replaced the labels"


def _milestone(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    title = rest.removeprefix("%").strip('"').lower()
    for row in milestones_of(world.code, project):
        if row.title.lower() == title:
            issues.set_milestone(world, account, issue, row)
            return "changed the milestone"
    raise Refused(f"There is no open milestone “{rest.removeprefix('%')}” in {project.full_path}.")


def _no_milestone(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.set_milestone(world, account, issue, None)
    return "removed the milestone"


def _due(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    try:
        due = date.fromisoformat(rest)
    except ValueError:
        raise Refused(f"“{rest}” is no date such as 2026-05-20.") from None
    issues.set_due(world, account, issue, due)
    return "changed the due date"


def _no_due(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.set_due(world, account, issue, None)
    return "removed the due date"


def _weight(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    if not (rest.isascii() and rest.isdecimal() and len(rest) < 4):
        raise Refused(f"A weight is a whole number from 0 to 999; “{rest}” is not.")
    issues.set_weight(world, account, issue, int(rest))
    return "changed the weight"


def _no_weight(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.set_weight(world, account, issue, None)
    return "removed the weight"


def _close(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.close_issue(world, account, issue)
    return "closed it"


def _reopen(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.reopen_issue(world, account, issue)
    return "reopened it"


def _title(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    if not rest:
        raise Refused("Say the new title after /title.")
    issues.edit_issue(world, account, issue, rest[:255], issue.description)
    return "changed the title"


def _confidential(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.set_confidential(world, account, issue, True)
    return "made it confidential"


def _other(world: World, project: Row, rest: str) -> Row:
    number = rest.lstrip("#")
    row = (
        world.code.row("SELECT * FROM issue WHERE project_id = ? AND number = ?", project.id, int(number))
        if number.isascii() and number.isdecimal() and len(number) < 10
        else None
    )
    if row is None:
        raise Refused(f"There is no issue “{rest}” in {project.full_path}.")
    return row


def _duplicate(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.mark_duplicate(world, account, issue, _other(world, project, rest))
    return "closed it as a duplicate"


def _relate(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    issues.relate(world, account, issue, _other(world, project, rest), "relates_to")
    return "linked it"


def minutes(text: str) -> int:
    """``2h 30m`` in minutes; a day has eight hours."""
    found = SPENT.fullmatch(text.strip())
    total = found and sum(
        int(found[name] or 0) * of for name, of in (("days", 480), ("hours", 60), ("minutes", 1)) if found[name]
    )
    if not total or total > 100_000:
        raise Refused(f"“{text}” is no time such as 2h 30m, 45m or 1d.")
    return total


def add_time(world: World, account: Row, issue: Row, *, estimate: int = 0, spent: int = 0, summary: str = "") -> None:
    """An estimate replaces the one before; time spent adds up."""
    db = world.code
    if estimate:
        db.run("DELETE FROM time_entry WHERE issue_id = ? AND estimate > 0", issue.id)
    db.insert(
        "time_entry",
        issue_id=issue.id,
        account_id=account.id,
        estimate=estimate,
        spent=spent,
        summary=summary,
        created=world.clock.stamp(),
    )


def _estimate(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    add_time(world, account, issue, estimate=minutes(rest))
    return "set the estimate"


def _spend(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    add_time(world, account, issue, spent=minutes(rest))
    return "added time spent"


def _todo(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    add_todo(world, account.id, account.id, "marked", project.id, issue_id=issue.id)
    return "put it on your list"


def _done(world: World, account: Row, project: Row, issue: Row, rest: str) -> str:
    settle_todos(world, account.id, issue_id=issue.id)
    return "took it off your list"


Action = Callable[[World, Row, Row, Row, str], str]
QUICK_ACTIONS: dict[str, tuple[str, Action]] = {
    "assign": ("triage", _assign),
    "unassign": ("triage", _unassign),
    "label": ("triage", _label),
    "unlabel": ("triage", _unlabel),
    "relabel": ("triage", _relabel),
    "milestone": ("triage", _milestone),
    "remove_milestone": ("triage", _no_milestone),
    "due": ("triage", _due),
    "remove_due_date": ("triage", _no_due),
    "weight": ("triage", _weight),
    "clear_weight": ("triage", _no_weight),
    "close": ("edit", _close),
    "reopen": ("edit", _reopen),
    "title": ("edit", _title),
    "confidential": ("triage", _confidential),
    "duplicate": ("triage", _duplicate),
    "relate": ("triage", _relate),
    "estimate": ("triage", _estimate),
    "spend": ("triage", _spend),
    "todo": ("see", _todo),
    "done": ("see", _done),
}
"""What each needs: ``triage`` in the project, ``edit`` which its author has too, or nothing but to see it."""
