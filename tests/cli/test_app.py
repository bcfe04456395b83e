"""The command `webcosm`, as a newcomer meets it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
import typer

import webcosm
from tests.cli.commands import PATIENCE, run
from webcosm.cli import app


def commands(command: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, child in getattr(command, "commands", {}).items():
        yield from commands(child, (*path, name))


EVERY_COMMAND = list(commands(typer.main.get_command(app)))


def test_the_commands_are_all_here() -> None:
    expected = {"serve", "tasks", "run", "report", "verify", "play", "view", "new", "shot", "doctor", "bench"}
    assert {path[0] for path in EVERY_COMMAND if path} == expected


@pytest.mark.parametrize("path", EVERY_COMMAND, ids=" ".join)
def test_every_help_has_an_example_that_can_be_run(path: tuple[str, ...]) -> None:
    status, help_text, _ = run(*path, "--help")
    assert status == 0
    example = re.search(r"Example.*: (webcosm .+?)\s*$", help_text, re.MULTILINE)
    assert example, help_text
    words = example[1].split()[1:]
    assert tuple(words[: len(path)]) == path, "the example must be of this command"
    shown = max((other for other in EVERY_COMMAND if tuple(words[: len(other)]) == other), key=len)
    _, its_help, _ = run(*shown, "--help")
    assert [word for word in words if word.startswith("--") and f"{word} " not in its_help] == []


def test_the_module_is_the_command_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "webcosm", "--version"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{webcosm.__version__}\n", "")


def test_no_command_shows_the_help() -> None:
    _, said, complained = run()
    assert "Usage: webcosm" in said + complained


def test_version() -> None:
    assert run("--version") == (0, f"{webcosm.__version__}\n", "")


def test_nothing_heavy_is_loaded_before_a_command_needs_it() -> None:
    """Help and mistakes are answered at once: no browser's driver, no site and no suite is imported for them."""
    program = "import sys, webcosm.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    loaded = set(done.stdout.split())
    assert "webcosm.cli.run" in loaded
    heavy = {"playwright", "numpy", "gymnasium", "PIL", "uvicorn", "jinja2", "apsw", "asyncio", "rich.progress"}
    light = ("cli", "lazy", "study")
    ours = {name for name in loaded if name.startswith("webcosm.") and name.split(".")[1] not in light}
    assert heavy & loaded | ours == set()


@pytest.mark.parametrize(
    "command, told",
    [
        ("serve --port 65536", "--port"),
        ("serve --port eighty", "--port"),
        ("serve --universe -1", "--universe"),
        ("serve --universe 4294967296", "--universe"),
        ("serve --scale huge", "'small', 'full'"),
        ("serve --port 0 --set latency=x", "latency=x"),
        ("serve --port 0 --set speed=3", "'speed'"),
        ("bench worlds --rounds 0", "--rounds"),
        ("fly", "fly"),
        ("doctor --loud", "--loud"),
    ],
)
def test_bad_values_are_named(command: str, told: str) -> None:
    status, said, complained = run(*command.split())
    assert (status, said) == (2, "")
    assert told in complained
