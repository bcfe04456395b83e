"""Tasks on the forum: subscribing to forums, leaving them, keeping them out of one's lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Delete, Expectation, Insert
from webcosm.suites.arena.forum._moves import choose_sort, listed_posts, open_forum, open_user
from webcosm.suites.arena.forum._rows import WHEN, forum, forums, me, people, posts, subscribed
from webcosm.suites.arena.forum.lists import NO_POSTS
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

__all__ = ["SubscribeToLargest", "Username"]


def _subscription(world: World, name: str) -> Insert:
    row = {"forum_id": forum(world, name).id, "account_id": me(world).id}
    return Insert("forum", "subscription", row, {"created": WHEN}, name=f"subscribed to f/{name}")


# Subscribing ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    one: str
    two: str
    three: str


async def _from_the_forum(person: Person, p: Choice) -> None:
    await open_forum(person, _largest(person.world, p))
    await person.click("Subscribe", role="button")
    await person.stop()


async def _after_a_slip(person: Person, p: Choice) -> None:
    await person.click("Forums", role="link")
    largest = _largest(person.world, p)
    slip = next(name for name in (p.one, p.two, p.three) if name != largest)
    for verb, name in (("Subscribe", slip), ("Subscribe", largest), ("Unsubscribe", slip)):
        await person.click(f"{verb}: f/{name}", role="button")
    await person.stop()


async def _to_all_of_them(person: Person, p: Choice) -> None:
    """Wrong: only one was wished for."""
    await person.click("Forums", role="link")
    for name in (p.one, p.two, p.three):
        await person.click(f"Subscribe: f/{name}", role="button")
    await person.stop()


def _largest(world: World, p: Choice) -> str:
    found = [one for one in forums(world) if one.name in (p.one, p.two, p.three)]
    return str(max(found, key=lambda one: one.subscribers).name)


class SubscribeToLargest(Template[Choice]):
    """Subscribe to the largest of three forums."""

    id = "arena.forum.subscribe-to-largest"
    kind = Kind.DO
    goals = (
        "I'm torn between f/{one}, f/{two} and f/{three}. Subscribe me to whichever has the most subscribers, and to"
        " that one only.",
        "Which of f/{one}, f/{two} and f/{three} has the most subscribers? Subscribe me to it. Just that one, please.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=3)
    ways = (_from_the_forum, _after_a_slip)
    shortcuts = (_to_all_of_them,)

    def pool(self, world: World) -> Sequence[Choice]:
        mine = subscribed(world)
        new = [one for one in forums(world) if one.name not in mine]
        found = []
        for place in range(len(new)):
            for gap in (1, 4):
                three = [new[(place + step) % len(new)] for step in (0, gap, 2 * gap + 1)]
                sizes = sorted(one.subscribers for one in three)
                if len({one.name for one in three}) == 3 and sizes[-1] > sizes[-2]:
                    found.append(Choice(*(one.name for one in three)))
        return found

    def expect(self, world: World, p: Choice) -> Expectation:
        return Expectation([_subscription(world, _largest(world, p))])

    async def solve(self, person: Person, p: Choice) -> None:
        await person.click("Forums", role="link")
        sizes = {}
        for place, element in enumerate(person.view.elements):
            words = person.text_of(place).split() if element.role == "listitem" else []
            if words and words[0].removeprefix("f/") in (p.one, p.two, p.three) and "subscribers" in words:
                size = int(words[words.index("subscribers") - 1].replace(",", ""))
                sizes[words[0]] = size
        await person.click(f"Subscribe: {max(sizes, key=lambda name: sizes[name])}", role="button")
        await person.stop()


@dataclass(frozen=True)
class Username:
    username: str


async def _found_by_search(person: Person, p: Username) -> None:
    """A search by author, sorted by points."""
    await person.goto(f"http://forum.test/search?q=&in=posts&author={p.username}&sort=top")
    await open_forum(person, listed_posts(person)[0].forum)
    await person.click("Subscribe", role="button")
    await person.stop()


async def _where_the_newest_is(person: Person, p: Username) -> None:
    """Wrong: the newest post is not the best one."""
    await open_user(person, p.username)
    await person.click("Posts", role="link")
    name = listed_posts(person)[0].forum
    await open_forum(person, name)
    await person.click("Subscribe", role="button")
    await person.stop()


class SubscribeByBestPost(Template[Username]):
    """Subscribe to the forum of somebody's best post."""

    id = "arena.forum.subscribe-by-best-post"
    kind = Kind.DO
    goals = (
        "Find {username}'s most upvoted post and subscribe me to the forum it's in.",
        "Subscribe me to the forum where {username} published the post that got the most points.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=9)
    twin = "arena.forum.subscribe-by-top-post"
    ways = (_found_by_search,)
    shortcuts = (_where_the_newest_is,)

    def pool(self, world: World) -> Sequence[Username]:
        """Their newest post is elsewhere, where the member is not subscribed either; other posts are well behind."""
        mine = subscribed(world)
        found = []
        by: dict[str, list[tuple[int, str]]] = {}
        for row in posts(world):
            by.setdefault(row.author, []).append((row.score, row.forum))
        for author, written in by.items():
            ranked = sorted(written, reverse=True)
            newest = written[-1][1]
            best = ranked[0][1]
            clear = len(written) > 2 and ranked[0][0] > ranked[1][0] and newest != best
            if clear and best not in mine and newest not in mine:
                found.append(Username(author))
        return found

    def expect(self, world: World, p: Username) -> Expectation:
        best = max(posts(world, "author.username = ?", p.username), key=lambda row: row.score)
        return Expectation([_subscription(world, best.forum)])

    async def solve(self, person: Person, p: Username) -> None:
        await open_user(person, p.username)
        await person.click("Posts", role="link")
        await choose_sort(person, "Top")
        await person.click(f"f/{listed_posts(person)[0].forum}", role="link")
        await person.click("Subscribe", role="button")
        await person.stop()


class SubscribeByBestPostMissing(Template[Username]):
    """Subscribe to the forum of the best post of somebody who has none."""

    id = "arena.forum.subscribe-by-top-post"
    kind = Kind.DO
    goals = SubscribeByBestPost.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=6)
    achievable = False
    twin = "arena.forum.subscribe-by-best-post"

    def pool(self, world: World) -> Sequence[Username]:
        silent = "id NOT IN (SELECT author_id FROM post) AND id IN (SELECT author_id FROM comment)"
        return [Username(row.username) for row in people(world, silent) if row.comments > 1]

    def obstacle(self, world: World, p: Username) -> Obstacle:
        false = (r"\bno (?:such )?(?:user|account|person|one called)", r"\bnobody called", r"\bno forum\b")
        return Obstacle(Reason.MISSING, (p.username,), said=NO_POSTS, false=false)

    async def solve(self, person: Person, p: Username) -> None:
        await open_user(person, p.username)
        await person.click("Posts", role="link")
        if listed_posts(person):
            raise Lost(f"{p.username} has posted something")
        await person.infeasible(f"{p.username} hasn't posted anything; there are only comments.")


# Leaving --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    one: str
    two: str


async def _each_on_its_page(person: Person, p: Pair) -> None:
    for name in (p.two, p.one):
        await open_forum(person, name)
        await person.click("Unsubscribe", role="button")
    await person.stop()


async def _once_too_often(person: Person, p: Pair) -> None:
    """Wrong: the second click subscribes again."""
    await person.click("Forums", role="link")
    for name in (p.one, p.two):
        await person.click(f"Unsubscribe: f/{name}", role="button")
    await person.click(f"Subscribe: f/{p.two}", role="button")
    await person.stop()


class Unsubscribe(Template[Pair]):
    """Leave two forums."""

    id = "arena.forum.unsubscribe"
    kind = Kind.DO
    goals = (
        "I don't read f/{one} and f/{two} anymore. Unsubscribe me from both.",
        "Take f/{one} and f/{two} off the forums I'm subscribed to.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=4)
    ways = (_each_on_its_page,)
    shortcuts = (_once_too_often,)

    def pool(self, world: World) -> Sequence[Pair]:
        mine = sorted(subscribed(world), key=str.lower)
        return [
            Pair(one, two) for place, one in enumerate(mine) for two in (mine[place - 1], mine[place - 4]) if one != two
        ]

    def expect(self, world: World, p: Pair) -> Expectation:
        who = me(world).id
        return Expectation(
            [
                Delete("forum", "subscription", key=(forum(world, name).id, who), name=f"f/{name} is left")
                for name in (p.one, p.two)
            ]
        )

    async def solve(self, person: Person, p: Pair) -> None:
        await person.click("Forums", role="link")
        for name in (p.one, p.two):
            await person.click(f"Unsubscribe: f/{name}", role="button")
        await person.stop()


async def _in_the_settings(person: Person, p: Pair) -> None:
    await person.click("Settings", role="link")
    await person.click("Hidden forums", role="link")
    for name in (p.one, p.two):
        await person.choose("Forum", f"f/{name}")
        await person.click("Hide forum", role="button")
    await person.stop()


async def _left_instead(person: Person, p: Pair) -> None:
    """Wrong: who is not subscribed still sees a forum among all."""
    mine = subscribed(person.world)
    for name in (p.one, p.two):
        await open_forum(person, name)
        await person.click("Unsubscribe" if name in mine else "Subscribe", role="button")
    await person.stop()


class HideForums(Template[Pair]):
    """Keep two forums out of the list of all posts."""

    id = "arena.forum.hide-forums"
    kind = Kind.DO
    goals = (
        "When I look at all posts, I don't want to see anything from f/{one} or f/{two}. Hide those two forums, but"
        " leave my subscriptions alone.",
        "Hide f/{one} and f/{two} so that their posts stay out of “All”. Don't change what I'm subscribed to.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_in_the_settings,)
    shortcuts = (_left_instead,)

    def pool(self, world: World) -> Sequence[Pair]:
        names = [one.name for one in forums(world)]
        return [Pair(one, names[place - 6]) for place, one in enumerate(names)]

    def expect(self, world: World, p: Pair) -> Expectation:
        who = me(world).id
        return Expectation(
            [
                Insert("forum", "hidden_forum", {"account_id": who, "forum_id": forum(world, name).id})
                for name in (p.one, p.two)
            ]
        )

    async def solve(self, person: Person, p: Pair) -> None:
        for name in (p.one, p.two):
            await open_forum(person, name)
            await person.click("Hide forum", role="button")
        await person.stop()
