"""Tasks of choosing: boxes to tick, lists, dates, sliders."""

from __future__ import annotations

import re

from webcosm.act import catalogue as act
from webcosm.observe.records import Element
from webcosm.suites.mini.policies.player import Player, centre, in_area, policy

__all__: list[str] = []

_YEAR = "January February March April May June July August September October November December"
MONTHS = _YEAR.split()


@policy("click-checkboxes", "click-checkboxes-large", "click-checkboxes-transfer", "click-option")
async def tick(player: Player) -> None:
    (wanted,) = player.read(r"Select (.*) and click")
    for name in [] if wanted == "nothing" else wanted.split(", "):
        box = player.one("radio" if player.all("radio") else "checkbox", name)
        await player.do(act.check(box.id))
    await player.submit()


@policy("choose-list", "click-scroll-list")
async def choose(player: Player) -> None:
    (wanted,) = player.read(r"Select (.*) from the (?:scroll )?list")
    several = player.all("listbox")
    names = tuple(wanted.split(", ")) if several else wanted
    field = several[0] if several else player.one("combobox")
    await player.do(act.select_option(field.id, names))
    await player.submit()


@policy("choose-date", "choose-date-easy", "choose-date-medium", "choose-date-nodelay")
async def choose_date(player: Player) -> None:
    month, day, year = (int(text) for text in player.read(r"(\d+)/(\d+)/(\d+)"))
    await player.click(player.one("textbox"))
    await leaf_to(player, month, year)
    await player.click(player.one("link", str(day)))
    await player.submit()


async def leaf_to(player: Player, month: int, year: int) -> None:
    """Leafs an open calendar to a month."""
    while True:
        shown = " ".join(" ".join(one.name for one in player.elements if one.role == "StaticText").split())
        found = re.search(rf"({'|'.join(MONTHS)}) (\d{{4}})", shown)
        assert found, f"no calendar is open: {shown}"
        ahead = (year * 12 + month) - (int(found[2]) * 12 + MONTHS.index(found[1]) + 1)
        if ahead == 0:
            return
        await player.click(next(one for one in player.all() if player.words(one) == ("Next" if ahead > 0 else "Prev")))


@policy("enter-date")
async def enter_date(player: Player) -> None:
    month, day, year = player.read(r"(\d+)/(\d+)/(\d+)")
    await player.fill(player.one(tag="input"), f"{year}-{month}-{day}")
    await player.submit()


@policy("enter-time")
async def enter_time(player: Player) -> None:
    hour, minute, half = player.read(r"(\d+):(\d+) (AM|PM)")
    await player.fill(player.one(tag="input"), f"{int(hour) % 12 + (12 if half == 'PM' else 0):02}:{minute}")
    await player.submit()


@policy("use-spinner")
async def use_spinner(player: Player) -> None:
    (wanted,) = player.read(r"Select (-?\d+)")
    await player.fill(player.one("spinbutton"), wanted)
    await player.submit()


@policy("form-sequence-2")
async def radio_and_text(player: Player) -> None:
    radio, text, field = player.read(r'the (\d)\w\w radio button and enter the number "(.*)" into the (\d)')
    await player.click(player.all("radio")[int(radio) - 1])
    await player.fill(player.all("textbox")[int(field) - 1], text)
    await player.submit()


@policy("form-sequence-3")
async def dropdown_and_button(player: Player) -> None:
    option, button = player.read(r'Choose (.*) from the dropdown, then click the button labeled "(.*)"')
    await player.click(player.all(clickable=True, tag="div")[-1])
    await player.click(player.one(name=option, clickable=True, tag="li"))
    await player.press(button)


@policy("use-slider", "use-slider-2", "form-sequence")
async def use_sliders(player: Player) -> None:
    """Drags a slider to about its place, reads what it says, and goes the rest with the arrow keys."""
    numbers = re.search(r"Select (-?\d+)|\[(.*)\]", player.goal)
    assert numbers, player.goal
    wanted = [int(text) for text in (numbers[1] or numbers[2]).split(",")]
    for place, goal in enumerate(wanted):
        await slide(player, place, goal)
    if found := re.search(r"the (\d)\w\w checkbox", player.goal):
        await player.click(player.all("checkbox")[int(found[1]) - 1])
    await player.submit()


def handles(player: Player) -> list[Element]:
    return [one for one in player.all(tag="span", clickable=True) if in_area(one)]


def shown_numbers(player: Player) -> list[int]:
    return [int(text.name) for text in player.texts() if re.fullmatch(r"-?\d+", text.name)]


async def slide(player: Player, place: int, goal: int) -> None:
    start, before = centre(handles(player)[place]), shown_numbers(player)[place]
    if before == goal:
        return
    # A short way towards the middle shows how many pixels a step takes.
    await player.drag(start, (start[0] + (20 if start[0] < 80 else -20), start[1]))
    at, now = centre(handles(player)[place]), shown_numbers(player)[place]
    if now not in (before, goal):
        step = (at[0] - start[0]) / (now - before)
        await player.drag(at, (max(0, at[0] + (goal - now) * step), at[1]))
        now = shown_numbers(player)[place]
    for _ in range(abs(goal - now)):
        await player.do(act.press(handles(player)[place].id, "ArrowRight" if goal > now else "ArrowLeft"))
