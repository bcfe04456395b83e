from __future__ import annotations

from importlib.resources import files

import pytest

from webcosm.lore.grammar import _pieces
from webcosm.lore.wordlists import load, parse, table

NAMES = sorted(file.name.removesuffix(".txt") for file in files("webcosm.lore").joinpath("vocabulary").iterdir())


def test_parse_reads_sections_and_skips_comments() -> None:
    words = parse("# why\nplain\n\n[fruit]\napple\n  pear  \n[empty]\n", "test")
    assert dict(words) == {"": ("plain",), "fruit": ("apple", "pear"), "empty": ()}


@pytest.mark.parametrize(
    "text, message", [("[a]\nx\n[a]\n", "line 3: section"), ("[a]\nx\nx\n", "line 3: 'x' stands twice")]
)
def test_repetitions_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse(text, "test.txt")


def test_unknown_names_and_uneven_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="no vocabulary named 'nothing'"):
        load("nothing")
    with pytest.raises(ValueError, match="columns, not 7"):
        table("hosts", "mail", 7)


@pytest.mark.parametrize("name", NAMES)
def test_every_vocabulary_is_clean(name: str) -> None:
    for section, entries in load(name).items():
        assert entries, f"[{section}] is empty"
        for entry in entries:
            assert "\t" not in entry
            assert "  " not in entry
            _pieces(entry)  # slots and filters are well formed


def count(name: str, *starts: str) -> int:
    sections = load(name)
    return len({entry for section in sections if section.startswith(starts or ("",)) for entry in sections[section]})


def test_vocabularies_are_large_enough() -> None:
    assert count("given_names") >= 2_000
    assert count("family_names") >= 2_500
    assert count("places", "root", "suffix", "pattern", "founder", "saint", "romance") >= 450
    assert count("streets") >= 550
    assert len({entry.split(" | ")[0] for entries in load("jobs").values() for entry in entries}) >= 230
    assert count("companies") >= 650
    assert count("brands") >= 350
    assert count("words") >= 1_800


def test_given_and_family_names_cover_the_same_cultures() -> None:
    given = {section.split(".")[0] for section in load("given_names")}
    assert given == set(load("family_names"))
    assert len(given) >= 35
