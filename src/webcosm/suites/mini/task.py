"""A MiniWoB++ page as a task: seeded, without a time limit, judged by the reward the page gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from webcosm.browser import BrowserError, Patience, Viewport
from webcosm.judge.verdict import Check, Verdict
from webcosm.suites.mini.names import NAMES
from webcosm.suites.mini.site import NEEDS, installed, site
from webcosm.tasks import Goal, Scene, Task, UnknownTask
from webcosm.worlds import WorldState

__all__ = ["MiniTask", "make"]

NO_LIMIT = 1_000_000_000
"""Milliseconds of page time a page grants: eleven days. It also tells the page we began from one loaded anew."""
ENOUGH = {"find-greatest": 0.5}
"""Raw rewards above which a task is done, where it is not 0. This page gives 0.1 for any card but the right one."""

_BEGIN = """(() => {
  Math.seedrandom(%d);
  core.EPISODE_MAX_TIME = %d;
  core.startEpisodeReal();
})()"""
_GOAL = "(() => { const said = core.getUtterance(); return typeof said === 'string' ? { utterance: said } : said; })()"
# Where an icon is a word of the goal, the text has the name that the page itself has for it.
_ICON_GOAL = """(() => {
  const words = (node) => node.nodeType === Node.TEXT_NODE ? node.textContent
    : node.classList.contains("ui-icon") ? `"${[...node.classList].find((name) => name.startsWith("ui-icon-"))}"`
    : node.textContent;
  const said = [...document.getElementById("query").childNodes].map(words).join("");
  return { utterance: said.replace(/\\s+/g, " ").trim() };
})()"""
# The first ending counts: a page that ended can be started again, and then forgets its reward but not its scores.
_RESULT = """(() => typeof core === "undefined" || core.EPISODE_MAX_TIME !== %d ? null : {
  ended: WOB_EPISODE_ID,
  reward: WOB_EPISODE_ID === 1 && WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : (core.wob_scores[0] ?? 0),
  reason: WOB_REWARD_REASON ?? null,
})()"""


@dataclass
class MiniTask(Task):
    """``mini.NAME``: the page NAME of the ``miniwob`` package."""

    viewport: Viewport = field(default_factory=lambda: Viewport(332, 214))
    """All a page draws: its 160 × 210 pixels of work, and beside them the clock and the rewards. Unscaled, so that a
    place in the picture is a place to click."""
    max_steps: int = 50
    patience: Patience = field(default_factory=lambda: Patience(horizon=400, limit=2_000))
    """The longest wait a page has is the 300 ms of its autocompletion, and its clock ticks each second."""
    begins_at_rest: bool = False
    """Its pages do nothing before they are told to begin."""
    answered_by_message: bool = False
    """Its pages end it."""

    def __post_init__(self) -> None:
        self.name = self.id.removeprefix("mini.")
        if self.name not in NAMES:
            raise ValueError(f"there is no MiniWoB++ task {self.name!r}")
        self.start = (f"http://{site.host}/miniwob/{self.name}.html",)

    def first_state(self) -> WorldState:
        """The same for all seeds: the page is seeded when it has loaded, so that it can be open beforehand."""
        return WorldState()

    async def begin(self, scene: Scene) -> Goal:
        await _run(scene, _BEGIN % (self.seed, NO_LIMIT))
        await scene.window.settle(self.patience)
        said = await _run(scene, _ICON_GOAL if self.name == "click-menu-2" else _GOAL)
        return Goal(str(said["utterance"]))

    async def ended(self, scene: Scene) -> bool:
        result = await self._result(scene)
        return result is None or result["ended"] > 0

    async def judge(self, scene: Scene) -> Verdict:
        result = await self._result(scene)
        if result is None:
            return Verdict.of([Check("the task's page stays open", False, "the agent left it or loaded it anew")])
        done, reward = result["ended"] > 0, float(result["reward"])
        enough = ENOUGH.get(self.name, 0.0)
        checks = [
            Check("the page says that the task is over", done),
            Check("the page's reward", done and reward > enough, f"{reward:g}", f"more than {enough:g}"),
        ]
        verdict = Verdict.of(checks, note=str(result["reason"] or ""))
        verdict.extra["raw_reward"] = reward
        return verdict

    async def _result(self, scene: Scene) -> dict[str, Any] | None:
        """What the page says of its first episode; None if the first tab shows another page."""
        if scene.window.tabs[0].dialog is not None:
            return {"ended": 0, "reward": 0, "reason": "the page waits for its dialog to be answered"}
        result: dict[str, Any] | None = await _run(scene, _RESULT % NO_LIMIT)
        return result


async def _run(scene: Scene, script: str) -> Any:
    answer = await scene.window.tabs[0].send("Runtime.evaluate", expression=script, returnByValue=True)
    if "exceptionDetails" in answer:
        thrown = answer["exceptionDetails"].get("exception", {}).get("description", "an error without words")
        raise BrowserError(f"the MiniWoB++ page failed: {thrown.splitlines()[0]}")
    return answer["result"].get("value")


def make(task_id: str, seed: int, universe: int) -> MiniTask:
    if not installed():
        raise UnknownTask(f"{task_id} cannot be run yet: {NEEDS}")
    return MiniTask(task_id, seed, universe)
