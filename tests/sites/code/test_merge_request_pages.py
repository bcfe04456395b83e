"""Merge requests and pipelines: what stands in the way is real, and merging does what it says."""

from __future__ import annotations

import pytest

from tests.sites.code.conftest import CODE, Enter, send
from webcosm.sites.code.git import Repository
from webcosm.worlds import World

TIDE = "/harbor/tide"
REQUESTS = f"{TIDE}/-/merge_requests"
CORE = "def high(x):\n    return x + {}\n"


def file(world: World, path: str, rev: str = "main") -> str | None:
    return Repository(world.code, 1).file(rev, path).text


def opened(enter: Enter, **form: str) -> str:
    values = {"source": "harbor/tide:higher", "target": "main", "title": "Higher water", **form}
    page = send(enter("bo"), f"{REQUESTS}/new", **values)
    assert page.status == 200, page.text
    return page.text


def test_a_branch_is_merged_and_what_it_closes_is_closed(enter: Enter, place: World) -> None:
    opened(enter, description="Closes #1.")
    page = send(enter("bo"), f"{REQUESTS}/1/merge", remove_source="on")
    assert "was merged into main" in page.text
    assert file(place, "src/core.py") == CORE.format(2)
    assert file(place, "LICENSE") == "Free.\n"
    row = place.code.row("SELECT * FROM merge_request")
    assert row
    assert (row.state, row.merged_by) == ("merged", 2)
    assert Repository(place.code, 1).branch("main").sha == row.merge_sha
    assert place.code.value("SELECT state FROM issue WHERE number = 1") == "closed"
    assert not Repository(place.code, 1).has_branch("higher")


def test_looking_at_a_merge_request_changes_nothing(enter: Enter, place: World) -> None:
    opened(enter)
    before = place.changes()
    for tab in ("", "/commits", "/changes", "/pipelines"):
        assert enter("dan").get(f"{CODE}{REQUESTS}/1{tab}").status == 200
    assert place.changes() == before


@pytest.mark.parametrize(
    "form, said",
    [
        ({"source": "harbor/tide:nothing"}, "There is no branch nothing in harbor/tide."),
        ({"target": "nothing"}, "There is no branch nothing in harbor/tide."),
        ({"source": "harbor/tide:main"}, "A branch cannot be merged into itself."),
        ({"source": "ana/tide:main"}, "Choose a branch to merge"),
        ({"title": ""}, "Title is required."),
    ],
)
def test_what_cannot_be_asked_for_is_said(enter: Enter, place: World, form: dict[str, str], said: str) -> None:
    values = {"source": "harbor/tide:higher", "target": "main", "title": "Higher", **form}
    page = send(enter("bo"), f"{REQUESTS}/new", **values)
    assert page.status == 422
    assert said in page.text
    assert place.changes() == []


def test_drafts_missing_approvals_and_open_threads_stand_in_the_way(enter: Enter, place: World) -> None:
    place.code.run("UPDATE project SET approvals_required = 1, threads_to_merge = 1 WHERE id = 1")
    opened(enter, title="Draft: Higher water")
    bo, ana = enter("bo"), enter("ana")
    send(ana, f"{REQUESTS}/1/notes", body="Why two?", path="src/core.py", line="2", side="new")
    page = send(ana, f"{REQUESTS}/1/merge")
    for reason in ("It is still a draft.", "It needs 1 more approval(s).", "There are unresolved threads."):
        assert reason in page.text
    assert "cannot approve it" in send(bo, f"{REQUESTS}/1/approve", approved="1").text
    send(ana, f"{REQUESTS}/1/approve", approved="1")
    send(bo, f"{REQUESTS}/1/set", field="draft", value="0")
    thread = place.code.value("SELECT id FROM note WHERE threaded")
    send(bo, f"{TIDE}/-/notes/{thread}/resolve", resolved="1")
    send(ana, f"{REQUESTS}/1/merge")
    assert place.code.value("SELECT state FROM merge_request") == "merged"


def test_a_comment_on_a_line_that_did_not_change_is_refused(enter: Enter, place: World) -> None:
    opened(enter)
    page = send(enter("ana"), f"{REQUESTS}/1/notes", body="Here?", path="src/core.py", line="77")
    assert "Line 77 of src/core.py is not among the changes." in page.text


def test_conflicts_are_real_and_can_be_resolved(enter: Enter, place: World) -> None:
    opened(enter)
    ana, bo = enter("ana"), enter("bo")
    edit = {"path": "src/core.py", "content": CORE.format(3), "message": "Three", "branch": "main", "seen": ""}
    send(ana, f"{TIDE}/-/edit/main/src/core.py", **edit)
    page = send(bo, f"{REQUESTS}/1/merge")
    assert "There are conflicts in src/core.py." in page.text
    shown = bo.get(f"{CODE}{REQUESTS}/1/conflicts").text
    assert "&lt;&lt;&lt;&lt;&lt;&lt;&lt; main" in shown
    still = send(bo, f"{REQUESTS}/1/conflicts", **{"file:src/core.py": "<<<<<<< main\n"})
    assert (still.status, "still has marks" in still.text) == (422, True)
    send(bo, f"{REQUESTS}/1/conflicts", **{"file:src/core.py": CORE.format(5)})
    send(bo, f"{REQUESTS}/1/merge")
    assert file(place, "src/core.py") == CORE.format(5)


def test_squashing_makes_one_commit_and_rebasing_puts_it_upon_the_newest(enter: Enter, place: World) -> None:
    opened(enter)
    bo = enter("bo")
    assert "was put upon the newest of main" in send(bo, f"{REQUESTS}/1/rebase").text
    assert "nothing to rebase" in send(bo, f"{REQUESTS}/1/rebase").text
    send(bo, f"{REQUESTS}/1/merge", squash="on")
    repository = Repository(place.code, 1)
    assert repository.commit("main").title.startswith("Merge branch 'higher'")
    assert "Higher water" in [commit.title for commit in repository.log("main")]


def test_a_fork_asks_its_origin(enter: Enter, place: World) -> None:
    dan = enter("dan")
    made = send(dan, f"{TIDE}/-/forks/new", name="Tide", namespace="4", path="tide", visibility="public")
    assert made.url == f"{CODE}/dan/tide"
    edit = {"path": "NOTES.md", "content": "# Notes", "message": "Notes", "branch": "notes", "seen": ""}
    assert send(dan, "/dan/tide/-/new/main", **edit).status == 200
    page = send(dan, f"{REQUESTS}/new", source="dan/tide:notes", target="main", title="Notes")
    assert page.url == f"{CODE}{REQUESTS}/1"
    assert "You do not have permission to merge into main." in send(dan, f"{REQUESTS}/1/merge").text
    send(enter("ana"), f"{REQUESTS}/1/merge")
    assert file(place, "NOTES.md") == "# Notes\n"


def test_protected_branches_hold_on_the_site(enter: Enter, place: World) -> None:
    edit = {"path": "x.txt", "content": "x", "message": "x", "branch": "main", "seen": ""}
    page = send(enter("bo"), f"{TIDE}/-/new/main", **edit)
    assert (page.status, "The branch main is protected: maintainers may push to it." in page.text) == (422, True)
    assert place.changes() == []


def test_a_file_that_changed_meanwhile_is_not_overwritten(enter: Enter, place: World) -> None:
    ana = enter("ana")
    seen = Repository(place.code, 1).branch("main").sha
    edit = {"path": "README.md", "content": "# One", "message": "One", "branch": "main", "seen": seen}
    assert send(ana, f"{TIDE}/-/edit/main/README.md", **edit).status == 200
    page = send(ana, f"{TIDE}/-/edit/main/README.md", **{**edit, "content": "# Two"})
    assert page.status == 422
    assert file(place, "README.md") == "# One\n"


def test_commits_on_the_default_branch_close_the_issues_that_they_name(enter: Enter, place: World) -> None:
    edit = {"path": "a.txt", "content": "a", "message": "Mend it\n\nFixes #1 and #2", "branch": "main", "seen": ""}
    send(enter("ana"), f"{TIDE}/-/new/main", **edit)
    assert place.code.values("SELECT state FROM issue") == ["closed", "closed"]


PIPELINE = """
stages = ["check", "test"]

[jobs.style]
stage = "check"
check = "formatted"
may_fail = true

[jobs.license]
stage = "check"
check = "license-there"

[jobs.links]
stage = "test"
check = "links-resolve"
"""


def push(enter: Enter, path: str, content: str) -> None:
    form = {"path": path, "content": content, "message": f"Add {path}", "branch": "main", "seen": ""}
    assert send(enter("ana"), f"{TIDE}/-/new/main", **form).status == 200


def jobs(world: World) -> list[str]:
    """Of the newest pipeline: its status, then each job's."""
    db = world.code
    number = db.value("SELECT max(id) FROM pipeline")
    found = db.rows("SELECT name, status FROM job WHERE pipeline_id = ? ORDER BY position", number)
    return [
        db.value("SELECT status FROM pipeline WHERE id = ?", number),
        *(f"{row.name} {row.status}" for row in found),
    ]


def test_a_push_runs_the_jobs_that_the_tree_declares(enter: Enter, place: World) -> None:
    push(enter, ".pipeline.toml", PIPELINE)
    assert jobs(place) == ["passed", "style passed", "license passed", "links passed"]
    push(enter, "docs.md", "See [the guide](guide.md). \n")
    assert jobs(place) == ["failed", "style failed", "license passed", "links failed"]
    log = place.code.value("SELECT log FROM job WHERE name = 'links' ORDER BY id DESC")
    assert "docs.md:1: there is no guide.md" in log
    push(enter, "guide.md", "# Guide\n")
    assert jobs(place) == ["warning", "style failed", "license passed", "links passed"]


def test_a_pipeline_file_that_is_wrong_fails_and_says_why(enter: Enter, place: World) -> None:
    push(enter, ".pipeline.toml", '[jobs.a]\ncheck = "spelling"\n')
    assert jobs(place) == ["failed", "pipeline file failed"]
    assert "names no check that there is" in place.code.value("SELECT log FROM job")


def test_later_stages_are_skipped_when_a_stage_fails(enter: Enter, place: World) -> None:
    push(enter, ".pipeline.toml", PIPELINE.replace("license-there", "tests-named"))
    assert jobs(place) == ["failed", "style passed", "license failed", "links skipped"]
