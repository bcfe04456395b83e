"""The form for a postal address, of a customer or of an order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webcosm.sites.kit import Field, Form, Request
from webcosm.worlds import Value

__all__ = ["address_fields", "address_form", "address_values", "regions"]

COLUMNS = ("first_name", "last_name", "company", "street", "street2", "city", "region", "postcode", "phone")


def regions(request: Request, current: str = "") -> list[tuple[str, str]]:
    """The states by name; one that is written somewhere but is none of them stays choosable."""
    states = sorted((state.name, state.abbreviation) for state in request.world.lore.region.states)
    known = [(short, f"{name} ({short})") for name, short in states]
    return known if not current or current in dict(known) else [*known, (current, current)]


def address_fields(request: Request, current: str = "") -> tuple[Field, ...]:
    return (
        Field("first_name", "First name", required=True, max=60, autocomplete="off"),
        Field("last_name", "Last name", required=True, max=60, autocomplete="off"),
        Field("company", "Company", max=100, autocomplete="off"),
        Field("street", "Street address", required=True, max=120, autocomplete="off"),
        Field("street2", "Street address, line 2", max=120, autocomplete="off"),
        Field("city", "City", required=True, max=80, autocomplete="off"),
        Field("region", "State", "select", required=True, choices=regions(request, current)),
        Field("postcode", "Postal code", required=True, max=12, autocomplete="off"),
        Field("phone", "Phone number", "tel", required=True, max=30, autocomplete="off"),
    )


def address_form(request: Request, current: str = "") -> Form:
    return Form(*address_fields(request, current))


def address_values(values: Mapping[str, Any]) -> dict[str, Value]:
    """The row's columns; what was left empty is an empty text."""
    return {name: values[name] or "" for name in COLUMNS}
