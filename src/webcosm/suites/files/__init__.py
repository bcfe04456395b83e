"""Tasks that others wrote, on sites that the user hosts: WebArena's and VisualWebArena's task files."""

from webcosm.suites.files.folder import TaskFiles, read_addresses, use_task_files
from webcosm.suites.files.formats import FileError, RawTask, read_tasks
from webcosm.suites.files.task import ADMIN_VARIABLE, FileTask, NotAgain

__all__ = [
    "ADMIN_VARIABLE",
    "FileError",
    "FileTask",
    "NotAgain",
    "RawTask",
    "TaskFiles",
    "read_addresses",
    "read_tasks",
    "use_task_files",
]
