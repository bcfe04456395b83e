"""Tasks in which something must be opened before it can be found: tabs, sections, menus, trees, cards."""

from __future__ import annotations

import re

from webcosm.act import catalogue as act
from webcosm.observe.records import Element
from webcosm.suites.mini.policies.player import Player, Stuck, centre, policy

__all__: list[str] = []


@policy("click-tab")
async def click_tab(player: Player) -> None:
    (name,) = player.read(r"Click on (Tab #\d)")
    await player.click(player.one("tab", name))


@policy(
    "click-tab-2",
    "click-tab-2-easy",
    "click-tab-2-hard",
    "click-tab-2-medium",
    "click-collapsible-2",
    "click-collapsible-2-nodelay",
)
async def find_link(player: Player) -> None:
    """Opens one tab or section after the other until the link shows."""
    wanted = player.quoted()[0]
    for number in range(len(player.all("tab"))):
        tab = player.all("tab")[number]
        if not tab.states.get("expanded"):
            await player.click(tab)
        links = [link for link in player.all(tag="span", clickable=True) if player.words(link) == wanted]
        if links:
            await player.click(links[0])
    raise Stuck(f"no tab has the link {wanted!r}")


@policy("click-collapsible", "click-collapsible-nodelay")
async def expand_and_submit(player: Player) -> None:
    await player.click(player.one("tab"))
    await player.submit()


@policy("click-menu")
async def click_menu(player: Player) -> None:
    (path,) = player.read(r"Select (.*)")
    *way, last = path.split(">")
    for name in way:
        await player.do(act.hover(menu_item(player, name).id))
    await player.click(menu_item(player, last))


def menu_item(player: Player, name: str) -> Element:
    return next(one for one in player.all("menuitem") if player.words(one) == name)


@policy("click-menu-2")
async def click_icon_menu(player: Player) -> None:
    wanted = player.quoted()[-1]
    icons = {
        "ui-icon-disk": "Save",
        "ui-icon-seek-start": "Prev",
        "ui-icon-stop": "Stop",
        "ui-icon-play": "Play",
        "ui-icon-seek-end": "Next",
        "ui-icon-zoomin": "Zoom In",
        "ui-icon-zoomout": "Zoom Out",
    }
    name = icons.get(wanted, wanted)
    await player.press("Menu")
    if not [one for one in player.all("menuitem") if player.words(one) == name]:
        await player.do(act.hover(menu_item(player, "Playback").id))
    await player.click(menu_item(player, name))


@policy("navigate-tree")
async def navigate_tree(player: Player) -> None:
    """Opens folder after folder until the name shows."""
    wanted = player.quoted()[0]
    opened: set[str] = set()
    while True:
        names = [one for one in player.all(tag="span", clickable=True) if player.words(one)]
        names += [one for one in player.all(tag="li") if not any(True for other in player.inside(one) if other.id)]
        for name in names:
            if player.words(name) == wanted:
                await player.click(name)
        closed = [one for one in player.all(tag="span", clickable=True) if player.words(one) not in ("", *opened)]
        if not closed:
            raise Stuck(f"no folder holds {wanted!r}")
        opened.add(player.words(closed[0]))
        await player.click(closed[0])


@policy("find-greatest")
async def find_greatest(player: Player) -> None:
    """Turns every card over, then picks the one with the greatest number."""
    cards = [centre(card) for card in player.all(tag="div", clickable=True)]
    numbers: list[int] = []
    for place in cards:
        await player.do(act.mouse_click(*place))
        shown = [text for text in player.texts() if re.fullmatch(r"\d+", text.name)]
        numbers.append(int(shown[0].name))
    await player.do(act.mouse_click(*cards[numbers.index(max(numbers))]))
    await player.submit()
