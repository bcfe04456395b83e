"""What every page of the storefront shows around its contents, and products as cards."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from markupsafe import Markup, escape

from webcosm.sites.kit import Request, render_markdown, site_link
from webcosm.sites.shop.rules.carts import cart_summary
from webcosm.sites.shop.rules.prices import PriceRange, group_of, price_ranges
from webcosm.sites.shop.rules.tax_display import shown_tax
from webcosm.sites.shop.site import site
from webcosm.worlds import Row

__all__ = ["Card", "Front", "Rating", "block", "cards", "compared", "front", "number_setting", "ratings", "setting"]

COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}")
ACCENT, GROUND = "#9a3f1d", "#faf6ef"


@dataclass(frozen=True)
class Rating:
    """Of the approved reviews of a product."""

    percent: int
    count: int


@dataclass(frozen=True)
class Card:
    """A product in a grid, a list or a row of recommendations."""

    product: Row
    image_id: int | None
    price: PriceRange
    rating: Rating | None

    @property
    def path(self) -> str:
        return f"/{self.product.url_key}.html"

    def picture(self, size: int) -> str:
        return f"/media/{self.image_id}-{size}.png"


class Front:
    """Header and footer of one request's page; each part is looked up when the layout asks for it."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._db = request.db

    @cached_property
    def settings(self) -> dict[str, str]:
        return {row.path: row.value for row in self._db.rows("SELECT path, value FROM setting ORDER BY path")}

    @property
    def name(self) -> str:
        return self.settings.get("general/store_name") or site.title

    @property
    def colours(self) -> Markup:
        """The theme's colours as CSS."""
        theme = self._db.row("SELECT accent, ground FROM theme WHERE code = ?", self.settings.get("design/theme", ""))
        accent, ground = (theme.accent, theme.ground) if theme else (ACCENT, GROUND)
        accent = accent if COLOUR.fullmatch(accent) else ACCENT
        ground = ground if COLOUR.fullmatch(ground) else GROUND
        return Markup(f":root{{--accent:{accent};--background:{ground}}}")

    @cached_property
    def _categories(self) -> tuple[tuple[Any, ...], ...]:
        return tuple(
            self._db.connection.execute(
                "SELECT id, parent_id, name, url_path FROM category WHERE active AND in_menu"
                " ORDER BY level, position, id"
            )
        )

    @property
    def departments(self) -> list[tuple[str, str]]:
        """(name, path) of the first level."""
        return [(name, f"/{path}.html") for _, parent, name, path in self._categories if parent is None]

    @property
    def menu(self) -> Markup:
        return _menu(self._categories)

    @property
    def cart(self) -> tuple[int, int]:
        """How many things are in the cart, and their worth."""
        return cart_summary(self._request)

    @property
    def tax_region(self) -> str:
        """The state whose tax is in the prices of the catalog; '' if none is."""
        return shown_tax(self._request).region

    @property
    def compared(self) -> int:
        return len(compared(self._request))

    @property
    def wishes(self) -> int:
        user = self._request.user
        return self._db.value("SELECT count(*) FROM wish WHERE customer_id = ?", user.id) if user else 0

    @cached_property
    def pages(self) -> list[Row]:
        """Written pages that the footer lists."""
        return self._db.rows("SELECT title, url_key FROM cms_page WHERE active ORDER BY id LIMIT 12")

    def block(self, identifier: str) -> Markup | None:
        return block(self._request, identifier)


def front(request: Request) -> Front:
    return Front(request)


site.look.environment.globals["front"] = front


def setting(request: Request, path: str, default: str = "") -> str:
    value = request.db.value("SELECT value FROM setting WHERE path = ?", path)
    return default if value is None else str(value)


def number_setting(request: Request, path: str, default: int) -> int:
    """A setting that is a whole number; the default if the merchant wrote something else."""
    value = setting(request, path)
    return int(value) if re.fullmatch("[0-9]{1,9}", value) else default


def block(request: Request, identifier: str) -> Markup | None:
    """A piece of text that the merchant keeps in a fixed place; None if it is missing or switched off."""
    content = request.db.value("SELECT content FROM cms_block WHERE identifier = ? AND active", identifier)
    return written(request, content) if content else None


def written(request: Request, text: str) -> Markup:
    """The merchant's Markdown; links may name other sites."""
    return render_markdown(text, link=lambda href: site_link(href, request.addresses), anchors=False).html


@lru_cache(maxsize=16)
def _menu(categories: tuple[tuple[Any, ...], ...]) -> Markup:
    """All departments with the two levels below them: a pure function of the rows, too long to write for every page."""
    below: dict[int | None, list[tuple[Any, ...]]] = {}
    for row in categories:
        below.setdefault(row[1], []).append(row)

    def link(row: tuple[Any, ...]) -> str:
        return f'<a href="/{escape(row[3])}.html">{escape(row[2])}</a>'

    parts = []
    for department in below.get(None, []):
        groups = []
        for group in below.get(department[0], []):
            leaves = "".join(f"<li>{link(leaf)}</li>" for leaf in below.get(group[0], []))
            groups.append(f"<li>{link(group)}{f'<ul>{leaves}</ul>' if leaves else ''}</li>")
        panel = f'<ul class="groups">{"".join(groups)}</ul>' if groups else ""
        parts.append(f"<li>{link(department)}{panel}</li>")
    return Markup(f'<ul class="menu">{"".join(parts)}</ul>')


# Cards ----------------------------------------------------------------------------------------------------------------


def cards(request: Request, ids: Sequence[int]) -> list[Card]:
    """The products with these ids, in this order."""
    db = request.db
    numbers = json.dumps(list(ids))
    rows = db.rows(
        "SELECT id, type, sku, name, url_key, brand, is_new, on_sale, short_description, coalesce("
        " (SELECT id FROM product_image WHERE product_id = product.id ORDER BY position, id LIMIT 1),"
        " (SELECT image.id FROM product AS item JOIN product_image AS image ON image.product_id = item.id"
        "  WHERE item.parent_id = product.id ORDER BY item.id, image.position, image.id LIMIT 1)) AS image_id"
        " FROM product WHERE id IN (SELECT value FROM json_each(?))",
        numbers,
    )
    prices = price_ranges(db, ids, group_of(request), request.world.clock.today(), shown_tax(request).rates)
    rated = ratings(request, ids)
    found = {row.id: Card(row, row.image_id, prices[row.id], rated.get(row.id)) for row in rows}
    return [found[number] for number in ids if number in found]


def ratings(request: Request, ids: Sequence[int]) -> dict[int, Rating]:
    """Of the products that have approved reviews."""
    return {
        row.product_id: Rating(int(row.stars * 20 + 0.5), row.number)
        for row in request.db.rows(
            "SELECT product_id, avg(stars) AS stars, count(*) AS number FROM review"
            " WHERE product_id IN (SELECT value FROM json_each(?)) AND status = 'approved' GROUP BY product_id",
            json.dumps(list(ids)),
        )
    }


def compared(request: Request) -> list[int]:
    """Products on the visitor's compare list, in the order they were added."""
    if request.user:
        sql = "SELECT product_id FROM comparison WHERE customer_id = ? ORDER BY added, product_id"
        return request.db.values(sql, request.user.id)
    kept = request.session.get("compare")
    return [number for number in kept if isinstance(number, int)] if isinstance(kept, list) else []
