"""Packages as after ``pip install -e .``, without an index or a network."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

__all__ = ["as_installed"]


def as_installed(project: Path, folder: Path) -> dict[str, str]:
    """Variables with which a process can import a project and knows its entry points; `folder` holds what they need."""
    facts = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    record = folder / f"{facts['name'].replace('-', '_')}-{facts['version']}.dist-info"
    record.mkdir(parents=True)
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {facts['name']}\nVersion: {facts['version']}\n")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
        for group, entries in facts["entry-points"].items()
    ]
    (record / "entry_points.txt").write_text("\n".join(groups))
    return {"PYTHONPATH": os.pathsep.join((str(project), str(folder))), "PYTHONDONTWRITEBYTECODE": "1"}
