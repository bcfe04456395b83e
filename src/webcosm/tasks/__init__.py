"""Templates of tasks, and how tasks are drawn from them."""

from webcosm.tasks.registry import UnknownTask, make_task, register_suite, task_ids
from webcosm.tasks.task import Ending, Goal, Scene, Task

__all__ = ["Ending", "Goal", "Scene", "Task", "UnknownTask", "make_task", "register_suite", "task_ids"]
