"""Tasks of clicking the right thing among those in view."""

from __future__ import annotations

import re

from webcosm.act import catalogue as act
from webcosm.observe.records import Element
from webcosm.suites.mini.policies.player import Player, Stuck, centre, policy

__all__: list[str] = []


@policy("click-test")
async def click_test(player: Player) -> None:
    await player.click(player.one("button"))


@policy("click-test-2", "click-test-transfer", "click-button-sequence")
async def named_buttons(player: Player) -> None:
    for name in re.findall(r"button (\w+)", player.goal):
        await player.press(name)


@policy("click-button", "unicode-test")
async def quoted_button(player: Player) -> None:
    await player.press(player.quoted()[0])


@policy("click-link")
async def quoted_link(player: Player) -> None:
    await player.click(player.one(name=player.quoted()[0], tag="span", clickable=True))


@policy("click-dialog", "click-dialog-2")
async def dialog_button(player: Player) -> None:
    name = player.quoted()[0]
    await player.press("Close" if name == "x" else name)


@policy("click-widget")
async def widget(player: Player) -> None:
    kind = player.quoted()[0]
    if kind in ("text", "textarea"):
        await player.click(player.one("textbox", tag="input" if kind == "text" else "textarea"))
    else:
        await player.click(player.one(kind))


@policy("focus-text", "focus-text-2")
async def focus(player: Player) -> None:
    found = re.search(r"(\d)", player.goal)
    await player.click(player.all("textbox")[int(found[1]) - 1 if found else 0])


@policy("ascending-numbers")
async def ascending(player: Player) -> None:
    """The numbers vanish with the first click, so their places are remembered."""
    places = {int(text.name): centre(text) for text in player.texts() if text.name.isdecimal()}
    for number in sorted(places):
        await player.do(act.mouse_click(*places[number]))


@policy("grid-coordinate")
async def grid_coordinate(player: Player) -> None:
    x, y = (int(text) for text in player.read(r"\((-?\d),(-?\d)\)"))
    dots = player.all(tag="circle")
    across = sorted({centre(dot)[0] for dot in dots})
    down = sorted({centre(dot)[1] for dot in dots}, reverse=True)
    wanted = (across[x + 2], down[y + 2])
    await player.click(next(dot for dot in dots if centre(dot) == wanted))


@policy("identify-shape")
async def identify_shape(player: Player) -> None:
    names = {"circle": "Circle", "rect": "Rectangle", "polygon": "Triangle"}
    for element in player.all():
        if element.tag in names:
            await player.press(names[element.tag])
        elif element.tag == "text":
            await player.press("Number" if player.words(element).isdecimal() else "Letter")


@policy("odd-or-even")
async def odd_or_even(player: Player) -> None:
    numbers = [int(text.name) for text in player.texts() if re.fullmatch(r"-?\d+", text.name)]
    for place, number in enumerate(numbers):
        await player.click(player.all("button", "Odd" if number % 2 else "Even")[place])
    await player.submit()


@policy("buy-ticket")
async def buy_ticket(player: Player) -> None:
    """Tickets tell what they cost on their buttons, and of times and lengths above them."""
    best = max if re.search("most expensive|longest|latest", player.goal) else min
    offers: list[tuple[int, str]] = []
    if re.search("cheap|expensive", player.goal):
        offers = [(int(re.sub(r"\D", "", button.name)), button.id) for button in player.all("button")]
    else:
        texts = [text for text in player.elements if text.role in ("StaticText", "button")]
        length = 0
        for text in texts:
            if found := re.fullmatch(r"(\d+)h (\d+)m", text.name):
                length = 60 * int(found[1]) + int(found[2])
            elif text.role == "button":
                offers.append((length, text.id))
    if not offers:
        raise Stuck(f"no tickets: {player.goal}")
    wanted = best(offers)[1]
    await player.click(next(button for button in player.elements if button.id == wanted))


@policy("order-food")
async def order_food(player: Player) -> None:
    """A dish is its name, then its icons, then its minus and plus signs."""
    menu: list[tuple[str, set[str], Element]] = []
    dish, icons = "", set[str]()
    for element in player.elements:
        if element.role == "StaticText" and element.name.strip() not in ("", "-", "+"):
            dish, icons = element.name.strip(), set()
        elif element.role == "image":
            icons.add(element.name)
        elif element.clickable and player.words(element) == "+":
            menu.append((dish, icons, element))
    if by_kind := re.search(r"Order (\d+) items that are (.*)", player.goal):
        fitting = [plus for _, kinds, plus in menu if by_kind[2] in kinds]
        wanted = [fitting[number % len(fitting)] for number in range(int(by_kind[1]))]
    else:
        wanted = [plus for name, _, plus in menu if name in player.goal]
    for plus in wanted:
        await player.click(plus)
    await player.press("Order!")
