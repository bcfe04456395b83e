"""The command `webcosm`: one file per group of commands, and what they share (`console`, `options`, `summary`).

Each command loads what it needs when it is called, so that help, versions and mistyped options are answered at once.
"""

from webcosm.cli.app import app, main

__all__ = ["app", "main"]
