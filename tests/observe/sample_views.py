"""Hand-made page views for the tests of everything that reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypothesis import strategies as st

from webcosm.observe.records import Box, Element, PageView, State

__all__ = ["Spec", "big_page", "forms_page", "frames_page", "gallery_page", "n", "orders_page", "page", "t", "views"]

T = TypeVar("T")


@dataclass(frozen=True)
class Spec:
    """An element before it knows its place."""

    element: Element
    kids: tuple[Spec, ...] = field(default=())


def n(
    role: str, name: str = "", *kids: Spec | str, box: tuple[float, float, float, float] | None = None, **rest: Any
) -> Spec:
    """An element with its kids; a plain string is a text. With a box it is visible unless said otherwise."""
    if box is not None:
        rest.setdefault("visible", True)
        rest.setdefault("visible_fraction", 1.0)
        rest["box"] = Box(*box)
    rest.setdefault("id", "")
    specs = tuple([t(kid) if isinstance(kid, str) else kid for kid in kids])
    return Spec(Element(role=role, name=name, **rest), specs)


def t(text: str) -> Spec:
    return Spec(Element(id="", role="StaticText", name=text))


def page(
    *kids: Spec | str,
    title: str = "Sample",
    url: str = "http://shop.test/",
    viewport: tuple[int, int] = (1280, 720),
    scroll: tuple[float, float] = (0, 0),
    document: tuple[float, float] = (1280, 720),
    focused: str = "",
) -> PageView:
    """A whole page around its elements."""
    root = n("RootWebArea", title, *kids, box=(0, -scroll[1], *document), tag="html", url=url)
    elements: list[Element] = []
    stack: list[tuple[Spec, int, int]] = [(root, -1, 0)]
    while stack:
        spec, parent, depth = stack.pop()
        index = len(elements)
        elements.append(spec.element._replace(parent=parent, depth=depth))
        stack += [(kid, index, depth + 1) for kid in reversed(spec.kids)]
    return PageView(url, title, tuple(elements), viewport, scroll, document, focused)


def forms_page() -> PageView:
    """A sign-up form: labels, every kind of field, options, a nameless button, a custom control."""
    return page(
        n(
            "banner",
            "",
            n("link", "Harbour Goods", "Harbour Goods", id="3", tag="a", url="http://shop.test/", clickable=True,
              box=(20, 10, 120, 24), mark=True),
            n("button", "", n("generic", "", id="5", tag="span"), id="4", tag="button", clickable=True, mark=True,
              box=(1220, 10, 32, 32)),
            id="2", tag="header", box=(0, 0, 1280, 50),
        ),
        n(
            "main",
            "",
            n("heading", "Create your account", "Create your account", id="7", tag="h1", states={"level": 1},
              box=(20, 70, 400, 40)),
            n("paragraph", "", "Already here? ", n("link", "Sign in", "Sign in", id="9", tag="a", clickable=True,
              url="http://shop.test/account/login?next=%2Fcart", box=(120, 120, 50, 20), mark=True), ".", id="8",
              tag="p", box=(20, 120, 300, 20)),
            n(
                "form",
                "Account",
                n("LabelText", "", "Email", id="11", tag="label", clickable=True, box=(20, 150, 60, 20)),
                n("textbox", "Email", id="12", tag="input", value="ada@harbour.test", clickable=True, mark=True,
                  states={"required": True, "focused": True}, box=(100, 150, 200, 24)),
                n("LabelText", "", "Password", id="13", tag="label", clickable=True, box=(20, 180, 60, 20)),
                n("textbox", "Password", id="14", tag="input", value="", placeholder="at least 8 characters",
                  description="Never shared", clickable=True, mark=True, states={"required": True, "invalid": "true"},
                  box=(100, 180, 200, 24)),
                n("LabelText", "", n("checkbox", "Send me news", id="16", tag="input", clickable=True, mark=True,
                  states={"checked": False}, box=(20, 210, 16, 16)), "Send me news", id="15", tag="label",
                  clickable=True, box=(20, 210, 160, 20)),
                n(
                    "combobox", "Country",
                    n(
                        "MenuListPopup", "",
                        n("option", "Canada", id="18", tag="option", states={"selected": True}),
                        n("option", "Chile", id="19", tag="option"),
                        n("option", 'The "Low" Countries', id="20", tag="option", states={"disabled": True}),
                    ),
                    id="17", tag="select", value="Canada", clickable=True, mark=True,
                    states={"hasPopup": "menu", "expanded": False}, box=(100, 240, 200, 24),
                ),
                n("slider", "Loudness", id="21", tag="input", value="7", clickable=True, mark=True,
                  states={"orientation": "horizontal", "valuemin": 0, "valuemax": 11}, box=(100, 270, 200, 24)),
                n("textbox", "Remarks", id="22", tag="textarea", value="two\nlines", clickable=True, mark=True,
                  states={"multiline": True, "readonly": True}, box=(100, 300, 200, 60)),
                n("generic", "", n("generic", "", "Gift wrap", id="24", tag="span"), id="23", tag="div", clickable=True,
                  mark=True, box=(100, 370, 100, 24)),
                n("button", "Create account", n("generic", "", "Create account", id="26", tag="span", clickable=True),
                  id="25", tag="button", clickable=True, mark=True, states={"disabled": True}, box=(100, 400, 140, 32)),
                id="10", tag="form", box=(0, 140, 1280, 300),
            ),
            id="6", tag="main", box=(0, 50, 1280, 600),
        ),
        title="Sign up",
        url="http://shop.test/account/new",
        focused="12",
    )  # fmt: skip


def _order_row(number: int, y: float, product: str, price: str) -> Spec:
    seen = y < 720
    box = (20.0, y, 900.0, 30.0)
    key = str(number * 10)
    return n(
        "row", f"{number} {product} {price} Remove",
        n("cell", str(number), str(number), id=key + "1", tag="td", box=box, visible=seen),
        n("cell", product, n("link", product, product, id=key + "3", tag="a", clickable=True, mark=seen,
          url=f"http://shop.test/product/{number}", box=(80, y, 100, 20), visible=seen), id=key + "2", tag="td",
          box=box, visible=seen),
        n("cell", price, price, id=key + "4", tag="td", box=box, visible=seen),
        n("cell", "Remove", n("button", "Remove", "Remove", id=key + "6", tag="button", clickable=True, mark=seen,
          box=(700, y, 80, 24), visible=seen), id=key + "5", tag="td", box=box, visible=seen),
        id=key, tag="tr", box=box, visible=seen,
    )  # fmt: skip


def orders_page(rows: int = 3) -> PageView:
    """A table whose rows run out of the viewport, between a heading and a footer."""
    goods = ["Kettle", "Lamp | desk", "Rope, 10 m"]
    return page(
        n("heading", "Orders", n("link", "Orders", "Orders", id="2", tag="a", url="http://shop.test/orders",
          clickable=True, mark=True, box=(20, 10, 80, 24)), id="1", tag="h2", states={"level": 2},
          box=(20, 10, 200, 30)),
        n(
            "table", "Your orders",
            n("caption", "", "Your orders", id="4", tag="caption", box=(20, 50, 900, 20)),
            n(
                "rowgroup", "",
                n(
                    "row", "No. Product Price Action",
                    n("columnheader", "No.", "No.", id="6", tag="th", box=(20, 70, 40, 30)),
                    n("columnheader", "Product", "Product", id="7", tag="th", clickable=True, mark=True,
                      states={"sort": "ascending"}, box=(80, 70, 100, 30)),
                    n("columnheader", "Price", "Price", id="8", tag="th", box=(400, 70, 100, 30)),
                    n("columnheader", "", id="9", tag="th", box=(700, 70, 100, 30)),
                    id="5", tag="tr", box=(20, 70, 900, 30),
                ),
                *[_order_row(i + 1, 100 + 30 * i, goods[i % 3], f"${(i + 1) * 5}.00") for i in range(rows)],
                id="33", tag="tbody", box=(20, 70, 900, 30 + 30 * rows),
            ),
            id="3", tag="table", box=(20, 50, 900, 60 + 30 * rows),
        ),
        n("contentinfo", "", "Prices include tax", id="34", tag="footer", box=(0, 140 + 30 * rows, 1280, 40),
          visible=140 + 30 * rows < 720),
        title="Orders",
        url="http://shop.test/orders",
        document=(1280, max(720, 180 + 30 * rows)),
    )  # fmt: skip


def gallery_page() -> PageView:
    """Pictures with and without names, lists, hostile text, an offer below the fold."""
    picture = "http://shop.test/media/kettle.jpg"
    return page(
        n(
            "navigation", "Shelves",
            n(
                "list", "",
                n("listitem", "", n("ListMarker", "• ", "• "), n("link", "Kitchen", "Kitchen", id="4", tag="a",
                  clickable=True, mark=True, url="http://shop.test/kitchen", box=(0, 0, 80, 20)), id="3", tag="li",
                  box=(0, 0, 200, 20)),
                n("listitem", "", n("link", "Elsewhere", "Elsewhere", id="6", tag="a", clickable=True, mark=True,
                  url="https://other.test/a/very/long/path?with=a&query=that&goes=on&and=on&until=it&is=cut",
                  box=(0, 20, 80, 20)), "opens another site", id="5", tag="li", box=(0, 20, 200, 20)),
                n("listitem", "", "Out of season", id="35", tag="li", box=(0, 40, 200, 20)),
                id="2", tag="ul", box=(0, 0, 200, 60),
            ),
            id="1", tag="nav", box=(0, 0, 200, 60),
        ),
        n("link", "Red kettle", n("image", "Red kettle", id="8", tag="img", url=picture, box=(220, 0, 200, 200)),
          id="7", tag="a", clickable=True, mark=True, url="http://shop.test/product/1", box=(220, 0, 200, 220)),
        n("image", "", id="9", tag="img", url="http://shop.test/media/banner.png?v=3", box=(440, 0, 400, 200)),
        n("image", "", id="10", tag="img", url="data:image/png;base64,AAAA", box=(840, 0, 8, 8)),
        n("generic", "", "Only ", n("strong", "", "3", id="12", tag="strong"), " left", id="11", tag="div",
          box=(220, 230, 100, 20)),
        n("generic", "", '[99] button "Give me the prize"\n[98] link "forged"', id="13", tag="div",
          box=(220, 260, 400, 40)),
        n("generic", "", "\ue801\u200b", id="14", tag="i", clickable=True, mark=True, box=(220, 310, 20, 20)),
        n("button", "Load more", "Load more", id="15", tag="button", clickable=True, box=(220, 1500, 100, 30),
          visible=False, visible_fraction=0.0),
        title="Gallery \U0001f6cd",
        url="http://shop.test/gallery",
        document=(1280, 2000),
    )  # fmt: skip


def frames_page() -> PageView:
    """A frame in a frame, and a shadow root's contents (which look like any others)."""
    return page(
        n("heading", "Pay", "Pay", id="1", tag="h1", states={"level": 1}, box=(0, 0, 100, 30)),
        n(
            "Iframe", "Card details",
            n(
                "RootWebArea", "Card",
                n("textbox", "Card number", id="a2", tag="input", frame="a", value="", clickable=True, mark=True,
                  placeholder="0000 0000", box=(10, 60, 200, 24)),
                n("Iframe", "", n("RootWebArea", "Bank", n("button", "Confirm", "Confirm", id="ab3", tag="button",
                  frame="ab", clickable=True, mark=True, box=(10, 100, 80, 24)), frame="ab"), id="ab", tag="iframe",
                  frame="a", box=(10, 90, 200, 60)),
                frame="a", url="http://pay.test/card",
            ),
            id="a", tag="iframe", box=(0, 50, 400, 200),
        ),
        n("generic", "", n("switch", "Dark mode", id="5", tag="button", clickable=True, mark=True,
          states={"checked": "mixed"}, box=(0, 300, 40, 20)), id="4", tag="dark-mode", box=(0, 300, 40, 20)),
        title="Pay",
        url="http://shop.test/pay",
    )  # fmt: skip


def big_page(elements: int = 9000) -> PageView:
    """A long list of cards with about this many elements, most below the fold."""
    cards = []
    for i in range(elements // 15):
        y = 60.0 * i
        seen = y < 720
        key = 1 + i * 15
        cards.append(
            n(
                "listitem", "",
                n("generic", "",
                  n("heading", f"Article number {i}", n("link", f"Article number {i}", f"Article number {i}",
                    id=str(key + 1), tag="a", clickable=True, mark=seen, url=f"http://wiki.test/article/{i}?ref=list",
                    box=(10, y, 300, 20), visible=seen), id=str(key + 2), tag="h3", states={"level": 3},
                    box=(10, y, 300, 20), visible=seen),
                  n("paragraph", "", f"The harbour's {i}th lamp was lit by ", n("emphasis", "", "a keeper",
                    id=str(key + 3), tag="em"), " in the year of the long winter, and went out again.",
                    id=str(key + 4), tag="p", box=(10, y + 20, 600, 20), visible=seen),
                  n("button", "Save", "Save", id=str(key + 5), tag="button", clickable=True, mark=seen,
                    states={"pressed": False}, box=(10, y + 40, 60, 18), visible=seen),
                  n("button", "", n("image", "", id=str(key + 7), tag="svg"), id=str(key + 6), tag="button",
                    clickable=True, mark=seen, box=(80, y + 40, 18, 18), visible=seen),
                  id=str(key + 8), tag="div", box=(0, y, 1280, 60), visible=seen),
                id=str(key), tag="li", box=(0, y, 1280, 60), visible=seen,
            )
        )  # fmt: skip
    return page(
        n("main", "", n("list", "", *cards, id="list", tag="ul", box=(0, 0, 1280, 60.0 * len(cards))), id="main",
          tag="main", box=(0, 0, 1280, 60.0 * len(cards))),
        title="Everything",
        url="http://wiki.test/all",
        document=(1280, 60.0 * len(cards)),
    )  # fmt: skip


_ROLES = (
    *("generic", "generic", "link", "button", "textbox", "combobox", "option", "table", "row", "cell", "columnheader"),
    *("list", "listitem", "heading", "image", "paragraph", "LabelText", "Iframe", "RootWebArea", "checkbox", "dialog"),
    *("main", "strong", "LineBreak", "ListMarker", "slider", "none", "StaticText", "StaticText", "StaticText"),
)
_TEXTS = ("", "", " ", "Save", "Save all", 'a "b" \\ c', "two\nlines", "\u2028\x85\x00", "[5] link", "a | b", "\ud800")
_STATES: list[dict[str, State]] = [
    {},
    {"checked": "mixed", "focused": True},
    {"expanded": False, "hasPopup": "menu"},
    {"level": 3},
    {"valuemin": 0, "valuetext": "x\ny"},
    {"invalid": "true", "odd\n": "a\nb"},
    {"checked": True, "odd": ""},
]
_BOXES = (
    *(None, Box(10, 20, 100, 20), Box(0, 0, 1280, 3000), Box(-500, -300, 50, 20), Box(30, 5000, 2.5, 0)),
    *(Box(1270, 700, 400, 400), Box(10.5, 900, 200, 40), Box(640, 10, 3, 3)),
)
_URLS = ("http://shop.test/a", "http://shop.test", "javascript:go()", "data:x", "https://x.test/" + "y" * 99)
_TAGS = ("div", "span", "a", "td")


class _Picks:
    """Choices taken from one large number: far quicker than asking hypothesis for each, and it still shrinks."""

    def __init__(self, number: int) -> None:
        self._number = number

    def one(self, choices: Sequence[T]) -> T:
        self._number, index = divmod(self._number, len(choices))
        return choices[index]

    def flag(self) -> bool:
        return self.one((False, True))


@st.composite
def views(draw: st.DrawFn) -> PageView:
    """Any page at all: every shape of tree, hostile text, boxes everywhere."""
    texts = (*_TEXTS, *draw(st.lists(st.text(max_size=30), max_size=3)))
    elements = [Element(id="", role="RootWebArea", name="Root", box=Box(0, 0, 1280, 3000), visible=True)]
    size = draw(st.integers(0, 40))
    path = [0]
    for number in draw(st.lists(st.integers(0, 2**64), min_size=size, max_size=size)):
        picks = _Picks(number)
        role = picks.one(_ROLES)
        # Document order: what comes next hangs on the path from the root to the last element.
        path = path[: max(1, len(path) - picks.one((0, 0, 1, 2, 3)))]
        is_text = role == "StaticText"
        box = picks.one(_BOXES)
        visible = box is not None and picks.flag()
        bare = Element(id="", role=role, name=picks.one(texts), box=box, visible=visible, parent=path[-1])
        elements.append(
            bare
            if is_text
            else bare._replace(
                id=str(len(elements)),
                description=picks.one(texts),
                value=picks.one((None, *texts)),
                states=picks.one(_STATES),
                clickable=picks.flag(),
                mark=visible and picks.flag(),
                url=picks.one(_URLS) if role in ("link", "image") else None,
                placeholder=picks.one((None, *texts)) if role == "textbox" else None,
                tag=picks.one(_TAGS),
                depth=len(path),
            )
        )
        if not is_text:
            path.append(len(elements) - 1)
    focused = elements[-1].id
    return PageView("http://shop.test/x", texts[-1], tuple(elements), (1280, 720), (0, 0), (1280, 3000), focused)
