"""Suites are listed by name, and nothing of them is loaded before it is asked for."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from webcosm.suites import GROUPS, folder_of
from webcosm.tasks import find_templates, listed_ids, suite_names, task_ids

HEAVY = {"PIL", "jinja2", "markdown_it", "playwright", "rich", "starlette", "uvicorn", "websockets"}
OURS = {"webcosm.judge.answers", "webcosm.lore.core", "webcosm.server", "webcosm.sites"}


def modules_after(program: str) -> list[str]:
    """The modules that a program of its own process has loaded."""
    shown = "import json, sys; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", f"{program}\n{shown}"], capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def loaded_after(program: str) -> list[str]:
    """Those of suites."""
    own = "webcosm.suites."
    return [name.removeprefix(own) for name in modules_after(program) if name.startswith(own)]


def test_importing_the_environment_loads_no_family_and_yet_knows_every_id() -> None:
    program = "import gymnasium, webcosm.env; assert 'webcosm/arena.calc.convert-units' in gymnasium.registry"
    modules = modules_after(program)
    assert not [name for name in modules if name.startswith("webcosm.suites.arena")]
    assert (HEAVY | OURS) & set(modules) == set()


def test_asking_for_a_task_loads_its_group_alone() -> None:
    loaded = loaded_after("from webcosm.tasks import make_task; make_task('arena.calc.convert-units')")
    assert [name for name in loaded if name.startswith("arena.")] != []
    assert all(name.startswith("arena.calc") for name in loaded if name.startswith("arena."))


def test_all_ids_are_there_without_anybody_importing_the_suites() -> None:
    program = "from webcosm.tasks import task_ids; assert len(task_ids()) > 390"
    assert "arena.shop.orders" in loaded_after(program)


def test_what_is_listed_is_what_there_is() -> None:
    assert listed_ids() == task_ids(), "run scripts/public_split.py"
    assert {"arena", "mini"} <= set(suite_names())


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_has_a_folder_with_families_and_their_public_tasks(group: str) -> None:
    assert (folder_of(group) / "public.txt").exists()
    assert [one.id for one in find_templates([group]) if not one.id.startswith(f"{group}.")] == []
    assert {template.__module__.rpartition(".")[0] for template in find_templates([group])} == {GROUPS[group]}
