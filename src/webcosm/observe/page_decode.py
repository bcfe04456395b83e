"""From the walker's columns to records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from webcosm.observe.records import Box, Element, PageView

__all__ = ["FrameLook", "to_view"]

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
    details: dict[str, dict[str, Any]] = raw["details"]
    box: list[float] = raw["box"]
    places: list[int] = []
    add = elements.append
    columns = zip(
        raw["number"], raw["role"], raw["name"], raw["tag"], raw["parent"], raw["depth"], raw["fraction"],
        raw["flags"], box[0::4], box[1::4], box[2::4], box[3::4],
        strict=True,
    )  # fmt: skip
    for index, (number, role, name, tag, parent, depth, fraction, flags, x, y, width, height) in enumerate(columns):
        more = details.get(str(index), _NOTHING) if details else _NOTHING
        places.append(len(elements))
        add(
            Element(
                "" if number == -1 else f"{path}{number}",
                strings[role],
                strings[name],
                more.get("description", ""),
                more.get("value"),
                more.get("states") or {},
                None if width < 0 else Box(x, y, width, height),
                fraction / 1000,
                flags & VISIBLE != 0,
                flags & CLICKABLE != 0,
                flags & MARK != 0,
                more.get("url"),
                more.get("placeholder"),
                strings[tag],
                root_depth + depth,
                places[parent] if parent >= 0 else root_parent,
                path,
            )
        )
        if index in frames:
            _append(frames[index], elements, places[index], root_depth + depth + 1)
