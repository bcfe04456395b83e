"""The forms that invoice, ship and refund an order, whole or in parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webcosm.sites.admin.sales.order_page import find_order, order_facts
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response
from webcosm.sites.kit.formats import money, plural
from webcosm.sites.shop.rules import ordering
from webcosm.sites.shop.rules.returns import return_period
from webcosm.worlds import Database, Row

__all__ = ["CUSTOM", "carriers", "read_track"]

CARRIERS = ("Bluebird Parcel", "Kestrel Express", "Ostler Freight", "Tidewater Mail")
CUSTOM = "Custom"
"""The carrier of a parcel whose title says who carries it."""
TRACK_ROWS = 4
DOCUMENT = Form(
    Field("comment", "Comment", "textarea", max=2_000),
    Field("notify", "Send a copy to the customer by e-mail", "checkbox"),
)


def _amount_wrong(cents: int) -> str | None:
    return None if cents <= 10_000_000 else "This is more than any order."


REFUND = Form(
    Field("shipping", "Refund shipping", "money", required=True, check=_amount_wrong),
    Field("adjustment", "Adjustment refund", "money", required=True, help="Given back on top.", check=_amount_wrong),
    Field("fee", "Adjustment fee", "money", required=True, help="Kept back.", check=_amount_wrong),
    *DOCUMENT.fields,
)


def carriers(request: Request) -> list[str]:
    """Those of the shop's own shipping methods first."""
    own = request.db.values("SELECT DISTINCT carrier FROM shipping_method ORDER BY carrier")
    return [*own, *(name for name in CARRIERS if name not in own), CUSTOM]


@dataclass
class Quantities:
    """How many pieces of each item, as typed and as understood."""

    left: str
    """Which figure of :func:`ordering.item_progress` is the most that can be typed."""
    typed: dict[int, str] = field(default_factory=dict)
    values: dict[int, int] = field(default_factory=dict)
    errors: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, items: Sequence[Row], left: str, request: Request | None = None) -> Quantities:
        """What a form sent, or at first all that is left."""
        self = cls(left)
        for item in items:
            text = request.form.get(f"qty.{item.id}", "0").strip() if request else str(item[left])
            self.typed[item.id] = text
            if not re.fullmatch(r"\d{1,9}", text):
                self.errors[item.id] = f"{text!r} is not a whole number."
            elif int(text) > item[left]:
                self.errors[item.id] = f"At most {plural(item[left], 'piece')}."
            else:
                self.values[item.id] = int(text)
        return self


@site.get("/sales/orders/{number:int}/invoice", needs="sales.edit")
def invoice_form(request: Request, number: int) -> Response:
    order = _ready(request, number, ordering.can_invoice)
    quantities = Quantities.of(ordering.item_progress(request.db, number), "to_invoice")
    return _invoice_page(request, order, quantities, DOCUMENT.show())


@site.post("/sales/orders/{number:int}/invoice", needs="sales.edit")
def make_invoice(request: Request, number: int) -> Response:
    order = _ready(request, number, ordering.can_invoice)
    quantities = Quantities.of(ordering.item_progress(request.db, number), "to_invoice", request)
    form = DOCUMENT.read(request.form)
    if _asks_preview(request) or not form.valid or quantities.errors:
        return _invoice_page(request, order, quantities, form)
    try:
        ordering.make_invoice(
            request.db,
            request.world.clock,
            number,
            quantities.values,
            comment=form.values["comment"] or "",
            notified=form.values["notify"],
            author=request.need_user().username,
        )
    except Conflict as reason:
        form.fail("", reason.message)
        return _invoice_page(request, order, quantities, form)
    request.flash("The invoice was made.")
    return request.redirect(f"/sales/orders/{number}")


@site.get("/sales/orders/{number:int}/ship", needs="sales.edit")
def shipment_form(request: Request, number: int) -> Response:
    order = _ready(request, number, ordering.can_ship)
    quantities = Quantities.of(ordering.item_progress(request.db, number), "to_ship")
    return _shipment_page(request, order, quantities, DOCUMENT.show(), {})


@site.post("/sales/orders/{number:int}/ship", needs="sales.edit")
def make_shipment(request: Request, number: int) -> Response:
    order = _ready(request, number, ordering.can_ship)
    quantities = Quantities.of(ordering.item_progress(request.db, number), "to_ship", request)
    form = DOCUMENT.read(request.form)
    tracks, wrong = [], {}
    for place in range(TRACK_ROWS):
        try:
            if track := read_track(request, f".{place}"):
                tracks.append(track)
        except ValueError as error:
            wrong[place] = str(error)
    if not form.valid or quantities.errors or wrong:
        return _shipment_page(request, order, quantities, form, wrong)
    try:
        ordering.make_shipment(
            request.db,
            request.world.clock,
            number,
            quantities.values,
            tracks=tracks,
            comment=form.values["comment"] or "",
            notified=form.values["notify"],
            author=request.need_user().username,
        )
    except Conflict as reason:
        form.fail("", reason.message)
        return _shipment_page(request, order, quantities, form, wrong)
    request.flash("The shipment was made.")
    return request.redirect(f"/sales/orders/{number}")


def read_track(request: Request, suffix: str = "") -> ordering.Track | None:
    """A parcel number from a form; None if its row was left empty. A ValueError says what is missing."""
    carrier, title, number = (
        request.form.get(f"{name}{suffix}", "").strip() for name in ("carrier", "title", "number")
    )
    if not title and not number:
        return None
    if carrier not in carriers(request):
        raise ValueError("Choose a carrier.")
    if not number:
        raise ValueError("Type the tracking number.")
    if carrier == CUSTOM and not title:
        raise ValueError("Type a title that says who carries the parcel.")
    if len(number) > 60 or len(title) > 60:
        raise ValueError("Title and number may have at most 60 characters each.")
    return ordering.Track(carrier, title or carrier, number)


@site.get("/sales/orders/{number:int}/credit-memo", needs="sales.edit")
def credit_memo_form(request: Request, number: int) -> Response:
    order = _ready(request, number, ordering.can_credit_memo)
    quantities = Quantities.of(ordering.item_progress(request.db, number), "to_refund")
    left = ordering.money_left(request.db, order).shipping_to_refund
    return _credit_memo_page(request, order, quantities, REFUND.show({"shipping": left, "adjustment": 0, "fee": 0}))


@site.post("/sales/orders/{number:int}/credit-memo", needs="sales.edit")
def make_credit_memo(request: Request, number: int) -> Response:
    order = _ready(request, number, ordering.can_credit_memo)
    quantities = Quantities.of(ordering.item_progress(request.db, number), "to_refund", request)
    form = REFUND.read(request.form)
    left = ordering.money_left(request.db, order).shipping_to_refund
    if form.values.get("shipping", 0) > left:
        form.fail("shipping", f"At most {money(left)} of the shipping can be refunded.")
    if _asks_preview(request) or not form.valid or quantities.errors:
        return _credit_memo_page(request, order, quantities, form)
    try:
        ordering.make_credit_memo(
            request.db,
            request.world.clock,
            number,
            quantities.values,
            shipping=form.values["shipping"],
            adjustment=form.values["adjustment"] - form.values["fee"],
            restock=_restock(request, quantities),
            comment=form.values["comment"] or "",
            notified=form.values["notify"],
            author=request.need_user().username,
        )
    except Conflict as reason:
        form.fail("", reason.message)
        return _credit_memo_page(request, order, quantities, form)
    request.flash("The credit memo was made.")
    return request.redirect(f"/sales/orders/{number}")


# What the forms have in common ----------------------------------------------------------------------------------------


def _ready(request: Request, number: int, check: Callable[[Database, Row], ordering.Leave]) -> Row:
    order = find_order(request, number)
    leave = check(request.db, order)
    if not leave:
        raise Conflict(leave.reason)
    return order


def _asks_preview(request: Request) -> bool:
    return request.form.get("deed") == "preview"


def _restock(request: Request, quantities: Quantities) -> list[int]:
    return [item for item in quantities.values if request.form.get(f"restock.{item}")]


def _status(request: Request, form: BoundForm, quantities: Quantities) -> int:
    refused = request.method == "POST" and not (_asks_preview(request) and form.valid and not quantities.errors)
    return 422 if refused else 200


def _invoice_page(request: Request, order: Row, quantities: Quantities, form: BoundForm) -> Response:
    amounts = None if quantities.errors else ordering.preview_invoice(request.db, order, quantities.values)
    request.shows("invoice form", order=order.id)
    return request.render(
        "invoice_form.html",
        status=_status(request, form, quantities),
        order=order,
        form=form,
        quantities=quantities,
        amounts=amounts,
        **order_facts(request, order),
    )


def _shipment_page(
    request: Request, order: Row, quantities: Quantities, form: BoundForm, wrong: dict[int, str]
) -> Response:
    request.shows("shipment form", order=order.id)
    return request.render(
        "shipment_form.html",
        status=_status(request, form, quantities),
        order=order,
        form=form,
        quantities=quantities,
        wrong=wrong,
        carriers=carriers(request),
        rows=range(TRACK_ROWS),
        **order_facts(request, order),
    )


def _credit_memo_page(request: Request, order: Row, quantities: Quantities, form: BoundForm) -> Response:
    amounts = None
    values: Mapping[str, Any] = form.values or {"shipping": None, "adjustment": 0, "fee": 0}
    if not quantities.errors and form.errors.keys() <= {"comment"}:
        amounts = ordering.preview_credit_memo(
            request.db,
            order,
            quantities.values,
            shipping=values["shipping"],
            adjustment=values["adjustment"] - values["fee"],
        )
    restock = _restock(request, quantities) if request.method == "POST" else []
    request.shows("credit memo form", order=order.id)
    return request.render(
        "credit_memo_form.html",
        status=_status(request, form, quantities),
        order=order,
        form=form,
        quantities=quantities,
        amounts=amounts,
        restock=restock,
        returns=return_period(request.db, order, request.world.clock.today()),
        **order_facts(request, order),
    )
