"""Tasks on the board, classifieds.test: the own profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Update
from webcosm.suites.arena.classifieds._moves import HOME, account_tab
from webcosm.suites.arena.classifieds._rows import Board, me
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import World

__all__ = ["NewEmail"]


@dataclass(frozen=True)
class Move:
    city: str
    phone: str


async def moved_by_address(person: Person, p: Move) -> None:
    await person.goto(f"{HOME}/account/profile")
    await person.choose("City", _with_code(person.world, p.city))
    await person.fill("Phone", f" {p.phone} ")
    await person.click("Save profile")
    await person.stop()


async def moved_without_a_number(person: Person, p: Move) -> None:
    await person.goto(f"{HOME}/account/profile")
    await person.choose("City", _with_code(person.world, p.city))
    await person.click("Save profile")
    await person.stop()


def _with_code(world: World, city: str) -> str:
    code = world.classifieds.value(
        "SELECT region.code FROM city JOIN region ON region.id = region_id WHERE city.name = ?", city
    )
    return f"{city}, {code}"


class MoveHouse(Template[Move]):
    """Change city and phone number in the profile."""

    id = "arena.classifieds.move-house"
    kind = Kind.DO
    goals = (
        "I've moved to {city} and have a new phone number, {phone}. Update my profile on the board.",
        "On the board, my profile should now say {city} as my city and {phone} as my phone number.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=6)
    ways: ClassVar[tuple[Way, ...]] = (moved_by_address,)
    shortcuts: ClassVar[tuple[Way, ...]] = (moved_without_a_number,)

    def pool(self, world: World) -> Sequence[Move]:
        home, board = me(world).city_id, Board(world)
        cities = [row for row in board.cities.values() if row.id != home][:40]
        return [Move(row.name, f"({310 + row.id * 7}) 555-{2000 + row.id * 137 % 7000:04d}") for row in cities]

    def expect(self, world: World, p: Move) -> Expectation:
        city = next(row.id for row in Board(world).cities.values() if row.name == p.city)
        values = {"city_id": city, "phone": p.phone}
        return Expectation([Update("classifieds", "account", key=(me(world).id,), values=values, name="the profile")])

    async def solve(self, person: Person, p: Move) -> None:
        await account_tab(person, "Profile")
        await person.fill("Phone", p.phone)
        await person.choose("City", _with_code(person.world, p.city))
        await person.click("Save profile")
        await person.stop()


@dataclass(frozen=True)
class NewEmail:
    email: str


async def changed_by_address(person: Person, p: NewEmail) -> None:
    await person.goto(f"{HOME}/account/profile")
    await person.fill("E-mail", p.email)
    await person.click("Save profile")
    await person.stop()


async def never_saved(person: Person, p: NewEmail) -> None:
    await account_tab(person, "Profile")
    await person.fill("E-mail", p.email)
    await person.stop()


class ChangeEmail(Template[NewEmail]):
    """Change the e-mail address in the profile."""

    id = "arena.classifieds.change-email"
    kind = Kind.DO
    goals = (
        "Buyers should write to {email} from now on. Make that the email address of my account on the board.",
        "Change my email address on the board to {email}.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=5)
    ways: ClassVar[tuple[Way, ...]] = (changed_by_address,)
    shortcuts: ClassVar[tuple[Way, ...]] = (never_saved,)
    alone = ("classifieds",)
    twin = "arena.classifieds.update-email"

    def pool(self, world: World) -> Sequence[NewEmail]:
        """Of people who have no account on the board."""
        return [NewEmail(email) for email in _emails(world, taken=False)]

    def expect(self, world: World, p: NewEmail) -> Expectation:
        rule = Update("classifieds", "account", key=(me(world).id,), values={"email": p.email}, name="the address")
        return Expectation([rule])

    async def solve(self, person: Person, p: NewEmail) -> None:
        await account_tab(person, "Profile")
        await person.fill("E-mail", p.email)
        await person.click("Save profile")
        await person.stop()


SOMEBODY_ELSE = (r"\b(?:somebody|someone) else\b", r"\banother (?:account|member|user|person)\b")


class UpdateEmail(Template[NewEmail]):
    """Change the e-mail address to one that somebody else has."""

    id = "arena.classifieds.update-email"
    kind = Kind.DO
    goals = ChangeEmail.goals
    sites = ("classifieds",)
    difficulty = Difficulty(actions=5)
    alone = ("classifieds",)
    achievable = False
    twin = "arena.classifieds.change-email"

    def pool(self, world: World) -> Sequence[NewEmail]:
        return [NewEmail(email) for email in _emails(world, taken=True)]

    def obstacle(self, world: World, p: NewEmail) -> Obstacle:
        return Obstacle(
            Reason.INVALID, (p.email,), (Reason.NOT_ALLOWED,), said=(r"somebody else|someone else|another",)
        )

    async def solve(self, person: Person, p: NewEmail) -> None:
        await account_tab(person, "Profile")
        await person.fill("E-mail", p.email)
        await person.click("Save profile")
        if not person.sees("Somebody else uses this"):
            raise Lost(f"{p.email} is accepted after all")
        await person.infeasible(f"{p.email} is taken: somebody else on the board uses that email address already.")


def _emails(world: World, *, taken: bool) -> list[str]:
    """Of people with my given name's first letter, so that either could be mine; without those known on the portal."""
    used = set(world.classifieds.values("SELECT lower(email) FROM account"))
    own = me(world)
    alike = [one.email for one in world.lore.people if one.email and one.full_name[0] == own.name[0]]
    return [email for email in dict.fromkeys(alike) if (email.lower() in used) == taken and email != own.email][:60]
