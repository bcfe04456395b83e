"""A page's markup as CDP's ``DOMSnapshot.captureSnapshot`` tells it, as far as BrowserGym's agents read it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from webcosm.observe.records import Element, PageView

__all__ = ["dom_object"]

ELEMENT, TEXT, COMMENT, DOCUMENT, DOCTYPE, FRAGMENT = 1, 3, 8, 9, 10, 11

VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
RAW_TEXT = frozenset(["script", "style", "xmp", "noembed", "noframes", "plaintext", "noscript"])
FOREIGN = frozenset(["svg", "math"])
"""Their elements keep lower-case names."""
FRAMES = frozenset(["iframe", "frame"])
FIELDS = frozenset(["input", "textarea", "select"])

_EVERY = ("parentIndex", "nodeType", "nodeName", "nodeValue", "backendNodeId", "attributes")
_RARE = ("shadowRootType", "textValue", "inputValue", "contentDocumentIndex", "pseudoType", "currentSourceURL")
_LISTED = ("inputChecked", "optionSelected", "isClickable")
_ABOUT = ("title", "contentLanguage", "encodingName", "publicId", "systemId", "frameId")
_LAYOUT = ("nodeIndex", "styles", "bounds", "text", "offsetRects", "scrollRects", "clientRects")
_TEXT_BOXES = ("layoutIndex", "bounds", "start", "length")


class _Strings:
    """Every text once, and its number."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]


def dom_object(html: str, view: PageView | None, url: str = "") -> dict[str, Any]:
    """The documents of a page and its frames, from markup in which each element's id stands under ``bid``."""
    records = {element.id: element for element in view.elements if element.id} if view else {}
    builder = _Builder(records, url)
    builder.feed(html)
    builder.close()
    return {"documents": builder.documents, "strings": builder.strings.texts}


class _Builder(HTMLParser):
    # Newer versions of the standard library read more as raw text; what our own serialiser wrote is escaped in the
    # first of these, and real markup in frames.
    RCDATA_CONTENT_ELEMENTS = ()  # type: ignore[misc]
    CDATA_CONTENT_ELEMENTS = ("script", "style")  # type: ignore[misc]

    def __init__(self, records: dict[str, Element], url: str) -> None:
        super().__init__(convert_charrefs=True)
        self.strings = _Strings()
        self.documents: list[dict[str, Any]] = []
        self._records = records
        self._open: list[tuple[str, int, int]] = []
        """Tag, document and node number of all that is open."""
        self._made = 0
        self._foreign = 0
        self._begin_document(url)

    def _begin_document(self, url: str) -> None:
        nodes: dict[str, Any] = {name: [] for name in _EVERY}
        nodes |= {name: {"index": [], "value": []} for name in _RARE}
        nodes |= {name: {"index": []} for name in _LISTED}
        address, empty = self.strings.number(url), self.strings.number("")
        self.documents.append(
            {
                **dict.fromkeys(_ABOUT, empty),
                "documentURL": address,
                "baseURL": address,
                "nodes": nodes,
                "layout": {**{name: [] for name in _LAYOUT}, "stackingContexts": {"index": []}},
                "textBoxes": {name: [] for name in _TEXT_BOXES},
                "scrollOffsetX": 0.0,
                "scrollOffsetY": 0.0,
            }
        )
        document = len(self.documents) - 1
        self._open.append(("#document", document, self._add(document, -1, DOCUMENT, "#document")))

    def _add(self, document: int, parent: int, kind: int, name: str, value: str = "", *attributes: str) -> int:
        nodes, number = self.documents[document]["nodes"], self.strings.number
        self._made += 1
        nodes["parentIndex"].append(parent)
        nodes["nodeType"].append(kind)
        nodes["nodeName"].append(number(name))
        nodes["nodeValue"].append(number(value) if value else -1)
        nodes["backendNodeId"].append(self._made)
        nodes["attributes"].append([number(text) for text in attributes])
        return len(nodes["nodeType"]) - 1

    def _add_here(self, kind: int, name: str, value: str = "", *attributes: str) -> tuple[int, int]:
        """A node in what is open; in a frame's tag that is another document."""
        tag, document, parent = self._open[-1]
        if tag in FRAMES:
            self._tell(document, "contentDocumentIndex", parent, len(self.documents))
            self._begin_document("")
            _, document, parent = self._open[-1]
        return document, self._add(document, parent, kind, name, value, *attributes)

    def _tell(self, document: int, fact: str, node: int, value: int | None = None) -> None:
        facts = self.documents[document]["nodes"][fact]
        facts["index"].append(node)
        if value is not None:
            facts["value"].append(value)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "template" and "shadowrootmode" in attributes:
            document, node = self._add_here(FRAGMENT, "#document-fragment")
            self._tell(document, "shadowRootType", node, self.strings.number(attributes["shadowrootmode"]))
            self._open.append((tag, document, node))
            return
        self._foreign += tag in FOREIGN
        record = self._records.get(attributes.get("bid", ""))
        if record is not None:
            _write_live_values(record, tag, attributes)
        pairs = [text for pair in attributes.items() for text in pair]
        document, node = self._add_here(ELEMENT, tag if self._foreign else tag.upper(), "", *pairs)
        if record is not None:
            self._tell_of(record, document, node)
        if tag in VOID:
            return
        if tag == "template":  # what it holds is not in the page, but in a fragment beside it
            node = self._add(document, node, FRAGMENT, "#document-fragment")
        self._open.append((tag, document, node))
        if tag in RAW_TEXT:
            self.set_cdata_mode(tag)

    def _tell_of(self, record: Element, document: int, node: int) -> None:
        if record.clickable:
            self._tell(document, "isClickable", node)
        if record.states.get("checked") is True and record.tag == "input":
            self._tell(document, "inputChecked", node)
        if record.states.get("selected") is True and record.tag == "option":
            self._tell(document, "optionSelected", node)
        if record.value is not None and record.tag in FIELDS:
            self._tell(document, "inputValue", node, self.strings.number(record.value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)  # in HTML the slash means nothing

    def handle_endtag(self, tag: str) -> None:
        if any(name == tag for name, _, _ in self._open):
            while self._open.pop()[0] != tag:
                pass
            self._foreign -= tag in FOREIGN

    def handle_data(self, data: str) -> None:
        self._add_here(TEXT, "#text", data)

    def handle_comment(self, data: str) -> None:
        self._add_here(COMMENT, "#comment", data)

    def handle_decl(self, decl: str) -> None:
        self._add_here(DOCTYPE, decl.partition(" ")[2])


def _write_live_values(record: Element, tag: str, attributes: dict[str, str]) -> None:
    """BrowserGym's pages tell in attributes what fields hold now."""
    if tag in FIELDS and record.value is not None:
        attributes["value"] = record.value
    if tag == "input" and "checked" in record.states:
        attributes.pop("checked", None)
        if record.states["checked"] is True:
            attributes["checked"] = ""
