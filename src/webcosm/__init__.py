"""A whole little web in one Python package, in which web agents are evaluated and trained.

The names that most people need can be had from here, and are loaded when they are first used: see docs/python.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webcosm.lazy import lazy_names

if TYPE_CHECKING:
    from webcosm.agents import Agent, Reply, StepAgent, make_agent
    from webcosm.env import Episode, Limits, Look, Observation, Options, Runtime, make_env, open_task
    from webcosm.judge import answers
    from webcosm.judge.page import PageShows
    from webcosm.judge.state import Delete, Expectation, Insert, Update
    from webcosm.sites import Site, open_universe
    from webcosm.study.simple import run_study
    from webcosm.tasks import Difficulty, Kind, Person, Template, make_task, task_ids
    from webcosm.worlds import Universe, World

__version__ = "0.1.0"

_HOMES = {
    "Agent": "webcosm.agents",
    "Delete": "webcosm.judge.state",
    "Difficulty": "webcosm.tasks",
    "Episode": "webcosm.env",
    "Expectation": "webcosm.judge.state",
    "Insert": "webcosm.judge.state",
    "Kind": "webcosm.tasks",
    "Limits": "webcosm.env",
    "Look": "webcosm.env",
    "Observation": "webcosm.env",
    "Options": "webcosm.env",
    "PageShows": "webcosm.judge.page",
    "Person": "webcosm.tasks",
    "Reply": "webcosm.agents",
    "Runtime": "webcosm.env",
    "Site": "webcosm.sites",
    "StepAgent": "webcosm.agents",
    "Template": "webcosm.tasks",
    "Universe": "webcosm.worlds",
    "Update": "webcosm.judge.state",
    "World": "webcosm.worlds",
    "answers": "webcosm.judge",
    "make_agent": "webcosm.agents",
    "make_env": "webcosm.env",
    "make_task": "webcosm.tasks",
    "open_task": "webcosm.env",
    "open_universe": "webcosm.sites",
    "run_study": "webcosm.study.simple",
    "task_ids": "webcosm.tasks",
}
"""Where each name is defined."""

__all__ = [
    "Agent",
    "Delete",
    "Difficulty",
    "Episode",
    "Expectation",
    "Insert",
    "Kind",
    "Limits",
    "Look",
    "Observation",
    "Options",
    "PageShows",
    "Person",
    "Reply",
    "Runtime",
    "Site",
    "StepAgent",
    "Template",
    "Universe",
    "Update",
    "World",
    "answers",
    "make_agent",
    "make_env",
    "make_task",
    "open_task",
    "open_universe",
    "run_study",
    "task_ids",
]


__getattr__, __dir__ = lazy_names(__name__, _HOMES)
