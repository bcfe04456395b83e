"""What holds of the code host's content in every universe, and how much of it there is."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator

import pytest

from tests.sites.code.invariants import INVARIANTS
from webcosm.sites.code import site
from webcosm.sites.code.git import Repository
from webcosm.sites.code.git.graph import Graph
from webcosm.sites.code.git.merging import merge_commits
from webcosm.sites.code.git.store import ObjectStore
from webcosm.sites.code.git.trees import entry_at, walk_files
from webcosm.sites.code.rules.checks import Tree, run_check
from webcosm.sites.code.rules.pipelines import FILE, plan_pipeline
from webcosm.sites.code.seed.check import faults
from webcosm.sites.code.seed.people import LEAD, MAINTAINER, NEWCOMER
from webcosm.worlds import Universe, World


@pytest.fixture(scope="module", params=[0, 7])
def filled(request: pytest.FixtureRequest) -> Iterator[World]:
    assert site.blueprint
    with Universe([site.blueprint], seed=request.param) as universe, universe.open() as world:
        yield world


def broken(world: World) -> dict[str, list[object]]:
    found = {name: world.code.rows(sql)[:3] for name, sql in INVARIANTS.items()}
    return {name: list(rows) for name, rows in found.items() if rows}


def test_content_is_well_written() -> None:
    assert [str(one) for one in faults()] == []


def test_data_keep_their_promises(filled: World) -> None:
    assert broken(filled) == {}


def test_every_commit_is_reached_by_a_ref_and_merges_are_in_their_targets(filled: World) -> None:
    db = filled.code
    parents: dict[int, dict[str, list[str]]] = {}
    for row in db.rows("SELECT project_id, sha, parents FROM commit_log"):
        parents.setdefault(row.project_id, {})[row.sha] = row.parents.split()
    store = ObjectStore(db)
    for project, known in parents.items():
        refs = db.rows("SELECT name, sha FROM git_ref WHERE project_id = ?", project)
        tips = {row.name: store.peel(row.sha) for row in refs}
        assert reached(known, tips.values()) == known.keys(), project
        main = reached(known, [tips["refs/heads/main"]])
        merged = db.values("SELECT merge_sha FROM merge_request WHERE project_id = ? AND state = 'merged'", project)
        assert set(merged) <= main


def reached(parents: dict[str, list[str]], tips: Iterable[str]) -> set[str]:
    seen: set[str] = set()
    left = list(tips)
    while left:
        sha = left.pop()
        if sha not in seen:
            seen.add(sha)
            left.extend(parents[sha])
    return seen


def test_code_parses_at_every_tag_and_branch(filled: World) -> None:
    """But for the files that are broken on purpose, which judges know of."""
    db = filled.code
    store = ObjectStore(db)
    wrong = {row.path for row in db.rows("SELECT path FROM flaw WHERE kind = 'failing-check'")}
    seen: set[tuple[str, str]] = set()
    for sha in sorted(set(db.values("SELECT sha FROM git_ref"))):
        for path, (_, blob) in walk_files(store, store.commit(store.peel(sha)).tree):
            kind = path.rpartition(".")[2]
            if (blob, kind) in seen or path in wrong:
                continue
            seen.add((blob, kind))
            text = store.blob(blob).decode()
            if kind == "py":
                ast.parse(text, path)
            elif kind == "json":
                json.loads(text)
            elif kind == "toml":
                tomllib.loads(text)
            assert "«" not in text, path
            assert text.endswith("\n"), path
    assert len(seen) > 1_000


def test_changelogs_fit_the_tags(filled: World) -> None:
    """A changelog has a heading for each release, the newest first, and names the version that the project says."""
    db = filled.code
    store = ObjectStore(db)
    for project in db.rows("SELECT * FROM project WHERE id IN (SELECT project_id FROM release)"):
        tree = store.commit(
            db.value("SELECT sha FROM git_ref WHERE project_id = ? AND name = 'refs/heads/main'", project.id)
        ).tree
        entry = entry_at(store, tree, "CHANGELOG.md")
        assert entry, project.path
        headings = re.findall(r"^## (\d+\.\d+\.\d+) \((.*)\)$", store.blob(entry.sha).decode(), re.MULTILINE)
        released = db.rows("SELECT tag, released FROM release WHERE project_id = ? ORDER BY released DESC", project.id)
        assert headings == [(row.tag.removeprefix("v"), row.released[:10]) for row in released]


def test_there_is_as_much_as_promised(filled: World) -> None:
    db = filled.code
    assert db.value("SELECT count(*) FROM account") == 120
    assert db.value("SELECT count(*) FROM project WHERE forked_from IS NULL") == 40
    assert db.value("SELECT count(*) FROM issue") > 400
    counts = db.values(
        "SELECT count(*) FROM commit_log JOIN project ON project.id = project_id"
        " WHERE forked_from IS NULL GROUP BY project_id"
    )
    assert 10 <= min(counts) < 40
    assert max(counts) > 200
    for state in ("open", "merged", "closed"):
        assert db.value("SELECT count(*) FROM merge_request WHERE state = ?", state) > 5
    for kind in ("conflict", "duplicate-issue", "leaked-token", "stale-dependency", "failing-check"):
        assert db.value("SELECT count(*) FROM flaw WHERE kind = ?", kind), kind


def test_conflicts_are_real_and_others_merge(filled: World) -> None:
    db = filled.code
    graph = Graph(ObjectStore(db))
    clash = set(db.values("SELECT merge_request_id FROM flaw WHERE kind = 'conflict'"))
    for row in db.rows("SELECT * FROM merge_request WHERE state = 'open'"):
        main = db.value("SELECT sha FROM git_ref WHERE project_id = ? AND name = 'refs/heads/main'", row.project_id)
        assert bool(merge_commits(graph, main, row.head_sha).conflicts) == (row.id in clash), row.title


def test_the_named_accounts_have_something_to_do(filled: World) -> None:
    db = filled.code
    for table in ("issue_assignee", "merge_request_reviewer", "star", "event"):
        assert db.value(f"SELECT count(*) FROM {table} WHERE account_id = ?", MAINTAINER) > 3, table
    assert db.value("SELECT count(*) FROM todo WHERE account_id = ? AND state = 'pending'", MAINTAINER) > 3
    assert db.value("SELECT count(*) FROM member WHERE account_id = ? AND namespace_id IS NOT NULL", MAINTAINER) >= 2
    assert db.value("SELECT count(*) FROM member WHERE account_id = ? AND access = 50", LEAD) >= 1
    assert db.value("SELECT count(*) FROM member WHERE account_id = ?", NEWCOMER) == 0


def test_what_projects_declare_can_be_run_and_fails_only_where_something_is_wrong(filled: World) -> None:
    db = filled.code
    wrong = ("failing-check", "broken-link", "missing-license")
    known = {(row.project_id, row.kind) for row in db.rows("SELECT project_id, kind FROM flaw")}
    for project in db.rows("SELECT id FROM project WHERE forked_from IS NULL"):
        repository = Repository(db, project.id)
        head = db.value("SELECT sha FROM git_ref WHERE project_id = ? AND name = 'refs/heads/main'", project.id)
        tree = Tree(repository, repository.store.commit(head))
        failed = [job.check for job in plan_pipeline(tree.text(FILE) or "") if run_check(job.check, tree)]
        assert not failed or any((project.id, kind) in known for kind in wrong), (project.id, failed)
