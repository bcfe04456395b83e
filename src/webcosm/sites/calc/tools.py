"""The pages beside the calculator: units, percentages and tips, dates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from webcosm.sites.calc.dates import shifted, span
from webcosm.sites.calc.evaluate import CalcError, evaluate
from webcosm.sites.calc.figures import grouped, plain
from webcosm.sites.calc.functions import CONTEXT
from webcosm.sites.calc.units import QUANTITIES, convert
from webcosm.sites.kit import BoundForm, Field, Form, Request, Response, Site
from webcosm.sites.kit.formats import day, long_day

__all__ = ["add_tools"]


def add_tools(site: Site) -> None:
    site.get("/convert")(convert_page)
    site.get("/percent")(percent_page)
    site.get("/dates")(dates_page)


def _number(text: str) -> Decimal:
    """A typed number, or a small sum; the error is a sentence."""
    try:
        return evaluate(text)
    except CalcError as error:
        raise ValueError(f"{error.message}.") from None


def _shown(value: Decimal) -> str:
    return grouped(plain(value))


def _number_field(name: str, label: str) -> Field:
    def wrong(text: str) -> str | None:
        try:
            _number(text)
        except ValueError as error:
            return f"{label}: {error}"
        return None

    return Field(name, label, required=True, max=100, check=wrong)


# Units ----------------------------------------------------------------------------------------------------------------

AMOUNT = Form(_number_field("value", "Amount"))


def convert_page(request: Request) -> Response:
    quantity = next((each for each in QUANTITIES if each.key == request.query.get("kind")), QUANTITIES[0])
    source = quantity.unit(request.query.get("from")) or quantity.units[0]
    target = quantity.unit(request.query.get("to")) or quantity.units[1]
    form = AMOUNT.read(request.query) if "value" in request.query else AMOUNT.show({"value": "1"})
    value = Decimal(1) if "value" not in request.query else None
    if form.values.get("value"):
        value = _number(form.values["value"])
    rows: list[tuple[str, str, str]] = []
    if value is not None:
        try:
            rows = [
                (unit.key, unit.plural, plain(CONTEXT.plus(convert(value, source, unit, quantity))))
                for unit in quantity.units
            ]
        except ValueError as error:
            form.fail("value", str(error))
        except ArithmeticError:
            form.fail("value", "Amount: this is too large or too small to convert.")
    result = next((amount for key, _, amount in rows if key == target.key), None)
    if value is not None and result is not None:
        request.shows("conversion", quantity=quantity.key, source=source.key, target=target.key, value=plain(value))
    return request.render(
        "convert.html",
        status=200 if form.valid else 422,
        quantities=QUANTITIES,
        quantity=quantity,
        source=source,
        target=target,
        form=form,
        value=None if value is None else plain(value),
        result=result,
        rows=rows,
    )


# Percentages ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tool:
    key: str
    title: str
    form: Form
    answer: Callable[..., list[tuple[str, str]]]
    """From the numbers to (label, value) pairs; raises ValueError with a sentence."""


def _share(percent: Decimal, number: Decimal) -> list[tuple[str, str]]:
    result = CONTEXT.divide(CONTEXT.multiply(percent, number), Decimal(100))
    return [(f"{_shown(percent)}% of {_shown(number)} is", _shown(result))]


def _ratio(part: Decimal, whole: Decimal) -> list[tuple[str, str]]:
    if whole == 0:
        raise ValueError("Nothing is a percentage of zero; enter another whole.")
    result = CONTEXT.divide(CONTEXT.multiply(part, Decimal(100)), whole)
    return [(f"{_shown(part)} of {_shown(whole)} is", f"{_shown(result)}%")]


def _change(before: Decimal, after: Decimal) -> list[tuple[str, str]]:
    if before == 0:
        raise ValueError("A change from zero has no percentage; enter another first number.")
    change = CONTEXT.subtract(after, before)
    percent = CONTEXT.divide(CONTEXT.multiply(change, Decimal(100)), before.copy_abs())
    word = "an increase of" if change > 0 else "a decrease of" if change < 0 else "a change of"
    return [(f"From {_shown(before)} to {_shown(after)} is {word}", f"{_shown(percent.copy_abs())}%")]


def _tip(bill: Decimal, percent: Decimal, people: Decimal) -> list[tuple[str, str]]:
    if bill < 0 or percent < 0:
        raise ValueError("The bill and the tip cannot be negative.")
    if people != people.to_integral_value() or not 1 <= people <= 1_000:
        raise ValueError("People: enter a whole number from 1 to 1,000.")
    if bill > 1_000_000_000 or percent > 1_000:
        raise ValueError("The bill may be at most $1,000,000,000 and the tip at most 1,000%.")
    tip = _cents(CONTEXT.divide(CONTEXT.multiply(bill, percent), Decimal(100)))
    total = _cents(bill) + tip
    pairs = [("Tip", _dollars(tip)), ("Total", _dollars(total))]
    if people > 1:
        pairs.append((f"Each of {people:f} pays", _dollars(_cents(total / people))))
    return pairs


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal("0.01"), ROUND_HALF_UP)


def _dollars(amount: Decimal) -> str:
    return f"${amount:,.2f}"


TOOLS = (
    Tool("of", "Percent of a number", Form(_number_field("percent", "Percent"), _number_field("of", "Of")), _share),
    Tool("ratio", "What percent is it?", Form(_number_field("part", "Part"), _number_field("whole", "Whole")), _ratio),
    Tool("change", "Percent change", Form(_number_field("before", "Before"), _number_field("after", "After")), _change),
    Tool(
        "tip",
        "Tip",
        Form(_number_field("bill", "Bill ($)"), _number_field("tip", "Tip (%)"), _number_field("people", "People")),
        _tip,
    ),
)
DEFAULTS = {"tip": "18", "people": "1"}


def percent_page(request: Request) -> Response:
    shown: list[tuple[Tool, BoundForm, list[tuple[str, str]]]] = []
    for tool in TOOLS:
        asked = request.query.get("tool") == tool.key
        form = tool.form.read(request.query) if asked else tool.form.show(DEFAULTS)
        pairs: list[tuple[str, str]] = []
        if asked and form.valid:
            try:
                pairs = tool.answer(*(_number(form.values[field.name]) for field in tool.form.fields))
            except ValueError as error:
                form.fail("", str(error))
            except ArithmeticError:
                form.fail("", "These numbers are too large or too small to work with.")
        shown.append((tool, form, pairs))
    valid = all(form.valid for _, form, _ in shown)
    used = next(((tool, form) for tool, form, pairs in shown if pairs), None)
    numbers = tuple(plain(_number(used[1].values[field.name])) for field in used[0].form.fields) if used else ()
    request.shows("percentages", tool=used[0].key if used else None, numbers=numbers)
    return request.render("percent.html", status=200 if valid else 422, tools=shown)


# Dates ----------------------------------------------------------------------------------------------------------------

BETWEEN = Form(Field("from", "From", "date", required=True), Field("to", "To", "date", required=True))
SHIFT = Form(
    Field("start", "Start", "date", required=True),
    Field("days", "Days to add", "number", required=True, min=-4_000_000, max=4_000_000, help="Negative to go back."),
)


def dates_page(request: Request) -> Response:
    today = request.now.date()
    tool = request.query.get("tool")
    between = BETWEEN.read(request.query) if tool == "between" else BETWEEN.show({"from": today})
    shift = SHIFT.read(request.query) if tool == "add" else SHIFT.show({"start": today})
    difference, reached = None, None
    if tool == "between" and between.valid:
        difference = span(between.values["from"], between.values["to"])
    if tool == "add" and shift.valid:
        try:
            reached = shifted(shift.values["start"], shift.values["days"])
        except ValueError as error:
            shift.fail("days", str(error))
    facts = {}
    if difference is not None:
        facts = {name: between.values[name].isoformat() for name in ("from", "to")}
    if reached is not None:
        facts = {"start": shift.values["start"].isoformat(), "days": shift.values["days"]}
    request.shows("dates", **facts)
    return request.render(
        "dates.html",
        status=200 if between.valid and shift.valid else 422,
        between=between,
        difference=difference,
        shift=shift,
        reached=None if reached is None else long_day(reached),
        day=day,
        long_day=long_day,
    )
