"""docs/write-an-agent.md is followed to the letter: its files are written, its commands run, its tables complete."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.docs.following import DOCS
from tests.models.endpoint import Script, serve_script
from webcosm.agents import Reply, Usage, make_agent
from webcosm.agents.reason import ReasonAgent
from webcosm.cli import app
from webcosm.study.record import StudyFolder

PAGE = (DOCS / "write-an-agent.md").read_text()
FILES = dict(re.findall(r"^```python (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
COMMANDS = re.findall(r"^```sh\nwebcosm (.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str) -> str:
    result = CliRunner().invoke(app, command.split(), env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.browser
def test_the_agent_of_the_page_plays_as_the_page_says(folder: Path) -> None:
    (shown,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    said = [line.split() for line in run(COMMANDS[0]).splitlines()]
    for line in shown.splitlines():
        assert any(found[: len(line.split())] == line.split() for found in said), said
    run(COMMANDS[1])
    (record,) = StudyFolder(folder / "runs" / "unknown").episodes()
    assert (record.agent, record.verdict["extra"]["evidence"]["answer"]) == ("Counter", "42")


@pytest.mark.browser
def test_the_agent_that_asks_a_model_is_answered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ValueError, match="Asking cannot ask openai/mine: set OPENAI_API_KEY"):
        make_agent("asking.py:Asking", model="openai/mine").check()
    with serve_script(Script("stop()")) as endpoint:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{endpoint.url}/v1")
        said = run(COMMANDS[2])
    assert "1 failure, stopped" in said
    (record,) = StudyFolder(folder / "runs" / "asking").episodes()
    assert record.usage == {
        "calls": 1,
        "input_tokens": 100,
        "output_tokens": 20,
        "cached_tokens": 40,
        "cost": pytest.approx((100 * 0.4 + 20 * 1.6) / 1e6),
    }


def rows(title: str) -> dict[str, str]:
    """A table's first column, each name with the rest of its row."""
    table = PAGE.split(f"| {title} |")[1].split("\n\n")[0]
    found = re.findall(r"^\| (`.+?`) \| (.+) \|$", table, re.MULTILINE)
    return {name: rest for names, rest in found for name in re.findall(r"`(\w+)`", names)}


def test_the_tables_are_complete() -> None:
    assert list(rows("field of `Reply`")) == [field.name for field in fields(Reply)]
    assert sorted(rows("field of `Usage`")) == sorted(field.name for field in fields(Usage))
    options = {field.name: field.default for field in fields(ReasonAgent) if not field.name.startswith("_")}
    listed = rows("option")
    assert list(listed) == list(options)
    assert [name for name, default in options.items() if f"`{default}`" not in listed[name]] == []


def test_the_entry_point_names_the_agent_of_the_page() -> None:
    (text,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert tomllib.loads(text)["project"]["entry-points"] == {"webcosm.agents": {"counter": "counter:Counter"}}
