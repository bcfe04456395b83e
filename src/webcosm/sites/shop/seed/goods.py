"""Reading ``content/goods/*.toml``: what kinds of goods there are and how to speak of them.

Every mistake in a file is an error that names the file, the kind and the field.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from webcosm.pictures import PALETTE, PATTERNS

__all__ = ["ATTRIBUTES", "TAX_CLASSES", "GoodsError", "LookPlan", "ProductKind", "form_of", "forms_of",
           "load_kinds", "slots"]  # fmt: skip

ATTRIBUTES = (
    "color", "size", "flavor", "scent", "style", "material", "capacity", "length", "storage", "width", "count",
)  # fmt: skip
"""What variants may differ in."""
TAX_CLASSES = ("Taxable Goods", "Food", "Exempt")
FIELDS = (
    "electronics", "groceries", "clothing", "beauty", "sports", "home", "toys", "office", "kitchen", "garden",
    "tools", "pets", "furniture", "baby", "books and music", "automotive",
)  # fmt: skip
TEXTS = {
    "intro": 3, "facts": 6, "use": 3, "praise": 10, "complain": 10, "mixed": 4,
    "titles_good": 5, "titles_bad": 5, "titles_mixed": 5,
}  # fmt: skip
"""The fields of ``[kind.text]`` and how many sentences each needs."""
SLOT = re.compile(r"\{([^{}]*)\}")
ALWAYS = ("brand", "line", "noun", "pack", "year", "model", "color")


class GoodsError(ValueError):
    """A goods file says something that cannot be."""


@dataclass(frozen=True)
class LookPlan:
    shape: str
    patterns: tuple[str, ...]
    colors: tuple[str, ...]
    words: tuple[str, ...]
    parts: tuple[str, ...]
    form: Mapping[str, str]
    """How the thing is made: names of the shape's forms, and texts with slots that say which one it is."""
    count: str
    """A text with slots that says how many are drawn; empty where the pack says so."""


@dataclass(frozen=True)
class ProductKind:
    """One kind of goods, as its file describes it."""

    id: str
    department: str
    department_position: int
    category: tuple[str, str]
    field: str
    set: str
    tax: str
    nouns: tuple[str, ...]
    lines: tuple[str, ...]
    title: str
    price: tuple[float, float]
    weight: tuple[int, int]
    packs: tuple[int, ...]
    pack_word: str
    axes: Mapping[str, tuple[str, ...]]
    pick: Mapping[str, tuple[str, ...]]
    specs: Mapping[str, tuple[str, ...]]
    text: Mapping[str, tuple[str, ...]]
    look: LookPlan


def slots(text: str) -> list[str]:
    """The names in braces: ``"{brand} Mug"`` -> ``["brand"]``."""
    return SLOT.findall(text)


def load_kinds(folder: Path) -> list[ProductKind]:
    """The kinds of every file in the folder, in the order of departments and files."""
    kinds: list[ProductKind] = []
    for file in sorted(folder.glob("*.toml")):
        try:
            content = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise GoodsError(f"{file.name}: {error}") from None
        department = _Reader(file.name, "the department", content)
        name, position = department.text("name"), department.integer("position", 0)
        tables = content.get("kind")
        if not isinstance(tables, list) or not tables:
            raise department.wrong("kind", tables, "one or more [[kind]] tables")
        for table in tables:
            kinds.append(_kind(file.name, name, position, table))
    first: dict[str, str] = {}
    for kind in kinds:
        if kind.id in first:
            raise GoodsError(f"kind {kind.id!r} is there twice: in {first[kind.id]} and in {kind.department}")
        first[kind.id] = kind.department
    return sorted(kinds, key=lambda kind: kind.department_position)


def _kind(file: str, department: str, position: int, table: Any) -> ProductKind:
    if not isinstance(table, dict):
        raise GoodsError(f"{file}: a [[kind]] must be a table, not {table!r}")
    read = _Reader(file, f"kind {table.get('id', '(without id)')!r}", table)
    axes, pick = read.lists("axes"), read.lists("pick")
    for code in axes:
        if code not in ATTRIBUTES:
            raise read.wrong("axes", code, f"one of {', '.join(ATTRIBUTES)}")
        if len(axes[code]) < 2:
            raise read.wrong(f"axes.{code}", axes[code], "two or more options")
    if len(axes) > 2:
        raise read.wrong("axes", list(axes), "one or two axes")
    for code in pick:
        if not re.fullmatch(r"[a-z][a-z_]*", code) or code in axes:
            raise read.wrong("pick", code, "an attribute code in lower case that is no axis")
    specs = read.lists("specs")
    text = _Reader(file, read.where, table.get("text"), "text.")
    look = _Reader(file, read.where, table.get("look"), "look.")
    kind = ProductKind(
        id=read.text("id"),
        department=department,
        department_position=position,
        category=_pair(read),
        field=read.one_of("field", FIELDS),
        set=read.text("set"),
        tax=read.one_of("tax", TAX_CLASSES),
        nouns=read.texts("nouns", 1),
        lines=read.texts("lines", 1),
        title=read.text("title"),
        price=read.span("price"),
        weight=(round(read.span("weight")[0]), round(read.span("weight")[1])),
        packs=read.integers("packs", (1,)),
        pack_word=read.text("pack_word") if "pack_word" in table else "Pack of",
        axes=axes,
        pick=pick,
        specs=specs,
        text={name: text.texts(name, least) for name, least in TEXTS.items()},
        look=LookPlan(
            look.one_of("shape", _shapes()),
            look.texts("patterns", 1) if "patterns" in look.table else ("plain",),
            look.texts("colors", 1) if "colors" in look.table else (),
            look.texts("words", 0) if "words" in look.table else (),
            look.texts("parts", 0) if "parts" in look.table else (),
            dict(look.table.get("form", {})),
            str(look.table.get("count", "")),
        ),
    )
    _check_look(read, kind)
    _check_slots(read, kind)
    return kind


def _shapes() -> tuple[str, ...]:
    """Imported by name: rows are checked against the drawings, but nothing of these is in the image."""
    return tuple(import_module("webcosm.pictures").SHAPES)


def forms_of(shape: str) -> Mapping[str, tuple[str | int, ...]]:
    forms: Mapping[str, tuple[str | int, ...]] = import_module("webcosm.pictures").SHAPES[shape].forms
    return forms


def _pair(read: _Reader) -> tuple[str, str]:
    found = read.texts("category", 2)
    if len(found) != 2:
        raise read.wrong("category", list(found), "the names of the second and third level")
    return found[0], found[1]


def _check_look(read: _Reader, kind: ProductKind) -> None:
    for pattern in kind.look.patterns:
        if pattern not in PATTERNS:
            raise read.wrong("look.patterns", pattern, f"one of {', '.join(PATTERNS)}")
    if not kind.look.colors and "color" not in kind.axes:
        raise read.wrong("look.colors", [], "one or more colors, since color is no axis")
    for name, colors in (("look.colors", kind.look.colors), ("axes.color", kind.axes.get("color", ()))):
        for color in colors:
            if color not in PALETTE:
                raise read.wrong(name, color, f"one of {', '.join(PALETTE)}")

    for name, text in kind.look.form.items():
        options = forms_of(kind.look.shape).get(name)
        if options is None:
            raise read.wrong("look.form", name, f"one of {', '.join(forms_of(kind.look.shape)) or 'none'}")
        for said in sayings(kind, text):
            if form_of(options, said) is None:
                raise read.wrong(f"look.form.{name}", said, f"a text with one of {', '.join(map(str, options))}")


def sayings(kind: ProductKind, text: str) -> Iterator[str]:
    """All that a text of the look with one slot can say of products of the kind."""
    found = slots(text)
    if not found:
        yield text
        return
    tables: dict[str, Sequence[str]] = {"noun": kind.nouns, "pack": [str(pack) for pack in kind.packs]}
    for table in (kind.specs, kind.pick, kind.axes):
        tables |= {name.casefold(): values for name, values in table.items()}
    for value in tables.get(found[0].casefold(), ()):
        yield text.replace(f"{{{found[0]}}}", value)


def form_of(options: Sequence[str | int], said: str) -> str | int | None:
    """Which of some forms a text speaks of: a number that stands in it, or the longest words that do.

    ``"{noun} else plain"`` says "plain" for a text that speaks of none of them.
    """
    said, _, otherwise = said.casefold().partition(" else ")
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    fitting = [option for option in options if (option in numbers if isinstance(option, int) else _says(said, option))]
    if not fitting:
        return form_of(options, otherwise) if otherwise else None
    return max(fitting, key=lambda option: len(str(option)) if isinstance(option, str) else -numbers.index(option))


def _says(text: str, words: str) -> bool:
    return re.search(rf"(?<![a-z0-9]){re.escape(words)}", text) is not None


def _check_slots(read: _Reader, kind: ProductKind) -> None:
    known = {name.casefold() for name in (*ALWAYS, *kind.specs, *kind.pick, *kind.axes)}
    places: list[tuple[str, Sequence[str]]] = [("title", [kind.title]), ("look.words", kind.look.words)]
    places += [("look.form", tuple(kind.look.form.values())), ("look.count", (kind.look.count,))]
    places += [(f"text.{name}", sentences) for name, sentences in kind.text.items()]
    for field, sentences in places:
        for sentence in sentences:
            for slot in slots(sentence):
                if slot.casefold() not in known:
                    raise read.wrong(field, f"{{{slot}}}", f"a slot out of {', '.join(sorted(known))}")
            if "{" in (rest := SLOT.sub("", sentence)) or "}" in rest:
                raise read.wrong(field, sentence, "braces in pairs")


class _Reader:
    """Takes typed fields out of a table, or says what is wrong with them."""

    def __init__(self, file: str, where: str, table: Any, prefix: str = "") -> None:
        self.file, self.where, self.prefix = file, where, prefix
        if not isinstance(table, dict):
            raise GoodsError(f"{file}, {where}: [{prefix.rstrip('.')}] must be a table, not {table!r}")
        self.table: dict[str, Any] = table

    def wrong(self, field: str, value: object, accepted: str) -> GoodsError:
        return GoodsError(f"{self.file}, {self.where}, field {self.prefix}{field}: {value!r} is not {accepted}")

    def text(self, field: str) -> str:
        value = self.table.get(field)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(field, value, "a text")
        return value.strip()

    def one_of(self, field: str, accepted: Sequence[str]) -> str:
        value = self.text(field)
        if value not in accepted:
            raise self.wrong(field, value, f"one of {', '.join(accepted)}")
        return value

    def texts(self, field: str, least: int) -> tuple[str, ...]:
        return self._texts(field, self.table.get(field), least)

    def _texts(self, field: str, value: object, least: int) -> tuple[str, ...]:
        if not isinstance(value, list) or any(not isinstance(item, str) or not item.strip() for item in value):
            raise self.wrong(field, value, "a list of texts")
        if len(value) < least:
            raise self.wrong(field, value, f"a list of {least} or more texts")
        if len(set(value)) < len(value):
            raise self.wrong(field, next(item for item in value if value.count(item) > 1), "there only once")
        return tuple(item.strip() for item in value)

    def lists(self, field: str) -> dict[str, tuple[str, ...]]:
        value = self.table.get(field, {})
        if not isinstance(value, dict):
            raise self.wrong(field, value, "a table of lists of texts")
        return {name: self._texts(f"{field}.{name}", items, 1) for name, items in value.items()}

    def integer(self, field: str, default: int) -> int:
        value = self.table.get(field, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(field, value, "a whole number")
        return value

    def integers(self, field: str, default: tuple[int, ...]) -> tuple[int, ...]:
        value = self.table.get(field, list(default))
        if not isinstance(value, list) or not value or any(type(item) is not int or item < 1 for item in value):
            raise self.wrong(field, value, "a list of whole numbers from 1 on")
        return tuple(sorted(set(value)))

    def span(self, field: str) -> tuple[float, float]:
        value = self.table.get(field)
        numbers = isinstance(value, list) and all(type(item) in (int, float) for item in value)
        if not isinstance(value, list) or not numbers or len(value) != 2 or not 0 < value[0] <= value[1]:
            raise self.wrong(field, value, "two numbers, the smaller first")
        return float(value[0]), float(value[1])
