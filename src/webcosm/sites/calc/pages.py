"""The calculator itself: expression, keys, memory, history."""

from __future__ import annotations

import re
from decimal import Decimal, Overflow
from pathlib import Path
from urllib.parse import urlencode

from webcosm.sites.calc.evaluate import CalcError, evaluate
from webcosm.sites.calc.figures import grouped, plain
from webcosm.sites.calc.functions import CONTEXT
from webcosm.sites.calc.keys import KEYS, MEMORY_KEYS, press
from webcosm.sites.calc.seed import fill
from webcosm.sites.calc.tools import add_tools
from webcosm.sites.kit import BadRequest, NotFound, Request, Response, Site
from webcosm.worlds import Database, Row, Trail

__all__ = ["site"]

site = Site(
    "calc",
    title="Plainsum",
    tagline="A calculator that shows its work",
    folder=Path(__file__).parent,
    fill=fill,
    trails=(Trail("calculation", inserted=lambda row: row["cleared"] is not None),),  # taken off the tape again
    icon="±",
    colour="#c2410c",
)
site.look.environment.filters["grouped"] = grouped
add_tools(site)

TAPE = 9
"""How many calculations the front page lists."""
WRITTEN = str.maketrans({"*": "×", "/": "÷", "-": "−"})


@site.get("/")
def calculator(request: Request) -> Response:
    if number := request.query.get("entry"):
        entry = _entry(request.db, number)
        return _show(request, entry.expression, entry=entry)
    expression = request.query.get("q", "")
    return _show(request, expression)


@site.post("/")
def calculate(request: Request) -> Response:
    expression = request.form.get("q", "")
    angle = _angle(request, request.form.get("angle"))
    try:
        value = _value(request, expression, angle)
    except CalcError as error:
        return _show(request, expression, wrong=error)
    number = request.db.insert(
        "calculation",
        expression=_written(expression),
        result=plain(value),
        value=str(value),
        angle=angle,
        created=request.world.clock.stamp(),
    )
    return request.redirect(f"/?entry={number}")


@site.get("/preview")
def preview(request: Request) -> Response:
    """The result of an expression as data, for the page's script. Stores nothing."""
    try:
        result = plain(_value(request, request.query.get("q", ""), _angle(request, request.query.get("angle"))))
    except CalcError as error:
        return request.answer_json({"error": error.message, "position": error.position})
    return request.answer_json({"result": result, "shown": grouped(result)})


@site.post("/press")
def press_key(request: Request) -> Response:
    """A key on the screen, for browsers without scripts: types at the end of the expression."""
    _angle(request, request.form.get("angle"))
    expression = press(request.form.get("q", ""), request.form.get("key", ""))
    if expression is None:
        raise BadRequest(f"There is no key {request.form.get('key', '')!r}.")
    return request.redirect("/?" + urlencode({"q": expression}))


@site.post("/memory")
def use_memory(request: Request) -> Response:
    """MC, MR, M+, M- and MS. They work on the expression in the display, or on the last answer if it is empty."""
    expression = request.form.get("q", "")
    action = request.form.get("memory", "")
    stored = _memory(request.db)
    back = "/?" + urlencode({"q": expression})
    if action == "MC":
        request.db.run("DELETE FROM memory")
        return request.redirect(back)
    if action == "MR":
        return request.redirect("/?" + urlencode({"q": expression + plain(stored or Decimal(0))}))
    if action not in ("M+", "M-", "MS"):
        raise BadRequest(f"There is no memory key {action!r}.")
    try:
        value = _value(request, expression or "Ans", _angle(request, request.form.get("angle")))
        if action != "MS":
            operation = CONTEXT.add if action == "M+" else CONTEXT.subtract
            value = operation(stored or Decimal(0), value)
    except CalcError as error:
        return _show(request, expression, wrong=error)
    except Overflow:
        return _show(request, expression, wrong=CalcError("The result is too large for the memory"))
    request.db.run(
        "INSERT INTO memory (id, value) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value", str(value)
    )
    return request.redirect(back)


@site.get("/history")
def history(request: Request) -> Response:
    listing = request.listing("SELECT * FROM calculation WHERE cleared IS NULL ORDER BY id DESC", size=25)
    request.shows("history", page=listing.number)
    return request.render("history.html", listing=listing)


@site.post("/history/clear")
def clear_history(request: Request) -> Response:
    clearing = _next_clearing(request.db)
    count = request.db.run("UPDATE calculation SET cleared = ? WHERE cleared IS NULL", clearing)
    if count:
        request.flash("History cleared.", undo=f"/history/undo/{clearing}")
    else:
        request.flash("The history is empty already.", "note")
    return request.redirect(_back(request))


@site.post("/history/{number:int}/delete")
def delete_entry(request: Request, number: int) -> Response:
    entry = _entry(request.db, str(number))
    clearing = _next_clearing(request.db)
    request.db.run("UPDATE calculation SET cleared = ? WHERE id = ?", clearing, entry.id)
    request.flash(f"Deleted {entry.expression} from the history.", undo=f"/history/undo/{clearing}")
    return request.redirect(_back(request))


@site.post("/history/undo/{clearing:int}")
def undo_clearing(request: Request, clearing: int) -> Response:
    if request.db.run("UPDATE calculation SET cleared = NULL WHERE cleared = ?", min(clearing, 2**62)):
        request.flash("The history is back.")
    else:
        request.flash("There is nothing to undo.", "note")
    return request.redirect(_back(request))


def _show(request: Request, expression: str, *, entry: Row | None = None, wrong: CalcError | None = None) -> Response:
    """The front page with an expression in its display: a stored calculation, a mistake, or a result not yet stored."""
    angle = _angle(request, entry.angle if entry else request.query.get("angle"))
    status = 422 if wrong else 200
    result = entry.result if entry else None
    if not entry and not wrong and expression.strip():
        try:
            result = plain(_value(request, expression, angle))
        except CalcError as error:
            wrong = error
    if not wrong:
        number = entry.id if entry else None
        request.shows("calculator", expression=_written(expression), entry=number, angle=angle)
    memory = _memory(request.db)
    return request.render(
        "index.html",
        status=status,
        expression=expression,
        result=result,
        wrong=wrong,
        entry=entry,
        angle=angle,
        memory=None if memory is None else plain(memory),
        keys=KEYS,
        memory_keys=MEMORY_KEYS,
        tape=request.db.rows("SELECT * FROM calculation WHERE cleared IS NULL ORDER BY id DESC LIMIT ?", TAPE),
        total=request.db.value("SELECT count(*) FROM calculation WHERE cleared IS NULL"),
    )


def _value(request: Request, expression: str, angle: str) -> Decimal:
    last = request.db.value("SELECT value FROM calculation WHERE cleared IS NULL ORDER BY id DESC LIMIT 1")
    return evaluate(expression, degrees=angle == "deg", ans=Decimal(last or 0))


def _angle(request: Request, given: str | None) -> str:
    """Degrees or radians: as given, and remembered for this visitor."""
    if given in ("deg", "rad") and given != request.session.get("angle", "deg"):
        request.session["angle"] = given
    return str(request.session.get("angle", "deg"))


def _memory(db: Database) -> Decimal | None:
    value = db.value("SELECT value FROM memory")
    return None if value is None else Decimal(value)


def _entry(db: Database, number: str) -> Row:
    entry = None
    if re.fullmatch(r"[0-9]{1,15}", number):
        entry = db.row("SELECT * FROM calculation WHERE id = ? AND cleared IS NULL", int(number))
    if entry is None:
        raise NotFound("This calculation is not in the history.")
    return entry


def _next_clearing(db: Database) -> int:
    return int(db.value("SELECT coalesce(max(cleared), 0) + 1 FROM calculation"))


def _back(request: Request) -> str:
    """To the page whose button was pressed."""
    return "/history" if request.form.get("from") == "history" else "/"


def _written(expression: str) -> str:
    """As the history keeps it: one sign for each operation, however it was typed."""
    return " ".join(expression.replace("**", "^").translate(WRITTEN).split())
