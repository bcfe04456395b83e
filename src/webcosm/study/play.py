"""One episode of a study: played, watched and recorded."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from webcosm.agents.base import Agent, Usage
from webcosm.browser import BrowserError, BrowserLost
from webcosm.env import Episode, Observation, Runtime, Step
from webcosm.judge.verdict import Verdict
from webcosm.observe.records import Element
from webcosm.study.blame import BadNote, agent_raised, blame
from webcosm.study.plan import Plan
from webcosm.study.record import EpisodeKey, EpisodeRecord, StepRecord, StudyFolder
from webcosm.tasks import DrawnTask, Task, make_task
from webcosm.worlds import SiteFailed, WorldError

__all__ = ["facts_of", "play"]

LONGEST_NAME = 80
"""Characters of an element's name in a record; the whole is in the text."""
log = logging.getLogger("webcosm.study")


class _Recorder:
    """Writes every step as it happens, and adds up what the agent spent."""

    def __init__(self, folder: StudyFolder, file: Path) -> None:
        self.folder = folder
        self.file = file
        self.usage = Usage()
        self.cut_short = ""
        self.steps = 0
        """How many are in the record."""
        self.unsafe = False
        self.stirred = asyncio.Event()
        self.last = time.monotonic()
        self._seen: Observation | None = None
        """What the agent saw when it acted."""

    def opening(self, seen: Observation) -> None:
        """The page before the first action, as step 0."""
        self.folder.add_step(self.file, StepRecord(step=0, action="", **self._page(seen)))
        self.last, self._seen = time.monotonic(), seen

    def unfinished(self, episode: Episode) -> None:
        """A step that was begun and never came back is a step too."""
        if episode.steps > self.steps and episode.history:
            told = "this step was not finished"
            try:
                self.folder.add_step(self.file, StepRecord(episode.steps, episode.history[-1], error=told))
                self.steps = episode.steps
            except OSError:
                pass  # why the step was not finished

    def _page(self, seen: Observation | None) -> dict[str, Any]:
        """Address, text and picture of a page, the latter two by hash."""
        return {
            "url": seen.url if seen else "",
            "text": self.folder.add_blob(seen.text.encode(errors="backslashreplace"), "txt")
            if seen and seen.view
            else "",
            "text_chars": len(seen.text) if seen and seen.view else 0,
            "full_text_chars": len(seen.full_text) if seen and seen.view else 0,
            "screenshot": self.folder.add_blob(seen.screenshot, "png") if seen and seen.screenshot else "",
        }

    def __call__(self, episode: Episode, step: Step) -> None:
        now = time.monotonic()
        try:
            thought, usage, extra = _read(episode.notes)
            self.usage = _sum(self.usage, usage)
        except Exception as error:
            raise BadNote(f"what the agent noted cannot be recorded: {type(error).__name__}: {error}") from error
        self.cut_short = str(step.info.get("cut_short", ""))
        self.unsafe = self.unsafe or bool(step.info["unsafe"])
        seen = step.observation
        acted_on = _shown(episode.hands.last_element, self._seen) if episode.steps and seen else None
        self.folder.add_step(
            self.file,
            StepRecord(
                step=episode.steps,
                action=episode.history[-1] if episode.history else "",
                error=str(step.info["error"]),
                thought=thought,
                **self._page(seen),
                element=_in_words(acted_on) if acted_on else "",
                box=_on_picture(acted_on, self._seen),
                changes=_changes_of_step(episode),
                reward=step.reward,
                progress=step.verdict.progress if step.verdict else 0.0,
                page_ms=int(step.info["page_ms"]),
                settled=str(step.info["settled"]),
                timings={"step": round(now - self.last, 4)},
                usage=asdict(usage) if usage != Usage() else {},
                extra=extra | _heard(step),
            ),
        )
        self.last, self._seen, self.steps = now, seen, episode.steps
        self.stirred.set()


async def play(
    runtime: Runtime, agent: Agent, key: EpisodeKey, plan: Plan, folder: StudyFolder, attempt: int
) -> EpisodeRecord:
    """Plays an episode to its end. Whatever goes wrong becomes an outcome: `agent-error` if the agent brought it about,
    `error` if it is ours; nothing is raised."""
    began = time.monotonic()
    task = make_task(key.task, key.seed, key.universe, plan.hint)
    verdict: Verdict | None = None
    try:
        episode = runtime.episode(task, options=plan.options_of(agent))
    except Exception as error:
        episode, verdict = runtime.episode(task), agent_raised(error)
    recorder = _Recorder(folder, folder.begin_steps(key))
    episode.listener = recorder
    if verdict is None:
        verdict = await _begin(episode, recorder, plan)
    trouble: Exception | None = None
    if verdict is None:
        limit = asyncio.timeout(plan.limits.episode - (time.monotonic() - began))
        try:
            async with limit:
                await _watch(agent.play(episode), episode, recorder, plan.limits.step)
        except _StepHung as hung:
            trouble = hung
            episode.distrust_browser()
        except _NoStep as late:
            verdict = Verdict.of_agent(str(late))
        except Exception as error:
            if episode.browser_lost:
                trouble = BrowserLost("the browser's process ended")
            elif not runtime.server.alive:
                trouble = SiteFailed("the server of the sites has ended")
            verdict = (
                Verdict.of_agent(f"the episode took more than {plan.limits.episode:g} seconds")
                if limit.expired()
                else agent_raised(error)
            )
        trouble = episode.trouble or trouble
        if verdict is None and trouble is None:
            verdict = await _judged(episode)
    recorder.unfinished(episode)
    steps, ending, acted_seconds = recorder.steps, _ending(episode, recorder), episode.acted_seconds
    try:
        async with asyncio.timeout(CANCEL_SECONDS):
            await agent.close()
    except Exception:
        log.exception("the agent %s could not be closed after %s", agent.name, key)
    try:
        await episode.close()
    except BrowserError:
        pass
    if trouble is not None:
        # A replay has the time that the steps took, so that none is too long to be replayed, and that of a last one.
        verdict = await blame(episode, trouble, acted_seconds + plan.limits.step)
    assert verdict is not None
    return EpisodeRecord(
        key=key,
        agent=agent.name,
        goal=episode.goal.text,
        outcome=verdict.outcome,
        score=verdict.score,
        progress=verdict.progress,
        steps=steps,
        verdict=verdict.to_json(),
        seconds=round(time.monotonic() - began, 3),
        attempts=attempt,
        **facts_of(task),
        unsafe=recorder.unsafe,
        cut_short=recorder.cut_short,
        ending=ending,
        usage=asdict(spent) if (spent := _sum(recorder.usage, agent.abandoned)) != Usage() else {},
    )


async def _begin(episode: Episode, recorder: _Recorder, plan: Plan) -> Verdict | None:
    """Opens the first page. The agent has done nothing yet: what goes wrong here is ours."""
    try:
        async with asyncio.timeout(plan.limits.episode):
            recorder.opening(await episode.reset())
    except TimeoutError:
        return Verdict.error(f"the first page was not there after {plan.limits.episode:g} seconds")
    except (BrowserError, WorldError) as error:
        return Verdict.error(f"{type(error).__name__}: {error}")
    except Exception as error:
        return Verdict.broken(error)
    return None


async def _judged(episode: Episode) -> Verdict:
    if episode.verdict is not None:
        return episode.verdict
    if not episode.is_open:
        return Verdict.of_agent("the agent closed its episode")
    return await episode.judge()


def _ending(episode: Episode, recorder: _Recorder) -> str:
    ending = episode.ending
    if ending.infeasible is not None:
        return "infeasible"
    if ending.stopped:
        return "stop"
    if ending.answer is not None:
        return "answer"
    if recorder.cut_short:
        return "limit"
    return "page" if episode.verdict is not None and episode.verdict.outcome in ("success", "failure") else ""


def _changes_of_step(episode: Episode) -> list[dict[str, Any]]:
    """What the last step changed; most change nothing."""
    latest = episode.world.history[-1:]
    return [change.to_json() for step in latest if step.step == episode.steps for change in step.changes]


def _shown(element_id: str, seen: Observation | None) -> Element | None:
    """An element as the agent was shown it."""
    return next((one for one in seen.elements if one.id == element_id), None) if element_id and seen else None


def _on_picture(element: Element | None, seen: Observation | None) -> tuple[float, float, float, float] | None:
    """Where an element is on the picture that the agent was shown. Acting on it may have scrolled the page since."""
    if element is None or element.box is None or seen is None:
        return None
    box, scale = element.box, seen.scale
    return (box.x * scale, box.y * scale, box.width * scale, box.height * scale)


def _in_words(found: Element) -> str:
    """An element's role and its name, or what else tells it from others."""
    name = found.name or found.placeholder or found.description or found.value or ""
    return f'{found.role} "{name[:LONGEST_NAME]}{"…" * (len(name) > LONGEST_NAME)}"' if name else found.role


def facts_of(task: Task) -> dict[str, Any]:
    """What an episode's record tells of its task, whatever became of the episode."""
    if not isinstance(task, DrawnTask):
        return {}
    family = task.family
    return {
        "kind": family.kind.value,
        "sites": family.sites,
        "difficulty": family.difficulty.actions,
        "level": f"level {family.level}" if family.level else family.difficulty.level,
        "dials": family.dials.to_json(),
        "skills": tuple(family.difficulty.skills),
        "hint": task.hint,
        "visual": family.difficulty.visual,
        "achievable": family.achievable,
        "revision": family.revision,
    }


def _heard(step: Step) -> dict[str, Any]:
    """What the user said in a step."""
    return {"user": list(step.info["user"])} if step.info.get("user") else {}


class _NoStep(Exception):
    """The agent took too long to think."""


class _StepHung(Exception):
    """A step took too long that was under way."""


CANCEL_SECONDS = 10.0
"""In which an agent must end that is told to."""


async def _watch(playing: Any, episode: Episode, recorder: _Recorder, seconds: float) -> None:
    """Lets the agent play as long as steps keep coming."""
    task = asyncio.ensure_future(playing)
    try:
        while not task.done():
            recorder.stirred.clear()
            stirring = asyncio.ensure_future(recorder.stirred.wait())
            done, _ = await asyncio.wait({task, stirring}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            stirring.cancel()
            if not done:
                late = f"no step within {seconds:g} seconds"
                acting = episode.acting_since
                # Time that the agent itself used up does not become ours because it acted at last.
                if acting is None or time.monotonic() - acting < acting - recorder.last:
                    raise _NoStep(late)
                raise _StepHung(late)
        if task.cancelled():  # not by us, who would have been told so above
            raise RuntimeError("the agent cancelled itself")
        await task
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=CANCEL_SECONDS)


def _sum(one: Usage, other: Usage) -> Usage:
    cost = None if one.cost is None and other.cost is None else (one.cost or 0.0) + (other.cost or 0.0)
    return Usage(
        one.calls + other.calls,
        one.input_tokens + other.input_tokens,
        one.output_tokens + other.output_tokens,
        one.cached_tokens + other.cached_tokens,
        cost,
    )


def _read(notes: Mapping[str, Any]) -> tuple[str, Usage, dict[str, Any]]:
    """Thought, expense and the rest of what an agent noted; the rest as JSON has it, which a record must."""
    rest = dict(notes)
    thought, usage = str(rest.pop("thought", "")), rest.pop("usage", Usage())
    return thought, usage, json.loads(json.dumps({name: _plain(value) for name, value in rest.items()}))


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return dict(value) if isinstance(value, Mapping) else value
