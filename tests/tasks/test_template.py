"""Templates: put together rightly, drawn the same everywhere, judged by evidence."""

from __future__ import annotations

from collections.abc import Sequence
from types import new_class
from typing import Any

import pytest

from tests.tasks.library import TITLES, Book, CountPages, LendBook, LendMissingBook, OpenBook, lent, showing
from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Expectation
from webcosm.tasks import Difficulty, EmptyPool, Kind, Person, Template, TemplateError
from webcosm.worlds import World


def judged(template: Template[Book], world: World, evidence: Evidence, title: str = "Nine Rivers") -> float | None:
    p = Book(title)
    return template.judge(world, p, template.word(world, p, 0), evidence).score


# Drawing


def test_seeds_draw_every_member_of_the_pool_once_before_any_comes_again(world: World) -> None:
    drawn = [CountPages().draw(world, seed)[0].title for seed in range(2 * len(TITLES))]
    assert sorted(drawn[: len(TITLES)]) == sorted(TITLES)
    assert drawn[len(TITLES) :] == drawn[: len(TITLES)]


def test_a_seed_draws_the_same_every_time(world: World) -> None:
    assert [CountPages().draw(world, seed) for seed in range(6)] == [
        CountPages().draw(world, seed) for seed in range(6)
    ]


def test_two_templates_draw_in_orders_of_their_own(world: World) -> None:
    assert CountPages().shuffled_pool(world) != LendBook().shuffled_pool(world)


def test_all_wordings_come_up_with_their_slots_filled(world: World) -> None:
    goals = {CountPages().word(world, Book("Low Tide"), seed) for seed in range(20)}
    assert goals == {"How many pages has Low Tide?", "Tell me the number of pages of Low Tide."}


def test_an_empty_pool_says_where(world: World) -> None:
    class Nothing(CountPages):
        id = "try.shelf.nothing"

        def pool(self, world: World) -> Sequence[Book]:
            return []

    with pytest.raises(EmptyPool, match=r"try\.shelf\.nothing: nothing in universe 0"):
        Nothing().draw(world, 0)


# Judging


def test_an_answer_is_compared_and_nothing_may_be_changed(world: World) -> None:
    assert judged(CountPages(), world, Evidence(answer="It has 102 pages.")) == 1
    assert judged(CountPages(), world, Evidence(answer="103")) == 0
    assert judged(CountPages(), world, Evidence()) == 0
    assert judged(CountPages(), world, Evidence(answer="102", changes=[lent(world, Book("Low Tide"))])) == 0


def test_going_is_judged_by_the_page(world: World) -> None:
    assert judged(OpenBook(), world, showing("Nine Rivers")) == 1
    assert judged(OpenBook(), world, showing("Low Tide")) == 0


def test_doing_is_judged_by_the_changes(world: World) -> None:
    right = lent(world, Book("Nine Rivers"))
    assert judged(LendBook(), world, Evidence(changes=[right])) == 1
    assert judged(LendBook(), world, Evidence()) == 0
    assert judged(LendBook(), world, Evidence(changes=[lent(world, Book("Low Tide"))])) == 0
    assert judged(LendBook(), world, Evidence(changes=[right, lent(world, Book("Low Tide"))])) == 0
    assert judged(LendBook(), world, Evidence(changes=[lent(world, Book("Nine Rivers"), pages=1)])) == 0


def test_reporting_what_can_be_done_as_infeasible_fails(world: World) -> None:
    right = lent(world, Book("Nine Rivers"))
    assert judged(LendBook(), world, Evidence(changes=[right], infeasible="too heavy")) == 0
    assert judged(CountPages(), world, Evidence(answer="102", infeasible="")) == 0


def test_what_cannot_be_done_must_be_reported_with_what_stands_in_the_way(world: World) -> None:
    why = "There is no book called The Lighthouse Accounts."
    template, p = LendMissingBook(), Book("The Lighthouse Accounts")

    def scored(evidence: Evidence) -> float | None:
        return template.judge(world, p, template.word(world, p, 0), evidence).score

    assert scored(Evidence(infeasible=why, pages_opened=1)) == 1
    assert scored(Evidence(infeasible="The Lighthouse Accounts is missing from the shelf.", pages_opened=1)) == 1
    for other in (" ", "bananas", "There is no such book.", "I may not lend The Lighthouse Accounts: access denied."):
        assert scored(Evidence(infeasible=other, pages_opened=1)) == 0, other
    assert scored(Evidence(answer=why, pages_opened=1)) == 1  # people say so in an answer, too
    assert scored(Evidence(infeasible=why, pages_opened=1, changes=[lent(world, Book("Low Tide"))])) == 0


def test_who_did_not_look_does_not_know(world: World) -> None:
    template, p = LendMissingBook(), Book("The Lighthouse Accounts")
    verdict = template.judge(world, p, "Lend it.", Evidence(infeasible="There is no book The Lighthouse Accounts."))
    assert [check.name for check in verdict.checks if not check.passed] == ["looked before reporting"]


# Putting together


def make(**attributes: Any) -> type[Template[Book]]:
    async def solve(self: Template[Book], person: Person, p: Book) -> None: ...

    given = {
        "id": "try.shelf.made",
        "kind": Kind.DO,
        "goals": ("Do it with {title}.",),
        "sites": ("shelf",),
        "difficulty": Difficulty(1),
        "pool": lambda self, world: [Book("Low Tide")],
        "solve": solve,
        **attributes,
    }
    members = {name: value for name, value in given.items() if value is not None}
    made: type[Template[Book]] = new_class("Made", (Template[Book],), exec_body=lambda body: body.update(members))
    return made


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"kind": None, "sites": None}, "lacks kind, sites"),
        ({"id": "Try.Shelf"}, "is no template id"),
        ({"id": "shelf"}, "is no template id"),
        ({"goals": ()}, "has no wording"),
        ({"goals": ("Do it with {author}.",)}, r"names {author}; parameters: title"),
        ({"achievable": False}, "name the achievable twin"),
        ({"achievable": False, "twin": "try.shelf.lend-book"}, r"say with obstacle\(\) what stands in the way"),
    ],
)
def test_a_template_that_is_put_together_wrongly_says_so_at_once(attributes: dict[str, Any], message: str) -> None:
    with pytest.raises(TemplateError, match=message):
        make(**attributes)


@pytest.mark.parametrize(
    ("kind", "missing"), [(Kind.ASK, "answer"), (Kind.GO, "page"), (Kind.DO, "expect")], ids=lambda one: str(one)
)
def test_each_kind_must_say_what_counts_as_done(kind: Kind, missing: str, world: World) -> None:
    with pytest.raises(TemplateError, match=rf"says no {missing}\(\)"):
        make(kind=kind)().judge(world, Book("Low Tide"), "", Evidence(answer="x"))


def test_a_base_of_several_templates_needs_nothing() -> None:
    class Common(Template[Book]):
        def expect(self, world: World, p: Book) -> Expectation:
            return Expectation()

    assert not hasattr(Common, "id")


def test_the_schema_of_parameters() -> None:
    assert CountPages.parameter_schema() == {
        "type": "object",
        "properties": {"title": {"type": "string"}},
        "required": ["title"],
        "additionalProperties": False,
    }


def test_there_is_room_for_detours() -> None:
    assert make()().max_steps == 30
    assert make(difficulty=Difficulty(14))().max_steps == 42


@pytest.mark.parametrize(("actions", "level"), [(1, "easy"), (3, "easy"), (4, "medium"), (8, "medium"), (9, "hard")])
def test_levels_of_difficulty(actions: int, level: str) -> None:
    assert Difficulty(actions).level == level


def test_the_start_is_the_front_page_of_the_first_site_unless_given() -> None:
    assert CountPages.start_pages() == ("http://shelf.test/",)
    assert OpenBook.start_pages() == ("http://shelf.test/all",)
