"""Tasks of typing into fields."""

from __future__ import annotations

import re

from webcosm.act import catalogue as act
from webcosm.suites.mini.policies.player import Player, Stuck, policy

__all__: list[str] = []


@policy("enter-text", "enter-text-dynamic")
async def enter_text(player: Player) -> None:
    await player.fill(player.one("textbox"), player.quoted()[0])
    await player.submit()


@policy("enter-text-2")
async def enter_cased_text(player: Player) -> None:
    text = player.quoted()[0]
    await player.fill(player.one("textbox"), text.lower() if "lower case" in player.goal else text.upper())
    await player.submit()


@policy("enter-password")
async def enter_password(player: Player) -> None:
    for field in player.all("textbox"):
        await player.fill(field, player.quoted()[0])
    await player.submit()


@policy("login-user")
async def login(player: Player) -> None:
    for field, text in zip(player.all("textbox"), player.quoted(), strict=True):
        await player.fill(field, text)
    await player.press("Login")


@policy("login-user-popup")
async def login_despite_popup(player: Player) -> None:
    """A window may open over the form at any moment; it is sent away and the form filled again."""

    async def sent_away() -> bool:
        if not player.all("button", "Cancel") and not player.all("button", "Close"):
            return False
        await player.click((player.all("button", "Cancel") + player.all("button", "Close"))[0])
        return True

    done = 0
    while done < 2:
        field, text = player.all("textbox")[done], player.quoted()[done]
        await player.fill(field, text)
        done += not await sent_away()
    await player.click(player.all("button")[-1])
    if await sent_away():
        await player.click(player.all("button")[-1])


@policy("multi-layouts", "multi-orderings")
async def movie_search(player: Player) -> None:
    genre, director, year = player.read(r"Search for (.*) movies directed by (.*) from year (\d+)")
    wanted = {"genre": genre, "director": director, "year": year, "date": year}
    labels = [
        found[0] for text in player.texts() if (found := re.search("genre|director|year|date", text.name.lower()))
    ]
    for number, label in enumerate(labels):  # above or below the fields, but in their order
        await player.fill(player.all("textbox")[number], wanted[label])
    buttons = [one for one in player.all(clickable=True) if one.role != "textbox" and player.words(one)]
    await player.click(buttons[-1])


@policy("use-autocomplete", "use-autocomplete-nodelay")
async def use_autocomplete(player: Player) -> None:
    start, *end = player.quoted()
    field = player.one("textbox")
    await player.do(act.type_(field.id, start, submit=False))
    offers = [one for one in player.all(tag="div", clickable=True) + player.all(tag="li") if player.words(one)]
    fitting = [
        one
        for one in offers
        if player.words(one).startswith(start) and player.words(one).endswith(end[0] if end else "")
    ]
    await player.click(fitting[-1])
    await player.submit()


@policy("terminal")
async def terminal(player: Player) -> None:
    """Lists the files, then removes one with the right ending, or with none."""
    ending = re.search(r"extension (\.\w+)", player.goal)
    said = [text.name for text in player.texts()]
    await player.do(act.keyboard_type("ls"))
    await player.do(act.keyboard_press("Enter"))
    listed = [name for text in player.texts() if text.name not in said for name in text.name.split()]
    fitting = [name for name in listed if (name.endswith(ending[1]) if ending else re.fullmatch(r"\w\w\w+", name))]
    if not fitting:
        raise Stuck(f"no such file in {listed}")
    await player.do(act.keyboard_type(f"rm {fitting[0]}"))
    await player.do(act.keyboard_press("Enter"))
