"""How posts stand: score, heat and dispute, by which lists are sorted.

Triggers keep it (``schema.sql``); this reckons it anew for all posts, after many were written with the triggers away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from webcosm.worlds import Database

__all__ = ["HEAT_OF_A_VOTE", "rebuild", "without_triggers"]

HEAT_OF_A_VOTE = 7_200
"""In seconds: a post with one vote more stands as high as one that is two hours younger."""

STANDING = """
SELECT post.id, post.forum_id, post.created, post.deleted IS NULL AND post.removed_by IS NULL,
  coalesce(votes.ups, 0), coalesce(votes.downs, 0),
  coalesce(votes.ups, 0) - coalesce(votes.downs, 0) + post.base_score,
  unixepoch(post.created) - 1577836800
    + 7200 * min(max(coalesce(votes.ups, 0) - coalesce(votes.downs, 0) + post.base_score, -20), 60),
  CASE WHEN min(coalesce(votes.ups, 0), coalesce(votes.downs, 0)) = 0 THEN 0
    ELSE (votes.ups + votes.downs) * (1.0 * min(votes.ups, votes.downs) / max(votes.ups, votes.downs)) END,
  coalesce(answers.number, 0), max(post.created, coalesce(answers.latest, ''))
FROM post
LEFT JOIN (SELECT post_id, sum(value = 1) AS ups, sum(value = -1) AS downs FROM post_vote GROUP BY post_id) AS votes
  ON votes.post_id = post.id
LEFT JOIN (SELECT post_id, count(*) AS number, max(created) AS latest FROM comment
  WHERE deleted IS NULL AND removed_by IS NULL GROUP BY post_id) AS answers ON answers.post_id = post.id
"""


def rebuild(db: Database) -> None:
    db.run("DELETE FROM post_standing")
    db.run(
        "INSERT INTO post_standing (post_id, forum_id, created, shown, ups, downs, score, heat, dispute, comments,"
        f" active) {STANDING} ORDER BY post.id"
    )


@contextmanager
def without_triggers(db: Database) -> Iterator[None]:
    """Takes all triggers away for as long as many rows are written; what they would have done is done at the end."""
    triggers = db.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    for one in triggers:
        db.run(f'DROP TRIGGER "{one.name}"')
    yield
    rebuild(db)
    db.run("INSERT INTO post_search (rowid, title, body) SELECT id, title, body FROM post ORDER BY id")
    db.run("INSERT INTO comment_search (rowid, body) SELECT id, body FROM comment ORDER BY id")
    for one in triggers:
        db.run(one.sql)
