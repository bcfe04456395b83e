"""BrowserGym's side of the comparison. Runs in BrowserGym's own environment, which has nothing of ours.

Reads a JSON object per line, does what its `do` says and answers with one. All times are in seconds.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable
from typing import Any

import browsergym.core.env as core  # type: ignore[import-not-found,unused-ignore]
import browsergym.miniwob  # type: ignore[import-not-found,unused-ignore]  # noqa: F401  (registers its tasks)
import gymnasium
import numpy as np
from browsergym.utils.obs import flatten_axtree_to_str  # type: ignore[import-not-found,unused-ignore]

BUTTON = re.compile(r"\[(\w+)\] button '(\w+)'")
extract_screenshot = core.extract_screenshot
no_picture = np.zeros((1, 1, 3), np.uint8)

environments: dict[str, Any] = {}


def open_mini(name: str, task: str, seed: int) -> float:
    environments[name] = gymnasium.make(f"browsergym/miniwob.{task}")
    return reset(name, seed)


def open_table(name: str, url: str) -> float:
    kwargs = {"start_url": url, "goal": "Look."}
    environments[name] = gymnasium.make("browsergym/openended", task_kwargs=kwargs)
    return reset(name, 0)


def reset(name: str, seed: int) -> float:
    began = time.perf_counter()
    environments[name].reset(seed=seed)
    return time.perf_counter() - began


def observe(name: str, screenshot: bool) -> dict[str, Any]:
    """Without a screenshot it is left out here, which BrowserGym itself cannot do."""
    environment = environments[name].unwrapped
    core.extract_screenshot = extract_screenshot if screenshot else lambda page: no_picture
    try:
        began = time.perf_counter()
        seen = environment._get_obs()
        records = time.perf_counter() - began
        text = words(seen)
        return {"records": records, "text": time.perf_counter() - began, "buttons": text.count("] button '")}
    finally:
        core.extract_screenshot = extract_screenshot


def words(seen: dict[str, Any]) -> str:
    text: str = flatten_axtree_to_str(seen["axtree_object"], extra_properties=seen["extra_element_properties"])
    return text


def noop(name: str) -> float:
    began = time.perf_counter()
    words(environments[name].step("noop(0)")[0])  # without its number it would wait for a second
    return time.perf_counter() - began


def episodes(seeds: list[int], at_once: int) -> int:
    """Solves click-test-2 for each seed, one after another, as BrowserGym cannot do otherwise; tells how often."""
    environment = gymnasium.make("browsergym/miniwob.click-test-2")
    solved = 0
    for seed in seeds:
        seen, _ = environment.reset(seed=seed)
        wanted = seen["goal"].removeprefix("Click button ").rstrip(".")
        button = next(bid for bid, name in BUTTON.findall(words(seen)) if name == wanted)
        _, reward, terminated, _, _ = environment.step(f"click('{button}')")
        solved += bool(terminated and float(reward) > 0)
    environment.close()
    return solved


def close(name: str) -> None:
    environments.pop(name).close()


DEEDS: dict[str, Callable[..., Any]] = {
    deed.__name__: deed for deed in (open_mini, open_table, reset, observe, noop, episodes, close)
}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever is printed on the way is no answer
    for line in sys.stdin:
        order = json.loads(line)
        try:
            answer = {"result": DEEDS[order.pop("do")](**order)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)
    for environment in environments.values():
        environment.close()


if __name__ == "__main__":
    main()
