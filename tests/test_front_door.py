"""`import webcosm` gives the names that people need, loads nothing for it, and type checkers know them all."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import webcosm


@pytest.mark.parametrize("name", webcosm.__all__)
def test_every_name_can_be_had(name: str) -> None:
    assert getattr(webcosm, name) is not None


def test_type_checkers_are_told_the_same_names_from_the_same_places() -> None:
    tree = ast.parse(Path(webcosm.__file__).read_text())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    told = {name.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for name in node.names}
    assert told == webcosm._HOMES
    assert sorted(told) == sorted(webcosm.__all__)


def test_a_name_that_is_not_there_is_answered_with_those_that_are() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'Cosmos'; it has Agent, .*task_ids"):
        webcosm.Cosmos  # noqa: B018
    assert {"Runtime", "__version__"} <= set(dir(webcosm))


def test_importing_it_loads_nothing_else() -> None:
    program = "import json, sys, webcosm; print(json.dumps([name for name in sys.modules if 'webcosm' in name]))"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert sorted(json.loads(printed)) == ["webcosm", "webcosm.lazy"]
