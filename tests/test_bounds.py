"""The oldest and the newest Playwright will do, and BrowserGym can be installed beside us.

The sweep installs each into a fresh environment with uv and plays there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = Path(__file__).parents[1]
PINNED_BY_BROWSERGYM = "1.44.0"
"""Of browsergym-core 0.14.3."""
BROWSERGYM = "0.14.3"
INSTALL_SECONDS, SECONDS = 600, 900

PLAY = """
import json
import gymnasium
import webcosm.env
from importlib.metadata import version

env = gymnasium.make("browsergym/webcosm.arena.notes.count-by-tag", headless=True)
observation, info = env.reset(seed=0)
env.step("scroll(0, 100)")
*_, terminated, truncated, info = env.step("send_msg_to_user('none')")
env.close()
print(json.dumps([version("playwright"), terminated, info["outcome"]]))
"""

WITH_BROWSERGYM = """
import json
import gymnasium
import webcosm.env
from browsergym.core.action.highlevel import ACTION_SUBSETS, HighLevelActionSet
from browsergym.utils.obs import flatten_axtree_to_str
from webcosm.act import ActionSet, parse
from webcosm.act.actions import lookup

for subset, functions in ACTION_SUBSETS.items():
    theirs = {lookup(one.__name__).name for one in functions} | {"noop"}
    assert set(ActionSet.browsergym(subset).names) == theirs, subset

everything = HighLevelActionSet(["chat", "infeas", "bid", "coord", "nav", "tab"])
ours = ActionSet.browsergym("chat", "infeas", "bid", "coord", "nav", "tab")
examples = [example for action in everything.action_set.values() for example in action.examples]
unread = [example for example in examples if parse(example, ours, viewport=(1280, 2000)).error]

actions = HighLevelActionSet(["webarena"], multiaction=False)
env = gymnasium.make(
    "browsergym/webcosm.arena.notes.count-by-tag",
    max_episode_steps=5,
    headless=True,
    wait_for_user_message=False,
    action_mapping=actions.to_python_code,
    use_raw_page_output=False,
)
observation, info = env.reset(seed=0)
text = flatten_axtree_to_str(observation["axtree_object"], observation["extra_element_properties"])
observation, *_ = env.step("keyboard_press('End')")
error = observation["last_action_error"]
*_, terminated, truncated, info = env.step("send_msg_to_user('none')")
env.close()
print(json.dumps([len(examples) > 30, unread, "RootWebArea" in text, error, terminated]))
"""


def test_the_playwright_that_browsergym_pins_will_do() -> None:
    dependencies = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["dependencies"]
    (bound,) = (one for one in map(Requirement, dependencies) if one.name == "playwright")
    assert bound.specifier.contains(PINNED_BY_BROWSERGYM), f"{bound} excludes {PINNED_BY_BROWSERGYM}"
    assert bound.specifier.contains("99.0"), f"{bound} excludes what is to come"


def uv() -> str:
    if not (found := shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))):
        pytest.skip("needs uv")
    return found


def fresh(home: Path, *packages: str) -> Path:
    """A Python in an environment of its own, with this project and some packages."""
    python = home / "bin" / "python"
    make = [uv(), "venv", "--quiet", "--python", sys.executable, str(home)]
    install = [uv(), "pip", "install", "--quiet", "--python", str(python), "--editable", str(PROJECT), *packages]
    for command in (make, install):
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
        if "dns error" in done.stderr or "Failed to fetch" in done.stderr:
            pytest.skip(f"needs a way to PyPI: {done.stderr[-200:]}")
        assert done.returncode == 0, done.stderr
    return python


def run(python: Path, *arguments: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        [python, *arguments], cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4_000:]
    return done.stdout


@pytest.mark.sweep
@pytest.mark.browser
@pytest.mark.parametrize("playwright", [f"=={PINNED_BY_BROWSERGYM}", ""], ids=["oldest", "newest"])
def test_an_episode_and_the_drivers_work_with_either_end(playwright: str, tmp_path: Path) -> None:
    tools = ("pytest", "pytest-asyncio", "hypothesis")
    python = fresh(tmp_path / "venv", f"playwright{playwright}", *tools)
    version, terminated, outcome = json.loads(run(python, "-c", PLAY).splitlines()[-1])
    assert (version == PINNED_BY_BROWSERGYM) is bool(playwright)
    assert (terminated, outcome) == (True, "failure")
    drivers = ("tests/env/test_drivers.py", "tests/env/test_devtools.py")
    assert " passed" in run(python, "-m", "pytest", "-q", "-o", f"cache_dir={tmp_path}/cache", *drivers)


@pytest.mark.sweep
@pytest.mark.browser
def test_browsergym_is_installed_beside_us_and_its_actions_are_ours(tmp_path: Path) -> None:
    python = fresh(tmp_path / "venv", f"browsergym-core=={BROWSERGYM}")
    assert json.loads(run(python, "-c", WITH_BROWSERGYM).splitlines()[-1]) == [True, [], True, "", True]
