"""What a cart costs: pure arithmetic in whole cents, shared by storefront, back office and first rows.

Rules are worked through by priority (small first), then by id. Each one works on what the earlier ones left of a row,
so no row ever costs less than nothing. Neither the order in which lines come nor that of the rules matters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "ACTIONS",
    "CART_SUBJECTS",
    "ITEM_SUBJECTS",
    "Condition",
    "Line",
    "LineTotal",
    "Rule",
    "Shipping",
    "Totals",
    "largest_remainder",
    "portion",
    "refusal",
    "totals",
]

NUMBERS = ("subtotal", "items", "weight")
CART_SUBJECTS = (*NUMBERS, "region")
"""Conditions on these are about the whole cart."""
ITEM_SUBJECTS = ("category", "sku", "brand")
"""Conditions on these choose the items that a rule is for."""
ACTIONS = ("by_percent", "by_fixed", "cart_fixed", "buy_x_get_y")
WHOLE = 10_000
"""Percentages are hundredths of a percent."""


@dataclass(frozen=True)
class Line:
    """Some pieces of one product."""

    product_id: int
    sku: str
    brand: str
    category_ids: frozenset[int]
    """The product's categories and all categories above them."""
    qty: int
    price: int
    """Of one."""
    weight: int
    """Of one, in grams."""
    tax_class_id: int

    def __post_init__(self) -> None:
        for name, least in (("qty", 1), ("price", 0), ("weight", 0)):
            if (value := getattr(self, name)) < least:
                raise ValueError(f"{name} of {self.sku} is {value}; it must be at least {least}")


@dataclass(frozen=True)
class Condition:
    """One thing that must hold; ``value`` is a whole number for the subjects that are counted, else a text."""

    subject: str
    operator: str
    value: str

    def __post_init__(self) -> None:
        if self.subject not in CART_SUBJECTS + ITEM_SUBJECTS:
            raise ValueError(f"subject {self.subject!r} is none of {', '.join(CART_SUBJECTS + ITEM_SUBJECTS)}")
        operators = ("is", "is not", "at least", "at most") if self.subject in NUMBERS else ("is", "is not")
        if self.operator not in operators:
            raise ValueError(f"{self.subject} cannot be compared by {self.operator!r}; use {', '.join(operators)}")
        if self.subject in (*NUMBERS, "category") and not self.value.strip().isdecimal():
            raise ValueError(f"{self.subject} is compared with a whole number, not with {self.value!r}")

    def holds_for_cart(self, subtotal: int, items: int, weight: int, region: str) -> bool:
        if self.subject == "region":
            return (region.strip().upper() == self.value.strip().upper()) == (self.operator == "is")
        given = {"subtotal": subtotal, "items": items, "weight": weight}[self.subject]
        wanted = int(self.value)
        match self.operator:
            case "is":
                return given == wanted
            case "is not":
                return given != wanted
            case "at least":
                return given >= wanted
            case _:
                return given <= wanted

    def holds_for_line(self, line: Line) -> bool:
        if self.subject == "category":
            fits = int(self.value) in line.category_ids
        else:
            fits = (line.sku if self.subject == "sku" else line.brand).casefold() == self.value.strip().casefold()
        return fits == (self.operator == "is")


@dataclass(frozen=True)
class Rule:
    """A cart price rule that is in force: automatic, or its coupon was entered."""

    id: int
    name: str
    coupon: str | None
    action: str
    amount: int
    """Hundredths of a percent, cents off each piece or the whole cart, or how many are free (``buy_x_get_y``)."""
    step: int = 0
    """How many one must buy for ``buy_x_get_y``."""
    free_shipping: bool = False
    stop_further: bool = False
    priority: int = 0
    conditions: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        if self.action not in ACTIONS:
            raise ValueError(f"action {self.action!r} is none of {', '.join(ACTIONS)}")
        if self.amount < 0:
            raise ValueError(f"a rule cannot take {self.amount} off; amounts are not negative")
        if self.action == "by_percent" and self.amount > WHOLE:
            raise ValueError(f"a rule cannot take {self.amount / 100:g} % off; at most 100 %")
        if self.action == "buy_x_get_y" and self.step < 1:
            raise ValueError(f"one must buy at least 1 to get some free, not {self.step}")


@dataclass(frozen=True)
class Shipping:
    """What a way of shipping costs."""

    code: str
    base: int
    per_kg: int = 0
    """For each begun kilogram."""
    free_from: int | None = None
    """Goods of this value (before discounts) travel for nothing."""

    def cost(self, weight: int, subtotal: int) -> int:
        if self.free_from is not None and subtotal >= self.free_from:
            return 0
        return self.base + self.per_kg * -(-weight // 1_000)


@dataclass(frozen=True)
class LineTotal:
    line: Line
    row_total: int
    discount: int
    tax: int


@dataclass(frozen=True)
class Totals:
    lines: tuple[LineTotal, ...]
    """In the order in which the lines were given."""
    subtotal: int
    discount: int
    """Positive."""
    shipping: int
    tax: int
    total: int
    applied: tuple[Rule, ...]
    """The rules that gave something, in the order in which they were applied."""
    free_shipping: bool
    """Whether a rule made shipping free."""


def totals(
    lines: Sequence[Line],
    *,
    region: str,
    rates: Mapping[tuple[str, int], int],
    method: Shipping | None,
    rules: Sequence[Rule],
    tax_exempt: bool = False,
) -> Totals:
    """Everything a cart or an order shows below its items.

    ``rates`` maps a state and a tax class to hundredths of a percent; what is missing is not taxed, and so is shipping.
    Without a method shipping is not counted yet.
    """
    rows = [line.qty * line.price for line in lines]
    subtotal = sum(rows)
    left = list(rows)
    applied: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (rule.priority, rule.id)):
        if not _cart_fits(rule, lines, region):
            continue
        chosen = [index for index, line in enumerate(lines) if _line_fits(rule, line)]
        off = _reductions(rule, lines, chosen, left)
        if not chosen or not (any(off) or rule.free_shipping):
            continue
        left = [rest - part for rest, part in zip(left, off, strict=True)]
        applied.append(rule)
        if rule.stop_further:
            break
    free_shipping = any(rule.free_shipping for rule in applied)
    shipping = 0
    if method and lines and not free_shipping:
        shipping = method.cost(sum(line.weight * line.qty for line in lines), subtotal)
    results = tuple(
        LineTotal(line, row, row - rest, 0 if tax_exempt else _share(rest, rates.get((region, line.tax_class_id), 0)))
        for line, row, rest in zip(lines, rows, left, strict=True)
    )
    discount = subtotal - sum(left)
    tax = sum(result.tax for result in results)
    total = subtotal - discount + shipping + tax
    return Totals(results, subtotal, discount, shipping, tax, total, tuple(applied), free_shipping)


def refusal(rule: Rule, lines: Sequence[Line], region: str) -> str | None:
    """Why a rule gives nothing for this cart, in words; None if its conditions hold for it."""
    facts = _facts(lines)
    for condition in rule.conditions:
        if condition.subject in CART_SUBJECTS and not condition.holds_for_cart(*facts, region):
            return _wish(condition)
    if not any(_line_fits(rule, line) for line in lines):
        return "no item of the cart is one it is for"
    if rule.action == "buy_x_get_y" and not rule.free_shipping:
        fitting = [line for line in lines if _line_fits(rule, line)]
        if not any(_free_pieces(line.qty, rule.step, rule.amount) for line in fitting):
            return f"it needs more than {rule.step} of the same item"
    return None


def largest_remainder(amount: int, weights: Sequence[int]) -> list[int]:
    """Splits an amount in proportion to the weights; the parts add up exactly."""
    whole = sum(weights)
    if whole <= 0:
        raise ValueError(f"{amount} cannot be split over weights that add up to {whole}")
    parts = [amount * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: (-(amount * weights[index] % whole), index))
    for index in by_remainder[: amount - sum(parts)]:
        parts[index] += 1
    return parts


def portion(amount: int, done: int, more: int, of: int) -> int:
    """The part of a row's amount that falls on ``more`` of its ``of`` pieces, after ``done`` pieces had theirs.

    However a row is divided, the portions add up to the amount.
    """
    if not 0 <= done <= done + more <= of or of < 1:
        raise ValueError(f"{more} more pieces after {done} of {of} cannot be")
    return (2 * amount * (done + more) + of) // (2 * of) - (2 * amount * done + of) // (2 * of)


def _reductions(rule: Rule, lines: Sequence[Line], chosen: Sequence[int], left: Sequence[int]) -> list[int]:
    """What the rule takes off each row."""
    off = [0] * len(lines)
    if rule.action == "cart_fixed":
        # By product, not by place in the cart: the same goods must cost the same however they were put in.
        ordered = sorted(chosen, key=lambda index: (lines[index].product_id, lines[index].sku))
        amount = min(rule.amount, sum(left[index] for index in ordered))
        if amount:
            for index, part in zip(ordered, largest_remainder(amount, [left[i] for i in ordered]), strict=True):
                off[index] = part
        return off
    for index in chosen:
        line = lines[index]
        match rule.action:
            case "by_percent":
                wanted = _share(left[index], rule.amount)
            case "by_fixed":
                wanted = line.qty * rule.amount
            case _:
                wanted = _free_pieces(line.qty, rule.step, rule.amount) * line.price
        off[index] = min(wanted, left[index])
    return off


def _free_pieces(qty: int, buy: int, get: int) -> int:
    """Of every ``buy + get`` pieces, the last ``get`` are free."""
    groups, rest = divmod(qty, buy + get)
    return groups * get + max(0, rest - buy)


def _share(cents: int, percent: int) -> int:
    """Rounded half up to the cent."""
    return (cents * percent + WHOLE // 2) // WHOLE


def _facts(lines: Sequence[Line]) -> tuple[int, int, int]:
    """Subtotal, items and weight."""
    return (
        sum(line.qty * line.price for line in lines),
        sum(line.qty for line in lines),
        sum(line.qty * line.weight for line in lines),
    )


def _cart_fits(rule: Rule, lines: Sequence[Line], region: str) -> bool:
    facts = _facts(lines)
    asked = (condition for condition in rule.conditions if condition.subject in CART_SUBJECTS)
    return all(condition.holds_for_cart(*facts, region) for condition in asked)


def _line_fits(rule: Rule, line: Line) -> bool:
    return all(condition.holds_for_line(line) for condition in rule.conditions if condition.subject in ITEM_SUBJECTS)


def _wish(condition: Condition) -> str:
    """An unmet condition of the whole cart as a sentence's end."""
    words = {"is": "of exactly", "is not": "other than", "at least": "of at least", "at most": "of at most"}
    match condition.subject:
        case "subtotal":
            cents = int(condition.value)
            return f"it needs a subtotal {words[condition.operator]} ${cents // 100:,}.{cents % 100:02d}"
        case "items":
            return f"it needs a number of items {words[condition.operator]} {int(condition.value):,}"
        case "weight":
            return f"it needs a weight {words[condition.operator]} {int(condition.value):,} g"
        case _:
            sense = "only" if condition.operator == "is" else "not"
            return f"it is {sense} for orders shipped to {condition.value}"
