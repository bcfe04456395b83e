"""The formats of BrowserGym, WebArena and VisualWebArena."""

from __future__ import annotations

import pytest

from tests.observe.sample_views import forms_page, frames_page, gallery_page, n, orders_page, page
from webcosm.observe.records import PageView
from webcosm.observe.text import BrowserGymSwitches, TextOptions, render


def tabbed(text: str) -> str:
    """Expected trees are indented by four spaces here, so that they can be read."""
    return text.strip("\n").replace("    ", "\t")


def test_browsergym_form() -> None:
    assert render(forms_page(), "browsergym").text == tabbed(r"""
RootWebArea 'Sign up'
    [2] banner ''
        [3] link 'Harbour Goods'
        [4] button ''
    [6] main ''
        [7] heading 'Create your account'
        [8] paragraph ''
            StaticText 'Already here?'
            [9] link 'Sign in'
            StaticText '.'
        [10] form 'Account'
            [11] LabelText ''
                StaticText 'Email'
            [12] textbox 'Email' value='ada@harbour.test', required, focused
            [13] LabelText ''
                StaticText 'Password'
            [14] textbox 'Password', required
            [15] LabelText ''
                [16] checkbox 'Send me news', checked='false'
                StaticText 'Send me news'
            [17] combobox 'Country' value='Canada', hasPopup='menu', expanded=False
                MenuListPopup ''
                    [18] option 'Canada', selected=True
                    [19] option 'Chile'
                    [20] option 'The "Low" Countries', disabled=True
            [21] slider 'Loudness' value=7, orientation='horizontal', valuemin=0, valuemax=11
            [22] textbox 'Remarks' value='two\nlines'
            StaticText 'Gift wrap'
            [25] button 'Create account', disabled=True
                StaticText 'Create account'
""")


def test_browsergym_frames() -> None:
    assert render(frames_page(), "browsergym").text == tabbed("""
RootWebArea 'Pay'
    [1] heading 'Pay'
    [a] Iframe 'Card details'
        RootWebArea 'Card'
            [a2] textbox 'Card number'
            [ab] Iframe ''
                RootWebArea 'Bank'
                    [ab3] button 'Confirm'
    [5] switch 'Dark mode', checked='mixed'
""")


CHECKBOX = page(
    n("checkbox", "Subscribe to newsletter", "Subscribe to newsletter", id="12", clickable=True, mark=True,
      states={"checked": False}, box=(10, 20, 100, 30))
)  # fmt: skip


def test_browsergym_tags_stand_before_states_in_its_order() -> None:
    options = TextOptions(
        boxes=True, centres=True, clickable_tags=True, visible_tags=True, browsergym=BrowserGymSwitches(with_som=True)
    )
    assert render(CHECKBOX, "browsergym", options).text.split("\n")[1] == (
        '\t[12] checkbox \'Subscribe to newsletter\', box="(10,20,110,50)", center="(60,35)", clickable, visible, som, '
        "checked='false'"
    )


MIXED = page(
    n("generic", "", n("button", "Buy", "Buy", "now", id="2", mark=True, box=(0, 0, 9, 9)), id="1", box=(0, 0, 9, 9)),
    n("region", "Gone", n("button", "Sell", "Sell", "later", id="4", box=(0, 0, 9, 9), visible=False), id="3",
      box=(0, 0, 9, 9), visible=False),
    n("generic", "", "loose", id="5", states={"live": "polite"}, box=(0, 0, 9, 9)),
    n("LineBreak", "\n"),
)  # fmt: skip


@pytest.mark.parametrize(
    "switches, expected",
    [
        (
            BrowserGymSwitches(),
            """
RootWebArea 'Sample'
    [2] button 'Buy'
        StaticText 'now'
    [3] region 'Gone'
        [4] button 'Sell'
            StaticText 'later'
    [5] generic, live='polite'
        StaticText 'loose'
""",
        ),
        (
            BrowserGymSwitches(skip_generic=False, remove_redundant_static_text=False, hide_bid_if_invisible=True),
            """
RootWebArea 'Sample'
    [1] generic
        [2] button 'Buy'
            StaticText 'Buy'
            StaticText 'now'
    region 'Gone'
        button 'Sell'
            StaticText 'Sell'
            StaticText 'later'
    [5] generic, live='polite'
        StaticText 'loose'
""",
        ),
        (BrowserGymSwitches(filter_som_only=True), "[2] button 'Buy'\n    StaticText 'now'"),
        (BrowserGymSwitches(filter_som_only=True, hide_all_children=True), "StaticText 'now'"),
        (
            BrowserGymSwitches(filter_with_bid_only=True, hide_all_bids=True, ignored_roles=("region",)),
            """
button 'Buy'
    StaticText 'now'
button 'Sell'
    StaticText 'later'
generic, live='polite'
    StaticText 'loose'
""",
        ),
        (
            BrowserGymSwitches(ignored_properties=("live",), ignored_roles=("button",)),
            """
RootWebArea 'Sample'
    StaticText 'Buy'
    StaticText 'now'
    [3] region 'Gone'
        StaticText 'Sell'
        StaticText 'later'
    StaticText 'loose'
    LineBreak ''
""",
        ),
    ],
)
def test_browsergym_switches(switches: BrowserGymSwitches, expected: str) -> None:
    assert render(MIXED, "browsergym", TextOptions(browsergym=switches)).text == tabbed(expected)


def test_browsergym_visible_only_leaves_out_the_text_of_what_it_leaves_out() -> None:
    text = render(MIXED, "browsergym", TextOptions(visible_only=True)).text
    assert text == tabbed("""
RootWebArea 'Sample'
    [2] button 'Buy'
        StaticText 'now'
    [5] generic, live='polite'
        StaticText 'loose'
""")


def test_webarena_form() -> None:
    rendered = render(forms_page(), "webarena", TextOptions(tabs=("Home", "Sign up"), current_tab=1))
    assert rendered.text == tabbed(r"""
Tab 0: Home | Tab 1 (current): Sign up

[1] RootWebArea 'Sign up'
    [2] link 'Harbour Goods'
    [3] button ''
    [4] main ''
        [5] heading 'Create your account'
        [6] StaticText 'Already here? '
        [7] link 'Sign in'
        [8] StaticText '.'
        [9] form 'Account'
            [10] StaticText 'Email'
            [11] textbox 'Email' required: True focused: True
                [12] StaticText 'ada@harbour.test'
            [13] StaticText 'Password'
            [14] textbox 'Password' required: True
            [15] checkbox 'Send me news' checked: false
            [16] combobox 'Country' hasPopup: menu expanded: False
                [17] MenuListPopup ''
                    [18] option 'Canada' selected: True
                    [19] option 'Chile'
                    [20] option 'The "Low" Countries' disabled: True
            [21] slider 'Loudness' orientation: horizontal valuemin: 0 valuemax: 11
            [22] textbox 'Remarks'
                [23] StaticText 'two\nlines'
            [24] StaticText 'Gift wrap'
            [25] button 'Create account' disabled: True
""")
    assert rendered.ids["11"] == "12"
    assert rendered.ids["24"] == "24", "a text's number stands for the element around it"
    assert rendered.ids["1"] == "", "and the root's for the page"


def test_webarena_names_the_page_as_its_only_tab_when_none_are_given() -> None:
    assert render(frames_page(), "webarena").text.startswith("Tab 0 (current): Pay\n\n[1] RootWebArea 'Pay'\n")


def test_webarena_drops_text_told_within_three_lines_and_keeps_apostrophes() -> None:
    view = page("it's here", "one", "two", "it's here", "one", "four", "five", "six", "one")
    assert render(view, "webarena").text.split("\n")[2:] == [
        "[1] RootWebArea 'Sample'",
        '\t[2] StaticText "it\'s here"',
        "\t[3] StaticText 'one'",
        "\t[4] StaticText 'two'",
        "\t[5] StaticText 'four'",
        "\t[6] StaticText 'five'",
        "\t[7] StaticText 'six'",
        "\t[8] StaticText 'one'",
    ]


def test_webarena_lifts_the_children_of_what_a_filter_removes() -> None:
    text = render(MIXED, "webarena", TextOptions(visible_only=True)).text
    assert text.split("\n")[2:] == [
        "[1] RootWebArea 'Sample'",
        "\t[2] button 'Buy'",
        "\t\t[3] StaticText 'now'",
        "\t[4] generic '' live: polite",
        "\t\t[5] StaticText 'loose'",
        "\t[6] LineBreak '\\n'",
    ]


CAPTIONS = {"http://shop.test/media/banner.png?v=3": "waves and a boat"}


@pytest.mark.parametrize(
    "format, line",
    [
        ("browsergym", "\t[9] image '', caption='waves and a boat'"),
        ("webarena", "\t[10] image 'description: waves and a boat, url: http://shop.test/media/banner.png?v=3'"),
        ("marks", "[] [IMG] [description: waves and a boat, url: http://shop.test/media/banner.png?v=3]"),
    ],
)
def test_captions(format: str, line: str) -> None:
    text = render(gallery_page(), format, TextOptions(captions=CAPTIONS)).text  # type: ignore[arg-type]
    assert line in text.split("\n")


def test_marks_form() -> None:
    rendered = render(forms_page(), "marks")
    assert (
        rendered.text
        == """
[1] [A] [Harbour Goods]
[2] [BUTTON] []
[] [StaticText] [Create your account]
[] [StaticText] [Already here?]
[3] [A] [Sign in]
[] [StaticText] [.]
[] [StaticText] [Email]
[4] [INPUT] [Email, value: ada@harbour.test]
[] [StaticText] [Password]
[5] [INPUT] [Password]
[6] [INPUT] [Send me news]
[7] [SELECT] [Country, value: Canada]
[8] [INPUT] [Loudness, value: 7]
[9] [TEXTAREA] [Remarks, value: two lines]
[10] [DIV] [Gift wrap]
[11] [BUTTON] [Create account, disabled]
""".strip()
    )
    assert rendered.ids["10"] == "23"


def test_marks_show_only_what_is_seen_and_cut_long_text() -> None:
    view = orders_page(40)
    text = render(view, "marks").text
    assert "$105.00" in text
    assert "$110.00" not in text, "row 22 begins below the viewport's lower edge"
    long = page(n("paragraph", "", "word " * 100, box=(0, 0, 9, 9)))
    assert len(render(long, "marks").text) == len("[] [StaticText] []") + 200


@pytest.mark.parametrize("view", [forms_page(), orders_page(), gallery_page(), frames_page()])
def test_every_mark_is_listed(view: PageView) -> None:
    ids = render(view, "marks").ids
    assert list(ids.values()) == [element.id for element in view if element.mark]
