"""Work is bounded by the size of what was sent: nothing that an agent can write keeps a site busy for long.

What is too large is refused, with a message that says how large it may be. For the rest, the sweep gives every parser
nasty texts of growing size and compares the work: four times as much may take four times as long, not sixteen times.
"""

from __future__ import annotations

import io
import json
import statistics
import time
from collections.abc import Callable

import pytest
from PIL import Image

from webcosm.sites.admin.catalog.product_form import MOST_PIXELS, _no_picture
from webcosm.sites.calc.evaluate import LENGTH_LIMIT, CalcError, evaluate
from webcosm.sites.forum.pages.shell import marked
from webcosm.sites.forum.rules.notices import mentioned
from webcosm.sites.kit import Addresses, Field, Form, TooLarge, Upload
from webcosm.sites.kit.body import JSON_LIMIT, read_json
from webcosm.sites.kit.errors import BadRequest
from webcosm.sites.kit.folding import folded
from webcosm.sites.kit.formats import slug
from webcosm.sites.kit.listing import LONGEST_SEARCH, MOST_WORDS, match_query
from webcosm.sites.kit.markdown import render_markdown
from webcosm.sites.notes import text as notes

ACCENTS = "\u0300\u0316"
"""Two that stand in the wrong order: to sort a row of them, each is compared with all before it."""

# What is too large ----------------------------------------------------------------------------------------------------


def test_a_long_row_of_blanks_is_refused_like_any_long_text() -> None:
    form = Form(Field("name", "Name", max=100)).read({"name": "a" + " " * 1_000_000 + "a"})
    assert form.errors == {"name": "Name may have at most 100 characters; this has 1,000,002."}


@pytest.mark.parametrize(
    "typed, kept",
    [("a \n\n b", "a b"), ("a\r\nb", "a b"), ("a  b", "a  b"), ("a\t\rb\n", "a b")],
)
def test_what_is_pasted_into_one_line_becomes_one_line(typed: str, kept: str) -> None:
    assert Form(Field("name", "Name")).read({"name": typed}).values["name"] == kept


def test_25_000_empty_headings_are_shown_each_with_an_anchor_of_its_own() -> None:
    headings = render_markdown("#\n" * 25_000).headings
    assert len({heading.anchor for heading in headings}) == 25_000
    assert [heading.anchor for heading in headings[:3]] == ["x", "x-2", "x-3"]


def test_anchors_that_look_like_numbered_ones_stay_apart() -> None:
    headings = render_markdown("# a-2\n# a\n# a\n# a-2\n# a\n# content\n").headings
    assert [heading.anchor for heading in headings] == ["a-2", "a", "a-3", "a-2-2", "a-4", "content-2"]


def test_a_small_text_makes_no_large_table() -> None:
    wide = "|a" * 3_000 + "\n" + "|-" * 3_000 + "\n" + "|b\n" * 3_000
    assert render_markdown(wide).html.count("<td>") < 100_000, "rows are not filled up without end"


def test_a_search_looks_at_the_first_words_only() -> None:
    assert match_query("word " * 100_000) == " ".join(['"word"'] * (MOST_WORDS - 1) + ['"word"*'])
    assert len(match_query("a" + ACCENTS * 100_000) or "") <= LONGEST_SEARCH + 3


def test_accents_fold_as_they_did_one_by_one() -> None:
    assert folded("Crème BRÛLÉE ﬁ Å e" + ACCENTS * 100_000) == "creme brulee fi a e"
    assert slug("Crème brûlée, 2 cups" + ACCENTS * 100_000) == "creme-brulee-2-cups"


@pytest.mark.parametrize(
    "expression",
    [
        "9^9^9^9",
        "1000!^1000!",
        "1000!*" * 80 + "1",
        "2^" * 240 + "2",
        "1000!!!!",
        "-" * 490 + "1",
        "(" * 200 + "1" + ")" * 200,
        "1" * (LENGTH_LIMIT + 1),
    ],
)
def test_the_calculator_refuses_what_would_take_long(expression: str) -> None:
    with pytest.raises(CalcError):
        evaluate(expression)


def test_json_is_bounded_in_size_depth_and_digits() -> None:
    with pytest.raises(TooLarge, match="at most 1,000,000 bytes"):
        read_json(b'"' + b"a" * JSON_LIMIT + b'"', "application/json")
    for nasty in (b"[" * 100_000, b'{"a":' * 100_000, b"9" * 100_000, b"1e" + b"9" * 100_000):
        with pytest.raises(BadRequest):
            read_json(nasty, "application/json")


def picture(size: tuple[int, int], kind: str) -> Upload:
    file = io.BytesIO()
    Image.new("1", size).save(file, kind)
    return Upload(f"bomb.{kind.lower()}", f"image/{kind.lower()}", file.getvalue())


def test_a_small_file_with_a_huge_picture_in_it_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = picture((MOST_PIXELS * 2, MOST_PIXELS * 2), "PNG")
    assert len(bomb.data) < 100_000
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _: pytest.fail("it was unpacked"))
    assert _no_picture(bomb) == "bomb.png is larger than 4,000 pixels."


@pytest.mark.parametrize("kind", ["GIF", "TIFF", "BMP", "EPS"])
def test_pictures_of_other_kinds_are_not_even_opened(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some unpack without end, and one starts a program."""
    file = io.BytesIO()
    Image.new("L", (4, 4)).save(file, kind)
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _: pytest.fail("it was unpacked"))
    assert _no_picture(Upload("x", "image/png", file.getvalue())) == "x is no PNG or JPEG image."


# What is read ---------------------------------------------------------------------------------------------------------

NASTY: dict[str, Callable[[int], str]] = {
    "blanks": lambda n: "a" + " " * n + "a",
    "lines": lambda n: " \n" * n,
    "accents": lambda n: "a" + ACCENTS * n,
    "headings": lambda n: "#\n" * n,
    "quotes": lambda n: ">" * n,
    "bullets": lambda n: "- " * n,
    "ticks": lambda n: "- [ ] \n" * n,
    "brackets": lambda n: "[" * n,
    "links": lambda n: "[a](" * n,
    "pictures": lambda n: "![[" * n,
    "stars": lambda n: "**a*" * n,
    "underscores": lambda n: "*_" * n,
    "tildes": lambda n: "~~a" * n,
    "cells": lambda n: "|a" * n + "\n" + "|-" * n + "\n" + "|b" * n,
    "references": lambda n: "[a]: /x 'b\n" * n,
    "entities": lambda n: "&a" * n,
    "tags": lambda n: "<a:" * n,
    "comments": lambda n: "<!--" * n,
    "underlines": lambda n: "a\n=" * n,
    "fences": lambda n: "```\n" * n,
    "words": lambda n: "a'" * n + "!",
    "commas": lambda n: "a," * n,
    "dots": lambda n: "a@" + "a." * n,
    "mentions": lambda n: "@ab u/cd f/ef " * n,
    "dotted mentions": lambda n: "@a" + ".-" * n,
    "code": lambda n: "`@ab` " * n,
}


FORM = Form(
    Field("text", "Text", max=10**9),
    Field("textarea", "Text", "textarea", max=10**9),
    Field("email", "Address", "email", max=10**9),
    Field("url", "Address", "url", max=10**9),
    Field("number", "Number", "number"),
    Field("money", "Amount", "money"),
    Field("date", "Day", "date"),
)


def read_form(text: str) -> object:
    return FORM.read({field.name: text for field in FORM.fields})


def read_note(text: str) -> object:
    return notes.blocks(text), notes.word_count(text), notes.excerpt(text), notes.progress(text)


def read_tags(text: str) -> None:
    try:
        notes.read_tags(text)
    except ValueError:
        pass


def read_text_as_json(text: str) -> object:
    return read_json(json.dumps([text] * 3)[:JSON_LIMIT].encode(), "application/json")


def read_post(text: str) -> object:
    return marked(text, Addresses({})), mentioned(text)


PARSERS: dict[str, Callable[[str], object]] = {
    "markdown": render_markdown,
    "post": read_post,
    "search": match_query,
    "folding": folded,
    "slug": slug,
    "form": read_form,
    "note": read_note,
    "tags": read_tags,
    "json": read_text_as_json,
}
SIZE, TIMES, MOST = 4_000, 4, 9.0
"""Of the smaller text; how many times as large the other is; how many times as much work it may be: between four, and
the sixteen of work that grows with the square."""
NOTHING = 0.01
"""Seconds of the processor that are not worth comparing."""


def work(parse: Callable[[str], object], text: str) -> float:
    """Seconds of the processor, of this thread alone: the middle one of five."""
    taken = []
    for _ in range(5):
        begun = time.thread_time()
        parse(text)
        taken.append(time.thread_time() - begun)
    return statistics.median(taken)


@pytest.mark.sweep
@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("nasty", NASTY)
def test_work_grows_with_the_text_and_not_with_its_square(parser: str, nasty: str) -> None:
    parse, make = PARSERS[parser], NASTY[nasty]
    parse(make(10))
    small, large = (work(parse, make(size)) for size in (SIZE, SIZE * TIMES))
    assert large < NOTHING or large / max(small, NOTHING / 100) < MOST, f"{small:.4f} s, then {large:.4f} s"
