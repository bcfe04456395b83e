"""The things of a page in the ``webcosm`` format, built from the leaves upwards: see :mod:`webcosm.observe.text`."""

from __future__ import annotations

from functools import cached_property

from webcosm.observe.lines import CONTROL_ROLES, PICTURE_ROLES, LineKind, TextOptions, caption_of, word_set
from webcosm.observe.nodes import (
    NOTHING,
    Items,
    Node,
    Text,
    cell_node,
    cell_text,
    join,
    set_apart,
    struck_out,
    text_node,
)
from webcosm.observe.once import Once
from webcosm.observe.records import Element, PageView
from webcosm.observe.words import Wording

__all__ = ["Tree"]

_WRAPPERS = word_set(
    "generic none presentation paragraph list rowgroup LayoutTable LayoutTableRow LayoutTableCell LayoutTableColumn "
    "Section LabelText Legend strong emphasis mark time code subscript superscript insertion deletion figure group "
    "caption Figcaption FigureCaption DescriptionList DescriptionListTerm DescriptionListDetail term definition "
    "blockquote Pre Abbr RubyAnnotation Ruby MenuListPopup RootWebArea document Details section SvgRoot "
    "sectionheader sectionfooter HeaderAsNonLandmark FooterAsNonLandmark form article region search complementary"
)
_DROPPED = frozenset(["InlineTextBox", "ListMarker"])
_CELLS = frozenset(["cell", "gridcell", "columnheader", "rowheader"])
_JOINING = frozenset(["heading", "listitem"])
_TERMS = frozenset(["term", "DescriptionListTerm"])
_HEADED = word_set("region article complementary group form")
_IN_POPUP = frozenset(["option", "group", "MenuListPopup"])
_GROUPS = {
    "link": "links", "button": "buttons", "radio": "radios", "checkbox": "checkboxes", "tab": "tabs",
    "menuitem": "menuitems", "DisclosureTriangle": "summaries",
}  # fmt: skip
"""What a line of several simple things of a role is called."""
_NAMED_BY_TEXT = CONTROL_ROLES | _WRAPPERS | _JOINING
_EMPTY_BUT_TOLD = word_set("Canvas canvas Video video Audio audio Iframe IframePresentational EmbeddedObject")
_FIELDS = word_set("checkbox combobox listbox radio searchbox slider spinbutton switch textbox")
_FRAMES = frozenset(["Iframe", "IframePresentational"])
_INLINE_TAGS = word_set(
    "a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time u var"
)
_SPOKEN_STATES = word_set("busy checked current disabled expanded focused modal pressed selected")
_SEPARATORS = " \n.,;:|/›»>·•"

GROUPED_WIDTH = 60
"""Characters of a thing that may share its line with its like."""
ITEM_WIDTH = 400
"""Characters of a list item that stands on one line."""


class Tree:
    """Builds the nodes of one page from the leaves upwards, so that each knows all it holds when it is written."""

    def __init__(self, view: PageView, options: TextOptions) -> None:
        self._elements = view.elements
        self._options = options
        self._scroll = view.scroll
        self._focused = view.focused
        self._once = Once(view.elements)
        self._wording = Wording(view, options)
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
        hints = self._once.hints
        for index in range(len(elements) - 1, -1, -1):
            element = elements[index]
            parent = element.parent
            if parent >= 0 and ends[index] > ends[parent]:
                ends[parent] = ends[index]
            if kept is not None and not kept[index]:
                continue
            if element.role == "StaticText":
                if index in hints:
                    continue
                items = [(struck_out(element.name) if element.looks else element.name, index)]
            elif element.role in _IN_POPUP and self._is_folded(element):
                continue
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

    def _is_folded(self, element: Element) -> bool:
        """Whether it lies in a closed list, where nobody sees it; the list is told how many options it has."""
        elements, at = self._elements, element
        while at.role in _IN_POPUP and at.parent >= 0:
            at = elements[at.parent]
        if at.tag != "select" or at.role != "combobox" or at.states.get("expanded"):
            return False
        folded = self._wording.folded
        folded[at.id] = folded.get(at.id, 0) + (element.role == "option")
        return True

    def _is_off_page(self, element: Element) -> bool:
        """Whether it lies left of the page or above it, where no scrolling leads: a link that only a Tab key shows."""
        box = element.box
        if box is None or element.frame or element.id == self._focused:
            return False
        return box.x + box.width + self._scroll[0] <= 0 or box.y + box.height + self._scroll[1] <= 0

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
        if (
            interactive
            and not element.visible
            and self._is_off_page(element)
            and not any(type(item) is Node for item in held)
        ):
            return NOTHING
        if role in _CELLS:
            return [self._cell(index, element, held, interactive, end)]
        if role in _WRAPPERS:
            if index == 0 or (role == "RootWebArea" and not interactive):
                return held
            if role == "LabelText" and self._echoes_field(held, end):
                return [item for item in held if type(item) is not tuple]
            if not interactive and not held and (color := element.looks.get("color")):
                return [Node(f"color {color}", "", [], index, end, "element", ())]
            if not interactive and (not element.name or role in _TERMS):
                states = element.states
                if not states or _SPOKEN_STATES.isdisjoint(states):
                    if not held or element.tag in _INLINE_TAGS:
                        return held
                    return self._sentence(held) or set_apart(held)
        elif role == "LineBreak":
            return [("\n", index)]
        elif role in _DROPPED:
            return NOTHING
        elif role == "row":
            return self._row(index, element, held, interactive, end)
        return self._printed(index, element, held, interactive, end)

    def _printed(self, index: int, element: Element, held: Items, interactive: bool, end: int) -> Items:
        role, name = element.role, element.name
        if role in PICTURE_ROLES and name:
            held = [item for item in held if type(item) is Node]  # what is drawn, which the name tells
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
        told_picture = picture and element.url is not None
        shown = element.id if interactive or told_picture or role in _FRAMES or self._options.all_ids else ""
        if kids and not interactive:
            return self._joined(index, element, name, kids, shown)
        if name == element.name:
            name = self._once.name(index, element)
        return [self._thing(index, element, name, kids, shown, end)]

    def _thing(self, index: int, element: Element, name: str, kids: list[Node], shown: str, end: int) -> Node:
        """What is acted on, or holds nothing: on one line with what it holds where that is one simple thing."""
        role = element.role
        kind: LineKind = "option" if role == "option" else "item" if role == "listitem" else "element"
        head, last = self._wording.head(element, name, shown), index + 1
        ids: tuple[str, ...] = (shown,) if shown else ()
        if kids and kids[0].kind == "element" and kids[0].name == element.name and role not in CONTROL_ROLES:
            kids = [*kids[0].kids, *kids[1:]] if self._elements[kids[0].first].role == "heading" else kids
        if len(kids) == 1 and kids[0].is_leaf and role in CONTROL_ROLES:
            (lone,) = kids
            head += f" ({lone.head})" if lone.kind == "text" else f": {lone.head}"
            kids, ids, last = [], ids + lone.ids, lone.last
        node = Node(head, name, kids, index, last, kind, ids)
        if shown and name and not kids and (role == "option" or role in _GROUPS):
            _, _, told = head[len(shown) + 3 :].partition(" ")  # without the role's word
            inline = f"[{shown}] {told}"
            if told.startswith('"') and (role == "option" or len(inline) <= GROUPED_WIDTH):
                node.inline, node.group = inline, _GROUPS.get(role, "options")
                node.last = max(last, end)
        return node

    def _joined(self, index: int, element: Element, name: str, kids: list[Node], shown: str) -> Items:
        """Something not to be acted on, on one line with what it holds where that can be said so."""
        first = kids[0]
        ids = (shown,) if shown else ()
        if element.role == "listitem":
            return [self._item(index, element, name, kids, shown)]
        headed = name == first.name and element.role in _HEADED and self._elements[first.first].role == "heading"
        if headed and not shown and not self._wording.tail(element, name):
            return [Node(first.head, name, [*first.kids, *kids[1:]], index, first.last, "element", first.ids)]
        if len(kids) == 1 and (name in ("", first.name) or (element.role == "heading" and first.is_leaf)):
            head = self._wording.head(element, "" if name == first.name else name, shown)
            if not first.is_leaf and element.role != "heading":
                return [Node(head, name, kids, index, index + 1, "element", ids)]
            lone = Node(f"{head}: {first.head}", first.name, first.kids, index, first.last, "element", ids + first.ids)
            return [lone]
        return [Node(self._wording.head(element, name, shown), name, kids, index, index + 1, "element", ids)]

    def _item(self, index: int, element: Element, name: str, kids: list[Node], shown: str) -> Node:
        """A list item: on one line where all that it holds is simple, else with the first of it on its line."""
        head, first = self._wording.head(element, name, shown), kids[0]
        ids: tuple[str, ...] = (shown,) if shown else ()
        if name or not first.is_leaf:
            return Node(head, name, kids, index, index + 1, "item", ids)
        if len(kids) == 1 or all(kid.is_leaf for kid in kids):
            line = " ".join([head, *[kid.head for kid in kids]])
            if len(kids) == 1 or len(line) <= ITEM_WIDTH:
                ids += tuple([shown_id for kid in kids for shown_id in kid.ids])
                node = Node(line, "", [], index, kids[-1].last, "item", ids)
                if first.group and head == "-" and all(kid.kind == "text" for kid in kids[1:]):
                    inline = " ".join([first.inline or "", *[kid.head for kid in kids[1:]]])
                    if len(inline) <= GROUPED_WIDTH:
                        node.inline, node.group = inline, first.group
                return node
        return Node(f"{head} {first.head}", "", kids[1:], index, first.last, "item", ids + first.ids)

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
        return self._with_terms(kids) if len(kids) > 1 else kids

    def _with_terms(self, kids: list[Node]) -> list[Node]:
        """Each term of a list of descriptions on one line with what it is described by: ``"SKU": "A-12"``."""
        told: list[Node] = []
        for kid in kids:
            before = told[-1] if told else None
            if kid.is_leaf and before is not None and self._is_term(before):
                line = f"{before.head}: {kid.head}"
                told[-1] = Node(line, "", [], before.first, kid.last, "element", before.ids + kid.ids)
            else:
                told.append(kid)
        return told

    def _is_term(self, node: Node) -> bool:
        parent = self._elements[node.first].parent
        return node.kind == "text" and parent >= 0 and self._elements[parent].role in _TERMS

    def _repeats_name(self, node: Node, name: str) -> bool:
        """A picture in a link that says what the link says, and holds nothing else."""
        element = self._elements[node.first]
        if node.kids or node.last > node.first + 1 or not element.name or element.name not in name:
            return False
        plain = element.role in PICTURE_ROLES and not element.clickable and not self._options.all_ids
        return plain and not caption_of(element, self._options.captions)

    def _echoes_field(self, held: Items, end: int) -> bool:
        """Whether a label's words are the name of a field, or a part of the name of the field that comes next."""
        text = join([item for item in held if type(item) is tuple])
        if text == "" or text in self._field_names:
            return text != ""
        following = self._elements[end] if end < len(self._elements) else None
        if following is None or not (following.role in _FIELDS or following.tag == "input"):
            return False
        box = following.box
        return box is not None and min(box.width, box.height) > 1 and text.casefold() in following.name.casefold()


def _has_file(element: Element) -> bool:
    return element.url is not None and not element.url.startswith(("data:", "blob:"))
