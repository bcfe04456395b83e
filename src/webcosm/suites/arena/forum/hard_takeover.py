"""A moderator's account was in other hands for a night: the log tells what was done with it, and by whom it was decided
about since. Undo the one, keep the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.forum.rules.moderating import ban, ban_of, lift_ban, remove, restore, set_locked
from webcosm.sites.forum.rules.writing import delete_post
from webcosm.sites.kit.formats import clock_time
from webcosm.suites.arena.forum._desk import (
    FORUM,
    FREE,
    Moderating,
    account,
    colleagues,
    comment_address,
    desks,
    forum_named,
    members,
    message_me,
    moderator,
    post_address,
    stamp,
    thing,
)
from webcosm.tasks import Dials, Kind, Person, Skill
from webcosm.worlds import BEGINNING, Row, Timepiece, World

DRAWS = 8
How = Literal["done", "again", "other", "before", "undone", "kept", "after", "gone"]
WRONG: tuple[How, ...] = ("done", "again")
"""Done by the stranger; done by the stranger, undone by a moderator and done once more."""
RIGHT: tuple[How, ...] = ("other", "before", "undone", "kept", "after", "gone")
"""By another moderator in that time; by the owner before; undone since; undone and then decided anew by a moderator;
by the owner since; and what its author has deleted since."""
What = Literal["post", "comment", "lock", "ban", "unlock", "let in"]
KINDS: tuple[What, ...] = ("post", "comment", "lock", "ban", "unlock", "let in")
"""Removed posts and comments, locks and bans; a lock that was taken off, and a removed post that was restored."""
REASONS = ("Off topic.", "We have had this.", "Please read the rules.", "", "See the pinned post.", "Reported.")
LOOKED = ("Looked at it again, that was right.", "This one has to stay like that.", "My own decision, this time.")
MESSAGE = (
    "Bad news: somebody was in my account last night, from {start} to {end}. I have it back and it has a new"
    " password.\n\n"
    "Everything that was done with it in f/{forum} during that time has to be undone, however reasonable it looks. What"
    " was removed comes back and bans are lifted. Locks are opened again, and what was unlocked is locked again. If"
    " something that one of us had removed was let back in, remove it again, under the rule it was first removed"
    " for.\n\n"
    "What I did before and after that time was really me, so leave it. The same goes for what another moderator did,"
    " and if one of us has decided about something since then, that decision stands. Where the author has deleted a"
    " post meanwhile, nothing can be brought back.\n\n"
    "The moderation log has all of it, to the minute. Sorry for the work!"
)


@dataclass(frozen=True)
class Night:
    forum: str
    colleague: str
    things: str
    """Posts, comments and accounts by number, in the order in which they were drawn."""
    draw: int


@dataclass(frozen=True)
class Handled:
    what: What
    how: How
    number: int
    """Of the post, the comment or the account."""
    post: int = 0
    """Of a comment."""

    @property
    def label(self) -> str:
        noun = {"ban": "account", "comment": "comment"}.get(self.what, "post")
        return f"{noun} {self.number} ({self.what}, {self.how})"


class UndoTakeover(Moderating[Night]):
    """Undo what a stranger did with a moderator's account."""

    family = "arena.forum.undo-takeover"
    kind = Kind.DO
    goals = (
        "Somebody else was using {colleague}'s moderator account last night; there's a message about it in my inbox."
        " Please undo what they did in f/{forum}, the way the message says, and leave everything else as it is.",
        "A stranger got hold of {colleague}'s account last night and moderated f/{forum} with it. Put right what they"
        " did there, as far as {colleague}'s message to me asks for it, and don't touch what our own people decided.",
    )
    sites = ("forum",)
    skills = (Skill.REPAIR, Skill.RECONCILE, Skill.COVERAGE)
    levels = (
        Dials(rows=5, faults=3),
        Dials(rows=10, faults=6),
        Dials(rows=17, faults=10),
        Dials(rows=26, faults=15),
    )
    actions = (8, 16, 26, 38)

    # The case ---------------------------------------------------------------------------------------------------------

    def pool(self, world: World) -> Sequence[Night]:
        found = []
        for forum in desks(world):
            others = colleagues(world, forum.id)
            if not others:
                continue
            for draw in range(DRAWS):
                rng = Rng(world.universe.seed, self.id, forum.name, draw)
                numbers = self._numbers(world, forum, rng)
                if numbers:
                    found.append(Night(forum.name, rng.choice(others).username, numbers, draw))
        return found

    def _plan(self) -> list[tuple[What, How]]:
        """What happens at this level; the same for every draw."""
        kinds = KINDS[: self.level + 2]
        wrong = WRONG[: max(1, self.level - 1)]
        right = RIGHT[: self.level + 2]
        faults = self.dials.faults
        plan: list[tuple[What, How]] = [
            (kinds[place % len(kinds)], wrong[place // len(kinds) % len(wrong)]) for place in range(faults)
        ]
        for place in range(self.dials.rows - faults):
            how = right[place % len(right)]
            plan.append(("post" if how == "gone" else kinds[(place + place // len(right)) % len(kinds)], how))
        return plan

    def _numbers(self, world: World, forum: Row, rng: Rng) -> str:
        plain = (
            "forum_id = ? AND post.deleted IS NULL AND post.removed_by IS NULL AND NOT locked AND NOT pinned"
            " AND NOT EXISTS (SELECT 1 FROM moderation WHERE post_id = post.id)"
            " AND NOT EXISTS (SELECT 1 FROM report WHERE post_id = post.id AND outcome = 'open')"
        )
        people = {row.id for row in members(world, forum.id, joined="2026-05-01")}
        posts = world.forum.rows(
            f"SELECT id, author_id FROM post WHERE {plain} AND flag = 'none' AND crosspost_of IS NULL"
            " AND created < '2026-05-10' ORDER BY id",
            forum.id,
        )
        comments = world.forum.rows(
            f"SELECT comment.id, comment.post_id, comment.author_id FROM comment JOIN post ON post.id = post_id"
            f" WHERE {plain} AND comment.deleted IS NULL AND comment.removed_by IS NULL AND comment.flag = 'none'"
            " AND comment.created < '2026-05-10' ORDER BY comment.id",
            forum.id,
        )
        posts = [row for row in rng.shuffled(posts) if row.author_id in people]
        comments = [row for row in rng.shuffled(comments) if row.author_id in people]
        banned = rng.shuffled(sorted(people))
        used: set[int] = set()
        numbers = []
        for what, _ in self._plan():
            if what == "ban":
                numbers.append(str(banned.pop()))
                continue
            rows = comments if what == "comment" else posts
            while rows:
                row = rows.pop()
                post = row.post_id if what == "comment" else row.id
                if post not in used:
                    break
            else:
                return ""
            used.add(post)
            numbers.append(f"{row.id}.{post}" if what == "comment" else str(row.id))
        return ",".join(numbers)

    def case(self, p: Night) -> list[Handled]:
        found = []
        for (what, how), text in zip(self._plan(), p.things.split(","), strict=True):
            number, _, post = text.partition(".")
            found.append(Handled(what, how, int(number), int(post or 0)))
        return found

    def prepare(self, world: World, p: Night) -> None:
        db = world.forum
        rng = Rng(world.universe.seed, self.id, "night", p.forum, p.draw)
        forum = forum_named(world, p.forum)
        (owner,) = db.rows("SELECT * FROM account WHERE username = ?", p.colleague)
        others = [moderator(world), *(one for one in colleagues(world, forum.id) if one.id != owner.id)]
        rules = db.rows("SELECT * FROM forum_rule WHERE forum_id = ? ORDER BY position", forum.id)
        midnight = BEGINNING - timedelta(hours=9)
        start, end = midnight + timedelta(minutes=40 + rng.integer(0, 12)), midnight + timedelta(hours=4)
        end += timedelta(minutes=rng.integer(2, 50))
        handled = rng.shuffled(self.case(p))
        step = (end - start) / (2 * len(handled) + 2)
        for place, one in enumerate(handled):
            other, rule = rng.choice(others), rng.choice(rules)
            at = start + step * (place + 1)
            do = partial(_do, world, forum, one, rule=rule)
            early = midnight - timedelta(days=rng.integer(3, 9), minutes=rng.integer(0, 300))
            if one.what == "unlock":
                set_locked(db, other, thing(world, "post", one.number), True, stamp(early))
            elif one.what == "let in":
                remove(db, other, forum, thing(world, "post", one.number), None, rule, "", stamp(early))
            late = end + timedelta(minutes=90 + 3 * place)
            reason = rng.choice(REASONS)
            if one.how == "other":
                do(by=other, at=at, reason=reason)
            elif one.how == "before":
                do(by=owner, at=start - timedelta(minutes=rng.integer(4, 30)), reason=reason)
            elif one.how == "after":
                do(by=owner, at=end + timedelta(minutes=rng.integer(5, 60)), reason=reason)
            else:
                do(by=owner, at=at, reason=reason)
            if one.how == "again":
                _undo(world, forum, one, other, stamp(at + step / 3))
                do(by=owner, at=at + step / 2, reason=reason)
            elif one.how in ("undone", "kept"):
                _undo(world, forum, one, other, stamp(late))
                if one.how == "kept":
                    do(by=other, at=late + timedelta(minutes=2), reason=rng.choice(LOOKED))
            elif one.how == "gone":
                delete_post(db, thing(world, "post", one.number), stamp(late))
        words = MESSAGE.format(start=clock_time(start), end=clock_time(end + timedelta(minutes=1)), forum=p.forum)
        message_me(
            world, owner, moderator(world), "My account last night", [(owner, words, BEGINNING - timedelta(minutes=35))]
        )

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Night) -> Expectation:
        forum = forum_named(world, p.forum)
        deeds, untouched = [], []
        for one in self.case(p):
            if one.how in WRONG:
                deeds.append(Deed(one.label, partial(_put_right, forum=forum, one=one)))
            elif one.what == "ban":
                untouched.append(Untouched(one.label, "forum", "ban", where={"account_id": one.number}))
            else:
                table = "comment" if one.what == "comment" else "post"
                untouched.append(Untouched(one.label, "forum", table, key=(one.number,)))
        return expect_deeds(world, deeds, FREE, untouched)

    def plan(self, world: World, p: Night) -> str:
        return (
            f"Read {p.colleague}'s message. Then go through the moderation log of f/{p.forum} for that time and what"
            " came after it: for each post, comment and account see who acted last and when, and undo what the stranger"
            " did and nobody has decided about since."
        )

    def facts(self, world: World, p: Night) -> str:
        return "To be undone: " + "; ".join(one.label for one in self.case(p) if one.how in WRONG) + ". Nothing else."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Night) -> None:
        await person.goto(f"{FORUM}/f/{p.forum}/log")
        await self._undo_all(person, p, [one for one in self.case(p) if one.how in WRONG])

    async def last_first_by_buttons(self, person: Person, p: Night) -> None:
        """On the pages of posts and comments, where the buttons ask nothing."""
        for one in reversed(self.case(p)):
            if one.how in WRONG:
                await _press(person, p.forum, one, direct=False)
        await person.stop()

    async def first_rule(self, person: Person, p: Night) -> None:
        """Undoes whatever the account did last, whenever it was."""
        await self._undo_all(person, p, [one for one in self.case(p) if one.how in (*WRONG, "before", "after")])

    async def by_the_hour(self, person: Person, p: Night) -> None:
        """Undoes whatever was done in that time, whoever did it."""
        await self._undo_all(person, p, [one for one in self.case(p) if one.how in (*WRONG, "other")])

    async def half_done(self, person: Person, p: Night) -> None:
        await self._undo_all(person, p, [one for one in self.case(p) if one.how in WRONG][:-1])

    async def under_another_rule(self, person: Person, p: Night) -> None:
        """Lets what was let in stay where it is; where nothing was, leaves out the comments."""
        kinds = {one.what for one in self.case(p) if one.how in WRONG}
        left = "let in" if "let in" in kinds else "comment"
        await self._undo_all(person, p, [one for one in self.case(p) if one.how in WRONG and one.what != left])

    ways = (last_first_by_buttons,)
    shortcuts = (first_rule, by_the_hour, half_done, under_another_rule)

    async def _undo_all(self, person: Person, p: Night, handled: Sequence[Handled]) -> None:
        for one in handled:
            await _press(person, p.forum, one)
        await person.stop()


async def _press(person: Person, forum: str, one: Handled, *, direct: bool = True) -> None:
    """Undoes one thing, in two or three actions."""
    if one.what == "ban":
        name = account(person.world, one.number).username
        if person.view.url != f"{FORUM}/f/{forum}/bans":
            await person.goto(f"{FORUM}/f/{forum}/bans")
        await person.click(f"Lift the ban of {name}", role="link")
        await person.click("Lift ban", role="button")
    elif one.what == "let in":
        rule = person.world.forum.row(
            "SELECT forum_rule.* FROM moderation JOIN forum_rule ON forum_rule.id = rule_id"
            " WHERE post_id = ? AND action = 'remove_post' ORDER BY moderation.created",
            one.number,
        )
        assert rule is not None
        await person.goto(f"{post_address(forum, one.number)}/remove")
        await person.choose("Which rule does it break?", f"{rule.position}. {rule.title}")
        await person.click("Remove post", role="button")
    elif one.what in ("lock", "unlock"):
        await person.goto(post_address(forum, one.number))
        await person.click("Unlock" if one.what == "lock" else "Lock", role="button")
    elif one.what == "post":
        await person.goto(f"{post_address(forum, one.number)}{'/restore' if direct else ''}")
        await person.click("Restore post", role="button")
    elif direct:
        await person.goto(f"{FORUM}/comment/{one.number}/restore")
        await person.click("Restore comment", role="button")
    else:
        await person.goto(comment_address(forum, one.post, one.number))
        await person.click("Restore", role="button")


def _do(world: World, forum: Row, one: Handled, *, rule: Row, by: Row, at: datetime, reason: str) -> None:
    """What a moderator, or somebody with a moderator's account, does to one thing."""
    db, now = world.forum, stamp(at)
    if one.what == "ban":
        ban(db, by, forum, account(world, one.number), reason or "Spam.", None, now)
    elif one.what == "comment":
        comment = thing(world, "comment", one.number)
        remove(db, by, forum, thing(world, "post", one.post), comment, rule, reason, now)
    elif one.what == "post":
        remove(db, by, forum, thing(world, "post", one.number), None, rule, reason, now)
    elif one.what == "let in":
        restore(db, by, forum, thing(world, "post", one.number), None, now)
    else:
        set_locked(db, by, thing(world, "post", one.number), one.what == "lock", now)


def _undo(world: World, forum: Row, one: Handled, by: Row, now: str) -> None:
    db = world.forum
    if one.what == "ban":
        found = ban_of(db, one.number, forum.id, now)
        assert found is not None
        lift_ban(db, by, forum, found, now)
    elif one.what == "comment":
        restore(db, by, forum, thing(world, "post", one.post), thing(world, "comment", one.number), now)
    elif one.what == "post":
        restore(db, by, forum, thing(world, "post", one.number), None, now)
    elif one.what == "let in":
        rule = db.row(
            "SELECT forum_rule.* FROM moderation JOIN forum_rule ON forum_rule.id = rule_id"
            " WHERE post_id = ? AND action = 'remove_post' ORDER BY moderation.created",
            one.number,
        )
        remove(db, by, forum, thing(world, "post", one.number), None, rule, "", now)
    else:
        set_locked(db, by, thing(world, "post", one.number), one.what == "unlock", now)


def _put_right(world: World, clock: Timepiece, forum: Row, one: Handled) -> None:
    _undo(world, forum, one, moderator(world), clock.stamp())
