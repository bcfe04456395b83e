"""The board, walked and abused: no link leads nowhere, no input breaks a page, no markup gets through."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sites.walking import Walk, abuse_addresses, abuse_forms, walk
from webcosm.sites import all_sites
from webcosm.sites.classifieds import site
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, WorldState

PARAMETERS = (
    "q", "category", "city", "within", "min", "year_min", "after", "before", "sort", "photo", "outcome", "page",
)  # fmt: skip


@pytest.fixture(scope="module", params=["guest", "member", "moderator"])
def visitor(request: pytest.FixtureRequest, board: Universe) -> Iterator[Visitor]:
    accounts = site.accounts(board.lore)
    username = {"guest": None, "member": accounts[0].username, "moderator": accounts[2].username}[request.param]
    with board.open(WorldState(accounts={"classifieds": username})) as world:
        yield Visitor(world, all_sites())


@pytest.fixture(scope="module")
def walked(visitor: Visitor) -> Walk:
    return walk(visitor, site)


def test_no_link_leads_nowhere(walked: Walk) -> None:
    assert {address: answer.status for address, answer in walked.pages.items() if answer.status != 200} == {}
    assert len(walked.pages) > 60
    assert len(walked.forms) > 6


def test_no_input_breaks_a_form(visitor: Visitor, walked: Walk) -> None:
    assert abuse_forms(visitor, walked.forms) == []


def test_no_address_breaks_a_page(visitor: Visitor, walked: Walk) -> None:
    assert abuse_addresses(visitor, list(walked.pages), PARAMETERS) == []
