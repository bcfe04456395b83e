"""Inventing the products of a kind: families of a brand's line, whose members differ in size, pack or a feature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from webcosm.lore import Brand, Lore, Rng
from webcosm.sites.shop.seed.figures import contents_weight, dimensions, growth, pack_price, shop_price, weight_text
from webcosm.sites.shop.seed.goods import ProductKind, slots
from webcosm.sites.shop.seed.text import lowered, paragraph, title

__all__ = ["Draft", "drafts"]

TIERS = {"budget": 0.74, "standard": 1.0, "premium": 1.45}
EDITIONS = (
    "",
    "II",
    "Select",
    "Classic",
    "Signature",
    "Reserve",
    "Heritage",
    "Original",
    "Studio",
    "III",
    "Edition",
    "Prime",
)
"""Further generations of a line, once all brands have all lines."""
RANK = 0.03
"""What each later one in a list of features adds to the price."""
DEAREST = 4.5
CONSUMED = ("groceries", "beauty", "pets")
"""Fields whose goods weigh what is in them."""
NAMES = frozenset({"brand", "line", "model", "year"})
"""Slots whose values keep their capitals in running text."""
YEARS = ("2023", "2024", "2025", "2026")
MODEL_YEARS = ("electronics", "automotive", "sports", "tools", "baby")
"""Fields whose goods are told apart by year."""
PACKED = frozenset(
    """
    box carton can jar pouch snack-bag bottle tin tea-box egg-carton chocolate-bar bread cereal-box juice-carton
    spice-jar tube pump-bottle dropper-bottle compact soap-bar spray-bottle perfume cream-jar seed-packet paint-can
    food-bag diaper-pack oil-can air-freshener book vinyl-record puzzle-box board-game memory-card battery-pack
    paper-ream light-bulb tv
    """.split()  # noqa: SIM905 - a list of forty quoted words is harder to read
)
"""Shapes whose colour is their wrapping's, not something to choose by."""
OPENED = date(2021, 3, 1)
"""When the shop put its first products on show."""


@dataclass
class Draft:
    """A product before it has a number."""

    kind: ProductKind
    brand: Brand
    line: str
    name: str
    values: Mapping[str, str]
    """Slot (in lower case) -> value as running text has it."""
    printed: Mapping[str, str]
    """The same as titles and labels have it."""
    specs: list[tuple[str, str]]
    options: dict[str, str]
    """Attribute code -> option, of what is fixed."""
    axes: dict[str, tuple[str, ...]]
    """Attribute code -> options, of what the customer chooses; empty for a simple product."""
    colors: tuple[str, ...]
    pattern: str
    price: float
    """Dollars, of the plainest variant."""
    weight: int
    pack: int
    first_day: date
    short_description: str = ""
    description: str = ""
    axis_growth: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def price_for(self, chosen: Mapping[str, str]) -> int:
        factor = 1.0
        for code, option in chosen.items():
            factor *= self.axis_growth.get(code, {}).get(option, 1.0)
        return shop_price(self.price * factor)


def drafts(kind: ProductKind, lore: Lore, count: int, names: set[str], most_variants: int) -> list[Draft]:
    """``count`` products of a kind; none has a name out of ``names``, which theirs are added to."""
    rng = lore.rng("shop", "goods", kind.id)
    found: list[Draft] = []
    for brand, line in _families(kind, lore, rng):
        family = _Family(kind, brand, line, rng, lore.today, most_variants)
        for draft in family.members(rng.integer(2, 6)):
            same = draft.name.replace(draft.printed["model"], "").casefold()  # a model number alone is no difference
            if same not in names:
                names.add(same)
                found.append(draft)
                if len(found) == count:
                    return found
    raise ValueError(
        f"kind {kind.id!r} has brands, lines and title specifications for {len(found)} products only;"
        f" {count} are wanted"
    )


def _families(kind: ProductKind, lore: Lore, rng: Rng) -> Iterator[tuple[Brand, str]]:
    brands = rng.shuffled(lore.brands_of_field[kind.field])
    lines = rng.shuffled(kind.lines)
    for edition in EDITIONS:
        for shift in range(len(lines)):
            for number, brand in enumerate(brands):
                yield brand, f"{lines[(number + shift) % len(lines)]} {edition}".strip()


class _Family:
    """A line of a brand: what its members have in common."""

    def __init__(self, kind: ProductKind, brand: Brand, line: str, rng: Rng, today: date, most_variants: int) -> None:
        self.kind, self.brand, self.line, self.rng, self.today = kind, brand, line, rng, today
        self.noun = rng.choice(kind.nouns)
        self.pick = {code: rng.choice(options) for code, options in kind.pick.items()}
        self.specs = {label: rng.choice(values) for label, values in kind.specs.items()}
        for code, option in self.pick.items():  # one truth where both speak of the same
            for label in self.specs:
                if label.casefold() == code:
                    self.specs[label] = option
        in_title = {slot.casefold() for slot in slots(kind.title)}
        self.varying = [
            label for label in kind.specs if label.casefold() in in_title and label.casefold() not in self.pick
        ]
        low, high = kind.price
        # The range is meant for all sizes, so the smallest of a line is near its lower end.
        plain = rng.uniform(low, max(low * 1.15, high / self._steepest() * 1.15))
        self.unit = max(plain * TIERS[brand.tier], low * 0.7)
        self.weight = rng.integer(*kind.weight)
        self.saving = rng.uniform(0.12, 0.3)
        self.unit /= pack_price(1.0, kind.packs[0], self.saving)  # prices are those of the smallest pack
        self.pattern = rng.choice(kind.look.patterns)
        self.fixed = len(kind.axes) == 1 and rng.chance(0.25)
        """Whether each color or flavor is a product of its own."""
        self.most_variants = most_variants

    def _steepest(self) -> float:
        """How many times as much as the plainest one the largest of the line costs."""
        factor = 1.0
        for label, values in (*((name, self.kind.specs[name]) for name in self.varying), *self.kind.axes.items()):
            factor *= max(growth(label, value, values) for value in values)
        return min(factor, DEAREST)

    def members(self, count: int) -> Iterator[Draft]:
        """The first has the family's own values; the others differ from it in one thing, or in one and the pack."""
        yield self._member(
            dict(self.specs), self.rng.choice(self.kind.packs) if self.rng.chance(0.5) else self.kind.packs[0]
        )
        for _ in range(count - 1):
            specs = dict(self.specs)
            pack = self.kind.packs[0]
            if len(self.kind.packs) > 1 and (not self.varying or self.rng.chance(0.6)):
                pack = self.rng.choice(self.kind.packs)
            if self.varying and (pack == self.kind.packs[0] or self.rng.chance(0.3)):
                label = self.rng.choice(self.varying)
                specs[label] = self.rng.choice(self.kind.specs[label])
            yield self._member(specs, pack)

    def _axes(self) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
        """What is left to the customer, and what is fixed."""
        kind, rng = self.kind, self.rng
        if not kind.axes:
            return {}, {}
        if self.fixed:
            return {}, {code: rng.choice(options) for code, options in kind.axes.items()}
        axes: dict[str, tuple[str, ...]] = {}
        room = self.most_variants
        for left, (code, options) in zip((len(kind.axes) - 1, 0), kind.axes.items(), strict=False):
            most = max(2, min(len(options), room // (2 if left else 1)))
            if code == "size" or code in kind.specs:
                most = min(len(options), max(most, 3))
            picked = sorted(rng.sample(range(len(options)), rng.integer(2, most)))
            axes[code] = tuple(options[index] for index in picked)
            room = max(2, self.most_variants // len(picked))
        return axes, {}

    def _member(self, specs: dict[str, str], pack: int) -> Draft:
        kind, rng = self.kind, self.rng
        axes, fixed = self._axes()
        colors = self._colors(axes, fixed)
        model = f"{''.join(word[0] for word in self.line.split())}{self.brand.name[0]}-{rng.integer(100, 9999)}".upper()
        year = rng.choice(YEARS)
        specs = {label: fixed.get(label.casefold(), value) for label, value in specs.items()}
        values = {label.casefold(): value for label, value in specs.items()}
        values |= self.pick | fixed
        values |= {
            "brand": self.brand.name, "line": self.line, "noun": self.noun, "model": model, "year": year,
            "pack": f"{kind.pack_word} {pack}" if pack > 1 else "",
        }  # fmt: skip
        for code in axes:
            values[code] = ""
        name = self._name(values, fixed)
        price, weight = self._sizes(specs, axes, fixed)
        printed = values if "color" in axes else {"color": colors[0]} | values
        spoken = {slot: value if slot in NAMES else lowered(value) for slot, value in printed.items()}
        draft = Draft(
            kind, self.brand, self.line, name, spoken, printed, [], self.pick | fixed, axes, colors, self.pattern,
            pack_price(self.unit * price, pack, self.saving), weight * pack, pack,
            self._first_day(year),
        )  # fmt: skip
        draft.axis_growth = {
            code: {option: growth(code, option, options) for option in options} for code, options in axes.items()
        }
        if "color" not in axes and kind.look.shape not in PACKED:
            draft.options.setdefault("color", colors[0])
        draft.specs = self._spec_rows(draft, specs, model, year)
        self._write(draft)
        return draft

    def _sizes(
        self, specs: Mapping[str, str], axes: Mapping[str, tuple[str, ...]], fixed: Mapping[str, str]
    ) -> tuple[float, int]:
        """How many times as much as the smallest and plainest one a member costs, and what one piece weighs."""
        price, weight = 1.0, self.weight
        told = [(label, value, self.kind.specs[label]) for label, value in specs.items() if label in self.varying]
        told += [(code, option, self.kind.axes[code]) for code, option in fixed.items()]
        for label, value, values in told:
            if label.casefold() in axes or value not in values:
                continue
            more = growth(label, value, values)
            price *= more if more != 1.0 or label in fixed else 1.0 + RANK * values.index(value)
            if self.kind.field in CONSUMED:
                weight = contents_weight(label, value) or weight
        return min(price, DEAREST), weight

    def _name(self, values: dict[str, str], fixed: Mapping[str, str]) -> str:
        name = title(self.kind.title, values)
        used = {slot.casefold() for slot in slots(self.kind.title)}
        further = [option for code, option in fixed.items() if code not in used]
        if values["pack"] and "pack" not in used:
            further.append(values["pack"])
        return ", ".join([name, *further])

    def _colors(self, axes: Mapping[str, tuple[str, ...]], fixed: Mapping[str, str]) -> tuple[str, ...]:
        own = axes.get("color", ())[:1] or ((fixed["color"],) if "color" in fixed else ())
        colors = self.kind.look.colors or self.kind.axes["color"]
        first = own[0] if own else self.rng.choice(colors)
        others = [color for color in colors if color != first] or ["White" if first != "White" else "Gray"]
        return first, self.rng.choice(others)

    def _first_day(self, year: str) -> date:
        """Older goods are many, the newest few; nothing comes before the year of its model."""
        if self.kind.field in MODEL_YEARS or "{year}" in self.kind.title:
            start = date(int(year), 1, 5) - timedelta(days=100)
            span = min(330, (self.today - start).days - 1)
            return start + timedelta(days=self.rng.integer(0, span))
        share = self.rng.uniform()
        span = (self.today - OPENED).days - 1
        return OPENED + timedelta(days=round(span * share * (0.45 + 0.55 * share)))

    def _spec_rows(self, draft: Draft, specs: Mapping[str, str], model: str, year: str) -> list[tuple[str, str]]:
        kind = self.kind
        rows = {"Brand": self.brand.name, "Manufacturer": ""}
        for label, value in specs.items():
            rows[label] = " / ".join(draft.axes[label.casefold()]) if label.casefold() in draft.axes else value
        known = {label.casefold() for label in rows}
        for code, option in draft.options.items():
            if code not in known:
                rows[code.replace("_", " ").capitalize()] = option
        known = {label.casefold() for label in rows}
        further = {"Number of Items": str(draft.pack)} if len(kind.packs) > 1 else {}
        if kind.tax == "Taxable Goods":
            further["Model Number"] = model
        if kind.field in MODEL_YEARS or "{year}" in kind.title:
            further["Model Year"] = year
        further["Weight"] = weight_text(draft.weight)
        further["Dimensions"] = dimensions(self.rng, draft.weight)
        further["Date First Available"] = f"{draft.first_day:%B} {draft.first_day.day}, {draft.first_day.year}"
        return [*rows.items(), *((label, value) for label, value in further.items() if label.casefold() not in known)]

    def _write(self, draft: Draft) -> None:
        text, rng = self.kind.text, self.rng
        intro = paragraph(rng, text["intro"], draft.values, 1)
        facts = rng.shuffled(paragraph(rng, text["facts"], draft.values, rng.integer(4, 6)))
        use = paragraph(rng, text["use"], draft.values, rng.integer(1, 2))
        draft.short_description = " ".join(facts[:2])
        bullets = [f"- {fact}" for fact in facts]
        draft.description = "\n\n".join(part for part in (" ".join(intro), "\n".join(bullets), " ".join(use)) if part)
