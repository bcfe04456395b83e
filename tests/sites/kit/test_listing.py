"""Lists: search results with the words that were looked for."""

from __future__ import annotations

from webcosm.sites.kit import highlighted


def test_highlighted_marks_hits_and_escapes_the_rest() -> None:
    assert highlighted("a \2<b>\3 & c") == "a <mark>&lt;b&gt;</mark> &amp; c"
