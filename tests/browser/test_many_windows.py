"""Windows of one browser that are at work at the same time."""

from __future__ import annotations

import asyncio

import pytest

from webcosm.env import Limits, Look, Options, Runtime
from webcosm.judge.verdict import Check, Verdict
from webcosm.tasks import Goal, Scene, Task

pytestmark = pytest.mark.browser

OPTIONS = Options(look=Look(parts=("screenshot",)), limits=Limits(repeats=None))


class _Visit(Task):
    async def begin(self, scene: Scene) -> Goal:
        return Goal("Look at the page.")

    async def judge(self, scene: Scene) -> Verdict:
        return Verdict.of([Check("looked", True)])


async def test_windows_that_draw_at_the_same_time_all_give_pictures_and_keep_their_browser() -> None:
    async with Runtime() as runtime:

        async def visit() -> set[bytes | None]:
            async with runtime.episode(_Visit("test.visit"), options=OPTIONS) as one:
                first = await one.reset()
                later = [(await one.act("noop()")).observation for _ in range(6)]
                return {first.screenshot, *(seen.screenshot for seen in later if seen)}

        pictures = await asyncio.gather(*(visit() for _ in range(4)))
    assert all(len(seen) == 1 for seen in pictures), "a page at rest looked different in one of its steps"
    assert len(set().union(*pictures)) == 1, "the same page looked different in another window"
    assert None not in pictures[0]
