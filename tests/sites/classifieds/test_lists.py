"""Search, filters, distance, order, pages; saved searches with alerts."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from tests.sites.classifieds.conftest import later
from webcosm.lore import Point, haversine
from webcosm.sites.kit import VisitedPage, Visitor
from webcosm.worlds import World

MILE = 1.609344
"""In kilometers, which distances are in."""
ACTIVE = "status = 'active'"


def shown(page: VisitedPage) -> list[int]:
    return [int(number) for number in re.findall(r'<h3><a href="/item/(\d+)"', page.text)]


def total(visitor: Visitor, **query: object) -> int:
    page = visitor.get(f"/listings?{urlencode(query)}")
    assert page.status == 200
    number = page.shown.facts["total"]
    assert isinstance(number, int)
    return number


def count(world: World, where: str, *values: int | str) -> int:
    sql = f"SELECT count(*) FROM listing JOIN category ON category.id = category_id WHERE {ACTIVE} AND {where}"
    return int(world.classifieds.value(sql, *values))


def test_filters_find_what_the_table_has(world: World, member: Visitor) -> None:
    assert total(member) == count(world, "1")
    assert total(member, category="cars") == count(world, "slug = 'cars'") > 20
    group = world.classifieds.row("SELECT * FROM category WHERE parent_id IS NULL ORDER BY position")
    assert group
    assert total(member, category=group.slug) == count(world, "category.parent_id = ?", group.id)
    assert total(member, min="100", max="250.50") == count(world, "price BETWEEN 10000 AND 25050")
    assert total(member, condition="like_new") == count(world, "condition = 'like_new'")
    photo = "EXISTS (SELECT 1 FROM listing_photo WHERE listing_id = listing.id)"
    assert total(member, pictures="1") == count(world, photo) < count(world, "1")


def test_attributes_are_filters_of_their_category(world: World, member: Visitor) -> None:
    value = (
        "EXISTS (SELECT 1 FROM listing_value JOIN attribute ON attribute.id = listing_value.attribute_id"
        " LEFT JOIN attribute_choice ON attribute_choice.id = choice_id WHERE listing_id = listing.id AND {})"
    )
    cars = "slug = 'cars' AND "
    new = count(world, cars + value.format("code = 'year' AND number >= 2018"))
    assert total(member, category="cars", year_min="2018") == new > 0
    row = world.classifieds.row(
        "SELECT attribute_choice.label FROM listing_value JOIN attribute ON attribute.id = listing_value.attribute_id"
        " JOIN attribute_choice ON attribute_choice.id = choice_id JOIN listing ON listing.id = listing_id"
        " WHERE code = 'make' AND status = 'active' GROUP BY 1 ORDER BY count(*) DESC"
    )
    assert row
    make = count(world, cars + value.format("code = 'make' AND attribute_choice.label = ?"), row.label)
    assert total(member, category="cars", make=row.label) == make > 0
    assert total(member, year_min="2018") == total(member), "without its category an attribute means nothing"


def test_a_circle_around_a_city(world: World, member: Visitor) -> None:
    db = world.classifieds
    home = db.row("SELECT city.* FROM city JOIN account ON account.city_id = city.id WHERE account.id = 1")
    assert home
    found = []
    for miles in ("", "10", "25", "50", "100"):
        here = Point(home.lat, home.lon)
        near = [
            row.id
            for row in db.rows("SELECT * FROM city")
            if row.id == home.id or haversine(here, Point(row.lat, row.lon)) <= int(miles or 0) * MILE
        ]
        wanted = count(world, f"city_id IN ({', '.join(map(str, near))})")
        found.append(total(member, city=home.id, within=miles))
        assert found[-1] == wanted
    assert found == sorted(found)
    assert found[0] < found[-1] < total(member), "the region is wider than the widest circle"
    region = db.row("SELECT * FROM region ORDER BY id")
    assert region
    assert total(member, region=region.code) == count(
        world, "city_id IN (SELECT id FROM city WHERE region_id = ?)", region.id
    )


def test_words_are_found_in_any_order_and_form(world: World, member: Visitor) -> None:
    row = world.classifieds.row(
        "SELECT listing.* FROM listing JOIN category ON category.id = category_id WHERE status = 'active'"
        " AND slug = 'furniture' AND title LIKE '% % %' ORDER BY listing.id"
    )
    assert row
    words = re.findall(r"\w+", row.title)
    backward = member.get(f"/listings?{urlencode({'q': ' '.join(reversed(words)).upper(), 'category': 'furniture'})}")
    assert row.id in shown(backward)
    assert total(member, q="zzyzx") == 0
    assert "Nothing fits" in member.get("/listings?q=zzyzx").text


@pytest.mark.parametrize("sort", ["newest", "oldest", "cheap", "dear"])
def test_pages_follow_each_other_without_gaps(world: World, member: Visitor, sort: str) -> None:
    key, way = {
        "newest": ("published", "DESC"),
        "oldest": ("published", "ASC"),
        "cheap": ("coalesce(price, 1e12)", "ASC"),
        "dear": ("coalesce(price, -1)", "DESC"),
    }[sort]
    wanted = world.classifieds.values(
        f"SELECT listing.id FROM listing JOIN category ON category.id = category_id WHERE {ACTIVE} AND slug"
        f" = 'furniture' ORDER BY {key} {way}, listing.id {way}"
    )
    page = member.get(f"/listings?category=furniture&sort={sort}")
    met: list[int] = []
    pages = [page]
    while True:
        met += shown(page)
        following = re.search(r'rel="next" href="([^"]+)"', page.text)
        if following is None:
            break
        page = member.get(following[1].replace("&amp;", "&"))
        pages.append(page)
    assert met == wanted
    back = re.search(r'rel="prev" href="([^"]+)"', page.text)
    assert back
    assert shown(member.get(back[1].replace("&amp;", "&"))) == shown(pages[-2])
    assert pages[0].shown.facts["first"] == 1
    assert pages[1].shown.facts["first"] == len(shown(pages[0])) + 1


def test_filters_that_there_are_not_are_named(member: Visitor) -> None:
    page = member.get("/listings?category=spaceships&min=cheap")
    assert "There is no category “spaceships”" in page.text
    assert "“cheap” is no price" in page.text
    assert page.shown.what == ""


def test_the_gallery_shows_the_same(member: Visitor) -> None:
    assert shown(member.get("/listings?category=cars")) == shown(member.get("/listings?category=cars&view=gallery"))


def test_a_search_is_saved_found_again_and_deleted(world: World, member: Visitor) -> None:
    member.get("/listings?sort=cheap&category=cars&max=9000")
    member.post("/searches", {"name": "Cheap cars", "query": "max=9000&sort=cheap&category=cars", "alerts": "on"})
    row = world.classifieds.row("SELECT * FROM saved_search ORDER BY id DESC")
    assert row
    assert (row.name, row.query, row.alerts) == ("Cheap cars", "category=cars&max=9000&sort=cheap", 1)
    page = member.post("/searches", {"name": "Again", "query": "category=cars&sort=cheap&max=9000"})
    assert "saved this search already" in page.text
    assert member.get(f"/account/searches/{row.id}").shown.facts["category"] == "cars"
    member.get("/account/searches")
    member.post(f"/account/searches/{row.id}/alerts", {"alerts": "0"})
    assert world.classifieds.value("SELECT alerts FROM saved_search WHERE id = ?", row.id) == 0
    member.post(f"/account/searches/{row.id}/delete")
    assert world.changes() == []


def test_an_alert_tells_what_came_since(world: World, member: Visitor, other: Visitor) -> None:
    """The second member publishes something that fits a search of the first."""
    member.post("/searches", {"name": "Cars", "query": "category=cars", "alerts": "on"})
    search = world.classifieds.value("SELECT max(id) FROM saved_search")
    told = member.get("/account").text
    before = int(re.search(r"<strong>(\d+)</strong>new for your alerts", told)[1])  # type: ignore[index]
    car = world.classifieds.value(
        "SELECT id FROM listing WHERE seller_id = 2 AND status = 'active' AND category_id = (SELECT id FROM"
        " category WHERE slug = 'cars')"
    )
    assert car
    later(world, days=7)
    other.get("/account/listings")
    other.post(f"/account/listings/{car}/renew")
    member.get("/account/searches")
    told = member.get("/account").text
    assert int(re.search(r"<strong>(\d+)</strong>new for your alerts", told)[1]) == before + 1  # type: ignore[index]
    later(world, minutes=1)
    member.get(f"/account/searches/{search}")
    told = member.get("/account").text
    assert int(re.search(r"<strong>(\d+)</strong>new for your alerts", told)[1]) == before  # type: ignore[index]
