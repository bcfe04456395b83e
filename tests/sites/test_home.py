"""The portal: cards for every site, search, accounts, facts about each site and about this web."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import quote, urldefrag, urljoin

import pytest

from tests.images import copy_images
from tests.sites.reading import crawl, read
from webcosm.sites import all_sites, open_universe, site_named
from webcosm.sites.kit import Addresses, Request, Visitor
from webcosm.worlds import Universe, World, WorldState

OURS = {"home.test", "manuals.test"}
START = ["http://home.test/", "http://manuals.test/"]


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    """From the cache that everybody shares."""
    with open_universe() as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


@pytest.fixture
def visitor(world: World) -> Visitor:
    return Visitor(world, all_sites())


def test_the_front_page_has_a_card_for_every_other_site(visitor: Visitor) -> None:
    answer = visitor.get("http://home.test/")
    page = read(answer)
    for site in all_sites():
        if site.name == "home":
            continue
        assert site.symbol in answer.text, f"no icon of {site.name}"
        assert f"http://{site.host}/" in page.links, f"no link to {site.host}"
        assert f"/sites/{site.name}" in page.links, f"no details of {site.name}"
        for fact in (site.title, site.host, site.tagline):
            assert " ".join(fact.split()) in page.text, f"{fact!r} is missing from the card of {site.name}"


@pytest.mark.parametrize("site", [site.name for site in all_sites()])
def test_white_icons_stand_out_on_each_sites_colour(site: str) -> None:
    colour = site_named(site).colour
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in channels)
    contrast = 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    assert contrast >= 4.5, f"white on {colour} has a contrast of {contrast:.2f}"


def test_people_get_links_with_their_own_addresses(world: World) -> None:
    hosts = {site.name: site.host for site in all_sites()}
    request = Request(site_named("home"), world, Addresses(hosts, local_port=8123, local_world="ann"))
    text = bytes(site_named("home").handle(request).body).decode()
    assert 'href="http://manuals.ann.localhost:8123/"' in text
    assert 'href="http://manuals.test' not in text


def test_only_sites_that_are_served_are_shown(world: World) -> None:
    visitor = Visitor(world, [site_named("home"), site_named("manuals")])
    for address in ("http://home.test/", "/search?q=site", "/accounts", "/about"):
        answer = visitor.get(address)
        assert answer.status == 200
        assert "calc.test" not in answer.text
    assert visitor.get("/sites/calc").status == 404


@pytest.mark.parametrize("site", [site.name for site in all_sites()])
def test_search_finds_each_site_by_name_host_and_a_word_of_its_tagline(visitor: Visitor, site: str) -> None:
    wanted = site_named(site)
    for typed in (wanted.title, wanted.host, wanted.name.upper(), wanted.tagline.split()[-1]):
        page = read(visitor.get(f"http://home.test/search?q={quote(typed)}"))
        assert f"/sites/{site}" in page.links, f"searching {typed!r} does not find {site}"


def test_search_puts_a_site_with_that_name_first(visitor: Visitor) -> None:
    page = read(visitor.get("http://home.test/search?q=manuals"))
    details = [link for link in page.links if link.startswith("/sites/")]
    assert details[0] == "/sites/manuals"


def test_search_with_hits_can_be_taken_to_the_manuals(visitor: Visitor) -> None:
    page = read(visitor.get("http://home.test/search?q=manuals+%26+site"))
    assert "http://manuals.test/search?q=manuals%20%26%20site" in page.links


@pytest.mark.parametrize("typed, message", [("", "Type what you are looking for"), ("?!", "has no word in it")])
def test_search_without_a_word_says_what_to_do(visitor: Visitor, typed: str, message: str) -> None:
    answer = visitor.get(f"http://home.test/search?q={quote(typed)}")
    assert answer.status == 200
    assert message in answer.text
    assert "/sites/manuals" in read(answer).links


def test_search_without_a_hit_offers_the_manuals_and_all_sites(visitor: Visitor) -> None:
    answer = visitor.get("http://home.test/search?q=zebra+%26+crossing")
    assert "No site fits all of these words" in answer.text
    page = read(answer)
    assert "http://manuals.test/search?q=zebra%20%26%20crossing" in page.links
    assert "/sites/manuals" in page.links


def test_every_account_is_listed_with_role_and_password(visitor: Visitor, world: World) -> None:
    answer = visitor.get("http://home.test/accounts")
    for site in all_sites():
        for account in site.accounts(world.lore):
            section = answer.text.partition(f'id="accounts-{site.name}"')[2].partition("</section>")[0]
            for fact in (account.role, account.name, account.username, account.password, account.note):
                assert str(escape(fact, quote=False)) in section.replace("&#39;", "'"), f"{fact!r} of {site.name}"


def test_the_account_that_is_signed_in_at_first_is_marked(universe: Universe) -> None:
    marked = "signed in at first"
    for site in all_sites():
        accounts = site.accounts(universe.lore)
        if not accounts:
            continue
        with universe.open() as world:
            page = read(Visitor(world, all_sites()).get(f"http://home.test/sites/{site.name}"))
            assert f"{accounts[0].name} {marked}" in page.text
        with universe.open(WorldState(accounts={site.name: None})) as world:
            assert marked not in read(Visitor(world, all_sites()).get(f"http://home.test/sites/{site.name}")).text


@pytest.mark.parametrize("address", ["/accounts", "/sites/admin", "/sites/shop"])
def test_where_a_world_says_who_is_signed_in_no_other_password_is_told(universe: Universe, address: str) -> None:
    owner, clerk, *_ = site_named("admin").accounts(universe.lore)
    customer = site_named("shop").accounts(universe.lore)[0]
    with universe.open(WorldState(accounts={"admin": clerk.username, "shop": None})) as world:
        text = read(Visitor(world, all_sites()).get(f"http://home.test{address}")).text
    assert owner.password not in text
    assert customer.password not in text
    assert (clerk.password in text) == (address != "/sites/shop")
    assert ("Not told here" in text) == (address == "/sites/shop")


def test_about_tells_the_worlds_own_date(visitor: Visitor, world: World) -> None:
    page = read(visitor.get("http://home.test/about"))
    assert "Thursday, May 14, 2026" in page.text
    assert "9:00 AM" in page.text
    world.clock.advance(milliseconds=15 * 3_600_000)
    assert "Friday, May 15, 2026" in read(visitor.get("http://home.test/about")).text


def test_about_names_the_region_of_this_universe(visitor: Visitor, world: World) -> None:
    region = world.lore.region
    text = read(visitor.get("http://home.test/about")).text
    assert f"Region {region.name} " in text
    assert f"{region.population:,} in {len(region.cities)} towns and {len(region.states)} states" in text
    assert f"Largest city {region.cities[0].name} " in text


@pytest.mark.parametrize("site", [site.name for site in all_sites()])
def test_each_site_has_a_page_of_facts(visitor: Visitor, site: str) -> None:
    about = site_named(site)
    answer = visitor.get(f"http://home.test/sites/{site}")
    assert answer.status == 200
    page = read(answer)
    assert about.host in page.text
    assert f"http://{about.host}/" in page.links
    if about.manual:
        assert f"http://manuals.test/{site}" in page.links


def test_the_facts_quote_the_manuals_first_paragraph(visitor: Visitor) -> None:
    assert "Manuals is where you read how the other sites work." in visitor.get("http://home.test/sites/manuals").text


@pytest.mark.parametrize("typed", ["manual", "Manuals", "manuals.tset"])
def test_an_unknown_site_gets_suggestions(visitor: Visitor, typed: str) -> None:
    answer = visitor.get(f"http://home.test/sites/{typed}")
    assert answer.status == 404
    assert "/sites/manuals" in read(answer).links


@pytest.mark.parametrize("path", ["/sites/{}", "/search?q={}", "/{}"])
def test_what_a_visitor_typed_is_escaped(visitor: Visitor, path: str) -> None:
    answer = visitor.get("http://home.test" + path.format(quote('"><script>alert(1)</script>', safe="")))
    assert answer.status in (200, 404)
    assert read(answer).tags.count("script") == 1  # the kit's own
    assert "&lt;script&gt;" in answer.text


@pytest.mark.parametrize("path", ["/nowhere", "/sites/%00", "/search?q=%00%ff", "/search?q=" + "long+" * 500])
def test_odd_addresses_get_a_page_not_a_crash(visitor: Visitor, path: str) -> None:
    assert visitor.get(f"http://home.test{path}").status < 500


def test_every_link_of_both_sites_resolves(universe: Universe) -> None:
    with universe.open() as world:
        visitor = Visitor(world, all_sites())
        pages = crawl(visitor, START, OURS)
        assert len(pages) > 2 * len(all_sites())
        broken = {address: answer.status for address, answer in pages.items() if answer.status != 200}
        assert not broken
        for address, answer in pages.items():
            page = read(answer)
            assert len(page.ids) == len(set(page.ids)), f"{address} repeats an id"
            assert set(page.labels_for) <= set(page.ids), f"{address} has a label for nothing"
            if address.split("/")[2] not in OURS:
                continue
            for link in page.links:
                target, anchor = urldefrag(urljoin(answer.url, link))
                assert not anchor or anchor in read(pages[target]).ids, f"{address} links to {link}: no such place"
            for file in page.files:
                assert visitor.get(urljoin(answer.url, file)).status == 200, f"{address} needs {file}"
        assert world.changes() == [], "looking around must change nothing"


def test_two_universes_of_one_seed_show_the_same_bytes(tmp_path: Path) -> None:
    """One as somebody built it before, perhaps another process, and one that is built here.

    The shop, whose pages are not read here, takes longest to build: tests/sites/shop/test_seed.py does it.
    """
    copy_images(tmp_path, ["shop"])
    shown: list[tuple[str, dict[str, bytes]]] = []
    for cache in (None, tmp_path):
        with open_universe(cache=cache) as universe, universe.open() as world:
            pages = crawl(Visitor(world, all_sites()), [*START, "http://manuals.test/search?q=page"], OURS)
            image = universe.image("manuals").sha256
            shown.append((image, {address: answer.data for address, answer in pages.items()}))
    assert shown[0] == shown[1]
