"""docs/observation.md shows what is true today. With UPDATE_DOCS=1 it is given what is."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from webcosm.browser import Viewport
from webcosm.env import Look, Observation, Options, Runtime
from webcosm.env.options import PARTS
from webcosm.judge.verdict import Verdict
from webcosm.observe.lines import TextOptions
from webcosm.observe.records import Element
from webcosm.observe.text import render
from webcosm.tasks import Goal, Scene, Task

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "observation.md"
BLOCK = re.compile(r"(<!-- shown: (\w+) -->\n```\w+\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)


def assert_shown(page: Path, shown: Mapping[str, str]) -> None:
    """The fenced block after each ``<!-- shown: name -->`` is what ``shown`` has under that name."""
    text = page.read_text()
    assert sorted(block[2] for block in BLOCK.finditer(text)) == sorted(shown)
    today = BLOCK.sub(lambda block: f"{block[1]}{shown[block[2]].rstrip()}\n{block[4]}", text)
    if os.environ.get("UPDATE_DOCS"):
        page.write_text(today)
    assert page.read_text().splitlines() == today.splitlines(), f"run with UPDATE_DOCS=1 to renew {page.name}"


class Visit(Task):
    async def begin(self, scene: Scene) -> Goal:
        return Goal("Look around.")

    async def judge(self, scene: Scene) -> Verdict:
        return Verdict.error("nothing to judge")


def excerpt(text: str, first: str, last: str) -> str:
    """The lines from the first that holds one text to the next that holds another, as far left as they can stand."""
    lines = text.splitlines()
    begin = next(number for number, line in enumerate(lines) if first in line)
    end = next(number for number, line in enumerate(lines[begin:], begin) if last in line)
    chosen = lines[begin : end + 1]
    margin = min(len(line) - len(line.lstrip()) for line in chosen)
    return "\n".join(line[margin:] for line in chosen)


async def look_at_a_form(runtime: Runtime) -> tuple[Observation, str]:
    """The page, and what changes in it when its first field is filled in."""
    task = Visit("docs.visit", start=("http://notes.test/new",), viewport=Viewport(1280, 1000))
    async with runtime.episode(task, options=Options(look=Look(changes=True))) as episode:
        seen = await episode.reset()
        title = next(one for one in seen.elements if one.name == "Title" and one.role == "textbox")
        step = await episode.act(f"fill('{title.id}', 'Bread')")
        assert step.observation is not None
        return seen, step.observation.text


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_what_the_page_shows_is_what_comes_out(runtime: Runtime) -> None:
    seen, changed = await look_at_a_form(runtime)
    assert seen.view is not None
    view = seen.view
    title = next(one for one in view if one.name == "Title" and one.role == "textbox")
    plain = {name: value for name, value in title._asdict().items() if name not in ("parent", "depth")}
    narrow = TextOptions(viewport_only=True, centres=True, link_targets=False)
    assert_shown(
        PAGE,
        {
            "record": "\n".join(f"{name} = {value!r}" for name, value in plain.items()),
            **{
                format: excerpt(render(view, format, Look().text).text, "Title", "Cancel")
                for format in ("webcosm", "browsergym", "webarena", "marks")
            },
            "changed": changed,
            "options": "\n".join(render(view, "webcosm", narrow).text.splitlines()[:8]),
        },
    )


def test_every_field_is_explained() -> None:
    text = PAGE.read_text()
    fields = [field.name for kind in (Observation, TextOptions) for field in dataclasses.fields(kind)]
    for name in (*fields, *Element._fields, *PARTS):
        assert f"`{name}`" in text, name


def test_links_lead_somewhere() -> None:
    for page in (PAGE, DOCS / "action.md"):
        for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
            file, _, heading = target.partition("#")
            there = (DOCS / file if file else page).read_text()
            headings = {
                re.sub(r"[^\w -]", "", found.lower()).replace(" ", "-")
                for found in re.findall(r"^#+ (.+)$", there, re.MULTILINE)
            }
            assert not heading or heading in headings, target
