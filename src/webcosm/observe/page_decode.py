"""From the walker's columns to records. The other end of ``walk_pack.js``."""

from __future__ import annotations

from array import array
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, TypeVar

from webcosm.observe.garbage import collector_paused
from webcosm.observe.ids import DocumentIds, Signature
from webcosm.observe.records import NO_STATES, Box, Element, PageView

__all__ = ["FrameLook", "signed", "to_view"]

T = TypeVar("T")


@dataclass(slots=True)
class FrameLook:
    """What the walker returned for one frame, and for the frames in it by their record."""

    path: str
    raw: dict[str, Any]
    ids: DocumentIds
    frames: dict[int, FrameLook] = field(default_factory=dict)


def to_view(top: FrameLook) -> PageView:
    raw = top.raw
    with collector_paused():
        elements, focused = _elements(top, -1, 0, 0)
    return PageView(
        url=raw["url"],
        title=raw["title"],
        elements=tuple(elements),
        viewport=(raw["viewport"][0], raw["viewport"][1]),
        scroll=(raw["scroll"][0], raw["scroll"][1]),
        document=(raw["document"][0], raw["document"][1]),
        focused=focused,
    )


def _elements(look: FrameLook, root_parent: int, root_depth: int, start: int) -> tuple[list[Element], str]:
    """A frame's records, each nested frame's right after its iframe, and the id of the one with the keyboard.

    The first will stand at ``start`` among the page's, under the one at ``root_parent``."""
    raw, path = look.raw, look.path
    columns, details = raw["columns"], raw["details"]
    shapes, shape_of = raw["shapes"], _numbers(columns["shape"])
    amount = len(shape_of)
    flags = shapes[3::4]

    def by_shape(values: Sequence[Any]) -> Iterator[Any]:
        return map(values.__getitem__, shape_of)

    depths = list(by_shape([root_depth + depth for depth in shapes[2::4]]))
    places = _places(look, start, amount)
    ids = _ids(path, _numbers(columns["number"]), raw["letters"], look.ids)
    rows = zip(
        ids,
        by_shape(shapes[0::4]),  # roles
        map(raw["strings"].__getitem__, _numbers(columns["name"])),
        _filled("", _pairs(details["description"]), amount),
        _filled(None, _pairs(details["value"]), amount),
        _filled(NO_STATES, _pairs(details["states"]), amount),
        map(_boxes(raw).__getitem__, _numbers(columns["box"])),
        _filled(0.0, ((index, share / 1000) for index, share in _pairs(raw["fractions"])), amount),
        by_shape([flag & 1 != 0 for flag in flags]),  # visible
        by_shape([flag & 2 != 0 for flag in flags]),  # clickable
        by_shape([flag & 4 != 0 for flag in flags]),  # worth a mark
        _filled(None, _pairs(details["url"]), amount),
        _filled(None, _pairs(details["placeholder"]), amount),
        by_shape(shapes[1::4]),  # tags
        depths,
        _parents(depths, places, root_parent),
        repeat(path, amount),
        _filled(NO_STATES, _pairs(details["looks"]), amount),
        strict=True,
    )
    elements = _tuples(Element, rows)
    focus = raw["focus"]
    focused = ids[focus] if focus >= 0 else ""
    for index in sorted(look.frames, reverse=True):  # from the end, so that the places before stay as they are
        inner, inner_focused = _elements(look.frames[index], places[index], depths[index] + 1, places[index] + 1)
        elements[index + 1 : index + 1] = inner
        if index == focus and inner_focused:
            focused = inner_focused
    return elements, focused


def signed(raw: dict[str, Any]) -> Iterator[tuple[int | str, Signature]]:
    """The walker's keys of the elements and frames of a look, and what tells each from others."""
    columns, shapes, strings, letters = raw["columns"], raw["shapes"], raw["strings"], dict(_pairs(raw["letters"]))
    rows = zip(_numbers(columns["number"]), _numbers(columns["shape"]), _numbers(columns["name"]), strict=True)
    for index, (number, shape, name) in enumerate(rows):
        key = letters.get(index, number)
        if key != -1:
            yield key, (shapes[4 * shape], shapes[4 * shape + 1], strings[name])


def _tuples(kind: type[T], rows: Iterable[tuple[Any, ...]]) -> list[T]:
    """Named tuples, in half the time and less that calls of their class take: a look may bring 10,000."""
    return list(map(tuple.__new__, repeat(kind), rows))  # type: ignore[arg-type]


def _numbers(packed: str) -> array[int]:
    """A column: its array type and bytes."""
    return array(packed[0], b64decode(packed[1:]))


def _pairs(found: list[Any]) -> Iterator[tuple[int, Any]]:
    """Indices and values, which come in turns."""
    return zip(found[0::2], found[1::2], strict=True)


def _filled(usual: Any, found: Iterable[tuple[int, Any]], amount: int) -> list[Any]:
    """A column in which few values are not the usual one."""
    column = [usual] * amount
    for index, value in found:
        column[index] = value
    return column


def _ids(path: str, numbers: Sequence[int], letters: list[Any], document: DocumentIds) -> list[str]:
    """Frame path and number; -1 means that there is none. Frames have letters."""
    ids = document.texts(numbers)
    for index, name in _pairs(letters):
        ids[index] = f"{path}{document.id(name)}"
    return ids


def _boxes(raw: dict[str, Any]) -> list[Box | None]:
    """All boxes, and behind them what stands at -1 for those that have none."""
    lengths, boxes = raw["lengths"], raw["boxes"]
    sides = (map(lengths.__getitem__, _numbers(boxes[side])) for side in ("x", "y", "width", "height"))
    return [*_tuples(Box, zip(*sides, strict=True)), None]


def _places(look: FrameLook, start: int, amount: int) -> Sequence[int]:
    """Where each record will stand among the page's."""
    if not look.frames:
        return range(start, start + amount)
    places = []
    for index in range(amount):
        places.append(start + index)
        if index in look.frames:
            start += _size(look.frames[index])
    return places


def _size(look: FrameLook) -> int:
    return len(_numbers(look.raw["columns"]["shape"])) + sum(map(_size, look.frames.values()))


def _parents(depths: Sequence[int], places: Sequence[int], root_parent: int) -> list[int]:
    """The place of each record's parent, which is the last one before it that is less deep."""
    parents = []
    open_places = [root_parent] * (max(depths) + 2)  # by depth; those above the root are never asked for
    for depth, place in zip(depths, places, strict=True):
        parents.append(open_places[depth])
        open_places[depth + 1] = place
    return parents
