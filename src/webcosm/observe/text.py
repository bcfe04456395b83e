"""A page in words for a language model, in four formats.

``webcosm`` is our own: as much as a person would need, in as few tokens as possible. One line per thing, two spaces of
indentation per level, quoted strings with ``\\n``-like escapes, so that no page text can pass for a line of ours::

    tabs       Tabs: 0 "Home" | 1 "Checkout" (current)
    page       page "Checkout" at http://shop.test/checkout, showing 0 to 720 of 2400 px
    element    [id] role "name" = "value" states note "description" → target
    text       "Two items in your cart"
    heading    h2 "Orders"                          the level is part of the role
    one in one h2: [12] link "Orders" → /orders     something not to be acted on that holds just one thing
    list item  - [5] link "Home" → /                the first thing of an item stands on its line
    sentence   "Posted by" [8] link "ada" → /u/ada "an hour ago"
    row        row: Kettle | $20.00 | [31] button "Remove"
    header     header: Product | [28] "Price" sort ascending
    options    options: [21] "Canada" selected | [22] "Chile"
    cut        … 37 more rows, scroll down to see them

- ``[id]`` stands before everything that can be acted on, and before pictures and frames. Headings, landmarks and plain
  text have none unless ``all_ids`` asks for it.
- Wrappers (nameless and not clickable) are not printed; what they hold moves up to their parent's level.
  A clickable thing without a name is printed: ``[7] clickable``, ``[8] button``. What lies inside a link or a button
  and is clickable only because of it is not told apart from it.
- Text is joined across inline markup; text and links of one block stand on one line, in reading order. Text is left
  out where the name around it already says it, and so are lone separators. So is a label's text, where it is the name
  of a field that is there.
- Empty fields show their placeholder, filled ones their value. Targets lose the page's own origin (or, with a fragment,
  address) and are cut at 60 characters. A picture shows its caption if there is one, and its file name if it has no
  name at all.
- A row stands on one line unless a cell holds something with an inside of its own (a list with options, another table).
  Cell text is quoted only where it has a bracket, quote, bar or backslash in it.

The other three write what BrowserGym, WebArena and VisualWebArena write: see :mod:`webcosm.observe.peers`.
"""

from __future__ import annotations

from typing import Final, Literal

from webcosm.observe.budget import fit
from webcosm.observe.lines import (
    CONTROL_ROLES,
    PICTURE_ROLES,
    BrowserGymSwitches,
    Captions,
    Kind,
    Line,
    Rendered,
    TextOptions,
    caption_of,
    clean,
    kept_elements,
    word_set,
)
from webcosm.observe.peers import browsergym_lines, marks_lines, webarena_lines
from webcosm.observe.records import Element, PageView
from webcosm.observe.words import Wording, quoted

__all__ = ["BrowserGymSwitches", "Captions", "Format", "Rendered", "TextOptions", "render"]

Format = Literal["webcosm", "browsergym", "webarena", "marks"]

DEEPEST_INDENT = 40
"""Deeper lines are indented like this level: a page nested without end must not cost space without end."""

OPTIONS_WIDTH = 160
"""Characters of options on one line, so that a budget can cut a list of countries in parts."""

_WRAPPERS = word_set(
    "generic none presentation paragraph list rowgroup LayoutTable LayoutTableRow LayoutTableCell LayoutTableColumn "
    "Section LabelText Legend strong emphasis mark time code subscript superscript insertion deletion figure group "
    "caption Figcaption FigureCaption DescriptionList DescriptionListTerm DescriptionListDetail term definition "
    "blockquote Pre Abbr RubyAnnotation Ruby MenuListPopup RootWebArea document Details section SvgRoot "
    "sectionheader sectionfooter HeaderAsNonLandmark FooterAsNonLandmark"
)
_DROPPED = frozenset(["InlineTextBox", "ListMarker"])
_CELLS = frozenset(["cell", "gridcell", "columnheader", "rowheader"])
_JOINING = frozenset(["heading", "listitem"])
_NAMED_BY_TEXT = CONTROL_ROLES | _WRAPPERS | _JOINING
_EMPTY_BUT_TOLD = word_set("Canvas canvas Video video Audio audio Iframe IframePresentational EmbeddedObject")
_FIELDS = word_set("checkbox combobox listbox radio searchbox slider spinbutton switch textbox")
_FRAMES = frozenset(["Iframe", "IframePresentational"])
_INLINE_TAGS = word_set(
    "a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time u var"
)
_SPOKEN_STATES = word_set("busy checked current disabled expanded focused modal pressed selected")
_SEPARATORS = " .,;:|/›»>·•"
_CLOSING = tuple(".,;:!?)]}%’”")
_CELL_NEEDS_QUOTES = frozenset('[]|"\\')

_Text = tuple[str, int]


class _Node:
    """Something printed, with what it holds."""

    __slots__ = ("first", "head", "ids", "inline", "kids", "kind", "last", "name")

    def __init__(
        self, head: str, name: str, kids: list[_Node], first: int, last: int, kind: Kind, ids: tuple[str, ...]
    ) -> None:
        self.head = head
        self.name = name
        self.kids = kids
        self.first = first
        self.last = last
        self.kind = kind
        self.ids = ids
        self.inline: str | None = None  # how a cell or an option reads inside a longer line; None where it cannot


# What an element gives to its parent: nodes, loose text, and None where a line of text ends.
_Items = list["_Node | _Text | None"]
_NOTHING: Final[_Items] = []


class _Tree:
    """Builds the nodes of one page from the leaves upwards, so that each knows all it holds when it is written."""

    def __init__(self, view: PageView, options: TextOptions) -> None:
        self._elements = view.elements
        self._options = options
        self._wording = Wording(view.url, view.focused, options)
        self._field_names = {
            element.name
            for element in view.elements
            if element.role in _FIELDS and element.box is not None and min(element.box.width, element.box.height) > 1
        }

    def build(self, kept: list[bool] | None) -> list[_Node]:
        elements = self._elements
        inside = self._inside_control()
        ends = _subtree_ends(elements)
        gathered: list[list[_Items] | None] = [None] * len(elements)
        items: _Items = _NOTHING
        for index in range(len(elements) - 1, -1, -1):
            if kept is not None and not kept[index]:
                continue
            element = elements[index]
            if element.role == "StaticText":
                items = [(element.name, index)]
            else:
                parts = gathered[index]
                gathered[index] = None
                if parts is None:
                    held = _NOTHING
                elif len(parts) == 1:
                    held = parts[0]
                else:
                    held = []
                    for part in reversed(parts):
                        held += part
                items = self._contribution(index, element, held, inside[index], ends[index])
            if items and element.parent >= 0:
                siblings = gathered[element.parent]
                if siblings is None:
                    gathered[element.parent] = [items]
                else:
                    siblings.append(items)
        return self._kids(items, "", named_by_content=False)

    def _inside_control(self) -> list[bool]:
        inside: list[bool] = []
        elements = self._elements
        for element in elements:
            parent = element.parent
            inside.append(parent >= 0 and (inside[parent] or elements[parent].role in CONTROL_ROLES))
        return inside

    def _contribution(self, index: int, element: Element, held: _Items, inside: bool, end: int) -> _Items:
        role = element.role
        control = role in CONTROL_ROLES
        interactive = bool(element.id) and (control or (element.clickable and (element.mark or not inside)))
        if role in _WRAPPERS:
            if index == 0 or (role == "RootWebArea" and not interactive):
                return held
            if role == "LabelText" and self._echoes_field(held):
                return [item for item in held if type(item) is not tuple]
            if not interactive and not element.name:
                states = element.states
                if not states or _SPOKEN_STATES.isdisjoint(states):
                    if not held or element.tag in _INLINE_TAGS:
                        return held
                    return self._sentence(held) or _set_apart(held)
        elif role == "LineBreak":
            return [None]
        elif role in _DROPPED:
            return _NOTHING
        elif role in _CELLS:
            return [self._cell(index, element, held, interactive, end)]
        elif role == "row":
            return self._row(index, element, held, interactive, end)
        return self._printed(index, element, held, interactive, end)

    def _printed(self, index: int, element: Element, held: _Items, interactive: bool, end: int) -> _Items:
        role, name = element.role, element.name
        if role == "listitem" and held:
            held = self._sentence(held) or held
        kids = self._kids(held, name, named_by_content=interactive or role == "heading") if held else []
        if not name and len(kids) == 1 and kids[0].kind == "text" and (interactive or role in _NAMED_BY_TEXT):
            name = kids[0].name
            kids = []
        if element.value and len(kids) == 1 and kids[0].kind == "text" and kids[0].name == element.value.strip():
            kids = []  # what a field holds, told once
        picture = role in PICTURE_ROLES
        if not (interactive or name or kids or element.value or role in _EMPTY_BUT_TOLD):
            telling = picture and (caption_of(element, self._options.captions) or _has_file(element))
            if not telling:
                return _NOTHING
        shown = element.id if interactive or picture or role in _FRAMES or self._options.all_ids else ""
        ids = (shown,) if shown else ()
        if kids and not interactive:
            return [self._joined(index, element, name, kids, shown)]
        kind: Kind = "option" if role == "option" else "item" if role == "listitem" else "element"
        node = _Node(self._wording.head(element, name, shown), name, kids, index, index + 1, kind, ids)
        if kind == "option" and not kids:
            node.inline = f"[{shown}] {quoted(name)}{self._wording.tail(element, name)}"
            node.last = end
        return [node]

    def _joined(self, index: int, element: Element, name: str, kids: list[_Node], shown: str) -> _Node:
        """Something not to be acted on, on one line with what it holds where that can be said so."""
        first = kids[0]
        ids = (shown,) if shown else ()
        leaf = not first.kids and first.kind in ("element", "text")
        if element.role == "listitem":
            head = self._wording.head(element, name, shown)
            if leaf and not name:
                return _Node(f"{head} {first.head}", "", kids[1:], index, first.last, "item", ids + first.ids)
            return _Node(head, name, kids, index, index + 1, "item", ids)
        if len(kids) == 1 and name in ("", first.name) and (leaf or element.role == "heading"):
            head = self._wording.head(element, "", shown)
            return _Node(f"{head}: {first.head}", first.name, first.kids, index, first.last, "element", ids + first.ids)
        return _Node(self._wording.head(element, name, shown), name, kids, index, index + 1, "element", ids)

    def _sentence(self, held: _Items) -> _Items | None:
        """Text with links or other simple things in it as one line; ``None`` where a block holds anything else."""
        nodes = 0
        for item in held:
            if item is None or (isinstance(item, _Node) and (item.kids or item.kind != "element")):
                return None
            nodes += isinstance(item, _Node)
        if nodes in (0, len(held)):
            return None
        kids = self._kids(held, "", named_by_content=False)
        ids = tuple([shown for kid in kids for shown in kid.ids])
        return [_Node(" ".join([kid.head for kid in kids]), "", [], kids[0].first, kids[-1].last, "element", ids)]

    def _cell(self, index: int, element: Element, held: _Items, interactive: bool, end: int) -> _Node:
        # A cell's name is made from what it holds, so it is only told where it holds nothing.
        kids = self._kids(held, "", named_by_content=False)
        shown = element.id if interactive or self._options.all_ids else ""
        ids: tuple[str, ...] = (shown,) if shown else ()
        name = "" if kids else element.name.strip()
        tail = self._wording.tail(element, name)
        if any(kid.kids or kid.kind in ("row", "option") for kid in kids):
            head = self._wording.head(element, name, shown)
            return _Node(head, name, kids, index, index + 1, "cell", ids)
        pieces = [_cell_text(kid.name) if kid.kind == "text" else kid.head for kid in kids]
        if name:
            pieces.append(_cell_text(name))
        if shown:
            pieces.insert(0, f"[{shown}]")
        for kid in kids:
            ids += kid.ids
        inline = " ".join(pieces) + tail
        node = _Node(f"cell: {inline}" if inline else "cell", name, [], index, end, "cell", ids)
        node.inline = inline
        return node

    def _row(self, index: int, element: Element, held: _Items, interactive: bool, end: int) -> _Items:
        kids = self._kids(held, element.name, named_by_content=True)
        if not kids and not interactive:
            return _NOTHING
        shown = element.id if interactive or self._options.all_ids else ""
        own = (shown,) if shown else ()
        if not kids or any(kid.inline is None or kid.kind != "cell" for kid in kids):
            name = "" if kids else element.name
            return [_Node(self._wording.head(element, name, shown), name, kids, index, index + 1, "row", own)]
        cells = [kid for kid in kids if self._elements[kid.first].role == "columnheader"]
        word = "header" if len(cells) == len(kids) else "row"
        ids = own + tuple([shown_id for kid in kids for shown_id in kid.ids])
        head = f"[{shown}] {word}" if shown else word
        text = head + self._wording.tail(element, element.name) + ": " + " | ".join([kid.inline or "" for kid in kids])
        return [_Node(text.rstrip(), "", [], index, end, "row", ids)]

    def _kids(self, held: _Items, name: str, *, named_by_content: bool) -> list[_Node]:
        """Nodes from what an element holds: loose text joined into lines, and dropped where the name says it."""
        kids: list[_Node] = []
        run: list[_Text] = []
        for item in [*held, None]:
            if type(item) is tuple:
                run.append(item)
                continue
            if run:
                text = _join(run)
                lone = len(held) > 1 and not text.strip(_SEPARATORS)
                head = quoted(text)
                if head != '""' and not lone and text != name and not (named_by_content and text in name):
                    kids.append(_Node(head, text, [], run[0][1], run[-1][1] + 1, "text", ()))
                run = []
            if isinstance(item, _Node) and not self._repeats_name(item, name):
                kids.append(item)
        return kids

    def _repeats_name(self, node: _Node, name: str) -> bool:
        """A picture in a link that says what the link says, and holds nothing else."""
        if node.kids or node.last > node.first + 1 or not node.name or node.name not in name:
            return False
        element = self._elements[node.first]
        plain = element.role in PICTURE_ROLES and not element.clickable and not self._options.all_ids
        return plain and not caption_of(element, self._options.captions)

    def _echoes_field(self, held: _Items) -> bool:
        text = _join([item for item in held if type(item) is tuple])
        return text != "" and text in self._field_names


def _subtree_ends(elements: tuple[Element, ...]) -> list[int]:
    """For each element the index after its last descendant."""
    ends = list(range(1, len(elements) + 1))
    for index in range(len(elements) - 1, 0, -1):
        parent = elements[index].parent
        if ends[index] > ends[parent]:
            ends[parent] = ends[index]
    return ends


def _set_apart(held: _Items) -> _Items:
    """What a block holds must not run into the text before or after it."""
    before = [None] if type(held[0]) is tuple else []
    after = [None] if type(held[-1]) is tuple else []
    return [*before, *held, *after] if before or after else held


def _join(run: list[_Text]) -> str:
    if len(run) == 1:
        return run[0][0].strip()
    text = ""
    for piece, _ in run:
        loose = text and not text[-1].isspace() and not piece[:1].isspace() and not piece.startswith(_CLOSING)
        text = f"{text} {piece}" if loose else text + piece
    return text.strip()


def _cell_text(text: str) -> str:
    return clean(text) if _CELL_NEEDS_QUOTES.isdisjoint(text) else quoted(text)


def _has_file(element: Element) -> bool:
    return element.url is not None and not element.url.startswith(("data:", "blob:"))


def _webcosm_lines(view: PageView, options: TextOptions) -> list[Line]:
    tree = _Tree(view, options)
    lines: list[Line] = []
    stack = [(node, 0) for node in reversed(tree.build(kept_elements(view, options, ancestors=True)))]
    while stack:
        node, depth = stack.pop()
        if node.inline is not None and node.kind == "option":
            group = [node]
            width = len(node.inline)
            while stack and (following := stack[-1][0]).kind == "option" and following.inline is not None:
                width += len(following.inline) + 3
                if stack[-1][1] != depth or width > OPTIONS_WIDTH:
                    break
                group.append(stack.pop()[0])
            text = "options: " + " | ".join([option.inline or "" for option in group])
            ids = tuple([shown_id for option in group for shown_id in option.ids])
            lines.append(Line(text, depth, node.first, group[-1].last, "option", ids, len(group)))
            continue
        lines.append(Line(node.head, depth, node.first, node.last, node.kind, node.ids))
        if node.kids:
            deeper = depth + 1 if depth < DEEPEST_INDENT else depth
            stack += [(kid, deeper) for kid in reversed(node.kids)]
    return lines


def _webcosm_head(view: PageView, options: TextOptions) -> str:
    head = f"page {quoted(view.title)} at {clean(view.url)}"
    height = view.viewport[1]
    if view.document[1] > height:
        top = round(view.scroll[1])
        head += f", showing {top} to {min(top + height, round(view.document[1]))} of {round(view.document[1])} px"
    if options.tabs:
        tabs = [f"{i} {quoted(title)}" for i, title in enumerate(options.tabs)]
        tabs[options.current_tab] += " (current)"
        head = f"Tabs: {' | '.join(tabs)}\n{head}"
    return head


def render(view: PageView, format: Format = "webcosm", options: TextOptions | None = None) -> Rendered:
    """The page in words. Same view and options, same text."""
    options = options or TextOptions()
    if not view.elements:
        raise ValueError(f"the view of {view.url!r} has no elements; a page has at least its root")
    numbers: dict[str, str] = {}
    if format == "webcosm":
        head, lines, indent = _webcosm_head(view, options), _webcosm_lines(view, options), "  "
    elif format == "browsergym":
        head, lines, indent = "", browsergym_lines(view, options), "\t"
    elif format == "webarena":
        head, lines, numbers = webarena_lines(view, options)
        indent = "\t"
    elif format == "marks":
        head, indent = "", ""
        lines, numbers = marks_lines(view, options)
    else:
        raise ValueError(f"format must be 'webcosm', 'browsergym', 'webarena' or 'marks', not {format!r}")
    text, kept = fit(view, head, lines, indent, options)
    ids = {shown: numbers.get(shown, shown) for line in kept for shown in line.ids}
    return Rendered(text, ids)
