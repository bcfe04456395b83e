"""Threads as they came to be: which are drawn for which forum and when, who wrote them, who answered how soon."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.lore import Lore, Rng
from webcosm.sites.forum.seed.archetypes import Archetype
from webcosm.sites.forum.seed.draw import Drawn, draw_comments, draw_post
from webcosm.sites.forum.seed.facts import Facts, Scene
from webcosm.sites.forum.seed.forums import Forum
from webcosm.sites.forum.seed.moments import DAY, HOUR, NOW, day_of, post_moment
from webcosm.sites.forum.seed.people import ADMIN, Roster
from webcosm.sites.forum.seed.talk import Comment, Post, Talk

__all__ = ["POSTS", "Weaver", "comment_share", "plan"]

POSTS = {"small": 3_000, "full": 127_390}
COMMENTS = {"small": 15_000, "full": 600_000}
PICTURED = {"small": 1.0, "full": 1.16}
"""How much more often threads with pictures are drawn than their writers say: a quarter of the full forum has some."""
TRIES = 10


def plan(
    archetypes: Sequence[Archetype], forums: Sequence[Forum], scale: str, count: int
) -> list[tuple[Archetype, Forum]]:
    """Which archetype is drawn for which forum, so that ``count`` come together.

    At the small scale the writers' numbers decide; at the full one forums have their weights, for a thread that fits
    forty cities is not forty times as frequent.
    """
    shares: list[tuple[float, Archetype, Forum]] = []
    for one in archetypes:
        places = [forum for forum in forums if forum.takes(one)]
        total = sum(forum.weight for forum in places)
        most = one.most * (PICTURED[scale] if one.looks else 1.0)
        shares += [(most * forum.weight / total, one, forum) for forum in places]
    if scale == "full":
        of_forum: dict[int, float] = {}
        for share, _, forum in shares:
            of_forum[forum.id] = of_forum.get(forum.id, 0.0) + share
        shares = [(share * forum.weight / of_forum[forum.id], one, forum) for share, one, forum in shares]
    total = sum(share for share, _, _ in shares)
    planned: list[tuple[Archetype, Forum]] = []
    carried = 0.0
    for share, one, forum in shares:
        carried += share * count / total
        number = math.floor(carried + 1e-9)
        carried -= number
        planned += [(one, forum)] * number
    return planned


def comment_share(planned: Sequence[tuple[Archetype, Forum]], wanted: int) -> float:
    """By what the chances of comments are multiplied so that about so many come together."""
    expected: dict[str, list[float]] = {}
    for one, _ in planned:
        if one.id not in expected:
            expected[one.id] = _expected(one)
    low, high = 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        total = sum(sum(number * middle**depth for depth, number in enumerate(expected[one.id])) for one, _ in planned)
        low, high = (middle, high) if total < wanted else (low, middle)
    return high


def _expected(one: Archetype) -> list[float]:
    """How many comments of each depth are drawn of it, by the chances as they are written."""
    chances: list[float] = []
    found = [0.0] * 12
    for said in one.comments:
        chance = (said.chance / 100) * (chances[said.parent] if said.parent >= 0 else 1.0)
        chances.append(chance)
        found[min(said.depth, 11)] += chance
    return found


@dataclass(frozen=True)
class Cast:
    """Who may speak in a forum."""

    roster: Roster
    moderators: Sequence[int]


class Weaver:
    """Makes whole threads of archetypes."""

    def __init__(self, lore: Lore, scale: str, casts: Mapping[int, Cast], share: float, names: Sequence[str]) -> None:
        self.lore = lore
        self.facts = Facts(lore)
        self.scale = scale
        self.casts = casts
        self.share = share
        self.names = names
        self.said: set[str] = set()
        """Texts of posts: no two are alike."""
        self.told: set[str] = set()
        """Texts of comments: the same is not said twice if it can be said otherwise."""
        self.spoken: set[tuple[str, ...]] = set()
        """What each archetype spoke of in each forum: nobody reports the same opening twice."""

    def thread(
        self, rng: Rng, one: Archetype, forum: Forum, *, author: int = 0, earliest: int = 0, moment: int = 0
    ) -> Post | None:
        """A post with its comments; None if nothing new can be made of it."""
        for _ in range(TRIES):
            created = moment or post_moment(rng, self.scale, max(earliest, forum.founded + 26 * DAY))
            writer = author or self.casts[forum.id].roster.draw(rng, created)
            if not writer:
                earliest = created
                continue
            scene = Scene(day_of(created), forum.city, forum.sport)
            drawn = draw_post(rng, one, self.facts, scene, {"forum": forum.name, "author": self.names[writer]})
            if drawn is None:
                earliest = max(earliest, created)  # what it speaks of was not there yet
                continue
            key = f"{drawn.title}\n{drawn.body}" if self.scale == "full" or not drawn.body else drawn.body
            subject = (one.id, forum.name, *sorted(key for key in scene.used if key.split()[0] not in PASSING))
            if key in self.said or (len(subject) > 2 + bool(forum.city) and subject in self.spoken):
                continue
            self.said.add(key)
            self.spoken.add(subject)
            post = Post(
                forum,
                writer,
                one.kind,
                drawn.title,
                drawn.body,
                created,
                one.flavor,
                drawn.url,
                options=drawn.options,
                pictures=list(zip(drawn.looks, drawn.captions, strict=True)),
            )
            post.warmth = rng.uniform()
            self.answers(rng, post, drawn)
            return post
        return None

    def fill_up(self, talk: Talk, planned: Sequence[tuple[Archetype, Forum]], count: int) -> dict[int, str]:
        """Makes threads as planned until there are so many posts; where nothing new can be made of one, others are
        drawn more often. The file of each, by ``id()``."""
        rng = self.lore.rng("forum", "threads", self.scale)
        files: dict[int, str] = {}
        order = rng.shuffled(planned)
        worn: set[tuple[str, int]] = set()
        for number in range(3 * count):
            if len(talk.posts) >= count:
                break
            one, forum = order[number] if number < len(order) else rng.choice(order)
            if (one.id, forum.id) in worn:
                continue
            post = self.thread(rng.child(number), one, forum)
            if post is None:
                worn.add((one.id, forum.id))
            else:
                talk.posts.append(post)
                files[id(post)] = one.file
        return files

    def answers(self, rng: Rng, post: Post, drawn: Drawn) -> None:
        """Who says what, and when."""
        voices = {"op": post.author}
        present = {post.author}
        since: dict[int, int] = {}
        made: dict[int, Comment] = {}
        cast = self.casts[post.forum.id]
        for at, said, text in draw_comments(rng, drawn, self.share, self.told):
            parent = made.get(said.parent)
            if said.parent >= 0 and parent is None:
                continue
            asked = parent.created if parent else post.created
            when = reply_moment(rng, asked, said.voice == "op")
            if when > NOW - 90:
                if said.stance != "correction" or asked > NOW - 200:
                    continue
                when = asked + int((NOW - 90 - asked) * rng.uniform(0.2, 0.8))
            who = voices.get(said.voice, 0)
            if not who:
                who = self._speaker(rng, said.voice, cast, when, present)
                if not who:
                    continue
                voices[said.voice] = who
                present.add(who)
            since.setdefault(who, when)
            if when < since[who]:  # whoever speaks again may have joined only just before the first time
                when = since[who] + 60
            comment = Comment(post, parent, who, text, when, said.stance, place=at)
            if said.voice in ("mod", "admin"):
                comment.flag = "moderator" if said.voice == "mod" else "admin"
            if said.stance == "removed":
                comment.rule = post.forum.rule(said.rule or "civil") or post.forum.rules[0]
            made[at] = comment
        _without_uncorrected(made, drawn)
        post.comments = list(made.values())

    @staticmethod
    def _speaker(rng: Rng, voice: str, cast: Cast, when: int, present: set[int]) -> int:
        if voice == "admin":
            return ADMIN
        if voice == "mod":
            free = [number for number in cast.moderators if number not in present]
            return rng.choice(free or cast.moderators)
        found = cast.roster.others(rng, when, 1, present)
        return found[0] if found else 0


PASSING = frozenset({"number", "money", "weekday", "month", "year", "person", "city", "animal"})
"""What a thread is not about, even if it names it."""


def _without_uncorrected(made: dict[int, Comment], drawn: Drawn) -> None:
    """What is wrong on purpose goes where nobody was there in time to say so, with all that stands under it."""
    comments = drawn.archetype.comments
    corrected = {comments[at].parent for at in made if comments[at].stance == "correction"}
    gone: set[int] = set()
    for at in sorted(made):
        said = comments[at]
        if said.parent in gone or (said.stance == "wrong" and at not in corrected):
            gone.add(at)
            del made[at]


def reply_moment(rng: Rng, asked: int, own: bool) -> int:
    """When somebody answers: mostly within hours, at times after days; whoever asked looks in more often."""
    minutes = 2 + int((420 if own else 840) * rng.uniform() ** 3.2)
    if rng.chance(0.07):
        minutes += rng.integer(1, 6 * 24 * 60)
    when = asked + minutes * 60 + rng.integer(1, 59)
    hour = when % DAY // HOUR
    if hour < 6 and rng.chance(0.75):
        when += (6 - hour) * HOUR + rng.integer(0, 2 * HOUR)
    return when
