"""Issues: opened, changed, talked about, related and closed, each with its line of history."""

from __future__ import annotations

import pytest

from tests.sites.code.conftest import CODE, Enter, send
from webcosm.worlds import World

ISSUES = "/harbor/tide/-/issues"


def history(world: World, number: int) -> list[str]:
    """The lines of an issue's history."""
    return world.code.values(
        "SELECT body FROM note JOIN issue ON issue.id = issue_id WHERE number = ? AND system ORDER BY note.id", number
    )


def test_opening_an_issue_tells_those_it_names(enter: Enter, place: World) -> None:
    page = send(enter("dan"), f"{ISSUES}/new", title="Fog", description="See @bo and `@cleo`.", type="issue")
    assert (page.status, page.url) == (200, f"{CODE}{ISSUES}/3")
    told = place.code.rows("SELECT account_id, action FROM todo")
    assert [(row.account_id, row.action) for row in told] == [(2, "mentioned")]
    assert place.code.value("SELECT action FROM event") == "opened"


def test_an_issue_without_a_title_is_refused(enter: Enter, place: World) -> None:
    page = send(enter("dan"), f"{ISSUES}/new", title=" ", type="issue")
    assert (page.status, "Title is required." in page.text) == (422, True)
    assert place.changes() == []


def test_quick_actions_do_what_they_say_and_are_not_kept(enter: Enter, place: World) -> None:
    body = 'Same here.\n/label ~bug ~"good first issue"\n/assign me @cleo\n/due 2026-06-20'
    body += "\n/estimate 2h 30m\n/milestone %v1"
    send(enter("bo"), f"{ISSUES}/1/notes", body=body)
    issue = place.code.row("SELECT * FROM issue WHERE number = 1")
    assert issue
    assert (issue.due, issue.milestone_id) == ("2026-06-20", 1)
    assert place.code.values("SELECT label_id FROM issue_label ORDER BY 1") == [1, 2]
    assert place.code.values("SELECT account_id FROM issue_assignee ORDER BY 1") == [2, 3]
    assert place.code.value("SELECT estimate FROM time_entry") == 150
    assert place.code.values("SELECT body FROM note WHERE NOT system") == ["Same here."]
    assert history(place, 1) == [
        'added ~bug ~"good first issue"',
        "assigned to @bo, @cleo",
        "changed the due date to Jun 20, 2026",
        'changed the milestone to %"v1"',
    ]


@pytest.mark.parametrize(
    "action, said",
    [
        ("/label ~nothing", "There is no label “nothing” in harbor/tide."),
        ("/due tomorrow", "“tomorrow” is no date such as 2026-05-20."),
        ("/assign @nobody", "There is nobody called @nobody."),
        ("/weight many", "A weight is a whole number from 0 to 999; “many” is not."),
        ("/duplicate #99", "There is no issue “#99” in harbor/tide."),
    ],
)
def test_a_quick_action_that_is_wrong_is_said_and_nothing_is_done(
    enter: Enter, place: World, action: str, said: str
) -> None:
    page = send(enter("bo"), f"{ISSUES}/1/notes", body=f"Well.\n/weight 3\n{action}")
    assert page.status == 422
    assert said in page.text
    assert place.changes() == []


def test_who_may_not_triage_may_not_use_its_quick_actions(enter: Enter, place: World) -> None:
    page = send(enter("dan"), f"{ISSUES}/1/notes", body="/label ~bug")
    assert (page.status, "You may not use /label here." in page.text) == (422, True)
    assert place.changes() == []


def test_closing_and_reopening(enter: Enter, place: World) -> None:
    bo = enter("bo")
    send(bo, f"{ISSUES}/1/notes", body="Done.", then="close")
    assert place.code.value("SELECT state || closed_by FROM issue WHERE number = 1") == "closed2"
    send(bo, f"{ISSUES}/1/notes", then="reopen")
    assert place.code.value("SELECT state FROM issue WHERE number = 1") == "open"
    assert history(place, 1) == ["closed", "reopened"]


def test_who_opened_an_issue_may_close_it_but_others_may_not(enter: Enter, place: World) -> None:
    send(enter("dan"), f"{ISSUES}/new", title="Mine", type="issue")
    assert send(enter("dan"), f"{ISSUES}/3/notes", then="close").status == 200
    assert send(enter("dan"), f"{ISSUES}/1/notes", then="close").status == 422
    assert place.code.values("SELECT state FROM issue ORDER BY number") == ["open", "open", "closed"]


def test_links_are_told_on_both_sides_and_duplicates_are_closed(enter: Enter, place: World) -> None:
    bo = enter("bo")
    send(bo, f"{ISSUES}/1/links", other="#2", kind="is_blocked_by")
    link = place.code.row("SELECT * FROM issue_link")
    assert link
    assert (link.issue_id, link.other_id, link.kind) == (2, 1, "blocks")
    assert history(place, 1) == ["said that it is blocked by #2"]
    assert history(place, 2) == ["said that it blocks #1"]
    assert "#1 is linked already" in send(bo, f"{ISSUES}/2/links", other="#1", kind="relates_to").text
    send(bo, f"{ISSUES}/2/links", other="#1", kind="duplicate")
    assert place.code.value("SELECT state || duplicate_of FROM issue WHERE number = 2") == "closed1"


def test_an_issue_that_moves_takes_its_comments_along(enter: Enter, place: World) -> None:
    ana = enter("ana")
    send(ana, f"{ISSUES}/1/notes", body="First.")
    page = send(ana, f"{ISSUES}/1/move", to="harbor/secret")
    assert page.url == f"{CODE}/harbor/secret/-/issues/1"
    assert "First." in page.text
    assert place.code.value("SELECT state FROM issue WHERE project_id = 1 AND number = 1") == "closed"


@pytest.mark.parametrize(
    "query, numbers",
    [
        ("", {1, 2}),
        ("?search=crash", {1}),
        ("?search=%232", {2}),
        ("?author=cleo", {1}),
        ("?label=bug", {1}),
        ("?label=None", {2}),
        ("?not_label=bug", {2}),
        ("?assignee=bo", {2}),
        ("?assignee=None", {1}),
        ("?milestone=v1", {1}),
        ("?milestone=None", {2}),
        ("?due=overdue", {1}),
        ("?due=None", {2}),
        ("?confidential=yes", {2}),
        ("?weight=3", {2}),
        ("?state=closed", set()),
    ],
)
def test_lists_show_what_their_filters_say(enter: Enter, place: World, query: str, numbers: set[int]) -> None:
    bo = enter("bo")
    send(bo, f"{ISSUES}/1/notes", body="/label ~bug\n/milestone %v1\n/due 2026-05-02")
    send(bo, f"{ISSUES}/2/notes", body="/assign me\n/weight 3")
    page = bo.get(f"{CODE}{ISSUES}{query}")
    assert {number for number in (1, 2) if f'{ISSUES}/{number}">' in page.text} == numbers


def test_references_become_links_for_those_who_may_see_what_they_name(enter: Enter, place: World) -> None:
    send(enter("bo"), f"{ISSUES}/1/notes", body="See #2, !9, ~bug, @ana and `#2`.")
    seen, unseen = enter("bo").get(f"{CODE}{ISSUES}/1").text, enter("dan").get(f"{CODE}{ISSUES}/1").text
    link = 'title="Keys are in the log">#2</a>'
    assert (link in seen, link in unseen) == (True, False)
    assert 'href="/ana"' in unseen
    assert "<code>#2</code>" in seen
    assert "!9" in unseen


def test_whose_name_stands_in_a_comment_finds_it_on_the_list_until_it_is_answered(enter: Enter, place: World) -> None:
    send(enter("cleo"), f"{ISSUES}/1/notes", body="@bo, can you look?")
    bo = enter("bo")
    assert "mentioned you in" in bo.get(f"{CODE}/dashboard/todos").text
    send(bo, f"{ISSUES}/1/notes", body="Yes.")
    assert place.code.value("SELECT state FROM todo") == "done"


def test_internal_notes_are_for_reporters(enter: Enter) -> None:
    send(enter("bo"), f"{ISSUES}/1/notes", body="Between us.", internal="on")
    assert "Between us." in enter("cleo").get(f"{CODE}{ISSUES}/1").text
    assert "Between us." not in enter("dan").get(f"{CODE}{ISSUES}/1").text
    assert "Between us." not in enter("dan").get(f"{CODE}/search?search=between&scope=comments").text


def test_labels_milestones_and_boards(enter: Enter, place: World) -> None:
    bo = enter("bo")
    page = send(bo, "/harbor/tide/-/milestones/new", title="v2", start="2026-06-02", due="2026-06-01")
    assert (page.status, "cannot be due before it starts" in page.text) == (422, True)
    assert send(bo, "/harbor/tide/-/labels/new", title="Bug", color="#2a78b8").status == 422
    send(bo, "/harbor/tide/-/boards/new", name="Work")
    send(bo, "/harbor/tide/-/boards/1/lists", label="1")
    send(bo, "/harbor/tide/-/boards/1/move", issue="1", to="1")
    assert place.code.values("SELECT label_id FROM issue_label WHERE issue_id = 1") == [1]
    send(bo, "/harbor/tide/-/boards/1/move", issue="1", to="closed")
    assert place.code.value("SELECT state FROM issue WHERE id = 1") == "closed"
