"""Tasks in a mailbox: find a message, then star, delete, answer or forward it."""

from __future__ import annotations

from webcosm.observe.records import Element
from webcosm.suites.mini.policies.player import Player, Stuck, policy

__all__: list[str] = []


def icons(player: Player, row: Element, file: str) -> list[Element]:
    return [one for one in player.inside(row) if (one.url or "").endswith(f"/{file}")]


@policy(
    "email-inbox",
    "email-inbox-delete",
    "email-inbox-forward",
    "email-inbox-important",
    "email-inbox-noscroll",
    "email-inbox-reply",
    "email-inbox-star-reply",
)
async def inbox(player: Player) -> None:
    (sender,) = player.read(r"the email by (\S+)")
    mails = [
        row
        for row in player.elements
        if row.clickable and icons(player, row, "star.png") and player.words(row).split()[0] == sender
    ]
    if not mails:
        raise Stuck(f"there is no email by {sender}")
    mail = mails[-1]
    if "delete" in player.goal:
        await player.click(icons(player, mail, "delete.png")[0])
    elif "important" in player.goal:
        await player.click(icons(player, mail, "star.png")[0])
    else:
        await player.click(mail)
        if "reply" in player.goal:
            await write(player, "Reply", "textarea", player.quoted()[0])
        else:
            (friend,) = player.read(r"forward that email to (.*)\.")
            await write(player, "Forward", "input", friend)


async def write(player: Player, button: str, field: str, text: str) -> None:
    """Opens an answer or a forward, writes into its first field of a kind and sends it."""
    await player.click(next(one for one in player.all(clickable=True) if player.words(one) == button))
    await player.fill(player.one("textbox", tag=field), text)
    await player.click(next(one for one in player.all() if (one.url or "").endswith("/send.png")))
