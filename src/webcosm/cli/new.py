"""The command `webcosm new`: a package to begin with, which installs, passes its own test and is proven."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from webcosm.cli.console import refuse, say, styled

__all__ = ["make_package"]

SCAFFOLDS = Path(__file__).parent / "scaffolds"
"""A folder per kind. NAME, CLASS and TITLE stand for what was asked for, in paths and in files."""


class What(StrEnum):
    site = "site"
    task = "task"
    agent = "agent"


NEXT = {
    What.site: ("webcosm serve", "pytest", "webcosm verify NAME"),
    What.task: ("webcosm tasks NAME", "pytest", "webcosm verify NAME"),
    What.agent: ("pytest", "webcosm run arena.notes --sample 5 --agent NAME"),
}


def make_package(
    what: Annotated[What, typer.Argument(help="What the package brings.", show_default=False)],
    name: Annotated[str, typer.Argument(help="Its name: lower-case letters and digits.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder for the package; one of its name here otherwise.", show_default=False)
    ] = None,
) -> None:
    """Write a package of your own to begin with: a site with tasks, tasks, or an agent.

    Example: [bold]webcosm new site library[/bold]
    """
    folder = out or Path(name)
    if problem := _problem(what, name, folder):
        raise refuse(problem)
    files = dict(_files(what, name))
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    say(f"{len(files)} files are in {folder}. What to do next:")
    for command in (f"cd {folder}", "pip install -e .", *(step.replace("NAME", name) for step in NEXT[what])):
        say(styled("  ", (command, "bold")))


def _problem(what: What, name: str, folder: Path) -> str:
    """Why this cannot be made, or an empty text."""
    if not re.fullmatch("[a-z][a-z0-9]{1,30}", name) or keyword.iskeyword(name):
        return f"{name!r} cannot be a name: accepted are lower-case letters and digits, 2 to 31, the first a letter"
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        return f"{folder} is there already; nothing is overwritten. Choose another name or --out"
    if what is What.site:
        from webcosm.sites import all_sites

        if name in {site.name for site in all_sites()}:
            return f"there is a site {name} already; choose another name"
    if what is What.task:
        from webcosm.tasks import suite_names

        if name in suite_names():
            return f"there is a suite {name} already; choose another name"
    if what is What.agent:
        from webcosm.agents import agent_names

        if name in agent_names():
            return f"there is an agent {name} already; choose another name"
    if find_spec(name) is not None:
        return f"there is a Python package {name} already; choose another name"
    return ""


def _files(what: What, name: str) -> Iterator[tuple[Path, str]]:
    """The files of a package, by path."""
    words = {"NAME": name, "CLASS": name.capitalize(), "TITLE": name.capitalize()}
    folder = SCAFFOLDS / what
    for file in sorted(folder.rglob("*.tmpl")):
        path, text = file.relative_to(folder).with_suffix("").as_posix(), file.read_text(encoding="utf-8")
        for word, meaning in words.items():
            path, text = path.replace(word, meaning), text.replace(word, meaning)
        yield Path(path), text
