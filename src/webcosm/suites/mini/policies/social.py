"""Tasks in a feed of posts, each with a row of pictures to click."""

from __future__ import annotations

import re

from webcosm.observe.records import Element
from webcosm.suites.mini.policies.player import Player, Stuck, policy

__all__: list[str] = []

PICTURES = {"Reply": "reply", "Retweet": "retweet", "Like": "like", "Share": "share"}


def buttons(player: Player, user: str, picture: str) -> list[Element]:
    """The pictures of a kind that stand below posts of a user."""
    found, theirs = [], False
    for element in player.elements:
        if (
            element.role == "StaticText"
            and (name := re.search(r"@(\w+)", element.name))
            and "Click" not in element.name
        ):
            theirs = name[1] == user
        if theirs and re.search(rf"/{picture}(-hover)?\.png$", element.url or ""):
            found.append(element)
    return found


@policy("social-media-all", "social-media-some")
async def every_post(player: Player) -> None:
    what, user = player.quoted()[0].strip(), player.read(r"by @(\w+)")[0]
    found = buttons(player, user, PICTURES[what])
    number = re.search(r"on (\d+) posts?", player.goal)
    for button in found[: int(number[1])] if number else found:
        await player.click(button)
    await player.submit()


@policy("social-media")
async def one_post(player: Player) -> None:
    what, user = player.quoted()[0].strip(), player.read(r"@(\w+)")[0]
    if what in PICTURES:
        await player.click(buttons(player, user, PICTURES[what])[0])
    else:
        await player.click(buttons(player, user, "more")[0])
        items = player.all(tag="li", clickable=True) + player.all(tag="li", clickable=True, beyond=True)
        fitting = [item for item in items if player.words(item) in (what, f"{what} @{user}")]
        if not fitting:
            raise Stuck(f"the menu has no {what!r}")
        await player.click(fitting[0])
