"""Which templates the everyday tests prove: those that a change touches, and a shard that rotates by commit.

A template is touched if its own module has changed, or a module beside it that holds no templates (rows, moves). What a
change to a site or to the judge does to all templates, the shard and the sweep tell.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from webcosm.lore import Rng
from webcosm.tasks import Template

__all__ = ["changed_files", "commit", "commits", "shard", "touched"]

Templates = Sequence[type[Template[Any]]]


def touched(templates: Templates, files: Iterable[str]) -> list[type[Template[Any]]]:
    """Those of the templates that a change of these files touches."""
    homes = {
        template: PurePosixPath("src", *template.__module__.split(".")).with_suffix(".py") for template in templates
    }
    own = set(homes.values())
    changed = {PurePosixPath(file) for file in files}
    helpers = {file.parent for file in changed - own if file.suffix == ".py"}
    return [template for template, home in homes.items() if home in changed or home.parent in helpers]


def shard(templates: Templates, size: int) -> list[type[Template[Any]]]:
    """Some templates, the next ones with every commit, so that all have their turn."""
    mixed = Rng("shard").shuffled(sorted(templates, key=lambda template: template.id))
    first = size * commits()
    return [mixed[(first + place) % len(mixed)] for place in range(min(size, len(mixed)))]


def commits() -> int:
    """How many there are by now; none where there is no repository."""
    return int(_git("rev-list", "--count", "HEAD") or 0)


def commit() -> str:
    """Of the code that is tested; empty where there is no repository."""
    return _git("rev-parse", "HEAD")


def changed_files() -> list[str]:
    """What differs from where this branch left `main`, or on `main` itself from the commit before."""
    base = next(filter(None, (_git("merge-base", "HEAD", main) for main in ("origin/main", "main"))), "")
    if base in ("", commit()):
        base = _git("rev-parse", "HEAD~1")
    known = _git("diff", "--name-only", base) if base else ""
    return sorted({*known.splitlines(), *_git("ls-files", "--others", "--exclude-standard").splitlines()})


@cache
def _git(*words: str) -> str:
    """What git says; empty where it has nothing to say, as where there is no repository."""
    asked = subprocess.run(["git", *words], cwd=Path(__file__).parents[2], capture_output=True, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else ""
