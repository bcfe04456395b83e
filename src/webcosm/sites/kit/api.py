"""Data for scripts: JSON bodies that are checked by the same fields as forms, and the session of a front end.

>>> class Asked:                       # stands for a request
...     def json(self):
...         return {"name": "Ana", "guests": [{"age": 7}]}
>>> read_body(Asked(), Field("name", "Name"), Items("guests", "Guests", (Field("age", "Age", "number"),)))
{'name': 'Ana', 'guests': [{'age': 7}]}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.responses import Response

from webcosm.sites.kit.errors import Invalid
from webcosm.sites.kit.formats import money
from webcosm.sites.kit.forms import Field, Form
from webcosm.sites.kit.login import FORM, WRONG_PASSWORD, find_account
from webcosm.sites.kit.request import Request
from webcosm.sites.kit.site import Site

__all__ = ["Items", "add_session_api", "read_body"]

MISSING = object()


class _HasJson(Protocol):
    def json(self) -> Any: ...


@dataclass(frozen=True)
class Items:
    """A list in a body: of objects with these fields, or of single values if a field is given."""

    name: str
    label: str
    of: Field | Sequence[Field]
    required: bool = False
    most: int = 100


Part = Form | Field | Items


def read_body(request: Request | _HasJson, *parts: Part, partial: bool = False) -> dict[str, Any]:
    """The values of a JSON object, checked; what is wrong is raised as :class:`Invalid`, by the names of the fields.

    Values have the type that the field's kind has in a form, with dates as texts (``2026-05-14``) and money as whole
    cents. A field that is absent or null is empty; with ``partial`` absent ones are left out, as PATCH wants it.
    """
    known = {part.name: part for part in _flat(parts)}
    errors: dict[str, str] = {}
    values = _object(request.json(), known, "", errors, partial)
    if errors:
        raise Invalid(errors)
    return values


def _flat(parts: Sequence[Part]) -> list[Field | Items]:
    return [one for part in parts for one in (part.fields if isinstance(part, Form) else (part,))]


def _object(
    content: Any, known: Mapping[str, Field | Items], path: str, errors: dict[str, str], partial: bool = False
) -> dict[str, Any]:
    if not isinstance(content, dict):
        errors[path.rstrip(".")] = f"An object with {', '.join(known)} is accepted, not {_kind_of(content)}."
        return {}
    for name in content:
        if name not in known:
            errors[path + name] = f"There is no such field; there are {', '.join(known)}."
    values = {}
    for name, part in known.items():
        given = content.get(name, MISSING)
        if given is MISSING and partial:
            continue
        try:
            if isinstance(part, Items):
                values[name] = _items(part, None if given is MISSING else given, f"{path}{name}.", errors)
            else:
                values[name] = _value(part, None if given is MISSING else given)
        except ValueError as error:
            errors[path + name] = str(error)
    return values


def _items(part: Items, given: Any, path: str, errors: dict[str, str]) -> list[Any]:
    if given is None:
        given = []
    if not isinstance(given, list):
        raise ValueError(f"{part.label} must be a list, not {_kind_of(given)}.")
    if part.required and not given:
        raise ValueError(f"{part.label} is required.")
    if len(given) > part.most:
        raise ValueError(f"{part.label} may have at most {part.most:,} entries; this has {len(given):,}.")
    values: list[Any] = []
    for place, one in enumerate(given):
        if not isinstance(part.of, Field):
            values.append(_object(one, {field.name: field for field in part.of}, f"{path}{place}.", errors))
            continue
        try:
            values.append(_value(part.of, one))
        except ValueError as error:
            errors[f"{path}{place}"] = str(error)
    return values


def _value(field: Field, given: Any) -> Any:
    """What the field reads from the text that one would have typed for this value."""
    if given is None:
        return field.read("")
    if field.kind == "checkbox":
        if not isinstance(given, bool):
            raise ValueError(f"{field.label} must be true or false, not {_kind_of(given)}.")
        return field.read("on" if given else "")
    if field.kind in ("number", "money"):
        if not isinstance(given, int) or isinstance(given, bool):
            unit = "whole cents" if field.kind == "money" else "a whole number"
            raise ValueError(f"{field.label} must be {unit}, not {_kind_of(given)}.")
        return field.read(money(given) if field.kind == "money" else str(given))
    if field.kind == "file" or not isinstance(given, str):
        raise ValueError(f"{field.label} must be a text, not {_kind_of(given)}.")
    return field.read(given)


def _kind_of(given: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(given), "a number")


def add_session_api(site: Site, path: str = "/api/session") -> None:
    """Who is signed in, for a front end of scripts: GET tells it with the token that other requests need, POST signs in
    (``username``, ``password``), DELETE signs out."""

    def tell(request: Request, status: int = 200) -> Response:
        user = request.user
        shown = user and {"username": user.username, "name": user.name, "role": user.role}
        return request.answer_json({"user": shown, "csrf": request.csrf_token}, status)

    @site.get(path, api=True)
    def session(request: Request) -> Response:
        return tell(request)

    @site.post(path, api=True)
    def sign_in(request: Request) -> Response:
        values = read_body(request, FORM)
        user = find_account(request, values["username"], values["password"])
        if user is None:
            raise Invalid({}, WRONG_PASSWORD)
        request.sign_in(user.username)
        return tell(request)

    @site.delete(path, api=True)
    def sign_out(request: Request) -> Response:
        request.sign_out()
        return tell(request)
