"""Families add themselves: the templates of a package are found by looking."""

from __future__ import annotations

from pathlib import Path

import pytest

from webcosm.tasks.collection import templates_in

HEAD = """
from dataclasses import dataclass
from webcosm.tasks import Difficulty, Kind, Template

@dataclass(frozen=True)
class Nothing:
    pass
"""
FAMILY = """
class {name}({base}):
    id = "try.{name}".lower()
    kind, goals, sites, difficulty = Kind.DO, ("Do it.",), ("notes",), Difficulty(actions=1)
"""


def test_every_public_module_counts_and_each_template_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "families"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "beta.py").write_text(
        HEAD + "class Base(Template[Nothing]):\n    pass\n" + FAMILY.format(name="Two", base="Base")
    )
    (package / "alpha.py").write_text(
        "from families.beta import *\n"
        + HEAD
        + FAMILY.format(name="Zero", base="Template[Nothing]")
        + FAMILY.format(name="One", base="Two")
    )
    (package / "_moves.py").write_text("raise RuntimeError('helpers are loaded by whoever needs them')")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert [template.id for template in templates_in("families")] == ["try.zero", "try.one", "try.two"]
