"""What people write, as HTML: Markdown in which people, issues, merge requests, labels, milestones and commits are
links, as far as whoever reads may see them."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from webcosm.sites.code.rules.places import find_project, project_by_id
from webcosm.sites.code.rules.viewer import NOBODY, Viewer
from webcosm.sites.kit import Addresses, render_markdown, site_link
from webcosm.worlds import Database, Row

__all__ = ["closing_numbers", "find_reference", "marked"]

TAGGED = re.compile(r"(<(?:a|code|pre)\b.*?</(?:a|code|pre)>|<[^>]+>)", re.DOTALL)
PICTURE = re.compile(r'<img src="([^"]*)" alt="([^"]*)"[^>]*>')
PATH = r"[A-Za-z0-9][\w.-]*(?:/[A-Za-z0-9][\w.-]*)+"
REFERENCE = re.compile(
    rf"(?P<issue>(?<![\w&/#])(?:{PATH})?\#(?P<issue_number>\d{{1,9}})(?!\w))"
    rf"|(?P<request>(?<![\w!/])(?:{PATH})?!(?P<request_number>\d{{1,9}})(?!\w))"
    r"|(?P<person>(?<![\w/@.])@(?P<name>[A-Za-z0-9](?:[\w./-]*[A-Za-z0-9])?))"
    r"|(?P<label>(?<![\w~])~(?:&quot;(?P<label_quoted>[^&]{1,80})&quot;|(?P<label_word>[A-Za-z][\w:-]*)))"
    r"|(?P<milestone>(?<![\w%])%(?:&quot;(?P<milestone_quoted>[^&]{1,80})&quot;|(?P<milestone_word>[A-Za-z0-9][\w.-]*\w)))"
    rf"|(?P<commit>(?<![\w/#@])(?:{PATH}@)?(?P<sha>[0-9a-f]{{7,40}})(?!\w))"
)
CLOSING = re.compile(
    rf"\b(?:clos(?:e|es|ed|ing)|fix(?:es|ed|ing)?|resolv(?:e|es|ed|ing)|implement(?:s|ed|ing)?):?\s+"
    rf"((?:issues?\s+)?(?:{PATH})?\#\d+(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:{PATH})?\#\d+)*)",
    re.IGNORECASE,
)
NUMBERED = re.compile(rf"(?P<path>{PATH})?\#(?P<number>\d{{1,9}})")


def marked(viewer: Viewer, addresses: Addresses, project: Row | None, text: str) -> Markup:
    """Markdown as HTML. Pictures become links, since nothing is loaded from elsewhere."""
    document = render_markdown(text, link=lambda href: site_link(href, addresses), anchors=False)
    html: str = PICTURE.sub(r'<a href="\1">\2</a>', document.html)
    parts = TAGGED.split(html)
    parts[::2] = [REFERENCE.sub(lambda found: _linked(viewer, project, found), part) for part in parts[::2]]
    return Markup("".join(parts))


def _linked(viewer: Viewer, project: Row | None, found: re.Match[str]) -> str:
    kind = found.lastgroup and next(name for name in KINDS if found[name])
    assert kind
    return KINDS[kind](viewer, project, found) or found[0]


def _place(viewer: Viewer, project: Row | None, written: str, sign: str) -> Row | None:
    """The project that a reference is about: the one named before its sign, else the one that it stands in."""
    path, _, _ = written.rpartition(sign)
    place = find_project(viewer.db, path) if path else project
    return place if place is not None and viewer.access(place) != NOBODY else None


def _issue(viewer: Viewer, project: Row | None, found: re.Match[str]) -> str | None:
    place = _place(viewer, project, found["issue"], "#")
    one = find_reference(viewer, place, "issue", int(found["issue_number"])) if place else None
    return _numbered(f"/{place.full_path}/-/issues/{one.number}", one, found[0]) if one and place else None


def _request(viewer: Viewer, project: Row | None, found: re.Match[str]) -> str | None:
    place = _place(viewer, project, found["request"], "!")
    one = find_reference(viewer, place, "merge_request", int(found["request_number"])) if place else None
    return _numbered(f"/{place.full_path}/-/merge_requests/{one.number}", one, found[0]) if one and place else None


def _numbered(address: str, one: Row, text: str) -> str:
    ended = "" if one.state == "open" else f" ({one.state})"
    return f'<a href="{escape(address)}" title="{escape(one.title)}">{text}{ended}</a>'


def _person(viewer: Viewer, project: Row | None, found: re.Match[str]) -> str | None:
    name = found["name"]
    row = viewer.db.row("SELECT full_path, name FROM namespace WHERE full_path = ?", name)
    return f'<a href="/{escape(row.full_path)}" title="{escape(row.name)}">{found[0]}</a>' if row else None


def _label(viewer: Viewer, project: Row | None, found: re.Match[str]) -> str | None:
    title = found["label_quoted"] or found["label_word"]
    row = project and viewer.db.row(
        "SELECT * FROM label WHERE title = ?1 AND (project_id = ?2 OR namespace_id = ?3)",
        title,
        project.id,
        project.namespace_id,
    )
    if not row or not project:
        return None
    address = escape(f"/{project.full_path}/-/issues?label={row.title}")
    return f'<a class="label" style="--label: {row.color}" href="{address}">{escape(row.title)}</a>'


def _milestone(viewer: Viewer, project: Row | None, found: re.Match[str]) -> str | None:
    title = found["milestone_quoted"] or found["milestone_word"]
    row = project and viewer.db.row("SELECT * FROM milestone WHERE title = ?1 AND project_id = ?2", title, project.id)
    if not row or not project:
        return None
    return f'<a href="/{escape(project.full_path)}/-/milestones/{row.number}">{found[0]}</a>'


def _commit(viewer: Viewer, project: Row | None, found: re.Match[str]) -> str | None:
    place = _place(viewer, project, found["commit"], "@")
    if place is None or not viewer.may("read_code", place):
        return None
    row = viewer.db.row(
        "SELECT sha, title FROM commit_log WHERE project_id = ?1 AND sha BETWEEN ?2 AND ?2 || 'g' ORDER BY sha LIMIT 1",
        place.id,
        found["sha"],
    )
    if row is None:
        return None
    address = f"/{place.full_path}/-/commit/{row.sha}"
    return f'<a class="sha" href="{escape(address)}" title="{escape(row.title)}">{found[0]}</a>'


KINDS: dict[str, Callable[[Viewer, Row | None, re.Match[str]], str | None]] = {
    "issue": _issue,
    "request": _request,
    "person": _person,
    "label": _label,
    "milestone": _milestone,
    "commit": _commit,
}


def find_reference(viewer: Viewer, project: Row, table: str, number: int) -> Row | None:
    """The issue or merge request with a number in a project, if the visitor may see it."""
    one = viewer.db.row(f"SELECT * FROM {table} WHERE project_id = ? AND number = ?", project.id, number)
    if one is None or (table == "issue" and one.confidential and not sees_confidential(viewer, project, one)):
        return None
    return one


def sees_confidential(viewer: Viewer, project: Row, issue: Row) -> bool:
    """Its author, those it is assigned to, and members from reporter on."""
    if viewer.id is None:
        return False
    if viewer.may("see_confidential", project) or issue.author_id == viewer.id:
        return True
    return bool(
        viewer.db.value("SELECT 1 FROM issue_assignee WHERE issue_id = ? AND account_id = ?", issue.id, viewer.id)
    )


def closing_numbers(db: Database, project: Row, text: str) -> list[tuple[Row, int]]:
    """The issues that a text says it closes (“Closes #12 and #14”), as their project and number."""
    found: dict[tuple[int, int], tuple[Row, int]] = {}
    for clause in CLOSING.finditer(text):
        for one in NUMBERED.finditer(clause[1]):
            place = find_project(db, one["path"]) if one["path"] else project_by_id(db, project.id)
            if place is not None:
                found.setdefault((place.id, int(one["number"])), (place, int(one["number"])))
    return list(found.values())
