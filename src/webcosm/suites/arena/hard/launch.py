"""New products go live: what is to be set, and how it is worked out, stands on a page of the back office that was
rewritten more than once; their figures stand on a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from webcosm.judge.sets import Part, over_rows
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.admin.catalog.product_state import VISIBILITIES
from webcosm.sites.kit.formats import slug
from webcosm.suites.arena.admin._goods import edited, open_by_sku, save_product
from webcosm.suites.arena.hard._catalog import add_document, page_address
from webcosm.suites.arena.hard._launch_page import Entry, Figures, Good, drawn_entry, drawn_figures
from webcosm.suites.arena.hard._shop import NOTICES_READ, OFFICE, add_notice
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text, typed_price
from webcosm.worlds import Row, Value, World

DRAWS = 24
TRIES = 200
SHEETS = (
    "Garden Week",
    "Back to Basics",
    "Long Weekend",
    "Rainy Days",
    "Small Kitchens",
    "First Apartment",
    "Slow Sunday",
)


@dataclass(frozen=True)
class Launch:
    sheet: str
    goods: str
    """As :attr:`Good.said` has them, with a semicolon between: once they are drafts, they have none of it."""
    draw: int


class LaunchProducts(Levelled[Launch]):
    """Launch products as the page for launches says."""

    family = "arena.hard.launch-products"
    kind = Kind.DO
    revision = 3
    goals = (
        "The products on the launch sheet “{sheet}” are ready. Launch them the way our launch page says.",
        "Please set up everything on the launch sheet “{sheet}” the way our page about launching products says. You'll"
        " find both among the pages in the back office.",
    )
    sites = ("admin",)
    skills = (Skill.PROCEDURE, Skill.RECONCILE)
    levels = (
        Dials(rows=1, rules=4, sources=2),
        Dials(rows=3, rules=6, exceptions=3, sources=3, stale=1),
        Dials(rows=4, rules=7, exceptions=4, sources=4, stale=1),
        Dials(rows=6, rules=8, exceptions=6, sources=5, stale=2),
    )
    actions = (9, 34, 48, 76)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, p: Launch) -> tuple[list[Entry], Figures] | None:
        """What is launched, as corrected, and by which figures; None if an exception would not decide about any."""
        goods = [Good.read(text) for text in p.goods.split(";")]
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, "case", p.draw, attempt)
            entries = [drawn_entry(rng, good, world.lore.today) for good in goods]
            figures = drawn_figures(rng, self.dials, entries)
            if all(self._decides(figures, clause, entries) for clause in figures.clauses):
                return entries, figures
        return None

    def entries(self, world: World, p: Launch) -> tuple[list[Entry], Figures]:
        found = self.case(world, p)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def _decides(self, figures: Figures, clause: str, entries: Sequence[Entry]) -> bool:
        """Whether an exception holds for some of the products, and not for all if there are several."""
        without = replace(figures, clauses=tuple(one for one in figures.clauses if one != clause))
        differing = [one for one in entries if figures.values(one) != without.values(one)]
        return bool(differing) and (len(entries) < 3 or len(differing) < len(entries))

    def pool(self, world: World) -> Sequence[Launch]:
        rows = world.shop.rows(
            "SELECT sku, weight, price FROM product WHERE type = 'simple' AND enabled AND special_price IS NULL"
            " AND price BETWEEN 1200 AND 9000 AND weight >= 40"
            " AND id NOT IN (SELECT product_id FROM order_item WHERE product_id IS NOT NULL)"
            " AND id NOT IN (SELECT product_id FROM cart_item) AND id NOT IN (SELECT product_id FROM review)"
            " ORDER BY id"
        )
        found = []
        for draw in range(2 * DRAWS if len(rows) > 2 * self.dials.rows else 0):
            rng = Rng(world.universe.seed, self.id, draw)
            chosen = [Good(row.sku, row.weight, row.price) for row in rng.sample(rows, self.dials.rows)]
            drawn = Launch(rng.choice(SHEETS), ";".join(one.said for one in chosen), draw)
            if self.case(world, drawn):
                found.append(drawn)
        return found[:DRAWS]

    def prepare(self, world: World, p: Launch) -> None:
        rng = Rng(world.universe.seed, self.id, "papers", p.draw)
        entries, figures = self.entries(world, p)
        today, dials = world.lore.today, self.dials
        blank = "both" if "visibility" not in figures.steps else "none"
        for one in entries:
            world.shop.run(
                "UPDATE product SET enabled = 0, is_new = 0, on_sale = 0, qty = 0, in_stock = 1, weight = 0, price = 0,"
                " visibility = ?, special_price = NULL, special_from = NULL, special_to = NULL WHERE sku = ?",
                blank,
                one.sku,
            )
        days = [today - timedelta(days=30 + 150 * age) for age in range(dials.stale + 1)]
        for age, day in enumerate(days):
            said = figures if age == 0 else drawn_figures(rng.child("old", age), dials, entries)
            steps = "\n".join(f"{number}. {text}" for number, text in enumerate(said.texts(), 1))
            title = f"Launching Products until {said_day(days[age - 1])}" if age else "Launching Products"
            key = f"launching-products-until-{days[age - 1]}" if age else "launching-products"
            held = f"In force since {said_day(day)}."
            if age:
                held = f"In force from {said_day(day)}; a newer page holds since {said_day(days[age - 1])}."
            lead = "The launch sheet has a product's figures. Set these and leave everything else as it is."
            add_document(world, title, key, f"*{held}*\n\n{lead}\n\n{steps}", f"{day} 09:00:00")
        self._write_sheet(world, p, entries, rng)

    def _write_sheet(self, world: World, p: Launch, entries: Sequence[Entry], rng: Rng) -> None:
        """From the third source on, a notification corrects a figure of the sheet; then another one does, and at last
        the first correction is corrected."""
        written = list(entries)
        today, sources = world.lore.today, self.dials.sources
        corrections = []
        if sources > 2:
            one = written[0]
            written[0] = replace(one, cost=one.cost + 5 * rng.integer(20, 60))
            wrong = price_text(one.cost + 5 * rng.integer(4, 15) if sources > 4 else one.cost)
            corrections.append(f"The cost of {one.sku} is {wrong}.")
        if sources > 3:
            one = written[-1]
            moved = one.day - timedelta(days=rng.integer(3, 6))
            written[-1] = replace(one, pieces=one.pieces + rng.integer(3, 9), day=moved)
            corrections.append(f"{one.sku} launches on {said_day(one.day)}, and {one.pieces} of it were delivered.")
        if sources > 4:
            one = entries[0]
            corrections.append(f"Nor is what we wrote about {one.sku} before: its cost is {price_text(one.cost)}.")
        lines = "\n".join(one.text for one in rng.shuffled(written))
        note = "\n\nCorrections come as notifications." if corrections else ""
        title = f"Launch Sheet: {p.sheet}"
        add_document(world, title, _key(p), f"{lines}{note}", f"{today - timedelta(days=5)} 10:00:00")
        for place, words in enumerate(corrections):
            body = f"The sheet isn't right. {words}"
            add_notice(world, f"Correction to “{title}”", body, f"{today - timedelta(days=3 - place)} 16:10:00")

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Launch) -> Expectation:
        entries, figures = self.entries(world, p)
        parts = []
        for one in entries:
            row = _row(world, one.sku)
            parts.append(Part(f"{row.name} ({one.sku})", (edited(row, **figures.values(one)),)))
        return over_rows(parts, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Launch) -> str:
        return (
            "Under Content, Pages, read the launch sheet and the page “Launching Products”, not one that it replaced."
            " See whether notifications correct the sheet. Then open each product by its SKU, work out its figures step"
            " by step, and save it."
        )

    def facts(self, world: World, p: Launch) -> str:
        entries, figures = self.entries(world, p)
        lines = []
        for one in entries:
            said = {name: str(value) for name, value in figures.values(one).items()}
            said |= {name: price_text(int(text)) for name, text in said.items() if "price" in name and text != "None"}
            lines.append(f"{one.sku}: " + ", ".join(f"{name} {text}" for name, text in said.items()))
        return "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Launch) -> None:
        await self._read(person, p)
        entries, figures = self.entries(person.world, p)
        await self._launch(person, entries, figures)

    async def found_by_sku(self, person: Person, p: Launch) -> None:
        """In two goes: enabled last."""
        entries, figures = self.entries(person.world, p)
        for one in reversed(entries):
            await open_by_sku(person, one.sku)
            values = figures.values(one)
            await _fill(person, {name: value for name, value in values.items() if name != "enabled"})
            await save_product(person)
            await person.check("Enable product")
            await save_product(person)
        await person.stop()

    async def first_rule(self, person: Person, p: Launch) -> None:
        """Goes by the first sentence of each step; without exceptions, forgets the samples."""
        entries, figures = self.entries(person.world, p)
        plain = replace(figures, clauses=()) if figures.clauses else replace(figures, samples=0)
        await self._launch(person, entries, plain)

    async def outdated(self, person: Person, p: Launch) -> None:
        """Goes by the page that was replaced, or by figures that nobody wrote."""
        entries, _ = self.entries(person.world, p)
        rng = Rng(person.world.universe.seed, self.id, "papers", p.draw)
        await self._launch(person, entries, drawn_figures(rng.child("old", 1), self.dials, entries))

    async def half_done(self, person: Person, p: Launch) -> None:
        """Leaves out the last product, or the last step if there is one product."""
        entries, figures = self.entries(person.world, p)
        if len(entries) == 1:
            figures = replace(figures, steps=figures.steps[:-1])
        await self._launch(person, entries[:-1] or entries, figures)

    ways = (found_by_sku,)
    shortcuts = (first_rule, outdated, half_done)

    async def _read(self, person: Person, p: Launch) -> None:
        await person.goto(page_address(person.world, _key(p)))
        await person.goto(page_address(person.world, "launching-products"))
        if self.dials.sources > 2:
            await person.goto(f"{OFFICE}/notifications")

    async def _launch(self, person: Person, entries: Sequence[Entry], figures: Figures) -> None:
        for one in entries:
            await person.goto(f"{OFFICE}/catalog/products/{_row(person.world, one.sku).id}")
            await _fill(person, figures.values(one))
            await save_product(person)
        await person.stop()


async def _fill(person: Person, values: Mapping[str, Value]) -> None:
    """An action for each column that differs from a draft's."""
    labels = {
        "price": "Price",
        "weight": "Weight (grams)",
        "qty": "Quantity",
        "special_price": "Special price",
        "special_from": "Special price from",
        "special_to": "Special price to",
    }
    ticks = {"enabled": "Enable product", "is_new": "Set product as new", "on_sale": "Sale"}
    for name, value in values.items():
        if name in ticks and value:
            await person.check(ticks[name])
        elif name == "visibility":
            await person.choose("Visibility", VISIBILITIES[str(value)])
        elif name in labels and value is not None:
            money = name in ("price", "special_price") and isinstance(value, int)
            await person.fill(labels[name], typed_price(int(value)) if money else str(value))


def _row(world: World, sku: str) -> Row:
    row = world.shop.row("SELECT * FROM product WHERE sku = ?", sku)
    assert row is not None, f"there is no product {sku}"
    return row


def _key(p: Launch) -> str:
    return f"launch-sheet-{slug(p.sheet)}"
