"""From the walker's columns to records. The other end of ``walk_pack.js``."""

from __future__ import annotations

from array import array
from base64 import b64decode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, repeat
from typing import Any

from webcosm.observe.garbage import collector_paused
from webcosm.observe.records import Box, Element, PageView, State

__all__ = ["FrameLook", "to_view"]


@dataclass(slots=True)
class _Draft:
    """An :class:`Element` being made. A frozen dataclass takes 7 µs to fill, an open one 1 µs, and a look may bring
    10,000 of them; both lay their slots out alike, so a finished draft can simply become an element."""

    id: str
    role: str
    name: str
    description: str
    value: str | None
    states: dict[str, State]
    box: Box | None
    visible_fraction: float
    visible: bool
    clickable: bool
    mark: bool
    url: str | None
    placeholder: str | None
    tag: str
    depth: int
    parent: int
    frame: str


# Whether each bit is set, by the number that holds them.
_VISIBLE, _CLICKABLE, _MARK = ([flags & bit != 0 for flags in range(8)] for bit in (1, 2, 4))


@dataclass(slots=True)
class FrameLook:
    """What the walker returned for one frame, and for the frames in it by their record."""

    path: str
    raw: dict[str, Any]
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
    columns, details, strings = raw["columns"], raw["details"], raw["strings"]
    depths = _numbers(columns["depth"])
    kinds = _numbers(columns["kind"])
    flags = _numbers(columns["flags"])
    roles, tags = raw["pairs"][0::2], raw["pairs"][1::2]
    ids = _ids(path, _numbers(columns["number"]), raw["letters"])
    places = _places(look, start, len(depths))
    fractions = [thousandths / 1000 for thousandths in raw["fractions"][1::2]]
    drafts: list[Any] = list(
        map(
            _Draft,
            ids,
            map(roles.__getitem__, kinds),
            map(strings.__getitem__, _numbers(columns["name"])),
            _filled("", details["description"][0::2], details["description"][1::2], len(depths)),
            _filled(None, details["value"][0::2], details["value"][1::2], len(depths)),
            _states(details["states"], len(depths)),
            _boxes(columns),
            _filled(0.0, raw["fractions"][0::2], fractions, len(depths)),
            map(_VISIBLE.__getitem__, flags),
            map(_CLICKABLE.__getitem__, flags),
            map(_MARK.__getitem__, flags),
            _filled(None, details["url"][0::2], details["url"][1::2], len(depths)),
            _filled(None, details["placeholder"][0::2], details["placeholder"][1::2], len(depths)),
            map(tags.__getitem__, kinds),
            depths if root_depth == 0 else [depth + root_depth for depth in depths],
            _parents(depths, places, root_parent),
            repeat(path),
        )
    )
    for draft in drafts:
        draft.__class__ = Element
    focus = raw["focus"]
    focused = ids[focus] if focus >= 0 else ""
    for index in sorted(look.frames, reverse=True):  # from the end, so that the places before stay as they are
        inner, inner_focused = _elements(
            look.frames[index], places[index], root_depth + depths[index] + 1, places[index] + 1
        )
        drafts[index + 1 : index + 1] = inner
        if index == focus and inner_focused:
            focused = inner_focused
    return drafts, focused


def _numbers(packed: str | list[int]) -> Sequence[int]:
    """A column: its array type and bytes, or plain numbers where they are too large for that."""
    return array(packed[0], b64decode(packed[1:])) if isinstance(packed, str) else packed


def _filled(usual: Any, indices: list[int], values: Iterable[Any], amount: int) -> list[Any]:
    """A column in which few values are not the usual one."""
    column = [usual] * amount
    for index, value in zip(indices, values, strict=True):
        column[index] = value
    return column


def _states(found: list[Any], amount: int) -> list[dict[str, State]]:
    column: list[dict[str, State]] = [{} for _ in range(amount)]
    for index, states in zip(found[0::2], found[1::2], strict=True):
        column[index] = states
    return column


def _ids(path: str, steps: Sequence[int], letters: list[Any]) -> list[str]:
    """Frame path and number; a step of 0 means that there is none. Frames have letters."""
    numbers = accumulate(steps, initial=-1)
    next(numbers)
    ids = [path + number if step else "" for step, number in zip(steps, map(str, numbers), strict=True)]
    for index, name in zip(letters[0::2], letters[1::2], strict=True):
        ids[index] = path + name
    return ids


def _boxes(columns: dict[str, Any]) -> list[Box | None]:
    sides = [list(accumulate(_numbers(columns[side]))) for side in ("x", "y", "width", "height")]
    # As JSON has it: 12 and 12.5, not 12.0. Few lengths occur on a page, each on many elements.
    pixels = {tenths: tenths / 10 if tenths % 10 else tenths // 10 for tenths in set().union(*sides)}
    rows = zip(*(map(pixels.__getitem__, side) for side in sides), strict=True)
    boxes: list[Any] = list(map(tuple.__new__, repeat(Box), rows))  # half the time of Box(…)
    widths = sides[2]
    if min(widths) < 0:
        return [box if width >= 0 else None for box, width in zip(boxes, widths, strict=True)]
    return boxes


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
    return len(_numbers(look.raw["columns"]["depth"])) + sum(map(_size, look.frames.values()))


def _parents(depths: Sequence[int], places: Sequence[int], root_parent: int) -> list[int]:
    """The place of each record's parent, which is the last one before it that is less deep."""
    parents = []
    open_places = [root_parent] * (max(depths) + 2)
    for depth, place in zip(depths, places, strict=True):
        parents.append(open_places[depth])
        open_places[depth + 1] = place
    return parents
