"""The forum, walked and abused: no link leads nowhere, no input breaks a page, no markup gets through."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sites.walking import Walk, abuse_addresses, abuse_forms, walk
from webcosm.sites import all_sites
from webcosm.sites.forum import site
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, WorldState

PARAMETERS = ("q", "sort", "t", "after", "page", "comments", "threads", "tag", "kind", "in", "action", "by", "value")
ROLES = ("guest", "member", "second", "moderator", "admin")


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.sweep if name in ("second", "admin") else ()) for name in ROLES],
)
def visitor(request: pytest.FixtureRequest, forum: Universe) -> Iterator[Visitor]:
    number = ROLES.index(request.param)
    username = site.accounts(forum.lore)[number - 1].username if number else None
    with forum.open(WorldState(accounts={"forum": username})) as world:
        yield Visitor(world, all_sites())


@pytest.fixture(scope="module")
def walked(visitor: Visitor) -> Walk:
    return walk(visitor, site)


def test_no_link_leads_nowhere(walked: Walk, request: pytest.FixtureRequest) -> None:
    assert {address: answer.status for address, answer in walked.pages.items() if answer.status != 200} == {}
    assert len(walked.pages) > 80
    assert len(walked.forms) > (2 if "guest" in request.node.name else 30)


def test_no_input_breaks_a_form(visitor: Visitor, walked: Walk) -> None:
    """Of some forms, others with every commit; the sweep tries all."""
    assert abuse_forms(visitor, walked.forms, most=8) == []


@pytest.mark.sweep
def test_no_input_breaks_any_form(visitor: Visitor, walked: Walk) -> None:
    assert abuse_forms(visitor, walked.forms) == []


def test_no_address_breaks_a_page(visitor: Visitor, walked: Walk) -> None:
    assert abuse_addresses(visitor, list(walked.pages), PARAMETERS) == []
