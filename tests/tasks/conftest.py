from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.tasks.library import SHELF
from webcosm.worlds import Universe, World


@pytest.fixture(scope="session")
def universe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([SHELF], cache=tmp_path_factory.mktemp("images")) as made:
        yield made


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as opened:
        yield opened
