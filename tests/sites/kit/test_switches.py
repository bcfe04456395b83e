"""Switches of sites: declared by the site, typed, and one name means one thing in a world."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sites.kit.asking import ADDRESSES
from tests.sites.kit.sample import PAGE_SIZE, site
from webcosm.server import Server, switches_of
from webcosm.server.faults import UNIVERSAL
from webcosm.sites.kit import Request, Site
from webcosm.worlds import Setting, Switch, Universe, WorldState

ROWS = Switch("rows", 10, "Rows on a page.")


def declaring(name: str, *switches: Switch[Any]) -> Site:
    return Site(name, title="", tagline="", folder=Path("/nowhere"), switches=switches)


@pytest.mark.parametrize("given", [7, "7", 7.0])
def test_a_value_has_the_type_of_the_switch_however_it_was_given(board: Universe, given: Setting) -> None:
    with board.open(WorldState(switches={"page_size": given})) as world:
        size = Request(site=site, world=world, addresses=ADDRESSES).switch(PAGE_SIZE)
        assert (size, type(size)) == (7, int)


def test_a_switch_that_the_site_does_not_declare_is_a_mistake_with_names(board: Universe) -> None:
    with board.open() as world:
        request = Request(site=site, world=world, addresses=ADDRESSES)
        with pytest.raises(KeyError, match="board does not declare the switch 'rows'; it declares page_size"):
            request.switch(ROWS)


@pytest.mark.parametrize("name", [switch.name for switch in UNIVERSAL])
def test_a_universal_switch_cannot_be_declared_by_a_site(name: str) -> None:
    with pytest.raises(ValueError, match=f"the site 'one' declares the switch '{name}', which every site has"):
        switches_of([declaring("one", Switch(name, 0, ""))])


def test_sites_may_share_a_switch_only_if_they_mean_the_same() -> None:
    assert switches_of([declaring("one", ROWS), declaring("two", ROWS)]) == [*UNIVERSAL, ROWS]
    clash = [declaring("one", ROWS), declaring("two", Switch("rows", 20, "Rows on a page."))]
    words = r"the sites 'one' and 'two' declare the switch 'rows' differently; call them one\.rows and two\.rows"
    with pytest.raises(ValueError, match=words):
        Server(clash)


def test_a_switch_with_the_name_of_its_site_is_its_own() -> None:
    own = Switch("one.rows", 10, ""), Switch("two.rows", 20, "")
    assert switches_of([declaring("one", own[0]), declaring("two", own[1])]) == [*UNIVERSAL, *own]
    with pytest.raises(ValueError, match=r"'one' declares the switch 'two\.rows', which would be another site's"):
        declaring("one", own[1])


def test_a_site_declares_a_switch_once() -> None:
    with pytest.raises(ValueError, match="the site 'one' declares the switch 'rows' twice"):
        declaring("one", ROWS, ROWS)
