"""Tasks on the storefront: the wish list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Delete, Expectation, Insert, Update, same_text
from webcosm.suites.arena.shop._goods import open_product
from webcosm.suites.arena.shop._moves import choose_options
from webcosm.suites.arena.shop._rows import NUMBERED, WHEN, added_to_cart, customer, plain_goods, said_choice, variants
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World


def _wishes(world: World) -> list[Row]:
    """What is on the list: the wish with the name, kind and stock of the product."""
    return world.shop.rows(
        "SELECT wish.*, product.name, product.type, CASE WHEN in_stock THEN product.qty ELSE 0 END AS stock FROM wish"
        " JOIN product ON product.id = product_id WHERE customer_id = ? AND product.type <> 'variant' ORDER BY wish.id",
        customer(world).id,
    )


def _wish(world: World, name: str) -> Row:
    return next(wish for wish in _wishes(world) if wish.name == name)


@dataclass(frozen=True)
class NewWish:
    product: str


async def by_way_of_the_cart(person: Person, p: NewWish) -> None:
    """Puts it into the cart by mistake and moves it on to the wish list."""
    await open_product(person, p.product)
    await person.click("Add to Cart", role="button")
    await person.click("Cart: ", role="link")
    await person.click(f"Move {p.product} to wish list", role="button")
    await person.stop()


async def after_taking_it_off_again(person: Person, p: NewWish) -> None:
    """Added, removed and added again."""
    await open_product(person, p.product)
    await person.click("Add to Wish List", role="button")
    await person.click(f"Remove {p.product}", role="button")
    await open_product(person, p.product)
    await person.click("Add to Wish List", role="button")
    await person.stop()


async def left_in_the_cart_too(person: Person, p: NewWish) -> None:
    await open_product(person, p.product)
    await person.click("Add to Cart", role="button")
    await open_product(person, p.product)
    await person.click("Add to Wish List", role="button")
    await person.stop()


class AddWish(Template[NewWish]):
    """Put a product onto the wish list."""

    id = "arena.shop.add-wish"
    kind = Kind.DO
    goals = (
        "Add “{product}” to my wish list.",
        "I like “{product}”. Save it to my wish list for later.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    shortcuts = (left_in_the_cart_too,)
    ways = (
        by_way_of_the_cart,
        after_taking_it_off_again,
    )
    revision = 2

    def pool(self, world: World) -> Sequence[NewWish]:
        wished = {wish.name for wish in _wishes(world)}
        return [NewWish(row.name) for row in plain_goods(world)[3::8] if row.name not in wished]

    def expect(self, world: World, p: NewWish) -> Expectation:
        number = world.shop.value("SELECT id FROM product WHERE name = ? AND type = 'simple'", p.product)
        values = {"customer_id": customer(world).id, "product_id": number, "qty": 1, "note": ""}
        return Expectation([Insert("shop", "wish", values=values, free={"id": NUMBERED, "added": WHEN})])

    async def solve(self, person: Person, p: NewWish) -> None:
        await open_product(person, p.product)
        await person.click("Add to Wish List", role="button")
        await person.stop()


@dataclass(frozen=True)
class OldWish:
    product: str


async def with_another_put_back(person: Person, p: OldWish) -> None:
    """Removes another wish first, and puts that back as it was."""
    await person.click("Wish list", role="link")
    other = next(name for name in _shown(person) if name != p.product)
    qty, note = person.value("Quantity", within=other), person.value("Comment", within=other)
    await person.click(other, role="link")
    page = person.view.url  # with the options, if some were chosen
    await person.click("Wish list", role="link")
    await person.click(f"Remove {other}", role="button")
    await person.goto(page)
    await person.click("Add to Wish List", role="button")
    await person.fill("Quantity", qty, within=other)
    await person.fill("Comment", note, within=other)
    await person.click("Update Wish List", role="button")
    await person.click(f"Remove {p.product}", role="button")
    await person.stop()


def _shown(person: Person) -> list[str]:
    """The names on the wish list that is shown."""
    return [name.removeprefix("Remove ") for name in person.names("button") if name.startswith("Remove ")]


class RemoveWish(Template[OldWish]):
    """Take a product off the wish list."""

    id = "arena.shop.remove-wish"
    kind = Kind.DO
    goals = (
        "Take “{product}” off my wish list. If it isn't on there, tell me.",
        "I don't want “{product}” anymore. Remove it from my wish list, or let me know if it's not on there.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=3)
    ways = (with_another_put_back,)
    twin = "arena.shop.drop-wish"
    revision = 3

    def pool(self, world: World) -> Sequence[OldWish]:
        """As many as there are wishes."""
        return [OldWish(wish.name) for wish in _wishes(world)]

    def expect(self, world: World, p: OldWish) -> Expectation:
        return Expectation([Delete("shop", "wish", key=(_wish(world, p.product).id,))])

    async def solve(self, person: Person, p: OldWish) -> None:
        await person.click("Wish list", role="link")
        await person.click(f"Remove {p.product}", role="button")
        await person.stop()


class RemoveWishMissing(Template[OldWish]):
    """Take a product off the wish list that is not on it."""

    id = "arena.shop.drop-wish"
    kind = Kind.DO
    goals = RemoveWish.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=2)
    achievable = False
    twin = "arena.shop.remove-wish"
    revision = 3

    def pool(self, world: World) -> Sequence[OldWish]:
        """What the customer bought, but never wished for."""
        wished = {wish.name for wish in _wishes(world)}
        bought = world.shop.values(
            "SELECT DISTINCT name FROM order_item JOIN orders ON orders.id = order_id WHERE customer_id = ?"
            " ORDER BY name",
            customer(world).id,
        )
        return [OldWish(name) for name in bought if name not in wished]

    def obstacle(self, world: World, p: OldWish) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.product,))

    async def solve(self, person: Person, p: OldWish) -> None:
        await person.click("Wish list", role="link")
        if p.product in person.names("link"):
            raise Lost(f"{p.product!r} is on the wish list after all")
        await person.infeasible(f"“{p.product}” is not on the wish list.")


@dataclass(frozen=True)
class WishPieces:
    product: str
    qty: int


async def with_the_quantity_set_in_the_cart(person: Person, p: WishPieces) -> None:
    await person.click("Wish list", role="link")
    await person.click(f"Move to Cart: {p.product}", role="button")
    await person.click("Cart: ", role="link")
    await person.fill(f"Quantity of {p.product}", str(p.qty))
    await person.click("Update cart", role="button")
    await person.stop()


async def from_the_product_page(person: Person, p: WishPieces) -> None:
    """Takes it off the list first, then puts it into the cart."""
    await person.click("Wish list", role="link")
    await person.click(f"Remove {p.product}", role="button")
    await open_product(person, p.product)
    await person.fill("Quantity", str(p.qty))
    await person.click("Add to Cart", role="button")
    await person.stop()


async def left_on_the_list(person: Person, p: WishPieces) -> None:
    await open_product(person, p.product)
    await person.fill("Quantity", str(p.qty))
    await person.click("Add to Cart", role="button")
    await person.stop()


class MoveWishToCart(Template[WishPieces]):
    """Move some pieces of a wish into the cart."""

    id = "arena.shop.wish-to-cart"
    kind = Kind.DO
    goals = (
        "Move “{product}” from my wish list to my cart, {qty} of them.",
        "Put {qty} of “{product}” from my wish list in my cart, and take it off the list.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    shortcuts = (left_on_the_list,)
    ways = (
        with_the_quantity_set_in_the_cart,
        from_the_product_page,
    )
    revision = 2

    def pool(self, world: World) -> Sequence[WishPieces]:
        """As many pieces as there may be of the few wishes that need no choice of options."""
        return [
            WishPieces(wish.name, qty)
            for wish in _wishes(world)
            for qty in range(2, min(wish.stock, 12) + 1)
            if wish.type == "simple" and qty != wish.qty
        ]

    def expect(self, world: World, p: WishPieces) -> Expectation:
        wish = _wish(world, p.product)
        return Expectation([added_to_cart(world, wish.product_id, p.qty), Delete("shop", "wish", key=(wish.id,))])

    async def solve(self, person: Person, p: WishPieces) -> None:
        await person.click("Wish list", role="link")
        await person.fill("Quantity", str(p.qty), within=p.product)
        await person.click("Update Wish List", role="button")
        await person.click(f"Move to Cart: {p.product}", role="button")
        await person.stop()


@dataclass(frozen=True)
class WishOptions:
    product: str
    choice: str
    """As people say it: ``Red, size M``"""
    options: str
    """As the shop does: ``Color: Red; Size: M``"""


async def off_the_list_first(person: Person, p: WishOptions) -> None:
    await person.click("Wish list", role="link")
    await person.click(f"Remove {p.product}", role="button")
    await open_product(person, p.product)
    await choose_options(person, p.options)
    await person.click("Add to Cart", role="button")
    await person.stop()


class ChooseWish(Template[WishOptions]):
    """Put a wish into the cart with the options that were still to be chosen, and take it off the list."""

    id = "arena.shop.choose-wish"
    kind = Kind.DO
    goals = (
        "“{product}” is on my wish list. Put one in my cart in {choice}, and take it off the list.",
        "Add one “{product}” in {choice} to my cart and remove it from my wish list.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    ways = (off_the_list_first,)
    revision = 2

    def pool(self, world: World) -> Sequence[WishOptions]:
        """As many as the wishes with options have variants in stock."""
        return [
            WishOptions(wish.name, said_choice(row.options), row.options)
            for wish in _wishes(world)
            if wish.type == "configurable"
            for row in variants(world, "item.in_stock AND item.qty > 0 AND shown.id = ?", wish.product_id)
        ]

    def expect(self, world: World, p: WishOptions) -> Expectation:
        wish = _wish(world, p.product)
        row = next(row for row in variants(world, "shown.id = ?", wish.product_id) if row.options == p.options)
        return Expectation([added_to_cart(world, row.id, 1), Delete("shop", "wish", key=(wish.id,))])

    async def solve(self, person: Person, p: WishOptions) -> None:
        await person.click("Wish list", role="link")
        await person.click(p.product, role="link")
        await choose_options(person, p.options)
        await person.click("Add to Cart", role="button")
        await person.click("Wish list", role="link")
        await person.click(f"Remove {p.product}", role="button")
        await person.stop()


@dataclass(frozen=True)
class WishNote:
    product: str
    qty: int
    note: str


async def one_after_the_other(person: Person, p: WishNote) -> None:
    """Saves the comment before the quantity, with a blank at its end, and the quantity wrong at first."""
    await person.click("Wish list", role="link")
    for label, text in (("Comment", f"{p.note} "), ("Quantity", str(p.qty + 1)), ("Quantity", str(p.qty))):
        await person.fill(label, text, within=p.product)
        await person.click("Update Wish List", role="button")
    await person.stop()


class EditWish(Template[WishNote]):
    """Set how many of a wish are wanted, and write why."""

    id = "arena.shop.edit-wish"
    kind = Kind.DO
    goals = (
        "On my wish list, set the quantity of “{product}” to {qty} and the comment to “{note}”.",
        "Update “{product}” on my wish list: quantity {qty}, comment “{note}”.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    ways = (one_after_the_other,)
    revision = 2

    def pool(self, world: World) -> Sequence[WishNote]:
        names = dict.fromkeys(person.given_name for person in world.lore.people[:40])
        notes = [words.format(name) for name in names for words in ("For {}", "Ask {} first", "{}’s birthday")]
        wishes = _wishes(world)
        return [
            WishNote(wishes[place % len(wishes)].name, 3 + place % 7, note) for place, note in enumerate(notes[:60])
        ]

    def expect(self, world: World, p: WishNote) -> Expectation:
        values: dict[str, Any] = {"qty": p.qty, "note": same_text(p.note)}
        return Expectation([Update("shop", "wish", key=(_wish(world, p.product).id,), values=values)])

    async def solve(self, person: Person, p: WishNote) -> None:
        await person.click("Wish list", role="link")
        await person.fill("Quantity", str(p.qty), within=p.product)
        await person.fill("Comment", p.note, within=p.product)
        await person.click("Update Wish List", role="button")
        await person.stop()
