"""Ids do not give the answer away, and a task that was renamed is still the same task under both names."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator

import pytest

from webcosm.sites import all_sites
from webcosm.suites import folder_of
from webcosm.suites.public import public_tasks
from webcosm.tasks import DrawnTask, RenamedTask, find_ids, find_templates, make_task
from webcosm.worlds import Universe

LINES = (folder_of("arena.shop").parent / "renamed.txt").read_text().splitlines()
WORDS = [line.split() for line in LINES if not line.startswith("#")]
TABLE = [(old, new) for old, new, *_ in WORDS]
MERGED = {old: new for old, new, *mark in WORDS if mark == ["merged"]}
GONE = [old for old, new in TABLE if new in MERGED]
"""Older ids of what was merged."""
TASKS = [(old, new) for old, new in TABLE if old not in ("arena.tools", *MERGED, *GONE)]
TELLING = re.compile(
    r"missing|unknown|expired|stranger|closed|sold-out|too-|taken|guest|-as-|canceled|complete-order|ordered|other|outside"
)


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with Universe([site.blueprint for site in all_sites() if site.blueprint]) as universe:
        yield universe


def test_no_id_of_twins_tells_which_of_them_can_be_done() -> None:
    pairs = [template for template in find_templates(["arena"]) if template.twin]
    assert len(pairs) >= 92
    assert [template.id for template in pairs if TELLING.search(template.id.rpartition(".")[2])] == []


def test_the_table_only_grows() -> None:
    assert len(TABLE) >= 80
    assert sorted(TABLE) == TABLE
    assert {
        ("arena.tools.budget-sum", "arena.across.budget-sum"),
        ("arena.admin.unsubscribe-stranger", "arena.admin.unsubscribe-address"),
        ("arena.shop.use-expired-coupon", "arena.shop.apply-coupon"),
        ("arena.notes.recolor-note", "arena.notes.color-note"),
    } <= set(TABLE)


@pytest.mark.parametrize("old, new", TASKS, ids=[old for old, _ in TASKS])
def test_an_old_id_finds_the_task_and_it_draws_as_it_did(old: str, new: str) -> None:
    with pytest.warns(RenamedTask, match=f"{old} is now called {new}"):
        task = make_task(old, 3)
    assert isinstance(task, DrawnTask)
    assert (task.id, task.family.drawn_as, task.seed) == (new, old, 3)
    with pytest.warns(RenamedTask):
        assert [template.id for template in find_templates([old])] == [new]
    assert public_tasks([old]) == public_tasks([new])


@pytest.mark.parametrize("old", [*MERGED, *GONE])
def test_an_id_of_what_was_merged_finds_a_task_that_draws_as_before(old: str) -> None:
    with pytest.warns(RenamedTask, match=f"{old} is now called"):
        task = make_task(old, 3)
    assert isinstance(task, DrawnTask)
    assert task.id in MERGED.values()
    assert task.family.drawn_as == next((first for first, new in TASKS if new == task.id), task.id)


def test_a_group_can_be_renamed_too() -> None:
    with pytest.warns(RenamedTask, match=r"arena\.tools is now called arena\.across"):
        assert find_ids(["arena.tools"]) == find_ids(["arena.across"])


@pytest.mark.parametrize(
    "old, end_of_goal",
    [
        ("arena.notes.sort-tagged-unknown", "tagged “ideas”, sorted by color. Leave out the archive."),
        (
            "arena.tools.days-between-notes",
            "my note “Ideas for the newsletter” to the date I created my note “Team meeting, May 5”?",
        ),
        (
            "arena.admin.correct-weight-as-clerk",
            "The product with SKU OTM-LTT-10169 weighs 1501 grams. Correct its weight in the catalog.",
        ),
    ],
)
def test_goals_are_those_that_were_drawn_under_the_old_name(universe: Universe, old: str, end_of_goal: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RenamedTask)
        task = make_task(old, 1)
    assert isinstance(task, DrawnTask)
    task.prepare(universe)
    assert task.goal.endswith(end_of_goal)
