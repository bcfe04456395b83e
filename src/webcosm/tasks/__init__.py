"""Templates of tasks, and how tasks are drawn from them."""

from webcosm.tasks.chain import Chain, Steps
from webcosm.tasks.drawn import DrawnTask
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

__all__ = [
    "Chain",
    "Difficulty",
    "DrawnTask",
    "EmptyPool",
    "Ending",
    "Goal",
    "Kind",
    "Lost",
    "Person",
    "RenamedTask",
    "Scene",
    "Steps",
    "Task",
    "Template",
    "TemplateError",
    "UnknownTask",
    "about_suite",
    "current_id",
    "extra_sites",
    "find_ids",
    "find_templates",
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
