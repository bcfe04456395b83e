"""A page in words for a language model, in four formats.

``webcosm`` is our own: as much as a person would need, in as few tokens as possible. One line per thing, a space of
indentation per level, quoted strings with ``\\n``-like escapes, so that no page text can pass for a line of ours::

    tabs       Tabs: 0 "Home" | 1 "Checkout" (current)
    page       page "Checkout" at http://shop.test/checkout, showing 0 to 720 of 2400 px
    element    [id] role "name" = "value" states note "description" → target
    text       "Two items in your cart"
    heading    h2 "Orders"                          the level is part of the role
    one in one h2: [12] link "Orders"               something not to be acted on that holds just one thing
    list item  - [5] link "Home" "(12)"             what an item holds stands on its line, if all of it is simple
    several    links: [5] "Home" | [6] "Help"       simple things of a kind share a line
    sentence   "Posted by" [8] link "ada" "an hour ago"
    term       "SKU": "A-12"
    row        row: Kettle | $20.00 | [31] button "Remove"
    header     header: Product | [28] "Price" sort ascending
    list       [20] combobox "Country" = "Canada" of 12
    options    options: [21] "Canada" selected | [22] "Chile"      of a list that is open
    on it      [23] button "equals" ("=")           words on a control that are not in its name
    cut        … 37 more rows, scroll down to see them

- ``[id]`` stands before everything that can be acted on, and before pictures and frames. Headings, landmarks and plain
  text have none unless ``all_ids`` asks for it.
- Wrappers (nameless and not clickable) are not printed; what they hold moves up to their parent's level. A region is
  told by its heading where that is its name. A clickable thing without a name is printed: ``[7] clickable``, ``[8]
  button``. What lies inside a link or a button and is clickable only because of it is not told apart from it.
- Text is joined across inline markup; text and links of one block stand on one line, in reading order. Text is left
  out where the name around it already says it, and so are lone separators, a label's text where it is in the name of
  its field, and a hint that is a field's description. :mod:`webcosm.observe.once` says which names are left out.
- What lies beside the page, where only the Tab key leads, is told when it has the focus.
- Empty fields show their placeholder, filled ones their value. Targets lose the page's own origin (or, with a fragment,
  address) and are cut at 60 characters. A picture shows its caption if there is one, and its file name if it has no
  name at all.
- A row stands on one line unless a cell holds something with an inside of its own (a list with options, another table).
  Cell text is quoted only where it has a bracket, quote, bar or backslash in it.
- What only eyes tell (:attr:`Element.looks`): ``~~struck out~~``, ``color red``, ``(cut off)``, ``(covered)``, and
  ``refused "…"`` with what the browser says of a field.

The other three write what BrowserGym, WebArena and VisualWebArena write: see :mod:`webcosm.observe.peers`.
"""

from __future__ import annotations

from typing import Literal

from webcosm.observe.budget import fit
from webcosm.observe.garbage import collector_paused
from webcosm.observe.lines import (
    BrowserGymSwitches,
    Captions,
    Line,
    Rendered,
    TextOptions,
    clean,
    kept_elements,
)
from webcosm.observe.peers import browsergym_lines, marks_lines, webarena_lines
from webcosm.observe.records import PageView
from webcosm.observe.tree import Tree
from webcosm.observe.words import quoted

__all__ = ["BrowserGymSwitches", "Captions", "Format", "Rendered", "TextOptions", "render"]

Format = Literal["webcosm", "browsergym", "webarena", "marks"]

DEEPEST_INDENT = 40
"""Deeper lines are indented like this level: a page nested without end must not cost space without end."""

GROUP_WIDTH = 160
"""Characters of options, links or buttons on one line, so that a budget can cut a list of countries in parts."""

INDENT = " "


def _webcosm_lines(view: PageView, options: TextOptions) -> list[Line]:
    tree = Tree(view, options)
    lines: list[Line] = []
    stack = [(node, 0) for node in reversed(tree.build(kept_elements(view, options, ancestors=True)))]
    while stack:
        node, depth = stack.pop()
        if node.group:
            group = [node]
            width = len(node.inline or "")
            while stack and (following := stack[-1][0]).group == node.group:
                width += len(following.inline or "") + 3
                if stack[-1][1] != depth or width > GROUP_WIDTH:
                    break
                group.append(stack.pop()[0])
            if len(group) > 1 or node.kind == "option":
                text = f"{node.group}: " + " | ".join([one.inline or "" for one in group])
                ids = tuple([shown_id for one in group for shown_id in one.ids])
                lines.append(Line(text, depth, node.first, group[-1].last, node.kind, ids, len(group)))
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
            head, lines, indent = _webcosm_head(view, options), _webcosm_lines(view, options), INDENT
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
