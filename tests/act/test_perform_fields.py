"""Fields of every kind: filled, typed into, cleared; wrong values refused with the form that is accepted."""

from __future__ import annotations

import pytest

from tests.act.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TYPED = {
    "Text": ("text", "new words"),
    "Search": ("search", "blue lamp"),
    "Password": ("password", "s3cret!"),
    "Mail": ("email", "ada@example.test"),
    "Area": ("area", "line one\nline two"),
    "Number": ("number", "-12.5"),
}
SET = {
    "Date": ("date", "2026-05-14"),
    "Time": ("time", "14:30"),
    "Moment": ("moment", "2026-05-14T14:30"),
    "Month": ("month", "2026-05"),
    "Week": ("week", "2026-W20"),
    "Colour": ("colour", "#2f5d62"),
    "Range": ("range", "35"),
}


@pytest.mark.parametrize("name", TYPED)
async def test_filling_a_text_field_is_real_input(at: Stage, name: str) -> None:
    await at.open("fields.html")
    id, words = TYPED[name]
    await at.act(f"fill('{{{name}}}', {words!r})")
    assert await at.value(id) == words
    events = await at.seen("input")
    assert events
    assert all(event["on"] == id and event["trusted"] for event in events)


@pytest.mark.parametrize("name", SET)
async def test_filling_a_field_that_is_made_of_pieces(at: Stage, name: str) -> None:
    await at.open("fields.html")
    id, words = SET[name]
    await at.act(f"fill('{{{name}}}', {words!r})")
    assert await at.value(id) == words
    events = [(event["type"], event["on"], event["value"]) for event in await at.seen("input", "change")]
    assert events == [("input", id, words), ("change", id, words)]


async def test_filling_rich_text_replaces_all_of_it(at: Stage) -> None:
    await at.open("fields.html")
    await at.act("fill('{Rich}', 'all new')")
    assert await at.js("rich.innerText") == "all new"
    assert all(event["trusted"] for event in await at.seen("input"))


WRONG = {
    "Date": ("14 May 2026", "does not take '14 May 2026' as a date; write it like 2026-05-14"),
    "Time": ("half past two", "does not take 'half past two' as a time; write it like 14:30"),
    "Moment": ("2026-05-14", "does not take '2026-05-14' as a datetime-local; write it like 2026-05-14T14:30"),
    "Month": ("May", "does not take 'May' as a month; write it like 2026-05"),
    "Week": ("20", "does not take '20' as a week; write it like 2026-W20"),
    "Colour": ("petrol", "does not take 'petrol' as a color; write it like #2f5d62"),
    "Range": ("70", "does not take '70' as a range; write it like a number from 0 to 50"),
    "Number": ("many", "takes a number only, not 'many'"),
}


@pytest.mark.parametrize("name", WRONG)
async def test_a_wrong_value_is_refused_with_the_accepted_form_and_changes_nothing(at: Stage, name: str) -> None:
    await at.open("fields.html")
    id = {**TYPED, **SET}[name][0]
    before = await at.value(id)
    words, reason = WRONG[name]
    assert await at.refused(f"fill('{{{name}}}', {words!r})") == f"element {{{name}}} {reason}"
    assert await at.value(id) == before
    assert await at.seen("input", "change") == []


async def test_a_colour_may_be_written_in_capitals(at: Stage) -> None:
    await at.open("fields.html")
    await at.act("fill('{Colour}', '#2F5D62')")
    assert await at.value("colour") == "#2f5d62"


@pytest.mark.parametrize("name", [*TYPED, *SET])
async def test_clearing(at: Stage, name: str) -> None:
    await at.open("fields.html")
    id, words = {**TYPED, **SET}[name]
    await at.act(f"fill('{{{name}}}', {words!r})")
    await at.act(f"clear('{{{name}}}')")
    assert await at.value(id) == {"colour": "#000000", "range": "25"}.get(id, "")  # these two are never empty


async def test_autocomplete_presses_a_key_for_the_last_character(at: Stage) -> None:
    await at.open("fields.html")
    await at.act("fill('{Search}', 'lamp', autocomplete=True)")
    assert await at.value("search") == "lamp"
    assert [(event["key"], event["trusted"]) for event in await at.seen("keydown")] == [("p", True)]


async def test_typing_goes_after_what_is_there_key_by_key(at: Stage) -> None:
    await at.open("fields.html")
    await at.act("type('{Text}', ', ok')")
    assert await at.value("text") == "old words, ok"
    assert [event["key"] for event in await at.seen("keydown")] == [",", " ", "o", "k"]
    assert await at.seen("submit") == []


async def test_typing_into_rich_text_and_a_text_area(at: Stage) -> None:
    await at.open("fields.html")
    await at.act("type('{Rich}', '!')")
    await at.act("type('{Area}', '\\nsecond')")
    assert await at.js("rich.innerText") == "old bold words!"
    assert await at.value("area") == "first\nsecond"


async def test_typing_can_submit_the_form(at: Stage) -> None:
    await at.open("fields.html")
    await at.act("type('{Search}', 'lamp', submit=True)")
    assert [event["key"] for event in await at.seen("keydown")] == ["l", "a", "m", "p", "Enter"]
    assert [event["trusted"] for event in await at.seen("submit")] == [True]


async def test_a_combination_of_keys_in_a_field(at: Stage) -> None:
    await at.open("fields.html")
    await at.act("press('{Text}', 'Control+a')")
    await at.act("press('{Text}', 'Backspace')")
    assert await at.value("text") == ""


@pytest.mark.parametrize("action", ["fill('{%s}', 'x')", "type('{%s}', 'x')", "clear('{%s}')"])
@pytest.mark.parametrize("name, why", [("Fixed", "(input) is not a field that can be edited"), ("Off", "is disabled")])
async def test_fields_that_take_nothing(at: Stage, action: str, name: str, why: str) -> None:
    await at.open("fields.html")
    assert await at.refused(action % name) == f"element {{{name}}} {why}"


async def test_unusual_words_arrive_as_they_are(at: Stage) -> None:
    await at.open("fields.html")
    words = "Straße 7 – “ü” 日本 \U0001f600 <b>&amp;</b> $ {} \\n"
    await at.act(f"fill('{{Text}}', {words!r})")
    assert await at.value("text") == words
    await at.act(f"clear('{{Search}}')\ntype('{{Search}}', {words!r})")
    assert await at.value("search") == words


LINES = "".join(f"{number}  & <b>x</b>\n\n" for number in range(2_000)) + "the last"
"""4,001 lines. Typed one by one they hang the browser."""


@pytest.mark.parametrize("action", ["fill('{Area}', %r)", "clear('{Area}')\ntype('{Area}', %r)"])
async def test_thousands_of_lines_are_put_in_at_once(fresh: Stage, action: str) -> None:
    await fresh.open("fields.html")
    await fresh.act(action % LINES)
    assert await fresh.value("area") == LINES
    events = await fresh.seen("input")
    assert events[-1]["trusted"]
    assert len(events) <= 2  # of which one clears the field


@pytest.mark.parametrize("action", ["keyboard_type(%r)", "keyboard_insert(%r)"])
async def test_thousands_of_lines_go_where_the_focus_is(fresh: Stage, action: str) -> None:
    await fresh.open("fields.html")
    await fresh.act("clear('{Area}')")
    await fresh.do(action % LINES)
    assert await fresh.value("area") == LINES


async def test_thousands_of_lines_in_a_field_of_one_line(fresh: Stage) -> None:
    await fresh.open("fields.html")
    await fresh.act(f"fill('{{Text}}', {'line' * 4_000!r})")
    assert await fresh.value("text") == "line" * 4_000
    await fresh.act(f"fill('{{Text}}', {LINES!r})")
    assert await fresh.value("text") == LINES.replace("\n", " ")


@pytest.mark.parametrize("text", [LINES, "many words of one line " * 2_000], ids=["lines", "one line"])
@pytest.mark.parametrize("field", ["Text", "Area"])
async def test_no_text_is_so_long_that_typing_it_hangs_the_browser(fresh: Stage, field: str, text: str) -> None:
    await fresh.open("fields.html")
    await fresh.act(f"clear('{{{field}}}')\ntype('{{{field}}}', {text!r})")
    assert await fresh.value(field.lower()) == (text.replace("\n", " ") if field == "Text" else text)
    assert len(await fresh.seen("input")) <= 2  # of which one clears the field


SOME_LINES = " first  two spaces \n\n<b>not bold</b> & so on\n" * 60


@pytest.mark.parametrize(
    "rich", ["<div contenteditable>old</div>", "<div contenteditable style='white-space: pre-wrap'>"]
)
async def test_many_lines_of_rich_text_read_as_if_they_were_typed(fresh: Stage, rich: str) -> None:
    async def filled(lines: str, *, typed: bool) -> str:
        await fresh.open("fields.html")
        await fresh.js(f"() => {{ document.body.innerHTML = {rich!r}; document.body.firstChild.ariaLabel = 'Rich' }}")
        if typed:
            await fresh.js(
                "() => { const it = document.body.firstChild; it.focus(); getSelection().selectAllChildren(it) }"
            )
            await fresh.window.tab.input("Input.insertText", {"text": lines})
        else:
            await fresh.act(f"fill('{{Rich}}', {lines!r})")
        return str(await fresh.js("document.body.firstChild.innerText.replaceAll('\\u00a0', ' ').trimEnd()"))

    assert await filled(SOME_LINES, typed=False) == await filled(SOME_LINES, typed=True)


async def test_many_lines_keep_to_the_rules_of_their_field(fresh: Stage) -> None:
    await fresh.open("fields.html")
    await fresh.js("() => { area.maxLength = 30 }")
    await fresh.act(f"fill('{{Area}}', {LINES!r})")
    assert await fresh.value("area") == LINES[:30]
    await fresh.js(
        "() => { area.maxLength = 100000; area.addEventListener('beforeinput', (event) => event.preventDefault()) }"
    )
    await fresh.act(f"fill('{{Area}}', {'no' + LINES!r})")
    assert await fresh.value("area") == LINES[:30]
    await fresh.act("click('{Text}')")
    assert [event["on"] for event in await fresh.seen("change")] == ["area"]


async def test_a_page_that_keeps_the_value_itself_hears_of_many_lines(fresh: Stage) -> None:
    """As React does: it sets the field to what it heard of last, and takes for news only what differs from it."""
    await fresh.open("fields.html")
    await fresh.js("""() => {
      const native = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
      let known = area.value;
      Object.defineProperty(area, "value", {
        get() { return native.get.call(this); },
        set(text) { known = text; native.set.call(this, text); },
      });
      area.addEventListener("input", () => {
        if (area.value === known) return;
        window.state = area.value;
        area.value = state;
      });
    }""")
    await fresh.act(f"fill('{{Area}}', {LINES!r})")
    assert await fresh.js("state") == LINES
    assert await fresh.js("area.value") == LINES
