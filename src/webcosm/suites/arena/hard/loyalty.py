"""Loyalty: put customers into the groups that the loyalty terms give them, by what they ordered last year."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Expectation, Update
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import BUYER, named_customers
from webcosm.suites.arena.admin._ways import set_for_ticked
from webcosm.suites.arena.hard._policy import Page, drawn_handbook, flag, read_handbook, write_handbook
from webcosm.suites.arena.hard._shop import NOTICES_READ, OFFICE
from webcosm.tasks import Dials, Kind, Levelled, Lost, Person, Skill
from webcosm.tasks.money import price_text
from webcosm.tasks.rules import Condition, Facts, Handbook, Notice, Rule, Treatment, draw_rows
from webcosm.worlds import Row, World

DRAWS, TRIES = 24, 120
LEVELS = ("Bronze", "Silver", "Gold")
APPLICANTS = ("Loyalty Applicants", "Loyalty Waiting List", "Loyalty Sign-ups")


def _joins(group: str) -> Treatment:
    says = ("they go into the group {group}", "put them into the group {group}")
    return Treatment(group.lower(), says, {"group": group})


BRONZE, SILVER, GOLD = (_joins(group) for group in LEVELS)
LEAVE = Treatment("leave", ("leave them in the group they are in", "their group stays as it is"))


@dataclass(frozen=True)
class Customer:
    row: Row
    facts: Facts


@dataclass(frozen=True)
class Case:
    handbook: Handbook
    customers: tuple[Customer, ...]
    today: date

    def group(self, one: Customer) -> str:
        """The name of the group that they go into; empty if they stay."""
        return self._group(one.facts)

    @property
    def down_the_list(self) -> tuple[str, ...]:
        """All groups, as the list of customers is ordered: by when they became customers."""
        return tuple(self.group(one) for one in sorted(self.customers, key=lambda one: (one.row.created, one.row.id)))

    def group_by_lifetime(self, one: Customer) -> str:
        """The one that the total in the list of customers would give them."""
        return self._group({**one.facts, "total": one.row.lifetime})

    def _group(self, facts: Facts) -> str:
        return str(self.handbook.decide(facts, self.today).treatment.values.get("group", ""))


@dataclass(frozen=True)
class Applicants:
    group: str
    draw: int


def _page(year: int) -> Page:
    return Page(
        "Loyalty Terms",
        "loyalty",
        "a customer",
        "the day on which we put them into a group",
        f"The total of {year} is the sum of the grand totals of all orders with the status Complete that were placed in"
        f" {year}; orders with any other status don't count, neither for the total nor for the number of orders."
        " Change nothing about a customer but the group.",
    )


def _customers(world: World) -> list[Customer]:
    """Customers with names of their own who have a complete order of last year."""
    year = world.lore.today.year - 1
    names = set(named_customers(world))
    rows = world.shop.rows(
        f"SELECT customer.id, {BUYER} AS name, customer.email, customer.created,"
        " (SELECT coalesce(sum(total), 0) FROM orders WHERE customer_id = customer.id AND status = 'complete'"
        "  AND created LIKE ?1) AS total,"
        " (SELECT count(*) FROM orders WHERE customer_id = customer.id AND status = 'complete'"
        "  AND created LIKE ?1) AS orders,"
        " (SELECT sum(total) FROM orders WHERE customer_id = customer.id AND status <> 'canceled') AS lifetime,"
        " EXISTS (SELECT 1 FROM orders WHERE customer_id = customer.id AND status = 'closed'"
        "  AND created LIKE ?1) AS closed,"
        " EXISTS (SELECT 1 FROM orders WHERE customer_id = customer.id AND status = 'canceled'"
        "  AND created LIKE ?1) AS canceled,"
        " EXISTS (SELECT 1 FROM subscriber WHERE subscriber.email = customer.email AND status = 'subscribed') AS reads"
        " FROM customer WHERE active ORDER BY customer.id",
        f"{year}-%",
    )
    found = []
    for row in rows:
        if row.name in names and 0 < row.orders <= 15:
            facts = {
                "total": row.total,
                "orders": row.orders,
                "closed": bool(row.closed),
                "canceled": bool(row.canceled),
                "reads": bool(row.reads),
                "since": row.created[:10],
            }
            found.append(Customer(row, facts))
    return found


def _total(cents: int, year: int) -> Condition:
    return Condition("total", "at least", cents, (f"their total of {year} is {{value}} or more",), price_text(cents))


def _orders(least: int, year: int) -> Condition:
    return Condition("orders", "at least", least, (f"they placed {{value}} or more orders in {year}",))


def _rules(rng: Rng, exceptions: int, year: int) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    kept = [place < exceptions for place in range(3)]
    reads = flag("reads", "they are subscribed to the newsletter", "they get our newsletter")
    closed = flag("closed", f"an order that they placed in {year} has the status Closed")
    canceled = flag("canceled", f"an order that they placed in {year} was canceled")
    often = _orders(rng.integer(6, 8), year)
    new = Condition(
        "since", "at least", f"{year}-07-01", ("they are customers since {value} or later",), f"July 1, {year}"
    )
    once = Condition("orders", "at most", 2, (f"they placed {{value}} orders or fewer in {year}",))
    return [
        Rule("gold", (_total(10_000 * rng.integer(14, 20), year),), GOLD, (closed,) if kept[0] else (), rank=1),
        Rule("silver", (_total(5_000 * rng.integer(12, 16), year),), SILVER, (canceled,) if kept[1] else ()),
        Rule("often", (often,), SILVER, (closed,) if kept[2] else ()),
        Rule("once", (once,), LEAVE, (reads,) if kept[1] else ()),
        Rule("refunded", (closed,), BRONZE),
        Rule("new", (new,), LEAVE),
    ]


class LoyaltyGroups(Levelled[Applicants]):
    """Move customers to the groups that the loyalty terms give them."""

    family = "arena.hard.loyalty-groups"
    revision = 3
    kind = Kind.DO
    goals = (
        "Please move the customers in the group “{group}” to the groups our loyalty terms give them. The terms are a"
        " page in our store. Don't change any other customers.",
        "Everybody in the customer group “{group}” wants to join our loyalty program. Our loyalty terms, a page in the"
        " store, say which group each of them belongs in. Move them there and leave all other customers alone.",
    )
    sites = ("admin", "shop")
    skills = (Skill.COVERAGE, Skill.SPLIT, Skill.POLICY)
    levels = (
        Dials(rows=5, rules=2, sources=1),
        Dials(rows=8, rules=3, exceptions=1, sources=1),
        Dials(rows=12, rules=5, exceptions=2, sources=2, stale=1),
        Dials(rows=18, rules=6, exceptions=3, sources=2, stale=1),
    )
    actions = (22, 25, 28, 31)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, found: Sequence[Customer] | None = None) -> Case | None:
        """None if not every rule would decide about somebody."""
        found = _customers(world) if found is None else found
        today = world.lore.today
        year = today.year - 1
        rows = [(one.facts, today) for one in found]
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            changed = today - timedelta(days=rng.integer(20, 60))
            reads = flag("reads", "they are subscribed to the newsletter")
            many = Condition(
                "orders", "at least", rng.integer(4, 5), (f"they placed {{value}} or more orders in {year}",)
            )
            notice = Notice(Rule("notice", (reads, many), GOLD), changed, None)
            handbook = drawn_handbook(
                rng, self.dials, lambda child: _rules(child, self.dials.exceptions, year), BRONZE, changed, notice
            )
            needed = [one.rule.name for one in handbook.notices]
            needed += [one.name for one in handbook.versions[-1].policy.rules] + ["otherwise"]
            places = draw_rows(rng, handbook, rows, self.dials.rows, needed, edges=self.dials.stale)
            if places is None:
                continue
            case = Case(handbook, tuple(found[place] for place in sorted(places)), today)
            if any(case.group(one) != case.group_by_lifetime(one) for one in case.customers):
                return case
        return None

    def _case(self, world: World, p: Applicants) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Applicants]:
        """No two have the same groups down the list: who knows one by heart knows no other."""
        found = _customers(world)
        drawn: dict[tuple[str, ...], int] = {}
        for draw in range(2 * DRAWS):
            if len(drawn) < DRAWS and (case := self.case(world, draw, found)):
                drawn.setdefault(case.down_the_list, draw)
        return [Applicants(Rng(self.id, draw).choice(APPLICANTS), draw) for draw in drawn.values()]

    def prepare(self, world: World, p: Applicants) -> None:
        case = self._case(world, p)
        page = _page(world.lore.today.year - 1)
        write_handbook(world, page, case.handbook, Rng(world.universe.seed, self.id, "prose", p.draw))
        for name in (p.group, *LEVELS):
            world.shop.insert("customer_group", name=name)
        for one in case.customers:
            group = _group(world, p.group)
            world.shop.run("UPDATE customer SET group_id = ? WHERE id = ?", group, one.row.id)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Applicants) -> Expectation:
        case = self._case(world, p)
        parts, untouched = [], []
        for one in case.customers:
            if name := case.group(one):
                rule = Update("shop", "customer", {"group_id": _group(world, name)}, key=(one.row.id,))
                parts.append(Part(f"{one.row.name} ({name})", (rule,)))
            else:
                untouched.append(Untouched(one.row.name, "shop", "customer", key=(one.row.id,)))
        return over_rows(parts, untouched, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Applicants) -> str:
        return (
            "Read the store's page “Loyalty Terms” and the notifications it refers to. Open the orders and the"
            f" newsletter tab of every customer in the group “{p.group}”, add up what counts, and then assign groups."
        )

    def facts(self, world: World, p: Applicants) -> str:
        case = self._case(world, p)
        told = [f"{one.row.name}: {case.group(one) or 'stays'}" for one in case.customers]
        return "By the terms: " + "; ".join(told) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Applicants) -> None:
        case = self._case(person.world, p)
        await read_handbook(person, _page(person.world.lore.today.year - 1), case.handbook)
        await _assign(person, p.group, case.customers, case.group)
        await person.stop()

    async def one_in_the_account(self, person: Person, p: Applicants) -> None:
        """One of them in their own account, by way of a wrong group; the others in the list."""
        case = self._case(person.world, p)
        one = next(one for one in case.customers if case.group(one))
        for name in (next(name for name in LEVELS if name != case.group(one)), case.group(one)):
            await person.goto(f"{OFFICE}/customers/{one.row.id}")
            await person.click("Edit account", role="link")
            await person.choose("Group", name)
            await person.click("Save customer", role="button")
        await _assign(person, p.group, [other for other in case.customers if other is not one], case.group)
        await person.stop()

    async def first_rule(self, person: Person, p: Applicants) -> None:
        """Whoever is not worth gold gets what most get."""
        case = self._case(person.world, p)
        await _assign(person, p.group, case.customers, lambda one: "Gold" if case.group(one) == "Gold" else "Bronze")
        await person.stop()

    async def half_done(self, person: Person, p: Applicants) -> None:
        """Leaves out the last one who gets a group."""
        case = self._case(person.world, p)
        await _assign(person, p.group, [one for one in case.customers if case.group(one)][:-1], case.group)
        await person.stop()

    async def by_the_lifetime_total(self, person: Person, p: Applicants) -> None:
        """By the column that the list has."""
        case = self._case(person.world, p)
        await _assign(person, p.group, case.customers, case.group_by_lifetime)
        await person.stop()

    ways = (one_in_the_account,)
    shortcuts = (first_rule, half_done, by_the_lifetime_total)


def _group(world: World, name: str) -> int:
    number = world.shop.value("SELECT id FROM customer_group WHERE name = ?", name)
    if number is None:
        raise Lost(f"there is no customer group {name!r}")
    return int(number)


async def _assign(person: Person, group: str, customers: Sequence[Customer], chosen: Callable[[Customer], str]) -> None:
    """In the list of the group: ticks all who go into the same one, and assigns it."""
    for name in LEVELS:
        going = [one for one in customers if chosen(one) == name]
        if going:
            number = _group(person.world, group)
            await person.goto(f"{OFFICE}/customers?f.group={number}&size=200")
            for one in going:
                await person.check(f"Select {one.row.name}")
            await set_for_ticked(person, "Assign a group", name)
