"""A page's HTML without what a language model cannot use.

Gone are scripts, styles, metadata, comments, the insides of drawings, data addresses, event handlers, classes, inline
styles and hidden fields. Wrappers that say nothing are replaced by what they hold, and what is empty goes.
Kept are the attributes one needs to recognise and act (``KEPT_ATTRIBUTES``); values that go on without end are cut.
What stands in an ``iframe`` is the document it shows, and a template with ``shadowrootmode`` is what its element shows,
as :meth:`webcosm.observe.page.PageReader.html` writes them.

One pass with the standard library's parser and two over the tree it makes; none calls itself, so nesting has no limit,
and each looks at every element once: linear in the length of what a browser serialises, which closes all it opens.
"""

from __future__ import annotations

import re
from html import escape, unescape
from html.parser import HTMLParser
from typing import NamedTuple

__all__ = ["KEPT_ATTRIBUTES", "prune_html"]


def _names(*lists: str) -> frozenset[str]:
    return frozenset(" ".join(lists).split())


KEPT_ATTRIBUTES = _names(
    "id name type value href src alt title role placeholder for label lang action method checked selected disabled",
    "readonly required multiple open hidden contenteditable colspan rowspan min max step maxlength pattern accept",
    "datetime tabindex draggable",
)
"""Besides these, everything that begins with ``aria-``."""

LONGEST_VALUE = 200
"""Characters of an attribute's value."""
DEEPEST_INDENT = 40
"""Deeper lines are indented like this level."""
LONGEST_SEARCH = 64
"""Open elements looked at to find one that a new tag ends. Serialised pages write every end, so it is never needed
there; the limit keeps hostile markup from costing quadratic time."""

_VOID = _names("area base br col embed hr img input link meta param source track wbr")
_DROPPED = _names("script style noscript template link meta base param source track wbr col embed")
_EMPTIED = _names("svg math video audio canvas object")
_RAW_TEXT = _names("script style xmp noembed noframes")
_ESCAPABLE_TEXT = _names("textarea title")
_ALWAYS_UNWRAPPED = _names("html head body font tbody colgroup picture center")
_INLINE = _names("b bdi em font i small span strong u")
_UNWRAPPED_WHEN_PLAIN = _INLINE | _names("div p section article figure hgroup")
_TELLING_WHEN_EMPTY = _names(
    "a area button canvas hr iframe img input meter object option progress select td textarea th video audio"
)
_TELLING_ATTRIBUTES = ("role=", "aria-label", "title=", "contenteditable")
_PARAGRAPH_ENDERS = _names(
    "address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav",
    "ol p pre section table ul",
)
_ENDED_BY = {
    "li": (_names("li"), _names("ul ol menu")),
    "dt": (_names("dt dd"), _names("dl")),
    "dd": (_names("dt dd"), _names("dl")),
    "option": (_names("option"), _names("select datalist optgroup")),
    "optgroup": (_names("optgroup"), _names("select")),
    "td": (_names("td th"), _names("tr table")),
    "th": (_names("td th"), _names("tr table")),
    "tr": (_names("tr"), _names("table")),
    "thead": (_names("thead tbody tfoot"), _names("table")),
    "tbody": (_names("thead tbody tfoot"), _names("table")),
    "tfoot": (_names("thead tbody tfoot"), _names("table")),
    **{tag: (_names("p"), _names("button td th table")) for tag in _PARAGRAPH_ENDERS},
}
"""A tag that ends open ones which were left open: which, and at which the search for them stops."""

_SPACES = re.compile(r"\s+")
_UNSAFE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")

_Attributes = list[tuple[str, str | None]]


class _Tag:
    __slots__ = ("attributes", "holds_tags", "kids", "name", "telling")

    def __init__(self, name: str, attributes: str) -> None:
        self.name = name
        self.attributes = attributes
        self.kids: list[_Tag | str] = []
        self.telling = False
        self.holds_tags = False

    @property
    def is_wrapper(self) -> bool:
        return self.name in _ALWAYS_UNWRAPPED or (not self.attributes and self.name in _UNWRAPPED_WHEN_PLAIN)


class _Parser(HTMLParser):
    """Builds the tree, leaving out what goes with all it holds."""

    # Newer versions of the standard library know these themselves, older ones do not; here they are handled alike.
    CDATA_CONTENT_ELEMENTS = ("script", "style")  # type: ignore[misc]
    RCDATA_CONTENT_ELEMENTS = ()  # type: ignore[misc]

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Tag("", "")
        # Every open element, with where its text and kids go: nowhere inside something left out.
        self._open: list[tuple[str, _Tag | None]] = [("", self.root)]
        self._amounts: dict[str, int] = {}
        self._drawing: _Tag | None = None

    def handle_starttag(self, tag: str, attrs: _Attributes) -> None:
        target = self._open[-1][1]
        if target is not None and tag in _ENDED_BY:
            self._end_implied(tag)
            target = self._open[-1][1]
        if tag in _VOID:
            if target is not None and tag == "br":
                target.kids.append(" ")
            elif target is not None and tag not in _DROPPED and not _is_hidden_field(tag, attrs):
                target.kids.append(_Tag(tag, _attributes(attrs)))
            return
        node = None
        if target is not None and tag == "template" and any(key == "shadowrootmode" for key, _ in attrs):
            node = _Tag("div", "")  # without attributes, so that only what it holds is written
            target.kids.append(node)
        elif target is not None and tag not in _DROPPED:
            node = _Tag(tag, "" if tag in _ALWAYS_UNWRAPPED else _attributes(attrs))
            target.kids.append(node)
            if tag in _EMPTIED:
                self._drawing, node = node, None
        self._open.append((tag, node))
        self._amounts[tag] = self._amounts.get(tag, 0) + 1
        if (tag in _RAW_TEXT or tag in _ESCAPABLE_TEXT) and not self._is_drawing():
            self.set_cdata_mode(tag)

    def handle_startendtag(self, tag: str, attrs: _Attributes) -> None:
        # In HTML the slash means nothing, except in and around drawings.
        self.handle_starttag(tag, attrs)
        if self._is_drawing() and tag not in _VOID:
            self._close()

    def handle_endtag(self, tag: str) -> None:
        if self._amounts.get(tag):
            while self._open[-1][0] != tag:
                self._close()
            self._close()

    def handle_data(self, data: str) -> None:
        tag, target = self._open[-1]
        if tag in _ESCAPABLE_TEXT and not self._is_drawing():
            data = unescape(data)
        if target is None and tag == "title" and self._drawing is not None:
            target = self._drawing  # a drawing's title is its name
        if target is not None:
            target.kids.append(data)

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        # HTML has no marked sections; some versions of the standard library fail on what only begins like one.
        return self.parse_bogus_comment(i, report)

    def finish(self) -> None:
        """Takes in what is left, also where a raw text was never ended."""
        if self.cdata_elem is not None:
            rest, self.rawdata = self.rawdata, ""
            self.handle_data(rest)
        self.close()

    def _is_drawing(self) -> bool:
        return bool(self._amounts.get("svg") or self._amounts.get("math"))

    def _close(self) -> None:
        tag, _ = self._open.pop()
        self._amounts[tag] -= 1
        if tag in _EMPTIED:
            self._drawing = None

    def _end_implied(self, tag: str) -> None:
        ended, stops = _ENDED_BY[tag]
        if not any(self._amounts.get(name) for name in ended):
            return
        lowest = max(0, len(self._open) - 1 - LONGEST_SEARCH)
        for position in range(len(self._open) - 1, lowest, -1):
            name = self._open[position][0]
            if name in ended:
                while len(self._open) > position:
                    self._close()
                return
            if name in stops or name == "iframe" or name == "template":
                return


def _is_hidden_field(tag: str, attrs: _Attributes) -> bool:
    return tag == "input" and any(key == "type" and (value or "").lower() == "hidden" for key, value in attrs)


def _attributes(attrs: _Attributes) -> str:
    kept = []
    for key, value in attrs:
        if key not in KEPT_ATTRIBUTES and not key.startswith("aria-"):
            continue
        if not value:
            kept.append(f' {key}=""' if key in ("value", "alt") else f" {key}")
            continue
        value = _tidy(value)
        if value.startswith(("data:", "javascript:", "blob:")):
            continue
        if len(value) > LONGEST_VALUE:
            value = value[: LONGEST_VALUE - 1] + "…"
        kept.append(f' {key}="{escape(value)}"')
    return "".join(kept)


def _tidy(text: str) -> str:
    return _UNSAFE.sub("", _SPACES.sub(" ", text)).strip()


def prune_html(html: str) -> str:
    """The page's useful HTML: one element or text per line, one space of indentation per level."""
    parser = _Parser()
    parser.feed(html)
    parser.finish()
    _weigh(parser.root)
    return _write(parser.root)


def _weigh(root: _Tag) -> None:
    """Finds out, from the leaves upwards, what says anything and what holds other tags."""
    order = [root]
    for tag in order:
        order += [kid for kid in tag.kids if isinstance(kid, _Tag)]
    for tag in reversed(order):
        telling = tag.name in _TELLING_WHEN_EMPTY or any(word in tag.attributes for word in _TELLING_ATTRIBUTES)
        for kid in tag.kids:
            if isinstance(kid, str):
                telling = telling or not kid.isspace()
            elif kid.telling:
                telling = True
                tag.holds_tags = tag.holds_tags or kid.holds_tags or not kid.is_wrapper
        tag.telling = telling


class _End(NamedTuple):
    """Where an element ends; a wrapper's end is empty and only ends the text."""

    text: str = ""


def _write(root: _Tag) -> str:
    lines: list[str] = []
    texts: list[str] = []

    def add(text: str, depth: int) -> None:
        lines.append(" " * min(depth, DEEPEST_INDENT) + text)

    def end_text(depth: int) -> None:
        text = escape(_tidy("".join(texts)), quote=False)
        texts.clear()
        if text:
            add(text, depth)

    stack: list[tuple[_Tag | str | _End, int]] = [(kid, 0) for kid in reversed(root.kids)]  # still to write, last first
    while stack:
        item, depth = stack.pop()
        if isinstance(item, str):
            texts.append(item)
        elif isinstance(item, _End):
            end_text(depth)
            if item.text:
                add(item.text, depth - 1)
        elif not item.telling:
            texts.append(" ")
        elif item.is_wrapper and item.name in _INLINE:
            stack += [(kid, depth) for kid in reversed(item.kids)]
        elif item.is_wrapper:
            end_text(depth)
            stack.append((_End(), depth))
            stack += [(kid, depth) for kid in reversed(item.kids)]
        else:
            end_text(depth)
            start, end = f"<{item.name}{item.attributes}>", f"</{item.name}>"
            if item.name in _VOID:
                add(start, depth)
            elif not item.holds_tags:
                add(start + escape(_tidy(_text_of(item)), quote=False) + end, depth)
            else:
                add(start, depth)
                stack.append((_End(end), depth + 1))
                stack += [(kid, depth + 1) for kid in reversed(item.kids)]
    end_text(0)
    return "\n".join(lines)


def _text_of(tag: _Tag) -> str:
    """All text in an element that holds no tags but wrappers."""
    texts: list[str] = []
    stack: list[_Tag | str] = [tag]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            texts.append(item)
        else:
            if item.name not in _INLINE:
                texts.append(" ")
                stack.append(" ")
            stack += reversed(item.kids)
    return "".join(texts)
