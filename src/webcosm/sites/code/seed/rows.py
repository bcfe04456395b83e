"""Rows that are put together in memory, since what is told later changes them, and then written at once."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from webcosm.worlds import Database

__all__ = ["ORDER", "Rows"]

ORDER = (
    "project", "topic", "member", "group_share", "access_request", "follow", "ssh_key", "access_token", "star", "watch",
    "redirect", "protected_branch", "protected_tag", "release", "label", "milestone", "release_milestone", "issue",
    "issue_assignee", "issue_label", "issue_link", "merge_request", "merge_request_assignee", "merge_request_reviewer",
    "merge_request_label", "approval", "closes", "time_entry", "board", "board_list", "snippet", "snippet_file", "note",
    "award", "participant", "todo", "event", "wiki_page", "wiki_edit", "flaw",
)  # fmt: skip
"""Tables, those that others refer to first."""
WITHOUT_ID = frozenset(
    (
        *(
            "topic",
            "follow",
            "star",
            "watch",
            "release_milestone",
            "issue_assignee",
            "issue_label",
            "approval",
            "closes",
        ),
        *("merge_request_assignee", "merge_request_reviewer", "merge_request_label", "snippet_file"),
    )
)

Record = dict[str, Any]


class Rows:
    def __init__(self) -> None:
        self._rows: dict[str, list[Record]] = defaultdict(list)

    def add(self, table: str, /, **columns: Any) -> Record:
        """The row, which may be changed until all are written; its number is ``row["id"]``. What begins with ``_`` is
        not written."""
        rows = self._rows[table]
        if table not in WITHOUT_ID:
            columns = {"id": len(rows) + 1, **columns}
        rows.append(columns)
        return columns

    def of(self, table: str) -> list[Record]:
        return self._rows[table]

    def write(self, db: Database) -> None:
        if wrong := self._rows.keys() - set(ORDER):
            raise ValueError(f"no place in the order for {', '.join(sorted(wrong))}")
        for table in ORDER:
            groups: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
            for row in self._rows[table]:
                kept = {name: value for name, value in row.items() if name[0] != "_"}
                groups.setdefault(tuple(kept), []).append(tuple(kept.values()))
            for columns, rows in groups.items():
                marks = ", ".join("?" * len(columns))
                db.run_many(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
