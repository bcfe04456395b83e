"""The moderators' tools, and for whom they are."""

from __future__ import annotations

import pytest

from tests.sites.forum.conftest import FORUM, Enter, later, post, row, written
from tests.sites.forum.town import ADA, BEN, CLEO, EMIL
from webcosm.sites.forum import site
from webcosm.sites.kit import Visitor
from webcosm.sites.kit.formats import clock_time, parse_moment
from webcosm.worlds import World


def logged(world: World) -> list[tuple[object, ...]]:
    found = [row(one) for one in written(world).get("moderation", [])]
    return [(one["action"], one["post_id"], one["comment_id"], one["account_id"], one["rule_id"]) for one in found]


def told(world: World) -> list[tuple[object, ...]]:
    return [(row(one)["account_id"], row(one)["text"]) for one in written(world).get("notification", [])]


def test_a_post_is_removed_by_a_rule_and_restored(world: World, cleo: Visitor, ben: Visitor) -> None:
    page = cleo.get(f"{FORUM}/f/garden/post/2/remove")
    assert "2. No ads" in page.text
    page = cleo.post("/f/garden/post/2/remove", {"rule": "2", "reason": "It sells moss"})
    assert "“A page about moss” was removed." in page.text
    assert world.forum.value("SELECT removed_by FROM post WHERE id = 2") == CLEO
    assert logged(world) == [("remove_post", 2, None, None, 2)]
    assert told(world) == [(BEN, "Your post “A page about moss” was removed from f/garden: No ads. It sells moss.")]
    (report,) = written(world)["report"]
    assert report.new
    assert (report.new["id"], report.new["outcome"], report.new["closed_by"]) == (3, "removed", CLEO)
    assert "A page about moss" not in ben.get(f"{FORUM}/f/garden?sort=new").text
    assert post(cleo, "/f/garden/post/2/remove", {"rule": "2"}).startswith("409")
    post(cleo, "/f/garden/post/2/restore")
    assert world.forum.value("SELECT removed_by FROM post WHERE id = 2") is None
    assert logged(world)[-1][0] == "restore_post"
    assert post(cleo, "/f/garden/post/2/restore").startswith("409")


def test_removing_needs_a_rule_or_a_reason(world: World, cleo: Visitor) -> None:
    assert "Name a rule or give a reason." in post(cleo, "/f/garden/post/2/remove", {"rule": "", "reason": " "})
    assert post(cleo, "/f/garden/post/2/remove", {"rule": "3"}).startswith("422")
    assert world.changes() == []
    assert post(cleo, "/f/garden/post/2/remove", {"reason": "Old news"}).startswith("200")
    assert logged(world) == [("remove_post", 2, None, None, None)]


def test_removing_a_comment_settles_all_reports_about_it(world: World, cleo: Visitor, ada: Visitor) -> None:
    post(cleo, "/comment/3/remove", {"rule": "2"})
    assert [one.new["id"] for one in written(world)["report"] if one.new] == [1, 2]
    assert logged(world) == [("remove_comment", 1, 3, None, 2)]
    assert told(world) == [(EMIL, "Your comment on “When do I cut the roses?” was removed from f/garden: No ads.")]
    assert "Buy my shears" not in ada.get(f"{FORUM}/f/garden/post/1").text
    post(cleo, "/comment/3/restore")
    assert "Buy my shears" in ada.get(f"{FORUM}/f/garden/post/1").text


def test_dismissing_closes_one_report(world: World, cleo: Visitor) -> None:
    page = cleo.get(f"{FORUM}/f/garden/reports")
    assert (page.status, page.shown.facts["outcome"]) == (200, "open")
    assert page.text.index("An ad") < page.text.index("Boring")
    assert "Report" in post(cleo, "/f/garden/reports/1/dismiss", {"reason": "It is fine"}) or True
    (report,) = written(world)["report"]
    assert report.new
    assert (report.new["id"], report.new["outcome"]) == (1, "dismissed")
    assert logged(world) == [("dismiss_report", 1, 3, None, None)]
    assert post(cleo, "/f/garden/reports/1/dismiss").startswith("409")
    assert post(cleo, "/f/garden/reports/9/dismiss").startswith("404")
    assert "An ad" in cleo.get(f"{FORUM}/f/garden/reports?outcome=dismissed").text


def test_the_queue_of_all_forums(ada: Visitor, cleo: Visitor, dora: Visitor, arne: Visitor) -> None:
    assert ada.get(f"{FORUM}/reports").status == 403
    assert "An ad" in cleo.get(f"{FORUM}/reports").text
    assert "Nothing waits here." in dora.get(f"{FORUM}/reports").text
    assert "An ad" in arne.get(f"{FORUM}/reports").text


@pytest.mark.parametrize(("what", "undone"), [("lock", "unlock"), ("pin", "unpin")])
def test_locking_and_pinning(world: World, cleo: Visitor, what: str, undone: str) -> None:
    assert cleo.get(f"{FORUM}/f/garden/post/2/{what}").status == 200
    post(cleo, f"/f/garden/post/2/{what}", {"value": "1"})
    post(cleo, f"/f/garden/post/2/{what}", {"value": "1"})
    assert logged(world) == [(what, 2, None, None, None)]
    post(cleo, f"/f/garden/post/2/{what}", {"value": "0"})
    assert [line[0] for line in logged(world)] == [what, undone]
    assert set(written(world)) == {"moderation"}


# Bans -----------------------------------------------------------------------------------------------------------------


def test_a_ban_ends_on_its_day(world: World, cleo: Visitor, ben: Visitor) -> None:
    page = cleo.get(f"{FORUM}/f/garden/bans?user=ben")
    assert 'value="ben"' in page.text
    page = cleo.post("/f/garden/bans", {"username": "Ben", "reason": "Rude", "until": "2026-06-01"})
    assert "ben is banned from f/garden until Jun 1, 2026." in page.text
    made = row(written(world)["ban"][0])
    assert (made["account_id"], made["by_id"], made["reason"]) == (BEN, CLEO, "Rude")
    assert made["until"] == "2026-06-01 00:00:00"
    assert logged(world) == [("ban", None, None, BEN, None)]
    assert told(world) == [(BEN, "You were banned from f/garden until Jun 1, 2026: Rude")]
    assert post(ben, "/f/garden/post/1/reply", {"body": "Hm"}).startswith("403")
    assert "already" in post(cleo, "/f/garden/bans", {"username": "ben", "reason": "Again"})
    later(world, days=18)
    assert post(ben, "/f/garden/post/1/reply", {"body": "Hm"}).startswith("200")


def test_a_ban_is_lifted(world: World, cleo: Visitor, ben: Visitor) -> None:
    post(cleo, "/f/garden/bans", {"username": "ben", "reason": "Rude"})
    number = world.forum.value("SELECT max(id) FROM ban")
    assert world.forum.value("SELECT until FROM ban WHERE id = ?", number) is None
    assert "Lift the ban of ben?" in cleo.get(f"{FORUM}/f/garden/bans/{number}/lift").text
    post(cleo, f"/f/garden/bans/{number}/lift")
    assert [line[0] for line in logged(world)] == ["ban", "unban"]
    assert post(ben, "/f/garden/post/1/reply", {"body": "Hm"}).startswith("200")
    assert post(cleo, f"/f/garden/bans/{number}/lift").startswith("409")
    assert post(cleo, "/f/garden/bans/1/lift").startswith("409")
    assert post(cleo, "/f/library/bans/1/lift").startswith("403")


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"username": ""}, "User name is required."),
        ({"username": "nobody"}, "There is nobody of this name here."),
        ({"reason": ""}, "Reason is required."),
        ({"until": "2026-05-14"}, "The end must be a day to come."),
        ({"until": "soon"}, "write the date like"),
        ({"username": "cleo"}, "This is your own account."),
    ],
)
def test_a_bad_ban_is_shown_again(world: World, cleo: Visitor, form: dict[str, str], told: str) -> None:
    page = post(cleo, "/f/garden/bans", {"username": "ben", "reason": "Rude", **form})
    assert page.startswith("422")
    assert told in page
    assert world.changes() == []


# Moderators -----------------------------------------------------------------------------------------------------------


def test_moderators_come_and_go(world: World, cleo: Visitor, ada: Visitor) -> None:
    assert ada.get(f"{FORUM}/f/garden/bans").status == 403
    page = post(cleo, "/f/garden/moderators", {"username": "ada"})
    assert "ada is a moderator of f/garden now." in page
    assert ada.get(f"{FORUM}/f/garden/bans").status == 200
    assert "already" in post(cleo, "/f/garden/moderators", {"username": "ada"})
    assert post(cleo, "/f/garden/moderators", {"username": "nobody"}).startswith("422")
    assert post(ada, "/f/garden/moderators/cleo/remove").startswith("200")
    assert cleo.get(f"{FORUM}/f/garden/bans").status == 403
    assert post(ada, "/f/garden/moderators/ada/remove").startswith("409")
    assert [line[0] for line in logged(world)] == ["add_moderator", "remove_moderator"]
    assert [line[0] for line in told(world)] == [ADA, CLEO]


def test_who_is_banned_becomes_no_moderator(cleo: Visitor) -> None:
    post(cleo, "/f/garden/bans", {"username": "ben", "reason": "Rude"})
    assert "is banned from f/garden" in post(cleo, "/f/garden/moderators", {"username": "ben"})


def test_nobody_moderates_an_administrator(world: World, cleo: Visitor) -> None:
    assert post(cleo, "/f/garden/post/5/remove", {"rule": "1"}).startswith("403")
    assert post(cleo, "/f/garden/bans", {"username": "arne", "reason": "Rude"}).startswith("403")
    post(cleo, "/f/garden/moderators", {"username": "arne"})
    before = world.changes()
    assert post(cleo, "/f/garden/moderators/arne/remove").startswith("403")
    assert world.changes() == before


def test_a_moderator_is_not_banned(world: World, arne: Visitor) -> None:
    assert post(arne, "/f/garden/bans", {"username": "cleo", "reason": "Rude"}).startswith("409")
    assert world.changes() == []


# Who may --------------------------------------------------------------------------------------------------------------

TOOLS = (
    ("GET", "/f/garden/post/2/remove"),
    ("POST", "/f/garden/post/2/remove"),
    ("GET", "/f/garden/post/2/restore"),
    ("POST", "/f/garden/post/2/restore"),
    ("GET", "/f/garden/post/2/lock"),
    ("POST", "/f/garden/post/2/lock"),
    ("GET", "/f/garden/post/2/pin"),
    ("POST", "/f/garden/post/2/pin"),
    ("GET", "/comment/3/remove"),
    ("POST", "/comment/3/remove"),
    ("GET", "/comment/3/restore"),
    ("POST", "/comment/3/restore"),
    ("GET", "/f/garden/reports"),
    ("POST", "/f/garden/reports/1/dismiss"),
    ("POST", "/f/garden/moderators"),
    ("GET", "/f/garden/moderators/cleo/remove"),
    ("POST", "/f/garden/moderators/cleo/remove"),
    ("GET", "/f/garden/bans"),
    ("POST", "/f/garden/bans"),
    ("GET", "/f/garden/bans/1/lift"),
    ("POST", "/f/garden/bans/1/lift"),
    ("GET", "/f/garden/edit"),
    ("POST", "/f/garden/edit"),
    ("GET", "/f/garden/rules/new"),
    ("POST", "/f/garden/rules/new"),
    ("GET", "/f/garden/rules/1/edit"),
    ("POST", "/f/garden/rules/1/edit"),
    ("GET", "/f/garden/rules/1/delete"),
    ("POST", "/f/garden/rules/1/delete"),
)
FILLED = {"rule": "1", "reason": "Because", "username": "emil", "title": "Garden", "text": "Text", "sidebar": "Side"}


@pytest.mark.parametrize("name", ["ada", "dora", "cleo", "arne", None])
def test_the_tools_are_for_the_forums_own_moderators(world: World, enter: Enter, name: str | None) -> None:
    """A member, the moderator of other forums, the forum's own, an administrator, a guest."""
    visitor = enter(name)
    refused = []
    for method, path in TOOLS:
        world.reset()
        form = {**FILLED, "csrf": visitor.csrf_token(site)}
        page = visitor.send(method, f"{FORUM}{path}", form)
        to_login = page.status == 303 and page.headers["location"].startswith("/login")
        if page.status == 403 or to_login:
            refused.append((method, path))
            assert world.changes() == []
        assert page.status < 500
    assert refused == ([] if name in ("cleo", "arne") else list(TOOLS))


def test_log_reports_and_threads_tell_the_minute(world: World, cleo: Visitor) -> None:
    """Which of two things came first decides who is right; "2 days ago" does not say."""
    post(cleo, "/f/garden/post/2/lock", {"value": "1"})
    assert "May 14, 2026, 9:00 AM" in cleo.get(f"{FORUM}/f/garden/log").text
    for page, table in (("reports", "report"), ("post/1", "comment")):
        moment = parse_moment(world.forum.value(f"SELECT min(created) FROM {table} WHERE post_id = 1"))
        assert clock_time(moment) in cleo.get(f"{FORUM}/f/garden/{page}").text
