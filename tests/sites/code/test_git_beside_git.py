"""Whatever is random, our git and the real one say the same: diffs, merges, logs, blame, patches."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sites.code.histories import edited, grow, lines, text
from tests.sites.code.realgit import Git, export
from webcosm.sites.code.git.blaming import blame
from webcosm.sites.code.git.diffing import diff_revisions
from webcosm.sites.code.git.lines import Span, compare, split_lines
from webcosm.sites.code.git.merge_text import merge_texts
from webcosm.sites.code.git.merging import ConflictKind, merge_commits
from webcosm.sites.code.git.patches import patch_text
from webcosm.sites.code.git.repository import Repository
from webcosm.worlds import Universe

RANDOM = st.randoms(use_true_random=False)
HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
few = settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
some = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
many = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


def fresh(git: Path) -> Path:
    return Path(mkdtemp(dir=git))


def spans_of(said: str) -> list[Span]:
    """Of a diff without context."""
    spans = []
    for found in HUNK.finditer(said):
        old, old_count, new, new_count = (1 if part is None else int(part) for part in found.groups())
        start, new_start = old - bool(old_count), new - bool(new_count)
        spans.append(Span(start, start + old_count, new_start, new_start + new_count))
    return spans


@some
@given(RANDOM)
def test_lines_differ_where_git_says(git: Path, random: Random) -> None:
    old = lines(random, 80)
    new = edited(random, old, 10)
    folder = fresh(git)
    for name, content in (("old", old), ("new", new)):
        (folder / name).write_text(text(content))
    said = Git(folder).run("diff", "--no-index", "-U0", "old", "new").stdout.decode()
    mine = compare(*(split_lines(text(one).encode()) for one in (old, new)))
    assert mine == spans_of(said)


@some
@given(RANDOM)
def test_texts_merge_as_git_merges_them(git: Path, random: Random) -> None:
    base = lines(random, 60)
    three = [edited(random, base), base, edited(random, base)]
    texts = [text(one)[: -1 if random.random() < 0.1 else None] for one in three]
    folder = fresh(git)
    for name, content in zip("abc", texts, strict=True):
        (folder / name).write_text(content)
    done = Git(folder).run("merge-file", "-p", "-L", "ours", "-L", "base", "-L", "theirs", "a", "b", "c")
    merged = merge_texts(*(texts[at].encode() for at in (1, 0, 2)))
    assert (merged.text(), merged.conflicts) == (done.stdout, done.returncode)


@few
@given(RANDOM)
def test_histories_read_as_git_reads_them(git: Path, workshop: Universe, random: Random) -> None:
    check_history(git, workshop, random)


@pytest.mark.sweep
@many
@given(RANDOM)
def test_many_histories_read_as_git_reads_them(git: Path, workshop: Universe, random: Random) -> None:
    check_history(git, workshop, random)


def check_history(git: Path, workshop: Universe, random: Random) -> None:
    with workshop.open() as world:
        repository = grow(world.code, random)
        real = export(repository, fresh(git) / "real")
        branches = repository.branch_names()
        for branch in branches:
            assert [one.sha for one in repository.log(branch)] == real("log", "--format=%H", branch, "--").split()
            for path in repository.paths(branch):
                check_path(repository, real, branch, path)
        for one, other in permutations(branches, 2):
            check_pair(repository, real, one, other)
            check_merge(repository, real, one, other)


def check_path(repository: Repository, real: Git, branch: str, path: str) -> None:
    log = [one.sha for one in repository.log(branch, path=path)]
    assert log == real("log", "--format=%H", branch, "--", path).split()
    assert repository.last_commit(branch, path).sha == log[0]
    said = (line.split() for line in real("blame", "-slnf", "--root", branch, "--", path).splitlines())
    mine = [
        (one.sha, one.path, one.original + at)
        for one in blame(repository, branch, path).ranges
        for at in range(one.count)
    ]
    assert mine == [(words[0], words[1], int(words[2])) for words in said]


def check_pair(repository: Repository, real: Git, one: str, other: str) -> None:
    bases = real.run("merge-base", "--all", one, other).stdout.decode().split()
    assert sorted(repository.graph.merge_bases(repository.resolve(one), repository.resolve(other))) == sorted(bases)
    counts = real("rev-list", "--left-right", "--count", f"{one}...{other}").split()
    assert list(repository.ahead_behind(one, other)) == [int(count) for count in counts]
    between = real("log", "--format=%H", f"{one}..{other}", "--").split()
    assert [commit.sha for commit in repository.commits_between(one, other)] == between
    diff = diff_revisions(repository, one, other)
    said = real("diff", "--full-index", "-M", "-l0", one, other)
    assert without_similarity(patch_text(diff).decode()) == without_similarity(said)


def without_similarity(patch: str) -> str:
    """Git counts pieces of files by hashes that may collide; a percent more or less is no matter."""
    return re.sub(r"^similarity index .*", "", patch, flags=re.MULTILINE)


def check_merge(repository: Repository, real: Git, one: str, other: str) -> None:
    """A merge that we call clean is clean there too, and gives the same tree; and the other way round."""
    ours, theirs = repository.resolve(one), repository.resolve(other)
    if not repository.graph.merge_bases(ours, theirs) or len(repository.graph.merge_bases(ours, theirs)) > 1:
        return
    merged = merge_commits(repository.graph, ours, theirs)
    done = real.run("merge-tree", "--write-tree", "-X", "diff-algorithm=myers", one, other)
    if done.returncode == 129 or b"unknown" in done.stderr:
        done = real.run("merge-tree", "--write-tree", one, other)
    if any(conflict.kind is ConflictKind.FILE_AND_FOLDER for conflict in merged.conflicts):
        return
    assert bool(merged.conflicts) == (done.returncode == 1), (merged.conflicts, done)
    if not merged.conflicts:
        assert merged.tree == done.stdout.decode().strip()
