"""The table ``commit_log``: what lists and searches need of each commit that belongs to a project."""

from __future__ import annotations

from collections.abc import Iterable

from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.lines import count_changes
from webcosm.sites.code.git.objects import Commit, Mode
from webcosm.sites.code.git.renames import moved_files
from webcosm.sites.code.git.store import ObjectStore
from webcosm.sites.code.git.trees import Leaf
from webcosm.worlds import Database

__all__ = ["copy_log", "insert_rows", "log_row", "record_commits", "stat_of", "unrecorded"]

COLUMNS = (
    "sha, generation, parents, tree, author_name, author_email, authored, committer_name, committer_email, committed, "
    "title, message, files, additions, deletions"
)
_stats: Cache[tuple[str, str], tuple[int, int, int]] = Cache(20_000)


def record_commits(db: Database, project_id: int, tips: Iterable[str], store: ObjectStore | None = None) -> list[str]:
    """Writes down every commit that leads to one of these and is not in the log yet; the new ones, parents first."""
    store = store or ObjectStore(db)
    new = unrecorded(db, store, project_id, tips)
    generations: dict[str, int] = {}
    rows = []
    for commit in new:
        known = [_generation(db, project_id, parent, generations) for parent in commit.parents]
        generations[commit.sha] = 1 + max(known, default=0)
        parent = store.commit(commit.parents[0]).tree if commit.parents else None
        rows.append(log_row(project_id, commit, generations[commit.sha], stat_of(store, parent, commit.tree)))
    insert_rows(db, rows)
    return [commit.sha for commit in new]


def insert_rows(db: Database, rows: Iterable[tuple[str | int, ...]]) -> None:
    db.run_many(f"INSERT OR IGNORE INTO commit_log (project_id, {COLUMNS}) VALUES ({', '.join('?' * 16)})", rows)


def log_row(project_id: int, commit: Commit, generation: int, stat: tuple[int, int, int]) -> tuple[str | int, ...]:
    return (
        project_id,
        commit.sha,
        generation,
        " ".join(commit.parents),
        commit.tree,
        commit.author.name,
        commit.author.email,
        commit.authored,
        commit.committer.name,
        commit.committer.email,
        commit.committed,
        commit.title,
        commit.message,
        *stat,
    )


def copy_log(db: Database, source_id: int, target_id: int) -> None:
    """For a fork: its commits are those of what it was made from."""
    db.run(
        f"INSERT OR IGNORE INTO commit_log (project_id, {COLUMNS}) "
        f"SELECT ?, {COLUMNS} FROM commit_log WHERE project_id = ?",
        target_id,
        source_id,
    )


def stat_of(store: ObjectStore, old: str | None, new: str) -> tuple[int, int, int]:
    """Files, added lines and deleted lines between two trees, as their diff has them; binary files have no lines."""
    key = (old or "", new)
    if (known := _stats.get(key)) is not None:
        return known
    changes = moved_files(store, old, new)
    added = deleted = 0
    for change in changes:
        plus, minus = count_changes(_data(store, change.old), _data(store, change.new))
        added += plus
        deleted += minus
    return _stats.put(key, (len(changes), added, deleted))


def _data(store: ObjectStore, leaf: Leaf | None) -> bytes:
    return b"" if leaf is None or leaf[0] == Mode.SUBMODULE else store.blob(leaf[1])


def unrecorded(db: Database, store: ObjectStore, project_id: int, tips: Iterable[str]) -> list[Commit]:
    """The commits that lead to one of these and are not in the log yet, parents first."""
    found: list[Commit] = []
    seen: set[str] = set()
    for tip in tips:
        stack = [(tip, False)]
        while stack:
            sha, done = stack.pop()
            if done:
                found.append(store.commit(sha))
            elif sha not in seen:
                seen.add(sha)
                if not _recorded(db, project_id, sha):
                    stack.append((sha, True))
                    stack.extend((parent, False) for parent in reversed(store.commit(sha).parents))
    return found


def _recorded(db: Database, project_id: int, sha: str) -> bool:
    return db.value("SELECT 1 FROM commit_log WHERE project_id = ? AND sha = ?", project_id, sha) is not None


def _generation(db: Database, project_id: int, sha: str, known: dict[str, int]) -> int:
    if sha not in known:
        sql = "SELECT generation FROM commit_log WHERE project_id = ? AND sha = ?"
        known[sha] = db.value(sql, project_id, sha) or 0
    return known[sha]
