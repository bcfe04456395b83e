"""docs/outside-tasks.md is followed to the letter, with a small shop at the address it names."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.suites.files.shop import Shop, serve_shop
from webcosm.cli import app
from webcosm.judge import legacy
from webcosm.judge.rubric import URL_VARIABLE, VARIABLE, choose_judge
from webcosm.study.record import StudyFolder
from webcosm.suites.files import ADMIN_VARIABLE, folder, formats
from webcosm.tasks import registry

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "outside-tasks.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Shop]:
    monkeypatch.chdir(tmp_path)
    for name in (VARIABLE, URL_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(registry, "_known", replace(registry._known, suites=dict(registry._known.suites)))
    monkeypatch.setattr(folder, "_used", {})
    choose_judge(None)
    with serve_shop() as shop:
        yield shop


def command(line: str) -> str:
    name, *arguments = shlex.split(line)
    assert name == "webcosm"
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, f"{line}: {result.output} {result.exception}"
    return result.stdout


@pytest.mark.browser
def test_the_page_can_be_followed(shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = ""
    for kind, text in BLOCKS:
        if kind == "json":
            (tmp_path / "mugs.json").write_text(text)
        elif kind == "sh":
            said = "".join(command(line.replace("http://127.0.0.1:7770", shop.url)) for line in text.splitlines())
        elif kind == "python":
            exec(compile(text, "outside-tasks.md", "exec"), {})
            said = capsys.readouterr().out
        else:
            for line in text.splitlines():
                assert line.rstrip() in said, said
    records = StudyFolder(tmp_path / "runs/mugs").episodes()
    assert [(record.key.task, record.outcome) for record in records] == [
        ("files.mugs.7", "failure"),
        ("files.mugs.8", "failure"),
    ]
    assert (tmp_path / "runs/mugs/rescored.jsonl").exists()


def test_every_option_and_check_is_explained() -> None:
    for word in ("--tasks", "--address", "--auth-folder", "--judge-model", *formats.EVAL_TYPES[True]):
        assert f"| `{word}` |" in PAGE, word
    for variable in (VARIABLE, URL_VARIABLE, ADMIN_VARIABLE):
        assert f"`{variable}`" in PAGE


def test_the_oddities_are_where_the_page_says() -> None:
    assert "quirks" in (legacy.__doc__ or "")
