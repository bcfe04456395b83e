"""Events happen once, when the state has reached a point, and the judge sees a world with them in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.tasks.library import Book, LendBook, lent, number_of
from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Expectation, Update
from webcosm.tasks import DrawnTask, Ending, Event, happened
from webcosm.tasks.events import Situation
from webcosm.worlds import ServedPage, Universe, World, agents_changes


class LendAnother(LendBook):
    """Once a book is lent it is gone, and another one will do."""

    id = "try.shelf.lend-another"

    def events(self, world: World, p: Book) -> Sequence[Event]:
        def is_lent(situation: Situation) -> bool:
            return situation.updated("shelf", "book", title=p.title, lent=1) > 0

        def grow(world: World) -> None:
            world.shelf.run("UPDATE book SET pages = 999 WHERE title = ?", p.title)

        return [Event("grown", is_lent, "It has grown.", grow), Event("never", lambda _: False, "No.")]

    def expect(self, world: World, p: Book) -> Expectation:
        book = number_of(world, p)
        rules = [Update("shelf", "book", {"lent": 1}, key=(book,))]
        if happened(world, "grown"):
            assert world.shelf.value("SELECT pages FROM book WHERE id = ?", book) == 999
            rules.append(Update("shelf", "book", {"lent": 1}, key=(book % 5 + 1,)))
        return Expectation(rules)


@dataclass
class Stage:
    """What a task may look at, without a browser."""

    world: World
    steps: int = 0
    said: list[tuple[str, str]] = field(default_factory=list)
    ending: Ending = field(default_factory=Ending)

    def step(self, task: DrawnTask, sql: str) -> list[str]:
        self.steps += 1
        self.world.shelf.run(sql)
        self.world.end_step(self.steps)
        return [one.message for one in task.happen(self)]  # type: ignore[arg-type]

    def evidence(self) -> Evidence:
        world = self.world
        changes = agents_changes(world.changes(), world.history, world.happenings)
        return Evidence(changes, steps=tuple(world.history), happenings=tuple(world.happenings))


def test_an_event_happens_once_and_is_not_the_agents(universe: Universe) -> None:
    task = DrawnTask.of(LendAnother, 0, 0)
    task.prepare(universe)
    with universe.open(task.first_state()) as world:
        stage = Stage(world)
        book = number_of(world, task.parameters)
        assert stage.step(task, "SELECT 1") == []
        assert stage.step(task, f"UPDATE book SET lent = 1 WHERE id = {book}") == ["It has grown."]
        assert stage.step(task, "SELECT 1") == []
        assert world.shelf.value("SELECT pages FROM book WHERE id = ?", book) == 999
        evidence = stage.evidence()
        assert [change.columns for change in evidence.changes] == [("lent",)]
        assert task.score(universe, evidence).score == 0
        assert stage.step(task, f"UPDATE book SET lent = 1 WHERE id = {book % 5 + 1}") == []
        evidence = stage.evidence()
        assert task.score(universe, evidence).score == 1
        again = Evidence.from_json(evidence.to_json())
        assert task.score(universe, again).score == 1, "a record can be judged again"


def test_without_the_event_the_first_wish_holds(universe: Universe) -> None:
    task = DrawnTask.of(LendAnother, 0, 0)
    with task.open_first(universe) as world:
        done = Evidence([lent(world, task.parameters)])
    assert task.score(universe, done).score == 1


def test_situations_know_changes_and_pages(world: World) -> None:
    world.shelf.run("UPDATE book SET lent = 1 WHERE id < 3")
    world.shelf.insert("book", title="New", pages=1, lent=0)
    world.served.add(ServedPage(200, "shelf", "book", {"title": "New"}))
    now = Situation(world, 1)
    assert (now.updated("shelf", "book"), now.updated("shelf", "book", id=1), now.updated("shelf", "book", id=9)) == (
        2,
        1,
        0,
    )
    assert now.inserted("shelf", "book", title="New") == 1
    assert now.saw("shelf", "book", title="New")
    assert not now.saw("shelf", "book", title="Old")
