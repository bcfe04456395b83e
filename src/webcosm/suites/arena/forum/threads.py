"""Tasks on the forum: who says what under a post, how it was received, and what a poll came to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Number, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.suites.arena.forum._moves import listed_comments, load_all_comments, open_post
from webcosm.suites.arena.forum._rows import comments, first_of, poll_options, telling_posts, titled
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

__all__ = ["Titled", "conversations", "plain", "said_under", "unbroken"]


@dataclass(frozen=True)
class Titled:
    title: str


def conversations(world: World, least: int) -> dict[int, list[Row]]:
    """The comments that can be read under each post that a title tells, where none is missing; by the post's number."""
    found: dict[int, list[Row]] = {row.id: [] for row in telling_posts(world)}
    whole = unbroken(world)
    for row in comments(world):
        if row.post_id in found and row.post_id in whole:
            found[row.post_id].append(row)
    return {number: said for number, said in found.items() if len(said) >= least}


def said_under(world: World, title: str) -> list[Row]:
    """The comments that can be read under the post of a title."""
    return comments(world, "post.title = ?", title)


def unbroken(world: World) -> set[int]:
    """Posts with no comment that was deleted or removed."""
    return set(
        world.forum.values(
            "SELECT id FROM post WHERE id NOT IN (SELECT post_id FROM comment WHERE deleted IS NOT NULL"
            " OR removed_by IS NOT NULL) AND deleted IS NULL AND removed_by IS NULL"
        )
    )


def plain(text: str) -> bool:
    """Whether a text looks as it was written: no Markdown, no quotation marks that a goal's own would meet."""
    return not re.search(r"[*_`>\[\]#|~<\"“”\n]", text)


# Who said it ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Quoted:
    title: str
    phrase: str


def quotations(world: World) -> dict[Quoted, Row]:
    """The first sentence of a comment, where nothing else under the post has its words, and the comment."""
    found = {}
    for said in conversations(world, 4).values():
        whole = "\n".join(row.body for row in said).lower()
        post = world.forum.value("SELECT body FROM post WHERE id = ?", said[0].post_id).lower()
        for row in said:
            sentence = re.split(r"(?<=[.!?])\s", row.body.strip())[0].rstrip(".!?")
            clear = plain(sentence) and whole.count(sentence.lower()) == 1 and sentence.lower() not in post
            if 5 <= len(sentence.split()) <= 12 and clear:
                found[Quoted(row.title, sentence)] = row
                break
    return found


class WhoSaidIt(Template[Quoted]):
    """Who said something under a post?"""

    id = "arena.forum.who-said"
    kind = Kind.ASK
    goals = (
        "Under “{title}”, somebody commented: “{phrase}”. Who was that?",
        "Which user wrote “{phrase}” in the comments on “{title}”?",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=4)
    twin = "arena.forum.commenter-of-words"

    def pool(self, world: World) -> Sequence[Quoted]:
        return list(quotations(world))

    def answer(self, world: World, p: Quoted) -> Answer:
        return Text(next(row.author for row in said_under(world, p.title) if p.phrase in row.body))

    async def solve(self, person: Person, p: Quoted) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        await person.answer(next(one.author for one in listed_comments(person) if p.phrase in one.text))


class WhoSaidItMissing(Template[Quoted]):
    """Who said under a post what was said under another one?"""

    id = "arena.forum.commenter-of-words"
    kind = Kind.ASK
    goals = WhoSaidIt.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.forum.who-said"

    def pool(self, world: World) -> Sequence[Quoted]:
        """From another thread of the same forum."""
        by_forum: dict[str, list[tuple[Quoted, Row]]] = {}
        for p, row in quotations(world).items():
            by_forum.setdefault(row.forum, []).append((p, row))
        bodies: dict[int, str] = {}
        for row in comments(world):
            bodies[row.post_id] = bodies.get(row.post_id, "") + row.body.lower()
        found = []
        for near in by_forum.values():
            half = len(near) // 2
            for (one, row), (other, _) in zip(near, near[half:] + near[:half], strict=True):
                if other.phrase.lower() not in bodies[row.post_id] and one != other:
                    found.append(Quoted(one.title, other.phrase))
        return found[::3]

    def obstacle(self, world: World, p: Quoted) -> Obstacle:
        about = tuple(f"comment {what}" for what in ("says", "said", "sentence", "quote", "words", "phrase", "wrote"))
        return Obstacle(
            Reason.MISSING,
            (p.phrase, *about),
            false=(r"\bno comments\b", r"\bno (?:such )?post\b", r"\bpost (?:was|is) (?:not|deleted|removed)"),
        )

    async def solve(self, person: Person, p: Quoted) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        if any(p.phrase.lower() in one.text.lower() for one in listed_comments(person)):
            raise Lost(f"somebody does say {p.phrase!r}")
        await person.infeasible(f"No comment on this post says “{p.phrase}”.")


# How many, how well received ------------------------------------------------------------------------------------------


class VoicesInThread(Template[Titled]):
    """How many different people commented on a post?"""

    id = "arena.forum.voices-in-thread"
    kind = Kind.ASK
    goals = (
        "How many different people commented on “{title}”? Count everybody once, replies included.",
        "I'm curious how many people took part in the comments on “{title}”. Each person counts once, and so does"
        " whoever only replied to another comment.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=4)

    def pool(self, world: World) -> Sequence[Titled]:
        """At least six comments, and somebody who wrote several; not by the author, who may or may not count."""
        return [
            Titled(said[0].title)
            for said in conversations(world, 6).values()
            if len({row.author_id for row in said}) < len(said)
            and said[0].post_author_id not in {row.author_id for row in said}
        ]

    def answer(self, world: World, p: Titled) -> Answer:
        said = said_under(world, p.title)
        return Number(len({row.author_id for row in said}), unit="person")

    async def solve(self, person: Person, p: Titled) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        await person.answer(len({one.author for one in listed_comments(person)}))


class BestComment(Template[Titled]):
    """Whose comment under a post got the most points?"""

    id = "arena.forum.best-comment"
    kind = Kind.ASK
    goals = (
        "Whose comment on “{title}” got the most points? Replies count, too.",
        "Which user wrote the highest-scoring comment under “{title}”, replies included?",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=4)

    def pool(self, world: World) -> Sequence[Titled]:
        """It is no top-level comment, or not the first: the list alone does not give it away."""
        found = []
        for said in conversations(world, 5).values():
            ranked = sorted(said, key=lambda row: -row.score)
            if ranked[0].score > ranked[1].score + 1 and ranked[0].parent_id is not None:
                found.append(Titled(said[0].title))
        return found

    def answer(self, world: World, p: Titled) -> Answer:
        said = said_under(world, p.title)
        return Text(max(said, key=lambda row: row.score).author)

    async def solve(self, person: Person, p: Titled) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        await person.answer(max(listed_comments(person), key=lambda one: one.score).author)


class OwnReplies(Template[Titled]):
    """How often did the author of a post write in its comments?"""

    id = "arena.forum.replies-by-author"
    kind = Kind.ASK
    goals = (
        "How many comments did the author of “{title}” write under that post?",
        "Check how often whoever posted “{title}” joined in below it. How many comments are theirs?",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=4)

    def pool(self, world: World) -> Sequence[Titled]:
        return [
            Titled(said[0].title)
            for said in conversations(world, 5).values()
            if sum(row.author_id == row.post_author_id for row in said) > 1
        ]

    def answer(self, world: World, p: Titled) -> Answer:
        said = said_under(world, p.title)
        return Number(sum(row.author_id == row.post_author_id for row in said), unit="comment")

    async def solve(self, person: Person, p: Titled) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        texts = [element.name.strip() for element in person.view if element.role in ("StaticText", "link")]
        author = texts[texts.index("by") + 1]
        await person.answer(sum(one.author == author for one in listed_comments(person)))


# Polls ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PollEnd:
    title: str
    place: str


def results(world: World) -> dict[PollEnd, Row]:
    """The option with the most and the one with the fewest votes, where it is one."""
    found = {}
    for poll in telling_posts(world, "post.kind = 'poll'"):
        options = sorted(poll_options(world, poll.id), key=lambda row: -row.votes)
        if len(options) < 3 or not options[0].votes or len(first_of(options, lambda row: row.label)) < len(options):
            continue
        if options[0].votes > options[1].votes:
            found[PollEnd(poll.title, "most")] = options[0]
        if options[-1].votes < options[-2].votes:
            found[PollEnd(poll.title, "fewest")] = options[-1]
    return found


class PollResult(Template[PollEnd]):
    """Which option of a poll got the most or the fewest votes?"""

    id = "arena.forum.poll-result"
    kind = Kind.ASK
    goals = (
        "Which option got the {place} votes in the poll “{title}”?",
        "Look at the poll “{title}”. Which answer has the {place} votes so far?",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=4)

    def pool(self, world: World) -> Sequence[PollEnd]:
        return list(results(world))

    def answer(self, world: World, p: PollEnd) -> Answer:
        options = poll_options(world, titled(world, p.title).id)
        pick = max if p.place == "most" else min
        return Text(pick(options, key=lambda row: row.votes).label)

    async def solve(self, person: Person, p: PollEnd) -> None:
        await open_post(person, p.title)
        votes = await read_poll(person)
        pick = max if p.place == "most" else min
        await person.answer(pick(votes, key=lambda label: votes[label]))


async def read_poll(person: Person) -> Counter[str]:
    """Votes by option: no action, or one if the results are folded away."""
    if person.has("Results so far"):
        await person.click("Results so far")
    votes: Counter[str] = Counter()
    for place, element in enumerate(person.view.elements):
        words = person.text_of(place) if element.role == "listitem" else ""
        if found := re.fullmatch(r"(.*?)(?: Your vote)? ([\d,]+) votes? · \d+%", words):
            votes[found[1]] = int(found[2].replace(",", ""))
    if not votes:
        raise Lost(f"{person.view.url} shows no poll")
    return votes
