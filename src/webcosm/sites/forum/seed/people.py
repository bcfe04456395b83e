"""Who has an account: residents of the region, and at the full scale hundreds of thousands whom nobody else knows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from webcosm.lore import Lore, Resident, Rng, Wheel
from webcosm.sites.forum.seed.forums import Forum
from webcosm.sites.forum.seed.moments import DAY, HOUR, NOW, OPENED, stamp, waking
from webcosm.sites.kit import Account, hash_password
from webcosm.worlds import Database

__all__ = [
    "ADMIN",
    "COUNTS",
    "MEMBER",
    "MODERATED",
    "MODERATOR",
    "SECOND",
    "People",
    "Roster",
    "accounts",
    "write_people",
]

COUNTS = {"small": 2_000, "full": 661_781}
MEMBER, SECOND, MODERATOR, ADMIN = 1, 2, 3, 4
"""The numbers of the accounts whose passwords are known."""
NAMED = 4
MODERATED = ("AskAnything", "BuyItRight")
"""What the named moderator looks after besides the largest city's forum."""
EARLY = {"small": 0.08, "full": 0.004}
"""The share of people who were there before the first forum: its moderators are among them."""
PASSWORDS = ("open-table-5", "second-chair-2", "good-order-8", "round-hall-3")
NOTES = (
    "Has posts, comments, subscriptions and messages; moderates nothing",
    "Another member, to see the forum from the other side",
    "Moderates three forums",
    "Administrator: may do everything everywhere",
)
ROLES = ("member", "member", "moderator", "admin")


@lru_cache(maxsize=8)
def _named(lore: Lore) -> tuple[Resident, ...]:
    """They live in the four largest cities, the moderator in the largest."""
    rng = lore.rng("forum", "named")
    found: list[Resident] = []
    for city in (1, 2, 0, 3):
        grown = [one for one in lore.people_of_city[city] if 26 <= one.age_on(lore.today) <= 58]
        found.append(rng.choice(grown))
    return tuple(found)


def accounts(lore: Lore) -> list[Account]:
    """Those whose passwords are known: a member, a second member, a moderator of three forums, an administrator."""
    return [
        Account(role, one.username, password, one.username, note)
        for role, one, password, note in zip(ROLES, _named(lore), PASSWORDS, NOTES, strict=True)
    ]


class People:
    """All accounts by number; place 0 of every list is nobody."""

    def __init__(self) -> None:
        self.names: list[str] = [""]
        self.joined: list[int] = [0]
        self.cities: list[int] = [-1]
        self.interests: list[tuple[str, ...]] = [()]
        self.residents: list[Resident | None] = [None]
        self.busy: list[float] = [0.0]
        """How much somebody writes and votes; 0 for those who only read."""

    def __len__(self) -> int:
        return len(self.names) - 1

    def add(
        self, name: str, joined: int, city: int, interests: tuple[str, ...], busy: float, who: Resident | None
    ) -> None:
        self.names.append(name)
        self.joined.append(joined)
        self.cities.append(city)
        self.interests.append(interests)
        self.residents.append(who)
        self.busy.append(busy)


class Roster:
    """Who writes and votes in a forum, in the order in which they joined it."""

    def __init__(self, members: Sequence[tuple[int, int, float]]) -> None:
        """Of each: since when, the account, how busy."""
        ordered = sorted(members)
        self.since = [one[0] for one in ordered]
        self.accounts = [one[1] for one in ordered]
        self._marks = list(accumulate(one[2] for one in ordered))

    def number(self, before: int) -> int:
        """How many were there by a moment."""
        return bisect_left(self.since, before)

    def draw(self, rng: Rng, before: int) -> int:
        """Somebody who was there by then; 0 if nobody was."""
        there = bisect_left(self.since, before)
        if not there:
            return 0
        return self.accounts[bisect_left(self._marks, rng.uniform(0.0, self._marks[there - 1]), 0, there - 1)]

    def others(self, rng: Rng, before: int, count: int, but: set[int]) -> list[int]:
        """Up to so many different people; ``but`` is added to."""
        found: list[int] = []
        tries = 0
        while len(found) < count and tries < 4 * count + 8:
            tries += 1
            one = self.draw(rng, before)
            if one and one not in but:
                but.add(one)
                found.append(one)
        return found


def _joined(rng: Rng, scale: str) -> int:
    if rng.chance(EARLY[scale]):
        return OPENED + rng.integer(2 * HOUR, 13 * DAY)
    grown = rng.uniform()
    since = OPENED + 15 * DAY
    return min(waking(rng, since + int((NOW - since) * (grown * 0.45 + grown**2 * 0.55))), NOW - 2 * HOUR)


def _busy(rng: Rng) -> float:
    """Many only read; a few are everywhere."""
    if rng.chance(0.22):
        return 0.0
    return float(1.0 / (0.04 + rng.uniform() ** 1.4))


def _strangers(lore: Lore, rng: Rng, count: int, taken: set[str]) -> Iterator[str]:
    """User names of people whom lore does not know."""
    words = lore.words
    first = [word for word in words.adjectives if word.isalpha() and word.isascii()]
    second = [word for word in (*words.nouns, *words.lists["animal"]) if word.isalpha() and word.isascii()]
    given = sorted({one.username.partition(".")[0] for one in lore.people if "." in one.username})
    made = 0
    while made < count:
        kind = rng.integer(0, 9)
        one, two = rng.choice(first), rng.choice(second)
        number = rng.integer(1, 9999)
        if kind < 3:
            name = f"{one}{rng.choice(('-', '_', ''))}{two}{number if rng.chance(0.8) else ''}"
        elif kind < 5:
            name = f"{one.capitalize()}{two.capitalize()}{number % 1000}"
        elif kind < 7:
            name = f"{rng.choice(given)}{rng.choice(('', '_', '.'))}{two}{number % 100 if rng.chance(0.7) else ''}"
        elif kind < 9:
            name = f"{rng.choice(given)}{number}"
        else:
            name = f"{two}{rng.choice(('_', '-', ''))}{rng.choice(second)}{number % 100}"
        folded = name.lower()
        if folded not in taken and len(name) <= 24:
            taken.add(folded)
            made += 1
            yield name


def write_people(db: Database, lore: Lore, scale: str) -> People:
    rng = lore.rng("forum", "people", scale)
    named = _named(lore)
    known = {one.id for one in named}
    grown = [one for one in rng.shuffled(lore.people) if one.id not in known]
    residents = grown[: COUNTS[scale] - NAMED]
    taken = {one.username.lower() for one in lore.people}
    strangers = _strangers(lore, rng.child("strangers"), COUNTS[scale] - NAMED - len(residents), taken)
    joined = sorted(_joined(rng, scale) for _ in range(COUNTS[scale] - NAMED))
    people = People()
    for one, when in zip(named, (OPENED + 330 * DAY, OPENED + 410 * DAY, OPENED + 2 * DAY, OPENED), strict=True):
        moment = waking(rng, when + rng.integer(0, 100) * HOUR // (1 if when > OPENED + 9 * DAY else 20))
        people.add(one.username, moment, one.city_id, one.interests, 12.0, one)
    known_first = len(residents) / max(1, len(joined))
    waiting = iter(residents)
    cities = Wheel(lore.region.cities, [city.population**0.8 for city in lore.region.cities])
    subjects = lore.words.interests
    left = len(residents)
    for place, when in enumerate(joined):
        if left and (len(joined) - place <= left or rng.chance(known_first)):
            left -= 1
            one = next(waiting)
            people.add(one.username, when, one.city_id, one.interests, _busy(rng), one)
        else:
            liked = tuple(rng.sample(subjects, 2))
            people.add(next(strangers), when, cities.draw(rng).id, liked, _busy(rng), None)
    _write(db, lore, people)
    return people


def _write(db: Database, lore: Lore, people: People) -> None:
    passwords = {one.username: hash_password(one.password, one.username) for one in accounts(lore)}
    db.run_many(
        "INSERT INTO account (id, username, email, password, role, person_id, created, last_seen)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                number,
                people.names[number],
                who.email if (who := people.residents[number]) else "",
                passwords.get(people.names[number], ""),
                "admin" if number == ADMIN else "member",
                who.id if who else None,
                (when := stamp(people.joined[number])),
                when,
            )
            for number in range(1, len(people) + 1)
        ),
    )


# Who is where ---------------------------------------------------------------------------------------------------------


class Subscriber:
    """Decides where people are; each forum gets a roster."""

    def __init__(self, rng: Rng, people: People, forums: Sequence[Forum], scale: str) -> None:
        self.rng = rng
        self.people = people
        self.of_city = {one.city.id: one for one in forums if one.city}
        self.of_interest: dict[str, list[Forum]] = {}
        for one in forums:
            for interest in sorted(one.interests):
                self.of_interest.setdefault(interest, []).append(one)
        subjects = [one for one in forums if not one.city]
        self.wheel = Wheel(subjects, [one.weight for one in subjects])
        self.most = 5 if scale == "small" else 2

    def forums_of(self, number: int) -> list[Forum]:
        rng = self.rng
        found: dict[int, Forum] = {}
        home = self.of_city.get(self.people.cities[number])
        if home and rng.chance(0.7):
            found[home.id] = home
        for interest in self.people.interests[number]:
            for one in self.of_interest.get(interest, ()):
                if rng.chance(0.55):
                    found[one.id] = one
        for _ in range(rng.integer(0 if found else 1, self.most)):
            one = self.wheel.draw(rng)
            found[one.id] = one
        return [found[key] for key in sorted(found)]


def write_subscriptions(
    db: Database, lore: Lore, scale: str, people: People, forums: Sequence[Forum]
) -> tuple[dict[int, Roster], dict[int, list[int]]]:
    """Rosters and moderators by forum."""
    rng = lore.rng("forum", "subscriptions", scale)
    subscriber = Subscriber(rng, people, forums, scale)
    early = [number for number in range(NAMED + 1, len(people) + 1) if people.joined[number] < OPENED + 13 * DAY]
    moderators = _moderators(rng, people, forums, early)
    looked_after: dict[int, list[Forum]] = {}
    for one in forums:
        for number in moderators[one.id]:
            looked_after.setdefault(number, []).append(one)
    members: dict[int, list[tuple[int, int, float]]] = {one.id: [] for one in forums}
    rows: list[tuple[int, int, str]] = []
    for number in range(1, len(people) + 1):
        busy = people.busy[number]
        if scale == "full" and not busy and number not in looked_after and number > NAMED:
            continue
        chosen = {one.id: one for one in (*subscriber.forums_of(number), *looked_after.get(number, ()))}
        if number in (MEMBER, SECOND):  # enough to see, and enough to join
            chosen = {one.id: one for one in forums if one.id in chosen or (number == MEMBER and one.featured)}
            chosen = dict(list(chosen.items())[:14])
        joined = people.joined[number]
        for one in chosen.values():
            since = max(joined, one.founded)
            since += int((min(NOW, since + 200 * DAY) - since) * rng.uniform() ** 4) if number > NAMED else 0
            if number in looked_after:
                since = max(joined, one.founded) + 60
            since = min(since, NOW - 600)
            rows.append((one.id, number, stamp(since)))
            if busy:
                members[one.id].append((since, number, busy))
    rows.sort()
    db.run_many("INSERT INTO subscription VALUES (?, ?, ?)", rows)
    db.run_many(
        "INSERT INTO moderator VALUES (?, ?, ?)",
        [
            (one.id, number, stamp(one.founded + (0 if place == 0 else rng.integer(1, 30 * 24) * HOUR)))
            for one in forums
            for place, number in enumerate(moderators[one.id])
        ],
    )
    for one in forums:
        db.run("UPDATE forum SET creator_id = ? WHERE id = ?", moderators[one.id][0], one.id)
    return {number: Roster(found) for number, found in members.items()}, moderators


def _moderators(rng: Rng, people: People, forums: Sequence[Forum], early: Sequence[int]) -> dict[int, list[int]]:
    """Two to four of the first people for each forum, the founder first. Nobody has more than three."""
    load: dict[int, int] = {}
    found: dict[int, list[int]] = {}
    for one in forums:
        mine = one.name in MODERATED or one.id == 1
        wanted = rng.integer(2, 4)
        chosen: list[int] = [MODERATOR] if mine else [ADMIN] if one.admins else []
        near = [number for number in early if one.city and people.cities[number] == one.city.id]
        for _ in range(200):
            if len(chosen) >= wanted:
                break
            number = rng.choice(near if near and rng.chance(0.6) else early)
            if number not in chosen and load.get(number, 0) < 3:
                chosen.append(number)
                load[number] = load.get(number, 0) + 1
                people.busy[number] = max(people.busy[number], 6.0)
        found[one.id] = chosen
    return found
