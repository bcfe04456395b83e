"""What holds for all tests, and the Runtime that most of those with a browser share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings

from tests.budget import FolderTimes
from webcosm.env import Runtime

# How long an example takes says how busy the machine is, not whether the property holds.
settings.register_profile("webcosm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("webcosm")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # whoever spreads the tests over processes hears of all of them
        config.pluginmanager.register(FolderTimes(config))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def runtime() -> AsyncIterator[Runtime]:
    """All sites, one browser, for all tests of a process: opening one takes longer than most tests."""
    async with Runtime() as shared:
        yield shared
