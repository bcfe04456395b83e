"""Tasks at the back office: the accounts of those who work there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Update
from webcosm.sites.kit import hash_password
from webcosm.suites.arena.admin._goods import spread
from webcosm.suites.arena.admin._rows import NUMBERED, READ_ONLY, go_to, reader_name, search_for
from webcosm.suites.arena.admin._ways import look_up
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, Value, World


def colleagues(world: World, where: str = "TRUE") -> list[Row]:
    """Users of the back office other than the first, who is the one that is signed in."""
    return world.shop.rows(
        "SELECT *, first_name || ' ' || last_name AS name, (SELECT name FROM role WHERE id = role_id) AS role"
        f" FROM admin_user WHERE id > (SELECT min(id) FROM admin_user) AND {where} ORDER BY id"
    )


def user_changed(world: World, name: str, **values: Value) -> Expectation:
    number = next(row.id for row in colleagues(world) if row.name == name)
    return Expectation([Update("shop", "admin_user", key=(number,), values=values)])


async def open_user(person: Person, name: str) -> None:
    """Three actions; the link is the user name."""
    await go_to(person, "System", "Users")
    await person.click("", role="link", within=name)


async def save_user(person: Person) -> None:
    await person.click("Save user", role="button")
    if not person.sees("You saved the user"):
        raise Lost(f"the user was not saved: {person.text()[:300]}")


@dataclass(frozen=True)
class UserOnly:
    name: str


async def deactivate_another_first(person: Person, p: UserOnly) -> None:
    """Somebody else's account was closed by mistake, and opened again."""
    other = next(row.name for row in colleagues(person.world, "active") if row.name != p.name)
    await open_user(person, other)
    await person.uncheck("This account is active")
    await save_user(person)
    await person.check("This account is active")
    await save_user(person)
    await look_up(person, "System", "Users", p.name.split()[0])
    await person.click("", role="link", within=p.name)
    await person.uncheck("This account is active")
    await save_user(person)
    await person.stop()


class DeactivateUser(Template[UserOnly]):
    """Close a colleague's account at the back office."""

    id = "arena.admin.deactivate-user"
    kind = Kind.DO
    goals = (
        "{name} no longer works here. Deactivate their back-office account, but don't delete it.",
        "Make {name}'s back-office account inactive, but keep it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (deactivate_another_first,)
    twin = "arena.admin.close-user-account"

    def pool(self, world: World) -> Sequence[UserOnly]:
        """As many as there are active colleagues, three or so."""
        return [UserOnly(row.name) for row in colleagues(world, "active")]

    def expect(self, world: World, p: UserOnly) -> Expectation:
        return user_changed(world, p.name, active=0)

    async def solve(self, person: Person, p: UserOnly) -> None:
        await open_user(person, p.name)
        await person.uncheck("This account is active")
        await save_user(person)
        await person.stop()


def outsiders(world: World) -> list[Row]:
    """Customers whose names, of plain letters, no user of the back office has."""
    rows = world.shop.rows(
        "SELECT first_name, last_name FROM customer WHERE lower(first_name || last_name) NOT IN"
        " (SELECT lower(first_name || last_name) FROM admin_user) GROUP BY 1, 2 HAVING count(*) = 1 ORDER BY min(id)"
    )
    plain = [row for row in rows if (name := row.first_name + row.last_name).isascii() and name.isalpha()]
    return spread(plain, 60)


class DeactivateUserAsReader(Template[UserOnly]):
    """Close a colleague's account as somebody who may not even see the accounts."""

    id = "arena.admin.close-user-account"
    kind = Kind.DO
    goals = DeactivateUser.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.admin.deactivate-user"
    revision = 3

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"admin": reader_name(world)}

    def pool(self, world: World) -> Sequence[UserOnly]:
        """As many as there are other colleagues."""
        me = reader_name(world)
        return [UserOnly(row.name) for row in colleagues(world, "active") if row.username != me]

    def obstacle(self, world: World, p: UserOnly) -> Obstacle:
        return Obstacle(Reason.NO_PERMISSION, ("users", "accounts", "system", p.name, *READ_ONLY), said=(NO_CONTROL,))

    async def solve(self, person: Person, p: UserOnly) -> None:
        await search_for(person, p.name)
        if person.has("System"):
            raise Lost("the users of the back office can be seen after all")
        await person.infeasible(f"My role has no permission for users, so I cannot deactivate the account of {p.name}.")


@dataclass(frozen=True)
class NewRole:
    name: str
    role: str


async def role_after_a_slip(person: Person, p: NewRole) -> None:
    """Another role was given first."""
    await open_user(person, p.name)
    roles = person.world.shop.values("SELECT name FROM role ORDER BY id")
    now = next(row.role for row in colleagues(person.world) if row.name == p.name)
    for role in (next(name for name in roles if name not in (p.role, now)), p.role):
        await person.choose("Role", role)
        await save_user(person)
    await person.stop()


class ChangeRole(Template[NewRole]):
    """Give a colleague another role."""

    id = "arena.admin.change-role"
    kind = Kind.DO
    goals = (
        "Give {name} the “{role}” role in the back office.",
        "{name} has a new job here. Change their back-office role to “{role}”.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (role_after_a_slip,)

    def pool(self, world: World) -> Sequence[NewRole]:
        """As many as there are colleagues and other roles, eight or so."""
        roles = world.shop.values("SELECT name FROM role ORDER BY id")
        return [NewRole(row.name, role) for row in colleagues(world) for role in roles if role != row.role]

    def expect(self, world: World, p: NewRole) -> Expectation:
        return user_changed(world, p.name, role_id=world.shop.value("SELECT id FROM role WHERE name = ?", p.role))

    async def solve(self, person: Person, p: NewRole) -> None:
        await open_user(person, p.name)
        await person.choose("Role", p.role)
        await save_user(person)
        await person.stop()


@dataclass(frozen=True)
class NewUser:
    first: str
    last: str
    username: str
    email: str
    role: str
    password: str


async def add_with_another_role_first(person: Person, p: NewUser) -> None:
    """From the bottom of the form to its top; the role is chosen when the account is there."""
    await go_to(person, "System", "Users")
    await person.click("Add user", role="link")
    await person.fill("The same once more", p.password)
    await person.fill("Password", p.password)
    await person.fill("E-mail", f" {p.email}")
    await person.fill("Last name", f"{p.last} ")
    await person.fill("First name", p.first)
    await person.fill("User name", p.username)
    await person.choose("Role", next(name for name in ("Read-only", "Clerk") if name != p.role))
    await person.click("Add user", role="button")
    await person.choose("Role", p.role)
    await save_user(person)
    await person.stop()


class AddUser(Template[NewUser]):
    """Open an account for a new colleague."""

    id = "arena.admin.add-user"
    kind = Kind.DO
    goals = (
        "{first} {last} is joining us. Set up a back-office account: username {username}, email {email}, role"
        " “{role}”, password {password}.",
        "Create a back-office user for {first} {last}: username {username}, email {email}, role “{role}” and password"
        " {password}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=12)
    revision = 2
    ways = (add_with_another_role_first,)

    def pool(self, world: World) -> Sequence[NewUser]:
        domain = world.shop.value("SELECT email FROM admin_user ORDER BY id LIMIT 1").partition("@")[2]
        roles = world.shop.values("SELECT name FROM role ORDER BY id")
        found = []
        for place, one in enumerate(outsiders(world)):
            username = f"{one.first_name}.{one.last_name}".lower()
            role, password = roles[place % len(roles)], f"Harbor-{1207 + 13 * place}"
            found.append(NewUser(one.first_name, one.last_name, username, f"{username}@{domain}", role, password))
        return found

    def expect(self, world: World, p: NewUser) -> Expectation:
        values: dict[str, Value] = {
            "username": p.username,
            "first_name": p.first,
            "last_name": p.last,
            "email": p.email,
            "password": hash_password(p.password, p.username),
            "role_id": world.shop.value("SELECT id FROM role WHERE name = ?", p.role),
            "active": 1,
        }
        return Expectation([Insert("shop", "admin_user", values=values, free={"id": NUMBERED})])

    async def solve(self, person: Person, p: NewUser) -> None:
        await go_to(person, "System", "Users")
        await person.click("Add user", role="link")
        await person.fill("User name", p.username)
        await person.fill("First name", p.first)
        await person.fill("Last name", p.last)
        await person.fill("E-mail", p.email)
        await person.choose("Role", p.role)
        await person.fill("Password", p.password)
        await person.fill("The same once more", p.password)
        await person.click("Add user", role="button")
        await person.stop()
