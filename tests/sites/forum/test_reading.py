"""Lists, pages and searches as readers see them: orders, time ranges, pages that begin after a key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from tests.sites.forum.conftest import FORUM, Enter, later
from webcosm.sites import all_sites
from webcosm.sites.forum import site
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, World, WorldState


def listed(page_text: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="post-(\d+)"', page_text)]


def posts(visitor: Visitor, path: str) -> list[int]:
    page = visitor.get(f"{FORUM}{path}")
    assert page.status == 200, page.text
    return listed(page.text)


@pytest.fixture
def reader(forum: Universe) -> Iterator[Visitor]:
    """A member of the whole forum."""
    with forum.open(WorldState(accounts={"forum": site.accounts(forum.lore)[0].username})) as world:
        yield Visitor(world, all_sites())


@pytest.fixture
def stranger(forum: Universe) -> Iterator[Visitor]:
    with forum.open(WorldState(accounts={"forum": None})) as world:
        yield Visitor(world, all_sites())


# Orders and pages -----------------------------------------------------------------------------------------------------

ORDERS = {
    "new": "created",
    "active": "active",
    "top": "score",
    "controversial": "dispute",
    "comments": "comments",
    "hot": "heat",
}


@pytest.mark.parametrize("sort", ORDERS)
def test_six_orders(stranger: Visitor, sort: str) -> None:
    wanted = stranger.world.forum.values(
        f"SELECT post_id FROM post_standing WHERE shown ORDER BY {ORDERS[sort]} DESC, post_id DESC LIMIT 25"
    )
    assert posts(stranger, f"/all?sort={sort}") == wanted


def test_pages_follow_each_other_without_gaps_even_when_somebody_posts(stranger: Visitor) -> None:
    """A page begins after the last post of the one before it, not at a number of posts."""
    db = stranger.world.forum
    wanted = db.values("SELECT post_id FROM post_standing WHERE shown ORDER BY created DESC, post_id DESC LIMIT 75")
    path, seen = "/all?sort=new", list[int]()
    for number in range(3):
        page = stranger.get(f"{FORUM}{path}").text
        seen += listed(page)
        found = re.search(r'rel="next" href="([^"]+)"', page)
        assert found
        path = found[1].replace("&amp;", "&")
        if number == 0:
            now = stranger.world.clock.stamp()
            db.insert("post", forum_id=1, author_id=1, kind="text", title="In between", body="", created=now)
    assert seen == wanted


@pytest.mark.parametrize("period", ["day", "week", "month", "year"])
def test_time_ranges_follow_the_clock_of_the_world(stranger: Visitor, period: str) -> None:
    days = {"day": 1, "week": 7, "month": 30, "year": 365}[period]
    world = stranger.world

    def wanted() -> list[int]:
        return world.forum.values(
            "SELECT post_id FROM post_standing WHERE shown AND created >= datetime(?, ?)"
            " ORDER BY score DESC, post_id DESC LIMIT 25",
            world.clock.stamp(),
            f"-{days} days",
        )

    before = wanted()
    assert before
    assert posts(stranger, f"/all?sort=top&t={period}") == before
    later(world, days=days)
    assert wanted() == []
    assert posts(stranger, f"/all?sort=top&t={period}") == []


def test_a_wrong_order_range_or_key_is_none(stranger: Visitor) -> None:
    usual = posts(stranger, "/all")
    for query in ("sort=best", "sort=HOT", "after=nothing", "after=1~2~3", "t=day"):
        assert posts(stranger, f"/all?{query}") == usual


def test_the_tabs_of_the_front_page(reader: Visitor, stranger: Visitor) -> None:
    db = reader.world.forum

    def forums(path: str, visitor: Visitor) -> set[str]:
        numbers = ", ".join(map(str, posts(visitor, path)))
        return set(db.values(f"SELECT name FROM forum JOIN post ON forum_id = forum.id WHERE post.id IN ({numbers})"))

    featured = set(db.values("SELECT name FROM forum WHERE featured"))
    mine = set(db.values("SELECT name FROM forum JOIN subscription ON forum_id = forum.id WHERE account_id = 1"))
    hidden = set(db.values("SELECT name FROM forum JOIN hidden_forum ON forum_id = forum.id WHERE account_id = 1"))
    assert forums("/featured", reader) <= featured
    assert forums("/", stranger) <= featured
    assert forums("/subscribed", reader) <= mine
    assert forums("/", reader) <= mine
    assert hidden
    assert not forums("/all?sort=new", reader) & hidden
    assert stranger.get(f"{FORUM}/subscribed").url.startswith(f"{FORUM}/login")


# Forums and people ----------------------------------------------------------------------------------------------------


def test_the_index_by_name_subscribers_and_posts(stranger: Visitor) -> None:
    db = stranger.world.forum

    def order(sort: str) -> list[str]:
        text = stranger.get(f"{FORUM}/forums?sort={sort}").text
        return list(dict.fromkeys(re.findall(r'<a[^>]* href="/f/(\w+)"', text)))

    rows = db.rows(
        "SELECT name, (SELECT count(*) FROM subscription WHERE forum_id = forum.id) AS readers,"
        " (SELECT count(*) FROM post_standing WHERE forum_id = forum.id AND shown) AS posts FROM forum"
    )
    assert order("name") == [row.name for row in sorted(rows, key=lambda row: row.name.lower())]
    assert order("subscribers") == [row.name for row in sorted(rows, key=lambda row: (-row.readers, row.name.lower()))]
    assert order("posts") == [row.name for row in sorted(rows, key=lambda row: (-row.posts, row.name.lower()))]


def test_a_forums_feed_has_its_newest_posts(stranger: Visitor) -> None:
    feed = ElementTree.fromstring(stranger.get(f"{FORUM}/f/pets/rss").text)
    wanted = stranger.world.forum.values(
        "SELECT post.title FROM post_standing JOIN post ON post.id = post_id JOIN forum ON forum.id = post.forum_id"
        " WHERE shown AND name = 'pets' ORDER BY post.created DESC, post_id DESC LIMIT 25"
    )
    assert [title.text for title in feed.iterfind("channel/item/title")] == wanted


def test_a_user_page_has_what_somebody_wrote_and_earned(stranger: Visitor) -> None:
    db = stranger.world.forum
    who = db.row("SELECT * FROM account WHERE id = (SELECT account_id FROM trophy WHERE name = 'Helpful' LIMIT 1)")
    assert who
    page = stranger.get(f"{FORUM}/user/{quote(who.username)}").text
    assert "Helpful" in page
    assert stranger.get(f"{FORUM}/user/{quote(who.username)}/trophies").text.count("trophy-cards") == 1
    wanted = db.values(
        "SELECT id FROM post WHERE author_id = ? AND deleted IS NULL AND removed_by IS NULL"
        " ORDER BY created DESC, id DESC LIMIT 20",
        who.id,
    )
    assert posts(stranger, f"/user/{quote(who.username)}/posts") == wanted


# Pages of posts -------------------------------------------------------------------------------------------------------


def test_a_gallery_shows_its_pictures_and_never_their_truth(stranger: Visitor) -> None:
    db = stranger.world.forum
    post = db.row(
        "SELECT post.id, forum.name FROM post JOIN forum ON forum.id = forum_id WHERE kind = 'gallery'"
        " AND deleted IS NULL AND removed_by IS NULL ORDER BY post.id DESC"
    )
    assert post
    page = stranger.get(f"{FORUM}/f/{post.name}/post/{post.id}").text
    pictures = db.rows("SELECT * FROM post_picture WHERE post_id = ? ORDER BY position", post.id)
    assert len(pictures) >= 2
    assert [int(number) for number in re.findall(r'src="/media/post/(\d+)-320.png"', page)] == [
        one.id for one in pictures
    ]
    assert "scene" not in page
    for one in pictures:
        whole = stranger.get(f"{FORUM}/media/post/{one.id}.png")
        assert whole.headers["content-type"] == "image/png"
        known = stranger.world.pictures.at(f"{FORUM}/media/post/{one.id}.png")
        assert known
        assert known.facts


def test_long_threads_are_shown_in_parts(stranger: Visitor) -> None:
    """More threads on request, deep replies on a page of their own, and each comment at its own address."""
    db = stranger.world.forum
    post = db.row(
        "SELECT post.id, forum.name FROM post JOIN forum ON forum.id = post.forum_id JOIN post_standing"
        " ON post_id = post.id WHERE shown ORDER BY comments DESC LIMIT 1"
    )
    assert post
    now = stranger.world.clock.stamp()
    for number in range(40):
        db.insert("comment", post_id=post.id, author_id=2, body=f"Thread {number}", created=now)
    page = stranger.get(f"{FORUM}/f/{post.name}/post/{post.id}?comments=new").text
    assert page.count("<p>Thread ") == 25
    assert "threads=50" in page
    more = stranger.get(f"{FORUM}/f/{post.name}/post/{post.id}?comments=new&threads=50").text
    assert more.count("<p>Thread ") == 40
    one = db.value("SELECT max(id) FROM comment")
    alone = stranger.get(f"{FORUM}/f/{post.name}/post/{post.id}/comment/{one}").text
    assert alone.count("<p>Thread ") == 1
    assert stranger.get(f"{FORUM}/comment/{one}").url.endswith(f"/comment/{one}")


def test_what_is_gone_keeps_its_place_without_its_words(world: World, guest: Visitor, ada: Visitor) -> None:
    db = world.forum
    db.run("UPDATE comment SET deleted = ? WHERE id = 1", world.clock.stamp())
    page = guest.get(f"{FORUM}/f/garden/post/1").text
    assert "before the buds open" not in page
    assert "[deleted]" in page
    assert "Thank you." in page


# What one keeps -------------------------------------------------------------------------------------------------------


def test_what_was_saved_is_listed_the_latest_first(world: World, ada: Visitor, guest: Visitor) -> None:
    token = ada.csrf_token(site)
    for path in ("/f/garden/post/2/save", "/comment/4/save"):
        later(world, minutes=1)
        ada.post(f"{FORUM}{path}", {"csrf": token, "value": "1"})
    page = ada.get(f"{FORUM}/saved").text
    assert page.index('id="comment-4"') < page.index('id="post-2"')
    assert 'id="post-2"' not in ada.get(f"{FORUM}/saved?kind=comments").text
    assert 'id="comment-4"' not in ada.get(f"{FORUM}/saved?kind=posts").text
    world.forum.run("UPDATE post SET deleted = ? WHERE id = 2", world.clock.stamp())
    assert 'id="post-2"' not in ada.get(f"{FORUM}/saved").text, "what its author deleted is kept no longer"
    assert guest.get(f"{FORUM}/saved").url.startswith(f"{FORUM}/login")


def test_a_hidden_post_is_in_no_list_but_that_of_the_hidden(world: World, ada: Visitor, enter: Enter) -> None:
    ada.post(f"{FORUM}/f/garden/post/2/hide", {"csrf": ada.csrf_token(site), "value": "1"})
    assert 2 not in posts(ada, "/all")
    assert 2 not in posts(ada, "/f/garden")
    assert posts(ada, "/hidden") == [2]
    assert 2 in posts(enter("ben"), "/all")
    ada.post(f"{FORUM}/f/garden/post/2/hide", {"csrf": ada.csrf_token(site), "value": "0"})
    assert posts(ada, "/hidden") == []
    assert "You have hidden no posts" in ada.get(f"{FORUM}/hidden").text


# Search ---------------------------------------------------------------------------------------------------------------


def test_a_search_takes_words_in_any_order_and_case(guest: Visitor) -> None:
    assert posts(guest, "/search?q=roses+cut") == posts(guest, "/search?q=CUT+RÓSES") == [1]
    assert posts(guest, "/search?q=roses+moss") == []
    assert "Emil" not in guest.get(f"{FORUM}/search?q=nothinglikethis").text


def test_comments_forums_and_people_are_searched_too(guest: Visitor) -> None:
    assert 'id="comment-1"' in guest.get(f"{FORUM}/search?q=spring&in=comments").text
    assert '"/f/library"' in guest.get(f"{FORUM}/search?q=libr&in=forums").text
    assert '"/user/emil"' in guest.get(f"{FORUM}/search?q=em&in=users").text


def test_a_search_within_a_forum_or_by_an_author(guest: Visitor) -> None:
    assert sorted(posts(guest, "/search?q=which&author=ben")) == [3, 4]
    assert posts(guest, "/search?q=which&author=ben&forum=library") == [3]
    assert "There is no forum" in guest.get(f"{FORUM}/search?q=which&forum=cellar").text
