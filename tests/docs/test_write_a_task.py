"""docs/write-a-task.md says what is true: its blocks run, its tables are complete."""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from dataclasses import fields, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from webcosm import plugins
from webcosm.judge import answers, state
from webcosm.judge.page import PageShows
from webcosm.tasks import Person, registry

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "write-a-task.md").read_text()
EXAMPLE = ROOT / "examples" / "tasks_walk"
FILE_BLOCKS = 5
"""The first blocks make up the file; the others use it."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def chapter(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Where the blocks are run; templates that they register are forgotten again."""
    monkeypatch.setattr(registry, "_known", replace(registry._known, templates=dict(registry._known.templates)))
    made = ModuleType("walked")
    monkeypatch.setitem(sys.modules, "walked", made)
    return made


@pytest.mark.browser
def test_every_block_runs_and_prints_what_the_page_says(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    for number, block in enumerate(blocks("python"), 1):
        exec(compile(block, f"write-a-task.md, block {number}", "exec"), module.__dict__)
    assert capsys.readouterr().out == "".join(blocks("text"))


def test_the_example_is_what_the_page_makes() -> None:
    assert (EXAMPLE / "tasks_walk.py").read_text() == "\n\n".join(blocks("python")[:FILE_BLOCKS])


def test_the_example_can_be_found_as_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    (shown,) = blocks("toml")
    assert (EXAMPLE / "pyproject.toml").read_text() == shown
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.setattr(registry, "_known", registry._Known(homes=()))
    named = tomllib.loads(shown)["project"]["entry-points"]["webcosm.tasks"]
    points = [EntryPoint(name, value, "webcosm.tasks") for name, value in named.items()]
    monkeypatch.setattr(plugins, "entry_points", lambda group: points)
    assert registry.task_ids() == ["walk.notes.edit-note", "walk.notes.tags-of-note", "walk.notes.unpin-note"]


def test_every_answer_type_is_in_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", chapter("Answer types"), re.MULTILINE)
    types = {name for name in answers.__all__ if name[0].isupper()} - {"Answer", "Comparison", "Form"}
    assert sorted(rows) == sorted(types)


def test_every_state_rule_is_in_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)\(", chapter("State rules"), re.MULTILINE)
    kinds = [one.__name__ for one in vars(state).values() if inspect.isclass(one) and issubclass(one, state.Rule)]
    assert sorted(rows) == sorted([*(name for name in kinds if name != "Rule"), "Allow"])


def test_every_field_of_a_page_rule_is_named() -> None:
    text = chapter("Page rules")
    assert [one.name for one in fields(PageShows) if not re.search(rf"\b{one.name}\b", text)] == []


def test_every_move_and_every_look_of_a_person_is_named() -> None:
    text = chapter("A person's moves")
    members = [name for name, _ in inspect.getmembers(Person, inspect.isfunction) if not name.startswith("_")]
    assert [name for name in members if f"`{name}(" not in text] == []
