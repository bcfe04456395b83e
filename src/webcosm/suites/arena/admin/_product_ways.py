"""Other right ways to change products: in their list, in two goes, or after a slip that is mended."""

from __future__ import annotations

from typing import Protocol

from webcosm.suites.arena.admin._goods import open_by_sku, open_product, save_product
from webcosm.suites.arena.admin._ways import do_to_ticked, list_products, set_for_ticked, tick_row
from webcosm.tasks import Person
from webcosm.tasks.money import typed_price

__all__ = [
    "back_in_stock_in_the_list",
    "change_attribute_in_the_list",
    "change_price_twice",
    "deliver_in_two_goes",
    "disable_after_another",
    "disable_in_the_list",
    "enable_in_the_list",
    "end_special_price_in_two_goes",
    "out_of_stock_in_the_list",
    "set_price_after_a_slip",
    "set_quantity_after_a_slip",
    "special_price_in_two_goes",
    "tick_product",
]


class OfProduct(Protocol):
    @property
    def product(self) -> str: ...


class OfPrice(OfProduct, Protocol):
    @property
    def price(self) -> str: ...


class OfQuantity(OfProduct, Protocol):
    @property
    def qty(self) -> int: ...


class OfSku(Protocol):
    @property
    def sku(self) -> str: ...
    @property
    def pieces(self) -> int: ...


async def tick_product(person: Person, name: str) -> None:
    """Six actions: the list of products, with one of them ticked and none of its variants."""
    await list_products(person, name)
    await person.choose("Per page", "200")
    await tick_row(person, "Name", name)


# Marks and states -----------------------------------------------------------------------------------------------------


async def disable_in_the_list(person: Person, p: OfProduct) -> None:
    await tick_product(person, p.product)
    await do_to_ticked(person, "Disable")
    await person.stop()


async def disable_after_another(person: Person, p: OfProduct) -> None:
    """Another product was disabled by mistake, and enabled again."""
    others = "SELECT name FROM product WHERE type = 'simple' AND enabled AND name <> ? GROUP BY name ORDER BY 1"
    await open_product(person, person.world.shop.values(others, p.product)[0])
    await person.uncheck("Enable product")
    await save_product(person)
    await person.check("Enable product")
    await save_product(person)
    await open_product(person, p.product)
    await person.uncheck("Enable product")
    await save_product(person)
    await person.stop()


async def enable_in_the_list(person: Person, p: OfProduct) -> None:
    await tick_product(person, p.product)
    await do_to_ticked(person, "Enable")
    await person.stop()


async def change_attribute_in_the_list(person: Person, product: str, label: str, value: str) -> None:
    """Eleven actions: an attribute of ticked products, in the form for many."""
    await tick_product(person, product)
    await do_to_ticked(person, "Change attributes")
    if label in person.names("combobox"):
        await person.choose(label, value)
    else:
        await person.fill(label, value)
    await person.click("Change 1 product", role="button")
    await person.stop()


async def out_of_stock_in_the_list(person: Person, p: OfProduct) -> None:
    """Of a product with variants, this is said of all of them."""
    await tick_product(person, p.product)
    await set_for_ticked(person, "Set stock status", "Out of stock")
    await person.stop()


async def back_in_stock_in_the_list(person: Person, p: OfQuantity) -> None:
    await tick_product(person, p.product)
    await set_for_ticked(person, "Set stock status", "In stock")
    await open_product(person, p.product)
    await person.fill("Quantity", str(p.qty))
    await save_product(person)
    await person.stop()


# Prices and quantities ------------------------------------------------------------------------------------------------


async def set_price_after_a_slip(person: Person, p: OfPrice) -> None:
    """A wrong price is saved first; the right one is typed as the goal has it, with its dollar sign."""
    await open_product(person, p.product)
    await person.fill("Price", "1")
    await save_product(person)
    await person.fill("Price", f" {p.price}")
    await save_product(person)
    await person.stop()


async def change_price_twice(person: Person, product: str, wrong: int, right: int) -> None:
    await open_product(person, product)
    for cents in (wrong, right):
        await person.fill("Price", typed_price(cents))
        await save_product(person)
    await person.stop()


async def special_price_in_two_goes(person: Person, p: OfPrice, first: str, last: str) -> None:
    """The last day and a wrong price first, then the right price and the first day."""
    await open_product(person, p.product)
    await person.fill("Special price to", last)
    await person.fill("Special price", "0.50")
    await save_product(person)
    await person.fill("Special price from", first)
    await person.fill("Special price", p.price)
    await save_product(person)
    await person.stop()


async def end_special_price_in_two_goes(person: Person, p: OfProduct) -> None:
    """The dates go first, then the price."""
    await open_product(person, p.product)
    for label in ("Special price to", "Special price from"):
        if person.value(label):
            await person.fill(label, "")
    await save_product(person)
    await person.fill("Special price", "")
    await save_product(person)
    await person.stop()


async def set_quantity_after_a_slip(person: Person, p: OfQuantity) -> None:
    """Out of stock by mistake, which is mended together with the quantity."""
    await open_product(person, p.product)
    await person.choose("Stock status", "Out of stock")
    await person.fill("Quantity", "0")
    await save_product(person)
    await person.choose("Stock status", "In stock")
    await person.fill("Quantity", f"{p.qty} ")
    await save_product(person)
    await person.stop()


async def deliver_in_two_goes(person: Person, p: OfSku) -> None:
    await open_by_sku(person, p.sku)
    for pieces in (p.pieces // 2, p.pieces - p.pieces // 2):
        await person.fill("Quantity", str(int(person.value("Quantity")) + pieces))
        await save_product(person)
    await person.stop()
