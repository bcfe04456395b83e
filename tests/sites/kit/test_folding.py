"""Text is compared without regard to capital letters and accents, in Python and in SQL alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webcosm.lore import Lore
from webcosm.sites.kit.folding import BARRED, contains, folded, pattern, same
from webcosm.worlds import Database


@pytest.fixture(scope="module")
def db() -> Iterator[Database]:
    connection = apsw.Connection(":memory:")
    yield Database(connection)
    connection.close()


@pytest.mark.parametrize(
    "text, plain",
    [
        ("Inés", "ines"),
        ("INE\u0301S", "ines"),
        ("Cường Trần", "cuong tran"),
        ("Bảo Đinh", "bao dinh"),
        ("Agneta Sørensen", "agneta sorensen"),
        ("Danuta Kozłowski", "danuta kozlowski"),
        ("Straße", "strasse"),
        ("100% Wool_A", "100% wool_a"),
        ("", ""),
    ],
)
def test_capitals_and_accents_do_not_count(text: str, plain: str) -> None:
    assert folded(text) == folded(text.upper()) == plain


@pytest.mark.parametrize(
    "value, text, found",
    [
        ("Inés", "ines", True),
        ("Inés", "INÉS", True),
        ("Ines", "Inés", True),
        ("Inés Núñez", "s nun", True),
        ("Inès", "inez", False),
        ("100% Wool", "0% w", True),
        ("100 Wool", "0% w", False),
        ("snake_case", "E_C", True),
        ("snake-case", "e_c", False),
        ("back\\slash", "K\\S", True),
        (None, "x", False),
        (1042, "04", True),
    ],
)
def test_containing(db: Database, value: str | int | None, text: str, found: bool) -> None:
    assert bool(db.value(f"SELECT {contains(db, 'value')} FROM (SELECT ? AS value)", pattern(text), value)) is found


@pytest.mark.parametrize("typed", ["Sørensen", "SØRENSEN", "sorensen"])
def test_being_the_same(db: Database, typed: str) -> None:
    sql = f"SELECT {same(db, 'value')} FROM (SELECT ? AS value)"
    assert db.value(sql, typed, "Sørensen") == 1
    assert db.value(sql, typed, "Sørensens") == 0


@given(st.text(), st.text())
def test_sql_agrees_with_python(db: Database, value: str, text: str) -> None:
    value, text = value.replace("\0", ""), text.replace("\0", "")
    found = db.value(f"SELECT {contains(db, 'value')} FROM (SELECT ? AS value)", pattern(text), value)
    assert bool(found) == (folded(text) in folded(value))


def test_people_with_accents_are_found_by_plain_letters(db: Database) -> None:
    people = [f"{person.given_name} {person.family_name}" for person in Lore(0).people]
    accented = [name for name in people if not name.isascii()]
    assert len(accented) > 20
    for name in accented[:200]:
        plain = folded(name)
        assert plain.isascii(), name
        assert db.value(f"SELECT {contains(db, 'value')} FROM (SELECT ? AS value)", pattern(plain), name), name


@given(st.text())
def test_letters_fold_one_by_one(text: str) -> None:
    """What lets a long text with few accents be folded in pieces."""
    plain = unicodedata.normalize("NFKD", text)
    whole = "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold().translate(BARRED)
    assert folded(text) == whole
