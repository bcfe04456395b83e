"""Settings, taxes, ways to ship and pay, websites and store views."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sites.admin.filling import errors, send, shown
from tests.sites.admin.goods import summary, universe
from tests.sites.admin.sample import CLERK, READER
from webcosm.sites.admin import site
from webcosm.sites.admin.stores.settings import GROUPS
from webcosm.sites.admin.stores.tax_pages import percent_text, read_percent
from webcosm.sites.kit import Visitor
from webcosm.sites.shop import site as shop
from webcosm.sites.shop.seed.store import read_content
from webcosm.worlds import Universe, World

SETTINGS, TAX, CLASSES = "/stores/settings", "/stores/tax", "/stores/tax/classes"
SHIPPING, PAYMENT, WEBSITES = "/stores/shipping", "/stores/payment", "/stores/websites"


@pytest.fixture(scope="module")
def office(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Universe:
    return universe(pytestconfig, tmp_path_factory)


@pytest.mark.parametrize(
    "path",
    [
        *(f"{SETTINGS}/{group}" for group in ("general", "contact", "design")),
        f"{TAX}/1",
        f"{CLASSES}/1",
        f"{SHIPPING}/1",
        f"{PAYMENT}/1",
        f"{WEBSITES}/1",
        f"{WEBSITES}/views/1",
    ],
)
def test_saving_what_is_shown_writes_nothing(visitor: Visitor, world: World, path: str) -> None:
    assert "Nothing was changed." in send(visitor, path).text
    assert world.changes() == []


# Settings -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "group, typed, path, value",
    [
        ("general", {"general/store_name": "Dray & Sons"}, "general/store_name", "Dray & Sons"),
        ("contact", {"general/email": "hello@dray.test"}, "general/email", "hello@dray.test"),
        ("sales", {"sales/minimum_order": "12.50"}, "sales/minimum_order", "1250"),
        ("sales", {"sales/guest_checkout": None}, "sales/guest_checkout", "0"),
        ("sales", {"sales/return_days": "14"}, "sales/return_days", "14"),
        ("sales", {"customers/default_group": "3"}, "customers/default_group", "3"),
    ],
)
def test_a_setting(
    visitor: Visitor, world: World, group: str, typed: dict[str, str | None], path: str, value: str
) -> None:
    page = send(visitor, f"{SETTINGS}/{group}", typed)
    assert "You saved the settings." in page.text
    (change,) = world.changes()
    assert (change.table, change.kind, change.key) == ("setting", "update", (path,))
    assert change.new
    assert change.new["value"] == value


def test_a_setting_that_was_never_made(visitor: Visitor, world: World) -> None:
    send(visitor, f"{SETTINGS}/contact", {"general/phone": "(555) 010-0100"})
    assert summary(world.changes()) == [("setting", "insert", ("general/phone",), ())]


def test_the_store_has_the_new_name(visitor: Visitor) -> None:
    send(visitor, SETTINGS, {"general/store_name": "Quayside Goods"})
    assert "Quayside Goods" in visitor.get("http://shop.test/").text


@pytest.mark.parametrize(
    "group, typed, message",
    [
        ("general", {"general/store_name": ""}, "Store name is required."),
        ("contact", {"general/email": "nobody"}, "E-mail: write an address like name@example.test."),
        ("contact", {"general/region": "Q"}, "State: write the two capital letters of a state."),
        ("sales", {"sales/return_days": "-3"}, "Days for returns must be at least 0."),
        ("sales", {"sales/minimum_order": "much"}, "Minimum order amount: write an amount like 12.50."),
    ],
)
def test_settings_that_are_refused(
    visitor: Visitor, world: World, group: str, typed: dict[str, str | None], message: str
) -> None:
    page = send(visitor, f"{SETTINGS}/{group}", typed)
    assert (page.status, errors(page)) == (422, [message])
    assert world.changes() == []


def test_every_group_has_a_page(visitor: Visitor) -> None:
    for group in GROUPS.values():
        assert group.lead in visitor.get(f"http://admin.shop.test{SETTINGS}/{group.key}").text
    assert visitor.get(f"http://admin.shop.test{SETTINGS}/nothing").status == 404


FIXED = {"general/currency", "general/locale", "sales/send_order_email", "tax/based_on", "tax/shipping_taxed"}
"""Facts of the shop that nobody can change, since nothing would come of it."""


def test_every_setting_is_read_by_a_page() -> None:
    """None is there only to be set."""
    own = {site.folder / "settings.py"}
    files = [path for folder in (site.folder, shop.folder) for path in folder.rglob("*.py") if path not in own]
    files += [path for folder in (site.folder, shop.folder) for path in folder.rglob("*.html")]
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(files) if not path.name.startswith("seed"))
    asked = {field.name for group in GROUPS.values() for field in group.fields}
    assert [path for path in sorted(asked) if path not in text] == []


def test_every_setting_of_the_shop_can_be_set(visitor: Visitor, world: World) -> None:
    """What the shop is made with is offered, and fits its field."""
    made = read_content("store")["settings"]
    asked = {field.name for group in GROUPS.values() for field in group.fields}
    assert sorted(asked | FIXED) == sorted(made)
    assert asked & FIXED == set()
    world.shop.run("DELETE FROM setting")
    for path, value in made.items():
        world.shop.insert("setting", path=path, value=value.replace("[[state]]", "QU"))
    world.shop.insert("theme", code=made["design/theme"], title="In use", accent="#000000", ground="#ffffff")
    before = world.changes()
    for group in GROUPS:
        page = send(visitor, f"{SETTINGS}/{group}")
        assert (errors(page), "Nothing was changed." in page.text) == ([], True), group
    assert world.changes() == before


# Taxes ----------------------------------------------------------------------------------------------------------------


def test_percentages() -> None:
    assert [read_percent(text) for text in ("8.25", "8.5", "8", "0", "100")] == [825, 850, 800, 0, 10_000]
    assert [percent_text(number) for number in (825, 800, 5)] == ["8.25", "8.00", "0.05"]
    for text in ("", "-1", "8,25", "100.01", "8.255", "²"):
        with pytest.raises(ValueError, match="is no percentage"):
            read_percent(text)


def test_tax_rates(visitor: Visitor, world: World) -> None:
    send(visitor, f"{TAX}/1", {"percent": "9"})
    (change,) = world.changes()
    assert (change.table, change.columns, change.new and change.new["percent"]) == ("tax_rate", ("percent",), 900)
    state = world.lore.region.states[1].abbreviation
    send(visitor, f"{TAX}/new", {"name": "Second", "region": state, "tax_class_id": "1", "percent": "4.75"})
    assert world.shop.value("SELECT percent FROM tax_rate WHERE region = ?", state) == 475
    page = send(visitor, f"{TAX}/new", {"name": "Third", "region": state, "tax_class_id": "1", "percent": "1"})
    assert errors(page) == ["Second is the rate for this state and class already."]
    page = send(visitor, f"{TAX}/1", {"percent": "a lot"})
    assert errors(page) == ["'a lot' is no percentage; write it like 8.25, from 0 to 100."]
    visitor.get(f"http://admin.shop.test{TAX}/1")
    visitor.post(f"{TAX}/1/delete")
    assert not world.shop.value("SELECT count(*) FROM tax_rate WHERE id = 1")


def test_tax_classes(visitor: Visitor, world: World) -> None:
    send(visitor, f"{CLASSES}/2", {"name": "Groceries"})
    assert summary(world.changes()) == [("tax_class", "update", (2,), ("name",))]
    assert errors(send(visitor, f"{CLASSES}/new", {"name": "Groceries"})) == [
        "There is a tax class called Groceries already."
    ]
    visitor.get(f"http://admin.shop.test{CLASSES}/1")
    assert visitor.post(f"{CLASSES}/1/delete").status == 409
    visitor.get(f"http://admin.shop.test{CLASSES}/2")
    visitor.post(f"{CLASSES}/2/delete")
    assert summary(world.changes()) == [("tax_class", "delete", (2,), ())]


# Shipping and payment -------------------------------------------------------------------------------------------------


def test_shipping_methods(visitor: Visitor, world: World) -> None:
    send(visitor, f"{SHIPPING}/1", {"base": "6.25", "free_from": "80", "days": "2 days"})
    assert summary(world.changes()) == [("shipping_method", "update", (1,), ("base", "free_from", "days"))]
    send(visitor, f"{SHIPPING}/new", {"code": "drone", "carrier": "Skyway", "title": "Drone", "base": "20"})
    row = world.shop.rows("SELECT * FROM shipping_method WHERE code = 'drone'")[0]
    assert (row.base, row.per_kg, row.free_from, row.position, row.active) == (2000, 0, None, 2, 1)
    page = send(visitor, f"{SHIPPING}/new", {"code": "flat", "carrier": "x", "title": "Kept", "base": "1"})
    assert errors(page) == ["The code flat is taken."]
    assert shown(page)["title"] == "Kept"


def test_payment_methods(visitor: Visitor, world: World) -> None:
    send(visitor, f"{PAYMENT}/1", {"instructions": "Send it by mail."})
    assert summary(world.changes()) == [("payment_method", "update", (1,), ("instructions",))]


def test_the_last_way_to_ship_or_pay_stays(visitor: Visitor, world: World) -> None:
    for path in (SHIPPING, PAYMENT):
        page = send(visitor, f"{path}/1", {"active": None})
        assert page.status == 422
        assert "without it nobody could check out" in page.text
        page = visitor.post(f"{path}/1/delete")
        assert "and stays" in page.text
    assert world.changes() == []


# Websites -------------------------------------------------------------------------------------------------------------


def test_websites_and_views(visitor: Visitor, world: World) -> None:
    send(visitor, f"{WEBSITES}/new", {"name": "Trade", "code": "trade"})
    send(visitor, f"{WEBSITES}/views/new", {"website_id": "2", "name": "Trade view", "code": "trade_en"})
    assert [(one.table, one.kind) for one in world.changes()] == [("store_view", "insert"), ("website", "insert")]
    page = send(visitor, f"{WEBSITES}/new", {"name": "Other", "code": "trade"})
    assert errors(page) == ["The code trade is taken."]
    visitor.get(f"http://admin.shop.test{WEBSITES}/2")
    assert visitor.post(f"{WEBSITES}/2/delete").status == 409
    visitor.get(f"http://admin.shop.test{WEBSITES}/views/2")
    visitor.post(f"{WEBSITES}/views/2/delete")
    visitor.get(f"http://admin.shop.test{WEBSITES}/2")
    visitor.post(f"{WEBSITES}/2/delete")
    assert world.changes() == []


def test_the_last_store_view_stays(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{WEBSITES}/views/1", {"active": None})
    assert errors(page) == ["This is the last enabled store view."]
    assert visitor.post(f"{WEBSITES}/views/1/delete").status == 409
    assert world.changes() == []


def test_who_may(as_user: Callable[[str], Visitor]) -> None:
    clerk, reader = as_user(CLERK), as_user(READER)
    for path in (SETTINGS, TAX, CLASSES, SHIPPING, PAYMENT, WEBSITES):
        assert clerk.get(f"http://admin.shop.test{path}").status == 403
        assert reader.get(f"http://admin.shop.test{path}").status == 200
    page = reader.get(f"http://admin.shop.test{SETTINGS}")
    reader.get("http://admin.shop.test/")
    assert reader.post(SETTINGS, {**shown(page), "general/store_name": "Mine"}).status == 403
    assert reader.world.changes() == []
