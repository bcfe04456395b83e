"""What happens to threads once they were written: short reactions, edits, deletions, crossposts, pins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from webcosm.lore import Lore, Rng
from webcosm.sites.forum.seed.archetypes import Content
from webcosm.sites.forum.seed.forums import Forum
from webcosm.sites.forum.seed.moments import DAY, HOUR, NOW
from webcosm.sites.forum.seed.people import People
from webcosm.sites.forum.seed.phrases import phrase, said_of
from webcosm.sites.forum.seed.talk import Comment, Post, Talk
from webcosm.sites.forum.seed.threads import Cast, reply_moment

__all__ = ["CROSSPOSTS", "change_minds", "crosspost", "pin_rules", "react"]

CROSSPOSTS = {"small": 42, "full": 1_300}
REACTED = 0.12
"""The share of posts under which a short reaction is tried."""
SAME = {"small": 2, "full": 120}
"""How often the same short reaction may stand in the whole forum."""


def react(
    lore: Lore,
    scale: str,
    talk: Talk,
    people: People,
    casts: Mapping[int, Cast],
    content: Content,
    files: Mapping[int, str],
) -> None:
    """Adds short reactions where they fit. ``files`` has the file that each post's thread is from, by ``id()``."""
    rng = lore.rng("forum", "reactions", scale)
    used: Counter[str] = Counter()
    general = [line for lines in content.shared.values() for line in lines]
    for post in talk.posts:
        if not general or post.rule or post.pinned or not rng.chance(REACTED):
            continue
        stance, text = rng.choice(content.shared.get(files.get(id(post), ""), general))
        under: Comment | None = None
        if stance == "thanks":
            answered = {one.parent for one in post.comments if one.author == post.author}
            right = [one for one in post.comments if one.stance in ("right", "correction") and one not in answered]
            right = [one for one in right if one.author != post.author]
            if not right:
                continue
            under = rng.choice(right)
        elif stance == "agree":
            fitting = [one for one in post.comments if one.stance in ("right", "argue", "plain") and one.parent is None]
            if not fitting:
                continue
            under = rng.choice(fitting)
        asked = under.created if under else post.created
        when = reply_moment(rng, asked, stance == "thanks")
        if when > NOW - 90:
            continue
        present = {post.author, *(one.author for one in post.comments)}
        found = [post.author] if stance == "thanks" else casts[post.forum.id].roster.others(rng, when, 1, present)
        if not found:
            continue
        values = {"forum": post.forum.name, "author": people.names[under.author if under else post.author]}
        words = text.make(rng, lambda name, _, values=values: values[name])  # type: ignore[misc]
        if used[words] < SAME[scale]:
            used[words] += 1
            post.comments.append(Comment(post, under, found[0], words, when, stance))


def pin_rules(rng: Rng, forum: Forum, cast: Cast, people: People, said: set[str]) -> Post:
    """The post at the top of a forum that says what is allowed, with a few questions about it."""
    slots = {"forum": forum.name}
    rules = "\n".join(f"{place}. **{rule.title}.** {rule.text}" for place, rule in enumerate(forum.rules, start=1))
    title = phrase(rng, "pinned", "titles", slots)
    body = f"{phrase(rng, 'pinned', 'openings')}\n\n{rules}\n\n{phrase(rng, 'pinned', 'closings')}"
    if body in said:
        body = f"*{forum.title}.* {body}"
    said.add(body)
    founder = cast.moderators[0]
    created = forum.founded + 2 * DAY + rng.integer(0, 20 * DAY)
    post = Post(forum, founder, "text", title, body, created, "news", flag="moderator", pinned=True)
    post.warmth = 0.55
    present = {founder}
    for text in rng.sample(said_of("pinned", "thanks"), 3):
        when = created + 20 * DAY + int((NOW - created - 60 * DAY) * rng.uniform() ** 2)
        found = cast.roster.others(rng, when, 1, present)
        if found:
            comment = Comment(post, None, found[0], text.make(rng, lambda _, __: ""), when)
            post.comments.append(comment)
            if text.source.endswith("?"):
                answer = phrase(rng, "pinned", "answers")
                if answer and "log" in text.source and "removed" in text.source:
                    answer = said_of("pinned", "answers")[0].source
                elif answer.startswith("Yes, the log"):
                    answer = said_of("pinned", "answers")[3].source
                later = Comment(post, comment, founder, answer, when + rng.integer(HOUR, DAY), flag="moderator")
                post.comments.append(later)
    return post


def crosspost(rng: Rng, forums: Sequence[Forum], casts: Mapping[int, Cast], talk: Talk, count: int) -> None:
    """Passes posts on to forums that have something in common with theirs."""
    there = [one for one in talk.posts if not (one.rule or one.deleted or one.pinned) and one.created < NOW - 3 * HOUR]
    done: set[tuple[int, int]] = set()
    titles: set[str] = set()
    for _ in range(count * 4):
        if len(done) == count:
            return
        first = rng.choice(there)
        near = [
            one for one in forums if one is not first.forum and not one.admins and set(one.tags) & set(first.forum.tags)
        ]
        if not near or first.flavor in ("lost", "found", "joke"):
            continue
        forum = rng.choice(near)
        when = first.created + rng.integer(HOUR, 4 * DAY)
        title = phrase(rng, "crosspost", "titles", {"from": first.forum.name, "title": first.title})
        who = casts[forum.id].roster.draw(rng, when)
        if when > NOW - HOUR or not who or (id(first), forum.id) in done or title in titles or len(title) > 200:
            continue
        done.add((id(first), forum.id))
        titles.add(title)
        post = Post(forum, who, "link", title, "", when, "offtopic", crosspost_of=first)
        post.flavor, post.warmth = first.flavor, rng.uniform(0.0, 0.8)
        talk.posts.append(post)


def change_minds(lore: Lore, scale: str, talk: Talk) -> None:
    """Edits and deletions by those who wrote."""
    rng = lore.rng("forum", "changes", scale)
    for post in talk.posts:
        last = max((one.created for one in post.comments), default=post.created)
        if not post.rule and not post.pinned and post.crosspost_of is None:
            reported = any(one.rule and not one.removed for one in post.comments)
            if not post.locked and not reported and rng.chance(0.007) and last < NOW - 2 * HOUR:
                post.deleted = min(last + rng.integer(10 * 60, 9 * DAY), NOW - 60)
            elif post.kind == "text" and post.body and rng.chance(0.055) and last < NOW - HOUR:
                _edit_post(rng, post, last)
        for comment in post.comments:
            _change_comment(rng, post, comment)


def _edit_post(rng: Rng, post: Post, last: int) -> None:
    words = phrase(rng, "edit")
    answered = any(one.stance in ("right", "correction") for one in post.comments)
    if not post.comments or ("solved" in words and (post.flavor != "question" or not answered)):
        words = "Edit: formatting."
    if "corrected" in words and not any(one.stance == "correction" for one in post.comments):
        words = "Edit: spelling."
    when = min(last + rng.integer(4 * 60, 20 * HOUR), NOW - 60)
    if "spelling" in words or "formatting" in words:
        when = min(post.created + rng.integer(3 * 60, HOUR), NOW - 60)
    post.before, post.edited = post.body, when
    post.body = f"{post.body}\n\n{words}"


def _change_comment(rng: Rng, post: Post, comment: Comment) -> None:
    last = max((one.created for one in post.comments if one.parent is comment), default=comment.created)
    usual = (
        comment.stance in ("plain", "joke", "argue", "agree", "rude") and not comment.rule and comment.flag == "none"
    )
    if comment.removed:
        return
    if comment.stance == "deleted" or (usual and rng.chance(0.008)):
        if last < NOW - 300:
            comment.deleted = min(last + rng.integer(3 * 60, 2 * DAY), NOW - 60)
    elif usual and len(comment.body) > 60 and rng.chance(0.022):
        when = min(comment.created + rng.integer(90, 5 * HOUR), NOW - 60)
        if when > comment.created:
            comment.before, comment.edited = comment.body, when
            comment.body = f"{comment.body}\n\n{phrase(rng, 'edit', 'comment')}"
