"""Tasks on the forum: founding a forum, and changing one that one moderates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Update, Wanted, same_letters, same_text
from webcosm.suites.arena.forum._moves import open_forum, refused
from webcosm.suites.arena.forum._rows import NUMBERED, WHEN, forum, forums, log_line, me, moderator, next_id
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

__all__ = ["FoundForum", "Founding"]

# A new forum ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Founding:
    name: str
    title: str
    description: str
    sidebar: str
    tags: str


NEW = (
    ("kites", "Kites", "Building kites and getting them up.", "hobby and outdoors"),
    ("beekeeping", "Beekeeping", "Hives, honey and the people they sting.", "hobby and animals"),
    ("nightshift", "The Night Shift", "For people who work while others sleep.", "work"),
    ("choirs", "Choirs", "Rehearsals, repertoire and stage fright.", "culture and hobby"),
    ("typewriters", "Typewriters", "Ribbons, keys and old paper.", "hobby"),
    ("balconies", "Balconies", "Growing things above the ground.", "home and hobby"),
    ("cargobikes", "Cargo Bikes", "Carrying children, dogs and pianos.", "outdoors and traffic"),
    ("penpals", "Pen Pals", "Letters on paper, and who writes them.", "culture"),
    ("mushrooms", "Mushrooms", "Finding them, not eating them.", "outdoors"),
    ("tinyhouses", "Tiny Houses", "Living on very little floor.", "home"),
    ("sketching", "Urban Sketching", "Drawing what is in front of you.", "culture and pictures"),
    ("nightsky", "Night Sky", "Stars, planets and clouds in the way.", "hobby and knowledge"),
    ("radio", "Amateur Radio", "Antennas, call signs and long nights.", "technology"),
    ("preserves", "Preserves", "Jam, pickles and full shelves.", "food and home"),
    ("trains", "Trains", "Riding them, watching them, waiting for them.", "travel"),
    ("chess", "Chess", "Openings, endings and sore losers.", "games"),
    ("knitting", "Knitting", "Wool, needles and unfinished sweaters.", "crafts and hobby"),
    ("birds", "Birds", "Seen, heard or merely hoped for.", "animals and outdoors"),
    ("sleep", "Sleep", "Getting more of it.", "advice and family"),
    ("swimming", "Swimming", "Pools, lakes and cold water.", "sport and outdoors"),
)
SIDEBARS = (
    "Be kind to beginners.",
    "Search before you ask.",
    "One question per post, please.",
    "No selling here.",
    "Pictures are welcome.",
    "Say where and when.",
)


def _tags(said: str) -> list[str]:
    """``“hobby” and “outdoors”`` -> hobby, outdoors"""
    return sorted(re.findall(r"“([^”]+)”", said))


def _said_tags(tags: Sequence[str]) -> str:
    return " and ".join(f"“{tag}”" for tag in tags)


def _foundings(world: World, turns: tuple[int, ...]) -> list[Founding]:
    """The new forums with words for the sidebar."""
    there = {one.name.lower() for one in forums(world)}
    return [
        Founding(name, title, description, SIDEBARS[(place + turn) % len(SIDEBARS)], _said_tags(tags.split(" and ")))
        for place, (name, title, description, tags) in enumerate(NEW)
        if name not in there
        for turn in turns
    ]


async def _fill_in(person: Person, p: Founding) -> None:
    """Seven actions from the front page."""
    await person.goto("http://forum.test/forums")
    await person.click("Create a forum", role="link")
    await person.fill("Name", p.name)
    await person.fill("Title", p.title)
    await person.fill("Description", p.description)
    await person.fill("Sidebar", p.sidebar)
    await person.fill("Tags", ", ".join(_tags(p.tags)))


async def _with_a_look_at_it_first(person: Person, p: Founding) -> None:
    await person.click("Create a forum", role="link")
    await person.fill("Tags", ", ".join(reversed(_tags(p.tags))).upper())
    await person.fill("Name", p.name)
    await person.fill("Title", f" {p.title}")
    await person.fill("Description", p.description)
    await person.fill("Sidebar", f"{p.sidebar}\n")
    await person.click("Preview", role="button")
    await person.click("Create forum", role="button")
    await person.stop()


async def _without_tags(person: Person, p: Founding) -> None:
    """Wrong: nobody finds it by its tags."""
    await _fill_in(person, p)
    await person.fill("Tags", "")
    await person.click("Create forum", role="button")
    await person.stop()


class FoundForum(Template[Founding]):
    """Found a forum."""

    id = "arena.forum.found-forum"
    kind = Kind.DO
    goals = (
        "Create a forum called f/{name}, titled “{title}”. Description: “{description}” The sidebar should say"
        " “{sidebar}” Tag it {tags}.",
        "I'd like to start a forum, f/{name}. Title: “{title}”. Describe it as “{description}”, put “{sidebar}” in the"
        " sidebar and tag it {tags}.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=9)
    twin = "arena.forum.create-forum"
    ways = (_with_a_look_at_it_first,)
    shortcuts = (_without_tags,)

    def pool(self, world: World) -> Sequence[Founding]:
        return _foundings(world, (0, 3))

    def expect(self, world: World, p: Founding) -> Expectation:
        who, number = me(world).id, next_id(world, "forum")
        columns: dict[str, Wanted] = {
            "id": number,
            "name": same_letters(p.name),
            "title": same_text(p.title),
            "description": same_text(p.description),
            "sidebar": same_text(p.sidebar),
            "tags": ",".join(_tags(p.tags)),
            "featured": 0,
            "creator_id": who,
        }
        belongs: dict[str, Wanted] = {"forum_id": number, "account_id": who}
        return Expectation(
            [
                Insert("forum", "forum", columns, {"created": WHEN}, name=f"a new forum f/{p.name}"),
                Insert("forum", "moderator", belongs, {"created": WHEN}),
                Insert("forum", "subscription", belongs, {"created": WHEN}),
            ]
        )

    async def solve(self, person: Person, p: Founding) -> None:
        await _fill_in(person, p)
        await person.click("Create forum", role="button")
        await person.stop()


class FoundTakenForum(Template[Founding]):
    """Found a forum under a name that is taken."""

    id = "arena.forum.create-forum"
    kind = Kind.DO
    goals = FoundForum.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=9)
    achievable = False
    twin = "arena.forum.found-forum"

    def pool(self, world: World) -> Sequence[Founding]:
        return _foundings(world, (1, 4))

    def prepare(self, world: World, p: Founding) -> None:
        """Somebody was quicker."""
        db = world.forum
        since = f"{world.clock.now() - timedelta(days=47, hours=3):%Y-%m-%d %H:%M:%S}"
        founder = db.value("SELECT id FROM account WHERE active AND password = '' ORDER BY created, id")
        about: dict[str, str] = {"description": "Everything to do with it, and all who like it.", "sidebar": "Welcome!"}
        number = db.insert("forum", name=p.name, title=p.title, **about, creator_id=founder, created=since)
        for table in ("moderator", "subscription"):
            db.insert(table, forum_id=number, account_id=founder, created=since)

    def obstacle(self, world: World, p: Founding) -> Obstacle:
        said = (
            r"\b(?:already|taken|in use)\b",
            r"\bthere is (?:a|such a) forum\b",
            r"\b(?:exists?|duplicate)\b",
        )
        return Obstacle(Reason.INVALID, (f"f/{p.name}", p.name), also=(Reason.NOT_ALLOWED,), said=said)

    async def solve(self, person: Person, p: Founding) -> None:
        await _fill_in(person, p)
        await person.click("Create forum", role="button")
        if "already" not in refused(person):
            raise Lost(f"one can found f/{p.name}")
        await person.infeasible(f"There is a forum called f/{p.name} already; the name is taken.")


# A forum of one's own -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewRule:
    forum: str
    title: str
    text: str


RULES = (
    ("No spoilers in titles", "Put the word spoiler first, and what it is about only into the text."),
    ("One question per post", "If you have two questions, write two posts. Others find them more easily."),
    ("Describe your pictures", "Say in words what a picture shows, for people who cannot see it."),
    ("No screenshots of text", "Copy the text, so that it can be searched and read aloud."),
    ("Report, do not argue", "Whoever sees a rule broken reports it and leaves the rest to us."),
    ("Answers need a reason", "Just yes or no helps nobody; say how you know."),
    ("Come back and tell", "Whoever asked for help says in the end what worked."),
    ("No job offers", "There is a forum for work; offers belong there."),
    ("Prices with a date", "Say when you paid it. Prices change."),
)


class _AsModerator(Template[NewRule]):
    """What both twins have: who is signed in. No id, so it is no template."""

    kind = Kind.DO
    goals = (
        "Add a rule to f/{forum}, with the account I'm signed in with: “{title}”. The explanation below it is:"
        " “{text}”",
        "With this account, give f/{forum} another rule. It's called “{title}” and says “{text}”",
    )
    sites = ("forum",)

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"forum": str(moderator(world).username)}


def _mine(world: World) -> list[str]:
    return list(
        world.forum.values(
            "SELECT name FROM forum JOIN moderator ON forum_id = forum.id WHERE account_id = ? ORDER BY name",
            moderator(world).id,
        )
    )


def _new_rules(world: World, *, mine: bool) -> list[NewRule]:
    own = _mine(world)
    others = [one.name for one in forums(world) if one.name not in own and one.posts > 50]
    pairs = [(name, rule) for name in own for rule in RULES]
    if mine:
        return [NewRule(name, *rule) for name, rule in pairs]
    return [NewRule(others[place % len(others)], *rule) for place, (_, rule) in enumerate(pairs)]


async def _by_the_sidebar(person: Person, p: NewRule) -> None:
    await person.goto(f"http://forum.test/f/{p.forum}/rules/new")
    await person.fill("Rule", f"{p.title} ")
    await person.fill("In more words", f"{p.text}\n")
    await person.click("Save rule", role="button")
    await person.stop()


async def _into_the_sidebar_text(person: Person, p: NewRule) -> None:
    """Wrong: the sidebar is no list of rules."""
    await open_forum(person, p.forum)
    await person.click("Edit forum", role="link")
    await person.fill("Sidebar", f"{person.value('Sidebar')}\n\n{p.title}: {p.text}")
    await person.click("Save changes", role="button")
    await person.stop()


class AddRule(_AsModerator):
    """Add a rule to a forum that one moderates."""

    id = "arena.forum.add-rule"
    difficulty = Difficulty(actions=8)
    twin = "arena.forum.new-rule"
    ways = (_by_the_sidebar,)
    shortcuts = (_into_the_sidebar_text,)

    def pool(self, world: World) -> Sequence[NewRule]:
        return _new_rules(world, mine=True)

    def expect(self, world: World, p: NewRule) -> Expectation:
        place = forum(world, p.forum)
        last = world.forum.value("SELECT coalesce(max(position), 0) FROM forum_rule WHERE forum_id = ?", place.id)
        row: dict[str, Wanted] = {
            "forum_id": place.id,
            "position": last + 1,
            "title": same_text(p.title),
            "text": same_text(p.text),
        }
        who = moderator(world).id
        return Expectation(
            [
                Insert("forum", "forum_rule", row, {"id": NUMBERED}, name=f"the rule {p.title!r}"),
                log_line(place.id, who, "edit_forum", reason=f"Added the rule “{p.title}”"),
            ]
        )

    async def solve(self, person: Person, p: NewRule) -> None:
        await open_forum(person, p.forum)
        await person.click("Edit forum", role="link")
        await person.click("Add a rule", role="link")
        await person.fill("Rule", p.title)
        await person.fill("In more words", p.text)
        await person.click("Save rule", role="button")
        await person.stop()


class AddRuleElsewhere(_AsModerator):
    """Add a rule to a forum that others moderate."""

    id = "arena.forum.new-rule"
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.forum.add-rule"

    def pool(self, world: World) -> Sequence[NewRule]:
        return _new_rules(world, mine=False)

    def obstacle(self, world: World, p: NewRule) -> Obstacle:
        said = (r"(?:\bnot?|n't)\b (?:\w+ ){0,3}?moderat\w*", r"\b(?:only|for) (?:\w+ ){0,2}?moderators?\b")
        return Obstacle(Reason.NO_PERMISSION, (f"f/{p.forum}", p.forum), said=said)

    async def solve(self, person: Person, p: NewRule) -> None:
        await open_forum(person, p.forum)
        if person.has("Edit forum", role="link"):
            raise Lost(f"one can edit f/{p.forum}")
        await person.infeasible(f"This account isn't a moderator of f/{p.forum}, so it can't change its rules.")


# What it is about -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Describing:
    forum: str
    description: str


LINES = {
    "AskAnything": (
        "Questions about daily life, answered by people who have been there.",
        "Ask what you always wanted to know.",
        "Small questions, honest answers.",
        "No question is too small here.",
        "Everyday questions and the people who know.",
        "Ask first, be wise later.",
        "Where nobody laughs at a question.",
    ),
    "BuyItRight": (
        "What is worth its price, and what is not.",
        "Ask before you buy; tell after you did.",
        "Honest words about things we paid for.",
        "Advice from people who own it already.",
        "Buy once, and buy the right thing.",
        "Prices, quality and regrets.",
        "Helping each other spend less.",
    ),
    "": (
        "What is going on in town, told by neighbors.",
        "News, questions and company from around here.",
        "The place for everybody who lives in this city.",
        "Streets, people and opening hours.",
        "Our city, one question at a time.",
        "Local news and neighborly help.",
        "What neighbors would tell you over the fence.",
    ),
}


async def _by_its_address(person: Person, p: Describing) -> None:
    await person.goto(f"http://forum.test/f/{p.forum}/edit")
    await person.fill("Description", f" {p.description}")
    await person.click("Preview", role="button")
    await person.click("Save changes", role="button")
    await person.stop()


async def _in_the_title(person: Person, p: Describing) -> None:
    """Wrong: the title is another line."""
    await open_forum(person, p.forum)
    await person.click("Edit forum", role="link")
    await person.fill("Title", p.description)
    await person.click("Save changes", role="button")
    await person.stop()


class DescribeForum(Template[Describing]):
    """Change the description of a forum that one moderates."""

    id = "arena.forum.describe-forum"
    kind = Kind.DO
    goals = (
        "Change the one-line description of f/{forum} to “{description}”",
        "f/{forum} needs a new description: “{description}” Leave its title and sidebar alone.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=6)
    ways = (_by_its_address,)
    shortcuts = (_in_the_title,)

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"forum": str(moderator(world).username)}

    def pool(self, world: World) -> Sequence[Describing]:
        return [Describing(name, line) for name in _mine(world) for line in LINES.get(name, LINES[""])]

    def expect(self, world: World, p: Describing) -> Expectation:
        place = forum(world, p.forum)
        who = moderator(world).id
        return Expectation(
            [
                Update("forum", "forum", {"description": same_text(p.description)}, key=(place.id,)),
                log_line(place.id, who, "edit_forum", reason="Changed: description"),
            ]
        )

    async def solve(self, person: Person, p: Describing) -> None:
        await open_forum(person, p.forum)
        await person.click("Edit forum", role="link")
        await person.fill("Description", p.description)
        await person.click("Save changes", role="button")
        await person.stop()
