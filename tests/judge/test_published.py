"""The published judges of WebArena and VisualWebArena, and ours, on many thousand drawn inputs: no difference."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.judge import published_peer
from webcosm.judge import legacy
from webcosm.judge.words import ABBREVIATIONS, BEGINNERS, PAIRS, word_tokens

pytestmark = pytest.mark.sweep

CASES = 25_000
"""Of each kind."""
MODEL = [*sorted(ABBREVIATIONS), *sorted(word for pair in PAIRS for word in pair), *sorted(BEGINNERS)]
_WORDS = """
the of blue mug yes no order total costs is it was smith's café naïve über straße 東京 x-ray a b c i j o cannot gonna
gotta lemme gimme wanna more'n d'ye 'tis 'twas isn't don't it's they're i'll we've o'clock 0 1 3 5 12 16 160 170 3.5
1,000 1,234.56 $5 $12.50 50% -3 .5 5:30 2026-03-04 #100 16. 3. j. b. i. no. mr. dr. etc. e.g. i.e. u.s. inc. a.m. p.m.
n/a a/b c.d http://shop.test/p?q=1 ann@mail.test N/A USA"""
WORDS = _WORDS.split()
MARKS = [*".?!'\"`“”‘’«»„-–—‒―,:;()[]{}<>*@#$%&/\\|+=~^_", "--", "---", "...", "..", "``", "''", "?!", ". . ."]
GAPS = ["", " ", " ", " ", " ", "  ", "\n", "\n\n", "\t", "\u00a0"]


def _text(draw: random.Random, most: int = 12) -> str:
    def piece() -> str:
        words: list[str] = draw.choice((WORDS, WORDS, MARKS, MODEL))
        return draw.choice(words) + draw.choice(GAPS)

    text = "".join(piece() for _ in range(draw.randint(1, most)))
    quote = draw.choice(["", "", "", "'", '"', "''"])
    text = draw.choice((text, text, text.strip(), text.capitalize()))
    return f"{quote}{text}{quote}"


def _phrase(draw: random.Random, said: str) -> str:
    """Often a word or a part of what is said, so that both verdicts are met."""
    parts = [*said.split(), *word_tokens(said.lower())] or ["x"]
    part = draw.choice(parts)
    return draw.choice([part, part, part[:1], part.upper(), f"'{part}'", draw.choice(WORDS), _text(draw, 2)])


def _phrases(draw: random.Random, said: str) -> list[str]:
    return [
        " |OR| ".join(_phrase(draw, said) for _ in range(draw.choice((1, 1, 1, 2))))
        for _ in range(draw.choice((1, 1, 2)))
    ]


def _words(draw: random.Random) -> tuple[Any, ...]:
    return ("words", _text(draw))


def _answer(draw: random.Random) -> tuple[Any, ...]:
    said = _text(draw)
    kinds: dict[str, Callable[[], object]] = {
        "exact_match": lambda: draw.choice([said, _phrase(draw, said), said.strip().upper()]),
        "must_include": lambda: _phrases(draw, said),
    }
    return ("answer", {kind: kinds[kind]() for kind in draw.sample(list(kinds), draw.choice((1, 1, 2)))}, said)


def _visual_answer(draw: random.Random) -> tuple[Any, ...]:
    if draw.random() < 0.2:
        number = draw.choice(["12", " 12 ", "1,200", "-3", "12.5", "twelve", ""])
        signs = [f"{draw.choice(['<=', '>=', '==', '<', '>'])} {draw.choice([11, 12, 13, 1200, -3])}" for _ in range(2)]
        return ("visual answer", {"required_values": draw.choice([signs, [" |OR| ".join(signs)]])}, number)
    said = _text(draw)
    kinds: dict[str, Callable[[], object]] = {
        "exact_match": lambda: draw.choice([said, _phrase(draw, said), said.upper()]),
        "must_include": lambda: _phrases(draw, said),
        "must_exclude": lambda: _phrases(draw, said),
        "one_of": lambda: _phrases(draw, said),
    }
    return ("visual answer", {kind: kinds[kind]() for kind in draw.sample(list(kinds), draw.choice((1, 1, 2)))}, said)


def _url(draw: random.Random) -> str:
    host = draw.choice(["shop.test", "localhost:7770", "127.0.0.1:7770", "localhost"])
    path = "".join(f"/{draw.choice(['a', 'ab', 'orders', 'localhost'])}" for _ in range(draw.randint(0, 3)))
    query = "&".join(f"{draw.choice('qps')}={draw.choice(['1', '2', 'a+b', 'x/'])}" for _ in range(draw.randint(0, 3)))
    return (
        f"http://{host}{path}{draw.choice(['', '', '/', '//'])}"
        f"{f'?{query}' if query else ''}{draw.choice(['', '', '', '#top', '/'])}"
    )


def _addresses(draw: random.Random) -> tuple[str, str]:
    url = _url(draw)
    near = [url, url.rstrip("/"), url.replace("/?", "?"), url.partition("?")[0], url + "&s=1", url[:-1], _url(draw)]
    return " |OR| ".join(draw.choice(near) for _ in range(draw.choice((1, 1, 2)))), url


def _address(draw: random.Random) -> tuple[Any, ...]:
    return ("address", *_addresses(draw))


def _visual_address(draw: random.Random) -> tuple[Any, ...]:
    return ("visual address", *_addresses(draw), draw.choice(["EXACT", "GOLD in PRED"]))


OURS: dict[str, Callable[..., object]] = {
    "words": lambda text: word_tokens(text.lower()),
    "answer": legacy.string_match,
    "visual answer": legacy.visual_string_match,
    "address": legacy.url_match,
    "visual address": legacy.visual_url_match,
}


@pytest.mark.parametrize("kind", [_words, _answer, _visual_answer, _address, _visual_address], ids=lambda f: f.__name__)
def test_the_published_judge_says_the_same(kind: Callable[[random.Random], tuple[Any, ...]]) -> None:
    draw = random.Random(f"published {kind.__name__}")
    cases = [kind(draw) for _ in range(CASES)]
    published = published_peer.ask(cases)
    different = [
        (case, theirs, ours)
        for case, theirs in zip(cases, published, strict=True)
        if theirs != (ours := OURS[case[0]](*case[1:]))
    ]
    assert not different, f"{len(different)} of {CASES}, the first: {different[:5]}"
    if kind is not _words:
        assert 0.1 < sum(published) / CASES < 0.9, "both verdicts are met often"
