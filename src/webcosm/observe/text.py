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

from functools import cached_property
from typing import Literal

from webcosm.observe.budget import fit
from webcosm.observe.garbage import collector_paused
from webcosm.observe.lines import (
    CONTROL_ROLES,
    PICTURE_ROLES,
    BrowserGymSwitches,
    Captions,
    Line,
    LineKind,
    Rendered,
    TextOptions,
    caption_of,
    clean,
    kept_elements,
    word_set,
)
from webcosm.observe.nodes import NOTHING, Items, Node, Text, cell_node, cell_text, join, set_apart, text_node
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


class _Tree:
    """Builds the nodes of one page from the leaves upwards, so that each knows all it holds when it is written."""

    def __init__(self, view: PageView, options: TextOptions) -> None:
        self._elements = view.elements
        self._options = options
        self._wording = Wording(view.url, view.focused, options)
        self._inside_control: dict[int, bool] = {-1: False}

    @cached_property
    def _field_names(self) -> set[str]:
        return {
            element.name
            for element in self._elements
            if element.role in _FIELDS and element.box is not None and min(element.box.width, element.box.height) > 1
        }

    def build(self, kept: list[bool] | None) -> list[Node]:
        elements = self._elements
        gathered: list[Items | None] = [None] * len(elements)  # what each holds, from its end
        ends = list(range(1, len(elements) + 1))  # the index after each one's last descendant
        items: Items = NOTHING
        for index in range(len(elements) - 1, -1, -1):
            element = elements[index]
            parent = element.parent
            if parent >= 0 and ends[index] > ends[parent]:
                ends[parent] = ends[index]
            if kept is not None and not kept[index]:
                continue
            if element.role == "StaticText":
                items = [(element.name, index)]
            elif (held := gathered[index]) is None:
                items = self._contribution(index, element, NOTHING, ends[index])
            else:
                gathered[index] = None
                if len(held) > 1:
                    held.reverse()
                items = self._contribution(index, element, held, ends[index])
            if items and parent >= 0:
                siblings = gathered[parent]
                if siblings is None:
                    gathered[parent] = items if len(items) == 1 else items[::-1]
                elif len(items) == 1:
                    siblings.append(items[0])
                else:
                    siblings.extend(reversed(items))
        return self._kids(items, "", named_by_content=False)

    def _is_inside_control(self, index: int) -> bool:
        """Whether one of its ancestors is a control. Remembered for all of them."""
        known, elements = self._inside_control, self._elements
        way = []
        while index not in known:
            way.append(index)
            index = elements[index].parent
        for below in reversed(way):
            known[below] = index >= 0 and (known[index] or elements[index].role in CONTROL_ROLES)
            index = below
        return known[index]

    def _contribution(self, index: int, element: Element, held: Items, end: int) -> Items:
        role = element.role
        interactive = (
            role in CONTROL_ROLES or (element.clickable and (element.mark or not self._is_inside_control(index)))
        ) and element.id != ""
        if role in _CELLS:
            return [self._cell(index, element, held, interactive, end)]
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
                    return self._sentence(held) or set_apart(held)
        elif role == "LineBreak":
            return [None]
        elif role in _DROPPED:
            return NOTHING
        elif role == "row":
            return self._row(index, element, held, interactive, end)
        return self._printed(index, element, held, interactive, end)

    def _printed(self, index: int, element: Element, held: Items, interactive: bool, end: int) -> Items:
        role, name = element.role, element.name
        if role == "listitem" and held:
            held = self._sentence(held) or held
        if not held or (len(held) == 1 and type(lone := held[0]) is tuple and lone[0] == name):
            kids = []
        else:
            kids = self._kids(held, name, named_by_content=interactive or role == "heading")
        if not name and len(kids) == 1 and kids[0].kind == "text" and (interactive or role in _NAMED_BY_TEXT):
            name = kids[0].name
            kids = []
        if element.value and len(kids) == 1 and kids[0].kind == "text" and kids[0].name == element.value.strip():
            kids = []  # what a field holds, told once
        picture = role in PICTURE_ROLES
        if not (interactive or name or kids or element.value or role in _EMPTY_BUT_TOLD):
            telling = picture and (caption_of(element, self._options.captions) or _has_file(element))
            if not telling:
                return NOTHING
        shown = element.id if interactive or picture or role in _FRAMES or self._options.all_ids else ""
        ids = (shown,) if shown else ()
        if kids and not interactive:
            return [self._joined(index, element, name, kids, shown)]
        kind: LineKind = "option" if role == "option" else "item" if role == "listitem" else "element"
        node = Node(self._wording.head(element, name, shown), name, kids, index, index + 1, kind, ids)
        if kind == "option" and not kids:
            node.inline = f"[{shown}] {quoted(name)}{self._wording.tail(element, name)}"
            node.last = end
        return [node]

    def _joined(self, index: int, element: Element, name: str, kids: list[Node], shown: str) -> Node:
        """Something not to be acted on, on one line with what it holds where that can be said so."""
        first = kids[0]
        ids = (shown,) if shown else ()
        leaf = not first.kids and first.kind in ("element", "text")
        if element.role == "listitem":
            head = self._wording.head(element, name, shown)
            if leaf and not name:
                return Node(f"{head} {first.head}", "", kids[1:], index, first.last, "item", ids + first.ids)
            return Node(head, name, kids, index, index + 1, "item", ids)
        if len(kids) == 1 and name in ("", first.name) and (leaf or element.role == "heading"):
            head = self._wording.head(element, "", shown)
            return Node(f"{head}: {first.head}", first.name, first.kids, index, first.last, "element", ids + first.ids)
        return Node(self._wording.head(element, name, shown), name, kids, index, index + 1, "element", ids)

    def _sentence(self, held: Items) -> Items | None:
        """Text with links or other simple things in it as one line; ``None`` where a block holds anything else."""
        nodes = 0
        for item in held:
            if item is None or (isinstance(item, Node) and (item.kids or item.kind != "element")):
                return None
            nodes += isinstance(item, Node)
        if nodes in (0, len(held)):
            return None
        kids = self._kids(held, "", named_by_content=False)
        ids = tuple([shown for kid in kids for shown in kid.ids])
        return [Node(" ".join([kid.head for kid in kids]), "", [], kids[0].first, kids[-1].last, "element", ids)]

    def _cell(self, index: int, element: Element, held: Items, interactive: bool, end: int) -> Node:
        shown = element.id if interactive or self._options.all_ids else ""
        ids: tuple[str, ...] = (shown,) if shown else ()
        if len(held) == 1 and not shown:  # as below, for what most cells are: one text or one control
            lone, inline = held[0], ""
            if type(lone) is tuple:
                inline = cell_text(lone[0].strip())
            elif type(lone) is Node and lone.kind == "element" and not lone.kids:
                inline, ids = lone.head, lone.ids
            if inline:
                return cell_node(inline + self._wording.tail(element, ""), "", index, end, ids)
        # A cell's name is made from what it holds, so it is only told where it holds nothing.
        kids = self._kids(held, "", named_by_content=False)
        name = "" if kids else element.name.strip()
        pieces = [f"[{shown}]"] if shown else []
        for kid in kids:
            kind = kid.kind
            if kid.kids or kind == "row" or kind == "option":
                head = self._wording.head(element, name, shown)
                return Node(head, name, kids, index, index + 1, "cell", (shown,) if shown else ())
            pieces.append(cell_text(kid.name) if kind == "text" else kid.head)
            ids += kid.ids
        if name:
            pieces.append(cell_text(name))
        return cell_node(" ".join(pieces) + self._wording.tail(element, name), name, index, end, ids)

    def _row(self, index: int, element: Element, held: Items, interactive: bool, end: int) -> Items:
        kids = self._kids(held, element.name, named_by_content=True)
        if not kids and not interactive:
            return NOTHING
        shown = element.id if interactive or self._options.all_ids else ""
        own = (shown,) if shown else ()
        cells = [kid.inline for kid in kids if kid.inline is not None and kid.kind == "cell"]
        if not kids or len(cells) < len(kids):
            name = "" if kids else element.name
            return [Node(self._wording.head(element, name, shown), name, kids, index, index + 1, "row", own)]
        word = "row" if any(self._elements[kid.first].role != "columnheader" for kid in kids) else "header"
        ids = own + tuple([shown_id for kid in kids for shown_id in kid.ids])
        head = f"[{shown}] {word}" if shown else word
        text = head + self._wording.tail(element, element.name) + ": " + " | ".join(cells)
        return [Node(text.rstrip(), "", [], index, end, "row", ids)]

    def _kids(self, held: Items, name: str, *, named_by_content: bool) -> list[Node]:
        """Nodes from what an element holds: loose text joined into lines, and dropped where the name says it."""
        if len(held) == 1:
            item = held[0]
            if type(item) is tuple:
                node = text_node([item], item[0].strip(), name, named_by_content)
                return [node] if node is not None else []
            return [item] if type(item) is Node and not (name and self._repeats_name(item, name)) else []
        kids: list[Node] = []
        run: list[Text] = []
        for item in (*held, None):
            if type(item) is tuple:
                run.append(item)
                continue
            if run:
                text = join(run)
                node = text_node(run, text, name, named_by_content) if text.strip(_SEPARATORS) else None
                if node is not None:
                    kids.append(node)
                run = []
            if type(item) is Node and not (name and self._repeats_name(item, name)):
                kids.append(item)
        return kids

    def _repeats_name(self, node: Node, name: str) -> bool:
        """A picture in a link that says what the link says, and holds nothing else."""
        if node.kids or node.last > node.first + 1 or not node.name or node.name not in name:
            return False
        element = self._elements[node.first]
        plain = element.role in PICTURE_ROLES and not element.clickable and not self._options.all_ids
        return plain and not caption_of(element, self._options.captions)

    def _echoes_field(self, held: Items) -> bool:
        text = join([item for item in held if type(item) is tuple])
        return text != "" and text in self._field_names


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
        with collector_paused():
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
