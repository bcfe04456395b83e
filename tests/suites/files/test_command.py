"""`webcosm run --tasks FILE` plays task files, and `webcosm report --rescore` judges what is in the record again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tests.models.endpoint import Script, serve_script
from tests.suites.files.conftest import entry
from tests.suites.files.shop import Shop
from webcosm.cli import app
from webcosm.judge.rubric import choose_judge
from webcosm.study.record import StudyFolder

GOOD: dict[str, Any] = {"eval_types": ["string_match"], "reference_answers": {"exact_match": "12"}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.json"
    tasks = [
        entry(10, intent="How much is the mug?", start="__SHOPPING__/mug", **GOOD),
        entry(2, eval_types=["url_match"], reference_url="__SHOPPING__/mug", start="__SHOPPING__/mug"),
        entry(3, eval_types=["string_match"], reference_answers={"fuzzy_match": ["twelve"]}),
    ]
    path.write_text(json.dumps(tasks))
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "200"})


@pytest.mark.browser
def test_a_file_is_played_reported_and_judged_again(
    file: Path, shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "runs"
    answer = Script("<action>answer('12 dollars')</action>")
    with serve_script(answer, answer, Script("correct")) as model:
        monkeypatch.setenv("WEBCOSM_JUDGE_URL", model.url)
        result = run(
            "run", "files.tasks.10", "files.tasks.3", "--tasks", file, "--address", f"shopping={shop.url}",
            "--agent", "reason", "--option", "model=openai/player", "--option", f"base_url={model.url}",
            "--judge-model", "openai/judge", "--out", out,
        )  # fmt: skip
    assert result.exit_code == 0, result.output
    first, second = StudyFolder(out).episodes()
    assert [first.key.task, second.key.task] == ["files.tasks.10", "files.tasks.3"], "in the order of the file"
    assert (first.goal, first.outcome, first.score, first.steps) == ("How much is the mug?", "failure", 0.0, 1)
    assert (second.outcome, second.score, second.attempts) == ("success", 1.0, 1)
    assert [asked["model"] for asked in model.requests] == ["player", "player", "judge"]
    assert StudyFolder(out).manifest()["judge_model"] == "openai/judge"

    corrected = json.loads(file.read_text())
    corrected[0]["eval"]["reference_answers"] = {"exact_match": "12 dollars"}
    file.write_text(json.dumps(corrected))
    choose_judge(None)
    again = run("report", out, "--rescore", "--json")
    assert again.exit_code == 0, again.output
    rescored = [json.loads(line) for line in (out / "rescored.jsonl").read_text().splitlines()]
    assert {line["key"]["task"]: line["outcome"] for line in rescored} == {
        "files.tasks.10": "success",
        "files.tasks.3": "success",
    }
    assert "--judge-model" in again.stdout, "what needs a judge model is left as it was, and said"


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "say which tasks"),
        (["arena", "--address", "shopping=http://127.0.0.1:1"], "belong to --tasks"),
        (["--tasks", "FILE", "--agent", "null"], "--address shopping=http://HOST:PORT"),
        (["--tasks", "FILE", "--address", "shopping=https://a"], "--address shopping=https://a"),
        (["--tasks", "FILE", "--address", "shopping=http://a"], "bring no oracles"),
        (["--tasks", "FILE", "--address", "shopping=http://a", "--agent", "null", "--seeds", "2"], "--seeds"),
        (["--tasks", "nowhere.json", "--agent", "null"], "there is no file or folder nowhere.json"),
        (["files.tasks.99", "--tasks", "FILE", "--agent", "null"], "there is no task 'files.tasks.99'"),
        (["--tasks", "FILE", "--agent", "null", "--address", "shopping=http://a", "--judge-model", "x"], "openai/NAME"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(
    file: Path, arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    result = run("run", *[str(file) if one == "FILE" else one for one in arguments])
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert not (file.parent / "runs").exists()
