"""docs/action.md shows what is true today. With UPDATE_DOCS=1 it is given what is."""

from __future__ import annotations

import json
import os
import re

from tests.docs.test_observation import DOCS, assert_shown
from webcosm.act import ActionSet, parse
from webcosm.act.describe import describe, reference
from webcosm.act.dialects import DIALECTS
from webcosm.act.schema import anthropic_tools
from webcosm.act.sets import PRESETS

PAGE = DOCS / "action.md"
REFERENCE = re.compile(r"(?<=<!-- shown: reference -->\n)(.*)(?=\n<!-- end -->)", re.DOTALL)
MISTAKES = (
    "clik('12')",
    "click()",
    "click('12', button='top')",
    "click('999')",
    "mouse_click(10, 20)",
    "scroll('down')",
    "fill('12', 'lamp')\nclick('12')",
    "I will click the button.",
)


def mistake(text: str) -> str:
    error = parse(text, ActionSet(), ids={"12": "12"}).error
    assert error is not None, text
    return f"{text!r}\n    {error}"


def test_what_the_page_shows_is_what_comes_out() -> None:
    two = ActionSet(groups=(), include=("click", "fill"))
    width = max(map(len, PRESETS))
    assert_shown(
        PAGE,
        {
            "presets": "\n".join(
                f"{name:{width}}  {', '.join(one.names)}{' (several per step)' if one.multiple else ''}"
                for name, one in PRESETS.items()
            ),
            "prompt": describe(two, "calls", long=True),
            "tool": json.dumps(anthropic_tools(ActionSet(groups=(), include=("scroll_to",))), indent=2),
            "errors": "\n".join(map(mistake, MISTAKES)),
        },
    )


def test_the_reference_is_of_every_action() -> None:
    text = PAGE.read_text()
    deeper = re.sub(r"^#", "##", reference(), flags=re.MULTILINE)  # it stands below a heading of the page
    today = REFERENCE.sub(lambda _: f"\n{deeper}", text)
    if os.environ.get("UPDATE_DOCS"):
        PAGE.write_text(today)
    assert PAGE.read_text().splitlines() == today.splitlines(), "run with UPDATE_DOCS=1 to renew action.md"


def test_every_dialect_is_explained() -> None:
    text = PAGE.read_text()
    for dialect in DIALECTS:
        assert f"`{dialect}`" in text, dialect


def test_the_examples_of_dialects_are_read() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| ", PAGE.read_text(), re.MULTILINE)
    examples = [
        (dialect, said) for dialect, cell in rows for said in re.findall(r"`([^`]+)`", cell) if dialect in DIALECTS
    ]
    assert len(examples) >= len(DIALECTS) - 1
    for _, said in examples:
        assert parse(said, PRESETS["everything"]).error is None, said
