"""Tasks on the forum: one's own account, and messages between two people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.mentions import Says
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Update, Wanted, same_letters, same_text
from webcosm.sites.kit.folding import folded
from webcosm.suites.arena.forum._moves import open_settings, open_user, refused, write_message
from webcosm.suites.arena.forum._rows import NUMBERED, WHEN, account, all_said, me, next_id, notice, people
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

__all__ = ["SendMessage"]

# Biography ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bio:
    text: str


HOBBIES = (
    "Beekeeper",
    "Night owl",
    "Amateur baker",
    "Retired sailor",
    "Slow cyclist",
    "Part-time potter",
    "Bad gardener",
)
PROMISES = (
    "I answer messages on weekends.",
    "Ask me about old radios.",
    "I read more than I write.",
)


async def _after_a_preview(person: Person, p: Bio) -> None:
    await person.goto("http://forum.test/settings/profile")
    await person.fill("Biography", f"{p.text}\n")
    await person.click("Preview", role="button")
    await person.click("Save", role="button")
    await person.stop()


async def _only_looked_at(person: Person, p: Bio) -> None:
    """Wrong: a preview saves nothing."""
    await open_settings(person)
    await person.fill("Biography", p.text)
    await person.click("Preview", role="button")
    await person.stop()


class SetBiography(Template[Bio]):
    """Write one's biography."""

    id = "arena.forum.set-biography"
    kind = Kind.DO
    goals = (
        "Set my biography on the forum to “{text}”",
        "My user page has no biography yet. Make it say “{text}”",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=4)
    ways = (_after_a_preview,)
    shortcuts = (_only_looked_at,)

    def pool(self, world: World) -> Sequence[Bio]:
        return [Bio(f"{hobby}. {promise}") for hobby in HOBBIES for promise in PROMISES]

    def expect(self, world: World, p: Bio) -> Expectation:
        return Expectation([Update("forum", "account", {"bio": same_text(p.text)}, key=(me(world).id,))])

    async def solve(self, person: Person, p: Bio) -> None:
        await open_settings(person)
        await person.fill("Biography", p.text)
        await person.click("Save", role="button")
        await person.stop()


# Preferences ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Preference:
    comments: str
    front: str
    off: str


COMMENTS = {"newest first": ("new", "New"), "oldest first": ("old", "Old")}
FRONTS = {
    "all forums": ("all", "All forums"),
    "the featured forums": ("featured", "Featured forums"),
}
OFF = {
    "notifications about mentions": ("notify_mentions", "Notify me when somebody names me"),
    "notifications about replies": ("notify_replies", "Notify me of replies to my posts and comments"),
    "the small pictures in lists": ("show_thumbnails", "Show small pictures in lists"),
}
TOO = "the small pictures in lists"
OFF_TWO = {f"{one} and {TOO}": (one, TOO) for one in OFF if one != TOO}


def _switches(p: Preference) -> list[tuple[str, str]]:
    return [OFF[one] for one in OFF_TWO.get(p.off, (p.off,))]


async def _one_after_the_other(person: Person, p: Preference) -> None:
    await person.goto("http://forum.test/settings/preferences")
    for _, label in _switches(p):
        await person.uncheck(label)
    await person.click("Save", role="button")
    await person.choose("Comments are sorted by", COMMENTS[p.comments][1])
    await person.choose("Front page shows", FRONTS[p.front][1])
    await person.click("Save", role="button")
    await person.stop()


async def _never_saved(person: Person, p: Preference) -> None:
    """Wrong: half of it is not saved."""
    await open_settings(person, "Preferences")
    await person.choose("Comments are sorted by", COMMENTS[p.comments][1])
    await person.click("Save", role="button")
    await person.choose("Front page shows", FRONTS[p.front][1])
    await person.stop()


class SetPreferences(Template[Preference]):
    """Change what the forum shows and tells."""

    id = "arena.forum.set-preferences"
    kind = Kind.DO
    goals = (
        "Change my forum settings: show comments {comments} by default, put {front} on the front page, and turn off"
        " {off}.",
        "In my preferences, I want comments {comments}, a front page with {front}, and no more of this: {off}. Keep the"
        " rest.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_one_after_the_other,)
    shortcuts = (_never_saved,)

    def pool(self, world: World) -> Sequence[Preference]:
        return [Preference(one, two, off) for one in COMMENTS for two in FRONTS for off in (*OFF, *OFF_TWO)]

    def expect(self, world: World, p: Preference) -> Expectation:
        values: dict[str, Wanted] = {
            "comment_sort": COMMENTS[p.comments][0],
            "front_page": FRONTS[p.front][0],
            **{column: 0 for column, _ in _switches(p)},
        }
        return Expectation([Update("forum", "account", values, key=(me(world).id,))])

    async def solve(self, person: Person, p: Preference) -> None:
        await open_settings(person, "Preferences")
        await person.choose("Front page shows", FRONTS[p.front][1])
        await person.choose("Comments are sorted by", COMMENTS[p.comments][1])
        for _, label in _switches(p):
            await person.uncheck(label)
        await person.click("Save", role="button")
        await person.stop()


# Messages -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Letter:
    username: str
    subject: str
    matter: str


MATTERS: dict[str, tuple[str, tuple[str | tuple[str, ...], ...]]] = {
    "I can pick up the shelf on Thursday at 5:30": ("The shelf", ("shelf", "thursday", "5:30")),
    "the seedlings are ready and I can bring 12 of them on Sunday": ("Seedlings", ("seedling*", "12", "sunday")),
    "I found the manual and it has 48 pages, so I'll scan it by Friday": ("The manual", ("48", "scan*", "friday")),
    "our meeting moves from Tuesday to Wednesday at 7:15": ("New date", ("wednesday", "7:15")),
    "I'd lend them my tile cutter until June 8": ("Tile cutter", ("tile cutter", ("june 8", "june 8th", "8 june"))),
    "the tickets cost $14 each and I've kept two": ("Tickets", ("ticket*", "$14", ("two", "2"))),
}
"""What is to be told; to a subject, and what tells it."""


def _letters(names: Sequence[str], start: int) -> list[Letter]:
    matters = list(MATTERS)
    return [
        Letter(name, MATTERS[matter][0], matter)
        for place, name in enumerate(names)
        for matter in [matters[(place + start) % len(matters)]]
    ]


async def _from_their_page(person: Person, p: Letter) -> None:
    await open_user(person, p.username)
    await person.click("Send a message", role="link")
    await person.fill("Subject", f"{p.subject} ")
    await person.fill("Message", f"Hello! Just to let you know: {p.matter}. All the best")
    await person.click("Preview", role="button")
    await person.click("Send message", role="button")
    await person.stop()


async def _without_the_matter(person: Person, p: Letter) -> None:
    """Wrong: it says nothing."""
    await write_message(
        person, p.username, p.subject, "Hello! Can you call me, please? I'd like to tell you something."
    )
    await person.stop()


class SendMessage(Template[Letter]):
    """Send somebody a message."""

    id = "arena.forum.send-message"
    kind = Kind.DO
    goals = (
        "Send {username} a private message on the forum with the subject “{subject}”. Let them know that {matter}.",
        "Write to {username} on the forum, subject “{subject}”, and tell them that {matter}. Your own words are fine.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    twin = "arena.forum.message-user"
    ways = (_from_their_page,)
    shortcuts = (_without_the_matter,)

    def pool(self, world: World) -> Sequence[Letter]:
        known = people(world, "person_id IS NOT NULL AND messages_from = 'everybody' AND password = ''")
        return _letters([row.username for row in known if row.posts][::9], 0)

    def expect(self, world: World, p: Letter) -> Expectation:
        who, other = me(world).id, account(world, p.username).id
        number = next_id(world, "thread")
        says = Says(MATTERS[p.matter][1])
        thread = {"id": number, "starter_id": who, "other_id": other, "subject": same_text(p.subject)}
        message = {"thread_id": number, "sender_id": who}
        free = {"id": NUMBERED, "created": WHEN, "body": "worded freely, and judged by what it says"}
        rules = [
            Insert("forum", "thread", thread, {"created": WHEN}, name="a new conversation"),
            Insert("forum", "message", message, free, name="the message"),
            notice(other, "message", thread_id=number),
        ]
        return all_said(rules, says, "the message says it", table="message", columns=["body"])

    async def solve(self, person: Person, p: Letter) -> None:
        await write_message(person, p.username, p.subject, f"Hi, I wanted to tell you that {p.matter}.")
        await person.stop()


class SendMessageToNobody(Template[Letter]):
    """Send a message to somebody who has no account."""

    id = "arena.forum.message-user"
    kind = Kind.DO
    goals = SendMessage.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    achievable = False
    twin = "arena.forum.send-message"

    def pool(self, world: World) -> Sequence[Letter]:
        """People of the region who are not here."""
        here = {name.lower() for name in world.forum.values("SELECT username FROM account")}
        absent = [one.username for one in world.lore.people if one.username.lower() not in here]
        return _letters(absent[:120:3], 2)

    def obstacle(self, world: World, p: Letter) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.username,), false=(r"does not take messages",))

    async def solve(self, person: Person, p: Letter) -> None:
        await write_message(person, p.username, p.subject, f"Hi, I wanted to tell you that {p.matter}.")
        if "nobody of this name" not in refused(person):
            raise Lost(f"{p.username} has an account")
        await person.infeasible(f"There is nobody called {p.username} on the forum.")


# Blocking -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Blocking:
    username: str
    note: str


NOTES = (
    "Sends the same link to everybody",
    "Started three quarrels in a week",
    "Asked for my phone number",
    "Spoils every film",
)


async def _by_its_address(person: Person, p: Blocking) -> None:
    await person.goto(f"http://forum.test/settings/blocks?user={p.username}")
    await person.fill("Note", f" {p.note}")
    await person.click("Block", role="button")
    await person.stop()


async def _from_the_page_of_the_person(person: Person, p: Blocking) -> None:
    """Wrong: the button there leaves no note."""
    await open_user(person, p.username)
    await person.click(f"Block {p.username}", role="button")
    await person.stop()


class BlockSomebody(Template[Blocking]):
    """Block somebody, with a note."""

    id = "arena.forum.block-somebody"
    kind = Kind.DO
    goals = (
        "Block {username} on the forum and add a note for myself: “{note}”",
        "I don't want to see anything by {username} anymore. Block that account, and note down “{note}” as the reason.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=6)
    ways = (_by_its_address,)
    shortcuts = (_from_the_page_of_the_person,)

    def pool(self, world: World) -> Sequence[Blocking]:
        loud = [row for row in people(world, "password = ''") if row.comments > 12]
        return [Blocking(row.username, NOTES[place % len(NOTES)]) for place, row in enumerate(loud)]

    def expect(self, world: World, p: Blocking) -> Expectation:
        row = {
            "account_id": me(world).id,
            "blocked_id": account(world, p.username).id,
            "note": same_text(p.note),
        }
        return Expectation([Insert("forum", "block", row, {"created": WHEN}, name=f"{p.username} is blocked")])

    async def solve(self, person: Person, p: Blocking) -> None:
        await open_settings(person, "Blocked people")
        await person.fill("User name", p.username)
        await person.fill("Note", p.note)
        await person.click("Block", role="button")
        await person.stop()


# E-mail ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewEmail:
    email: str


def _emails(world: World, *, free: bool) -> list[NewEmail]:
    """Addresses that fit the member's name, every other one of them."""
    resident = world.lore.person(me(world).person_id)
    first, last = (re.sub(r"[^a-z]", "", folded(name)) for name in (resident.given_name, resident.family_name))
    domains = sorted({one.email.split("@")[1] for one in world.lore.people[:200]})
    names = (
        *(f"{first}.{last}", f"{first[0]}{last}", f"{last}.{first}", f"{first}{last}"),
        *(f"{first}_{last}", f"{first}-{last}", f"{last}{first[0]}", f"{first}.{last[0]}", f"{last}_{first}"),
    )
    found = [f"{name}@{domain}" for domain in domains for name in names]
    used = {one.lower() for one in world.forum.values("SELECT email FROM account")}
    return [NewEmail(one) for one in found[free::2] if one not in used]


async def _in_capitals(person: Person, p: NewEmail) -> None:
    await person.goto("http://forum.test/settings/account")
    await person.fill("E-mail", p.email.capitalize())
    await person.submit("E-mail")
    await person.stop()


async def _into_the_biography(person: Person, p: NewEmail) -> None:
    """Wrong: now everybody can read it."""
    await open_settings(person)
    await person.fill("Biography", f"E-mail: {p.email}")
    await person.click("Save", role="button")
    await person.stop()


class ChangeEmail(Template[NewEmail]):
    """Change the e-mail address of one's account."""

    id = "arena.forum.change-email"
    kind = Kind.DO
    goals = (
        "Change the email address of my forum account to {email}.",
        "I've got a new email address, {email}. Update my forum account.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)
    twin = "arena.forum.update-email"
    ways = (_in_capitals,)
    shortcuts = (_into_the_biography,)

    def pool(self, world: World) -> Sequence[NewEmail]:
        return _emails(world, free=True)

    def expect(self, world: World, p: NewEmail) -> Expectation:
        return Expectation([Update("forum", "account", {"email": same_letters(p.email)}, key=(me(world).id,))])

    async def solve(self, person: Person, p: NewEmail) -> None:
        await open_settings(person, "Account")
        await person.fill("E-mail", p.email)
        await person.submit("E-mail")
        await person.stop()


class ChangeEmailTaken(Template[NewEmail]):
    """Change one's e-mail address to one that somebody else has."""

    id = "arena.forum.update-email"
    kind = Kind.DO
    goals = ChangeEmail.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=5)
    achievable = False
    twin = "arena.forum.change-email"

    def pool(self, world: World) -> Sequence[NewEmail]:
        return _emails(world, free=False)

    def prepare(self, world: World, p: NewEmail) -> None:
        """Somebody of a like name was there first."""
        world.forum.run(
            "UPDATE account SET email = ? WHERE id = (SELECT max(id) FROM account WHERE active AND password = '')",
            p.email,
        )

    def obstacle(self, world: World, p: NewEmail) -> Obstacle:
        said = (r"\bsomebody else\b", r"\b(?:already|in use|taken)\b", r"\b(?:another|other|else|different)\b")
        return Obstacle(Reason.INVALID, (p.email,), also=(Reason.NOT_ALLOWED,), said=said)

    async def solve(self, person: Person, p: NewEmail) -> None:
        await open_settings(person, "Account")
        await person.fill("E-mail", p.email)
        await person.submit("E-mail")
        if "Somebody else uses" not in person.text():
            raise Lost(f"one can use {p.email}")
        await person.infeasible(f"Another account already uses the address {p.email}.")
