"""New products go live: what is to be set, and how it is worked out, stands on a page of the back office that was
rewritten more than once; their figures stand on a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from webcosm.judge.sets import Part, over_rows
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.admin.catalog.product_state import VISIBILITIES
from webcosm.sites.kit.formats import slug
from webcosm.suites.arena.admin._goods import edited, open_by_sku, save_product
from webcosm.suites.arena.hard._catalog import add_document, page_address
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
STEPS = ("price", "weight", "qty", "enabled", "special", "is_new", "visibility", "on_sale")
"""In the order in which levels take them up."""
CLAUSES = ("price", "weight", "qty", "special", "visibility")
"""Steps that have an exception, in the same order."""


@dataclass(frozen=True)
class Launch:
    sheet: str
    skus: str
    draw: int


@dataclass(frozen=True)
class Entry:
    """A product on the sheet."""

    sku: str
    cost: int
    weight: int
    pieces: int
    day: date

    @property
    def text(self) -> str:
        return (
            f"- {self.sku}: cost {price_text(self.cost)}, net weight {self.weight} g, {self.pieces} delivered,"
            f" launch day {said_day(self.day)}"
        )


@dataclass(frozen=True)
class Figures:
    """What one version of the page says."""

    steps: tuple[str, ...]
    clauses: tuple[str, ...]
    markup: int
    """In tenths."""
    lower_markup: int
    dear: int
    packaging: int
    more_packaging: int
    heavy: int
    samples: int
    few: int
    percent: int
    days: int
    least: int
    cheap: int

    def texts(self) -> list[str]:
        def unless(step: str, words: str) -> str:
            return f" {words}" if step in self.clauses else ""

        dear, least = price_text(self.dear), price_text(self.least)
        words = {
            "price": f"Price: the cost times {_tenths(self.markup)}, rounded up to the next price that ends in .99."
            + unless("price", f"If the cost is above {dear}, take it times {_tenths(self.lower_markup)} instead."),
            "weight": f"Weight: the net weight plus {self.packaging} g for packaging."
            + unless("weight", f"If the net weight is above {self.heavy} g, add {self.more_packaging} g instead."),
            "qty": f"Quantity: what was delivered, less {self.samples} samples that we keep."
            + unless("qty", f"If fewer than {self.few} were delivered, we keep no samples."),
            "enabled": "Enable the product.",
            "special": f"Special price: {self.percent}% off the price, rounded down to whole dollars. It's valid for"
            f" {self.days} days, the launch day being the first of them."
            + unless("special", f"If the price is below {least}, there is no special price."),
            "is_new": "Mark the product as new.",
            "visibility": f"Visibility: {VISIBILITIES['both']}."
            + unless("visibility", f"If the price is below {price_text(self.cheap)}, just {VISIBILITIES['search']}."),
            "on_sale": "Set the sale mark if the product has a special price, otherwise leave it off.",
        }
        return [words[step] for step in self.steps]

    def values(self, entry: Entry) -> dict[str, Value]:
        """The columns of a product that is launched by these figures."""
        lower = "price" in self.clauses and entry.cost > self.dear
        tenths = entry.cost * (self.lower_markup if lower else self.markup)
        price = -(-tenths // 10)
        price += (99 - price) % 100
        heavy = "weight" in self.clauses and entry.weight > self.heavy
        few = "qty" in self.clauses and entry.pieces < self.few
        bare = "special" in self.clauses and price < self.least
        last = entry.day + timedelta(days=self.days - 1)
        special = None if bare else price * (100 - self.percent) // 10_000 * 100
        searched = "visibility" in self.clauses and price < self.cheap
        found: dict[str, dict[str, Value]] = {
            "price": {"price": price},
            "weight": {"weight": entry.weight + (self.more_packaging if heavy else self.packaging)},
            "qty": {"qty": entry.pieces - (0 if few else self.samples)},
            "enabled": {"enabled": 1},
            "special": {
                "special_price": special,
                "special_from": None if bare else entry.day.isoformat(),
                "special_to": None if bare else last.isoformat(),
            },
            "is_new": {"is_new": 1},
            "visibility": {"visibility": "search" if searched else "both"},
            "on_sale": {"on_sale": int(not bare)},
        }
        return {name: value for step in self.steps for name, value in found[step].items()}


def _tenths(number: int) -> str:
    return f"{number // 10}.{number % 10}"


def _figures(rng: Rng, dials: Dials) -> Figures:
    return Figures(
        STEPS[: dials.rules],
        CLAUSES[: dials.exceptions],
        markup=rng.integer(21, 27),
        lower_markup=rng.integer(15, 20),
        dear=100 * rng.integer(18, 26),
        packaging=10 * rng.integer(4, 12),
        more_packaging=10 * rng.integer(15, 30),
        heavy=100 * rng.integer(5, 9),
        samples=rng.integer(2, 5),
        few=rng.integer(25, 40),
        percent=5 * rng.integer(2, 5),
        days=rng.integer(8, 20),
        least=100 * rng.integer(24, 34),
        cheap=100 * rng.integer(34, 44),
    )


def _entry(rng: Rng, sku: str, today: date) -> Entry:
    day = today + timedelta(days=rng.integer(2, 12))
    return Entry(sku, 5 * rng.integer(120, 700), 10 * rng.integer(12, 140), rng.integer(12, 70), day)


class LaunchProducts(Levelled[Launch]):
    """Launch products as the page for launches says."""

    family = "arena.hard.launch-products"
    kind = Kind.DO
    goals = (
        "The products on the launch sheet “{sheet}” are ready. Launch them the way our launch page says.",
        "Please set up everything on the launch sheet “{sheet}” as our page about launching products asks for. Both are"
        " among the pages in the back office.",
    )
    sites = ("admin",)
    skills = (Skill.PROCEDURE, Skill.RECONCILE)
    levels = (
        Dials(rows=1, rules=4, sources=2),
        Dials(rows=2, rules=5, exceptions=2, sources=2, stale=1),
        Dials(rows=4, rules=7, exceptions=4, sources=3, stale=1),
        Dials(rows=6, rules=8, exceptions=5, sources=4, stale=2),
    )
    actions = (9, 22, 48, 76)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, p: Launch) -> tuple[list[Entry], Figures] | None:
        """What is launched, as corrected, and by which figures; None if an exception would not decide about any."""
        rng = Rng(world.universe.seed, self.id, "case", p.draw)
        figures = _figures(rng, self.dials)
        for attempt in range(TRIES):
            drawn = rng.child("entries", attempt)
            entries = [_entry(drawn, sku, world.lore.today) for sku in p.skus.split(",")]
            if all(self._decides(figures, clause, entries) for clause in figures.clauses):
                return entries, figures
        return None

    def entries(self, world: World, p: Launch) -> tuple[list[Entry], Figures]:
        found = self.case(world, p)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def _decides(self, figures: Figures, clause: str, entries: Sequence[Entry]) -> bool:
        """Whether an exception holds for some of the products, and not for all if there are several."""
        without = Figures(**{**vars(figures), "clauses": tuple(one for one in figures.clauses if one != clause)})
        differing = [one for one in entries if figures.values(one) != without.values(one)]
        return bool(differing) and (len(entries) < 3 or len(differing) < len(entries))

    def pool(self, world: World) -> Sequence[Launch]:
        skus = world.shop.values(
            "SELECT sku FROM product WHERE type = 'simple' AND enabled AND special_price IS NULL"
            " AND price BETWEEN 1200 AND 9000"
            " AND id NOT IN (SELECT product_id FROM order_item WHERE product_id IS NOT NULL)"
            " AND id NOT IN (SELECT product_id FROM cart_item) AND id NOT IN (SELECT product_id FROM review)"
            " ORDER BY id"
        )
        found = []
        for draw in range(2 * DRAWS if len(skus) > 2 * self.dials.rows else 0):
            rng = Rng(world.universe.seed, self.id, draw)
            chosen = rng.sample(skus, self.dials.rows)
            drawn = Launch(rng.choice(SHEETS), ",".join(chosen), draw)
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
                "UPDATE product SET enabled = 0, is_new = 0, on_sale = 0, qty = 0, in_stock = 1, weight = 0, price = ?,"
                " visibility = ?, special_price = NULL, special_from = NULL, special_to = NULL WHERE sku = ?",
                one.cost,
                blank,
                one.sku,
            )
        days = [today - timedelta(days=30 + 150 * age) for age in range(dials.stale + 1)]
        for age, day in enumerate(days):
            said = figures if age == 0 else _figures(rng.child("old", age), dials)
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
        """From the third source on, a figure of the sheet is wrong and a notification corrects it; then another."""
        written = list(entries)
        today = world.lore.today
        corrections = []
        if self.dials.sources > 2:
            one = written[0]
            written[0] = Entry(one.sku, one.cost + 5 * rng.integer(20, 60), one.weight, one.pieces, one.day)
            corrections.append(f"The cost of {one.sku} is {price_text(one.cost)}.")
        if self.dials.sources > 3:
            one = written[-1]
            moved = one.day - timedelta(days=rng.integer(3, 6))
            written[-1] = Entry(one.sku, one.cost, one.weight, one.pieces + rng.integer(3, 9), moved)
            corrections.append(f"{one.sku} launches on {said_day(one.day)}, and {one.pieces} of it were delivered.")
        lines = "\n".join(one.text for one in rng.shuffled(written))
        note = "\n\nCorrections come as notifications." if corrections else ""
        title = f"Launch Sheet: {p.sheet}"
        add_document(world, title, _key(p), f"{lines}{note}", f"{today - timedelta(days=5)} 10:00:00")
        for place, words in enumerate(corrections):
            body = f"The sheet isn't right. {words}"
            add_notice(world, f"Correction to “{title}”", body, f"{today - timedelta(days=2 - place)} 16:10:00")

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
        plain = {**vars(figures), "clauses": ()} if figures.clauses else {**vars(figures), "samples": 0}
        await self._launch(person, entries, Figures(**plain))

    async def outdated(self, person: Person, p: Launch) -> None:
        """Goes by the page that was replaced, or by figures that nobody wrote."""
        entries, _ = self.entries(person.world, p)
        rng = Rng(person.world.universe.seed, self.id, "papers", p.draw)
        await self._launch(person, entries, _figures(rng.child("old", 1), self.dials))

    async def half_done(self, person: Person, p: Launch) -> None:
        """Leaves out the last product, or the last step if there is one product."""
        entries, figures = self.entries(person.world, p)
        if len(entries) == 1:
            figures = Figures(**{**vars(figures), "steps": figures.steps[:-1]})
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
