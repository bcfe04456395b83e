"""Customers with their addresses, groups, subscriptions; and who works in the back office."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from webcosm.lore import Address, Lore, Resident
from webcosm.sites.kit import Account, hash_password
from webcosm.sites.kit.formats import slug
from webcosm.sites.shop.seed.figures import stamp
from webcosm.worlds import Database, Value

__all__ = [
    "GROUPS",
    "Customer",
    "PostalAddress",
    "accounts",
    "admin_accounts",
    "shoppers",
    "staff",
    "write_customers",
    "write_staff",
]

CUSTOMERS = {"small": 120, "full": 5_000}
GUEST, GENERAL, WHOLESALE, RETAILER = 1, 2, 3, 4
GROUPS = {GUEST: "Not Logged In", GENERAL: "General", WHOLESALE: "Wholesale", RETAILER: "Retailer"}
PASSWORDS = ("basket-and-twine", "copper-spoon")
STAFF_PASSWORDS = ("ledger-and-key", "parcel-string", "window-shopper", "second-till", "old-keyring")
AREAS = ("dashboard", "sales", "catalog", "customers", "marketing", "content", "reports", "stores", "system")
"""As in webcosm.sites.admin.permissions, which stands on this package."""
CLERK = (
    "dashboard.view", "sales.view", "sales.edit", "customers.view", "customers.edit", "marketing.view",
    "marketing.edit", "catalog.view", "content.view", "reports.view",
)  # fmt: skip
ROLES: Mapping[str, Sequence[str]] = {
    "Owner": [f"{area}.{deed}" for area in AREAS for deed in ("view", "edit")],
    "Clerk": CLERK,
    "Read-only": [f"{area}.view" for area in AREAS if area != "system"],
}
OPENED = date(2023, 5, 15)
"""When the first account was made."""


@dataclass(frozen=True)
class PostalAddress:
    first_name: str
    last_name: str
    company: str
    street: str
    street2: str
    city: str
    region: str
    postcode: str
    phone: str

    @property
    def columns(self) -> tuple[str, ...]:
        return (
            self.first_name, self.last_name, self.company, self.street, self.street2, self.city, self.region,
            self.postcode, self.phone,
        )  # fmt: skip


@dataclass(frozen=True)
class Customer:
    id: int
    person: Resident
    group: int
    joined: date
    addresses: tuple[PostalAddress, ...]
    """The first is the default for bills; the shipping default is ``addresses[ships_to]``."""
    ships_to: int
    active: bool = True


@lru_cache(maxsize=8)
def shoppers(lore: Lore) -> tuple[Resident, ...]:
    """Everybody who may be a customer, the demo customer first. Larger scales have more of them, not others."""
    rng = lore.rng("shop", "shoppers")
    grown = [person for person in lore.people if person.age_on(lore.today) >= 18]
    demo = [person for person in grown if person.company_id is not None and 28 <= person.age_on(lore.today) <= 55]
    first, second = rng.sample(demo, 2)
    office = set(staff(lore))
    others = [person for person in rng.shuffled(grown) if person not in (first, second) and person not in office]
    return (first, second, *others[: CUSTOMERS["full"] - 2])


@lru_cache(maxsize=8)
def staff(lore: Lore) -> tuple[Resident, ...]:
    """Owner, clerk, read-only, a second clerk, and one who has left."""
    grown = [person for person in lore.people if 24 <= person.age_on(lore.today) <= 62]
    return tuple(lore.rng("shop", "staff").sample(grown, len(STAFF_PASSWORDS)))


def accounts(lore: Lore) -> Sequence[Account]:
    """Who can sign in at the storefront; the first is signed in at the beginning."""
    notes = ("A regular customer; signed in at the beginning.", "A customer with a few orders.")
    return tuple(
        Account("customer", person.email, password, person.full_name, note)
        for person, password, note in zip(shoppers(lore)[:2], PASSWORDS, notes, strict=True)
    )


def admin_accounts(lore: Lore) -> Sequence[Account]:
    """Who can sign in at the back office; the first is signed in at the beginning."""
    roles = (
        ("Owner", "May do everything; signed in at the beginning."),
        ("Clerk", "Sales, customers and marketing; the catalogue only to look at."),
        ("Read-only", "May look at everything but the system, and change nothing."),
    )
    return tuple(
        Account(role, _username(person), password, person.full_name, note)
        for (role, note), person, password in zip(roles, staff(lore)[:3], STAFF_PASSWORDS[:3], strict=True)
    )


def _username(person: Resident) -> str:
    return f"{slug(person.given_name)}.{slug(person.family_name)}"


def write_staff(db: Database, lore: Lore) -> None:
    db.run_many("INSERT INTO role (id, name) VALUES (?, ?)", list(enumerate(ROLES, start=1)))
    db.run_many(
        "INSERT INTO role_permission (role_id, permission) VALUES (?, ?)",
        sorted((number, permission) for number, role in enumerate(ROLES, start=1) for permission in ROLES[role]),
    )
    rng = lore.rng("shop", "staff", "logins")
    for number, (person, password) in enumerate(zip(staff(lore), STAFF_PASSWORDS, strict=True), start=1):
        username = _username(person)
        left = number == len(STAFF_PASSWORDS)
        db.insert(
            "admin_user",
            username=username,
            first_name=person.given_name,
            last_name=person.family_name,
            email=f"{username}@draymarket.test",
            password=hash_password(password, username),
            role_id=(1, 2, 3, 2, 2)[number - 1],
            active=int(not left),
            last_login=stamp(lore.today - timedelta(days=230 if left else number), rng, 8, 17),
        )


def postal(person: Resident, home: Address, company: str = "", phone: str = "") -> PostalAddress:
    return PostalAddress(
        person.given_name, person.family_name, company, f"{home.number} {home.street}", home.unit or "", home.city,
        home.state, home.postcode, phone or person.phone,
    )  # fmt: skip


def write_customers(db: Database, lore: Lore, scale: str) -> list[Customer]:
    db.run_many(
        "INSERT INTO customer_group (id, name, tax_exempt) VALUES (?, ?, ?)",
        [(number, name, int(number == WHOLESALE)) for number, name in GROUPS.items()],
    )
    customers = [_customer(lore, number, person) for number, person in _numbered(lore, scale)]
    rng = lore.rng("shop", "customers", "rows")
    rows: list[tuple[Value, ...]] = []
    address_rows: list[tuple[Value, ...]] = []
    subscribers: list[tuple[Value, ...]] = []
    passwords = dict(zip((person.email for person in shoppers(lore)), PASSWORDS, strict=False))
    for customer in customers:
        person = customer.person
        first = len(address_rows) + 1
        address_rows += [
            (first + place, customer.id, *address.columns) for place, address in enumerate(customer.addresses)
        ]
        password = passwords.get(person.email) or rng.token(12)
        seen = lore.today - timedelta(days=rng.integer(0, max(0, (lore.today - customer.joined).days - 1)) // 3 + 1)
        rows.append((
            customer.id, person.email, person.given_name, person.family_name, customer.group,
            hash_password(password, person.email), person.birth_date.isoformat() if rng.chance(0.6) else None,
            person.gender.capitalize() if person.gender != "nonbinary" and rng.chance(0.7) else "",
            first, first + customer.ships_to, int(customer.active),
            rng.choice(NOTES) if customer.id > 2 and rng.chance(0.05) else "",
            stamp(customer.joined, rng), stamp(max(seen, customer.joined), rng, 22, 23),
        ))  # fmt: skip
        if rng.chance(0.45) or customer.id == 1:
            status = "unsubscribed" if customer.id != 1 and rng.chance(0.18) else "subscribed"
            subscribers.append((person.email, customer.id, status, stamp(customer.joined, rng)))
    customers_emails = {customer.person.email for customer in customers}
    strangers = [person for person in lore.people if person.email not in customers_emails]
    for person in rng.sample(strangers, len(customers) // 5):
        day = lore.today - timedelta(days=rng.integer(2, 700))
        subscribers.append((person.email, None, "subscribed" if rng.chance(0.9) else "unsubscribed", stamp(day, rng)))
    db.run_many(f"INSERT INTO customer VALUES ({', '.join('?' * 14)})", rows)
    db.run_many(f"INSERT INTO address VALUES ({', '.join('?' * 11)})", address_rows)
    db.run_many("INSERT INTO subscriber (email, customer_id, status, changed) VALUES (?, ?, ?, ?)", subscribers)
    db.run_many("INSERT INTO cart (id, customer_id) VALUES (?, ?)", [(each.id, each.id) for each in customers])
    return customers


NOTES = (
    "Prefers to be called in the afternoon.",
    "Asked for paper invoices.",
    "Parcels may be left with the neighbor.",
    "Returned two orders last year; be kind but check the reason.",
    "Buys for a school; needs delivery notes with order numbers.",
)


def _numbered(lore: Lore, scale: str) -> list[tuple[int, Resident]]:
    return list(enumerate(shoppers(lore)[: CUSTOMERS[scale]], start=1))


def _customer(lore: Lore, number: int, person: Resident) -> Customer:
    rng = lore.rng("shop", "customer", number)
    home = postal(person, person.home)
    if number <= 2:
        return Customer(
            number, person, GENERAL, date(2024, 8, 30) + timedelta(days=number * 40 - 40), _many(lore, person), 0
        )
    addresses = [home]
    if rng.chance(0.25):
        addresses.append(_second_address(lore, person))
    share = rng.uniform()
    joined = OPENED + timedelta(days=round((lore.today - OPENED).days * share * (0.5 + 0.5 * share)))
    group = rng.weighted((GENERAL, WHOLESALE, RETAILER), (84, 9, 7))
    ships_to = len(addresses) - 1 if rng.chance(0.4) else 0
    return Customer(
        number,
        person,
        group,
        min(joined, lore.today - timedelta(days=2)),
        tuple(addresses),
        ships_to,
        not rng.chance(0.02),
    )


def _second_address(lore: Lore, person: Resident) -> PostalAddress:
    """Where one works, else a friend's door."""
    if person.company_id is not None:
        company = lore.company(person.company_id)
        return postal(person, company.address, company.name)
    neighbours = lore.people_of_city[person.city_id]
    friend = neighbours[(person.id * 7 + 3) % len(neighbours)]
    return postal(person, friend.home, f"c/o {friend.full_name}")


def _many(lore: Lore, person: Resident) -> tuple[PostalAddress, ...]:
    """Home, work, and somebody of the same family in another place."""
    rng = lore.rng("shop", "family", person.id)
    elsewhere = [
        other for other in lore.people if other.city_id != person.city_id and other.home.state != person.home.state
    ]
    family = [other for other in elsewhere if other.family_name == person.family_name]
    relative = rng.choice(family or elsewhere)
    return postal(person, person.home), _second_address(lore, person), postal(relative, relative.home)
