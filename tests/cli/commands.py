"""The command as tests run it: in this process, or as a shell does."""

from __future__ import annotations

import subprocess
import sys

from typer.testing import CliRunner

from webcosm.cli import app

__all__ = ["PATIENCE", "WEBCOSM", "one_sentence", "run", "webcosm_command"]

WEBCOSM = [sys.executable, "-m", "webcosm"]
PATIENCE = 120
"""Seconds until something is taken to hang; a busy machine may take a quarter of that."""


def run(*arguments: str) -> tuple[int, str, str]:
    """The command in this process: exit status, what it said, what it complained about."""
    result = CliRunner().invoke(app, arguments, prog_name="webcosm", env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def webcosm_command(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it."""
    return subprocess.run([*WEBCOSM, *arguments], env=environment, capture_output=True, text=True, timeout=PATIENCE)


def one_sentence(result: subprocess.CompletedProcess[str]) -> str:
    """What the command complained about; fails unless that is a single line and nothing else was said."""
    assert result.returncode == 1, result
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("webcosm: ")
    return line.removeprefix("webcosm: ")
