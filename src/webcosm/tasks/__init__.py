"""Templates of tasks, and how tasks are drawn from them."""

from webcosm.tasks.chain import Chain, Steps
from webcosm.tasks.dials import Dials, Skill
from webcosm.tasks.drawn import DrawnTask
from webcosm.tasks.events import Event, Situation, happened
from webcosm.tasks.levels import Levelled
from webcosm.tasks.person import Lost, Person
from webcosm.tasks.registry import (
    RenamedTask,
    UnknownTask,
    about_suite,
    current_id,
    extra_sites,
    find_ids,
    find_templates,
    listed_ids,
    make_task,
    register_group,
    register_renamed,
    register_suite,
    register_templates,
    suite_names,
    task_ids,
    template_of,
)
from webcosm.tasks.task import Ending, Goal, Scene, Task
from webcosm.tasks.template import Difficulty, EmptyPool, Kind, Template, TemplateError
from webcosm.tasks.user import Slot, User

__all__ = [
    "Chain",
    "Dials",
    "Difficulty",
    "DrawnTask",
    "EmptyPool",
    "Ending",
    "Event",
    "Goal",
    "Kind",
    "Levelled",
    "Lost",
    "Person",
    "RenamedTask",
    "Scene",
    "Situation",
    "Skill",
    "Slot",
    "Steps",
    "Task",
    "Template",
    "TemplateError",
    "UnknownTask",
    "User",
    "about_suite",
    "current_id",
    "extra_sites",
    "find_ids",
    "find_templates",
    "happened",
    "listed_ids",
    "make_task",
    "register_group",
    "register_renamed",
    "register_suite",
    "register_templates",
    "suite_names",
    "task_ids",
    "template_of",
]
