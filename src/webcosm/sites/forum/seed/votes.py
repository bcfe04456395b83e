"""Who voted for what. Votes are rows; at the full scale those of older posts are one number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from webcosm.lore import Lore, Rng
from webcosm.sites.forum.seed.moments import DAY, NOW, stamp
from webcosm.sites.forum.seed.people import Roster
from webcosm.sites.forum.seed.talk import Comment, Post, Talk
from webcosm.worlds import Database

__all__ = ["cast_votes", "write_votes"]

OWN_ROWS = 14 * DAY
"""At the full scale, the votes of posts that are younger are rows."""
MORE_PEOPLE = {"small": 1.0, "full": 3.0}
DOWN = {"argument": 0.27, "joke": 0.14, "offtopic": 0.45, "news": 0.07, "lost": 0.01, "found": 0.01}
USUAL_DOWN = 0.05
SAID = {
    "right": (1.7, 0.05), "wrong": (1.4, 0.78), "correction": (1.9, 0.04), "thanks": (0.6, 0.01), "joke": (1.5, 0.2),
    "rude": (1.4, 0.85), "offtopic": (0.9, 0.62), "argue": (1.1, 0.36), "agree": (0.5, 0.05), "plain": (0.65, 0.07),
    "deleted": (0.9, 0.5), "removed": (1.3, 0.86),
}  # fmt: skip
"""By stance: how many vote, and which share of them against."""

Vote = tuple[int, int, int, str]


def cast_votes(
    lore: Lore, scale: str, talk: Talk, rosters: Mapping[int, Roster]
) -> tuple[list[Vote], list[Vote], list[Vote]]:
    """Votes for posts, for comments and in polls (with an option's place for a value). Everybody votes for what they
    write. Old votes of the full scale go into the base scores."""
    rng = lore.rng("forum", "votes", scale)
    more = MORE_PEOPLE[scale]
    for_posts: list[Vote] = []
    for_comments: list[Vote] = []
    in_polls: list[Vote] = []
    for post in talk.posts:
        own = stamp(post.created)
        roster = rosters[post.forum.id]
        rows = scale == "small" or NOW - post.created < OWN_ROWS
        count, against = _appeal(rng, post, roster.number(post.created), more)
        for_posts.append((post.id, post.author, 1, own))
        if rows:
            for_posts += _votes(rng, post.id, post.author, post.created, post.closes, count, against, roster)
        else:
            post.base = _balance(rng, count, against)
        if post.kind == "poll":
            in_polls += _poll(rng, post, roster)
        for comment in post.comments:
            for_comments.append((comment.id, comment.author, 1, stamp(comment.created)))
            count, against = _echo(rng, comment, more)
            if rows:
                end = min(post.closes, *(one for one in (comment.deleted, comment.removed) if one), NOW - 30)
                for_comments += _votes(rng, comment.id, comment.author, comment.created, end, count, against, roster)
            else:
                comment.base = _balance(rng, count, against)
    return for_posts, for_comments, in_polls


def _appeal(rng: Rng, post: Post, crowd: int, more: float) -> tuple[int, float]:
    """How many vote on a post, and which share of them against it."""
    warmth = post.warmth
    count = 1.0 + 20 * warmth**3
    if warmth > 0.97:
        count *= rng.uniform(3.0, 8.0)
    if warmth < 0.08:
        return 0, 0.0
    count *= more * min(1.5, 0.4 + crowd / 500) * min(1.0, 0.12 + (min(post.closes, NOW) - post.created) / (1.5 * DAY))
    against = DOWN.get(post.flavor, USUAL_DOWN)
    if post.rule:
        against = rng.uniform(0.6, 0.95)
    elif rng.chance(0.045):
        against = rng.uniform(0.55, 0.85)
    return int(count + rng.uniform()), against


def _echo(rng: Rng, comment: Comment, more: float) -> tuple[int, float]:
    mean, against = SAID[comment.stance]
    age = min(1.0, 0.1 + (NOW - comment.created) / DAY)
    heard = 0.35 + 1.3 * comment.post.warmth
    return int(mean * heard * age * more * 3 * rng.uniform() ** 2 + rng.uniform()), against


def _votes(
    rng: Rng, number: int, author: int, since: int, until: int, count: int, against: float, roster: Roster
) -> Iterator[Vote]:
    end = min(until, since + 40 * DAY)
    if end <= since + 60:
        return
    for voter in roster.others(rng, since, count, {author}):
        when = since + 30 + int((end - since - 30) * rng.uniform() ** 3)
        yield number, voter, -1 if rng.chance(against) else 1, stamp(when)


def _balance(rng: Rng, count: int, against: float) -> int:
    """The sum of so many votes, without drawing each: a little to either side of what is expected."""
    spread = (count * against * (1 - against)) ** 0.5
    downs = min(count, max(0, round(rng.normal(count * against, spread)))) if count else 0
    return count - 2 * downs


def _poll(rng: Rng, post: Post, roster: Roster) -> Iterator[Vote]:
    liked = [0.15 + rng.uniform() ** 2 for _ in post.options]
    count = rng.integer(6, 14) + int(50 * post.warmth**2)
    end = min(post.closes, post.created + 20 * DAY)
    if end <= post.created + 600:
        return
    for voter in roster.others(rng, post.created, count, {post.author}):
        place = rng.weighted(range(1, len(liked) + 1), liked)
        yield post.id, voter, place, stamp(post.created + 60 + int((end - post.created - 60) * rng.uniform() ** 2))


def write_votes(db: Database, votes: tuple[list[Vote], list[Vote], list[Vote]]) -> None:
    for_posts, for_comments, in_polls = votes
    db.run_many("INSERT INTO post_vote VALUES (?, ?, ?, ?)", sorted(for_posts))
    db.run_many("INSERT INTO comment_vote VALUES (?, ?, ?, ?)", sorted(for_comments))
    options = {(row.post_id, row.position): row.id for row in db.rows("SELECT id, post_id, position FROM poll_option")}
    db.run_many(
        "INSERT INTO poll_vote (post_id, account_id, option_id, created) VALUES (?, ?, ?, ?)",
        sorted((post, voter, options[post, place], when) for post, voter, place, when in in_polls),
    )
