"""A forum with few people, of whom everything is known: for tests of what people write."""

from __future__ import annotations

from datetime import timedelta

from webcosm.lore import Lore
from webcosm.sites.kit import hash_password
from webcosm.worlds import BEGINNING, Database

__all__ = ["ADA", "ARNE", "BEN", "CLEO", "EMIL", "PASSWORD", "fill"]

PASSWORD = "plain-words-1"
PEOPLE = ("ada", "ben", "cleo", "dora", "emil", "arne")
ADA, BEN, CLEO, DORA, EMIL, ARNE = range(1, 7)
"""Ada and Ben are members, Cleo moderates the garden, Dora the library, Emil nothing; Arne is an administrator."""
GARDEN, LIBRARY, EMPTY = 1, 2, 3


def stamp(**ago: int) -> str:
    return f"{BEGINNING - timedelta(**ago):%Y-%m-%d %H:%M:%S}"


def fill(db: Database, lore: Lore, scale: str) -> None:
    for number, name in enumerate(PEOPLE, 1):
        db.insert(
            "account",
            id=number,
            username=name,
            email=f"{name}@mail.test",
            password=hash_password(PASSWORD, name),
            role="admin" if number == ARNE else "member",
            created=stamp(days=900),
        )
    for number, (name, keeper) in enumerate((("garden", CLEO), ("library", DORA), ("attic", DORA)), 1):
        about = {"title": name.capitalize(), "description": f"All about the {name}.", "sidebar": "Be kind."}
        db.insert("forum", id=number, name=name, tags="home,quiet", creator_id=keeper, created=stamp(days=800), **about)
        db.insert("moderator", forum_id=number, account_id=keeper, created=stamp(days=800))
        db.insert("forum_rule", id=2 * number - 1, forum_id=number, position=1, title="Be kind", text="No insults.")
        db.insert("forum_rule", id=2 * number, forum_id=number, position=2, title="No ads", text="Sell elsewhere.")
    posts = (
        (1, GARDEN, ADA, "text", "When do I cut the roses?", "They are *huge*."),
        (2, GARDEN, BEN, "link", "A page about moss", ""),
        (3, LIBRARY, BEN, "text", "Which book next?", "I liked the last one."),
        (4, GARDEN, BEN, "poll", "Which tree?", "For a small place."),
        (5, GARDEN, ARNE, "text", "From the administrator", "Welcome."),
    )
    for number, forum, author, kind, title, body in posts:
        made = stamp(days=10 - number)
        url = "http://wiki.test/wiki/Moss" if kind == "link" else ""
        columns = {"kind": kind, "title": title, "body": body, "url": url, "created": made}
        db.insert("post", id=number, forum_id=forum, author_id=author, **columns)
        db.insert("post_vote", post_id=number, account_id=author, value=1, created=made)
    for number, label in enumerate(("Apple", "Birch", "Cherry"), 1):
        db.insert("poll_option", id=number, post_id=4, position=number, label=label)
    comments = (
        (1, 1, None, BEN, "In spring, before the buds open."),
        (2, 1, 1, ADA, "Thank you."),
        (3, 1, None, EMIL, "Buy my shears!"),
        (4, 3, None, ADA, "The long one."),
    )
    for number, post, parent, author, body in comments:
        made = stamp(days=1, hours=-number)
        db.insert("comment", id=number, post_id=post, parent_id=parent, author_id=author, body=body, created=made)
        db.insert("comment_vote", comment_id=number, account_id=author, value=1, created=made)
    db.insert(
        "report",
        id=1,
        forum_id=GARDEN,
        post_id=1,
        comment_id=3,
        reporter_id=BEN,
        reason="An ad",
        created=stamp(hours=5),
    )
    db.insert(
        "report", id=2, forum_id=GARDEN, post_id=1, comment_id=3, reporter_id=ADA, reason="Ads", created=stamp(hours=4)
    )
    db.insert("report", id=3, forum_id=GARDEN, post_id=2, reporter_id=ADA, reason="Boring", created=stamp(hours=3))
    db.insert(
        "ban",
        id=1,
        forum_id=GARDEN,
        account_id=DORA,
        by_id=CLEO,
        reason="Shouting",
        created=stamp(days=40),
        until=stamp(days=30),
    )
    db.insert("thread", id=1, starter_id=ADA, other_id=BEN, subject="Seeds", created=stamp(days=2))
    db.insert(
        "message",
        id=1,
        thread_id=1,
        sender_id=ADA,
        body="Do you have any left?",
        created=stamp(days=2),
        read=stamp(days=1),
    )
    db.insert("message", id=2, thread_id=1, sender_id=BEN, body="A few.", created=stamp(days=1))
