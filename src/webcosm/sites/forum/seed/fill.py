"""Writes the forum's first state."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.sites.forum.rules.standing import without_triggers
from webcosm.sites.forum.seed.archetypes import content
from webcosm.sites.forum.seed.forums import forums, write_forums
from webcosm.sites.forum.seed.people import accounts, write_people, write_subscriptions
from webcosm.sites.forum.seed.talk import Talk
from webcosm.sites.forum.seed.threads import COMMENTS, POSTS, Cast, Weaver, comment_share, plan
from webcosm.sites.forum.seed.votes import cast_votes, write_votes
from webcosm.worlds import Database

__all__ = ["accounts", "fill"]


def fill(db: Database, lore: Lore, scale: str) -> None:
    with without_triggers(db):
        made = forums(lore, scale)
        people = write_people(db, lore, scale)
        write_forums(db, made)
        rosters, moderators = write_subscriptions(db, lore, scale, people, made)
        planned = plan(content().archetypes, made, scale, POSTS[scale])
        casts = {one.id: Cast(rosters[one.id], moderators[one.id]) for one in made}
        weaver = Weaver(lore, scale, casts, comment_share(planned, COMMENTS[scale]), people.names)
        talk = Talk()
        for number, (one, forum) in enumerate(planned):
            post = weaver.thread(lore.rng("forum", "thread", scale, number), one, forum)
            if post:
                talk.posts.append(post)
        talk.number()
        votes = cast_votes(lore, scale, talk, rosters)
        talk.write(db)
        talk.write_order(db)
        write_votes(db, votes)
