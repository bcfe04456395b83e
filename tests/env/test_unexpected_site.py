"""An agent may walk to any site, also to one that its task does not need: it is built then, and the page waits."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from webcosm.env import Runtime
from webcosm.judge.verdict import Check, Verdict
from webcosm.lore import Lore
from webcosm.server import images
from webcosm.sites.kit import Request, Response, Site
from webcosm.tasks import Goal, Scene, Task
from webcosm.worlds import Database

pytestmark = pytest.mark.browser
ASKED = threading.Semaphore(0)


def fill(db: Database, lore: Lore, scale: str) -> None:
    for _ in range(3):  # longer than three answers of the server take
        assert ASKED.acquire(timeout=60)


near = Site("near", title="Near", tagline="", folder=Path("/nowhere"))
far = Site("far", title="Far", tagline="", folder=Path("/nowhere"), fill=fill)


@near.get("/")
def _near(request: Request) -> Response:
    return Response('<a href="http://far.test/">Far away</a>', media_type="text/html")


@far.get("/")
def _far(request: Request) -> Response:
    return Response(f"<h1>Arrived {request.db.value('SELECT 1')}</h1>", media_type="text/html")


class Walk(Task):
    async def begin(self, scene: Scene) -> Goal:
        return Goal("Go far away.")

    async def judge(self, scene: Scene) -> Verdict:
        return Verdict.of([Check("done", True)])


async def test_the_page_comes_when_its_site_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "WAIT_SECONDS", 0.05)
    answer = images.ImageBuilds.ready

    async def counted(self: images.ImageBuilds, *given: object) -> bool:
        ASKED.release()
        return await answer(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(images.ImageBuilds, "ready", counted)
    task = Walk("try.walk", start=("http://near.test/",))
    async with Runtime([near, far], cache=tmp_path) as runtime, runtime.episode(task) as episode:
        await episode.reset()
        assert not runtime.universe().has_image("far"), "nobody needed it so far"
        step = await episode.act("goto('http://far.test/')")
        assert step.observation is not None
        assert "Arrived 1" in step.observation.text
        assert step.observation.url == "http://far.test/"
