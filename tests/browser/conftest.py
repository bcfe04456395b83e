"""One stage for all tests of this room; a fresh scene (a world and a window) for each."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.browser.stage import Scene, Stage


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stage() -> AsyncIterator[Stage]:
    async with Stage() as stage:
        yield stage


@pytest_asyncio.fixture(loop_scope="session")
async def scene(stage: Stage) -> AsyncIterator[Scene]:
    scene = await stage.open()
    yield scene
    await scene.close()
