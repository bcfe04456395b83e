"""From the walker's columns to records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

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


VISIBLE, CLICKABLE, MARK = 1, 2, 4
_NOTHING: dict[str, Any] = {}


@dataclass(slots=True)
class FrameLook:
    """What the walker returned for one frame, and for the frames in it by their record."""

    path: str
    raw: dict[str, Any]
    frames: dict[int, FrameLook] = field(default_factory=dict)


def to_view(top: FrameLook) -> PageView:
    raw = top.raw
    elements: list[Element] = []
    _append(top, elements, -1, 0)
    return PageView(
        url=raw["url"],
        title=raw["title"],
        elements=tuple(elements),
        viewport=(raw["viewport"][0], raw["viewport"][1]),
        scroll=(raw["scroll"][0], raw["scroll"][1]),
        document=(raw["document"][0], raw["document"][1]),
        focused=_focused(top),
    )


def _focused(look: FrameLook) -> str:
    index = look.raw["focus"]
    if index < 0:
        return ""
    inner = look.frames.get(index)
    own = f"{look.path}{look.raw['number'][index]}"
    return (_focused(inner) or own) if inner else own


def _append(look: FrameLook, elements: list[Element], root_parent: int, root_depth: int) -> None:
    """Adds a frame's records, each nested frame's right after its iframe."""
    raw, path, frames = look.raw, look.path, look.frames
    strings: list[str] = raw["strings"]
    details: dict[int, dict[str, Any]] = dict(zip(raw["details"][0::2], raw["details"][1::2], strict=True))
    sides: list[float] = raw["box"]
    places: list[int] = []
    depths: list[int] = []
    columns = zip(
        raw["number"], raw["role"], raw["name"], raw["tag"], raw["parent"], raw["fraction"], raw["flags"],
        map(Box, sides[0::4], sides[1::4], sides[2::4], sides[3::4]),
        strict=True,
    )  # fmt: skip
    for index, (number, role, name, tag, parent, fraction, flags, box) in enumerate(columns):
        more = details.get(index, _NOTHING)
        depth = depths[parent] + 1 if parent >= 0 else root_depth
        places.append(len(elements))
        depths.append(depth)
        draft = _Draft(
            "" if number == -1 else f"{path}{number}",
            strings[role],
            strings[name],
            "",
            None,
            {},
            None if box.width < 0 else box,
            fraction / 1000,
            flags & VISIBLE != 0,
            flags & CLICKABLE != 0,
            flags & MARK != 0,
            None,
            None,
            strings[tag],
            depth,
            places[parent] if parent >= 0 else root_parent,
            path,
        )
        for key, value in more.items():
            setattr(draft, key, value)
        draft.__class__ = Element  # type: ignore[assignment]
        elements.append(draft)  # type: ignore[arg-type]
        if index in frames:
            _append(frames[index], elements, places[index], depth + 1)
