"""Random histories: branches, merges with conflicts decided at random, renames, deletions, commits at one time."""

from __future__ import annotations

from random import Random

from tests.sites.code.workshop import ANA, BO, TIDE, at
from webcosm.sites.code.git.graph import Graph
from webcosm.sites.code.git.merging import ConflictKind, merge_commits
from webcosm.sites.code.git.repository import Repository
from webcosm.sites.code.git.seeding import HistoryWriter
from webcosm.sites.code.git.trees import files_of
from webcosm.worlds import Database

__all__ = ["grow", "lines", "text"]

UNDECIDED = (ConflictKind.FILE_AND_FOLDER, ConflictKind.RENAMED_APART)


def line(random: Random) -> str:
    """One of a few lines that recur, or one of many that hardly do."""
    return " " * random.choice([0, 0, 4]) + f"line {random.randrange(random.choice([5, 1000]))}\n"


def lines(random: Random, most: int) -> list[str]:
    return [line(random) for _ in range(random.randrange(most))]


def edited(random: Random, before: list[str], times: int = 4) -> list[str]:
    after = list(before)
    for _ in range(random.randrange(times)):
        at = random.randrange(len(after) + 1)
        if random.random() < 0.6:
            after[at:at] = lines(random, 4)
        else:
            del after[at : at + random.randrange(1, 4)]
    return after


def text(parts: list[str]) -> str:
    return "".join(parts)


def grow(db: Database, random: Random) -> Repository:
    """A history of up to 30 steps on up to four branches."""
    with HistoryWriter(db, TIDE) as history:
        files = {"main": {"a.txt": lines(random, 20) or [line(random)]}}
        history.commit("main", {path: text(one) for path, one in files["main"].items()}, "First", ANA, at(0))
        minute = 0
        for step in range(random.randrange(3, 30)):
            minute += random.choice([1, 1, 1, 0])
            branch, deed = random.choice(sorted(files)), random.random()
            if deed < 0.15 and len(files) < 4:
                history.branch(f"b{step}", branch)
                files[f"b{step}"] = dict(files[branch])
            elif deed < 0.3 and len(files) > 1:
                other = random.choice([name for name in sorted(files) if name != branch])
                if merged := _merge(history, random, branch, other, at(minute)):
                    files[branch] = merged
            else:
                _commit(history, random, branch, files[branch], step, at(minute))
    return Repository(db, TIDE)


def _commit(
    history: HistoryWriter, random: Random, branch: str, files: dict[str, list[str]], step: int, when: str
) -> None:
    changes: dict[str, str | None] = {}
    path = random.choice(sorted(files)) if files else "a.txt"
    content = files.get(path, [])
    deed = random.random()
    if deed < 0.12 and path in files:  # another name
        del files[path]
        changes[path], path = None, f"folder/r{step}.txt"
    elif deed < 0.25:
        path, content = f"n{step}.txt", lines(random, 6)
    elif deed < 0.3 and len(files) > 1:
        del files[path]
        history.commit(branch, {path: None}, f"Delete {step}", BO, when)
        return
    files[path] = edited(random, content)
    changes[path] = text(files[path])
    history.commit(branch, changes, f"Change {step}", random.choice([ANA, BO]), when)


def _merge(history: HistoryWriter, random: Random, branch: str, other: str, when: str) -> dict[str, list[str]] | None:
    conflicts = merge_commits(Graph(history.store), history.head(branch), history.head(other)).conflicts
    if any(conflict.kind in UNDECIDED for conflict in conflicts):
        return None
    taken = {conflict.path: random.choice([conflict.ours, conflict.theirs]) for conflict in conflicts}
    decided = {path: history.store.blob(leaf[1]) if leaf else None for path, leaf in taken.items()}
    sha = history.merge(other, branch, f"Merge {other}", ANA, when, files=decided)
    found = files_of(history.store, history.store.commit(sha).tree)
    return {path: history.store.blob(leaf[1]).decode().splitlines(True) for path, leaf in found.items()}
