"""The forum at its small scale, and those who visit it."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from PIL import Image

from webcosm.sites import all_sites
from webcosm.sites.forum import site
from webcosm.sites.kit import Upload, Visitor
from webcosm.worlds import Change, Database, Row, Universe, World

FORUM = "http://forum.test"
MEMBER, OTHER, MODERATOR, ADMIN = 0, 1, 2, 3
"""Places in the list of accounts; the rows have these numbers and one."""
Enter = Callable[[int | None], Visitor]


def later(world: World, days: int = 0, minutes: int = 0) -> None:
    world.clock.advance(milliseconds=(days * 24 * 60 + minutes) * 60_000)


def picture(kind: str = "PNG", width: int = 64, height: int = 48, colour: str = "teal") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, kind)
    return file.getvalue()


def upload(data: bytes, name: str = "photo.png") -> Upload:
    return Upload(name, "image/png", data)


def named(db: Database, number: int) -> str:
    return str(db.value("SELECT username FROM account WHERE id = ?", number))


def written(world: World, *leave_out: str) -> list[Change]:
    """What changed in the forum, but for these tables."""
    return [one for one in world.changes() if one.site == "forum" and one.table not in leave_out]


def by_table(world: World) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = {}
    for one in written(world):
        found.setdefault(one.table, []).append(one)
    return found


@dataclass(frozen=True)
class Places:
    """A post with a comment under it, in a forum with a moderator, whom nothing stands in the way of."""

    forum: Row
    """The moderator of the accounts moderates it; it has a rule."""
    elsewhere: Row
    """A forum that the moderator does not moderate."""
    post: Row
    """By somebody who is none of the accounts."""
    comment: Row
    own: Row
    """A post of the member's, without any comment of the second member under it."""
    path: str


@pytest.fixture(scope="session")
def forum() -> Iterator[Universe]:
    """As it is served, from the cache that everybody shares."""
    assert site.blueprint
    with Universe([site.blueprint]) as universe:
        yield universe


@pytest.fixture
def world(forum: Universe) -> Iterator[World]:
    with forum.open() as world:
        yield world


@pytest.fixture
def enter(world: World) -> Enter:
    """Somebody in the same world: the account of that place in the list of accounts, or None for a guest."""

    def enter(place: int | None) -> Visitor:
        visitor = Visitor(world, all_sites())
        visitor.get(f"{FORUM}/login")
        visitor.post("/logout")
        if place is not None:
            account = site.accounts(world.lore)[place]
            visitor.post("/login", {"username": account.username, "password": account.password})
        return visitor

    return enter


@pytest.fixture
def member(enter: Enter) -> Visitor:
    """Who is signed in at the beginning of a world; account 1."""
    return enter(MEMBER)


@pytest.fixture
def other(enter: Enter) -> Visitor:
    """The second member; account 2."""
    return enter(OTHER)


@pytest.fixture
def moderator(enter: Enter) -> Visitor:
    return enter(MODERATOR)


@pytest.fixture
def admin(enter: Enter) -> Visitor:
    return enter(ADMIN)


@pytest.fixture
def guest(enter: Enter) -> Visitor:
    return enter(None)


POSTS = (
    "SELECT post.*, forum.name AS forum FROM post JOIN forum ON forum.id = forum_id JOIN account ON account.id ="
    " post.author_id WHERE deleted IS NULL AND removed_by IS NULL AND NOT locked AND kind = 'text' AND active"
    " AND account.role = 'member'"
    " AND forum_id NOT IN (SELECT forum_id FROM ban WHERE account_id <= 4) AND"
)


@pytest.fixture
def places(world: World) -> Places:
    db = world.forum
    moderated = "forum_id IN (SELECT forum_id FROM moderator WHERE account_id = 3)"
    comment = db.row(
        "SELECT comment.* FROM comment JOIN account ON account.id = author_id WHERE author_id > 4 AND active AND"
        " deleted IS NULL AND removed_by IS NULL AND account.role = 'member'"
        " AND post_id IN (SELECT id FROM (" + POSTS + f" author_id > 4 AND {moderated})) AND author_id NOT IN"
        " (SELECT account_id FROM moderator) ORDER BY comment.id"
    )
    assert comment
    post = db.row(POSTS + " post.id = ?", comment.post_id)
    own = db.row(POSTS + " author_id = 1 ORDER BY post.id")
    assert post
    assert own
    forum = db.row("SELECT * FROM forum WHERE id = ?", post.forum_id)
    elsewhere = db.row(
        "SELECT * FROM forum WHERE id NOT IN (SELECT forum_id FROM moderator WHERE account_id = 3) ORDER BY id"
    )
    assert forum
    assert elsewhere
    return Places(forum, elsewhere, post, comment, own, f"/f/{forum.name}/post/{post.id}")
