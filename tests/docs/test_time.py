"""The examples of docs/time.md run, and the numbers it names are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from webcosm.browser import Patience

PAGE = (Path(__file__).parents[2] / "docs" / "time.md").read_text()


def test_examples_run() -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, "docs/time.md", "exec"), {})


def test_the_numbers_are_the_codes() -> None:
    patience = Patience()
    assert f"({patience.horizon} ms)" in PAGE
    assert f"({patience.limit // 1000} s)" in PAGE
    assert f"up to {patience.frames} of them" in PAGE


def test_every_reason_is_explained() -> None:
    for reason in ("quiet", "limit", "dialog"):
        assert f"| `{reason}` |" in PAGE
