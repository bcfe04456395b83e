"""Agents by name: ours, those of installed packages, and those that stand in a file or a module."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

from webcosm.agents.base import Agent
from webcosm.agents.human import HumanAgent
from webcosm.agents.options import check_options, typed_options
from webcosm.agents.oracle import OracleAgent
from webcosm.agents.reason import ReasonAgent
from webcosm.agents.simple import NullAgent, RandomAgent
from webcosm.plugins import load_plugins

__all__ = ["agent_names", "find_agent", "make_agent", "read_options"]

Maker = Callable[..., Agent]
_OURS: dict[str, Maker] = {
    "human": HumanAgent,
    "oracle": OracleAgent,
    "null": NullAgent,
    "random": RandomAgent,
    "reason": ReasonAgent,
}
_ABOVE = {
    "constant": "webcosm.proof.agents:ConstantAgent",
    "not-applicable": "webcosm.proof.agents:NotApplicableAgent",
    "over-applier": "webcosm.proof.agents:OverApplierAgent",
    "peeker": "webcosm.proof.agents:PeekerAgent",
    "vandal": "webcosm.proof.agents:VandalAgent",
    "whole-page": "webcosm.proof.agents:WholePageAgent",
    "wrong-entity": "webcosm.proof.agents:WrongEntityAgent",
}
"""Ours, in rooms that build on this one: known by name, loaded when asked for."""


def agent_names() -> list[str]:
    """Ours, and those that installed packages bring (entry points of the group ``webcosm.agents``)."""
    return sorted({*_OURS, *_ABOVE, *_brought()})


@cache
def _brought() -> dict[str, Maker]:
    makers: dict[str, Maker] = {}

    def add(entry: EntryPoint, maker: Any) -> None:
        if entry.name in _OURS or entry.name in _ABOVE or entry.name in makers:
            raise ValueError(f"there is an agent {entry.name!r} already")
        if not callable(maker):
            raise TypeError(f"{maker!r} makes no agent; the entry point must name a subclass of webcosm.Agent")
        makers[entry.name] = maker

    load_plugins("webcosm.agents", add)
    return makers


def find_agent(name: str) -> Maker:
    """What makes the agent: by name, by ``file.py:Class`` or by ``module:Class``."""
    where, colon, class_name = name.rpartition(":")
    if colon:
        return _agent_in(_loaded(where, name), class_name, where)
    if name in _OURS:
        return _OURS[name]
    if name in _brought():
        return _brought()[name]
    if name in _ABOVE:
        return find_agent(_ABOVE[name])
    if name.endswith(".py"):
        raise LookupError(f"agent {name!r}: say which class of the file, as {name}:Class")
    raise LookupError(
        f"there is no agent {name!r}; there are {', '.join(agent_names())};"
        " one of your own is file.py:Class or module:Class"
    )


def make_agent(name: str, **options: Any) -> Agent:
    """An agent by name, by ``file.py:Class`` or by ``module:Class``, with its options."""
    maker = find_agent(name)
    check_options(name, maker, options)
    agent = maker(**options)
    if not isinstance(agent, Agent):
        raise ValueError(f"agent {name!r}: {agent!r} is not an agent; it must be a webcosm.Agent")
    return agent


def read_options(name: str, texts: Sequence[str]) -> dict[str, Any]:
    """Options of an agent from texts like ``max_tokens=2000``, each of the type that the agent declares for it."""
    return typed_options(name, find_agent(name), texts)


# Files and modules ----------------------------------------------------------------------------------------------------


def _loaded(where: str, name: str) -> ModuleType:
    try:
        if where.endswith(".py"):
            path = Path(where).resolve()
            if not path.is_file():
                raise LookupError(f"agent {name!r}: there is no file {path}")
            return _load_file(path)
        if str(Path.cwd()) not in sys.path and "" not in sys.path:
            sys.path.append(str(Path.cwd()))  # as `python -m` has it
        return importlib.import_module(where)
    except LookupError:
        raise
    except Exception as error:
        raise LookupError(f"agent {name!r}: {where} cannot be loaded: {type(error).__name__}: {error}") from error


@cache
def _load_file(path: Path) -> ModuleType:
    """Once in a process; modules beside the file can be imported by it, as by a script."""
    known_as = f"webcosm_agent_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(known_as, path)
    assert spec is not None, "the name ends with .py"
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.modules[known_as] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[known_as]
        raise
    return module


def _agent_in(module: ModuleType, class_name: str, where: str) -> Maker:
    found = getattr(module, class_name, None)
    if found is None:
        there = [
            name
            for name, one in vars(module).items()
            if isinstance(one, type) and issubclass(one, Agent) and one.__module__ == module.__name__
        ]
        raise LookupError(f"{where} has no {class_name!r}; its agents are {', '.join(there) or 'none'}")
    if isinstance(found, type) and not issubclass(found, Agent):
        raise LookupError(f"{class_name} in {where} is not an agent; it must be a subclass of webcosm.Agent")
    if not callable(found):
        raise LookupError(f"{class_name} in {where} is {found!r}; it must be a subclass of webcosm.Agent")
    maker: Maker = found
    return maker
