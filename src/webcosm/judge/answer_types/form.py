"""What an answer looks like: what an agent may know of it without knowing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Form", "list_form", "measure_schema", "text_form"]


@dataclass(frozen=True)
class Form:
    """The form of an answer, in words and as a JSON schema; the same whatever the expected value is."""

    words: str
    """One of it: "one amount of money in US dollars and cents"."""
    plural: str
    """Several of it: "amounts of money in US dollars and cents"."""
    schema: Mapping[str, Any]
    """JSON Schema (2020-12); a value of it is judged without reading prose."""

    @property
    def line(self) -> str:
        """The sentence that stands below a goal."""
        return f"Answer with: {self.words}."

    def to_json(self) -> dict[str, Any]:
        return {"words": self.words, "schema": dict(self.schema)}


def list_form(items: Sequence[Form], order: str) -> Form:
    """Of a list; how many items it has is not told."""
    kinds = list({form.words: form for form in items}.values())
    plural = " or ".join(form.plural for form in kinds) or "texts"
    schemas = [dict(form.schema) for form in kinds] or [{"type": "string"}]
    schema = {"type": "array", "items": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}
    return Form(f"a list of {plural}, {order}", f"lists of {plural}", schema)


def measure_schema(units: Sequence[str]) -> dict[str, Any]:
    """Of an amount with its unit."""
    properties = {"value": {"type": "number"}, "unit": {"type": "string", "enum": list(units)}}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def text_form(words: str, plural: str) -> Form:
    return Form(words, plural, {"type": "string"})
