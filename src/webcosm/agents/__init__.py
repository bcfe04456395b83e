"""Agents: whoever sees observations and gives actions."""

from __future__ import annotations

from webcosm.agents.base import Agent, Reply, StepAgent, Usage
from webcosm.agents.registry import agent_names, make_agent

__all__ = ["Agent", "Reply", "StepAgent", "Usage", "agent_names", "make_agent"]
