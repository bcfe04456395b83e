"""Ways to ship and ways to pay."""

from __future__ import annotations

from webcosm.sites.admin.rows import YES_NO, find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Field, Form, Request, Response
from webcosm.sites.kit.grid import Column, Grid
from webcosm.worlds import Database, Row, Value

__all__ = ["payment_methods", "shipping_methods"]

SHIPPING = "/stores/shipping"
PAYMENT = "/stores/payment"
CODE = Field(
    "code",
    "Code",
    required=True,
    max=30,
    pattern="[a-z][a-z0-9_]*",
    pattern_help="use small letters, figures and underscores.",
    help="Orders remember it; it cannot be changed later.",
)

SHIPPING_GRID = Grid(
    "shipping-methods",
    "FROM shipping_method",
    (
        Column("carrier", "Carrier", "shipping_method.carrier"),
        Column("title", "Method", "shipping_method.title", link=lambda row: f"{SHIPPING}/{row.key}"),
        Column("code", "Code", "shipping_method.code"),
        Column("active", "Enabled", "shipping_method.active", "choice", YES_NO),
        Column("base", "Base price", "shipping_method.base", "money"),
        Column("per_kg", "Per kilogram", "shipping_method.per_kg", "money"),
        Column("free_from", "Free from", "shipping_method.free_from", "money"),
        Column("days", "Delivery time", "shipping_method.days"),
        Column("position", "Position", "shipping_method.position", "number"),
    ),
    key="shipping_method.id",
    order="position",
    descending=False,
    noun="shipping method",
    empty="There is no way to ship yet.",
)
SHIPPING_FIELDS = (
    Field("active", "Enable this method", "checkbox"),
    Field("carrier", "Carrier", required=True, max=60),
    Field("title", "Method name", required=True, max=60),
    Field("base", "Base price", "money", True, max=10_000),
    Field("per_kg", "Price for each kilogram", "money", True, "For each begun kilogram of the parcel.", max=10_000),
    Field("free_from", "Free from", "money", help="Goods of this value travel for nothing. Empty: never.", max=100_000),
    Field("days", "Delivery time", max=80, placeholder="3 to 5 working days"),
    Field("position", "Position", "number", True, min=0, max=999),
)
PAYMENT_GRID = Grid(
    "payment-methods",
    "FROM payment_method",
    (
        Column("title", "Method", "payment_method.title", link=lambda row: f"{PAYMENT}/{row.key}"),
        Column("code", "Code", "payment_method.code"),
        Column("active", "Enabled", "payment_method.active", "choice", YES_NO),
        Column("instructions", "Instructions", "payment_method.instructions"),
        Column("position", "Position", "payment_method.position", "number"),
    ),
    key="payment_method.id",
    order="position",
    descending=False,
    noun="payment method",
    empty="There is no way to pay yet.",
)
PAYMENT_FIELDS = (
    Field("active", "Enable this method", "checkbox"),
    Field("title", "Method name", required=True, max=60),
    Field("instructions", "Instructions", "textarea", max=1_000, help="Shown to customers who choose it."),
    Field("position", "Position", "number", True, min=0, max=999),
)


@site.get(SHIPPING, needs="stores.view")
def shipping_methods(request: Request) -> Response:
    buttons = [(f"{SHIPPING}/new", "Add shipping method", "stores.edit")]
    return SHIPPING_GRID.respond(request, title="Shipping methods", buttons=buttons)


@site.get(f"{SHIPPING}/new", needs="stores.edit")
def new_shipping(request: Request) -> Response:
    form = Form(CODE, *SHIPPING_FIELDS).show(
        {"active": True, "per_kg": 0, "position": _next(request, "shipping_method")}
    )
    return _show(request, "shipping", None, form)


@site.post(f"{SHIPPING}/new", needs="stores.edit")
def make_shipping(request: Request) -> Response:
    return _make(request, "shipping")


@site.get(f"{SHIPPING}/{{number:int}}", needs="stores.view")
def edit_shipping(request: Request, number: int) -> Response:
    return _edit(request, "shipping", number)


@site.post(f"{SHIPPING}/{{number:int}}", needs="stores.edit")
def save_shipping(request: Request, number: int) -> Response:
    return _save(request, "shipping", number)


@site.post(f"{SHIPPING}/{{number:int}}/delete", needs="stores.edit")
def delete_shipping(request: Request, number: int) -> Response:
    return _delete(request, "shipping", number)


@site.get(PAYMENT, needs="stores.view")
def payment_methods(request: Request) -> Response:
    buttons = [(f"{PAYMENT}/new", "Add payment method", "stores.edit")]
    return PAYMENT_GRID.respond(request, title="Payment methods", buttons=buttons)


@site.get(f"{PAYMENT}/new", needs="stores.edit")
def new_payment(request: Request) -> Response:
    form = Form(CODE, *PAYMENT_FIELDS).show({"active": True, "position": _next(request, "payment_method")})
    return _show(request, "payment", None, form)


@site.post(f"{PAYMENT}/new", needs="stores.edit")
def make_payment(request: Request) -> Response:
    return _make(request, "payment")


@site.get(f"{PAYMENT}/{{number:int}}", needs="stores.view")
def edit_payment(request: Request, number: int) -> Response:
    return _edit(request, "payment", number)


@site.post(f"{PAYMENT}/{{number:int}}", needs="stores.edit")
def save_payment(request: Request, number: int) -> Response:
    return _save(request, "payment", number)


@site.post(f"{PAYMENT}/{{number:int}}/delete", needs="stores.edit")
def delete_payment(request: Request, number: int) -> Response:
    return _delete(request, "payment", number)


# Both are edited alike ------------------------------------------------------------------------------------------------


def _fields(kind: str) -> tuple[Field, ...]:
    return SHIPPING_FIELDS if kind == "shipping" else PAYMENT_FIELDS


def _next(request: Request, table: str) -> int:
    return int(request.db.value(f"SELECT coalesce(max(position), 0) + 1 FROM {table}"))


def _make(request: Request, kind: str) -> Response:
    form = Form(CODE, *_fields(kind)).read(request.form)
    code = form.values.get("code")
    if code and request.db.value(f"SELECT 1 FROM {kind}_method WHERE code = ?", code):
        form.fail("code", f"The code {code} is taken.")
    if not form.valid:
        return _show(request, kind, None, form, status=422)
    request.db.insert(f"{kind}_method", code=code, **_columns(form))
    request.flash(f"The {kind} method {form.values['title']} was added.")
    return request.redirect(f"/stores/{kind}")


def _edit(request: Request, kind: str, number: int) -> Response:
    row = find_row(request.db, f"{kind}_method", number)
    return _show(request, kind, row, Form(*_fields(kind)).show({**row, "active": bool(row.active)}))


def _save(request: Request, kind: str, number: int) -> Response:
    row = find_row(request.db, f"{kind}_method", number)
    form = Form(*_fields(kind)).read(request.form)
    if form.valid and not form.values["active"] and _last_active(request.db, kind, number):
        form.fail("active", f"This is the last enabled {kind} method; without it nobody could check out.")
    if not form.valid:
        return _show(request, kind, row, form, status=422)
    changed = update_row(request.db, f"{kind}_method", {"id": number}, row, _columns(form))
    tell_saved(request, changed, f"You saved the {kind} method.")
    return request.redirect(f"/stores/{kind}/{number}")


def _delete(request: Request, kind: str, number: int) -> Response:
    row = find_row(request.db, f"{kind}_method", number)
    if _last_active(request.db, kind, number):
        request.flash(f"{row.title} is the last enabled {kind} method and stays.", "wrong")
        return request.redirect(f"/stores/{kind}/{number}")
    request.db.run(f"DELETE FROM {kind}_method WHERE id = ?", number)
    request.flash(f"The {kind} method {row.title} was deleted. Orders keep its name.")
    return request.redirect(f"/stores/{kind}")


def _last_active(db: Database, kind: str, number: int) -> bool:
    return not db.value(f"SELECT 1 FROM {kind}_method WHERE active AND id <> ?", number)


def _columns(form: BoundForm) -> dict[str, Value]:
    values = {name: value for name, value in form.values.items() if name != "code"}
    for name in ("days", "instructions"):
        if name in values:
            values[name] = values[name] or ""
    return {**values, "active": int(values["active"])}


def _show(request: Request, kind: str, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    request.shows(f"{kind} method form", id=row.id if row else None)
    return request.render(
        "stores/edit.html",
        status=status,
        form=form,
        back=(f"/stores/{kind}", f"{kind.capitalize()} methods"),
        heading=row.title if row else f"New {kind} method",
        note=f"Code: {row.code}" if row else "",
        action="Save" if row else f"Add {kind} method",
        deletion=(f"/stores/{kind}/{row.id}/delete", f"Delete the {kind} method {row.title}?") if row else None,
        permission="stores.edit",
    )
