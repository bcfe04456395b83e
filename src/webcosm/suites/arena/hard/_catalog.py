"""What hard tasks about the catalog share: papers of the back office, things for sale, and the typing of prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.suites.arena.admin._goods import save_product, variants
from webcosm.suites.arena.hard._shop import OFFICE, add_page
from webcosm.tasks import Person
from webcosm.tasks.money import typed_price
from webcosm.worlds import Row, World

__all__ = ["Article", "add_document", "articles_of", "page_address", "set_prices"]


@dataclass(frozen=True)
class Article:
    """What has a price of its own: a simple product, or a variant of a product."""

    row: Row
    label: str
    """The variant's options, as the fields of its row are labelled; empty for a simple product."""

    @property
    def page(self) -> int:
        """The product whose page has its price."""
        return int(self.row.parent_id or self.row.id)

    @property
    def name(self) -> str:
        return f"{self.row.name} ({self.row.sku})"

    def __hash__(self) -> int:
        return int(self.row.id)


def articles_of(world: World, brand: str) -> list[Article]:
    """Everything of a brand that has a price, as long as no two variants of a product are labelled alike."""
    labels = {
        one.row.id: one.label
        for all_ in variants(world, f"parent.brand = '{brand.replace(chr(39), 2 * chr(39))}'").values()
        for one in all_
    }
    rows = world.shop.rows("SELECT * FROM product WHERE brand = ? AND type <> 'configurable' ORDER BY id", brand)
    return [Article(row, labels.get(row.id, "")) for row in rows]


def add_document(world: World, title: str, url_key: str, content: str, written: str) -> None:
    """A page that the shop does not show: staff read it in the back office under Content, Pages."""
    add_page(world, title, url_key, content, written)
    world.shop.run("UPDATE cms_page SET active = 0 WHERE url_key = ?", url_key)


def page_address(world: World, url_key: str) -> str:
    """Where a page is read and edited in the back office."""
    return f"{OFFICE}/content/pages/{world.shop.value('SELECT id FROM cms_page WHERE url_key = ?', url_key)}"


async def set_prices(person: Person, articles: Sequence[Article], prices: Mapping[int, int]) -> None:
    """Two actions for each product and one for each price that changes."""
    pages: dict[int, list[Article]] = {}
    for article in articles:
        if article.row.id in prices:
            pages.setdefault(article.page, []).append(article)
    for page, own in pages.items():
        await person.goto(f"{OFFICE}/catalog/products/{page}")
        for article in own:
            label = f"Price of {article.label}" if article.label else "Price"
            await person.fill(label, typed_price(prices[article.row.id]))
        await save_product(person)
