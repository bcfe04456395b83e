"""What some tasks look like: run as a program, it prints the same as in another process or on another day."""

from __future__ import annotations

import asyncio
import hashlib
import json

from webcosm.env import Look, Options, Runtime

__all__ = ["LOOK", "fingerprints"]

LOOK = Options(look=Look(parts=("text", "screenshot")))
TASKS = ("click-shape", "stock-market")
"""Drawn shapes, and a price that changes all the time."""


async def fingerprints(runtime: Runtime) -> list[list[str]]:
    """Goal, text and picture of each task's first page, and of the same a step later."""
    found = []
    for name in TASKS:
        async with runtime.episode(f"mini.{name}", seed=3, options=LOOK) as episode:
            first = await episode.reset()
            later = (await episode.act("noop()")).observation
            assert first.screenshot
            assert later
            assert later.screenshot
            pictures = [hashlib.sha256(picture).hexdigest() for picture in (first.screenshot, later.screenshot)]
            found.append([name, first.goal.text, first.text, later.text, *pictures])
    return found


async def main() -> None:
    async with Runtime() as runtime:
        print(json.dumps(await fingerprints(runtime)))


if __name__ == "__main__":
    asyncio.run(main())
