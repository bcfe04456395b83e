"""What holds of the forum's content in every universe, and how much of it there is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.sites.forum.invariants import INVARIANTS
from webcosm.pictures import draw
from webcosm.sites.forum import site
from webcosm.worlds import Universe, World


@pytest.fixture(scope="module", params=[0, 5])
def filled(request: pytest.FixtureRequest, forum: Universe) -> Iterator[World]:
    if request.param == 0:
        with forum.open() as world:
            yield world
        return
    assert site.blueprint
    with Universe([site.blueprint], seed=request.param) as universe, universe.open() as world:
        yield world


def broken(world: World) -> dict[str, list[object]]:
    found = {name: world.forum.rows(sql)[:3] for name, sql in INVARIANTS.items()}
    return {name: list(rows) for name, rows in found.items() if rows}


def test_data_keep_their_promises(filled: World) -> None:
    assert broken(filled) == {}


@pytest.mark.sweep
def test_data_of_the_full_forum_keep_their_promises() -> None:
    assert site.blueprint
    with Universe([site.blueprint], scale="full") as universe, universe.open() as world:
        assert broken(world) == {}
        db = world.forum
        assert db.value("SELECT count(*) FROM post") == 127_390
        assert db.value("SELECT count(*) FROM forum") == 95
        assert db.value("SELECT count(*) FROM account") == 661_781


def test_there_is_as_much_as_promised(filled: World) -> None:
    db = filled.forum
    assert db.value("SELECT count(*) FROM post") == 3_000
    assert db.value("SELECT count(*) FROM account") == 2_000
    assert db.value("SELECT count(*) FROM comment") > 14_000
    assert 28 <= db.value("SELECT count(*) FROM forum") <= 36


def test_the_four_have_something_of_their_own(filled: World) -> None:
    """Inboxes, notices, things kept: all that a page of theirs could show."""
    db = filled.forum
    for number in range(1, 5):
        threads = db.value("SELECT count(*) FROM thread WHERE ? IN (starter_id, other_id)", number)
        unread = db.value(
            "SELECT count(*) FROM message JOIN thread ON thread.id = thread_id WHERE read IS NULL AND sender_id <> ?1"
            " AND ?1 IN (starter_id, other_id)",
            number,
        )
        assert threads >= 3, number
        assert unread >= 1, number
        assert db.value("SELECT count(*) FROM notification WHERE account_id = ?", number) > 5
        assert db.value("SELECT count(*) FROM saved WHERE account_id = ?", number) >= 2
        assert db.value("SELECT count(*) FROM post WHERE author_id = ?", number) >= 1
    assert db.value("SELECT count(*) FROM block WHERE account_id = 1") == 2
    assert db.value("SELECT count(*) FROM account WHERE bio <> ''") > 600


def test_no_two_posts_have_the_same_words(filled: World) -> None:
    said = Counter(filled.forum.values("SELECT title || char(10) || body FROM post"))
    assert [text for text, count in said.items() if count > 1] == []
    bodies = Counter(filled.forum.values("SELECT body FROM post WHERE body <> ''"))
    assert [text for text, count in bodies.items() if count > 1] == []


def test_no_slot_is_left_open_in_a_text(filled: World) -> None:
    texts = filled.forum.values(
        "SELECT title || ' ' || body FROM post UNION ALL SELECT body FROM comment UNION ALL SELECT body FROM message"
        " UNION ALL SELECT subject FROM thread UNION ALL SELECT bio FROM account UNION ALL SELECT reason FROM trophy"
    )
    assert [text for text in texts if re.search(r"\{[a-z]\w*(\.\w+)?\}|\[[^\]\n]*\|[^\]\n]*\](?!\()|\x01", text)] == []


def test_pictures_of_every_kind_can_be_drawn(filled: World) -> None:
    looks = filled.forum.values("SELECT look FROM post_picture ORDER BY post_id, position")
    scenes: dict[str, str] = {}
    for look in looks:
        scenes.setdefault(json.loads(look)["scene"], look)
    assert len(scenes) >= 12
    assert {draw(json.loads(look), "front", 64)[:4] for look in scenes.values()} == {b"\x89PNG"}
