#!/usr/bin/env python3
"""Writes the list of scenes and their fields into docs/pictures.md.

Run: .venv/bin/python scripts/picture_fields.py
"""

from __future__ import annotations

from pathlib import Path

from webcosm.pictures.things import SCENES
from webcosm.pictures.things.truth import Accepts, Facts

PAGE = Path(__file__).parent.parent / "docs" / "pictures.md"
START = "<!-- fields: scripts/picture_fields.py -->\n"


def listed() -> str:
    """All scenes, as Markdown."""
    lines: list[str] = []
    for name, scene in sorted(SCENES.items()):
        about = " ".join((scene.__doc__ or "").split())
        lines += [f"### {name}", "", f"{about} Views: {', '.join(scene.views)}.", "", *_fields(scene), ""]
    return "\n".join(lines)


def _fields(facts: type[Facts]) -> list[str]:
    rows = ["| field | takes | |", "|---|---|---|"]
    inner: list[str] = []
    needed = facts.needed()
    for name, rule in facts.rules().items():
        if name == "view":
            continue
        default = "needed" if name in needed else _default(facts, name)
        rows.append(f"| `{name}` | {_takes(rule)} | {default} |")
        if rule.of is not None and rule.of.__name__ != "Scene":
            inner += ["", f"Each of `{name}`:", "", *_fields(rule.of)]
    return rows + inner


def _takes(rule: Accepts) -> str:
    if rule.kind == "colour" or rule.options[:1] == ("Red",):
        return "a color" if not rule.many else "colors"
    if rule.options and len(rule.options) > 100:
        return "a shape of the shop, or several" if rule.many else "a shape of the shop"
    said = ("a list: " if rule.many else "") + rule.words.removeprefix("one of ").removeprefix("any of ")
    return said + (f" (at most {rule.most})" if rule.many and rule.of else "")


def _default(facts: type[Facts], name: str) -> str:
    value = getattr(facts, name)
    return "" if value in ("", (), None) else f"`{value}`"


def page() -> str:
    head, _, _ = PAGE.read_text(encoding="utf-8").partition(START)
    return head + START + "\n" + listed()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
