"""Agents: whoever sees observations and gives actions."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from webcosm.agents.base import Agent, Reply, StepAgent, Usage
from webcosm.agents.human import HumanAgent
from webcosm.agents.impostor_agents import IMPOSTORS
from webcosm.agents.oracle import OracleAgent
from webcosm.agents.reason import ReasonAgent
from webcosm.agents.simple import NullAgent, RandomAgent

__all__ = ["Agent", "Reply", "StepAgent", "Usage", "agent_names", "make_agent"]

_makers: dict[str, Callable[..., Agent]] = {
    "human": HumanAgent,
    "oracle": OracleAgent,
    "null": NullAgent,
    "random": RandomAgent,
    "reason": ReasonAgent,
    **{impostor.name: impostor for impostor in IMPOSTORS},
}


def _all() -> dict[str, Callable[..., Agent]]:
    """Ours, and those that installed packages bring (entry points of the group ``webcosm.agents``)."""
    brought = {entry.name: entry.load for entry in entry_points(group="webcosm.agents")}
    return _makers | {name: lambda _load=load, **options: _load()(**options) for name, load in brought.items()}


def agent_names() -> list[str]:
    return sorted(_all())


def make_agent(name: str, **options: Any) -> Agent:
    makers = _all()
    if name not in makers:
        raise LookupError(f"there is no agent {name!r}; there are {', '.join(sorted(makers))}")
    try:
        return makers[name](**options)
    except TypeError as error:
        raise ValueError(f"agent {name!r} does not take these options: {error}") from error
