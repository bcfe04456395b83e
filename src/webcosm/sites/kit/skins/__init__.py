"""Skins: other looks of all sites, one file each. A world has one by the universal switch ``skin``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from webcosm.sites.kit.plan import LookPlan, read_plan
from webcosm.worlds import Switch

__all__ = ["DEFAULT", "NAMES", "SKIN", "skin_named"]

DEFAULT = "default"
NAMES = tuple(sorted(file.stem for file in Path(__file__).parent.glob("*.toml")))
SKIN = Switch("skin", DEFAULT, "What pages look like and how common actions are called.", (DEFAULT, *NAMES))


@cache
def skin_named(name: str) -> LookPlan:
    """What a skin changes; nothing if it is the default."""
    return LookPlan() if name == DEFAULT else read_plan(Path(__file__).with_name(f"{name}.toml"))
