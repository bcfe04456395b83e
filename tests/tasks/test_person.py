"""A person at the browser: finds things by the names people see, one action at a time."""

from __future__ import annotations

import pytest

from tests.tasks.library import Actor, page
from webcosm.observe.records import Element
from webcosm.tasks import Lost, Person
from webcosm.worlds import World


def element(
    number: int, role: str, name: str = "", *, depth: int = 1, parent: int = 0, value: str | None = None
) -> Element:
    text = role == "StaticText"
    return Element("" if text else str(number), role, name, value=value, depth=depth, parent=parent, clickable=not text)


ELEMENTS = (
    element(0, "RootWebArea", "Shelf", depth=0, parent=-1),
    element(1, "link", "Books"),
    element(2, "textbox", "Title", value="Low Tide"),
    element(3, "combobox", "Sort by"),
    element(4, "checkbox", "Lent"),
    element(5, "list", "Wanted"),
    element(6, "link", "Buy", depth=2, parent=5),
    element(7, "row", depth=1),
    element(8, "cell", depth=2, parent=7),
    element(9, "StaticText", "Nine  Rivers", depth=3, parent=8),
    element(10, "cell", depth=2, parent=7),
    element(11, "button", "Delete book", depth=3, parent=10),
    element(12, "row", depth=1),
    element(13, "rowheader", depth=2, parent=12),
    element(14, "StaticText", "Winter Bees", depth=3, parent=13),
    element(15, "cell", depth=2, parent=12),
    element(16, "button", "Delete", depth=3, parent=15),
)


@pytest.fixture
def actor(world: World) -> Actor:
    return Actor(world, view=page(*ELEMENTS))


async def test_each_move_is_one_action(actor: Actor) -> None:
    person = Person(actor)
    await person.goto("http://shelf.test/")
    await person.click("Books")
    await person.fill("Title", "Nine Rivers")
    await person.choose("Sort by", "Pages")
    await person.check("Lent")
    await person.uncheck("Lent")
    await person.press("Escape")
    await person.submit("Title")
    await person.answer(5)
    await person.infeasible("no")
    await person.stop()
    assert actor.done == [
        "goto('http://shelf.test/')",
        "click('1')",
        "fill('2', 'Nine Rivers')",
        "select_option('3', 'Pages')",
        "check('4')",
        "uncheck('4')",
        "keyboard_press('Escape')",
        "press('2', 'Enter')",
        "answer('5')",
        "report_infeasible('no')",
        "stop()",
    ]
    assert [move.text for move in person.moves] == actor.done


async def test_the_most_exact_name_is_taken(actor: Actor) -> None:
    person = Person(actor)
    await person.click("delete")
    await person.click("Delete b")
    await person.click("book", role="button")
    assert actor.done == ["click('16')", "click('11')", "click('11')"]


async def test_within_narrows_to_the_row_or_list_that_holds_a_text(actor: Actor) -> None:
    person = Person(actor)
    await person.click("Delete", within="Nine Rivers")
    await person.click("Delete", within="winter bees")
    await person.click("Buy", within="Wanted")
    assert actor.done == ["click('11')", "click('16')", "click('6')"]


@pytest.mark.parametrize(
    ("name", "within", "message"),
    [
        ("Sell", None, "no link or button or menuitem named 'Sell' at http://shelf.test/; there are"),
        ("Sell", "Nine Rivers", "named 'Sell' within 'Nine Rivers'"),
        ("Delete", "Ten Rivers", "nothing on http://shelf.test/ holds 'Ten Rivers'"),
    ],
)
async def test_who_does_not_find_something_says_what_there_is(
    name: str, within: str | None, message: str, actor: Actor
) -> None:
    with pytest.raises(Lost, match=message):
        await Person(actor).click(name, within=within)


async def test_an_action_that_does_not_work_ends_the_walk(actor: Actor) -> None:
    actor.problem = "it is covered"
    with pytest.raises(Lost, match="it is covered"):
        await Person(actor).click("Books")


def test_looking(actor: Actor) -> None:
    person = Person(actor)
    assert person.sees("nine rivers")
    assert not person.sees("ten rivers")
    assert person.lines() == ["Nine  Rivers", "Winter Bees"]
    assert person.text() == "Nine  Rivers Winter Bees"
    assert person.value("Title") == "Low Tide"
    assert person.names("link", "checkbox") == ["Books", "Lent", "Buy"]
    assert person.rows() == [["Nine Rivers", ""], ["Winter Bees", ""]]
    assert person.has("Delete", role="button", within="Winter Bees")
    assert not person.has("Books", role="button")
