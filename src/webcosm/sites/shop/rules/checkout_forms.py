"""What checkout asks for, and how it is checked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from webcosm.sites.kit import BoundForm, Field, Form, Request
from webcosm.sites.shop.rules.postal import ADDRESS_FIELDS, address_fields, in_one_line, saved_addresses
from webcosm.sites.shop.rules.quoting import payment_methods, shipping_methods

__all__ = ["card_note", "expiry_problem", "luhn", "read_payment", "read_shipping", "show_payment", "show_shipping"]

NEW = "new"
SAME = "same"
CARD = ("card_name", "card_number", "card_expiry", "card_code")


def luhn(number: str) -> bool:
    """Whether a card number's check digit is right; spaces and hyphens do not count."""
    digits = [int(digit) for digit in re.sub(r"[ -]", "", number)] if re.fullmatch(r"[0-9 -]+", number) else []
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return 12 <= len(digits) <= 19 and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def expiry_problem(text: str, today: date) -> str | None:
    """What is wrong with ``MM/YY``: cards are good until the end of their month."""
    match = re.fullmatch(r"(0?[1-9]|1[0-2]) ?/ ?(?:20)?([0-9]{2})", text)
    if not match:
        return "Expiration date: write month and year like 08/28."
    if (2000 + int(match[2]), int(match[1])) < (today.year, today.month):
        return f"Expiration date: this card expired in {int(match[1]):02d}/{match[2]}."
    return None


def card_note(number: str) -> str:
    """All that is kept of a card: its last digits."""
    return re.sub(r"[^0-9]", "", number)[-4:]


# Where and how to ship ------------------------------------------------------------------------------------------------


def _shipping_form(request: Request) -> Form:
    saved = [(str(row.id), in_one_line(row)) for row in saved_addresses(request)]
    email = Field("email", "E-mail address", "email", required=True, max=100, autocomplete="email")
    return Form(
        *(() if request.user else (email,)),
        *(
            (Field("address", "Ship to", "radio", required=True, choices=[*saved, (NEW, "A new address")]),)
            * bool(saved)
        ),
        *address_fields(request),
        *((Field("save", "Save in my address book", "checkbox"),) if request.user else ()),
        Field(
            "method",
            "Shipping method",
            "radio",
            required=True,
            choices=[(row.code, row.label) for row in shipping_methods(request.db).values()],
        ),
    )


def show_shipping(request: Request, kept: dict[str, object]) -> BoundForm:
    """The form as it was left, or with the customer's defaults."""
    saved = saved_addresses(request)
    start: dict[str, object] = {"address": str(saved[0].id) if saved else NEW}
    if request.user:
        start |= {"first_name": request.user.first_name, "last_name": request.user.last_name, "save": True}
    methods = shipping_methods(request.db)
    if len(methods) == 1:
        start["method"] = next(iter(methods))
    new = kept.get("new")
    return _shipping_form(request).show({**start, **kept, **(new if isinstance(new, dict) else {})})


def read_shipping(request: Request) -> BoundForm:
    """What was typed; a saved address makes the fields of a new one meaningless."""
    form = _shipping_form(request).read(request.form)
    if form.values.get("address", NEW) != NEW:
        _forgive(form, ADDRESS_FIELDS)
    return form


# How to pay -----------------------------------------------------------------------------------------------------------


def _payment_form(request: Request) -> Form:
    today = request.world.clock.today()
    saved = [(str(row.id), in_one_line(row)) for row in saved_addresses(request)]
    methods = payment_methods(request.db)
    return Form(
        Field(
            "billing",
            "Billing address",
            "radio",
            required=True,
            choices=[(SAME, "Same as the shipping address"), *saved, (NEW, "A new address")],
        ),
        *address_fields(request, "billing_"),
        Field(
            "payment",
            "Payment method",
            "radio",
            required=True,
            choices=[(row.code, row.title) for row in methods.values()],
        ),
        Field("card_name", "Name on card", required=True, max=80, autocomplete="cc-name"),
        Field(
            "card_number",
            "Card number",
            required=True,
            max=30,
            autocomplete="cc-number",
            placeholder="0000 0000 0000 0000",
            check=lambda text: None if luhn(text) else "Card number: this is not a valid card number.",
        ),
        Field(
            "card_expiry",
            "Expiration date",
            required=True,
            max=9,
            autocomplete="cc-exp",
            placeholder="MM/YY",
            check=lambda text: expiry_problem(text, today),
        ),
        Field(
            "card_code",
            "Security code",
            "password",
            required=True,
            max=4,
            pattern="[0-9]{3,4}",
            pattern_help="write the three or four digits.",
            autocomplete="cc-csc",
        ),
        Field(
            "po_number",
            "Purchase order number",
            max=40,
            help="Optional. It is printed on the invoice.",
        ),
        Field("note", "Note with your order", "textarea", max=500, help="Optional. At most 500 characters."),
        Field("total", "Total", "hidden", max=20, pattern="[0-9]+"),
    )


def show_payment(request: Request, total: int) -> BoundForm:
    methods = payment_methods(request.db)
    start = {"billing": SAME, "total": total}
    billing = request.user.billing_id if request.user else None
    shipping = str((request.session.get("checkout") or {}).get("address", ""))
    if billing is not None and str(billing) != shipping and shipping != "new":
        start["billing"] = str(billing)
    if len(methods) == 1:
        start["payment"] = next(iter(methods))
    return _payment_form(request).show(start)


def read_payment(request: Request) -> BoundForm:
    """What was typed; fields of what was not chosen are meaningless."""
    form = _payment_form(request).read(request.form)
    if form.values.get("billing") != NEW:
        _forgive(form, [f"billing_{name}" for name in ADDRESS_FIELDS])
    if form.values.get("payment") != "card":
        _forgive(form, CARD)
    if form.values.get("payment") != "invoice":
        _forgive(form, ["po_number"])
    return form


def _forgive(form: BoundForm, names: Iterable[str]) -> None:
    for name in names:
        form.errors.pop(name, None)
        form.values.pop(name, None)
