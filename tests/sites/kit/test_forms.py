"""Forms: what each kind of field accepts, what it refuses and in which words, and what is shown again."""

from __future__ import annotations

import json
import re
from datetime import date
from html import unescape
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sites.kit.sample import EVERYTHING
from webcosm.sites.kit import Field, Form, Upload, Visitor
from webcosm.sites.kit.forms import FieldKind

PICTURE = Upload("dot.png", "image/png", b"12345")
CHOICES = (("r", "Red"), ("g", "Green"))


def one(kind: FieldKind, **more: Any) -> Field:
    return Field("it", "It", kind, choices=CHOICES if kind in ("select", "radio") else (), **more)


def refusal(field: Field, typed: str) -> str:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the text is what the tests compare
        field.read(typed)
    return str(refused.value)


@pytest.mark.parametrize(
    "kind, typed, value",
    [
        ("text", "  plain  ", "plain"),
        ("text", "a\0b", "ab"),
        ("textarea", "  two\r\nlines  ", "  two\nlines  "),
        ("email", " ana@mail.example.test ", "ana@mail.example.test"),
        ("password", "  with spaces ", "  with spaces "),
        ("number", "42", 42),
        ("number", "-7", -7),
        ("number", "+7", 7),
        ("money", "$1,234.50", 123450),
        ("date", "2026-05-14", date(2026, 5, 14)),
        ("select", "g", "g"),
        ("radio", "r", "r"),
        ("checkbox", "on", True),
        ("checkbox", "", False),
        ("hidden", "x", "x"),
        ("tel", "555 0199", "555 0199"),
        ("url", "http://example.test/a?b", "http://example.test/a?b"),
        ("url", "HTTPS://example.test", "HTTPS://example.test"),
    ],
)
def test_accepted(kind: FieldKind, typed: str, value: object) -> None:
    assert one(kind).read(typed) == value


@pytest.mark.parametrize(
    "kind, typed, words",
    [
        ("text", "x" * 5_001, "It may have at most 5,000 characters; this has 5,001."),
        ("textarea", "x" * 5_001, "It may have at most 5,000 characters; this has 5,001."),
        *(
            ("email", typed, "It: write an address like name@example.test.")
            for typed in ("a", "a@b", "a b@c.d", "a@b..c")
        ),
        *(
            ("number", typed, "It must be a whole number.")
            for typed in ("x", "1.5", "1e3", "- 1", "9" * 16, "½", "1 0")
        ),
        *(("money", typed, "It: write an amount like 12.50.") for typed in ("x", "-1", "1.005", "9" * 30)),
        *(("date", typed, "It: write the date like 2026-05-14.") for typed in ("x", "14.5.2026", "2026-02-30", "0")),
        *(
            (kind, typed, "It: choose one of the options.")
            for kind in ("select", "radio")
            for typed in ("x", "R", "Red")
        ),
        *(
            ("url", typed, "It: write an address like http://example.test/.")
            for typed in ("example.test", "javascript:alert(1)", "http://", "http:///x", "ftp://a.test", "http://a b")
        ),
    ],
)
def test_refused(kind: FieldKind, typed: str, words: str) -> None:
    assert refusal(one(kind), typed) == words


@pytest.mark.parametrize("empty", ["", "   ", "\n\t", "\0"])
@pytest.mark.parametrize(
    "kind", ["text", "textarea", "email", "password", "number", "money", "date", "select", "radio"]
)
def test_an_empty_field_is_none_unless_it_is_required(kind: FieldKind, empty: str) -> None:
    assert one(kind).read(empty) is None
    assert refusal(one(kind, required=True), empty) == "It is required."


def test_a_required_checkbox_must_be_ticked() -> None:
    assert refusal(one("checkbox", required=True), "") == "It is required."
    assert one("checkbox", required=True).read("on") is True


@pytest.mark.parametrize(
    "field, typed, words",
    [
        (one("number", min=1), "0", "It must be at least 1."),
        (one("number", max=2_000_000), "2000001", "It must be at most 2,000,000."),
        (one("number", min=0.5), "0", "It must be at least 0.5."),
        (one("money", min=0.05), "0.04", "It must be at least $0.05."),
        (one("money", max=1234.29), "1234.30", "It must be at most $1,234.29."),
        (one("text", min=3), "ab", "It needs at least 3 characters."),
        (one("text", max=3), "abcd", "It may have at most 3 characters; this has 4."),
        (one("text", pattern=r"\d+"), "a", "It: this does not have the right form."),
        (one("text", pattern=r"\d+", pattern_help="digits only."), "1a", "It: digits only."),
        (one("text", check=lambda text: f"{text} is taken."), "ana", "ana is taken."),
        (one("number", check=lambda number: "Odd." if number % 2 else None), "3", "Odd."),
    ],
)
def test_limits_and_checks_say_what_they_want(field: Field, typed: str, words: str) -> None:
    assert refusal(field, typed) == words


@pytest.mark.parametrize(
    "field, typed",
    [
        (one("number", min=-5, max=5), "-5"),
        (one("number", min=-5, max=5), "5"),
        *((one("money", min=edge, max=edge), f"{edge}") for edge in (0.05, 0.29, 1.15, 1234.29)),
        (one("text", min=3, max=3), "abc"),
        (one("text", pattern=r"\d+"), "123"),
        (one("number", check=lambda number: "Odd." if number % 2 else None), "4"),
    ],
)
def test_the_limits_themselves_are_accepted(field: Field, typed: str) -> None:
    field.read(typed)


def test_checks_are_not_asked_about_nothing() -> None:
    assert one("text", check=lambda text: "never").read("") is None


# Whole forms ----------------------------------------------------------------------------------------------------------


def test_a_form_tells_all_that_is_wrong_at_once_and_keeps_what_was_typed() -> None:
    typed = {"text": " x ", "number": "many", "email": "ana@mail.test", "unknown": "y"}
    form = EVERYTHING.read(typed)
    assert not form.valid
    assert form.errors == {"text": "Text needs at least 2 characters.", "number": "Number must be a whole number."}
    assert form.typed["text"] == " x "
    assert form.typed["number"] == "many"
    assert form.values["email"] == "ana@mail.test"
    assert "unknown" not in form.typed


def test_a_form_accepts_one_of_everything() -> None:
    form = EVERYTHING.read({"text": "fine", "checkbox": "on", "money": "3", "url": "http://a.test/"}, {"file": PICTURE})
    assert form.valid, form.errors
    assert form.values["file"] is PICTURE
    assert (form.values["money"], form.values["checkbox"], form.values["date"]) == (300, True, None)


def test_errors_found_later_stand_at_their_field_or_above_all() -> None:
    form = EVERYTHING.read({"text": "fine"})
    assert form.valid
    form.fail("email", "This address has an account already.")
    assert form.errors == {"email": "This address has an account already."}
    other = EVERYTHING.read({"text": "fine"})
    other.fail("", "Something is amiss.")
    assert (other.valid, other.summary) == (False, "Something is amiss.")


def test_a_field_that_a_form_does_not_have_is_a_mistake_with_names() -> None:
    form = Form(Field("a", "A"), Field("b", "B"))
    for reach in (lambda: form["c"], lambda: form.show()["c"], lambda: form.show().fail("c", "wrong")):
        with pytest.raises(KeyError, match="the form has no field 'c'; it has a, b"):
            reach()


@pytest.mark.parametrize(
    "kind, value, typed",
    [
        ("text", "a", "a"),
        ("text", None, ""),
        ("number", 0, "0"),
        ("number", -3, "-3"),
        ("money", 0, "0.00"),
        ("money", 123456789, "1234567.89"),
        ("money", -5, "-0.05"),
        ("date", date(2026, 5, 14), "2026-05-14"),
        ("checkbox", True, "on"),
        ("checkbox", False, ""),
    ],
)
def test_known_values_are_shown_as_one_would_type_them(kind: FieldKind, value: object, typed: str) -> None:
    form = Form(one(kind)).show({"it": value, "unknown": 1})
    assert form.typed == {"it": typed}
    assert form.valid


@given(st.integers(0, 99_999_999_999))
def test_an_amount_that_is_shown_reads_back(cents: int) -> None:
    form = Form(one("money"))
    assert form.read(form.show({"it": cents}).typed).values == {"it": cents}


@given(st.dictionaries(st.sampled_from([field.name for field in EVERYTHING.fields]), st.text(max_size=30)))
def test_any_input_is_a_value_or_an_error(typed: dict[str, str]) -> None:
    form = EVERYTHING.read(typed)
    names = {field.name for field in EVERYTHING.fields}
    assert form.values.keys() | form.errors.keys() == names
    assert not form.values.keys() & form.errors.keys()
    assert all(words.endswith(".") for words in form.errors.values())


# Files ----------------------------------------------------------------------------------------------------------------


def test_files() -> None:
    field = Field("file", "Picture", "file", required=True, max=10)
    form = Form(field)
    assert form.read({}, {"file": PICTURE}).values == {"file": PICTURE}
    for nothing in ({}, {"file": Upload("", "application/octet-stream", b"")}, {"other": PICTURE}):
        assert form.read({}, nothing).errors == {"file": "Picture is required."}
    assert form.read({"file": "typed, not sent"}).errors == {"file": "Picture is required."}
    large = Upload("big.png", "image/png", b"x" * 1_234)
    assert form.read({}, {"file": large}).errors == {"file": "Picture may have at most 10 bytes; big.png has 1,234."}
    assert Form(Field("file", "Picture", "file")).read({}).values == {"file": None}


def test_a_files_contents_can_be_checked() -> None:
    form = Form(Field("file", "P", "file", check=lambda file: None if file.data[:1] == b"1" else "Not a picture."))
    assert form.read({}, {"file": PICTURE}).valid
    assert form.read({}, {"file": Upload("a", "b", b"2")}).errors == {"file": "Not a picture."}


# On the page ----------------------------------------------------------------------------------------------------------


def test_a_form_on_a_page_has_a_label_and_an_input_for_every_field(visitor: Visitor) -> None:
    page = visitor.get("/everything").text
    for field in EVERYTHING.fields:
        assert f'name="{field.name}"' in page
        if field.kind != "hidden":
            assert field.label in page
        if field.kind not in ("hidden", "radio", "checkbox"):
            assert f'<label for="{field.name}">' in page
            assert page.count(f'id="{field.name}"') == 1
    assert 'value="&lt;begin&gt;"' in page
    assert 'value="12.34"' in page
    assert re.search(r'type="checkbox"[^>]* checked', page)
    assert re.search(r'type="radio" name="radio" value="l" checked', page)


def test_a_refused_form_is_shown_again_with_input_and_errors_tied_to_the_fields(visitor: Visitor) -> None:
    visitor.get("/everything")
    typed = {"text": '"<!>', "number": "many", "select": "g", "radio": "x", "hidden": "too long", "password": "secret"}
    answer = visitor.post("/everything", typed)
    assert answer.status == 422
    page = answer.text
    assert 'value="&#34;&lt;!&gt;"' in page
    assert '<p class="error" id="text-error">Text: leave out exclamation marks.</p>' in page
    assert re.search(r'<input type="number" id="number"[^>]* aria-invalid="true" aria-describedby="number-error"', page)
    assert re.search(r'<fieldset aria-invalid="true" aria-describedby="radio-error">', page)
    assert "Hidden may have at most 3 characters" in page, "also what is wrong with a field that nobody sees"
    assert '<option value="g" selected>' in page
    assert "secret" not in page
    assert visitor.world.changes() == []


def test_an_accepted_form_with_a_file_reaches_the_page(visitor: Visitor) -> None:
    visitor.get("/everything")
    answer = visitor.post("/everything", {"text": "fine", "money": "2.50"}, {"file": PICTURE})
    assert answer.status == 200
    values = json.loads(answer.text)
    assert values["money"] == "250"
    assert values["file"] == str(PICTURE)


@given(st.text(max_size=40).filter(lambda text: "\r" not in text))
@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_a_text_area_shows_exactly_what_was_typed(visitor: Visitor, typed: str) -> None:
    visitor.get("/everything")
    page = visitor.post("/everything", {"text": "", "textarea": typed}).text
    shown = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert shown, "the first line break of a text area is the browser's to drop"
    assert unescape(shown[1].replace("\0", "")) == typed.replace("\0", "")
