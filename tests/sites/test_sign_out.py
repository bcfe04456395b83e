"""Every account of every site: who has signed out is out, and so is everybody with a copy of the cookie."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from webcosm.sites import all_sites
from webcosm.sites.kit import Account, Site, Visitor
from webcosm.worlds import Universe, WorldState

SITES = all_sites()
WITH_ACCOUNTS = [site for site in SITES if any(route.path == "/logout" for route in site.routes)]


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with Universe([site.blueprint for site in SITES if site.blueprint]) as universe:
        yield universe


def copy_of(visitor: Visitor) -> Visitor:
    return Visitor(visitor.world, SITES, {host: dict(held) for host, held in visitor.cookies.items()})


def enter(visitor: Visitor, site: Site, account: Account) -> None:
    visitor.get(f"http://{site.host}/login")
    known = {"username": account.username, "email": account.username, "password": account.password}
    page = visitor.post("/login", known, follow=False)
    assert page.status == 303, f"{account.username} cannot sign in at {site.host}"


@pytest.mark.parametrize("site", WITH_ACCOUNTS, ids=lambda site: site.name)
def test_signing_out_ends_the_session_for_every_account(universe: Universe, site: Site) -> None:
    with universe.open(WorldState(accounts={site.name: None})) as world:
        for account in site.accounts(world.lore):
            visitor = Visitor(world, SITES)
            nobody = visitor.csrf_token(site)
            enter(visitor, site, account)
            copied = copy_of(visitor)
            assert copied.csrf_token(site) != nobody
            visitor.post(f"http://{site.host}/logout", {"csrf": visitor.csrf_token(site)})
            assert visitor.csrf_token(site) == copied.csrf_token(site) == nobody, account.role


@pytest.mark.parametrize("site", WITH_ACCOUNTS, ids=lambda site: site.name)
def test_nobody_is_signed_in_by_default_once_the_first_session_was_ended(universe: Universe, site: Site) -> None:
    with universe.open() as world:
        visitor = Visitor(world, SITES)
        visitor.post(f"http://{site.host}/logout", {"csrf": visitor.csrf_token(site)})
        assert Visitor(world, SITES).csrf_token(site) == visitor.csrf_token(site)
