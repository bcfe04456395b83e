"""Episodes for tests: errands on our own sites and on the pages of tests/act/pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest_asyncio

from tests.act.pages import other, stage
from webcosm.env import Episode, Options, Runtime
from webcosm.judge.verdict import Check, Verdict
from webcosm.sites import all_sites
from webcosm.tasks import Goal, Scene, Task

STAGE = "http://stage.test"


@dataclass
class Errand(Task):
    """Done when the agent answers 42."""

    words: str = "What is six times seven?"
    pictures: tuple[bytes, ...] = ()
    ends_at: str = ""
    """A title that ends the episode."""

    async def begin(self, scene: Scene) -> Goal:
        return Goal(self.words, self.pictures)

    async def ended(self, scene: Scene) -> bool:
        return bool(self.ends_at) and await scene.window.tab.title() == self.ends_at

    async def judge(self, scene: Scene) -> Verdict:
        return Verdict.of([Check("answer", scene.ending.answer == "42", str(scene.ending.answer), "42")])


Begin: TypeAlias = Callable[..., Awaitable[Episode]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def runtime() -> AsyncIterator[Runtime]:
    async with Runtime([*all_sites(), stage, other]) as runtime:
        yield runtime


@pytest_asyncio.fixture(loop_scope="session")
async def begin(runtime: Runtime) -> AsyncIterator[Begin]:
    """``await begin("links.html", limits=…)``: an episode that stands before a page; closed after the test."""
    episodes: list[Episode] = []

    async def begin(*pages: str, task: dict[str, Any] | None = None, **options: Any) -> Episode:
        start = tuple(page if "://" in page else f"{STAGE}/{page}" for page in pages)
        episode = runtime.episode(Errand("test.errand", start=start, **(task or {})), options=Options(**options))
        episodes.append(episode)
        await episode.reset()
        return episode

    yield begin
    for episode in episodes:
        await episode.close()


def element(episode: Episode, name: str, role: str = "") -> str:
    """Id of what has a name on the page that was seen last."""
    assert episode.observation is not None
    for one in episode.observation.elements:
        if (
            one.id
            and one.name.strip() == name
            and one.role not in ("StaticText", "LabelText")
            and role in ("", one.role)
        ):
            return one.id
    raise LookupError(f"nothing is named {name!r} in {episode.observation.text}")
