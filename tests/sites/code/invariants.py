"""What holds of the code host's content in every universe and at both scales: each query finds what breaks it."""

from __future__ import annotations

from webcosm.worlds import BEGINNING

__all__ = ["INVARIANTS"]

NOW = BEGINNING.strftime("%Y-%m-%d %H:%M:%S")

TIMED = {
    "account": ("created",),
    "namespace": ("created",),
    "member": ("created",),
    "group_share": ("created",),
    "follow": ("created",),
    "project": ("created", "active"),
    "star": ("created",),
    "commit_log": ("authored", "committed"),
    "release": ("created", "released"),
    "label": ("created",),
    "milestone": ("created",),
    "issue": ("created", "updated", "edited", "closed"),
    "issue_link": ("created",),
    "merge_request": ("created", "updated", "edited", "merged", "closed"),
    "approval": ("created",),
    "time_entry": ("created",),
    "note": ("created", "edited", "resolved"),
    "todo": ("created",),
    "event": ("created",),
    "snippet": ("created", "edited"),
    "wiki_page": ("created", "edited"),
    "wiki_edit": ("created",),
    "ssh_key": ("created",),
    "access_token": ("created", "last_used"),
    "access_request": ("created",),
}
"""Columns that say when."""
DEEDS = {
    "member": ("account_id", "created"),
    "project": ("creator_id", "created"),
    "star": ("account_id", "created"),
    "follow": ("follower_id", "created"),
    "release": ("author_id", "released"),
    "issue": ("author_id", "created"),
    "merge_request": ("author_id", "created"),
    "approval": ("account_id", "created"),
    "note": ("author_id", "created"),
    "event": ("account_id", "created"),
    "snippet": ("author_id", "created"),
    "wiki_edit": ("author_id", "created"),
    "time_entry": ("account_id", "created"),
    "access_request": ("account_id", "created"),
}
"""Who did it, and when."""


def _all(queries: list[str]) -> str:
    return " UNION ALL ".join(queries)


def _future(table: str, columns: tuple[str, ...]) -> str:
    newest = ", ".join(f"coalesce({one}, '')" for one in columns)
    return f"SELECT '{table}' AS place, max('', {newest}) AS value FROM {table} WHERE max('', {newest}) > '{NOW}'"


INVARIANTS = {
    "nothing lies in the future": _all([_future(table, columns) for table, columns in TIMED.items()]),
    "nobody does anything before joining": _all(
        [
            f"SELECT '{table}' AS place, {table}.{when} AS value FROM {table}"
            f" JOIN account ON account.id = {table}.{who} WHERE {table}.{when} < account.created"
            for table, (who, when) in DEEDS.items()
        ]
    ),
    "nobody commits before joining": (
        "SELECT project_id, sha FROM commit_log JOIN account ON account.email = author_email"
        " WHERE authored < account.created"
    ),
    "commits are by people with an account": (
        "SELECT project_id, sha FROM commit_log WHERE author_email NOT IN (SELECT email FROM account)"
        " OR committer_email NOT IN (SELECT email FROM account)"
    ),
    "commits come after their parents": (
        "SELECT child.project_id, child.sha FROM commit_log AS child JOIN commit_log AS parent"
        " ON parent.project_id = child.project_id AND instr(child.parents, parent.sha)"
        " WHERE parent.committed > child.committed OR parent.generation >= child.generation"
    ),
    "no project has commits from before it was made": (
        "SELECT project.id, sha FROM commit_log JOIN project ON project.id = project_id"
        " WHERE forked_from IS NULL AND authored < project.created"
    ),
    "every project has its default branch": (
        "SELECT id FROM project WHERE NOT EXISTS (SELECT 1 FROM git_ref WHERE project_id = project.id"
        " AND name = 'refs/heads/' || default_branch)"
    ),
    "whatever a ref names is there": (
        "SELECT project_id, name FROM git_ref WHERE NOT EXISTS (SELECT 1 FROM git_object"
        " WHERE git_object.sha = unhex(git_ref.sha))"
    ),
    "issues and merge requests are numbered without gaps": _all(
        [
            f"SELECT project_id FROM {table} GROUP BY project_id HAVING max(number) <> count(*)"
            for table in ("issue", "merge_request")
        ]
    ),
    "what is closed says when and by whom, what is open does not": (
        "SELECT id FROM issue WHERE (state = 'closed') <> (closed IS NOT NULL)"
        " OR (closed IS NULL) <> (closed_by IS NULL) OR closed < created"
        " UNION ALL SELECT id FROM merge_request WHERE (state = 'closed') <> (closed IS NOT NULL)"
        " OR (state = 'merged') <> (merged IS NOT NULL) OR (state = 'merged') <> (merge_sha IS NOT NULL)"
        " OR closed < created OR merged < created"
    ),
    "things are in projects that were there": (
        "SELECT issue.id FROM issue JOIN project ON project.id = project_id WHERE issue.created < project.created"
        " UNION ALL SELECT merge_request.id FROM merge_request JOIN project ON project.id = project_id"
        " WHERE merge_request.created < project.created"
        " UNION ALL SELECT event.id FROM event JOIN project ON project.id = project_id"
        " WHERE event.created < project.created"
    ),
    "notes come after what they are about, answers after their threads": (
        "SELECT note.id FROM note JOIN issue ON issue.id = issue_id WHERE note.created < issue.created"
        " UNION ALL SELECT note.id FROM note JOIN merge_request ON merge_request.id = merge_request_id"
        " WHERE note.created < merge_request.created"
        " UNION ALL SELECT note.id FROM note JOIN note AS first ON first.id = note.thread_id"
        " WHERE note.created < first.created OR first.thread_id IS NOT NULL"
        " OR first.merge_request_id IS NOT note.merge_request_id OR first.issue_id IS NOT note.issue_id"
        " UNION ALL SELECT id FROM note WHERE resolved < created OR (resolved IS NOT NULL AND NOT threaded)"
    ),
    "what a thing says of its last change is so": (
        "SELECT issue.id FROM issue WHERE updated <> max(created, coalesce((SELECT max(note.created) FROM note"
        " WHERE issue_id = issue.id), ''))"
        " UNION ALL SELECT merge_request.id FROM merge_request WHERE updated <> max(created, coalesce((SELECT"
        " max(note.created) FROM note WHERE merge_request_id = merge_request.id), ''))"
    ),
    "labels and milestones are of the project or of a group that it is in": (
        "WITH RECURSIVE up (project_id, namespace_id) AS (SELECT id, namespace_id FROM project"
        " UNION SELECT up.project_id, namespace.parent_id FROM up JOIN namespace ON namespace.id = up.namespace_id"
        " WHERE namespace.parent_id IS NOT NULL)"
        " SELECT issue.id FROM issue JOIN issue_label ON issue_id = issue.id JOIN label ON label.id = label_id"
        " WHERE label.project_id IS NOT issue.project_id AND NOT EXISTS (SELECT 1 FROM up"
        " WHERE up.project_id = issue.project_id AND up.namespace_id = label.namespace_id)"
        " UNION ALL SELECT issue.id FROM issue JOIN milestone ON milestone.id = milestone_id"
        " WHERE milestone.project_id IS NOT issue.project_id AND NOT EXISTS (SELECT 1 FROM up"
        " WHERE up.project_id = issue.project_id AND up.namespace_id = milestone.namespace_id)"
    ),
    "nothing that is open is in a milestone that is closed": (
        "SELECT issue.id FROM issue JOIN milestone ON milestone.id = milestone_id"
        " WHERE issue.state = 'open' AND milestone.state = 'closed'"
    ),
    "a duplicate is closed, and of an older issue of the same project": (
        "SELECT issue.id FROM issue JOIN issue AS original ON original.id = issue.duplicate_of"
        " WHERE issue.state <> 'closed' OR original.created >= issue.created OR original.project_id <> issue.project_id"
    ),
    "merged requests have the commit that merged them, and say its time": (
        "SELECT merge_request.id FROM merge_request WHERE state = 'merged' AND NOT EXISTS (SELECT 1 FROM commit_log"
        " WHERE commit_log.project_id = merge_request.project_id AND sha = merge_sha AND committed = merged)"
    ),
    "the head of each merge request is kept": (
        "SELECT merge_request.id FROM merge_request WHERE NOT EXISTS (SELECT 1 FROM git_ref WHERE"
        " git_ref.project_id = merge_request.project_id AND name = 'refs/merge-requests/' || number || '/head'"
        " AND sha = head_sha)"
        " UNION ALL SELECT merge_request.id FROM merge_request WHERE NOT EXISTS (SELECT 1 FROM commit_log WHERE"
        " commit_log.project_id = merge_request.project_id AND sha = base_sha)"
    ),
    "source branches of open merge requests are there, at their heads": (
        "SELECT merge_request.id FROM merge_request WHERE state = 'open' AND NOT EXISTS (SELECT 1 FROM git_ref"
        " WHERE git_ref.project_id = source_project_id AND name = 'refs/heads/' || source_branch AND sha = head_sha)"
    ),
    "nothing was merged with fewer approvals than the project wants": (
        "SELECT merge_request.id FROM merge_request JOIN project ON project.id = project_id WHERE state = 'merged'"
        " AND (SELECT count(*) FROM approval WHERE merge_request_id = merge_request.id) < approvals_required"
    ),
    "nobody approves what is their own, nor what is over": (
        "SELECT merge_request.id FROM approval JOIN merge_request ON merge_request.id = merge_request_id"
        " WHERE account_id = author_id OR approval.created < merge_request.created"
        " OR approval.created > coalesce(merged, closed, approval.created)"
    ),
    "issues that merging closes are closed by then": (
        "SELECT issue.id FROM closes JOIN merge_request ON merge_request.id = merge_request_id"
        " JOIN issue ON issue.id = issue_id WHERE merge_request.state = 'merged'"
        " AND coalesce(issue.closed, '9') > merged"
    ),
    "pushes count the commits that their authors have in the project": (
        "SELECT project.id, account.id FROM project JOIN account JOIN (SELECT project_id, author_email, count(*) AS n"
        " FROM commit_log WHERE instr(parents, ' ') = 0 GROUP BY 1, 2) AS mine ON mine.project_id = project.id"
        " AND mine.author_email = account.email WHERE forked_from IS NULL AND NOT EXISTS (SELECT 1 FROM project AS fork"
        " WHERE fork.forked_from = project.id) AND n <> (SELECT coalesce(sum(commits), 0) + (SELECT count(*) FROM"
        " merge_request WHERE merge_request.project_id = project.id AND squash AND state = 'merged'"
        " AND merge_request.author_id = account.id) FROM event WHERE event.project_id = project.id"
        " AND event.account_id = account.id AND action IN ('pushed', 'pushed_new'))"
    ),
    "events are of things that were there by then": (
        "SELECT event.id FROM event JOIN issue ON issue.id = event.issue_id WHERE event.created < issue.created"
        " UNION ALL SELECT event.id FROM event JOIN merge_request ON merge_request.id = event.merge_request_id"
        " WHERE event.created < merge_request.created"
        " UNION ALL SELECT event.id FROM event JOIN note ON note.id = event.note_id WHERE event.created <> note.created"
    ),
    "every opening, closing and merging is an event": (
        "SELECT id FROM issue WHERE NOT EXISTS (SELECT 1 FROM event WHERE issue_id = issue.id AND action = 'opened'"
        " AND event.created = issue.created AND account_id = author_id)"
        " UNION ALL SELECT id FROM issue WHERE state = 'closed' AND NOT EXISTS (SELECT 1 FROM event"
        " WHERE issue_id = issue.id AND action = 'closed' AND event.created = closed AND account_id = closed_by)"
        " UNION ALL SELECT id FROM merge_request WHERE state = 'merged' AND NOT EXISTS (SELECT 1 FROM event"
        " WHERE merge_request_id = merge_request.id AND action = 'merged' AND event.created = merged)"
        " UNION ALL SELECT id FROM note WHERE NOT system AND NOT EXISTS (SELECT 1 FROM event WHERE note_id = note.id)"
    ),
    "to-dos of things that are over are done": (
        "SELECT todo.id FROM todo LEFT JOIN issue ON issue.id = issue_id LEFT JOIN merge_request"
        " ON merge_request.id = merge_request_id WHERE todo.state = 'pending'"
        " AND coalesce(issue.state, merge_request.state) <> 'open' AND action <> 'mentioned'"
    ),
    "releases have their tags": (
        "SELECT release.id FROM release WHERE NOT EXISTS (SELECT 1 FROM git_ref"
        " WHERE git_ref.project_id = release.project_id AND name = 'refs/tags/' || tag)"
    ),
    "a project is never more open than its group": (
        "SELECT project.id FROM project JOIN namespace ON namespace.id = namespace_id"
        " WHERE instr('private internal public', project.visibility) > instr('private internal public',"
        " namespace.visibility) OR project.created < namespace.created"
        " UNION ALL SELECT fork.id FROM project AS fork JOIN project ON project.id = fork.forked_from"
        " WHERE instr('private internal public', fork.visibility) > instr('private internal public',"
        " project.visibility)"
    ),
    "nobody stars a project before it is there, or one that they may not see": (
        "SELECT star.project_id FROM star JOIN project ON project.id = project_id WHERE star.created < project.created"
    ),
    "every issue is by somebody who may see the project": (
        "SELECT issue.id FROM issue JOIN project ON project.id = project_id WHERE visibility = 'private'"
        " AND author_id <> creator_id AND NOT EXISTS (SELECT 1 FROM member WHERE account_id = author_id)"
    ),
    "whoever registered lately is a member of nothing": "SELECT id FROM member WHERE account_id = 4",
}
