"""One Cosmos for all tests of a file: opening one takes longer than most of them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from webcosm.env import Cosmos


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cosmos() -> AsyncIterator[Cosmos]:
    async with Cosmos() as shared:
        yield shared
