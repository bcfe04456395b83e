"""The hand-written policies solve their tasks: a few in every test run, all of them on five seeds in the sweep."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from webcosm.act import ActionSet
from webcosm.env import Options, Runtime
from webcosm.suites.mini import NAMES
from webcosm.suites.mini.policies import POLICIES, Stuck, solve

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SEEDS = range(5)
HANDS = Options(actions=ActionSet.preset("everything"))
"""Some drag and point with the mouse."""
SAMPLE = (
    "click-test-2",
    "click-checkboxes",
    "click-collapsible-2",
    "click-menu",
    "choose-date-easy",
    "drag-box",
    "email-inbox-reply",
    "enter-time",
    "find-greatest",
    "social-media-some",
    "use-autocomplete",
    "use-slider",
)


async def test_each_policy_is_for_a_task() -> None:
    assert set(POLICIES) <= set(NAMES)


async def test_there_are_policies_for_most_tasks() -> None:
    assert len(POLICIES) >= 80


async def failures(runtime: Runtime, names: Iterable[str], seeds: Iterable[int]) -> list[str]:
    turns = asyncio.Semaphore(4)
    failed: list[str] = []

    async def play(name: str, seed: int) -> None:
        async with turns, runtime.episode(f"mini.{name}", seed=seed, options=HANDS) as episode:
            try:
                verdict = await solve(episode, name)
            except Stuck as stuck:
                failed.append(f"{name}, seed {seed}: {stuck}")
            else:
                if verdict.outcome != "success":
                    failed.append(f"{name}, seed {seed}: {verdict.outcome} {verdict.note} after {episode.history}")

    await asyncio.gather(*(play(name, seed) for name in names for seed in seeds))
    return sorted(failed)


async def test_a_sample_of_tasks_is_solved(runtime: Runtime) -> None:
    assert await failures(runtime, SAMPLE, [11]) == []


@pytest.mark.sweep
async def test_every_policy_solves_its_task_on_five_seeds(runtime: Runtime) -> None:
    assert await failures(runtime, POLICIES, SEEDS) == []
