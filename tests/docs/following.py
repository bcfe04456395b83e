"""Following a page of the documentation from top to bottom: what its examples print is what the page says."""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path
from typing import Any

__all__ = ["DOCS", "follow"]

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def follow(page: Path) -> None:
    """With WEBCOSM_NEW_GOLDEN set, the page is given what its examples print today."""
    names: dict[str, Any] = {}

    def run(example: re.Match[str]) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example[1], page.name, "exec"), names)
        said = printed.getvalue()
        return f"```python\n{example[1]}```\n" + (f"\n```text\n{said}```\n" if said else "")

    today = EXAMPLE.sub(run, page.read_text())
    if os.environ.get("WEBCOSM_NEW_GOLDEN"):
        page.write_text(today)
    assert page.read_text().splitlines() == today.splitlines()
