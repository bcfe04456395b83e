"""Writes the forum's first state."""

from __future__ import annotations

from datetime import timedelta

from webcosm.lore import Lore
from webcosm.sites.kit import Account, hash_password
from webcosm.worlds import BEGINNING, Database

__all__ = ["accounts", "fill"]

PASSWORDS = ("open-table-5", "second-chair-2", "good-order-8", "round-hall-3")
NOTES = (
    "Has posts, comments, subscriptions and messages; moderates nothing",
    "Another member, to see the forum from the other side",
    "Moderates three forums",
    "Administrator: may do everything everywhere",
)
ROLES = ("member", "member", "moderator", "admin")


def accounts(lore: Lore) -> list[Account]:
    """Those whose passwords are known: a member, a second member, a moderator of three forums, an administrator."""
    chosen = lore.rng("forum", "named").sample([one for one in lore.people if one.age_on(lore.today) >= 20], 4)
    return [
        Account(role, one.username, password, one.username, note)
        for role, one, password, note in zip(ROLES, chosen, PASSWORDS, NOTES, strict=True)
    ]


def fill(db: Database, lore: Lore, scale: str) -> None:
    for number, one in enumerate(accounts(lore), start=1):
        db.insert(
            "account",
            id=number,
            username=one.username,
            email=f"{one.username}@mail.test",
            password=hash_password(one.password, one.username),
            role="admin" if one.role == "admin" else "member",
            created="2022-03-01 10:00:00",
        )
    for number, (name, title) in enumerate((("AskAnything", "Ask anything"), ("gardening", "Gardening")), start=1):
        db.insert(
            "forum",
            id=number,
            name=name,
            title=title,
            description=f"{title}: questions, answers and reports.",
            sidebar="Be kind. **Search** before you ask.",
            tags="everyday,questions",
            featured=1,
            creator_id=4,
            created="2022-04-01 09:00:00",
        )
        db.insert("moderator", forum_id=number, account_id=3, created="2022-04-02 09:00:00")
        db.insert("forum_rule", forum_id=number, position=1, title="Be kind", text="No insults.")
    written = f"{BEGINNING - timedelta(hours=5):%Y-%m-%d %H:%M:%S}"
    answered = f"{BEGINNING - timedelta(hours=3):%Y-%m-%d %H:%M:%S}"
    db.insert(
        "post",
        id=1,
        forum_id=2,
        author_id=1,
        kind="text",
        title="When do I cut the roses?",
        body="They are *huge*.",
        created=written,
    )
    db.insert("post_vote", post_id=1, account_id=1, value=1, created=written)
    db.insert("comment", id=1, post_id=1, author_id=2, body="In spring, before the buds open.", created=answered)
    db.insert("comment_vote", comment_id=1, account_id=2, value=1, created=answered)
    db.run(
        "INSERT INTO post_standing (post_id, forum_id, created, shown, ups, downs, score, heat, dispute, comments,"
        " active) VALUES (1, 2, ?1, 1, 1, 0, 1, 1.0, 0.0, 1, ?2)",
        written,
        answered,
    )
