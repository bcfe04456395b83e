"""The token budget: always kept, spent on what matters, and honest about what is missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.observe.sample_views import big_page, forms_page, n, orders_page, page, views
from webcosm.observe.budget import BudgetError, estimate_tokens
from webcosm.observe.records import PageView
from webcosm.observe.text import Format, TextOptions, render

FORMATS: tuple[Format, ...] = ("webcosm", "browsergym", "webarena", "marks")
COUNTERS: dict[str, Callable[[str], int]] = {
    "estimate": estimate_tokens,
    "characters": len,
    "words": lambda text: len(text.split()),
    "quarters": lambda text: len(text) // 4,
    "dear whole": lambda text: len(text) + text.count("\n") ** 2,
}


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("", 0),
        ("button", 1),
        ("two words", 2),
        ("internationalisation", 3),
        ("1234567", 3),
        ('[12] link "Home"', 7),
        ("    deeper\n    twice", 4),
        ("日本", 2),
    ],
)
def test_the_estimate(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_the_estimate_of_prose_is_about_a_token_for_four_characters() -> None:
    prose = "The keeper climbed the stairs every evening, lit the lamp, and wrote the weather into a heavy book. " * 10
    assert len(prose) / 6 < estimate_tokens(prose) < len(prose) / 3.5


def test_what_fits_is_not_touched() -> None:
    whole = render(forms_page())
    assert render(forms_page(), "webcosm", TextOptions(budget=estimate_tokens(whole.text))) == whole


def test_rows_that_do_not_fit_are_counted_where_they_were() -> None:
    rendered = render(orders_page(60), "webcosm", TextOptions(budget=300))
    lines = rendered.text.split("\n")
    assert lines[1:5] == [
        'h2: [2] link "Orders"',
        'table "Your orders"',
        " header: No. | [7] Product sort ascending | Price |",
        ' row: 1 | [103] link "Kettle" | $5.00 | [106] button "Remove"',
    ]
    cut = re.fullmatch(r" … (\d+) more rows and 1 more element, scroll down to see them", lines[-1])
    assert cut is not None, lines[-1]
    assert int(cut[1]) + sum(line.startswith(" row:") for line in lines) == 60
    assert list(rendered.ids)[-1] in lines[-2], "only ids that are in the text"


def test_what_is_above_the_viewport_is_up() -> None:
    above = [
        n("paragraph", "", f"old news {i}", id=str(i), tag="p", box=(0, -900 + i, 99, 9), visible=False)
        for i in range(40)
    ]
    view = page(*above, n("button", "Now", id="b", box=(0, 0, 99, 9)), document=(1280, 2000), scroll=(0, 900))
    text = render(view, "webcosm", TextOptions(budget=60)).text
    assert re.search(r"\n… \d+ more texts, scroll up to see them\n", text)
    assert text.endswith('[b] button "Now"')


def ranked_page() -> PageView:
    """One thing of each rank, the least wanted first."""
    filler = "filler " * 30
    return page(
        n("paragraph", "", f"far text {filler}", id="1", tag="p", box=(0, 9000, 99, 20), visible=False),
        n("button", f"far button {filler}", id="2", box=(0, 8000, 99, 20), visible=False, clickable=True),
        n("button", f"near button {filler}", id="3", box=(0, 1000, 99, 20), visible=False, clickable=True),
        n("paragraph", "", f"seen text {filler}", id="4", tag="p", box=(0, 100, 99, 20)),
        n("button", f"seen button {filler}", id="5", box=(0, 200, 99, 20), clickable=True),
        document=(1280, 9999),
    )


def test_the_order_in_which_things_go() -> None:
    names = ["far text", "far button", "near button", "seen text", "seen button"]
    gone: list[str] = []
    for budget in range(estimate_tokens(render(ranked_page()).text) - 1, 50, -1):
        text = render(ranked_page(), "webcosm", TextOptions(budget=budget)).text
        gone += [name for name in names if name not in text and name not in gone]
        assert [name for name in gone if name in text] == [], "what is gone stays gone as the budget shrinks"
    assert gone == names


def test_the_focused_element_stays_longest() -> None:
    view = replace(ranked_page(), focused="2")
    text = render(view, "webcosm", TextOptions(budget=90)).text
    assert "far button" in text
    assert "seen button" not in text


def test_every_visible_control_is_kept_before_anything_out_of_sight() -> None:
    view = big_page()
    wanted = {element.id for element in view if element.visible and element.clickable}
    hidden = {element.id for element in view if element.id and not element.visible}
    for budget in (500, 1000, 2000, 4000):
        ids = set(render(view, "webcosm", TextOptions(budget=budget)).ids)
        assert wanted <= ids or not ids & hidden


def test_ancestors_of_what_is_kept_are_kept() -> None:
    inner = n("button", "Deep", id="9", clickable=True, box=(0, 0, 9, 9))
    for level in range(5):
        noise = [
            n("paragraph", "", f"noise {level} {i}", tag="p", box=(0, 5000, 9, 9), visible=False) for i in range(30)
        ]
        inner = n("region", f"level {level}", *noise, inner, *noise, box=(0, 0, 9, 9), visible=False)
    lines = render(page(inner), "webcosm", TextOptions(budget=200)).text.split("\n")
    kept = [line.strip() for line in lines if "…" not in line and "noise" not in line]
    assert kept == [
        'page "Sample" at http://shop.test/',
        *[f'region "level {level}"' for level in (4, 3, 2, 1, 0)],
        '[9] button "Deep"',
    ]
    assert [len(line) - len(line.lstrip()) for line in lines if "region" in line] == [0, 1, 2, 3, 4]


def test_one_endless_text_is_shortened_rather_than_lost() -> None:
    view = page(n("paragraph", "", "Once upon a time " + "and then " * 5000, tag="p", box=(0, 0, 99, 99)))
    text = render(view, "webcosm", TextOptions(budget=200)).text
    assert '"Once upon a time and then' in text
    assert re.search(r"… \(\d+ more characters\)$", text)


def test_a_note_never_costs_more_than_what_it_replaces() -> None:
    pairs = [
        (n("button", f"Press {i}", id=str(i), box=(0, 0, 9, 9)), n("paragraph", "", "ok", tag="p")) for i in range(20)
    ]
    view = page(*[thing for pair in pairs for thing in pair])
    budget = estimate_tokens(render(view).text) - 5
    text = render(view, "webcosm", TextOptions(budget=budget)).text
    assert "…" in text
    assert "1 more text" not in text, "a note for one short word would be longer than the word"


@given(views(), st.sampled_from(FORMATS), st.sampled_from(sorted(COUNTERS)), st.integers(1, 800))
@settings(max_examples=250, deadline=None)
def test_the_budget_holds_for_any_page_format_and_counter(
    view: PageView, format: Format, name: str, budget: int
) -> None:
    count = COUNTERS[name]
    options = TextOptions(budget=budget, count=count)
    try:
        rendered = render(view, format, options)
    except BudgetError as error:
        least = int(re.findall(r"the least is (\d+)", str(error))[0])
        assert least > budget
        rendered = render(view, format, replace(options, budget=least))
        assert count(rendered.text) <= least
        return
    assert count(rendered.text) <= budget
    assert rendered == render(view, format, options)
    assert all(f"[{shown}]" in rendered.text for shown in rendered.ids)
    whole = iter(render(view, format).text.split("\n"))
    kept = [line for line in rendered.text.split("\n") if "…" not in line]
    assert all(line in whole for line in kept), "what is kept stands in the order of the whole"


def test_an_absurd_budget_is_refused_with_the_least_that_works() -> None:
    with pytest.raises(BudgetError, match=r"a budget of 3 tokens is too small for 'http://shop.test/orders'") as caught:
        render(orders_page(), "webcosm", TextOptions(budget=3))
    least = int(str(caught.value).rsplit(" ", 1)[1])
    assert render(orders_page(), "webcosm", TextOptions(budget=least)).text.endswith(" more elements")
