"""Forms: declared once, checked on the server, shown again with what was typed and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from webcosm.sites.kit.formats import money, parse_money

__all__ = ["BoundForm", "Field", "Form", "Upload"]

FieldKind = Literal[
    "text",
    "textarea",
    "email",
    "password",
    "number",
    "money",
    "date",
    "select",
    "radio",
    "checkbox",
    "hidden",
    "file",
    "tel",
    "url",
]


@dataclass(frozen=True)
class Upload:
    """A file that a visitor sent."""

    filename: str
    content_type: str
    data: bytes


@dataclass(frozen=True)
class Field:
    """One input. Its value is a str, int, date, bool, cents (money) or :class:`Upload`; None if left empty."""

    name: str
    label: str
    kind: FieldKind = "text"
    required: bool = False
    help: str = ""
    choices: Sequence[tuple[str, str]] = ()
    """(value, label) pairs, for select and radio."""
    min: float | None = None
    """Smallest number or amount (in dollars), or fewest characters of a text."""
    max: float | None = None
    """Largest number or amount (in dollars), most characters of a text (5,000 if not given), most bytes of a file."""
    pattern: str = ""
    pattern_help: str = ""
    """What the pattern wants, in words."""
    placeholder: str = ""
    autocomplete: str = ""
    check: Callable[[Any], str | None] | None = None
    """A further check of the typed value: returns what is wrong, or None."""

    def read(self, text: str) -> Any:
        """The typed value; a ValueError tells a person what is wrong."""
        text = text.replace("\0", "")  # no keyboard has it, and SQLite ends a text there
        if self.kind == "checkbox" and (text or not self.required):
            return bool(text)
        if not text.strip():
            if self.required:
                raise ValueError(f"{self.label} is required.")
            return None
        value = self._typed(text if self.kind in ("textarea", "password") else text.strip())
        if self.check and (wrong := self.check(value)):
            raise ValueError(wrong)
        return value

    def _typed(self, text: str) -> Any:
        match self.kind:
            case "number":
                return self._number(text)
            case "money":
                return self._money(text)
            case "date":
                try:
                    return date.fromisoformat(text)
                except ValueError:
                    raise ValueError(f"{self.label}: write the date like 2026-05-14.") from None
            case "select" | "radio":
                if text not in [value for value, _ in self.choices]:
                    raise ValueError(f"{self.label}: choose one of the options.")
                return text
            case "url":
                if not re.fullmatch(r"https?://[^\s/?#]\S*", text, re.IGNORECASE):
                    raise ValueError(f"{self.label}: write an address like http://example.test/.")
            case "email":
                if not re.fullmatch(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+", text):
                    raise ValueError(f"{self.label}: write an address like name@example.test.")
        return self._text(text)

    def _number(self, text: str) -> int:
        if not re.fullmatch(r"[+-]?\d{1,15}", text):
            raise ValueError(f"{self.label} must be a whole number.")
        return self._in_range(int(text), 1, _figure)

    def _money(self, text: str) -> int:
        try:
            cents = parse_money(text)
        except ValueError:
            raise ValueError(f"{self.label}: write an amount like 12.50.") from None
        return self._in_range(cents, 100, lambda edge: money(round(edge)))

    def _in_range(self, number: int, unit: int, shown: Callable[[float], str]) -> int:
        if self.min is not None and number < (lowest := round(self.min * unit, 3)):
            raise ValueError(f"{self.label} must be at least {shown(lowest)}.")
        if self.max is not None and number > (highest := round(self.max * unit, 3)):
            raise ValueError(f"{self.label} must be at most {shown(highest)}.")
        return number

    def _text(self, text: str) -> str:
        text = text.replace("\r\n", "\n")
        if self.kind not in ("textarea", "password"):
            text = re.sub(r"\s+", _in_one_line, text)  # as browsers do with what is pasted into one line
        most = 5_000 if self.max is None else int(self.max)
        if len(text) > most:
            raise ValueError(f"{self.label} may have at most {most:,} characters; this has {len(text):,}.")
        if self.min is not None and len(text) < self.min:
            raise ValueError(f"{self.label} needs at least {_figure(self.min)} characters.")
        if self.pattern and not re.fullmatch(self.pattern, text):
            raise ValueError(f"{self.label}: {self.pattern_help or 'this does not have the right form.'}")
        return text


def _in_one_line(space: re.Match[str]) -> str:
    return " " if "\n" in space[0] or "\r" in space[0] else space[0]


@dataclass
class BoundForm:
    """A form with what was typed into it."""

    form: Form
    typed: Mapping[str, str]
    values: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    summary: str = ""
    """A message above the fields, for what concerns no single one."""

    @property
    def valid(self) -> bool:
        return not self.errors and not self.summary

    def __getitem__(self, name: str) -> Field:
        return self.form[name]

    @property
    def fields(self) -> Sequence[Field]:
        return self.form.fields

    def fail(self, name: str, message: str) -> None:
        """Adds an error found later (a name already taken, a wrong password); ``""`` puts it above the fields."""
        if name:
            self.form[name]
            self.errors[name] = message
        else:
            self.summary = message


class Form:
    """Fields in order. ``show`` prepares it for display, ``read`` checks what came back."""

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self._by_name = {field.name: field for field in fields}

    def __getitem__(self, name: str) -> Field:
        try:
            return self._by_name[name]
        except KeyError:
            raise KeyError(f"the form has no field {name!r}; it has {', '.join(self._by_name)}") from None

    def show(self, values: Mapping[str, Any] | None = None) -> BoundForm:
        """The form filled with known values."""
        filled = {
            name: _as_typed(self._by_name[name], value)
            for name, value in (values or {}).items()
            if name in self._by_name
        }
        return BoundForm(self, filled)

    def read(self, typed: Mapping[str, str], files: Mapping[str, Upload] | None = None) -> BoundForm:
        bound = BoundForm(self, {name: typed.get(name, "") for name in self._by_name})
        for one in self.fields:
            try:
                bound.values[one.name] = (
                    self._read_file(one, files or {}) if one.kind == "file" else one.read(bound.typed[one.name])
                )
            except ValueError as error:
                bound.errors[one.name] = str(error)
        return bound

    def _read_file(self, one: Field, files: Mapping[str, Upload]) -> Upload | None:
        upload = files.get(one.name)
        if upload is None or not upload.filename:
            if one.required:
                raise ValueError(f"{one.label} is required.")
            return None
        if one.max is not None and len(upload.data) > one.max:
            raise ValueError(
                f"{one.label} may have at most {one.max:,.0f} bytes; {upload.filename} has {len(upload.data):,}."
            )
        if one.check and (wrong := one.check(upload)):
            raise ValueError(wrong)
        return upload


def _as_typed(one: Field, value: Any) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "on"
    return money(value).replace("$", "").replace(",", "") if one.kind == "money" else str(value)


def _figure(number: float) -> str:
    return f"{int(number):,}" if number == int(number) else f"{number:,}"
