"""Every action there is, declared once. The functions are signatures only; they are never run."""

from __future__ import annotations

from typing import Annotated, Literal

from webcosm.act.actions import Also, action
from webcosm.act.values import ElementId, Json, Keys, Number, Text, Url

FARTHEST = 100_000  # CSS pixels; longer than any page worth scrolling in one step
LONGEST_WAIT = 60_000  # milliseconds of page time

Target = Annotated[str, ElementId(), Also("bid"), "Id of the element."]
Button = Annotated[Literal["left", "middle", "right"], "Which mouse button."]
Modifier = Literal["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]
Modifiers = Annotated[tuple[Modifier, ...], "Keys held down meanwhile."]
X = Annotated[float, Number(0, FARTHEST, span="x"), "Distance from the viewport's left edge."]
Y = Annotated[float, Number(0, FARTHEST, span="y"), "Distance from the viewport's top edge."]
Across = Annotated[
    float, Number(-FARTHEST, FARTHEST, span=(-300, 300)), Also("delta_x"), "Pixels to the right; negative: left."
]
Down = Annotated[float, Number(-FARTHEST, FARTHEST, span=(-600, 600)), Also("delta_y"), "Pixels down; negative: up."]
Combination = Annotated[str, Keys(), "A key, or keys joined by '+': 'Enter', 'Control+a'."]
OneKey = Annotated[str, Keys(combined=False), "One key: 'Shift', 'a', 'ArrowDown'."]
Words = Annotated[str, Text()]
Some = Annotated[str, Text(shortest=1)]
Files = Annotated[Some | tuple[Some, ...], Also("file"), "Name of a file that comes with the task, or a list of names."]
Index = Annotated[int, Number(0, 999, whole=True, span=(0, 3)), "The tab's number in the observation, from 0."]


# -- page ----------------------------------------------------------------------------------------------------------


@action("page", "noop()", looks_only=True, aliases=("wait",))
def noop(
    milliseconds: Annotated[
        float, Number(0, LONGEST_WAIT, span=(0, 2000)), Also("wait_ms"), "How long, in milliseconds of the page's time."
    ] = 1000,
) -> None:
    """Do nothing for a while, and look again."""


@action("page", "wait_for('Order placed')", looks_only=True)
def wait_for(
    text: Annotated[Some, "The text to wait for, as it is shown on the page."],
    milliseconds: Annotated[
        float, Number(0, LONGEST_WAIT, span=(0, 2000)), "How long at most, in milliseconds of the page's time."
    ] = 5000,
) -> None:
    """Wait until a text can be seen on the page."""


@action("page", "scroll(0, 500)", looks_only=True)
def scroll(dx: Across, dy: Down) -> None:
    """Scroll the page, as with the mouse wheel."""


# -- element -------------------------------------------------------------------------------------------------------


@action("element", "click('a12')")
def click(id: Target, button: Button = "left", modifiers: Modifiers = ()) -> None:
    """Click an element."""


@action("element", "dblclick('12')")
def dblclick(id: Target, button: Button = "left", modifiers: Modifiers = ()) -> None:
    """Double-click an element."""


@action("element", "hover('b8')")
def hover(id: Target) -> None:
    """Move the mouse over an element and leave it there, to open a menu or show a hint."""


@action("element", "fill('237', 'blue lamp')")
def fill(
    id: Target,
    text: Annotated[Words, Also("value"), "What the field shall hold."],
    autocomplete: Annotated[
        bool, Also("enable_autocomplete_menu"), "Type the last character as a key press, so that suggestions open."
    ] = False,
) -> None:
    """Set a field's content, in place of what it held. Works for text fields, dates, times, numbers and rich text."""


@action("element", "type('7', 'blue lamp', submit=True)", name="type")
def type_(
    id: Target,
    text: Annotated[Words, "What to type, key by key."],
    submit: Annotated[bool, "Press Enter afterwards."] = False,
) -> None:
    """Click a field and type at its end, after what it already holds."""


@action("element", "clear('996')")
def clear(id: Target) -> None:
    """Empty a field."""


@action("element", "press('88', 'Control+a')")
def press(id: Target, keys: Annotated[Combination, Also("key_comb")]) -> None:
    """Focus an element and press a key or a combination of keys."""


@action("element", "focus('b455')")
def focus(id: Target) -> None:
    """Give an element the keyboard focus."""


@action("element", "select_option('c48', ['red', 'blue'])")
def select_option(
    id: Target,
    options: Annotated[Words | tuple[Words, ...], "Label or value of the option, or a list of them."],
) -> None:
    """Choose in a select field; with a list, exactly these options are chosen."""


@action("element", "check('55')")
def check(id: Target) -> None:
    """Tick a check box, switch or radio button; nothing happens if it already is."""


@action("element", "uncheck('55')")
def uncheck(id: Target) -> None:
    """Take the tick from a check box or switch; nothing happens if there is none."""


@action("element", "drag_and_drop('56', '498')")
def drag_and_drop(
    from_id: Annotated[str, ElementId(), Also("from_bid"), "Id of the element to drag."],
    to_id: Annotated[str, ElementId(), Also("to_bid"), "Id of the element to drop it on."],
) -> None:
    """Drag one element onto another."""


@action("element", "upload_file('572', 'receipt.pdf')")
def upload_file(id: Target, files: Files) -> None:
    """Choose files in a file field, or in the file chooser that a click on the element opens."""


@action("element", "scroll_element('31', 0, 200)", looks_only=True)
def scroll_element(id: Target, dx: Across, dy: Down) -> None:
    """Scroll inside an element that has its own scrolling area."""


@action("element", "scroll_to('a40')", looks_only=True)
def scroll_to(id: Target) -> None:
    """Scroll until an element is in view."""


# -- mouse ---------------------------------------------------------------------------------------------------------


@action("mouse", "scroll_at(640, 360, 0, 300)", looks_only=True)
def scroll_at(x: X, y: Y, dx: Across, dy: Down) -> None:
    """Turn the mouse wheel at a point, so that whatever lies there scrolls."""


@action("mouse", "mouse_move(65, 158.5)", looks_only=True)
def mouse_move(x: X, y: Y) -> None:
    """Move the mouse to a point."""


@action("mouse", "mouse_down(140, 580, button='right')")
def mouse_down(x: X, y: Y, button: Button = "left") -> None:
    """Move the mouse to a point, press a button and keep it down."""


@action("mouse", "mouse_up(250, 120)")
def mouse_up(x: X, y: Y, button: Button = "left") -> None:
    """Move the mouse to a point and let a button go."""


@action("mouse", "mouse_click(887, 68)")
def mouse_click(x: X, y: Y, button: Button = "left", modifiers: Modifiers = ()) -> None:
    """Click at a point."""


@action("mouse", "mouse_dblclick(5, 236)")
def mouse_dblclick(x: X, y: Y, button: Button = "left", modifiers: Modifiers = ()) -> None:
    """Double-click at a point."""


@action("mouse", "mouse_tripleclick(410, 300)")
def mouse_tripleclick(x: X, y: Y) -> None:
    """Click three times at a point, which selects the paragraph or all of a field's text."""


@action("mouse", "mouse_drag(10, 325, 235, 24)", aliases=("mouse_drag_and_drop",))
def mouse_drag(from_x: X, from_y: Y, to_x: X, to_y: Y) -> None:
    """Drag with the left mouse button from one point to another."""


@action("mouse", "mouse_upload_file(132, 547, ['front.png', 'back.png'])")
def mouse_upload_file(x: X, y: Y, files: Files) -> None:
    """Click at a point and choose files in the file chooser that opens."""


# -- keyboard ------------------------------------------------------------------------------------------------------


@action("keyboard", "keyboard_down('Shift')")
def keyboard_down(key: OneKey) -> None:
    """Press a key and keep it down."""


@action("keyboard", "keyboard_up('Shift')")
def keyboard_up(key: OneKey) -> None:
    """Let a key go."""


@action("keyboard", "keyboard_press('Control+Shift+ArrowLeft')")
def keyboard_press(keys: Annotated[Combination, Also("key")]) -> None:
    """Press a key or a combination of keys."""


@action("keyboard", "keyboard_type('Hello world!')")
def keyboard_type(text: Annotated[Words, "What to type, key by key."]) -> None:
    """Type a text where the focus is."""


@action("keyboard", "keyboard_insert('Straße 7')", aliases=("keyboard_insert_text",))
def keyboard_insert(text: Annotated[Words, "What to insert, all at once."]) -> None:
    """Insert a text where the focus is without key presses, as pasting does."""


# -- navigation ----------------------------------------------------------------------------------------------------


@action("navigation", "goto('http://shop.test/')")
def goto(url: Annotated[str, Url(), "The address; http:// may be left out."]) -> None:
    """Open an address of this web in this tab."""


@action("navigation", "go_back()")
def go_back() -> None:
    """Go back to the previous page of this tab."""


@action("navigation", "go_forward()")
def go_forward() -> None:
    """Go forward to the next page of this tab, after going back."""


@action("navigation", "reload()")
def reload() -> None:
    """Load this page anew."""


# -- tabs ----------------------------------------------------------------------------------------------------------


@action("tabs", "new_tab(url='http://wiki.test/')")
def new_tab(
    url: Annotated[Annotated[str, Url()] | None, "Address to open there; the tab is empty without."] = None,
) -> None:
    """Open a new tab and turn to it."""


@action("tabs", "tab_focus(2)", looks_only=True, aliases=("page_focus",))
def tab_focus(index: Index) -> None:
    """Turn to another tab."""


@action("tabs", "tab_close()", aliases=("close_tab", "page_close"))
def tab_close(index: Annotated[Index | None, "The tab's number from 0; this tab without."] = None) -> None:
    """Close a tab."""


# -- dialog --------------------------------------------------------------------------------------------------------


@action("dialog", "accept_dialog()")
def accept_dialog(text: Annotated[Words | None, "What to answer when the dialog asks for a text."] = None) -> None:
    """Press OK in the open dialog."""


@action("dialog", "dismiss_dialog()")
def dismiss_dialog() -> None:
    """Press Cancel in the open dialog."""


# -- chat and finish -----------------------------------------------------------------------------------------------


@action("chat", "send_msg_to_user('The order is on its way.')")
def send_msg_to_user(text: Annotated[Words, "The message."]) -> None:
    """Write to the user in the chat. Where the task asks a question, the last message is the answer."""


@action("finish", "answer('14.50')")
def answer(text: Annotated[Annotated[str, Json()], "The answer alone, in the form the task asks for."]) -> None:
    """Give the final answer and end the episode."""


@action("finish", "report_infeasible('The shop sells no such lamp.')")
def report_infeasible(
    reason: Annotated[Words, "What stands in the way, in a sentence: which thing, and what is the matter with it."],
) -> None:
    """Say that the task cannot be done and what stands in the way, and end the episode."""


@action("finish", "stop()")
def stop() -> None:
    """End the episode without an answer, once everything that was asked for is done."""


# -- code ----------------------------------------------------------------------------------------------------------


@action("code", "python('await page.mouse.click(10, 20)')", unsafe=True)
def python(code: Annotated[Some, "The code; `page` is the Playwright page of the active tab."]) -> None:
    """Run Python code in the process that drives the browser. Nothing contains it: only for agents you trust."""
