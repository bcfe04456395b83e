"""Which issues and merge requests a list shows: what its address says, and the SQL of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Literal

from webcosm.sites.code.rules.places import FULL_PATH
from webcosm.sites.code.rules.viewer import Viewer
from webcosm.sites.kit import match_query
from webcosm.worlds import Database, Row, Value

__all__ = ["ANY", "DUE", "NONE", "SORTS", "Filters", "Found", "find", "read_filters"]

ANY, NONE = "Any", "None"
"""Instead of a name: whatever there is, or nothing at all."""
STATES = {"issue": ("open", "closed", "all"), "merge_request": ("open", "merged", "closed", "all")}
SORTS = {
    "created": ("Newest first", "{t}.created DESC, {t}.id DESC"),
    "created_asc": ("Oldest first", "{t}.created, {t}.id"),
    "updated": ("Last updated", "{t}.updated DESC, {t}.id DESC"),
    "updated_asc": ("Least recently updated", "{t}.updated, {t}.id"),
    "popularity": ("Most thumbs up", "thumbs DESC, {t}.id DESC"),
    "title": ("Title", "{t}.title COLLATE NOCASE, {t}.id"),
    "priority": ("Priority of labels", "priority IS NULL, priority, {t}.id DESC"),
    "milestone": ("Milestone due date", "milestone_due IS NULL, milestone_due, {t}.id DESC"),
}
ISSUE_SORTS = {
    **SORTS,
    "due": ("Due date", "issue.due IS NULL, issue.due, issue.id DESC"),
    "weight": ("Weight", "issue.weight IS NULL, issue.weight DESC, issue.id DESC"),
}
DUE = {
    "overdue": "Overdue",
    "week": "Within a week",
    "month": "Within a month",
    NONE: "No due date",
    ANY: "With a due date",
}


@dataclass(frozen=True)
class Filters:
    """What a list is narrowed down to; empty means that it does not matter."""

    state: str = "open"
    search: str = ""
    author: str = ""
    assignee: str = ""
    reviewer: str = ""
    labels: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    milestone: str = ""
    confidential: str = ""
    draft: str = ""
    due: str = ""
    weight: str = ""
    source: str = ""
    target: str = ""
    sort: str = "created"

    @property
    def facts(self) -> dict[str, str | tuple[str, ...]]:
        """What the page says it shows."""
        told = {name: getattr(self, name) for name in self.__dataclass_fields__}
        lists = ("labels", "without")
        return {
            name: tuple(sorted(one.lower() for one in value)) if name in lists else value
            for name, value in told.items()
            if value or name in ("state", "sort")
        }

    @property
    def narrowed(self) -> bool:
        """Whether anything but state and order was asked for."""
        return any(getattr(self, name) for name in self.__dataclass_fields__ if name not in ("state", "sort"))


def read_filters(table: str, query: Mapping[str, str], query_list: Sequence[tuple[str, str]]) -> Filters:
    """What an address asks for. Names may begin with @, labels and milestones may be quoted."""

    def text(name: str, most: int = 200) -> str:
        return " ".join(query.get(name, "").split())[:most]

    def name(key: str) -> str:
        return text(key).removeprefix("@")

    state, sort = query.get("state", ""), query.get("sort", "")
    return Filters(
        state=state if state in STATES[table] else "open",
        search=text("search"),
        author=name("author"),
        assignee=name("assignee"),
        reviewer=name("reviewer") if table == "merge_request" else "",
        labels=_several(query_list, "label"),
        without=_several(query_list, "not_label"),
        milestone=text("milestone").strip('"'),
        confidential=query.get("confidential", "") if query.get("confidential") in ("yes", "no") else "",
        draft=query.get("draft", "") if query.get("draft") in ("yes", "no") and table == "merge_request" else "",
        due=query.get("due", "") if query.get("due") in DUE and table == "issue" else "",
        weight=text("weight")
        if table == "issue" and (text("weight").isdecimal() or text("weight") in (ANY, NONE))
        else "",
        source=text("source") if table == "merge_request" else "",
        target=text("target") if table == "merge_request" else "",
        sort=sort if sort in sorts(table) else "created",
    )


def sorts(table: str) -> dict[str, tuple[str, str]]:
    return ISSUE_SORTS if table == "issue" else SORTS


def _several(query_list: Sequence[tuple[str, str]], name: str) -> tuple[str, ...]:
    found = (" ".join(value.split()).strip('"~')[:100] for key, value in query_list if key == name)
    return tuple(dict.fromkeys(one for one in found if one))[:20]


@dataclass
class Found:
    """A query under way: its conditions and what they bind."""

    table: Literal["issue", "merge_request"]
    conditions: list[str] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)

    def add(self, condition: str, *values: Value) -> None:
        self.conditions.append(condition)
        self.values += values

    @property
    def where(self) -> str:
        return " AND ".join(self.conditions) or "1"

    def sql(self, order: str) -> str:
        t = self.table
        return (
            f"SELECT {t}.*, {FULL_PATH} AS full_path, account.username, account.name AS author_name,"
            " milestone.title AS milestone_title, milestone.number AS milestone_number,"
            " milestone.due AS milestone_due, milestone.namespace_id AS milestone_group,"
            f" (SELECT count(*) FROM note WHERE {t}_id = {t}.id AND NOT system) AS notes,"
            f" (SELECT count(*) FROM award WHERE {t}_id = {t}.id AND emoji = 'thumbsup') AS thumbs,"
            f" (SELECT min(label.priority) FROM {t}_label JOIN label ON label.id = label_id"
            f" WHERE {t}_id = {t}.id) AS priority"
            f" FROM {t} JOIN project ON project.id = {t}.project_id"
            " JOIN namespace ON namespace.id = project.namespace_id"
            f" JOIN account ON account.id = {t}.author_id LEFT JOIN milestone ON milestone.id = {t}.milestone_id"
            f" WHERE {self.where} ORDER BY {order.format(t=t)}"
        )

    def count(self, db: Database, state: str) -> int:
        """How many of a state there are, the other conditions holding."""
        condition = "" if state == "all" else f" AND {self.table}.state = '{state}'"
        return int(
            db.value(
                f"SELECT count(*) FROM {self.table} JOIN project ON project.id = {self.table}.project_id"
                f" WHERE {self.where}{condition}",
                *self.values,
            )
        )


def find(
    viewer: Viewer,
    table: Literal["issue", "merge_request"],
    filters: Filters,
    today: date,
    *,
    project: Row | None = None,
    group: Sequence[int] | None = None,
) -> Found:
    """What fits, of one project, of a group's projects, or of all that the viewer may see. The state is left out: a
    list shows how many there are of each."""
    found = Found(table)
    t = table
    found.add(viewer.visible)
    if project is not None:
        found.add(f"{t}.project_id = ?", project.id)
    if group is not None:
        found.add(f"project.namespace_id IN ({', '.join(map(str, group)) or 'NULL'})")
    if t == "issue":
        mine = viewer.id if viewer.id is not None else -1
        found.add(
            f"(NOT issue.confidential OR {viewer.trusted} OR issue.author_id = ? OR EXISTS"
            " (SELECT 1 FROM issue_assignee WHERE issue_id = issue.id AND account_id = ?))",
            mine,
            mine,
        )
    else:
        members = ", ".join(str(one) for one, level in sorted(viewer.project_levels.items()) if level >= 20) or "NULL"
        if not viewer.is_admin:  # of private projects, guests do not see the code
            found.add(f"(project.visibility <> 'private' OR project.id IN ({members}))")
    _people(found, filters)
    _labels(found, filters)
    _milestone(found, filters, today)
    if filters.search:
        words = match_query(filters.search)
        number = filters.search.lstrip("#!")
        if number.isdecimal() and len(number) < 10:
            found.add(f"{t}.number = ?", int(number))
        elif words:
            found.add(f"{t}.id IN (SELECT rowid FROM {t}_search WHERE {t}_search MATCH ?)", words)
    if filters.confidential:
        found.add("issue.confidential = ?" if t == "issue" else "?", int(filters.confidential == "yes"))
    if filters.draft:
        found.add("merge_request.draft = ?", int(filters.draft == "yes"))
    for column, value in (("source_branch", filters.source), ("target_branch", filters.target)):
        if value:
            found.add(f"merge_request.{column} = ?", value)
    _due(found, filters, today)
    if filters.weight in (ANY, NONE):
        found.add(f"issue.weight IS {'NOT ' * (filters.weight == ANY)}NULL")
    elif filters.weight:
        found.add("issue.weight = ?", int(filters.weight))
    return found


def _people(found: Found, filters: Filters) -> None:
    t = found.table
    if filters.author:
        found.add(f"{t}.author_id = (SELECT id FROM account WHERE username = ?)", filters.author)
    for role in ("assignee", "reviewer"):
        name = getattr(filters, role)
        if name in (ANY, NONE):
            found.add(f"{'NOT ' * (name == NONE)}EXISTS (SELECT 1 FROM {t}_{role} WHERE {t}_id = {t}.id)")
        elif name:
            found.add(
                f"{t}.id IN (SELECT {t}_id FROM {t}_{role} JOIN account AS person ON person.id = account_id"
                " WHERE person.username = ?)",
                name,
            )


def _labels(found: Found, filters: Filters) -> None:
    t = found.table
    for title in filters.labels:
        if title in (ANY, NONE):
            found.add(f"{'NOT ' * (title == NONE)}EXISTS (SELECT 1 FROM {t}_label WHERE {t}_id = {t}.id)")
        else:
            found.add(f"{t}.id IN ({LABELLED.format(t=t)})", title)
    for title in filters.without:
        found.add(f"{t}.id NOT IN ({LABELLED.format(t=t)})", title)


LABELLED = "SELECT {t}_id FROM {t}_label JOIN label ON label.id = label_id WHERE label.title = ?"


def _milestone(found: Found, filters: Filters, today: date) -> None:
    t, title = found.table, filters.milestone
    if title in (ANY, NONE):
        found.add(f"{t}.milestone_id IS {'NOT ' * (title == ANY)}NULL")
    elif title:
        found.add(f"{t}.milestone_id IN (SELECT id FROM milestone WHERE milestone.title = ?)", title)


def _due(found: Found, filters: Filters, today: date) -> None:
    if filters.due in (ANY, NONE):
        found.add(f"issue.due IS {'NOT ' * (filters.due == ANY)}NULL")
    elif filters.due == "overdue":
        found.add("issue.due < ?", str(today))
    elif filters.due:
        days = {"week": 7, "month": 31}[filters.due]
        found.add("issue.due BETWEEN ? AND ?", str(today), str(today + timedelta(days=days)))
