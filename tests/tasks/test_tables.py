"""Lists and tables are read off pages by the names of their columns and as far as they go."""

from __future__ import annotations

import pytest

from tests.tasks.library import Actor, page
from webcosm.observe.records import Element
from webcosm.tasks import Lost, Person
from webcosm.tasks.tables import all_pages, count_shown, rows_below
from webcosm.worlds import World

ROWS = [["Books"], ["title", "pages"], ["Low Tide", "212"], ["a note that spans the table"], ["Winter Bees", "96"]]


class Leafing(Actor):
    """Shows another page after each action."""

    async def perform(self, action: object) -> str:
        self.done.append(str(action))
        self.view = page(text("Winter Bees"))
        return ""


def text(words: str) -> Element:
    return Element("", "StaticText", words, depth=1, parent=0)


def test_rows_go_by_the_names_of_their_columns() -> None:
    assert rows_below(ROWS, ["title", "pages"]) == [
        {"title": "Low Tide", "pages": "212"},
        {"title": "Winter Bees", "pages": "96"},
    ]


def test_the_count_that_a_list_shows_is_read(world: World) -> None:
    person = Person(Actor(world, view=page(text("2 readers"), text("1,027 books"))))
    assert count_shown(person, "book") == count_shown(person, "page", "book") == 1027
    assert count_shown(Person(Actor(world, view=page(text("1 book")))), "book") == 1
    with pytest.raises(Lost, match="does not say how many films there are"):
        count_shown(person, "film")


async def test_a_list_is_read_to_its_last_page(world: World) -> None:
    leafing = Leafing(world, view=page(text("Low Tide"), Element("7", "link", "Next", depth=1, parent=0)))
    assert await all_pages(Person(leafing), lambda person: person.lines()) == ["Low Tide", "Winter Bees"]
    assert len(leafing.done) == 1
