"""Named lists of tasks."""
