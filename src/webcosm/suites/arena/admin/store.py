"""Tasks at the back office: settings of the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.state import Expectation, Update, same_text
from webcosm.suites.arena.admin._rows import go_to
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import read_cents
from webcosm.worlds import World


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
