"""Comments: answering, editing, deleting, voting; and who is told of them."""

from __future__ import annotations

import pytest

from tests.sites.forum.conftest import FORUM, later, left, post, row, written
from tests.sites.forum.town import ADA, BEN, CLEO
from webcosm.sites.kit import Visitor
from webcosm.worlds import Value, World

THREAD = f"{FORUM}/f/garden/post/1"
REPLY = "/f/garden/post/1/reply"


def notices(world: World) -> list[tuple[object, ...]]:
    found = [row(one) for one in written(world).get("notification", [])]
    return [(one["account_id"], one["kind"], one["post_id"], one["comment_id"]) for one in found]


def test_a_comment_is_added_with_its_authors_vote(world: World, ben: Visitor) -> None:
    page = ben.get(THREAD)
    page = ben.post(REPLY, {"body": "Not before **April**."})
    changes = written(world)
    assert {table: len(found) for table, found in changes.items()} == {
        "comment": 1,
        "comment_vote": 1,
        "notification": 1,
    }
    made = row(changes["comment"][0])
    assert (made["post_id"], made["parent_id"], made["author_id"]) == (1, None, BEN)
    assert page.url == f"{THREAD}/comment/{made['id']}"
    assert "<strong>April</strong>" in page.text
    assert "was added." in page.text
    assert notices(world) == [(ADA, "reply", 1, made["id"])]
    assert world.forum.value("SELECT comments FROM post_standing WHERE post_id = 1") == 4


def test_a_reply_tells_who_is_answered(world: World, ada: Visitor) -> None:
    page = ada.get(f"{FORUM}/comment/1/reply")
    assert "Reply to ben" in page.text
    assert "before the buds open" in page.text
    ada.post("/comment/1/reply", {"body": "Ask u/Cleo, @emil or u/nobody.; not cc@ben or @ada"})
    made = row(written(world)["comment"][0])
    assert (made["parent_id"], made["post_id"]) == (1, 1)
    assert [notice[:2] for notice in notices(world)] == [(BEN, "reply"), (CLEO, "mention"), (5, "mention")]


def test_nobody_is_told_twice_nor_against_their_will(world: World, ben: Visitor) -> None:
    post(ben, REPLY, {"body": "u/ada, look. u/ada!"})
    assert [notice[:2] for notice in notices(world)] == [(ADA, "reply")]
    world.reset()
    world.forum.run("UPDATE account SET notify_replies = 0, notify_mentions = 0")
    post(ben, REPLY, {"body": "u/ada and u/cleo"})
    assert "notification" not in written(world)
    world.reset()
    world.forum.insert("block", account_id=ADA, blocked_id=BEN, created="2026-05-01 09:00:00")
    post(ben, REPLY, {"body": "u/ada"})
    assert "notification" not in written(world)


def test_a_post_can_name_somebody(world: World, ben: Visitor) -> None:
    post(ben, "/f/garden/submit", {"kind": "text", "title": "A question", "body": "Does u/ada know?"})
    assert [notice[:2] for notice in notices(world)] == [(ADA, "mention")]
    page = ben.get(f"{FORUM}/f/garden/post/{world.forum.value('SELECT max(id) FROM post')}")
    assert '<a href="/user/ada">u/ada</a>' in page.text


@pytest.mark.parametrize("body", ["", "   ", "x" * 10_001])
def test_a_bad_comment_is_shown_again(world: World, ben: Visitor, body: str) -> None:
    page = post(ben, REPLY, {"body": body})
    assert page.startswith("422")
    assert "Comment is required." in page or body in page
    assert world.changes() == []


def test_a_preview_of_a_comment(world: World, ben: Visitor) -> None:
    page = post(ben, REPLY, {"body": "So *so*.", "action": "preview"})
    assert page.startswith("200")
    assert "<em>so</em>" in page
    assert world.changes() == []


def test_a_locked_post_takes_comments_of_moderators_only(
    world: World, ben: Visitor, cleo: Visitor, dora: Visitor, arne: Visitor
) -> None:
    world.forum.run("UPDATE post SET locked = 1 WHERE id = 1")
    before = world.changes()
    for visitor in (ben, dora):
        assert visitor.get(f"{FORUM}{REPLY}").status == 403
        assert "locked" in post(visitor, REPLY, {"body": "But"})
        assert post(visitor, "/comment/1/reply", {"body": "But"}).startswith("403")
    assert world.changes() == before
    assert post(cleo, REPLY, {"body": "Closed now.", "flag": "moderator"}).startswith("200")
    assert world.forum.value("SELECT flag FROM comment ORDER BY id DESC") == "moderator"
    assert post(arne, "/comment/1/reply", {"body": "Yes.", "flag": "admin"}).startswith("200")
    assert post(ben, "/f/garden/post/1/vote", {"value": "1"}).startswith("200")


def test_who_is_banned_cannot_write_there(world: World, ben: Visitor) -> None:
    db = world.forum
    banned: dict[str, Value] = {"by_id": CLEO, "reason": "Shouting in threads", "created": "2026-05-01 09:00:00"}
    db.insert("ban", forum_id=1, account_id=BEN, until="2026-05-20 00:00:00", **banned)
    before = len(world.changes())
    for path in ("/f/garden/submit", REPLY, "/comment/1/reply"):
        assert ben.get(f"{FORUM}{path}").status == 403
        page = post(ben, path, {"body": "Hm", "title": "Hm hm", "kind": "text"})
        assert page.startswith("403")
        assert "Shouting in threads" in page
        assert "May 20, 2026" in page
    for path in ("/submit", "/f/library/submit", "/f/library/post/3/crosspost"):
        page = post(ben, path, {"forum": "garden", "title": "Hm hm", "kind": "text"})
        assert page.startswith("403")
        assert "Shouting in threads" in page
    assert len(world.changes()) == before
    assert post(ben, "/f/library/post/3/reply", {"body": "Elsewhere."}).startswith("200")
    later(world, days=7)
    assert post(ben, REPLY, {"body": "I am back."}).startswith("200")


def test_what_is_gone_takes_no_replies(world: World, ada: Visitor) -> None:
    world.forum.run("UPDATE comment SET deleted = '2026-05-01 09:00:00' WHERE id = 1")
    world.forum.run("UPDATE comment SET removed_by = 3 WHERE id = 3")
    for number in (1, 3):
        assert post(ada, f"/comment/{number}/reply", {"body": "Hm"}).startswith("409")
        assert post(ada, f"/comment/{number}/vote", {"value": "1"}).startswith("409")
    world.forum.run("UPDATE post SET removed_by = 3 WHERE id = 1")
    assert post(ada, REPLY, {"body": "Hm"}).startswith("409")
    assert post(ada, "/comment/2/reply", {"body": "Hm"}).startswith("409")


# One's own ------------------------------------------------------------------------------------------------------------


def test_a_comment_is_edited_with_its_history(world: World, ben: Visitor) -> None:
    page = post(ben, "/comment/1/edit", {"body": "In April."})
    assert "was saved." in page
    changes = written(world)
    assert set(changes) == {"comment", "comment_edit"}
    assert row(changes["comment_edit"][0])["body"] == "In spring, before the buds open."
    assert "In spring" in ben.get(f"{FORUM}/comment/1/history").text
    post(ben, "/comment/1/edit", {"body": "In spring, before the buds open."})
    assert left(world) == []
    world.reset()
    assert "Nothing was changed." in post(ben, "/comment/1/edit", {"body": "In spring, before the buds open. "})
    assert world.changes() == []
    assert post(ben, "/comment/1/edit", {"body": " "}).startswith("422")


def test_deleting_a_comment_keeps_its_place(world: World, ben: Visitor) -> None:
    assert "before the buds open" in ben.get(f"{FORUM}/comment/1/delete").text
    page = post(ben, "/comment/1/delete")
    assert "was deleted." in page
    (change,) = world.changes()
    assert set(change.columns) == {"deleted"}
    seen = ben.get(THREAD).text
    assert "before the buds open" not in seen
    assert "Thank you." in seen


def test_nobody_edits_or_deletes_the_comment_of_another(
    world: World, ada: Visitor, cleo: Visitor, arne: Visitor
) -> None:
    for visitor in (ada, cleo, arne):
        for what in ("edit", "delete"):
            assert visitor.get(f"{FORUM}/comment/1/{what}").status == 403
            assert post(visitor, f"/comment/1/{what}", {"body": "Mine"}).startswith("403")
    assert world.changes() == []


# Votes, keeping, reports ----------------------------------------------------------------------------------------------


def test_votes_on_comments(world: World, ada: Visitor) -> None:
    assert "You voted down the comment by ben" in post(ada, "/comment/1/vote", {"value": "-1"})
    (change,) = world.changes()
    assert (row(change)["value"], row(change)["comment_id"]) == (-1, 1)
    post(ada, "/comment/1/vote", {"value": "0"})
    assert world.changes() == []


def test_comments_are_saved_and_reported(world: World, ada: Visitor) -> None:
    post(ada, "/comment/1/save", {"value": "1"})
    assert "Unsave" in ada.get(f"{FORUM}/comment/1/save").text
    post(ada, "/comment/1/save", {"value": "0"})
    assert world.changes() == []
    assert "Thank you." in post(ada, "/comment/1/report", {"reason": "Wrong season"})
    (change,) = world.changes()
    assert (row(change)["comment_id"], row(change)["forum_id"], row(change)["reporter_id"]) == (1, 1, ADA)
    assert "already" in post(ada, "/comment/1/report", {"reason": "Wrong again"})


def test_a_comment_knows_its_addresses(ada: Visitor) -> None:
    assert ada.get(f"{FORUM}/comment/99/reply").status == 404
    assert post(ada, "/comment/99/vote", {"value": "1"}).startswith("404")
    assert post(ada, "/f/library/post/1/vote", {"value": "1"}).startswith("404")
    assert post(ada, "/f/GARDEN/post/1/vote", {"value": "1"}).startswith("200")


def test_a_thread_may_be_as_deep_as_people_have_patience(world: World, ada: Visitor) -> None:
    parent = None
    for _ in range(2_000):
        parent = world.forum.insert(
            "comment", post_id=1, parent_id=parent, author_id=2, body="And you?", created="2026-05-01T10:00:00"
        )
    assert "Continue this thread (1,993 more replies)" in ada.get(f"{FORUM}/f/garden/post/1").text
    assert ada.get(f"{FORUM}/f/garden/post/1/comment/{parent}").status == 200


def test_a_comment_has_an_address_under_its_own_post_only(ben: Visitor) -> None:
    assert ben.get(f"{THREAD}/comment/1").status == 200
    assert ben.get(f"{FORUM}/f/library/post/1/comment/1").url == f"{THREAD}/comment/1"
    page = ben.get(f"{FORUM}/f/garden/post/2/comment/1")
    assert page.status == 404
    assert "Post 2 has no comment 1." in page.text


def test_forms_for_comments_say_whom_a_name_tells(ben: Visitor) -> None:
    told = "for the first 10 names"
    assert told in ben.get(THREAD).text
    assert told in ben.get(f"{FORUM}{REPLY}").text
