"""How the ``webcosm`` format writes one element: role, name, value, states, target."""

from __future__ import annotations

from functools import cached_property, lru_cache
from urllib.parse import urlsplit

from webcosm.observe.lines import PICTURE_ROLES, TextOptions, caption_of, clean, coordinates, word_set
from webcosm.observe.records import Element, PageView, State

__all__ = ["LONGEST_TARGET", "Wording", "quoted"]

LONGEST_TARGET = 60
"""Characters of a link's target that are printed; the rest of a long query helps nobody."""

_ROLE_WORDS = {
    "generic": "clickable",
    "image": "img",
    "Iframe": "iframe",
    "IframePresentational": "iframe",
    "LabelText": "label",
    "DisclosureTriangle": "summary",
    "columnheader": "cell",
    "rowheader": "cell",
    "gridcell": "cell",
    "grid": "table",
    "treegrid": "table",
    "contentinfo": "footer",
    "listitem": "-",
}

_NOWHERE = ("javascript:", "data:", "blob:")

_UNSPOKEN_STATES = word_set(
    "atomic autocomplete editable focusable hidden keyshortcuts level live multiline orientation relevant "
    "roledescription root settable valuemax valuemin valuetext"
)
"""States that change nothing in what an agent would do; the value's limits are written apart."""

_USUAL: dict[str, tuple[str, ...]] = {
    "checkbox": ("checked",),
    "radio": ("checked",),
    "switch": ("checked",),
    "menuitemcheckbox": ("checked",),
    "menuitemradio": ("checked",),
    "combobox": ("expanded",),
    "DisclosureTriangle": ("expanded",),
    "option": ("selected",),
}
"""States that are told only where they are true, as a role's word promises them: a checkbox is unticked, a summary and
a combobox closed, unless they say otherwise."""

_RANGE_STATES = frozenset(["valuemin", "valuemax", "valuetext"])

_STATE_WORDS: dict[str, tuple[str, str]] = {
    "checked": ("checked", "unchecked"),
    "pressed": ("pressed", "not pressed"),
    "expanded": ("expanded", "collapsed"),
    "multiselectable": ("multiple", ""),
    "hasPopup": ("popup", ""),
}
"""What true and false are called; any other state is called by its name when true and left out when false."""


def quoted(text: str) -> str:
    """The text in double quotes on one line."""
    return '"' + clean(text).replace('"', '\\"') + '"'


class Wording:
    """Writes elements of one page."""

    def __init__(self, view: PageView, options: TextOptions) -> None:
        url = view.url
        parts = urlsplit(url)
        self._elements = view.elements
        self._origin = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
        self._document = url.partition("#")[0]
        self._focused = view.focused
        self._options = options
        self.folded: dict[str, int] = {}
        """How many options each closed list holds, by its id."""
        self._plain = not (options.boxes or options.centres or options.visible_tags or options.clickable_tags)

    def head(self, element: Element, name: str, shown_id: str) -> str:
        """``[id] role "name" = "value" states → target``, as far as they apply."""
        text = self.word(element, shown_id)
        if name and (told := quoted(name)) != '""':
            text += " " + told
        return text + self.tail(element, name)

    def word(self, element: Element, shown_id: str) -> str:
        """``[id] role``"""
        role = element.role
        if role == "heading":
            word = f"h{element.states.get('level', 2)}"
        elif role == "listitem" and shown_id:
            word = "item"
        elif role == "generic" and not shown_id:
            word = "group"
        else:
            word = _ROLE_WORDS.get(role, role)
        return f"[{shown_id}] {word}" if shown_id else word

    def tail(self, element: Element, name: str) -> str:
        """Everything after the name."""
        text = ""
        if element.value and element.value != name:
            text = " = " + quoted(element.value)
        elif element.placeholder and not element.value and element.placeholder != name:
            text = " placeholder " + quoted(element.placeholder)
        if self.folded and element.id in self.folded:
            text += f" of {self.folded[element.id]}"
        if element.states:
            text += self._states(element)
        if element.looks:
            text += self._looks(element)
        if element.id and element.id == self._focused and not element.states.get("focused"):
            text += " focused"
        if element.description and element.description not in name and element.description not in element.name:
            text += " note " + quoted(element.description)
        if element.url is not None:
            text += self._target(element, name)
        if not self._plain:
            text += self._places(element)
        return text

    def _states(self, element: Element) -> str:
        states = element.states
        if len(states) == 1 and element.role not in _USUAL and _RANGE_STATES.isdisjoint(states):
            ((state, value),) = states.items()
            word = "" if state in _UNSPOKEN_STATES else _state_word(state, value)
            return " " + word if word else ""
        words = []
        for state, value in states.items():
            if state in _UNSPOKEN_STATES or (state == "hasPopup" and element.role == "combobox"):
                continue
            if value is False and state in _USUAL.get(element.role, ()):
                continue
            word = _state_word(state, value)
            if word:
                words.append(word)
        if "valuemin" in states or "valuemax" in states:
            words.append(f"range {clean(str(states.get('valuemin', '')))}..{clean(str(states.get('valuemax', '')))}")
        told = states.get("valuetext")
        if told and str(told) != element.value:
            words.append("shown as " + quoted(str(told)))
        return "".join([" " + word for word in words])

    def _looks(self, element: Element) -> str:
        looks, text = element.looks, ""
        if color := looks.get("color"):
            text += f" color {color}"
        if looks.get("struck"):
            text += " struck out"
        if obstacle := looks.get("obstacle"):
            text += f" ({obstacle})"
        if complaint := looks.get("complaint"):
            text += " refused " + quoted(str(complaint))
        return text

    def _target(self, element: Element, name: str) -> str:
        if element.role in PICTURE_ROLES:
            caption = caption_of(element, self._options.captions)
            if caption:
                return " caption " + quoted(caption)
            return "" if name else self._file_name(element.url or "")
        asked = self._options.link_targets
        if asked is False or (asked is None and not self._is_telling(element, name)):
            return ""
        target = self._short(element.url or "")
        return f" → {target}" if target else ""

    def _is_telling(self, element: Element, name: str) -> bool:
        """Whether the target says what the name does not: another site, or which of several of that name it is."""
        url, origin = element.url or "", self._origin
        if not name or not (url == origin or url.startswith((origin + "/", origin + "?", origin + "#"))):
            return True
        return element.name in self._ambiguous and not self._is_in_thing(element)

    @cached_property
    def _ambiguous(self) -> set[str]:
        """Names that links with several targets bear."""
        targets: dict[str, str | None] = {}
        several = set()
        for element in self._elements:
            if element.role == "link" and targets.setdefault(element.name, element.url) != element.url:
                several.add(element.name)
        return several

    def _is_in_thing(self, element: Element) -> bool:
        """Whether the row or article around a link tells it from others of its name."""
        at = element.parent
        while at >= 0 and self._elements[at].role not in ("row", "article", "listitem"):
            at = self._elements[at].parent
        return at >= 0

    def _short(self, url: str) -> str:
        """The address as a person would say it: without what it shares with the page's, and cut when long."""
        if url.startswith(_NOWHERE):
            return ""
        origin, (document, mark, fragment) = self._origin, url.partition("#")
        if mark and document == self._document:
            url = mark + fragment if fragment else ""
        elif origin and url.startswith(origin) and url[len(origin) : len(origin) + 1] in ("", "/", "?", "#"):
            url = url[len(origin) :] or "/"
        if len(url) > LONGEST_TARGET:
            url = url[: LONGEST_TARGET - 1] + "…"
        return clean(url).replace(" ", "%20")

    def _file_name(self, url: str) -> str:
        if url.startswith(("data:", "blob:")):
            return ""
        file_name = url.partition("?")[0].rpartition("/")[2]
        return " file " + quoted(file_name[-LONGEST_TARGET:]) if file_name else ""

    def _places(self, element: Element) -> str:
        options, box, text = self._options, element.box, ""
        if options.boxes and box is not None:
            corners = (box.x, box.y, box.x + box.width, box.y + box.height)
            text += " box" + coordinates(corners, options.decimals)
        if options.centres and box is not None:
            text += " centre" + coordinates(box.centre, options.decimals)
        if options.clickable_tags and element.clickable:
            text += " clickable"
        if options.visible_tags and element.visible:
            text += " visible"
        return text


@lru_cache(maxsize=1024, typed=True)
def _state_word(state: str, value: State) -> str:
    truth = {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
    yes, no = _STATE_WORDS.get(state, (clean(state), ""))
    if truth is True or (state == "hasPopup" and truth):
        return yes
    if truth is False:
        return no
    if truth == "":
        return ""
    if truth == "mixed":
        return f"partly {yes}"
    if state == "invalid":
        return "invalid"
    return f"{yes} {clean(str(truth))}"
