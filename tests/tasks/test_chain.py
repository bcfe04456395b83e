"""Chains: longer tasks made of shorter ones."""

from __future__ import annotations

from collections.abc import Mapping
from types import new_class
from typing import Any, ClassVar

import pytest

from tests.tasks.library import Actor, Book, CountPages, LendBook, LendMissingBook, OpenBook, lent, showing
from webcosm.judge.evidence import Evidence
from webcosm.tasks import Chain, EmptyPool, Kind, Person, Steps, Template, TemplateError
from webcosm.tasks.chain import in_order
from webcosm.worlds import World


class LendAndCount(Chain):
    """Lend two books, then say how long a third is."""

    id = "try.shelf.lend-and-count"
    parts = (LendBook, LendBook, CountPages)


class LendAndOpen(Chain):
    id = "try.shelf.lend-and-open"
    parts = (LendBook, OpenBook)


def steps(*titles: str) -> Steps:
    return Steps(tuple(Book(title) for title in titles))


THREE = steps("Low Tide", "Winter Bees", "Nine Rivers")


def verdict(world: World, evidence: Evidence) -> tuple[float | None, list[str]]:
    chain = LendAndCount()
    result = chain.judge(world, THREE, chain.word(world, THREE, 0), evidence)
    return result.score, [check.name for check in result.checks if not check.passed]


def test_its_facts_follow_from_its_parts() -> None:
    assert (LendAndCount.kind, LendAndOpen.kind) == (Kind.ASK, Kind.GO)
    assert LendAndCount.sites == ("shelf",)
    assert LendAndCount.start_pages() == ("http://shelf.test/",)
    assert LendAndCount.difficulty.actions == 3 + 3 + 2
    assert LendAndOpen.difficulty.visual == 1


def test_lists_of_templates_show_what_the_parts_are_about() -> None:
    assert LendAndCount.goals == (
        "I have a few things for you:\n1. Lend a book.\n2. Lend a book.\n3. How long is a book?",
    )


def test_the_goal_is_the_parts_goals_as_numbered_steps(world: World) -> None:
    lines = LendAndCount().word(world, THREE, 0).splitlines()
    assert lines[0] == "I have a few things for you:"
    assert [line[:3] for line in lines[1:]] == ["1. ", "2. ", "3. "]
    assert ["Low Tide" in lines[1], "Winter Bees" in lines[2], "Nine Rivers" in lines[3]] == [True] * 3


def test_no_two_parts_are_drawn_on_the_same_row(world: World) -> None:
    pool = LendAndCount().pool(world)
    assert len(pool) == 5
    assert all(p.parts[0] != p.parts[1] for p in pool)
    assert pool[2] == LendAndCount().draw(world, 2)[0]


def test_a_chain_that_cannot_keep_its_parts_apart_says_so(world: World) -> None:
    class Six(Chain):
        id = "try.shelf.six"
        parts = (LendBook,) * 6  # of five books

    with pytest.raises(EmptyPool, match="touches rows that earlier parts change"):
        Six().draw(world, 0)


def test_all_parts_done_is_success(world: World) -> None:
    done = [lent(world, Book("Low Tide")), lent(world, Book("Winter Bees"))]
    assert verdict(world, Evidence(changes=done, answer="102")) == (1, [])


def test_checks_are_named_by_part(world: World) -> None:
    one = [lent(world, Book("Low Tide"))]
    assert verdict(world, Evidence(changes=one, answer="102")) == (0, ["2. the book is lent"])
    assert verdict(world, Evidence(changes=[], answer="7")) == (
        0,
        ["1. the book is lent", "2. the book is lent", "3. answer"],
    )


def test_collateral_is_what_no_part_expects(world: World) -> None:
    done = [lent(world, Book(title)) for title in ("Low Tide", "Winter Bees", "Nine Rivers")]
    chain = LendAndCount()
    result = chain.judge(world, THREE, "", Evidence(changes=done, answer="102"))
    assert (result.score, list(result.collateral)) == (0, [done[2]])


def test_the_page_at_the_end_is_that_of_the_last_part(world: World) -> None:
    chain, p = LendAndOpen(), steps("Low Tide", "Nine Rivers")
    done = [lent(world, Book("Low Tide"))]
    assert chain.judge(world, p, "", showing("Nine Rivers", *done)).score == 1
    failed = chain.judge(world, p, "", showing("Low Tide", *done)).checks
    assert [check.name for check in failed if not check.passed] == ["2. title"]


async def test_the_oracle_does_the_parts_in_order_and_ends_once(world: World) -> None:
    actor = Actor(world)
    person = Person(actor)
    await LendAndCount().solve(person, THREE)
    assert actor.done == [
        "goto('http://shelf.test/Low Tide')",
        "keyboard_press('L')",
        "goto('http://shelf.test/')",
        "goto('http://shelf.test/Winter Bees')",
        "keyboard_press('L')",
        "goto('http://shelf.test/')",
        "goto('http://shelf.test/Nine Rivers')",
        "answer('101')",
    ]
    assert len(actor.done) == LendAndCount.difficulty.actions == len(person.moves)


async def test_another_order_of_the_parts_begins_with_going_to_the_first_and_ends_once(world: World) -> None:
    actor = Actor(world)
    await in_order(LendAndCount.parts, (1, 0, 2))(Person(actor), THREE)
    gone = [action for action in actor.done if action.startswith("goto('http://shelf.test/")]
    assert gone == [
        f"goto('http://shelf.test/{page}')" for page in ("", "Winter Bees", "", "Low Tide", "", "Nine Rivers")
    ]
    assert actor.done[-1] == "answer('101')"
    assert len([action for action in actor.done if action.startswith("answer")]) == 1


def test_the_schema_holds_the_parts_schemas() -> None:
    parts = LendAndOpen.parameter_schema()["properties"]["parts"]
    assert parts["prefixItems"] == [LendBook.parameter_schema(), OpenBook.parameter_schema()]
    assert (parts["minItems"], parts["maxItems"]) == (2, 2)


class LendAsAdmin(LendBook):
    id = "try.shelf.lend-as-admin"
    accounts: ClassVar = {"shelf": "admin"}


class LendAsReader(LendBook):
    id = "try.shelf.lend-as-reader"
    accounts: ClassVar = {"shelf": "reader"}


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((), "has 0 parts"),
        ((LendBook,), "has 1 parts"),
        ((CountPages, LendBook), "part 1, try.shelf.count-pages, is of kind ask"),
        ((LendBook, OpenBook, LendBook), "part 2, try.shelf.open-book, is of kind go"),
        ((LendBook, LendMissingBook), "part 2, try.shelf.lend-missing-book, cannot be achieved"),
        ((LendAsAdmin, LendAsReader), "different accounts at shelf"),
    ],
    ids=str,
)
def test_parts_that_do_not_go_together_are_refused(parts: tuple[type[Template[Any]], ...], message: str) -> None:
    with pytest.raises(TemplateError, match=message):
        new_class("Odd", (Chain,), exec_body=lambda body: body.update(id="try.shelf.odd", parts=parts))


def test_accounts_of_the_parts_are_those_of_the_chain() -> None:
    class Both(Chain):
        id = "try.shelf.both"
        parts = (LendAsAdmin, LendBook)

    assert Both.accounts == {"shelf": "admin"}


def test_a_chain_asks_its_parts_who_is_signed_in(world: World) -> None:
    class LendAsSomebody(LendBook):
        id = "try.shelf.lend-as-somebody"

        def accounts_in(self, world: World) -> Mapping[str, str | None]:
            return {"shelf": f"reader {world.universe.seed}"}

    class Lending(Chain):
        id = "try.shelf.lending"
        parts = (LendBook, LendAsSomebody)

    class Quarrel(Chain):
        id = "try.shelf.quarrel"
        parts = (LendAsAdmin, LendAsSomebody)

    assert Lending().accounts_in(world) == {"shelf": f"reader {world.universe.seed}"}
    with pytest.raises(TemplateError, match=r"try\.shelf\.quarrel: its parts need different accounts at shelf"):
        Quarrel().accounts_in(world)
