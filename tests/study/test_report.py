"""`webcosm report`: tables, a page that a browser opens from a file, and judging again without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright
from typer.testing import CliRunner

from tests.study.samples import GOAL, make_folder, make_record, sample_study
from webcosm.browser import find
from webcosm.browser.chromium import arguments
from webcosm.cli import app
from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Verdict
from webcosm.study.images import image_hashes
from webcosm.study.record import EpisodeKey, EpisodeRecord, StepRecord
from webcosm.study.report.episodes import MOST_PICTURES, episode_parts
from webcosm.study.report.pictures import inlined
from webcosm.study.report.rescore import rescore
from webcosm.study.running import universe_of
from webcosm.tasks import DrawnTask, find_templates, make_task


def run(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["report", *map(str, arguments)], env={"COLUMNS": "160"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


# Tables ---------------------------------------------------------------------------------------------------------------


def test_tables_tell_rates_with_errors_apart(tmp_path: Path) -> None:
    sample_study(tmp_path / "a", "sssae")
    status, said, complained = run(tmp_path / "a", "--no-html")
    assert status == 0
    assert "1 of 5 episodes (20.0%) ended in an error" in complained
    assert "a: tester, 5 of 5 episodes" in said
    (overall,) = re.findall(r"^SR +(.+)$", said, re.MULTILINE)
    solved, rate, interval, agent_errors, errors, if_failures = re.split(r"  +", overall.strip())
    assert (solved, interval, agent_errors, errors, if_failures) == ("3 of 4", "30.1 to 95.4%", "1", "1", "60.0%")
    share, error = rate.split("% ±")
    assert share == "75.0"
    assert float(error) == pytest.approx(100 * (0.75 * 0.25 / 4) ** 0.5, abs=1.5)
    assert re.search(r"^arena\.notes\.rename +3 of 4 ", said, re.MULTILINE)
    assert re.search(r"^error: BrowserLost: it is gone +1$", said, re.MULTILINE)
    assert not (tmp_path / "a" / "report").exists()


def test_a_program_reads_the_same_figures(tmp_path: Path) -> None:
    sample_study(tmp_path / "a", "sssfe")
    sample_study(tmp_path / "b", "sfsfs")
    status, said, _ = run(tmp_path / "a", tmp_path / "b", "--json", "--no-html")
    told = json.loads(said)
    first, second = told["studies"]
    assert (status, first["label"], second["label"]) == (0, "a", "b")
    assert (first["overall"]["solved"], first["overall"]["judged"], first["overall"]["errors"]) == (3, 4, 1)
    (comparison,) = told["comparisons"]
    assert (comparison["first"], comparison["other"]) == ("a", "b")
    assert (comparison["wins"], comparison["ties"], comparison["losses"], comparison["errors"]) == (0, 3, 1, 1)


def test_an_interrupted_study_says_what_is_missing(tmp_path: Path) -> None:
    make_folder(tmp_path / "a", [EpisodeKey("arena.notes.rename", seed) for seed in range(3)])
    status, said, _ = run(tmp_path / "a")
    assert status == 0
    assert "0 of 3 episodes" in said
    assert "No episode is finished yet." in (tmp_path / "a" / "report" / "index.html").read_text()


def test_studies_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for parent in ("x", "y"):
        sample_study(tmp_path / parent / "run", "s")
    _, said, _ = run(tmp_path / "x" / "run", tmp_path / "y" / "run", "--no-html", "--json")
    assert [study["label"] for study in json.loads(said)["studies"]] == ["run", "run-2"]


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["nowhere"], "nowhere is not a study: it has no manifest.json"),
        (["a", "--html", "x.html", "--no-html"], "--html and --no-html contradict each other"),
        (["a", "--export", "csv", "x.csv"], "--export csv: there is no such format; formats: jsonl, parquet"),
        (["a", "--only-successes"], "--only-successes says what to export; give --export too"),
    ],
)
def test_wrong_wishes_are_answered_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], complaint: str
) -> None:
    sample_study(tmp_path / "a", "s")
    monkeypatch.chdir(tmp_path)
    status, said, complained = run(*arguments)
    assert (status, said) == (2, "")
    assert complained.startswith(f"webcosm: {complaint}")


def test_a_study_of_another_format_is_refused(tmp_path: Path) -> None:
    sample_study(tmp_path / "a", "s")
    manifest = tmp_path / "a" / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"schema": 99}))
    assert "was written in format 99; this version reads 1" in run(tmp_path / "a")[2]


def test_exporting_from_the_command(tmp_path: Path) -> None:
    sample_study(tmp_path / "a", "sfe")
    status, said, _ = run(
        tmp_path / "a", "--no-html", "--export", "jsonl", tmp_path / "steps.jsonl", "--only-successes"
    )
    assert (status, f"Exported 2 steps to {tmp_path / 'steps.jsonl'}" in said) == (0, True)
    assert len((tmp_path / "steps.jsonl").read_text().splitlines()) == 2


# Pages ----------------------------------------------------------------------------------------------------------------


class _Resources(HTMLParser):
    """Everything that a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("src", "srcset", "poster", "data") or (name == "href" and tag in ("link", "image", "use")):
                self.found.append(value or "")


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """A report of two trials per task, so that every plot is drawn."""
    folder = sample_study(tmp_path / "a", "sfe")
    for record in folder.episodes():
        folder.add_episode(replace(record, key=replace(record.key, trial=1), level="hard", visual=2))
    assert run(tmp_path / "a")[0] == 0
    return tmp_path / "a" / "report" / "index.html"


def test_pages_need_nothing_but_themselves(report: Path) -> None:
    pages = [report, *sorted((report.parent / "episodes").iterdir())]
    assert len(pages) == 7
    for page in pages:
        text = page.read_text()
        resources = _Resources()
        resources.feed(text)
        assert [one for one in resources.found if not one.startswith("data:")] == [], page.name
        assert "url(" not in text


def test_every_plot_has_a_title_and_a_table(report: Path) -> None:
    text = report.read_text()
    plots = re.findall(r"<figure.*?</figure>", text, re.DOTALL)
    titles = [re.findall(r"<h3>(.+)</h3>", plot)[0] for plot in plots]
    assert titles == [
        "Success by site",
        "Success by kind of task",
        "Success by level",
        "Templates by share solved",
        "Difficulty",
        "Length of trajectories",
        "Trials",
    ]
    for title, plot in zip(titles, plots, strict=True):
        assert f"<title>{title}</title>" in plot
        assert plot.count("<tr>") >= 2, title


def test_an_error_is_shown_with_its_traceback(tmp_path: Path) -> None:
    key = EpisodeKey("arena.notes.rename")
    folder = make_folder(tmp_path / "a", [key])
    verdict = Verdict.broken(KeyError("no <idea>")).to_json()
    folder.add_episode(replace(make_record(key, "error", 0), verdict=verdict))
    run(folder.path)
    (page,) = (tmp_path / "a" / "report" / "episodes").iterdir()
    assert "<details><summary>Traceback</summary><pre>KeyError: &#39;no &lt;idea&gt;&#39;" in page.read_text()


def test_the_same_records_give_the_same_page(report: Path) -> None:
    before = {page: page.read_bytes() for page in report.parent.rglob("*.html")}
    run(report.parent.parent)
    assert {page: page.read_bytes() for page in report.parent.rglob("*.html")} == before


def test_only_the_wanted_episodes_get_a_page(tmp_path: Path) -> None:
    sample_study(tmp_path / "a", "sfe")
    run(tmp_path / "a", "--episodes", "unsolved", "--html", tmp_path / "out" / "page.html")
    names = sorted(page.name for page in (tmp_path / "out" / "episodes").iterdir())
    assert names == ["arena.notes.rename@0.1.0.html", "arena.notes.rename@0.2.0.html"]


def test_a_missing_picture_is_told(tmp_path: Path) -> None:
    folder = sample_study(tmp_path / "a", "s")
    for blob in (folder.path / "blobs").glob("*.png"):
        blob.unlink()
    parts = episode_parts(folder, folder.episodes()[0])
    assert [re.sub(r"\w{32}", "…", shown.why_none) for shown in parts["steps"]] == [
        "blobs/….png is missing or damaged."
    ] * 2


def test_where_there_is_no_picture_the_pages_text_is_shown_and_elements_have_names(tmp_path: Path) -> None:
    key = EpisodeKey("arena.notes.rename")
    folder = make_folder(tmp_path / "a", [key])
    file = folder.begin_steps(key)
    text = folder.add_blob(b"[7] link 'Orders' <b>", "txt")
    folder.add_step(file, StepRecord(0, "", text=text))
    folder.add_step(file, StepRecord(1, "click('7')", element='link "Orders"'))
    folder.add_episode(make_record(key, "failure", 1, ending="stop"))
    (shown,) = episode_parts(folder, folder.episodes()[0])["steps"]
    assert (shown.picture, shown.text) == (None, "[7] link 'Orders' <b>")
    run(folder.path)
    (page,) = (tmp_path / "a" / "report" / "episodes").iterdir()
    assert "[7] link &#39;Orders&#39; &lt;b&gt;</pre>" in page.read_text()
    assert "on link &#34;Orders&#34;" in page.read_text()
    assert "Failure, stopped" in page.read_text()


def test_the_page_before_the_first_step_may_be_unknown(tmp_path: Path) -> None:
    folder = sample_study(tmp_path / "a", "s", opening=False)
    first, second = episode_parts(folder, folder.episodes()[0])["steps"]
    assert first.why_none == "The page before the first step was not recorded."
    assert second.picture is not None


def test_long_episodes_end_without_pictures(tmp_path: Path) -> None:
    folder = sample_study(tmp_path / "a", "s")
    (record,) = folder.episodes()
    opening = folder.steps(record.key)[0]
    file = folder.begin_steps(record.key)
    for number in range(MOST_PICTURES + 3):
        folder.add_step(file, replace(opening, step=number))
    shown = episode_parts(folder, record)["steps"]
    assert [one.picture is not None for one in shown] == [True] * MOST_PICTURES + [False] * 2
    assert shown[-1].why_none == f"Pictures end after {MOST_PICTURES} steps."


def test_a_mark_is_cut_to_the_picture(tmp_path: Path) -> None:
    folder = sample_study(tmp_path / "a", "s")
    picture = inlined(folder, folder.steps(folder.episodes()[0].key)[0].screenshot)
    assert picture is not None
    assert picture.mark((-32, 90, 64, 900)) == "left:0.00%;top:50.00%;width:10.00%;height:50.00%"
    assert picture.mark((400, 0, 10, 10)) == "", "out of sight"
    assert picture.mark(None) == ""


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        found = find()
        browser = await playwright.chromium.launch(executable_path=str(found.path), args=arguments())
        yield await browser.new_page(viewport={"width": 1280, "height": 720})
        await browser.close()


@pytest.mark.browser
async def test_a_browser_opens_the_report_from_its_file(report: Path, page: Page) -> None:
    troubles: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    await page.goto(report.as_uri())
    assert await page.locator("figure svg").count() == 7
    assert await page.locator("#episodes tbody tr:visible").count() == 6
    await page.select_option("#outcome", "failure")
    assert await page.locator("#episodes tbody tr:visible").count() == 2
    assert await page.inner_text("#shown") == "2 of 6"
    await page.fill("#find", "@0.1#0")
    assert await page.locator("#episodes tbody tr:visible").count() == 1

    await page.click("text=arena.notes.rename@0.1#0")
    assert await page.inner_text(".goal") == GOAL, "what an agent or a site wrote is text, not markup"
    assert "<script>alert(1)</script>" in await page.inner_text("section:has(#changes)")
    assert "collateral" in await page.inner_text("section:has(#changes)")
    assert "Failure, cut short: 30 steps" in await page.inner_text("main")
    assert await page.locator(".ticks .no").count() == 2
    assert await page.locator(".ticks .unreached").all_inner_texts() == ["–order of events not reached"]
    steps = page.locator("article[id^=step]")
    assert "update notes.note 1" in await steps.nth(0).inner_text()
    assert "<script>alert(1)</script>" in await steps.nth(0).locator("ins").inner_text()
    assert await steps.nth(1).locator("ins").count() == 0, "what a step changed stands at that step"
    assert "element '7' is covered" in await steps.nth(0).inner_text()
    assert await page.evaluate("[...document.images].map(image => image.naturalWidth)") == [320, 320, 320]
    picture, mark = [await steps.nth(0).locator(what).bounding_box() for what in ("img", ".shot span")]
    assert picture
    assert mark
    shares = [
        (mark["x"] - picture["x"]) / picture["width"],
        (mark["y"] - picture["y"]) / picture["height"],
        mark["width"] / picture["width"],
        mark["height"] / picture["height"],
    ]
    assert shares == pytest.approx([0.1, 0.1, 0.2, 0.05], abs=0.01), "the frame is where the element was"

    await page.click("text=Next episode")
    assert await page.title() == "arena.notes.rename@0.1#1 · a"
    assert "No step was taken." in await page.inner_text("main")
    await page.click("text=Next episode")
    assert "BrowserLost: it is gone" in await page.inner_text("main")
    await page.click("text=Report of a")
    assert await page.title() == "a · report"
    assert troubles == []
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []


@pytest.mark.browser
async def test_the_report_fits_a_phone(report: Path, page: Page) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    for file in (report, next((report.parent / "episodes").iterdir())):
        await page.goto(file.as_uri())
        assert await page.evaluate("document.documentElement.scrollWidth") == 390, file.name


# Judging again --------------------------------------------------------------------------------------------------------

TASK = "arena.notes.count-by-tag"


@pytest.fixture(scope="module")
def played() -> tuple[EpisodeRecord, dict[str, Any]]:
    """An episode with a wrong answer, judged as a study judges; and the manifest."""
    with universe_of(0) as universe:
        task = make_task(TASK)
        assert isinstance(task, DrawnTask)
        verdict = task.score(universe, Evidence(answer="none of your business", url="http://notes.test/"))
        manifest = {"scale": "small", "images": image_hashes(universe, universe.blueprints)}
    record = make_record(EpisodeKey(TASK), "failure", 1, revision=task.family.revision)
    return replace(record, goal=task.goal, progress=verdict.progress, verdict=verdict.to_json()), manifest


def test_judging_again_gives_the_same_verdict(played: tuple[EpisodeRecord, dict[str, Any]]) -> None:
    record, manifest = played
    found = rescore([record], manifest)
    assert (found.same, found.changed, found.left) == (1, [], {})
    assert found.records == [record]


def test_a_verdict_that_was_wrong_is_told_and_kept_beside(
    tmp_path: Path, played: tuple[EpisodeRecord, dict[str, Any]]
) -> None:
    record, _ = played
    folder = make_folder(tmp_path / "a", [record.key])
    folder.add_episode(replace(record, outcome="success", score=1.0, revision=0))
    before = (folder.path / "episodes.jsonl").read_bytes()
    status, said, _ = run(folder.path, "--rescore", "--no-html", "--json")
    told = json.loads(said)
    (rescoring,) = told["rescorings"]
    assert status == 0
    assert rescoring["changed"] == [
        {
            "episode": f"{TASK}@0.0#0",
            "old": {"outcome": "success", "score": 1.0, "revision": 0},
            "new": {"outcome": "failure", "score": 0.0, "revision": record.revision},
        }
    ]
    assert told["studies"][0]["overall"]["solved"] == 0, "figures are of the new verdicts"
    assert (folder.path / "episodes.jsonl").read_bytes() == before
    assert [json.loads(line) for line in (folder.path / "rescored.jsonl").read_text().splitlines()] == [
        json.loads(json.dumps(record.to_json()))
    ]
    assert re.search(
        rf"{TASK}@0\.0#0 +success 1\.00 +failure 0\.00 +0 → {record.revision}", run(folder.path, "--rescore")[1]
    )


def test_what_cannot_be_judged_again_is_left_with_the_reason(
    played: tuple[EpisodeRecord, dict[str, Any]],
) -> None:
    record, manifest = played
    error = replace(make_record(replace(record.key, seed=1), "error", 0), goal=record.goal)
    other_goal = replace(record, key=replace(record.key, seed=2), goal="Something else.")
    unknown = replace(record, key=EpisodeKey("arena.notes.no-such-thing"))
    found = rescore([error, other_goal, unknown], manifest)
    assert found.left == {
        "there is no evidence, for the episode ended in an error": [error.key],
        "the seed draws another goal now": [other_goal.key],
        "there is no such task any more": [unknown.key],
    }
    assert found.records == sorted([error, other_goal, unknown], key=lambda one: one.key)
    assert (found.same, found.changed) == (0, [])


def test_changed_data_are_not_judged_by(played: tuple[EpisodeRecord, dict[str, Any]]) -> None:
    record, manifest = played
    found = rescore([record], manifest | {"images": {"notes@0": "another hash", "calc@0": "another hash"}})
    assert found.left == {"the data of notes changed since": [record.key]}


def test_changed_data_are_noticed_where_a_site_shows_anothers_database(
    played: tuple[EpisodeRecord, dict[str, Any]],
) -> None:
    """The back office has no database of its own: its data are the shop's."""
    record = replace(played[0], key=EpisodeKey(min(one.id for one in find_templates(["arena.admin"]))))
    found = rescore([record], played[1] | {"images": {"shop@0": "another hash"}})
    assert found.left == {"the data of shop changed since": [record.key]}


def test_a_task_without_a_template_is_left_as_it_is(played: tuple[EpisodeRecord, dict[str, Any]]) -> None:
    pytest.importorskip("miniwob")
    record = replace(played[0], key=EpisodeKey("mini.click-button"))
    assert list(rescore([record], played[1]).left) == ["the task has no template, so only its own page can judge it"]
