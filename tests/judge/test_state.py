"""Judging by changes: what must have changed, what may have, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from webcosm.judge.state import (
    Allow,
    Delete,
    Expectation,
    Insert,
    RuleError,
    Update,
    describe_change,
    same_letters,
    same_text,
)
from webcosm.worlds import Change, StepChanges, Trail, Value
from webcosm.worlds.trails import without_trails

FREE = {"id": "the next number", "seen": "nobody cares"}


def inserted(number: int = 7, **values: Value) -> Change:
    row: dict[str, Value] = {"id": number, "title": "Nine Rivers", "pages": 212, "seen": None, **values}
    return Change("shelf", "book", "insert", (number,), None, row)


def updated(number: int = 7, **values: Value) -> Change:
    old: dict[str, Value] = {"id": number, "title": "Nine Rivers", "pages": 212, "seen": None}
    return Change("shelf", "book", "update", (number,), old, {**old, **values})


def deleted(number: int = 7) -> Change:
    return replace(inserted(number), kind="delete", old=inserted(number).new, new=None)


def accepts(expectation: Expectation, *changes: Change) -> bool:
    checks, collateral = expectation.checks(changes)
    return all(check.passed for check in checks) and not collateral


NEW_BOOK = Insert("shelf", "book", {"title": same_text("Nine Rivers"), "pages": 212}, FREE)


def test_a_required_insert_is_found_whatever_its_free_columns_hold() -> None:
    assert accepts(Expectation([NEW_BOOK]), inserted())
    assert accepts(Expectation([NEW_BOOK]), inserted(99, seen="2026-05-14"))


@pytest.mark.parametrize(
    "change",
    [inserted(title="Eight Rivers"), inserted(pages=213), inserted(pages="212"), inserted(pages=212.0)],
    ids=repr,
)
def test_another_value_or_another_type_is_not_what_was_asked_for(change: Change) -> None:
    checks, collateral = Expectation([NEW_BOOK]).checks([change])
    assert [check.passed for check in checks] == [False]
    assert collateral == [change]


def test_a_rule_must_speak_of_every_column_of_a_new_row() -> None:
    with pytest.raises(RuleError, match="says nothing about column 'pages'"):
        Expectation([Insert("shelf", "book", {"title": "Nine Rivers"}, FREE)]).checks([inserted()])


def test_a_rule_may_not_name_a_column_that_is_not_there() -> None:
    with pytest.raises(RuleError, match="no column 'author'; there are id, title, pages, seen"):
        Expectation([Update("shelf", "book", {"author": "me"}, key=(7,))]).checks([updated(title="x")])


def test_incidental_columns_of_a_new_row_need_no_word() -> None:
    rule = Insert("shelf", "book", {"title": "Nine Rivers", "pages": 212}, {"id": "the next number"})
    assert accepts(Expectation([rule]), replace(inserted(), incidental=frozenset({"seen"})))


def test_an_update_leaves_all_columns_alone_that_are_neither_matched_nor_free() -> None:
    rule = Update("shelf", "book", {"pages": 300}, {"seen": "nobody cares"}, key=(7,))
    assert accepts(Expectation([rule]), updated(pages=300))
    assert accepts(Expectation([rule]), updated(pages=300, seen="today"))
    assert not accepts(Expectation([rule]), updated(pages=300, title="Ten Rivers"))
    assert not accepts(Expectation([rule]), updated(8, pages=300))


def test_a_deletion_is_known_by_its_key() -> None:
    rule = Delete("shelf", "book", key=(7,))
    assert accepts(Expectation([rule]), deleted(7))
    assert not accepts(Expectation([rule]), deleted(8))
    assert not accepts(Expectation([rule]), updated(title="gone"))


@pytest.mark.parametrize("change", [replace(inserted(), site="annex"), replace(inserted(), table="film")], ids=repr)
def test_the_same_row_elsewhere_is_another_change(change: Change) -> None:
    assert not accepts(Expectation([NEW_BOOK]), change)


def test_more_than_asked_for_is_collateral() -> None:
    _, collateral = Expectation([NEW_BOOK]).checks([inserted(7), inserted(8)])
    assert collateral == [inserted(8)]
    assert accepts(Expectation([replace(NEW_BOOK, count=2)]), inserted(7), inserted(8))
    assert not accepts(Expectation([replace(NEW_BOOK, count=2)]), inserted(7))


def test_two_rules_do_not_share_one_change() -> None:
    assert not accepts(Expectation([NEW_BOOK, NEW_BOOK]), inserted())
    assert accepts(Expectation([NEW_BOOK, NEW_BOOK]), inserted(7), inserted(8))


def test_allowed_changes_may_be_there_or_not() -> None:
    expectation = Expectation([NEW_BOOK], [Allow("a log is kept", lambda change: change.table == "log")])
    logged = Change("shelf", "log", "insert", (1,), None, {"id": 1})
    assert accepts(expectation, inserted())
    assert accepts(expectation, inserted(), logged, replace(logged, key=(2,)))
    assert not accepts(expectation, logged)


def test_nothing_expected_means_nothing_may_change() -> None:
    assert accepts(Expectation())
    assert not accepts(Expectation(), deleted())


def test_conditions_see_all_changes_and_are_checks_by_name() -> None:
    few = Expectation(
        conditions={"at most one": lambda changes: len(changes) <= 1}, allowed=[Allow("", lambda _: True)]
    )
    assert accepts(few, inserted())
    checks, _ = few.checks([inserted(7), inserted(8)])
    assert [(check.name, check.passed) for check in checks] == [("at most one", False)]


def test_checks_are_named_for_people() -> None:
    checks, _ = Expectation([NEW_BOOK, Delete("shelf", "book", key=(1,), name="the old one is gone")]).checks([])
    assert [(check.name, check.seen, check.expected) for check in checks] == [
        ("insert in shelf.book", "0 found", "1"),
        ("the old one is gone", "0 found", "1"),
    ]


def nearest(expectation: Expectation, *changes: Change) -> str:
    (check,), _ = expectation.checks(changes)
    return check.seen


def test_what_is_not_found_is_told_by_what_came_nearest() -> None:
    assert nearest(Expectation([NEW_BOOK]), inserted(pages=1), inserted(8, title="X", pages=2)) == (
        "0 found; nearest: pages is 1, not 212"
    )
    renamed = Expectation([Update("shelf", "book", {"title": "Ten Rivers"}, key=(7,))])
    assert nearest(renamed, updated(title="Ten", pages=3)) == (
        "0 found; nearest: title is 'Ten', not 'Ten Rivers', pages was changed too"
    )
    assert nearest(renamed, updated(8, title="Ten Rivers")) == "0 found; nearest: it is the row (8,), not (7,)"
    assert nearest(Expectation([Delete("shelf", "book", key=(1,))]), deleted(7)) == (
        "0 found; nearest: it is the row (7,), not (1,)"
    )
    assert nearest(Expectation([NEW_BOOK]), deleted()) == "0 found"


def test_what_must_never_happen_counts_though_it_was_undone() -> None:
    never = Expectation(never={"the book is never deleted": lambda change: change.kind == "delete"})
    undone = (StepChanges(2, (deleted(),)), StepChanges(4, (inserted(),)))
    checks, _ = never.checks([], undone)
    assert [(check.name, check.passed, check.seen) for check in checks] == [
        ("the book is never deleted", False, "done in step 2")
    ]
    checks, _ = never.checks([], (StepChanges(2, (inserted(),)),))
    assert [check.passed for check in checks] == [True]
    checks, _ = never.checks([deleted()])
    assert [check.passed for check in checks] == [False], "without steps, the changes themselves tell"


def test_what_an_undone_slip_leaves_behind_does_not_count() -> None:
    line = Change("shelf", "log", "insert", (1,), None, {"id": 1, "mail": None})
    sent = Change("shelf", "log", "insert", (2,), None, {"id": 2, "mail": "you@mail.test"})
    touched = updated(seen="2026-05-14")
    trails = (Trail("log", inserted=lambda row: row["mail"] is None), Trail("book", columns=frozenset({"seen"})))
    _, collateral = Expectation().checks(
        [line, sent, touched, updated(8, title="X")], (), lambda changes: without_trails(changes, {"shelf": trails})
    )
    assert collateral == [sent, updated(8, title="X")]


def test_what_was_taken_away_and_put_back_does_not_count() -> None:
    def row(number: int, title: str, day: str) -> dict[str, Value]:
        return {"id": number, "title": title, "added": day}

    trails = {"shelf": (Trail("book", anew=frozenset({"id", "added"})),)}
    gone = Change("shelf", "book", "delete", (1,), row(1, "A", "2025-01-01"), None)
    back = Change("shelf", "book", "insert", (9,), None, row(9, "A", "2026-05-14"))
    other = Change("shelf", "book", "insert", (10,), None, row(10, "B", "2026-05-14"))
    assert without_trails([gone, back, other], trails) == [other]
    assert without_trails([gone, other], trails) == [gone, other], "another one is not the same one"
    assert without_trails([gone, back, replace(back, key=(11,))], trails) == [replace(back, key=(11,))], "once"
    assert without_trails([gone, back], {"shelf": (Trail("book"),)}) == [gone, back], "where the site says so"
    _, collateral = Expectation([Delete("shelf", "book", key=(1,))]).checks(
        [gone, back], (), lambda changes: without_trails(changes, trails)
    )
    assert collateral == [back], "what was to be deleted must not come back"


def test_progress_is_the_share_of_what_is_required() -> None:
    two = Expectation([NEW_BOOK, Delete("shelf", "book", key=(1,))], [Allow("", lambda _: True)])
    assert [two.progress(()), two.progress([inserted()]), two.progress([inserted(), deleted(1)])] == [0, 0.5, 1]
    assert two.progress([inserted(), inserted(8)]) == 0.5, "more of the same is no progress"
    several = Expectation([replace(NEW_BOOK, count=4)])
    assert several.progress([inserted(), inserted(8)]) == 0.5


def test_what_holds_without_doing_anything_is_no_progress() -> None:
    bounded = Expectation(
        conditions={"at most two": lambda changes: len(changes) <= 2, "at least one": lambda changes: bool(changes)}
    )
    assert (bounded.progress(()), bounded.progress([inserted()])) == (0, 1)
    assert Expectation().progress([inserted()]) == 0


@pytest.mark.parametrize(
    "text", ["a’s\nb c", "  a’s\nb c\n", "a’s  \r\nb c", "a's\t\nb c", "a’s\nb  c", "a's\nb\xa0 c"]
)
def test_same_text_overlooks_spacing_and_straight_quotation_marks(text: str) -> None:
    assert same_text("a’s\nb c")(text)


@pytest.mark.parametrize("text, right", [("#9c3b2e", True), (" #9C3B2E", True), ("#9c3b2f", False), (None, False)])
def test_same_letters_overlooks_capitals_and_spacing(text: Value, right: bool) -> None:
    assert same_letters("#9C3B2E")(text) is right


@pytest.mark.parametrize("text", ["a’s\n\nb c", "a’s b c", "A’s\nb c", "as\nb c", "a’s\nbc", "a’s\n b c", "", None, 5])
def test_same_text_overlooks_nothing_else(text: Value) -> None:
    assert not same_text("a’s\nb c")(text)


def test_free_columns_are_told_with_their_reasons() -> None:
    assert Expectation([NEW_BOOK]).free_columns(inserted()) == FREE
    assert Expectation([NEW_BOOK]).free_columns(deleted()) == {}


def test_a_change_in_one_line() -> None:
    assert describe_change(updated(pages=3)) == "update shelf.book (7,): pages=3"
    assert describe_change(deleted()).startswith("delete shelf.book (7,): id=7, title='Nine Rivers'")


def test_what_holds_because_nothing_was_done_was_not_reached() -> None:
    """It is no tick: whoever does nothing has it too."""
    expectation = Expectation(
        required=[replace(NEW_BOOK, name="the book")],
        conditions={"at most one": lambda changes: len(changes) <= 1, "some": lambda changes: bool(changes)},
        never={"never deleted": lambda change: change.kind == "delete"},
    )

    def reached(*changes: Change) -> dict[str, tuple[bool, bool]]:
        checks = expectation.checks(changes, [StepChanges(1, changes)] if changes else [])[0]
        return {check.name: (check.passed, check.reached) for check in checks}

    held, missed, empty = (True, True), (False, True), (True, False)
    assert reached() == {"the book": missed, "at most one": empty, "some": missed, "never deleted": empty}
    assert reached(inserted()) == {
        "the book": held,
        "at most one": held,
        "some": held,
        "never deleted": held,
    }
    assert expectation.checks(())[0][1].to_json()["reached"] is False
    assert "reached" not in expectation.checks(())[0][0].to_json()
