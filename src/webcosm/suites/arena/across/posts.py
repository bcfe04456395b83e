"""Tasks on two sites: posts on the forum about what stands elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.mentions import Says
from webcosm.judge.state import Expectation
from webcosm.suites.arena.forum._moves import write_post
from webcosm.suites.arena.forum._rows import all_said, forum, new_post
from webcosm.suites.arena.shop._goods import open_product
from webcosm.suites.arena.shop._rows import plain_goods, without_offers
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.money import price_text
from webcosm.worlds import World

__all__ = ["AskAboutProduct"]


@dataclass(frozen=True)
class Product:
    product: str


def _goods(world: World) -> list[Product]:
    rows = without_offers(world, plain_goods(world, "in_stock AND qty > 0 AND length(product.name) < 90"))
    return [Product(row.name) for row in rows[::7]][:60]


def _price(world: World, p: Product) -> str:
    return price_text(int(world.shop.value("SELECT price FROM product WHERE name = ? AND type = 'simple'", p.product)))


async def _without_the_price(person: Person, p: Product) -> None:
    """Wrong: nobody looked it up."""
    await person.goto("http://forum.test/f/BuyItRight")
    await write_post(person, "BuyItRight", p.product, "Has anybody had it for a while? Is it worth the money?")
    await person.stop()


async def _as_the_title_says(person: Person, p: Product) -> None:
    price = _price(person.world, p)
    await person.goto("http://forum.test/f/BuyItRight/submit")
    await write_post(person, "BuyItRight", f"{p.product}: worth {price}?", "What do you think of it?")
    await person.stop()


class AskAboutProduct(Template[Product]):
    """Ask whether a product of the shop is worth its price."""

    id = "arena.across.ask-about-product"
    kind = Kind.DO
    goals = (
        "I'm thinking of buying “{product}” at shop.test. Look up its price there, then ask in f/BuyItRight whether"
        " it's worth that much. Name the product and the price.",
        "Ask the people in f/BuyItRight if “{product}” is worth what shop.test charges for it. The post should give the"
        " full product name and the price.",
    )
    sites = ("forum", "shop")
    difficulty = Difficulty(actions=10)
    ways = (_as_the_title_says,)
    shortcuts = (_without_the_price,)

    def pool(self, world: World) -> Sequence[Product]:
        return _goods(world)

    def expect(self, world: World, p: Product) -> Expectation:
        says = Says((p.product, _price(world, p)), only=r"\$?\d[\d,]*\.\d\d", asks=True)
        rules = new_post(world, forum(world, "BuyItRight").id, {})
        return all_said(rules, says, "asks about the product and its price")

    async def solve(self, person: Person, p: Product) -> None:
        await person.goto("http://shop.test/")
        await open_product(person, p.product)
        amounts = [line.strip() for line in person.lines() if line.strip().startswith("$")]
        price = amounts[1]  # after the sum of the cart
        await person.goto("http://forum.test/f/BuyItRight")
        await write_post(person, "BuyItRight", "Is it worth it?", f"{p.product}: is it worth {price} to anybody here?")
        await person.stop()
