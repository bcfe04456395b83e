"""Tasks done by dragging with the mouse."""

from __future__ import annotations

import re

from webcosm.act import catalogue as act
from webcosm.observe.records import Element
from webcosm.suites.mini.policies.player import Player, Stuck, centre, policy

__all__: list[str] = []

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


@policy("drag-box")
async def drag_box(player: Player) -> None:
    small, large = player.one(name="s", clickable=True), player.one(name="L", clickable=True)
    if small.box is None:
        raise Stuck("the small box has no place")
    x, y = small.box.x + 3, small.box.y + 3
    shift = (centre(large)[0] - centre(small)[0], centre(large)[1] - centre(small)[1])
    await player.drag((x, y), (x + shift[0], y + shift[1]))
    await player.submit()


@policy("drag-circle", "drag-single-shape")
async def drag_shape(player: Player) -> None:
    (way,) = player.read(r"Drag the \w+ (left|right|up|down)")
    shape = next(one for one in player.all() if one.tag in ("circle", "rect", "polygon"))
    x, y = centre(shape)
    across, down = STEPS[way]
    await player.drag((x, y), (x + 25 * across, y + 25 * down))
    await player.submit()


def listed(player: Player) -> list[Element]:
    return player.all(tag="li")


@policy("drag-items")
async def drag_item(player: Player) -> None:
    name, where = player.read(r"Drag (\S+) (.*)\.")
    items = listed(player)
    start = next(number for number, item in enumerate(items) if player.words(item) == name)
    place = re.search(r"(\d)\w\w position", where)
    steps = {"to the top": 0, "to the bottom": len(items) - 1, "down by one position": start + 1}
    goal = int(place[1]) - 1 if place else steps.get(where, start - 1)
    await move(player, items, start, goal)


@policy("drag-sort-numbers")
async def sort_numbers(player: Player) -> None:
    for place in range(len(listed(player)) - 1):
        items = listed(player)
        numbers = [int(player.words(item)) for item in items]
        least = min(range(place, len(items)), key=lambda number: numbers[number])
        if least != place:
            await move(player, items, least, place)
    await player.submit()


async def move(player: Player, items: list[Element], start: int, goal: int) -> None:
    """Drags an item of a list to another's place, a little further so that it passes it."""
    (x, y), (_, to) = centre(items[start]), centre(items[goal])
    await player.drag((x, y), (x, to + (6 if goal > start else -6)))


@policy("highlight-text", "highlight-text-2")
async def highlight(player: Player) -> None:
    """Three clicks mark a paragraph."""
    found = re.search(r"the (\d)\w\w paragraph", player.goal)
    paragraphs = [text for text in player.texts() if text.name not in ("Submit",)]
    if not paragraphs:
        raise Stuck("there is no paragraph")
    text = paragraphs[int(found[1]) - 1 if found else 0]
    await player.do(act.mouse_tripleclick(*centre(text)))
    await player.submit()


@policy("resize-textarea")
async def resize(player: Player) -> None:
    which, way = player.read(r"the (width|height) is (larger|smaller)")
    box = player.one("textbox").box
    assert box
    corner = (box.x + box.width - 4, box.y + box.height - 4)
    by = 15 if way == "larger" else -15
    await player.drag(corner, (corner[0] + by * (which == "width"), corner[1] + by * (which == "height")))
    await player.submit()
