"""docs/run-a-study.md is followed to the letter: its commands run in order, and print what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from webcosm.cli import app
from webcosm.study.export import COLUMNS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "run-a-study.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def command(line: str) -> str:
    name, *arguments = shlex.split(line)
    assert name == "webcosm"
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, f"{line}: {result.output} {result.exception}"
    return result.stdout


@pytest.mark.browser
def test_the_page_can_be_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = ""
    for kind, text in BLOCKS:
        if kind == "sh":
            said = "".join(command(line) for line in text.splitlines())
        elif kind == "python":
            exec(compile(text, "run-a-study.md", "exec"), {})
            said = capsys.readouterr().out
        else:
            assert text in re.sub(r" +$", "", said, flags=re.MULTILINE)
    assert (tmp_path / "runs/oracle/report/index.html").exists()
    assert len(list((tmp_path / "runs/oracle/report/episodes").glob("*.html"))) == 4
    assert (tmp_path / "runs/oracle/report/compare.html").exists()
    assert (tmp_path / "runs/oracle/rescored.jsonl").exists()


def test_every_option_of_the_report_is_explained() -> None:
    help_text = CliRunner().invoke(app, ["report", "--help"], env={"TERMINAL_WIDTH": "200"}).stdout
    options = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", help_text)) - {"--help"}
    assert len(options) == 8
    assert [option for option in sorted(options) if option not in PAGE] == []


def test_every_column_of_the_export_is_explained() -> None:
    table = PAGE.split("| column | meaning |")[1].split("\n\n")[0]
    first = " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("|"))
    assert re.findall(r"`(\w+)`", first) == list(COLUMNS)
