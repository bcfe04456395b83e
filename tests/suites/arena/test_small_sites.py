"""Tasks on notes, calculator, portal and manuals: what does not matter to their judges, and what does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Verdict
from webcosm.sites import all_sites
from webcosm.sites.calc.units import QUANTITIES
from webcosm.sites.kit import Visitor
from webcosm.suites.arena.calc.calculations import DeleteCalculation
from webcosm.suites.arena.calc.units import ShowImpossibleConversion
from webcosm.suites.arena.home.portal import OpenMissingDetails
from webcosm.suites.arena.manuals.chapters import OpenMissingChapter
from webcosm.suites.arena.notes._rows import OWNER
from webcosm.suites.arena.notes.changes import ListItem, PinNote, TickItem, TickMissingItem, TrashNote
from webcosm.suites.arena.notes.finding import (
    KNOWN_ORDERS,
    UNKNOWN_ORDERS,
    Draft,
    DraftNote,
    NoteTitle,
    SortedTag,
    SortTaggedUnknown,
)
from webcosm.tasks import Kind, Template, find_templates
from webcosm.worlds import StepChanges, Universe, World

GROUPS = ["arena.notes", "arena.calc", "arena.home", "arena.manuals", "arena.across"]
NOTES = "http://notes.test"


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with Universe([site.blueprint for site in all_sites() if site.blueprint]) as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


@pytest.fixture
def visitor(world: World) -> Visitor:
    visitor = Visitor(world, all_sites())
    visitor.get(f"{NOTES}/")
    return visitor


def judged(world: World, template: type[Template[Any]], p: Any) -> Verdict:
    """On what was done in a world, by a judge who sees it as it was at first."""
    one, evidence = template(), Evidence(changes=tuple(world.changes()), steps=tuple(world.history))
    with world.universe.open() as first:
        return one.judge(first, p, one.word(first, p, 0), evidence)


def note(world: World, title: str) -> int:
    return int(world.notes.value(f"SELECT id FROM note WHERE account_id = {OWNER} AND title = ?", title))


def tick(visitor: Visitor, number: int, line: int) -> None:
    revision = visitor.world.notes.value("SELECT revision FROM note WHERE id = ?", number)
    visitor.post(f"{NOTES}/notes/{number}/check", {"line": str(line), "revision": str(revision)})


@pytest.mark.parametrize("template", find_templates(GROUPS), ids=lambda template: template.id)
def test_whatever_changes_something_names_another_right_way(template: type[Template[Any]]) -> None:
    if template.kind is Kind.DO and template.achievable:
        assert template.ways
    for goal in template.goals:
        assert "Answer with" not in goal
        assert "shall" not in goal


def test_a_line_that_was_ticked_and_unticked_on_the_way_does_not_matter(world: World, visitor: Visitor) -> None:
    films, number = note(world, "Films to watch"), note(world, "Dentist")
    tick(visitor, films, 0)
    visitor.post(f"{NOTES}/notes/{number}/pin", {})
    assert judged(world, PinNote, NoteTitle("Dentist")).score == 0
    tick(visitor, films, 0)
    assert {change.key for change in world.changes() if change.table == "note"} == {(films,), (number,)}
    assert judged(world, PinNote, NoteTitle("Dentist")).score == 1


def test_a_note_that_was_only_touched_is_not_in_the_trash(world: World, visitor: Visitor) -> None:
    films = note(world, "Films to watch")
    tick(visitor, films, 0)
    tick(visitor, films, 0)
    assert judged(world, TrashNote, NoteTitle("Films to watch")).score == 0
    visitor.post(f"{NOTES}/notes/{films}/delete", {})
    assert judged(world, TrashNote, NoteTitle("Films to watch")).score == 1


@pytest.mark.parametrize("mark, score", [("x", 1), ("X", 1), (" ", 0), ("x]", 0)])
def test_a_box_may_be_checked_with_a_large_x(world: World, mark: str, score: int) -> None:
    films = note(world, "Films to watch")
    body = str(world.notes.value("SELECT body FROM note WHERE id = ?", films))
    body = body.replace("- [ ] Seven Harbors", f"- [{mark}] Seven Harbors").replace("Low Tide", "Low  Tide")
    world.notes.run("UPDATE note SET body = ?, revision = revision + 1 WHERE id = ?", body, films)
    assert judged(world, TickItem, ListItem("Films to watch", "Seven Harbors")).score == score


def test_a_draft_that_was_saved_for_a_while_was_saved(universe: Universe) -> None:
    p = Draft("Visit Ann", "Ann Lee lives in Clayholm.")
    with universe.open() as world:
        number = world.notes.insert(
            "note",
            account_id=1,
            title=p.title,
            body=p.text,
            created="2026-05-14 09:00:00",
            updated="2026-05-14 09:00:00",
        )
        saved = StepChanges(3, tuple(world.changes()))
        world.notes.run("DELETE FROM note WHERE id = ?", number)
        assert world.changes() == []
        expected = DraftNote().expect(world, p)
    checks, collateral = expected.checks([], [saved])
    assert ([check.passed for check in checks], collateral) == ([False], [])
    assert all(check.passed for check in expected.checks([], [StepChanges(3, ())])[0])


def test_what_was_worked_out_and_taken_off_the_tape_again_does_not_matter(world: World) -> None:
    visitor = Visitor(world, all_sites())
    visitor.get("http://calc.test/")
    p = DeleteCalculation().pool(world)[0]
    wanted = world.calc.value("SELECT id FROM calculation WHERE expression = ?", p.expression)
    visitor.post("http://calc.test/", {"q": "1+1"})
    visitor.post(f"http://calc.test/history/{wanted}/delete", {})
    assert judged(world, DeleteCalculation, p).score == 0
    last = world.calc.value("SELECT max(id) FROM calculation")
    visitor.post(f"http://calc.test/history/{last}/delete", {})
    assert judged(world, DeleteCalculation, p).score == 1


# What cannot be done --------------------------------------------------------------------------------------------------


def test_items_that_are_missing_stand_in_none_of_the_owners_notes(world: World) -> None:
    bodies = "\n".join(world.notes.values(f"SELECT body FROM note WHERE account_id = {OWNER}")).lower()
    pool = TickMissingItem().pool(world)
    assert {one.title for one in pool} >= {"Groceries", "Reading list"}
    assert [one for one in pool if one.item.lower() in bodies] == []


@pytest.mark.parametrize(
    "order, report",
    [
        ("longest first", "Foolscap can't sort notes by length."),
        ("longest first", "There is no option to list the longest notes first."),
        ("sorted by color", "Notes can only be sorted by date or title, not by color."),
        ("last viewed first", "No sort order goes by when a note was last viewed."),
    ],
)
def test_an_order_that_is_not_there_may_be_called_as_one_likes(world: World, order: str, report: str) -> None:
    one, p = SortTaggedUnknown(), SortedTag("home", order)
    looked = Evidence(infeasible=report, pages_opened=1)
    assert one.judge(world, p, one.word(world, p, 0), looked).score == 1
    other = SortedTag("home", next(name for name in UNKNOWN_ORDERS if name != order))
    assert one.judge(world, other, one.word(world, other, 0), looked).score == 0
    assert not KNOWN_ORDERS.keys() & UNKNOWN_ORDERS.keys()


def test_conversions_that_cannot_be_are_between_quantities_that_people_confuse(world: World) -> None:
    kind = {unit.plural: quantity.key for quantity in QUANTITIES for unit in quantity.units}
    pairs = {(kind[p.source], kind[p.target]) for p in ShowImpossibleConversion().pool(world)}
    assert pairs == {("mass", "volume"), ("volume", "mass"), ("length", "area"), ("area", "length")}


def test_sites_and_chapters_that_are_missing_sound_like_those_that_are_there(world: World) -> None:
    titles = {site.title for site in all_sites()}
    wished = [p.site for p in OpenMissingDetails().pool(world)]
    assert "Dray Books" in wished
    assert not titles & set(wished)
    chapters = OpenMissingChapter().pool(world)
    there = world.manuals.rows("SELECT site, title FROM section")
    named = {site.name: site.title for site in all_sites()}
    assert not {(named[row.site], row.title) for row in there} & {(p.site, p.chapter) for p in chapters}
