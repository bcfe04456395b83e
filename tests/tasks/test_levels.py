"""A family is written once and played at four levels."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import pytest

from tests.tasks.library import Book, number_of
from webcosm.judge.state import Expectation, Update
from webcosm.tasks import Dials, Difficulty, DrawnTask, Kind, Levelled, Person, Skill, TemplateError
from webcosm.tasks.collection import templates_of
from webcosm.tasks.levels import at_levels, family_of
from webcosm.worlds import Universe, World

FOUR = (Dials(rows=1), Dials(rows=2), Dials(rows=2, rules=1), Dials(rows=3, rules=2))


class Lend(Levelled[Book]):
    """Lend books."""

    family = "try.shelf.lend-books"
    kind = Kind.DO
    goals = ("Lend {title}.", "Please lend {title}.")
    sites = ("shelf",)
    skills = (Skill.SPLIT, Skill.POLICY)
    levels = FOUR
    actions = (2, 3, 4, 20)

    def pool(self, world: World) -> Sequence[Book]:
        titles = world.shelf.values("SELECT title FROM book ORDER BY id LIMIT ?", self.dials.rows)
        return [Book(title) for title in titles]

    def expect(self, world: World, p: Book) -> Expectation:
        return Expectation([Update("shelf", "book", {"lent": 1}, key=(number_of(world, p),))])

    async def solve(self, person: Person, p: Book) -> None:
        await person.stop()

    async def wrong(self, person: Person, p: Book) -> None:
        await person.answer(self.dials.rows)

    shortcuts = (wrong,)


def test_four_templates_come_of_a_family(world: World) -> None:
    module = ModuleType(__name__)
    module.Lend = Lend  # type: ignore[attr-defined]
    found = templates_of(module)
    assert [one.id for one in found] == [f"try.shelf.lend-books.{level}" for level in (1, 2, 3, 4)]
    assert found == list(at_levels(Lend)), "the same classes whenever somebody asks"
    assert [one.level for one in found] == [1, 2, 3, 4]
    assert [one.difficulty for one in found] == [Difficulty(actions, skills=Lend.skills) for actions in Lend.actions]
    assert [len(one().pool(world)) for one in found] == [1, 2, 2, 3]
    assert [one().max_steps for one in found] == [30, 30, 30, 72]
    assert {family_of(one.id) for one in found} == {Lend.family}


def test_shortcuts_and_ways_know_the_level() -> None:
    one = at_levels(Lend)[1]()
    (shortcut,) = one.shortcuts
    assert shortcut.__self__ is one  # type: ignore[attr-defined]
    assert shortcut.__name__ == "wrong"


def test_a_task_tells_its_level_and_dials(universe: Universe) -> None:
    task = DrawnTask.of(at_levels(Lend)[3], 0, 0)
    task.prepare(universe)
    assert task.to_json()["level"] == 4
    assert task.to_json()["dials"] == {"rows": 3, "rules": 2}


def test_families_that_are_not_put_together_rightly_are_refused() -> None:
    def family(**changed: object) -> None:
        type("Changed", (Lend,), {"family": "try.shelf.other", **changed})

    family()
    with pytest.raises(TemplateError, match="no step up"):
        family(levels=(FOUR[1], FOUR[0], FOUR[2], FOUR[3]))
    with pytest.raises(TemplateError, match="no step up"):
        family(levels=(FOUR[0], FOUR[0], FOUR[2], FOUR[3]))
    with pytest.raises(TemplateError, match="has 3 levels; a family has 4"):
        family(levels=FOUR[:3])
    with pytest.raises(TemplateError, match="names no skill"):
        family(skills=())
    with pytest.raises(TemplateError, match="at most four sentences"):
        family(goals=("One. Two. Three. Four. Five.",))
    with pytest.raises(TemplateError, match="is no family"):
        family(family="Other")


def test_dials_and_skills_are_checked() -> None:
    with pytest.raises(ValueError, match="the dial rows is a whole number"):
        Dials(rows=-1)
    with pytest.raises(ValueError, match="'luck' is not a valid Skill"):
        Difficulty(3, skills=("luck",))  # type: ignore[arg-type]
