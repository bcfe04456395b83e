"""Signing up, settings, blocks, messages, notifications, subscriptions; and forums that members found."""

from __future__ import annotations

import pytest

from tests.sites.forum.conftest import FORUM, Enter, left, post, row, written
from tests.sites.forum.town import ADA, BEN, CLEO, PASSWORD
from webcosm.sites.kit import Visitor
from webcosm.worlds import World

JOIN = {"username": "fay", "email": "fay@mail.test", "password": "long-enough", "again": "long-enough"}


# Signing up -----------------------------------------------------------------------------------------------------------


def test_signing_up_signs_in(world: World, guest: Visitor) -> None:
    page = post(guest, "/register", JOIN)
    assert "Welcome to Roundtable, fay." in page
    made = row(written(world)["account"][0])
    assert (made["username"], made["role"], made["created"]) == ("fay", "member", "2026-05-14 09:00:00")
    assert post(guest, "/f/garden/post/1/reply", {"body": "Hello."}).startswith("200")
    post(guest, "/logout")
    assert "Welcome back" in post(guest, "/login", {"username": "fay", "password": "long-enough"})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"username": "ADA"}, "is taken."),
        ({"username": "fa"}, "at least 3 characters"),
        ({"username": "fay mills"}, "use letters, digits"),
        ({"username": "../fay"}, "use letters, digits"),
        ({"email": "Ada@mail.test"}, "There is an account with this e-mail address."),
        ({"email": "fay"}, "write an address like"),
        ({"password": "short", "again": "short"}, "at least 8 characters"),
        ({"again": "different-1"}, "The passwords are not the same."),
    ],
)
def test_a_bad_sign_up_is_shown_again(world: World, guest: Visitor, change: dict[str, str], told: str) -> None:
    page = post(guest, "/register", {**JOIN, **change})
    assert page.startswith("422")
    assert told in page
    assert "long-enough" not in page
    assert world.changes() == []


def test_who_is_signed_in_does_not_sign_up(world: World, ada: Visitor) -> None:
    assert post(ada, "/register", JOIN).startswith("409")
    assert world.changes() == []


# Settings -------------------------------------------------------------------------------------------------------------


def test_the_biography(world: World, ada: Visitor, ben: Visitor) -> None:
    assert "<em>roses</em>" in post(ada, "/settings/profile", {"bio": "I like *roses*.", "action": "preview"})
    assert world.changes() == []
    assert "Your biography was saved." in post(ada, "/settings/profile", {"bio": "I like *roses*."})
    assert "<em>roses</em>" in ben.get(f"{FORUM}/user/ada").text
    (change,) = world.changes()
    assert (change.table, set(change.columns)) == ("account", {"bio"})
    assert "Nothing was changed." in post(ada, "/settings/profile", {"bio": "I like *roses*."})
    assert post(ada, "/settings/profile", {"bio": "x" * 3_001}).startswith("422")


def test_the_e_mail_address(world: World, ada: Visitor) -> None:
    assert "Somebody else uses" in post(ada, "/settings/account/email", {"email": "BEN@mail.test"})
    assert post(ada, "/settings/account/email", {"email": "ada"}).startswith("422")
    assert world.changes() == []
    assert "ada@post.test now." in post(ada, "/settings/account/email", {"email": "ada@post.test"})
    (change,) = world.changes()
    assert set(change.columns) == {"email"}


def test_a_new_user_name_keeps_the_password(world: World, ada: Visitor) -> None:
    form = {"username": "ada.rose", "password": PASSWORD}
    assert "is not your password" in post(ada, "/settings/account/username", {**form, "password": "guess"})
    assert "is taken." in post(ada, "/settings/account/username", {**form, "username": "Ben"})
    assert world.changes() == []
    assert "Your user name is ada.rose now." in post(ada, "/settings/account/username", form)
    (change,) = world.changes()
    assert set(change.columns) == {"username", "password"}
    assert ada.get(f"{FORUM}/user/ada").status == 404
    assert "When do I cut the roses?" in ada.get(f"{FORUM}/user/ada.rose").text
    post(ada, "/logout")
    assert "Welcome back" in post(ada, "/login", form)


def test_a_new_password(world: World, ada: Visitor) -> None:
    form = {"old": PASSWORD, "new": "another-one-2"}
    assert "is not your password" in post(ada, "/settings/account/password", {**form, "old": "guess"})
    assert "at least 8" in post(ada, "/settings/account/password", {**form, "new": "short"})
    assert world.changes() == []
    assert "Your password was changed." in post(ada, "/settings/account/password", form)
    post(ada, "/logout")
    assert post(ada, "/login", {"username": "ada", "password": PASSWORD}).startswith("422")
    assert post(ada, "/login", {"username": "ada", "password": "another-one-2"}).startswith("200")


def test_who_leaves_leaves_words_without_a_name(world: World, enter: Enter, ben: Visitor) -> None:
    ada, cleo = enter("ada"), enter("cleo")
    assert post(ada, "/settings/account/delete", {"password": "guess"}).startswith("422")
    assert "only moderator of f/garden" in post(cleo, "/settings/account/delete", {"password": PASSWORD})
    assert world.changes() == []
    assert "Your account was deleted." in post(ada, "/settings/account/delete", {"password": PASSWORD})
    (change,) = world.changes()
    assert set(change.columns) == {"active"}
    assert post(ada, "/login", {"username": "ada", "password": PASSWORD}).startswith("422")
    assert "[deleted]" in ben.get(f"{FORUM}/f/garden/post/1").text


def test_preferences(world: World, ada: Visitor) -> None:
    form = {
        "front_page": "all",
        "front_sort": "most_commented",
        "comment_sort": "new",
        "messages_from": "nobody",
        "notify_mentions": "on",
    }
    assert post(ada, "/settings/preferences", {**form, "front_sort": "odd"}).startswith("422")
    assert "were saved." in post(ada, "/settings/preferences", form)
    (change,) = world.changes()
    assert change.new
    wanted = {"front_page", "front_sort", "comment_sort", "messages_from", "show_thumbnails", "notify_replies"}
    assert set(change.columns) == wanted
    page = ada.get(f"{FORUM}/")
    assert (page.shown.facts["tab"], page.shown.facts["sort"]) == ("all", "comments")
    assert "Nothing was changed." in post(ada, "/settings/preferences", form)


def test_whom_somebody_has_blocked_they_do_not_see(world: World, ada: Visitor) -> None:
    assert "cannot block yourself" in post(ada, "/settings/blocks", {"username": "ada"})
    assert post(ada, "/settings/blocks", {"username": "nobody"}).startswith("422")
    assert world.changes() == []
    assert "You have blocked ben." in post(ada, "/settings/blocks", {"username": "Ben", "note": "Shouts"})
    assert "already" in post(ada, "/settings/blocks", {"username": "ben"})
    (change,) = world.changes()
    made = row(change)
    assert (made["account_id"], made["blocked_id"], made["note"]) == (ADA, BEN, "Shouts")
    assert "A page about moss" not in ada.get(f"{FORUM}/f/garden?sort=new").text
    assert "Seeds" not in ada.get(f"{FORUM}/messages").text
    post(ada, "/user/ben/block", {"value": "0"})
    assert world.changes() == []
    post(ada, "/user/ben/block", {"value": "1"})
    assert len(world.changes()) == 1
    assert post(ada, "/user/ada/block", {"value": "1"}).startswith("409")
    assert post(ada, "/user/nobody/block", {"value": "1"}).startswith("404")


@pytest.mark.parametrize(("what", "table"), [("subscribe", "subscription"), ("hide", "hidden_forum")])
def test_subscribing_and_hiding_can_be_undone(world: World, ada: Visitor, what: str, table: str) -> None:
    assert ada.get(f"{FORUM}/f/library/{what}").status == 200
    page = post(ada, f"/f/library/{what}", {"value": "1"})
    assert f"/f/library/{what}?value=0" in page
    assert set(written(world)) == {table}
    post(ada, f"/f/library/{what}", {"value": "1"})
    post(ada, f"/f/library/{what}?value=0")
    assert left(world) == []
    assert post(ada, f"/f/nowhere/{what}", {"value": "1"}).startswith("404")


def test_hidden_forums_are_listed(world: World, ada: Visitor) -> None:
    assert "f/library is hidden" in post(ada, "/settings/hidden-forums", {"forum": "library"})
    assert "Which book next?" not in ada.get(f"{FORUM}/all?sort=new").text
    assert post(ada, "/settings/hidden-forums", {"forum": "library"}).startswith("422")
    assert "f/library is shown" in post(ada, "/f/library/hide", {"value": "0", "back": "/settings/hidden-forums"})


# Messages -------------------------------------------------------------------------------------------------------------

LETTER = {"to": "cleo", "subject": "Your garden", "body": "May I *visit*?"}


def test_a_conversation_begins_and_goes_on(world: World, ada: Visitor, cleo: Visitor) -> None:
    assert 'value="cleo"' in ada.get(f"{FORUM}/messages/new?to=cleo").text
    page = post(ada, "/messages/new", LETTER)
    assert "was sent to cleo." in page
    assert "<em>visit</em>" in page
    changes = written(world)
    assert {table: len(found) for table, found in changes.items()} == {"thread": 1, "message": 1, "notification": 1}
    number = row(changes["thread"][0])["id"]
    assert (row(changes["notification"][0])["account_id"], row(changes["notification"][0])["kind"]) == (CLEO, "message")
    assert "Your garden" in cleo.get(f"{FORUM}/messages").text
    assert "sent you a message" in cleo.get(f"{FORUM}/notifications?kind=message").text
    assert "was sent." in post(cleo, f"/messages/{number}/reply", {"body": "Any time."})
    page = post(cleo, f"/messages/{number}/reply", {"body": " "})
    assert page.startswith("422")
    assert "Any time." in ada.get(f"{FORUM}/messages/{number}").text


def test_messages_are_read_where_they_are_opened(world: World, ada: Visitor) -> None:
    assert '<span class="tally">1' in ada.get(f"{FORUM}/messages").text
    ada.get(f"{FORUM}/messages/1")
    assert '<span class="tally">1' not in ada.get(f"{FORUM}/messages").text
    assert world.changes() == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"to": ""}, "To is required."),
        ({"to": "nobody"}, "There is nobody of this name here."),
        ({"to": "ada"}, "This is your own account."),
        ({"subject": ""}, "Subject is required."),
        ({"body": ""}, "Message is required."),
    ],
)
def test_a_bad_message_is_shown_again(world: World, ada: Visitor, change: dict[str, str], told: str) -> None:
    page = post(ada, "/messages/new", {**LETTER, **change})
    assert page.startswith("422")
    assert told in page
    assert world.changes() == []


def test_who_wants_no_messages_gets_none(world: World, ada: Visitor, ben: Visitor) -> None:
    world.forum.run("UPDATE account SET messages_from = 'nobody' WHERE id IN (2, 3)")
    before = len(world.changes())
    assert "cleo does not take messages at the moment." in post(ada, "/messages/new", LETTER)
    assert len(world.changes()) == before
    # What was begun goes on.
    assert post(ada, "/messages/1/reply", {"body": "Thanks!"}).startswith("200")
    world.reset()
    world.forum.insert("block", account_id=BEN, blocked_id=ADA, created="2026-05-01 09:00:00")
    assert "ben does not take messages" in post(ada, "/messages/new", {**LETTER, "to": "ben"})
    assert "ben does not take messages" in post(ada, "/messages/1/reply", {"body": "Hey"})
    assert "ben does not take messages" in ada.get(f"{FORUM}/messages/1").text
    assert "You have blocked ada." in post(ben, "/messages/new", {**LETTER, "to": "ada"})
    assert set(written(world)) == {"block"}


def test_letters_of_others_are_not_there(world: World, cleo: Visitor, arne: Visitor) -> None:
    for visitor in (cleo, arne):
        assert visitor.get(f"{FORUM}/messages/1").status == 404
        assert post(visitor, "/messages/1/reply", {"body": "Hm"}).startswith("404")
    assert world.changes() == []


def test_notifications_are_new_once(world: World, ada: Visitor, ben: Visitor, cleo: Visitor) -> None:
    post(ben, "/f/garden/post/1/reply", {"body": "Hello"})
    post(cleo, "/f/garden/post/1/remove", {"rule": "1"})
    page = ada.get(f"{FORUM}/notifications")
    assert page.text.count('class="badge new"') == 2
    assert "commented on your post" in page.text
    assert "was removed from f/garden: Be kind." in page.text
    assert 'class="badge new"' not in ada.get(f"{FORUM}/notifications").text
    assert "commented on" not in ada.get(f"{FORUM}/notifications?kind=moderation").text


# Forums ---------------------------------------------------------------------------------------------------------------

NEW = {
    "name": "PondLife",
    "title": "Ponds",
    "description": "Frogs and newts.",
    "sidebar": "Be *wet*.",
    "tags": "Water, home",
}


def test_a_member_founds_a_forum(world: World, ada: Visitor) -> None:
    page = post(ada, "/create-forum", {**NEW, "featured": "on"})
    assert "f/PondLife was created." in page
    assert "<em>wet</em>" in page
    changes = written(world)
    assert {table: len(found) for table, found in changes.items()} == {"forum": 1, "moderator": 1, "subscription": 1}
    made = row(changes["forum"][0])
    assert (made["tags"], made["featured"], made["creator_id"]) == ("home,water", 0, ADA)
    assert post(ada, "/f/pondlife/bans", {"username": "ben", "reason": "Dry"}).startswith("200")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"name": "GARDEN"}, "There is a forum f/garden already."),
        ({"name": "ab"}, "at least 3 characters"),
        ({"name": "pond life"}, "letters, digits and underscores"),
        ({"name": "x" * 31}, "at most 30 characters"),
        ({"title": ""}, "Title is required."),
        ({"description": ""}, "Description is required."),
        ({"sidebar": ""}, "Sidebar is required."),
        ({"tags": "a, b, c, d, e, f, g"}, "at most 6 tags"),
        ({"tags": "<b>"}, "is no tag"),
    ],
)
def test_a_bad_forum_is_shown_again(world: World, ada: Visitor, change: dict[str, str], told: str) -> None:
    page = post(ada, "/create-forum", {**NEW, **change})
    assert page.startswith("422")
    assert told in page
    assert world.changes() == []


def test_a_forum_is_edited_by_its_moderators(world: World, cleo: Visitor, arne: Visitor) -> None:
    form = {"title": "Garden", "description": "All about the garden.", "sidebar": "Be kind.", "tags": "home, quiet"}
    assert "Nothing was changed." in post(cleo, "/f/garden/edit", form)
    assert world.changes() == []
    assert "f/garden was saved." in post(cleo, "/f/garden/edit", {**form, "sidebar": "Be green.", "featured": "on"})
    changes = written(world)
    assert set(changes["forum"][0].columns) == {"sidebar"}
    assert row(changes["moderation"][0])["reason"] == "Changed: sidebar"
    post(arne, "/f/garden/edit", {**form, "sidebar": "Be green.", "featured": "on"})
    assert world.forum.value("SELECT featured FROM forum WHERE id = 1") == 1
    assert post(cleo, "/f/garden/edit", {**form, "title": ""}).startswith("422")


def test_rules_of_a_forum(world: World, cleo: Visitor) -> None:
    rule = {"title": "Stay green", "text": "Plants only."}
    assert "“Stay green” was added." in post(cleo, "/f/garden/rules/new", rule)
    number = world.forum.value("SELECT max(id) FROM forum_rule")
    assert world.forum.value("SELECT position FROM forum_rule WHERE id = ?", number) == 3
    assert "was saved." in post(cleo, f"/f/garden/rules/{number}/edit", {**rule, "text": "Plants and moss."})
    assert post(cleo, "/f/garden/rules/3/edit", rule).startswith("404")
    assert "was deleted." in post(cleo, f"/f/garden/rules/{number}/delete")
    post(cleo, "/f/garden/post/2/remove", {"rule": "2"})
    assert post(cleo, "/f/garden/rules/2/delete").startswith("409")


def test_a_rule_is_deleted_whatever_only_judges_know_about_it(world: World, cleo: Visitor) -> None:
    world.forum.run("INSERT INTO truth (post_id, kind, rule_id) VALUES (1, 'breaks', 1)")
    assert "was deleted." in post(cleo, "/f/garden/rules/1/delete")
