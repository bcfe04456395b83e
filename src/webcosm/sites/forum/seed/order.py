"""Order in the forums: what breaks a rule and what became of it, reports with and without a reason, bans, the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from webcosm.lore import Lore
from webcosm.sites.forum.seed.archetypes import Archetype
from webcosm.sites.forum.seed.forums import Forum, Rule
from webcosm.sites.forum.seed.moments import DAY, HOUR, NOW, stamp
from webcosm.sites.forum.seed.people import MODERATED, People
from webcosm.sites.forum.seed.phrases import phrase, remarks, trouble
from webcosm.sites.forum.seed.talk import Comment, Post, Talk
from webcosm.sites.forum.seed.threads import Cast, Weaver
from webcosm.worlds import Database

__all__ = ["Order"]

BAD_POSTS = {"small": 84, "full": 1_500}
BAD_REMARKS = {"small": 110, "full": 2_600}
IDLE_REPORTS = {"small": 46, "full": 700}
"""Open reports of what is in order."""
OLD_IDLE_REPORTS = {"small": 70, "full": 1_500}
QUEUE = 12 * DAY
"""Moderators come that soon; what is still open is younger."""
STATES = (("removed", 0.55), ("open", 0.3), ("unseen", 0.15))
LEAST = 4
"""Of each kind of open report in each forum of the named moderator."""
BANNED_FOR = {"spam": 0.7, "civil": 0.3, "private": 0.5, "danger": 0.3, "ontopic": 0.15}
NOT_REPORTED = ("rude", "removed", "offtopic", "deleted")


def _busy(one: Forum) -> bool:
    """Whether the named moderator looks after it."""
    return one.name in MODERATED or one.id == 1


class Order:
    def __init__(
        self, lore: Lore, scale: str, people: People, forums: Sequence[Forum], casts: Mapping[int, Cast], weaver: Weaver
    ) -> None:
        self.rng = lore.rng("forum", "order", scale)
        self.scale = scale
        self.people = people
        self.forums = forums
        self.casts = casts
        self.weaver = weaver
        self.silent = [number for number in range(5, len(people) + 1) if not people.busy[number]][:3_000]
        """Who makes trouble has nothing else to say here."""
        self.banned: set[tuple[int, int]] = set()
        self.wrote: dict[tuple[int, int], int] = {}
        """When somebody last broke a rule of a forum."""
        self.bans: list[tuple[int, int, int, str, str, str | None, str | None]] = []

    # Posts that break a rule ------------------------------------------------------------------------------------------

    def bad_posts(self, talk: Talk) -> None:
        rng = self.rng
        made = trouble().archetypes
        wanted: list[tuple[Archetype, Forum, str]] = []
        for forum in self.forums:
            if _busy(forum):
                for number in range(2 * LEAST + 3):
                    fitting = [one for one in made if self._fits(one, forum)]
                    wanted.append((rng.choice(fitting), forum, ("open", "open", "removed", "unseen")[number % 4]))
        while len(wanted) < BAD_POSTS[self.scale]:
            one = rng.choice(made)
            places = [forum for forum in self.forums if self._fits(one, forum)]
            state = rng.weighted([name for name, _ in STATES], [share for _, share in STATES])
            wanted.append((one, rng.choice(places), state))
        for one, forum, state in wanted:
            self._bad_post(talk, one, forum, state)

    @staticmethod
    def _fits(one: Archetype, forum: Forum) -> bool:
        return forum.rule(one.id.partition(".")[0]) is not None and ("*" in one.forums or forum.takes(one))

    def _bad_post(self, talk: Talk, one: Archetype, forum: Forum, state: str) -> None:
        rng = self.rng
        moment = NOW - (rng.integer(2 * HOUR, QUEUE) if state != "removed" else rng.integer(2 * DAY, 1_400 * DAY))
        moment = max(moment, forum.founded + 30 * DAY)
        post = self.weaver.thread(rng, one, forum, author=self._culprit(forum, moment), moment=moment)
        if post is None:
            return
        rule = forum.rule(one.id.partition(".")[0])
        assert rule
        post.rule = rule
        post.warmth = rng.uniform(0.1, 0.5)
        talk.posts.append(post)
        self._wrote(post.author, forum, moment)
        if state == "removed":
            last = max((comment.created for comment in post.comments), default=post.created)
            self._remove(talk, post, None, rule, max(last, moment) + rng.integer(20 * 60, 20 * HOUR))
        elif state == "open":
            self._report(talk, post, None, rule.about, moment)

    def _culprit(self, forum: Forum, moment: int) -> int:
        """Somebody who had joined by then and may write there."""
        for _ in range(200):
            number = self.rng.choice(self.silent[:: 7 if self.scale == "small" else 1])
            if self.people.joined[number] < moment - HOUR and (number, forum.id) not in self.banned:
                return number
        return next(number for number in self.silent if self.people.joined[number] < moment)

    # Comments that break a rule ---------------------------------------------------------------------------------------

    def bad_remarks(self, talk: Talk) -> None:
        rng = self.rng
        lines = remarks()
        recent = [one for one in talk.posts if one.created > NOW - QUEUE and not one.rule and one.flag == "none"]
        older = [one for one in talk.posts if one.created <= NOW - QUEUE and not one.rule and one.flag == "none"]
        mine = [one for one in recent if _busy(one.forum) and one.created < NOW - 3 * HOUR]
        for number in range(BAD_REMARKS[self.scale]):
            state = rng.weighted([name for name, _ in STATES], [share for _, share in STATES])
            if number < 9 * LEAST and mine:
                state, post = ("open", "open", "open", "unseen")[number % 4], mine[number % len(mine)]
            elif state == "removed":
                post = rng.choice(older)
            else:
                post = rng.choice(recent)
            about, text = rng.choice(lines)
            rule = post.forum.rule(about)
            if rule is None or post.locked or (about == "spoiler" and post.forum.name not in ("movies", "books")):
                continue
            self._bad_remark(talk, post, rule, text.make(rng, self._slots(post)), state)

    def _slots(self, post: Post) -> Callable[[str, str], str]:
        values = {"author": self.people.names[post.author], "forum": post.forum.name}
        return lambda name, _: values[name]

    def _bad_remark(self, talk: Talk, post: Post, rule: Rule, text: str, state: str) -> None:
        rng = self.rng
        if text in self.weaver.told:
            return
        self.weaver.told.add(text)
        under = rng.choice(post.comments) if post.comments and rule.about == "civil" and rng.chance(0.6) else None
        if under and (under.stance in NOT_REPORTED or under.created > NOW - HOUR):
            under = None
        since = under.created if under else post.created
        when = min(since + rng.integer(15 * 60, 30 * HOUR), NOW - 20 * 60)
        if when <= since:
            return
        present = {post.author, *(comment.author for comment in post.comments)}
        cast = self.casts[post.forum.id]
        found = cast.roster.others(rng, when, 1, present) if rng.chance(0.4) else []
        who = found[0] if found else self._culprit(post.forum, when)
        if who in cast.moderators:
            return
        comment = Comment(post, under, who, text, when, "removed", rule=rule)
        post.comments.append(comment)
        self._wrote(who, post.forum, when)
        if state == "removed":
            self._remove(talk, post, comment, rule, when + rng.integer(10 * 60, 18 * HOUR))
        elif state == "open":
            self._report(talk, post, comment, rule.about, when)

    def marked_remarks(self, talk: Talk) -> None:
        """What the writers of the threads marked as removed."""
        for post in talk.posts:
            for comment in post.comments:
                if comment.rule and comment.place >= 0 and not comment.removed:
                    last = max((one.created for one in post.comments if one.parent is comment), default=comment.created)
                    when = min(last + self.rng.integer(10 * 60, 9 * HOUR), NOW - 30)
                    self._remove(talk, post, comment, comment.rule, when)

    def _wrote(self, who: int, forum: Forum, when: int) -> None:
        key = (who, forum.id)
        self.wrote[key] = max(when, self.wrote.get(key, 0))

    # What became of it ------------------------------------------------------------------------------------------------

    def _remove(self, talk: Talk, post: Post, comment: Comment | None, rule: Rule, when: int) -> None:
        rng = self.rng
        what = comment or post
        when = min(when, NOW - 60)
        moderator = self._moderator(post.forum, what.author)
        what.removed_by, what.removed = moderator, when
        reason = phrase(rng, "removal", rule.about) if rng.chance(0.6) else ""
        action = "remove_comment" if comment else "remove_post"
        talk.log.append((stamp(when), post.forum.id, moderator, action, post, comment, None, rule.id, reason))
        if rng.chance(0.65):
            asked = what.created + int((when - what.created) * rng.uniform(0.1, 0.9))
            who = self._reporter(post, what.author, asked)
            if who:
                why = phrase(rng, "report", rule.about)
                talk.reports.append((stamp(asked), post, comment, who, why, "removed", moderator, stamp(when)))
        if rng.chance(BANNED_FOR.get(rule.about, 0.0)) and not self.people.busy[what.author]:
            self._ban(talk, post.forum, what.author, moderator, rule, when)

    def _ban(self, talk: Talk, forum: Forum, who: int, by: int, rule: Rule, when: int) -> None:
        rng = self.rng
        key = (who, forum.id)
        if key in self.banned or self.wrote.get(key, 0) > when:
            return
        self.banned.add(key)
        when = min(when + rng.integer(40, 600), NOW - 30)
        days = 0 if rule.about == "spam" and rng.chance(0.8) else rng.choice((3, 7, 30, 90, 365))
        reason = phrase(rng, "ban", rule.about)
        until = stamp(when + days * DAY) if days else None
        lifted = None
        talk.log.append((stamp(when), forum.id, by, "ban", None, None, who, None, reason))
        if rng.chance(0.15) and NOW - when > 3 * DAY:
            end = min(when + int((days or 60) * DAY * rng.uniform(0.2, 0.8)), NOW - HOUR)
            lifted = stamp(end)
            talk.log.append((lifted, forum.id, self._moderator(forum, who), "unban", None, None, who, None, ""))
        self.bans.append((forum.id, who, by, reason, stamp(when), until, lifted))

    def _moderator(self, forum: Forum, author: int) -> int:
        free = [number for number in self.casts[forum.id].moderators if number != author]
        return self.rng.choice(free or self.casts[forum.id].moderators)

    def _reporter(self, post: Post, author: int, when: int) -> int:
        but = {author, *self.casts[post.forum.id].moderators}
        found = self.casts[post.forum.id].roster.others(self.rng, when, 1, but)
        return found[0] if found else 0

    def _report(
        self, talk: Talk, post: Post, comment: Comment | None, about: str, since: int, until: int = NOW
    ) -> None:
        """An open report; a few are made by two people."""
        rng = self.rng
        author = comment.author if comment else post.author
        for _ in range(2 if about != "nothing" and rng.chance(0.15) else 1):
            when = min(since + int((until - since) * rng.uniform(0.1, 0.6) ** 2) + rng.integer(30, 400), NOW - 45)
            who = self._reporter(post, author, when)
            if who and when > since:
                why = phrase(rng, "report", about, {"author": self.people.names[author]})
                talk.reports.append((stamp(when), post, comment, who, why, "open", None, None))

    # Reports without a reason -----------------------------------------------------------------------------------------

    def idle_reports(self, talk: Talk) -> None:
        rng = self.rng
        fine = [
            one for one in talk.posts if not one.rule and not one.removed and not one.deleted and one.flag == "none"
        ]
        recent = [one for one in fine if NOW - QUEUE < one.created < NOW - 2 * HOUR]
        mine = [one for one in recent if _busy(one.forum)]
        asked: set[int] = set()
        for number in range(IDLE_REPORTS[self.scale]):
            post = mine[number % len(mine)] if number < 6 * LEAST and mine else rng.choice(recent)
            comment = self._fine_comment(post)
            if id(comment or post) not in asked:
                asked.add(id(comment or post))
                self._report(talk, post, comment, "nothing", (comment or post).created)
        older = [one for one in fine if one.created <= NOW - QUEUE]
        for post in rng.sample(older, min(len(older), OLD_IDLE_REPORTS[self.scale])):
            comment = self._fine_comment(post)
            what = comment or post
            if what.flag != "none":
                continue
            when = what.created + rng.integer(20 * 60, 5 * DAY)
            closed = when + rng.integer(30 * 60, 4 * DAY)
            who = self._reporter(post, what.author, when)
            if not who or closed > NOW - 60:
                continue
            by = self._moderator(post.forum, what.author)
            why = phrase(rng, "report", "nothing", {"author": self.people.names[what.author]})
            talk.reports.append((stamp(when), post, comment, who, why, "dismissed", by, stamp(closed)))
            reason = phrase(rng, "dismissal") if rng.chance(0.6) else ""
            talk.log.append((stamp(closed), post.forum.id, by, "dismiss_report", post, comment, None, None, reason))

    def _fine_comment(self, post: Post) -> Comment | None:
        fitting = [
            one
            for one in post.comments
            if one.stance not in NOT_REPORTED
            and not one.rule
            and not one.deleted
            and one.flag == "none"
            and one.created < NOW - 2 * HOUR
        ]
        return self.rng.choice(fitting) if fitting and self.rng.chance(0.55) else None

    # The rest of the log ----------------------------------------------------------------------------------------------

    def keep_house(self, talk: Talk) -> None:
        """Locks, mistakes that were mended, changes of forums and new moderators."""
        rng = self.rng
        for post in talk.posts:
            calm = 0.012 if post.flavor == "argument" else 0.002
            last = max((one.created for one in post.comments), default=0)
            if len(post.comments) < 3 or post.rule or post.pinned or not rng.chance(calm * 8) or last > NOW - 2 * HOUR:
                continue
            by = self._moderator(post.forum, post.author)
            when = last + rng.integer(5 * 60, 90 * 60)
            talk.log.append((stamp(when), post.forum.id, by, "lock", post, None, None, None, phrase(rng, "lock")))
            if rng.chance(0.2) and when < NOW - 4 * DAY:
                opened = stamp(when + rng.integer(HOUR, 3 * DAY))
                talk.log.append((opened, post.forum.id, by, "unlock", post, None, None, None, ""))
            else:
                post.locked = when
        fine = [one for one in talk.posts if not one.rule and not one.locked and one.created < NOW - 20 * DAY]
        for post in rng.sample(fine, min(len(fine), 9 if self.scale == "small" else 160)):
            if post.deleted or post.flag != "none":
                continue
            by = self._moderator(post.forum, post.author)
            when = post.created + rng.integer(HOUR, 2 * DAY)
            rule = rng.choice(post.forum.rules)
            talk.log.append((stamp(when), post.forum.id, by, "remove_post", post, None, None, rule.id, ""))
            back = stamp(when + rng.integer(20 * 60, 20 * HOUR))
            talk.log.append((back, post.forum.id, by, "restore_post", post, None, None, None, phrase(rng, "restoring")))
        for forum in self.forums:
            for _ in range(rng.integer(1, 3)):
                changed = stamp(forum.founded + 40 * DAY + int((NOW - forum.founded - 41 * DAY) * rng.uniform()))
                by = rng.choice(self.casts[forum.id].moderators)
                talk.log.append((changed, forum.id, by, "edit_forum", None, None, None, None, ""))

    def write(self, db: Database, talk: Talk) -> None:
        for row in db.rows("SELECT forum_id, account_id, created FROM moderator ORDER BY created"):
            founder = self.casts[row.forum_id].moderators[0]
            if row.account_id != founder:
                talk.log.append(
                    (row.created, row.forum_id, founder, "add_moderator", None, None, row.account_id, None, "")
                )
        talk.write_order(db)
        ban_rows = sorted(self.bans, key=lambda one: one[4])
        db.run_many(
            "INSERT INTO ban (forum_id, account_id, by_id, reason, created, until, lifted)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            ban_rows,
        )
        truths: list[tuple[int, int | None, str, int | None, int | None]] = []
        for post in talk.posts:
            if post.rule:
                truths.append((post.id, None, "breaks", post.rule.id, None))
            for comment in post.comments:
                if comment.rule:
                    truths.append((post.id, comment.id, "breaks", comment.rule.id, None))
                elif comment.stance in ("wrong", "right", "correction"):
                    other = comment.parent.id if comment.stance == "correction" and comment.parent else None
                    truths.append((post.id, comment.id, comment.stance, None, other))
        db.run_many("INSERT INTO truth (post_id, comment_id, kind, rule_id, other_id) VALUES (?, ?, ?, ?, ?)", truths)
