"""Impostors as agents: none of them scores, each does what its name says, and the record tells where it could not."""

from __future__ import annotations

from pathlib import Path

import pytest
import pytest_asyncio
from typer.testing import CliRunner

from webcosm.agents import Agent, agent_names, make_agent
from webcosm.cli import app
from webcosm.env import Episode, Runtime, Step
from webcosm.judge.verdict import Verdict
from webcosm.proof.agents import IMPOSTORS
from webcosm.proof.impostors import CONSTANTS
from webcosm.study.plan import Plan, choose_keys
from webcosm.study.play import play as play_recorded
from webcosm.study.record import StudyFolder
from webcosm.tasks import make_task

ASK, GO, DO = "arena.notes.count-by-tag", "arena.notes.draft-note", "arena.notes.write-note"
IMPOSSIBLE = "arena.notes.pin-up-note"
NAMES = [impostor.name for impostor in IMPOSTORS]
in_browser = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


class Played:
    """An episode that an agent has played: its verdict, its actions and its last thought."""

    def __init__(self) -> None:
        self.verdict: Verdict | None = None
        self.actions: list[str] = []
        self.thought = ""

    def __call__(self, episode: Episode, step: Step) -> None:
        self.actions.append(episode.history[-1])
        self.thought = str(episode.notes.get("thought", ""))
        self.verdict = step.verdict

    @property
    def failed_checks(self) -> list[str]:
        assert self.verdict
        return [check.name for check in self.verdict.checks if not check.passed]


class Stage:
    """Lets agents play. What needs no more than an agent's name is played once."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._played: dict[tuple[str, str], Played] = {}

    async def once(self, name: str, task: str) -> Played:
        if (name, task) not in self._played:
            self._played[name, task] = await self.play(make_agent(name), task)
        return self._played[name, task]

    async def play(self, agent: Agent, task: str, seed: int = 0) -> Played:
        played = Played()
        async with self.runtime.episode(make_task(task, seed), options=agent.options()) as episode:
            await episode.reset()
            episode.listener = played
            await agent.play(episode)
        assert played.verdict, f"{agent.name} left {task} unfinished"
        return played


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stage(runtime: Runtime) -> Stage:
    return Stage(runtime)


def tables_of(played: Played) -> list[str]:
    assert played.verdict
    return [f"{change.kind} {change.site}.{change.table}" for change in played.verdict.collateral]


def test_all_agents_are_listed_where_one_is_unknown_in_the_help_and_in_the_documentation() -> None:
    with pytest.raises(LookupError, match="there is no agent 'impostor'; there are ") as refused:
        make_agent("impostor")
    told = CliRunner().invoke(app, ["run", "--help"], env={"COLUMNS": "200"}).output
    page = (Path(__file__).parents[2] / "docs" / "run-a-study.md").read_text()
    for name in agent_names():
        assert name in str(refused.value)
        assert name in told
        assert f"| `{name}` |" in page
    assert set(NAMES) < set(agent_names())


@pytest.mark.parametrize("name", NAMES)
def test_an_impostor_is_found_by_its_name(name: str) -> None:
    assert make_agent(name).name == name


def test_an_option_that_an_impostor_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="agent 'vandal' has no option 'tool'; it takes "):
        make_agent("vandal", tool="hammer")


@pytest.mark.parametrize("task", [ASK, DO])
@pytest.mark.parametrize("name", NAMES)
class TestNoneOfThem:
    pytestmark = in_browser

    async def test_scores(self, name: str, task: str, stage: Stage) -> None:
        played = await stage.once(name, task)
        assert played.verdict
        assert played.verdict.outcome == "failure", played.verdict.note or played.actions


class TestEachOfThem:
    pytestmark = in_browser

    async def test_constant_answers_what_task_and_seed_decide(self, stage: Stage) -> None:
        told = [(await stage.play(make_agent("constant"), ASK, seed)).actions for seed in (0, 0, 1)]
        assert told[0] == told[1]
        assert all(len(actions) == 1 for actions in told)
        assert any(repr(constant) in told[0][0] for constant in CONSTANTS)
        chosen = await stage.play(make_agent("constant", answer=7), ASK)
        assert chosen.actions == ["answer('7')"]

    async def test_not_applicable_reports_at_once_without_saying_what_stands_in_the_way(self, stage: Stage) -> None:
        for task in (DO, IMPOSSIBLE):
            played = await stage.once("not-applicable", task)
            assert played.actions == ["report_infeasible('It cannot be done.')"]
            assert played.verdict
            assert played.verdict.score == 0
        assert "the report names what stands in the way" in played.failed_checks
        assert "looked before reporting" in played.failed_checks

    @pytest.mark.parametrize("task", [GO, DO])
    async def test_vandal_does_the_task_and_is_told_only_by_what_nobody_asked_for(
        self, task: str, stage: Stage
    ) -> None:
        played = await stage.once("vandal", task)
        assert "insert notes.note" in tables_of(played)
        assert [name for name in played.failed_checks if "else" not in name] == []

    async def test_over_applier_does_it_twice(self, stage: Stage) -> None:
        played = await stage.once("over-applier", DO)
        assert played.actions[-1] == "stop()"
        assert "insert notes.note" in tables_of(played)

    async def test_over_applier_gives_up_where_twice_is_as_good_as_once(self, stage: Stage) -> None:
        played = await stage.once("over-applier", "arena.calc.delete-calculation")
        assert played.thought == "to do it twice is as good as to do it once"
        assert played.failed_checks == ["not reported as infeasible"]

    async def test_wrong_entity_changes_the_wrong_thing(self, stage: Stage) -> None:
        played = await stage.once("wrong-entity", "arena.calc.delete-calculation")
        assert played.actions[-1] == "stop()"
        assert tables_of(played) == ["update calc.calculation"]

    async def test_wrong_entity_gives_up_where_there_is_no_other(self, stage: Stage) -> None:
        played = await stage.once("wrong-entity", IMPOSSIBLE)
        assert played.actions == ["stop()"]
        assert "no other parameters" in played.thought
        assert played.verdict
        assert played.verdict.score == 0

    @pytest.mark.parametrize("name", NAMES)
    async def test_tasks_without_a_template_end_cleanly(self, name: str, stage: Stage) -> None:
        played = await stage.once(name, "mini.click-test")
        assert played.verdict
        assert played.verdict.outcome == "failure"
        assert len(played.actions) == 1
        knows = name not in ("constant", "not-applicable", "whole-page")
        assert played.thought == (
            f"mini.click-test is not drawn from a template, which {name} works with" if knows else ""
        )


class TestStudies:
    pytestmark = in_browser

    async def test_record_who_played_and_why_it_gave_up_and_go_on_with_the_same_agent_only(
        self, stage: Stage, tmp_path: Path
    ) -> None:
        plan = Plan("wrong-entity", choose_keys([ASK, IMPOSSIBLE], range(1)))
        folder = StudyFolder(tmp_path / "study")
        folder.create(plan.manifest({}))
        records = [
            await play_recorded(stage.runtime, make_agent(plan.agent), key, plan, folder, attempt=1)
            for key in plan.keys
        ]
        assert [(record.agent, record.outcome) for record in records] == [("wrong-entity", "failure")] * 2
        assert "no other parameters" in folder.steps(plan.keys[1])[-1].thought
        assert plan.differs_from(folder.manifest(), {}) == ""
        assert "its agent" in Plan("vandal", plan.keys).differs_from(folder.manifest(), {})
