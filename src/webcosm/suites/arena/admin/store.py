"""Tasks at the back office: settings of the store and the accounts of those who work there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Update, same_text
from webcosm.sites.kit import hash_password
from webcosm.suites.arena.admin._goods import spread
from webcosm.suites.arena.admin._rows import NUMBERED, READ_ONLY, go_to, reader_name, search_for
from webcosm.suites.arena.admin._ways import look_up
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import read_cents
from webcosm.worlds import Row, Value, World


@dataclass(frozen=True)
class Figure:
    setting: str
    value: str
    wish: str
    """What is to be changed, as people say it: ``let customers compare up to 6 products``"""


FIGURES = {
    "Low stock threshold": ("Catalog", "catalog/low_stock_threshold", ("3", "8", "10", "12", "15")),
    "Most products to compare": ("Catalog", "catalog/compare_limit", ("3", "5", "6", "8", "10")),
    "Most products on a wish list": ("Catalog", "customers/wishlist_limit", ("25", "50", "75", "150", "200")),
    "Days for returns": ("Sales", "sales/return_days", ("14", "21", "45", "60", "90")),
    "Minimum order amount": ("Sales", "sales/minimum_order", ("$5.00", "$10.00", "$12.50", "$20.00", "$25.00")),
}
"""By label: the group of settings, the path under which the figure is kept, and values to choose from."""
WISHES = {
    "Low stock threshold": "use a low-stock threshold of {}",
    "Most products to compare": "let customers compare up to {} products at a time",
    "Most products on a wish list": "let customers keep up to {} products on a wish list",
    "Days for returns": "give customers {} days to return things",
    "Minimum order amount": "require a minimum order amount of {}",
}


def setting_changed(path: str, value: str) -> Expectation:
    return Expectation([Update("shop", "setting", key=(path,), values={"value": same_text(value)})])


def kept(value: str) -> str:
    """Amounts are kept in cents."""
    return str(read_cents(value)) if value.startswith("$") else value


async def open_settings(person: Person, group: str) -> None:
    """Three actions."""
    await go_to(person, "Stores", "Settings")
    await person.click(group, role="link")


async def save_settings(person: Person) -> None:
    await person.click("Save settings", role="button")
    if not person.sees("You saved the settings"):
        raise Lost(f"the settings were not saved: {person.text()[:300]}")


async def change_another_first(person: Person, p: Figure) -> None:
    """Another figure was changed by mistake, and changed back; amounts keep their dollar sign."""
    other = next(label for label in FIGURES if label != p.setting and FIGURES[label][0] == FIGURES[p.setting][0])
    await open_settings(person, FIGURES[p.setting][0])
    before = person.value(other)
    await person.fill(other, "7")
    await save_settings(person)
    await person.fill(other, before)
    await person.fill(p.setting, f"{p.value} ")
    await save_settings(person)
    await person.stop()


class ChangeFigure(Template[Figure]):
    """Change a figure among the store's settings."""

    id = "arena.admin.change-figure"
    kind = Kind.DO
    goals = (
        "Please change our store settings to {wish}.",
        "We've decided to {wish}. Update the store settings.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (change_another_first,)

    def pool(self, world: World) -> Sequence[Figure]:
        now = {row.path: row.value for row in world.shop.rows("SELECT path, value FROM setting")}
        return [
            Figure(label, value, WISHES[label].format(value.removesuffix(".00")))
            for label, (_, path, values) in FIGURES.items()
            for value in values
            if now[path] != kept(value)
        ]

    def expect(self, world: World, p: Figure) -> Expectation:
        return setting_changed(FIGURES[p.setting][1], kept(p.value))

    async def solve(self, person: Person, p: Figure) -> None:
        await open_settings(person, FIGURES[p.setting][0])
        await person.fill(p.setting, p.value.replace("$", ""))
        await save_settings(person)
        await person.stop()


@dataclass(frozen=True)
class PhoneNumber:
    phone: str


async def phone_after_a_slip(person: Person, p: PhoneNumber) -> None:
    await open_settings(person, "Contact")
    for phone in (p.phone[::-1], f" {p.phone}"):
        await person.fill("Phone", phone)
        await save_settings(person)
    await person.stop()


class ChangePhone(Template[PhoneNumber]):
    """Change the store's phone number."""

    id = "arena.admin.change-phone"
    kind = Kind.DO
    goals = (
        "Our store has a new phone number. Update the store settings to {phone}, exactly as written here.",
        "Change the store's contact phone number to {phone}. Keep that format.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (phone_after_a_slip,)

    def pool(self, world: World) -> Sequence[PhoneNumber]:
        now = world.shop.value("SELECT value FROM setting WHERE path = 'general/phone'")
        numbers = [f"{now[:-4]}{number:04d}" for number in range(111, 200, 3)]
        return [PhoneNumber(number) for number in numbers if number != now]

    def expect(self, world: World, p: PhoneNumber) -> Expectation:
        return setting_changed("general/phone", p.phone)

    async def solve(self, person: Person, p: PhoneNumber) -> None:
        await open_settings(person, "Contact")
        await person.fill("Phone", p.phone)
        await save_settings(person)
        await person.stop()


@dataclass(frozen=True)
class Hours:
    hours: str


async def hours_after_a_slip(person: Person, p: Hours) -> None:
    """With a double space in the end."""
    await open_settings(person, "Contact")
    for hours in ("By appointment", p.hours.replace(", ", ",  ")):
        await person.fill("Opening hours", hours)
        await save_settings(person)
    await person.stop()


class ChangeHours(Template[Hours]):
    """Change the store's opening hours."""

    id = "arena.admin.change-hours"
    kind = Kind.DO
    goals = (
        "Change the store's opening hours in the settings to “{hours}”, exactly as written.",
        "Our opening hours have changed. Update the store settings to say just “{hours}”.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (hours_after_a_slip,)

    def pool(self, world: World) -> Sequence[Hours]:
        return [
            Hours(f"{days} {first} AM to {last} PM, closed on {closed}")
            for days, closed in (
                ("Monday to Saturday", "Sunday"),
                ("Tuesday to Saturday", "Sunday and Monday"),
                ("Monday to Thursday and Saturday", "Friday and Sunday"),
            )
            for first in (7, 9, 10)
            for last in (5, 6, 7)
        ]

    def expect(self, world: World, p: Hours) -> Expectation:
        return setting_changed("general/hours", p.hours)

    async def solve(self, person: Person, p: Hours) -> None:
        await open_settings(person, "Contact")
        await person.fill("Opening hours", p.hours)
        await save_settings(person)
        await person.stop()


# Users ----------------------------------------------------------------------------------------------------------------


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
