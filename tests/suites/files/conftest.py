"""Episodes of tasks that a test writes into a file, on the small shop beside it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import pytest_asyncio

from tests.sites.kit.sample import SITES
from tests.suites.files.shop import Shop, serve_shop
from webcosm.browser import Window
from webcosm.env import Episode, Runtime, open_task
from webcosm.judge.rubric import URL_VARIABLE, VARIABLE, choose_judge
from webcosm.judge.verdict import Verdict
from webcosm.suites.files import FileTask, TaskFiles, folder
from webcosm.tasks import Ending, registry
from webcosm.worlds import World

Write: TypeAlias = Callable[..., FileTask]
Begin: TypeAlias = Callable[..., Awaitable[Episode]]
Look: TypeAlias = Callable[..., Awaitable[Verdict]]
Judge: TypeAlias = Callable[..., Awaitable[Verdict]]


def entry(number: int | str = 0, /, start: str = "__SHOPPING__/", **fields: Any) -> dict[str, Any]:
    """A task as WebArena's files have it; `eval` fields are given beside the others."""
    evaluation = {name: fields.pop(name) for name in list(fields) if name in EVAL}
    return {
        "task_id": number,
        "sites": ["shopping"],
        "intent": "Look.",
        "start_url": start,
        **fields,
        "eval": evaluation,
    }


EVAL = (
    "eval_types",
    "reference_answers",
    "reference_url",
    "url_note",
    "program_html",
    "string_note",
    "page_image_query",
)


@pytest.fixture(autouse=True)
def no_judge(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody is asked unless a test says so."""
    for name in (VARIABLE, URL_VARIABLE, "WEBCOSM_SHOP_ADMIN"):
        monkeypatch.delenv(name, raising=False)
    choose_judge(None)
    yield
    choose_judge(None)


@pytest.fixture(autouse=True)
def no_files_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Task files that a test makes known are forgotten after it."""
    monkeypatch.setattr(registry, "_known", replace(registry._known, suites=dict(registry._known.suites)))
    monkeypatch.setattr(folder, "_used", {})


@pytest.fixture(scope="session")
def shop() -> Iterator[Shop]:
    with serve_shop() as shop:
        yield shop


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def runtime(shop: Shop) -> AsyncIterator[Runtime]:
    async with Runtime(SITES, outside=[shop.url]) as runtime:
        yield runtime


@pytest.fixture
def write(tmp_path: Path, shop: Shop) -> Write:
    """Writes an entry to a file and reads the task back."""

    def write(data: dict[str, Any], **settings: Any) -> FileTask:
        (tmp_path / "mine.json").write_text(json.dumps(data))
        files = TaskFiles(tmp_path / "mine.json", {"shopping": shop.url}, **settings)
        return files.make(files.ids()[0])

    return write


@pytest_asyncio.fixture(loop_scope="session")
async def begin(runtime: Runtime, write: Write) -> AsyncIterator[Begin]:
    episodes: list[Episode] = []

    async def begin(data: dict[str, Any], **settings: Any) -> Episode:
        episode = runtime.episode(write(data, **settings))
        episodes.append(episode)
        await episode.reset()
        return episode

    yield begin
    for episode in episodes:
        await episode.close()


@pytest_asyncio.fixture(loop_scope="session")
async def judge(begin: Begin) -> Judge:
    """Begins, does the actions and gives the verdict."""

    async def judge(data: dict[str, Any], *actions: str, **settings: Any) -> Verdict:
        episode = await begin(data, **settings)
        for action in actions:
            step = await episode.act(action)
            assert step.info["error"] == "", action
        assert episode.verdict is not None, "the last action must end the episode"
        return episode.verdict

    return judge


@dataclass
class Standing:
    """A scene in which the agent has ended."""

    world: World
    window: Window
    ending: Ending
    steps: int = 0
    said: Sequence[tuple[str, str]] = ()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def standing(runtime: Runtime, shop: Shop) -> AsyncIterator[Episode]:
    """An episode that stays at the shop's front page, for judges that only look."""
    async with runtime.episode(open_task("Look.", f"{shop.url}/")) as episode:
        await episode.reset()
        yield episode


@pytest_asyncio.fixture(loop_scope="session")
async def look(standing: Episode, write: Write) -> Look:
    """The verdict on a task where the agent stopped at the front page, perhaps with an answer."""

    async def look(data: dict[str, Any], answer: str | None = None) -> Verdict:
        scene = Standing(standing.world, standing.window, Ending(answer=answer, stopped=True))
        return await write(data).judge(scene)

    return look
