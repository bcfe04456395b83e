"""The page as BrowserGym, WebArena and VisualWebArena put it, line for line, from our records.

Agents written for those environments meet the text they know. Where a peer's own rules lose something by accident we
keep it, and say so here:

- Visible means really visible (:attr:`Element.visible`), not "half of the box is inside the viewport".
- Nodes without a layout of their own share their parent's fate in every filter, so a closed list keeps its options.
- WebArena's text lines with an apostrophe in them are kept.
- Control characters in attributes are escaped; a node is always one line.
- A text field's content, which Chromium's tree shows as a text inside the field, is written as one in ``webarena``.
"""

from __future__ import annotations

from webcosm.observe.lines import (
    PICTURE_ROLES,
    Line,
    LineKind,
    TextOptions,
    caption_of,
    clean,
    coordinates,
    kept_elements,
    numbered_marks,
    one_line,
    word_set,
)
from webcosm.observe.records import Element, PageView, State

__all__ = ["browsergym_lines", "marks_lines", "webarena_lines"]

_TOKEN_STATES = frozenset(["checked", "pressed"])
"""Chromium tells these as the words 'true', 'false' and 'mixed'."""
_BARE_STATES = frozenset(["required", "focused", "atomic"])
_RANGE_ROLES = frozenset(["slider", "spinbutton", "progressbar", "meter", "scrollbar"])
_NAMELESS_ROLES = frozenset(["", "none", "presentation", "InlineTextBox"])
_TEXT_FIELDS = frozenset(["textbox", "searchbox"])

_WEBARENA_IGNORED_STATES = word_set("focusable editable readonly level settable multiline invalid")
_WEBARENA_COLLAPSED_ROLES = word_set(
    "generic img image list strong paragraph banner navigation Section LabelText Legend listitem"
)
_WEBARENA_REPEAT_SPAN = 3
"""A text is dropped when one of this many lines before it contains it."""

LONGEST_MARK_TEXT = 200
"""VisualWebArena's limit on the text of one entry."""
_MARK_STATES = {"checked": "checked", "selected": "selected", "expanded": "expanded", "disabled": "disabled"}


def browsergym_lines(view: PageView, options: TextOptions) -> list[Line]:
    """``[id] role 'name' value='…', tag, state='…'``, with BrowserGym's rules of what is skipped."""
    switches = options.browsergym
    elements = view.elements
    kept = kept_elements(view, options, ancestors=False)
    ignored_roles = frozenset(switches.ignored_roles) | _NAMELESS_ROLES
    depths: list[int] = []  # that of each element's children
    left_out: list[bool] = []
    lines: list[Line] = []
    for index, element in enumerate(elements):
        parent, role, name = element.parent, element.role, element.name
        depth = depths[parent] if parent >= 0 else 0
        bid = "" if role == "RootWebArea" else element.id
        skipped = filtered = False
        attributes: list[str] = []
        if role in ignored_roles:
            skipped = True
        else:
            attributes = _browsergym_states(element, switches.ignored_properties)
            if switches.skip_generic and role == "generic" and not attributes:
                skipped = True
            if switches.hide_all_children and parent >= 0 and left_out[parent]:
                skipped = True
            if role == "StaticText":
                within = elements[parent] if parent >= 0 else None
                told = within.name if within is not None and within.role not in ignored_roles else ""
                repeats = switches.remove_redundant_static_text and name in told
                orphaned = parent >= 0 and left_out[parent]
                skipped = repeats or orphaned or (kept is not None and not kept[index])
            else:
                if bid:
                    filtered = switches.filter_som_only and not element.mark
                else:
                    filtered = switches.filter_som_only or switches.filter_with_bid_only
                if kept is not None and not kept[index]:
                    filtered = True
                skipped = skipped or filtered
        if not skipped:
            text = "generic" if role == "generic" and not name else f"{role} {name.strip()!r}"
            if switches.hide_all_bids or (switches.hide_bid_if_invisible and not element.visible):
                shown = ""
            else:
                shown = bid
            if shown:
                text = f"[{bid}] {text}"
            if element.value:
                text += f" value={_browsergym_value(element)}"
            if bid:
                attributes = _browsergym_tags(element, options) + attributes
            caption = caption_of(element, options.captions)
            if caption:
                attributes.append(f"caption={caption!r}")
            if attributes:
                text += ", " + ", ".join(attributes)
            kind: LineKind = "text" if role == "StaticText" else "element"
            lines.append(Line(text, depth, index, index + 1, kind, (shown,) if shown else ()))
        depths.append(depth if skipped else depth + 1)
        left_out.append(filtered)
    return lines


def _browsergym_states(element: Element, ignored: tuple[str, ...]) -> list[str]:
    attributes: list[str] = []
    for state, value in element.states.items():
        if state in ignored:
            continue
        if state in _BARE_STATES:
            if value:
                attributes.append(state)
        else:
            attributes.append(f"{clean(state)}={_token(state, value)!r}")
    return attributes


def _browsergym_tags(element: Element, options: TextOptions) -> list[str]:
    tags = []
    box = element.box
    if options.boxes and box is not None:
        corners = (box.x, box.y, box.x + box.width, box.y + box.height)
        tags.append(f'box="{coordinates(corners, options.decimals)}"')
    if options.centres and box is not None:
        tags.append(f'center="{coordinates(box.centre, options.decimals)}"')
    if options.clickable_tags and element.clickable:
        tags.append("clickable")
    if options.visible_tags and element.visible:
        tags.append("visible")
    if options.browsergym.with_som and element.mark:
        tags.append("som")
    return tags


def _browsergym_value(element: Element) -> str:
    if element.role in _RANGE_ROLES:
        try:
            return f"{float(element.value or ''):g}"  # Chromium tells a range's value as a number
        except ValueError:
            pass
    return repr(element.value)


def _token(state: str, value: State) -> State:
    if state in _TOKEN_STATES and isinstance(value, bool):
        return "true" if value else "false"
    return value


def webarena_lines(view: PageView, options: TextOptions) -> tuple[str, list[Line], dict[str, str]]:
    """The line of tabs, the tree ``[number] role 'name' state: value``, and what the numbers stand for.

    Numbers count the tree's lines from 1 in document order, before a budget cuts any.
    """
    elements = view.elements
    kept = kept_elements(view, options, ancestors=False)
    holders = {element.parent for element in elements}
    depths: list[int] = []
    owners: list[str] = []  # id of the nearest element that has one
    lines: list[Line] = []
    numbers: dict[str, str] = {}
    recent: list[str] = []

    def add(text: str, depth: int, index: int, *, is_text: bool = False) -> None:
        number = str(len(lines) + 1)
        lines.append(Line(f"[{number}] {text}", depth, index, index + 1, "text" if is_text else "element", (number,)))
        numbers[number] = owners[index]
        recent.append(text)

    for index, element in enumerate(elements):
        parent, role = element.parent, element.role
        depth = depths[parent] if parent >= 0 else 0
        owners.append(element.id or (owners[parent] if parent >= 0 else ""))
        depths.append(depth)
        if (kept is not None and not kept[index]) or role in _NAMELESS_ROLES:
            continue
        name = _with_caption(element, element.name, options)
        if role == "StaticText":
            if name.strip() and not _told_lately(name, recent):
                add(f"StaticText {name!r}", depth, index, is_text=True)
                depths[index] = depth + 1
            continue
        states = _webarena_states(element)
        if not name.strip() and (role == "listitem" or (not states and role in _WEBARENA_COLLAPSED_ROLES)):
            continue
        add(" ".join([f"{role} {name!r}", *states]), depth, index)
        depths[index] = depth + 1
        if role in _TEXT_FIELDS and element.value and index not in holders:
            add(f"StaticText {element.value!r}", depth + 1, index, is_text=True)
    return _webarena_tabs(view, options) + "\n", lines, numbers


def _told_lately(text: str, recent: list[str]) -> bool:
    told = repr(text)[1:-1]
    return any(told in line for line in recent[-_WEBARENA_REPEAT_SPAN:])


def _webarena_states(element: Element) -> list[str]:
    return [
        f"{clean(state)}: {clean(str(_token(state, value)))}"
        for state, value in element.states.items()
        if state not in _WEBARENA_IGNORED_STATES
    ]


def _webarena_tabs(view: PageView, options: TextOptions) -> str:
    titles = options.tabs or (view.title,)
    return " | ".join(
        f"Tab {index} (current): {one_line(title)}"
        if index == options.current_tab
        else f"Tab {index}: {one_line(title)}"
        for index, title in enumerate(titles)
    )


def _with_caption(element: Element, name: str, options: TextOptions) -> str:
    """VisualWebArena writes captions into a picture's name: ``alt, description: caption, url: address``."""
    caption = caption_of(element, options.captions)
    if not caption:
        return name
    parts = [name.strip()] if name.strip() else []
    if caption not in name:
        parts.append(f"description: {caption}")
    return ", ".join([*parts, f"url: {element.url}"])


def marks_lines(view: PageView, options: TextOptions) -> tuple[list[Line], dict[str, str]]:
    """VisualWebArena's list: ``[number] [TAG] [text]`` for each mark, ``[] [StaticText] [text]`` for text between.

    The numbers are those that :func:`webcosm.observe.marks.draw_marks` draws.
    """
    elements = view.elements
    marked = {index: str(number) for number, index in numbered_marks(view)}
    inside: list[int] = []  # the marked element around each, or -1
    seen: list[bool] = []  # what has no box is seen where its parent is
    texts: dict[int, list[str]] = {}
    for index, element in enumerate(elements):
        parent = element.parent
        within = index if index in marked else inside[parent] if parent >= 0 else -1
        inside.append(within)
        seen.append(seen[parent] if element.box is None and parent >= 0 else element.visible)
        if within >= 0 and element.role == "StaticText":
            texts.setdefault(within, []).append(element.name)
    lines: list[Line] = []
    numbers: dict[str, str] = {}
    last_text = ""
    for index, element in enumerate(elements):
        number = marked.get(index)
        if number is not None:
            text = _mark_text(element, " ".join(texts.get(index, ())), options)
            tag = (element.tag or element.role).upper()
            lines.append(Line(f"[{number}] [{tag}] [{text}]", 0, index, index + 1, "element", (number,)))
            numbers[number] = element.id
            last_text = text
        elif inside[index] < 0 and seen[index]:
            if element.role == "StaticText":
                text = _shortened(element.name)
                if text and text != last_text:
                    lines.append(Line(f"[] [StaticText] [{text}]", 0, index, index + 1, "text"))
                    last_text = text
            elif element.role in PICTURE_ROLES:
                text = _shortened(_with_caption(element, element.name, options))
                if text:
                    lines.append(Line(f"[] [IMG] [{text}]", 0, index, index + 1, "element"))
    return lines, numbers


def _mark_text(element: Element, content: str, options: TextOptions) -> str:
    name = one_line(_with_caption(element, element.name, options) or content)
    parts = [name or one_line(element.placeholder or "")]
    if element.value and one_line(element.value) != name:
        parts.append(f"value: {one_line(element.value)}" if parts[0] else one_line(element.value))
    parts += [word for state, word in _MARK_STATES.items() if element.states.get(state) in (True, "true")]
    return _shortened(", ".join(part for part in parts if part))


def _shortened(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= LONGEST_MARK_TEXT else text[: LONGEST_MARK_TEXT - 1] + "…"
