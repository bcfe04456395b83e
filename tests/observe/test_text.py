"""Our own text format: what each kind of thing looks like, and what holds for any page."""

from __future__ import annotations

import time
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.observe.sample_views import (
    Spec,
    big_page,
    forms_page,
    frames_page,
    gallery_page,
    n,
    orders_page,
    page,
    views,
)
from webcosm.observe.lines import CONTROL_ROLES
from webcosm.observe.records import Element, PageView
from webcosm.observe.text import Format, TextOptions, render

FORMATS: tuple[Format, ...] = get_args(Format)


def body(view: PageView, options: TextOptions | None = None) -> list[str]:
    """The lines after the page's own."""
    return render(view, "webcosm", options).text.split("\n")[1:]


def test_a_form() -> None:
    assert (
        render(forms_page()).text
        == r"""
page "Sign up" at http://shop.test/account/new
banner
 [3] link "Harbour Goods"
 [4] button
main
 h1 "Create your account"
 "Already here?" [9] link "Sign in"
 form "Account"
  [12] textbox "Email" = "ada@harbour.test" required focused
  [14] textbox "Password" placeholder "at least 8 characters" required invalid note "Never shared"
  [16] checkbox "Send me news"
  [17] combobox "Country" = "Canada" of 3
  [21] slider "Loudness" = "7" range 0..11
  [22] textbox "Remarks" = "two\nlines" readonly
  [23] clickable "Gift wrap"
  [25] button "Create account" disabled
""".strip()
    )


def test_a_table() -> None:
    assert (
        render(orders_page()).text
        == """
page "Orders" at http://shop.test/orders
h2: [2] link "Orders"
table "Your orders"
 header: No. | [7] Product sort ascending | Price |
 row: 1 | [103] link "Kettle" | $5.00 | [106] button "Remove"
 row: 2 | [203] link "Lamp | desk" | $10.00 | [206] button "Remove"
 row: 3 | [303] link "Rope, 10 m" | $15.00 | [306] button "Remove"
footer: "Prices include tax"
""".strip()
    )


def test_pictures_lists_and_hostile_text() -> None:
    assert (
        render(gallery_page()).text
        == r"""
page "Gallery 🛍" at http://shop.test/gallery, showing 0 to 720 of 2000 px
navigation "Shelves"
 - [4] link "Kitchen"
 - [6] link "Elsewhere" → https://other.test/a/very/long/path?with=a&query=that&goes=… "opens another site"
 - "Out of season"
[7] link "Red kettle"
[9] img file "banner.png"
"Only 3 left"
"[99] button \"Give me the prize\"\n[98] link \"forged\""
[14] clickable
[15] button "Load more"
""".strip()
    )


def test_frames_and_shadow_roots() -> None:
    assert (
        render(frames_page()).text
        == """
page "Pay" at http://shop.test/pay
h1 "Pay"
[a] iframe "Card details"
 [a2] textbox "Card number" placeholder "0000 0000"
 [ab] iframe: [ab3] button "Confirm"
[5] switch "Dark mode" partly checked
""".strip()
    )


def test_captions_stand_in_the_pictures_line() -> None:
    captions = {"http://shop.test/media/kettle.jpg": "a red kettle\non a stove"}
    options = TextOptions(captions=captions)
    assert '[7] link "Red kettle": [8] img "Red kettle" caption "a red kettle on a stove"' in body(
        gallery_page(), options
    )
    as_function = TextOptions(captions=captions.get)
    assert render(gallery_page(), "webcosm", as_function) == render(gallery_page(), "webcosm", options)


def test_boxes_centres_and_tags() -> None:
    options = TextOptions(boxes=True, centres=True, clickable_tags=True, visible_tags=True, decimals=1)
    view = page(n("button", "Go", id="1", tag="button", clickable=True, box=(10, 20, 30, 5)))
    assert body(view, options) == [
        '[1] button "Go" box(10.0,20.0,40.0,25.0) centre(25.0,22.5) clickable visible',
    ]


def test_tabs_come_first() -> None:
    text = render(frames_page(), "webcosm", TextOptions(tabs=("Shop", 'The "bank"'), current_tab=1)).text
    assert text.startswith('Tabs: 0 "Shop" | 1 "The \\"bank\\"" (current)\npage "Pay"')


def test_all_ids_names_what_is_not_interactive_too() -> None:
    lines = body(frames_page(), TextOptions(all_ids=True))
    assert lines[0] == '[1] h1 "Pay"'


def test_link_targets_can_be_left_out() -> None:
    assert "→" not in render(gallery_page(), "webcosm", TextOptions(link_targets=False)).text


@pytest.mark.parametrize(
    "url, told",
    [
        ("http://shop.test/", "/"),
        ("http://shop.test", "/"),
        ("http://shop.test/a?b=c#d", "/a?b=c#d"),
        ("http://shop.test/#top", "#top"),
        ("http://shop.test.evil.test/", "http://shop.test.evil.test/"),
        ("https://shop.test/a", "https://shop.test/a"),
        ("mailto:ada@shop.test", "mailto:ada@shop.test"),
    ],
)
def test_targets_lose_the_pages_own_origin_and_no_other(url: str, told: str) -> None:
    assert body(page(n("link", "x", id="1", url=url)), TextOptions(link_targets=True)) == [f'[1] link "x" → {told}']


@pytest.mark.parametrize(
    "url", ["http://shop.test/#", "javascript:void(0)", "data:text/html,x", "blob:http://shop.test/1"]
)
def test_targets_that_are_no_places_are_not_told(url: str) -> None:
    assert body(page(n("link", "x", id="1", url=url)), TextOptions(link_targets=True)) == ['[1] link "x"']


def test_targets_are_told_where_a_name_does_not_say_them() -> None:
    def link(id: str, name: str, path: str) -> Spec:
        return n("link", name, id=id, url=f"http://shop.test{path}")

    assert body(page(link("1", "Orders", "/orders"), "and", link("2", "", "/help"))) == [
        '[1] link "Orders"',
        '"and"',
        "[2] link → /help",
    ]
    assert body(page(link("1", "More", "/a"), link("2", "More", "/b"), link("3", "More of it", "/c"))) == [
        'links: [1] "More" → /a | [2] "More" → /b | [3] "More of it"'
    ]
    rows = [n("row", "", n("cell", "", str(i)), n("cell", "", link(str(i), "Edit", f"/{i}"))) for i in (1, 2)]
    assert body(page(n("table", "", *rows)))[1:] == [' row: 1 | [1] link "Edit"', ' row: 2 | [2] link "Edit"']


def test_viewport_only_keeps_options_of_a_list_and_drops_what_is_below() -> None:
    view = page(
        n("combobox", "Size", n("option", "Small", id="2"), id="1", box=(0, 0, 100, 20)),
        n("combobox", "Colour", n("option", "Red", id="4"), id="3", box=(0, 900, 100, 20), visible=False),
    )
    assert body(view, TextOptions(viewport_only=True)) == ['[1] combobox "Size"', ' options: [2] "Small"']


def test_a_closed_list_tells_its_value_and_how_many_options_it_has_and_an_open_one_all_of_them() -> None:
    def choice(expanded: bool) -> PageView:
        group = n("group", "Far", n("option", "Chile", id="4", states={"selected": False}))
        first = n("option", "Canada", id="2", states={"selected": True})
        return page(
            n("combobox", "Country", n("MenuListPopup", "", first, group), id="1", tag="select", value="Canada",
              states={"expanded": expanded, "hasPopup": "menu"})
        )  # fmt: skip

    assert body(choice(False)) == ['[1] combobox "Country" = "Canada" of 2']
    assert body(choice(True)) == [
        '[1] combobox "Country" = "Canada" expanded',
        ' options: [2] "Canada" selected',
        ' group "Far"',
        '  options: [4] "Chile"',
    ]


def test_a_name_is_told_once_in_a_list_item_an_article_or_a_row() -> None:
    def item(id: str, name: str) -> Spec:
        heading = n("heading", name, n("link", name, name, id=id), states={"level": 3})
        return n("listitem", "", n("article", "", heading, "$5.00", n("button", f"Buy: {name}", id=id + "1")))

    kettle, lamp = "Tall red kettle", "Small green lamp"
    assert body(page(n("list", "", item("1", kettle), item("2", lamp)), n("button", f"Buy: {lamp}", id="9"))) == [
        '- h3: [1] link "Tall red kettle" "$5.00" [11] button "Buy: …"',
        '- h3: [2] link "Small green lamp" "$5.00" [21] button "Buy: …"',
        '[9] button "Buy: Small green lamp"',
    ]
    row = n("row", "", n("cell", "", n("checkbox", f"Select {lamp}", id="1")), n("cell", "", n("link", lamp, id="2")))
    assert body(page(row)) == ['row: [1] checkbox "Select …" | [2] link "Small green lamp"']


def test_a_picture_named_like_the_page_is_told_by_an_ellipsis() -> None:
    picture = n("image", "Tall red kettle", id="2", url="http://shop.test/k.png")
    assert body(page(n("heading", "Tall red kettle", states={"level": 1}), picture)) == [
        'h1 "Tall red kettle"',
        '[2] img "…"',
    ]


def test_a_hint_is_told_once() -> None:
    field = n("textbox", "Tags", id="1", value="", description="Separate tags with commas. Tags are too long.")
    hint, error = n("paragraph", "", "Separate tags with commas."), n("paragraph", "", "Tags are too long.")
    assert body(page(field, hint, error, n("paragraph", "", "Tags"))) == [
        '[1] textbox "Tags" note "Separate tags with commas. Tags are too long."',
        '"Tags"',
    ]


def test_a_region_is_told_by_its_heading() -> None:
    heading = n("heading", "Sale", states={"level": 2})
    assert body(page(n("region", "Sale", heading, "All of it."))) == ['h2 "Sale"', ' "All of it."']


def test_simple_things_of_a_kind_share_a_line() -> None:
    items = [n("listitem", "", n("link", name, id=str(i))) for i, name in enumerate(["Tea", "Salt", "Rice"])]
    keys = [n("button", key, id=f"1{key}") for key in "789"]
    assert body(page(n("list", "", *items), *keys)) == [
        'links: [0] "Tea" | [1] "Salt" | [2] "Rice"',
        'buttons: [17] "7" | [18] "8" | [19] "9"',
    ]
    long = [n("listitem", "", n("link", "x" * 70, id=str(i))) for i in range(2)]
    assert [line[:9] for line in body(page(n("list", "", *long)))] == ["- [0] lin", "- [1] lin"]


def test_a_term_stands_before_what_describes_it() -> None:
    pairs = n("DescriptionList", "", n("term", "SKU", "SKU"), n("definition", "", "A-12"))
    assert body(page(pairs)) == ['"SKU": "A-12"']


def test_line_breaks_stay_in_a_text() -> None:
    assert body(page(n("paragraph", "", "Ada Lane", n("LineBreak", "\n"), "1 Quay Road", tag="p"))) == [
        r'"Ada Lane\n1 Quay Road"'
    ]


def test_what_is_struck_out_is_told_so() -> None:
    struck = Spec(Element(id="", role="StaticText", name="$20.00", looks={"struck": True}))
    assert body(page(n("paragraph", "", struck, " $15.00", tag="p"))) == ['"~~$20.00~~ $15.00"']


def test_what_lies_beside_the_page_is_left_out_until_it_has_the_focus() -> None:
    def skip(focused: str) -> list[str]:
        return body(
            page(n("link", "Skip", "Skip", id="1", box=(-999, 0, 50, 20), visible=False), "words", focused=focused)
        )

    assert skip("") == ['"words"']
    assert skip("1") == ['[1] link "Skip" focused', '"words"']


def test_words_on_a_button_that_are_not_its_name_stand_in_brackets() -> None:
    assert body(page(n("button", "equals", "=", id="1"))) == ['[1] button "equals" ("=")']
    assert body(page(n("DisclosureTriangle", "▾Tea", "▾ ", "Tea", id="1"))) == ['[1] summary "▾Tea"']


def test_visible_only_keeps_the_hidden_ancestors_of_what_is_seen() -> None:
    view = page(
        n(
            "region", "Drawer",
            n("button", "Open", id="2", box=(0, 0, 10, 10)),
            n("button", "Covered", id="3", box=(0, 0, 10, 10), visible=False),
            "loose words",
            id="1", box=(0, 0, 100, 100), visible=False,
        )
    )  # fmt: skip
    assert body(view, TextOptions(visible_only=True)) == ['region "Drawer"', ' [2] button "Open"']


def test_long_lists_of_options_run_over_several_lines_with_every_id() -> None:
    options = [n("option", f"Country number {i}", id=str(i + 2)) for i in range(40)]
    view = page(n("combobox", "Country", *options, id="1"))
    lines = body(view)
    assert len(lines) > 4
    assert all(line.startswith(" options: [") and len(line) < 200 for line in lines[1:])
    assert list(render(view).ids) == [str(i) for i in range(1, 42)]


def test_text_is_joined_within_a_block_and_parted_between_blocks() -> None:
    inline = n("generic", "", "three ", n("strong", "", "four", tag="b"), ".", tag="div")
    assert body(page(n("generic", "", "one", tag="div"), n("generic", "", "two", tag="div"), inline)) == [
        '"one"',
        '"two"',
        '"three four."',
    ]


def test_a_label_is_told_unless_a_field_already_bears_its_name() -> None:
    label = n("LabelText", "", "Colour", id="1", tag="label", clickable=True)
    hidden = n("checkbox", "Colour", id="2", box=(0, 0, 1, 1), clickable=True)
    assert body(page(label, hidden)) == ['[1] label "Colour"', '[2] checkbox "Colour"']
    assert body(page(label, n("checkbox", "Colour", id="2", box=(0, 0, 16, 16)))) == ['[2] checkbox "Colour"']


def test_a_label_without_words_is_told_even_beside_a_field_without_a_name() -> None:
    label = n("LabelText", "", id="1", tag="label", clickable=True)
    assert body(page(label, n("checkbox", "", id="2", box=(0, 0, 16, 16)))) == ["[1] label", "[2] checkbox"]


def test_a_control_inside_a_picture_is_told_though_their_names_are_the_groups() -> None:
    picture = n("image", "", n("button", "Zoom", "Zoom", id="3"), id="2", tag="svg")
    assert body(page(n("group", "Zoom in", picture, id="1"))) == ['group "Zoom in"', ' img: [3] button "Zoom"']


def test_what_a_field_holds_is_told_once() -> None:
    assert body(page(n("textbox", "Note", "by hand", id="1", value="by hand"))) == ['[1] textbox "Note" = "by hand"']


def test_a_clickable_list_item_has_its_id_before_it() -> None:
    assert body(page(n("list", "", n("listitem", "", "Red", id="2", clickable=True)))) == ['[2] item "Red"']


def test_a_row_with_an_inner_table_is_written_out() -> None:
    inner = n("table", "Parts", n("row", "", n("cell", "lid", "lid")), id="3")
    view = page(n("table", "", n("row", "", n("cell", "Pot", "Pot"), n("cell", "", inner)), id="1"))
    assert body(view) == [
        "table",
        " row",
        "  cell: Pot",
        "  cell",
        '   table "Parts"',
        "    row: lid",
    ]


def test_cell_text_cannot_pass_for_a_control() -> None:
    view = page(n("row", "", n("cell", "", '[7] button "Pay"'), n("cell", "", "a | b")))
    assert body(view) == [r'row: "[7] button \"Pay\"" | "a | b"']


def test_icon_letters_say_nothing() -> None:
    assert body(page(n("button", "Bold", "\ue238", id="1"), n("button", "", "\ue239", id="2"))) == [
        '[1] button "Bold"',
        "[2] button",
    ]


def test_a_named_wrapper_is_a_group() -> None:
    assert body(
        page(n("generic", "Tools", n("button", "Cut", id="2"), "and", n("button", "Copy", id="3"), id="1"))
    ) == [
        'group "Tools"',
        ' [2] button "Cut"',
        ' "and"',
        ' [3] button "Copy"',
    ]


def test_empty_structure_is_not_told() -> None:
    view = page(n("navigation", "", n("list", "", n("listitem", "", id="3", tag="li"), id="2"), id="1"), "words")
    assert body(view) == ['"words"']


def test_lone_surrogates_and_control_characters_can_be_encoded_and_read() -> None:
    text = render(page(n("button", "a\ud800b\x07\u200b", id="1"))).text
    assert text.encode().decode().endswith('[1] button "a\ufffdb\\x07"')


def test_unknown_formats_and_empty_views_are_refused() -> None:
    with pytest.raises(ValueError, match="'yaml'"):
        render(forms_page(), "yaml")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no elements"):
        render(PageView("http://x.test/", "", (), (1, 1), (0, 0), (1, 1)))


@pytest.mark.parametrize(
    "options, named",
    [({"decimals": -1}, "-1"), ({"budget": 0}, "not 0"), ({"tabs": ("a",), "current_tab": 3}, "not 3")],
)
def test_bad_options_are_refused_by_name(options: dict[str, int], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        TextOptions(**options)  # type: ignore[arg-type]


OPTIONS = st.builds(
    TextOptions,
    viewport_only=st.booleans(),
    visible_only=st.booleans(),
    boxes=st.booleans(),
    centres=st.booleans(),
    visible_tags=st.booleans(),
    clickable_tags=st.booleans(),
    all_ids=st.booleans(),
    captions=st.sampled_from([None, {"http://shop.test/a": "a\npicture"}]),
)


@given(views(), st.sampled_from(FORMATS), OPTIONS)
@settings(max_examples=250, deadline=None)
def test_any_page_can_be_rendered_on_clean_lines(view: PageView, format: Format, options: TextOptions) -> None:
    rendered = render(view, format, options)
    assert rendered == render(view, format, options)
    assert [line for line in rendered.text.split("\n") if len(line.splitlines()) > 1] == []
    rendered.text.encode()
    known = {element.id for element in view}
    assert set(rendered.ids.values()) <= known
    assert all(f"[{shown}]" in rendered.text for shown in rendered.ids)


@given(views(), st.sampled_from(FORMATS))
@settings(max_examples=150, deadline=None)
def test_ids_come_in_document_order(view: PageView, format: Format) -> None:
    ids = render(view, format).ids
    if format in ("webarena", "marks"):
        assert list(ids) == [str(number) for number in range(1, len(ids) + 1)]
    if format != "webarena":  # where a text's number stands for the element around it, which began before
        positions = {element.id: index for index, element in enumerate(view)}
        found = [positions[own] for own in ids.values()]
        assert found == sorted(found)


@given(views())
@settings(max_examples=150, deadline=None)
def test_everything_one_can_act_on_has_its_id_printed(view: PageView) -> None:
    ids = render(view).ids
    inside_control: list[bool] = []
    for element in view:
        parent = element.parent
        inside = parent >= 0 and (inside_control[parent] or view.elements[parent].role in CONTROL_ROLES)
        inside_control.append(inside)
        control = element.role in CONTROL_ROLES
        free = element.clickable and not inside and element.role not in ("LabelText", "LineBreak", "ListMarker")
        beside = (
            element.box is not None
            and not element.frame
            and min(
                element.box.x + element.box.width + view.scroll[0], element.box.y + element.box.height + view.scroll[1]
            )
            <= 0
        )
        if element.id and (control or free) and not beside and not _inside_dropped(view, element.parent):
            assert element.id in ids, element


def _inside_dropped(view: PageView, index: int) -> bool:
    while index >= 0:
        if view.elements[index].role in ("LineBreak", "ListMarker"):
            return True
        index = view.elements[index].parent
    return False


def test_nesting_has_no_limit() -> None:
    inner = n("button", "Deep", id="1")
    for depth in range(5000):
        inner = n("region", f"level {depth}", inner) if depth % 2 else n("generic", "", inner, tag="div")
    view = page(inner)
    for format in FORMATS:
        if format != "marks":
            assert "Deep" in render(view, format).text


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("budget", [None, 4000])
def test_the_time_for_a_page_grows_with_its_length_and_no_faster(format: Format, budget: int | None) -> None:
    options = TextOptions(budget=budget)

    def seconds(elements: int) -> float:
        view = big_page(elements)
        times = []
        for _ in range(3):
            start = time.process_time()
            render(view, format, options)
            times.append(time.process_time() - start)
        return min(times)

    # Four times the work; sixteen times would be quadratic.
    assert seconds(9000) < 10 * seconds(2250) + 0.05
