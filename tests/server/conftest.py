from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.talking import Browser
from tests.sites.kit.sample import SITES
from webcosm.server.app import Credential, Server
from webcosm.worlds import Universe, World


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    """The universe of the sample sites."""
    blueprints = [site.blueprint for site in SITES if site.blueprint]
    with Universe(blueprints, cache=tmp_path_factory.mktemp("board")) as universe:
        yield universe


@pytest.fixture
def world(board: Universe) -> Iterator[World]:
    with board.open() as world:
        yield world


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server(SITES) as server:
        yield server


@pytest.fixture
def credential(server: Server, world: World) -> Iterator[Credential]:
    """The world let in, reachable by people as the default one."""
    credential = server.admit(world, "")
    yield credential
    server.dismiss(credential)


@pytest.fixture
def agent(credential: Credential) -> Browser:
    return Browser.at_own_proxy(credential)


@pytest.fixture
def person(server: Server, credential: Credential) -> Browser:
    """Reads ``http://board.localhost:PORT/`` with their own browser."""
    return Browser(server.port)
