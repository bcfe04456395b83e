"""Words and sentences as the published judges find them; the sweep compares thousands (test_published.py)."""

from __future__ import annotations

import pytest

from webcosm.judge.words import sentences, word_tokens


@pytest.mark.parametrize(
    "text, words",
    [
        ("$12.50, isn't it?", ["$", "12.50", ",", "is", "n't", "it", "?"]),
        ("1,234 at 10:30.", ["1,234", "at", "10:30", "."]),
        ("state-of-the-art (new)", ["state-of-the-art", "(", "new", ")"]),
        ("ana's 50%", ["ana", "'s", "50", "%"]),
        ('say "hi"', ["say", "``", "hi", "''"]),
        ("cannot... stop", ["can", "not", "...", "stop"]),
        ("a/b c.d", ["a/b", "c.d"]),
        ("it is red. it is big.", ["it", "is", "red", ".", "it", "is", "big", "."]),
        ("`170`", ["`", "170", "`"]),
        ("“170” ‘a’ «b»", ["“", "170", "”", "‘", "a", "’", "«", "b", "»"]),
        ("2010–2020 — yes--no", ["2010", "–", "2020", "—", "yes", "--", "no"]),
        ("i'm gonna, it's", ["i", "'m", "gon", "na", ",", "it", "'s"]),
        ("", []),
    ],
)
def test_words_follow_the_treebank(text: str, words: list[str]) -> None:
    assert word_tokens(text) == words


@pytest.mark.parametrize(
    "text, found",
    [
        ("one. two", ["one.", "two"]),
        ("mr. smith came", ["mr. smith came"]),
        ("the no. 16. administrators", ["the no.", "16.", "administrators"]),
        ("he has 16. more came", ["he has 16. more came"]),
        ("he has 16. 17 came", ["he has 16.", "17 came"]),
        ("b. smith. b. jones", ["b. smith.", "b. jones"]),
        ('he said "yes." then left', ['he said "yes."', "then left"]),
        ("what?! no... yes", ["what?!", "no... yes"]),
        ("", []),
        (" . ", [" ."]),
    ],
)
def test_sentences_end_where_the_model_ends_them(text: str, found: list[str]) -> None:
    assert sentences(text) == found
