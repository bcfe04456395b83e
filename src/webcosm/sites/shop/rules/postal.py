"""Addresses as people type and read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from webcosm.sites.kit import Field, Form, Request
from webcosm.sites.shop.rules.ordering import PostalAddress
from webcosm.sites.shop.site import site
from webcosm.worlds import Row

__all__ = [
    "ADDRESS_FIELDS",
    "address_fields",
    "address_form",
    "default_region",
    "in_lines",
    "in_one_line",
    "postal",
    "saved_addresses",
    "states",
]

ADDRESS_FIELDS = ("first_name", "last_name", "company", "street", "street2", "city", "region", "postcode", "phone")


def states(request: Request) -> list[tuple[str, str]]:
    """(two letters, name) of the states we ship to."""
    return sorted(
        ((state.abbreviation, state.name) for state in request.world.lore.region.states), key=lambda pair: pair[1]
    )


def address_fields(request: Request, prefix: str = "") -> tuple[Field, ...]:
    """The fields of an address; a prefix keeps two addresses on one page apart."""
    choices = [("", "Choose a state…"), *states(request)]
    return (
        Field(f"{prefix}first_name", "First name", required=True, max=50, autocomplete="given-name"),
        Field(f"{prefix}last_name", "Last name", required=True, max=50, autocomplete="family-name"),
        Field(f"{prefix}company", "Company", max=60, autocomplete="organization"),
        Field(f"{prefix}street", "Street address", required=True, max=80, autocomplete="address-line1"),
        Field(f"{prefix}street2", "Apartment, suite or floor", max=60, autocomplete="address-line2"),
        Field(f"{prefix}city", "City", required=True, max=60, autocomplete="address-level2"),
        Field(f"{prefix}region", "State", "select", required=True, choices=choices, autocomplete="address-level1"),
        Field(
            f"{prefix}postcode",
            "Zip code",
            required=True,
            max=10,
            pattern=r"[0-9]{5}(-[0-9]{4})?",
            pattern_help="write five digits, like 30106.",
            autocomplete="postal-code",
        ),
        Field(
            f"{prefix}phone",
            "Phone number",
            "tel",
            required=True,
            max=25,
            pattern=r"\+?[0-9][0-9 ()./-]{5,}|\([0-9][0-9 ()./-]{5,}",
            pattern_help="write it like (303) 555-0100.",
            autocomplete="tel",
        ),
    )


def address_form(request: Request) -> Form:
    """An address of the address book."""
    return Form(
        *address_fields(request),
        Field("default_billing", "Use as my default billing address", "checkbox"),
        Field("default_shipping", "Use as my default shipping address", "checkbox"),
    )


def postal(values: Mapping[str, Any] | Row, prefix: str = "") -> PostalAddress:
    """The address in a row or in a form's values."""
    return PostalAddress(**{name: values[f"{prefix}{name}"] or "" for name in ADDRESS_FIELDS})


def saved_addresses(request: Request) -> list[Row]:
    """The customer's, the default shipping address first."""
    if not request.user:
        return []
    sql = "SELECT * FROM address WHERE customer_id = ?1 ORDER BY id <> coalesce(?2, 0), id"
    return request.db.rows(sql, request.user.id, request.user.shipping_id)


def default_region(request: Request) -> str:
    """Where a customer's parcels usually go; '' if that is not known."""
    if not request.user or request.user.shipping_id is None:
        return ""
    return request.db.value("SELECT region FROM address WHERE id = ?", request.user.shipping_id) or ""


def in_one_line(address: Mapping[str, Any]) -> str:
    """For a choice among addresses."""
    parts = (
        f"{address['first_name']} {address['last_name']}",
        address["company"],
        f"{address['street']} {address['street2']}".strip(),
        f"{address['city']}, {address['region']} {address['postcode']}",
    )
    return ", ".join(part for part in parts if part)


def in_lines(address: Mapping[str, Any]) -> Markup:
    """As on an envelope."""
    lines = (
        f"{address['first_name']} {address['last_name']}",
        address["company"],
        address["street"],
        address["street2"],
        f"{address['city']}, {address['region']} {address['postcode']}",
    )
    body = Markup("<br>").join(line for line in lines if line)
    return Markup("<address>{}<br><span class='phone'>Phone: {}</span></address>").format(body, address["phone"])


site.look.environment.filters.update(in_lines=in_lines, in_one_line=in_one_line)
