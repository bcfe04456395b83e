"""What there is to see of people besides what they write: who they say they are, trophies, when they were last seen."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache

from webcosm.lore import Lore, Resident, Rng
from webcosm.sites.forum.seed.archetypes import CONTENT
from webcosm.sites.forum.seed.moments import NOW, stamp
from webcosm.sites.forum.seed.people import NAMED, People
from webcosm.sites.kit.sentences import Text, lines
from webcosm.worlds import BEGINNING, Database

__all__ = ["write_lives"]

INTRODUCED = {"small": 0.42, "full": 0.06}
"""The share of people who say something of themselves."""
NO_MESSAGES = 0.05
"""The share of people who take no messages."""
CLUBS = ("", "One", "Two", "Three", "Four", "Five", "Six")
HELPFUL = 5
"""So many right answers or corrections make somebody helpful."""
ALBUM = 5
"""So many posts with pictures make somebody a photographer of the forum."""


@cache
def _bios() -> dict[str, tuple[Text, ...]]:
    plan = tomllib.loads((CONTENT / "bios.toml").read_text())
    return {who: tuple(Text(line) for line in lines(part["lines"])) for who, part in plan.items()}


def write_lives(db: Database, lore: Lore, scale: str, people: People) -> None:
    """After all posts, comments and votes."""
    rng = lore.rng("forum", "lives", scale)
    _introduce(db, lore, rng, people, INTRODUCED[scale])
    _see_last(db)
    _award(db, people)


def _introduce(db: Database, lore: Lore, rng: Rng, people: People, share: float) -> None:
    bios: list[tuple[str, int]] = []
    closed: list[tuple[int]] = []
    for number in range(1, len(people) + 1):
        if number <= NAMED or rng.chance(share):
            bios.append((_bio(lore, rng, people, number), number))
        if number > NAMED and rng.chance(NO_MESSAGES):
            closed.append((number,))
    db.run_many("UPDATE account SET bio = ? WHERE id = ?", bios)
    db.run_many("UPDATE account SET messages_from = 'nobody' WHERE id = ?", closed)


def _bio(lore: Lore, rng: Rng, people: People, number: int) -> str:
    who = people.residents[number]
    liked = [*people.interests[number], "walking", "reading"]
    values = {
        "city": lore.city(people.cities[number]).name,
        "liked": liked[0],
        "second": liked[1],
        "years": stamp(people.joined[number])[:4],
        "job": _job(who) if who else "",
    }
    return rng.choice(_bios()["resident" if who else "other"]).make(rng, lambda name, _: values[name])


def _job(who: Resident) -> str:
    first, rest = who.job_title[:1], who.job_title[1:]
    return who.job_title if rest[:1].isupper() else first.lower() + rest


def _see_last(db: Database) -> None:
    """Whoever did something was there when they did it."""
    db.run(
        "UPDATE account SET last_seen = max(last_seen, done.latest) FROM (SELECT who, max(latest) AS latest FROM ("
        "SELECT author_id AS who, max(max(created, coalesce(edited, ''), coalesce(deleted, ''))) AS latest FROM post"
        " GROUP BY 1"
        " UNION ALL SELECT author_id, max(max(created, coalesce(edited, ''), coalesce(deleted, ''))) FROM comment"
        " GROUP BY 1"
        " UNION ALL SELECT account_id, max(created) FROM post_vote GROUP BY 1"
        " UNION ALL SELECT account_id, max(created) FROM comment_vote GROUP BY 1"
        " UNION ALL SELECT account_id, max(created) FROM poll_vote GROUP BY 1"
        " UNION ALL SELECT reporter_id, max(created) FROM report GROUP BY 1"
        " UNION ALL SELECT account_id, max(created) FROM subscription GROUP BY 1"
        " UNION ALL SELECT moderator_id, max(created) FROM moderation GROUP BY 1"
        ") GROUP BY who) AS done WHERE done.who = account.id"
    )


# Trophies -------------------------------------------------------------------------------------------------------------


def _award(db: Database, people: People) -> None:
    sql = "INSERT INTO trophy (account_id, name, earned, reason) VALUES (?, ?, ?, ?)"
    db.run_many(sql, list(_clubs(people)))
    db.run_many(sql, list(_best_of_month(db, "Top Post of the Month", TOP_POST)))
    db.run_many(sql, list(_best_of_month(db, "Top Comment of the Month", TOP_COMMENT)))
    right = f"{HELPFUL} right answers and corrections"
    db.run(
        "INSERT INTO trophy (account_id, name, earned, reason)"
        f" SELECT author_id, 'Helpful', created, '{right}' FROM (SELECT author_id, created, row_number() OVER"
        " (PARTITION BY author_id ORDER BY created, comment.id) AS place FROM comment JOIN truth ON comment_id ="
        f" comment.id WHERE kind IN ('right', 'correction')) WHERE place = {HELPFUL}"
    )
    db.run(
        "INSERT INTO trophy (account_id, name, earned, reason)"
        f" SELECT author_id, 'Photographer', created, '{ALBUM} posts with pictures' FROM (SELECT author_id, created,"
        " row_number() OVER (PARTITION BY author_id ORDER BY created, id) AS place FROM post"
        f" WHERE kind IN ('picture', 'gallery')) WHERE place = {ALBUM}"
    )


def _clubs(people: People) -> Iterator[tuple[int, str, str, str]]:
    """For whole years; the last one takes the place of those before it."""
    for number in range(1, len(people) + 1):
        joined = stamp(people.joined[number])
        years = BEGINNING.year - int(joined[:4])
        while years and f"{int(joined[:4]) + years}{joined[4:]}" > stamp(NOW):
            years -= 1
        if years:
            day = "-02-28" if joined[4:10] == "-02-29" and years % 4 else joined[4:10]
            name = f"{CLUBS[years]}-Year Club"
            since = f"{int(joined[:4]) + years}{day}{joined[10:]}"
            plural = "year" if years == 1 else "years"
            yield number, name, since, f"A member for {CLUBS[years].lower()} {plural}"


TOP_POST = (
    "SELECT author_id, substr(post.created, 1, 7) AS month, title FROM post JOIN post_standing ON post_id = post.id"
    " WHERE shown AND NOT pinned AND score > 0 ORDER BY month, score DESC, post_id"
)
TOP_COMMENT = (
    "SELECT author_id, month, title FROM (SELECT comment.author_id, substr(comment.created, 1, 7) AS month, title,"
    " comment.id, comment.base_score + (SELECT sum(value) FROM comment_vote WHERE comment_id = comment.id) AS score"
    " FROM comment JOIN post ON post.id = post_id WHERE comment.deleted IS NULL AND comment.removed_by IS NULL)"
    " WHERE score > 0 ORDER BY month, score DESC, id"
)


def _best_of_month(db: Database, name: str, sql: str) -> Iterator[tuple[int, str, str, str]]:
    """Of each month that is over; who has won it more than once keeps the first."""
    months: set[str] = set()
    winners: set[int] = set()
    for row in db.rows(sql):
        if row.month in months:
            continue
        months.add(row.month)
        year, month = int(row.month[:4]), int(row.month[5:])
        over = f"{year + month // 12}-{month % 12 + 1:02d}-01 00:10:00"
        if over < stamp(NOW) and row.author_id not in winners:
            winners.add(row.author_id)
            yield row.author_id, name, over, f"“{row.title}”"
