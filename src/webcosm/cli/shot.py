"""The command `webcosm shot`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from webcosm.cli.console import refuse, say
from webcosm.cli.options import UniverseSeed

__all__ = ["shoot_page"]


def shoot_page(
    address: Annotated[str, typer.Argument(help="A page, as agents address it: shop.test, http://notes.test/new, …")],
    out: Annotated[Path, typer.Option(help="Where the picture goes.")] = Path("shot.png"),
    phone: Annotated[bool, typer.Option("--phone", help="390x844 instead of 1280x720.")] = False,
    full_page: Annotated[bool, typer.Option("--full-page", help="All of the page, not only what fits.")] = False,
    user: Annotated[
        str | None,
        typer.Option("--as", metavar="USER", help="Who is signed in at the site, or nobody; a wrong name lists them."),
    ] = None,
    universe: UniverseSeed = 0,
) -> None:
    """Take a screenshot of a page of a fresh world.

    Example: [bold]webcosm shot shop.test --phone --out shop.png[/bold]
    """
    import asyncio

    from webcosm.env import Runtime
    from webcosm.env.shot import DESK, PHONE, Shot, take_shot

    if out.suffix != ".png":
        raise refuse(f"--out {out}: the picture is a PNG file; give it a name that ends with .png")

    async def shoot() -> Shot:
        async with Runtime() as runtime:
            return await take_shot(
                runtime,
                address,
                universe=universe,
                viewport=PHONE if phone else DESK,
                user=user,
                full_page=full_page,
            )

    try:
        shot = asyncio.run(shoot())
    except ValueError as error:
        raise refuse(error) from None
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(shot.png)
    say(f"{shot.url} ({shot.title or 'no title'}) is in {out}")
