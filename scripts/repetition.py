#!/usr/bin/env python3
"""How much the texts of the forum and the classifieds repeat themselves.

Run: .venv/bin/python scripts/repetition.py [--universe 0]
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from webcosm.sites import open_universe

SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+(?:[-*] |\d+\. )?")
WORD = re.compile(r"[\w'’]+")
LENGTH = 5
"""Words of a run; shorter ones repeat in everybody's language."""
TEXTS = {
    ("forum", "titles of posts"): "SELECT title FROM post WHERE crosspost_of IS NULL",
    ("forum", "bodies of posts"): "SELECT body FROM post WHERE body <> ''",
    ("forum", "comments"): "SELECT body FROM comment",
    ("classifieds", "descriptions"): "SELECT body FROM listing",
    ("classifieds", "comments"): "SELECT body FROM review",
    ("classifieds", "messages"): "SELECT body FROM message",
}


def measured(texts: Sequence[str]) -> list[str]:
    """How many; shares of distinct texts, sentences and runs of words; the share of the most frequent sentence."""
    sentences = Counter(part for text in texts for part in SENTENCE.split(text) if part)
    runs: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        words = WORD.findall(text.lower())
        runs.update(zip(*(words[place:] for place in range(LENGTH)), strict=False))
    shares = (
        len(set(texts)) / len(texts),
        len(sentences) / sentences.total(),
        len(runs) / max(1, runs.total()),
        sentences.most_common(1)[0][1] / sentences.total(),
    )
    return [f"{len(texts):,}", *(f"{100 * share:.1f} %" for share in shares)]


def main() -> None:
    reader = argparse.ArgumentParser(description="Measure how much the boards' texts repeat themselves.")
    reader.add_argument("--universe", type=int, default=0, help="seed of the universe")
    table = Table("", "texts", "distinct", "distinct sentences", f"distinct runs of {LENGTH} words", "most frequent")
    with open_universe(seed=reader.parse_args().universe) as universe, universe.open() as world:
        for (site, what), sql in TEXTS.items():
            table.add_row(f"{site}: {what}", *measured(world.database(site).values(sql)))
    Console().print(table)


if __name__ == "__main__":
    main()
