"""Writes the forum's first state."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.sites.forum.rules.standing import without_triggers
from webcosm.sites.forum.seed.afterwards import CROSSPOSTS, change_minds, crosspost, pin_rules, react
from webcosm.sites.forum.seed.archetypes import content
from webcosm.sites.forum.seed.forums import forums, write_forums
from webcosm.sites.forum.seed.lives import write_lives
from webcosm.sites.forum.seed.moments import stamp
from webcosm.sites.forum.seed.order import Order
from webcosm.sites.forum.seed.people import accounts, write_people, write_subscriptions
from webcosm.sites.forum.seed.private import write_private
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
        casts = {one.id: Cast(rosters[one.id], moderators[one.id]) for one in made}
        written = content()
        planned = plan(written.archetypes, made, scale, POSTS[scale])
        weaver = Weaver(lore, scale, casts, comment_share(planned, COMMENTS[scale]), people.names)
        order = Order(lore, scale, people, made, casts, weaver)
        talk = Talk()
        rng = lore.rng("forum", "fill", scale)
        talk.posts += [pin_rules(rng, one, casts[one.id], people, weaver.said) for one in made]
        for one in made:
            post = talk.posts[one.id - 1]
            talk.log.append((stamp(post.created + 60), one.id, post.author, "pin", post, None, None, None, ""))
        order.bad_posts(talk)
        files = weaver.fill_up(talk, planned, POSTS[scale] - CROSSPOSTS[scale])
        react(lore, scale, talk, people, casts, written, files)
        order.bad_remarks(talk)
        order.marked_remarks(talk)
        crosspost(rng, made, casts, talk, CROSSPOSTS[scale])
        order.keep_house(talk)
        change_minds(lore, scale, talk)
        order.idle_reports(talk)
        talk.number()
        votes = cast_votes(lore, scale, talk, rosters)
        talk.write(db)
        order.write(db, talk)
        write_votes(db, votes)
    write_lives(db, lore, scale, people)
    write_private(db, lore, scale, people, made)
