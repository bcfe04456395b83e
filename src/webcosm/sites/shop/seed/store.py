"""Setting up the shop: settings, ways to ship and pay, taxes, websites, themes, rules, written pages, messages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from webcosm.lore import Lore
from webcosm.sites.shop.rules.sums import Condition, Rule, Shipping
from webcosm.sites.shop.seed.catalogue import Catalogue
from webcosm.worlds import Database, Row

__all__ = ["Store", "read_content", "store_facts", "write_messages", "write_store"]

CONTENT = Path(__file__).parent.parent / "content"
TAX_SPANS = {"Taxable Goods": (500, 900), "Food": (0, 300)}
"""Hundredths of a percent; what is exempt has no rate."""


@dataclass(frozen=True)
class DatedRule:
    """A cart rule with when and for whom it holds."""

    rule: Rule
    start: date | None
    end: date | None
    groups: frozenset[int]
    uses_per_customer: int | None

    def holds(self, day: date, group: int) -> bool:
        return (
            group in self.groups and (self.start is None or self.start <= day) and (self.end is None or day <= self.end)
        )


@dataclass(frozen=True)
class Store:
    """What orders depend on."""

    rates: Mapping[tuple[str, int], int]
    shipping: Mapping[str, tuple[Shipping, str, str]]
    """Code -> how it is reckoned, the carrier, what orders call it."""
    payments: Mapping[str, str]
    rules: Sequence[DatedRule]


def read_content(name: str) -> dict[str, Any]:
    return tomllib.loads((CONTENT / f"{name}.toml").read_text(encoding="utf-8"))


def store_facts(lore: Lore) -> dict[str, str]:
    """Where the shop is: a main street of the largest city."""
    city = lore.region.cities[0]
    streets = [street for street in lore.region.streets if street.city_id == city.id and street.kind == "main"]
    street = lore.rng("shop", "house").choice(streets)
    number = (street.first_number + street.last_number) // 2
    return {
        "city": city.name,
        "street": f"{number} {street.name}",
        "postcode": street.postcode,
        "state": lore.state(city.state_id).abbreviation,
        "region": lore.region.name,
        "phone": f"({city.area_code}) 555-0100",
    }


def _filled(text: str, facts: Mapping[str, str]) -> str:
    return re.sub(r"\[\[(\w+)\]\]", lambda found: facts[found[1]], text)


def write_store(db: Database, lore: Lore, catalogue: Catalogue) -> Store:
    facts, content = store_facts(lore), read_content("store")
    settings = sorted((path, _filled(value, facts)) for path, value in content["settings"].items())
    db.run_many("INSERT INTO setting (path, value) VALUES (?, ?)", settings)
    shipping = {}
    for position, row in enumerate(content["shipping"], start=1):
        db.insert("shipping_method", **row, position=position)
        method = Shipping(row["code"], row["base"], row["per_kg"], row.get("free_from"))
        shipping[row["code"]] = (method, row["carrier"], f"{row['carrier']} - {row['title']}")
    payments = {}
    for position, row in enumerate(content["payment"], start=1):
        instructions = _filled(row["instructions"], facts)
        db.insert("payment_method", code=row["code"], title=row["title"], instructions=instructions, position=position)
        payments[row["code"]] = row["title"]
    for row in content["website"]:
        website = db.insert("website", code=row["code"], name=row["name"])
        for code, name in row["views"]:
            db.insert("store_view", website_id=website, code=code, name=name)
    themes: dict[str, int] = {}
    for row in content["theme"]:
        parent = themes.get(row.pop("parent", ""))
        themes[row["code"]] = db.insert("theme", **row, parent_id=parent)
    for row in content["block"]:
        text = _filled(row["content"], facts)
        active = int(row.get("active", True))
        identifier, title = row["identifier"], row["title"]
        db.insert("cms_block", identifier=identifier, title=title, content=text, active=active, updated=PAGES_UPDATED)
    for row in read_content("pages")["page"]:
        active = int(row.pop("active", True))
        db.insert("cms_page", **(row | {"content": _filled(row["content"].strip(), facts), "active": active}))
    return Store(_write_taxes(db, lore, catalogue), shipping, payments, _write_rules(db, lore, catalogue, content))


PAGES_UPDATED = "2026-04-30 09:15:00"


def _write_taxes(db: Database, lore: Lore, catalogue: Catalogue) -> dict[tuple[str, int], int]:
    rng = lore.rng("shop", "taxes")
    rates = {}
    for state in lore.region.states:
        for name, (low, high) in TAX_SPANS.items():
            percent = rng.integer(low // 25, high // 25) * 25
            number = catalogue.sorting.tax_classes[name]
            if percent:
                rates[state.abbreviation, number] = percent
                label = f"{state.abbreviation} {name}"
                db.insert("tax_rate", name=label, region=state.abbreviation, tax_class_id=number, percent=percent)
    return rates


def _write_rules(db: Database, lore: Lore, catalogue: Catalogue, content: Mapping[str, Any]) -> list[DatedRule]:
    names, values = _rule_slots(db, lore, catalogue)
    rules: list[DatedRule] = []
    for row in content["cart_rule"]:
        name = row["name"].format_map(names)
        number = db.insert(
            "cart_rule",
            name=name,
            description=row["description"],
            active=int(row.get("active", True)),
            coupon=row.get("coupon"),
            uses_per_coupon=row.get("uses_per_coupon"),
            uses_per_customer=row.get("uses_per_customer"),
            from_date=row.get("from"),
            to_date=row.get("to"),
            action=row["action"],
            amount=row["amount"],
            step=row.get("step", 0),
            free_shipping=int(row.get("free_shipping", False)),
            stop_further=int(row.get("stop_further", False)),
            priority=row.get("priority", 10),
        )
        for group in row["groups"]:
            db.insert("cart_rule_group", rule_id=number, group_id=group)
        db.insert("cart_rule_website", rule_id=number, website_id=1)
        conditions = [(subject, how, value.format_map(values)) for subject, how, value in row.get("conditions", [])]
        for subject, how, value in conditions:
            db.insert("cart_rule_condition", rule_id=number, subject=subject, operator=how, value=value)
        if row.get("active", True):
            rules.append(_dated(row, number, name, conditions))
    for row in content["catalog_rule"]:
        number = db.insert(
            "catalog_rule",
            name=row["name"].format_map(names),
            description=row["description"],
            active=int(row["active"]),
            from_date=row.get("from"),
            to_date=row.get("to"),
            action=row["action"],
            amount=row["amount"],
        )
        for group in row["groups"]:
            db.insert("catalog_rule_group", rule_id=number, group_id=group)
        db.insert("catalog_rule_website", rule_id=number, website_id=1)
        for subject, how, value in row["conditions"]:
            value = value.format_map(values)
            db.insert("catalog_rule_condition", rule_id=number, subject=subject, operator=how, value=value)
    return rules


def _dated(row: Mapping[str, Any], number: int, name: str, conditions: Sequence[tuple[str, str, str]]) -> DatedRule:
    rule = Rule(
        number, name, row.get("coupon"), row["action"], row["amount"], row.get("step", 0),
        row.get("free_shipping", False), row.get("stop_further", False), row.get("priority", 10),
        tuple(Condition(*each) for each in conditions),
    )  # fmt: skip
    start, end = (date.fromisoformat(row[key]) if key in row else None for key in ("from", "to"))
    return DatedRule(rule, start, end, frozenset(row["groups"]), row.get("uses_per_customer"))


def _rule_slots(db: Database, lore: Lore, catalogue: Catalogue) -> tuple[dict[str, str], dict[str, str]]:
    """What rules are about in this universe: words for their names, values for their conditions."""
    rng = lore.rng("shop", "rules")
    shelves: list[Row] = db.rows("SELECT id, name FROM category WHERE level = 3 ORDER BY id")
    first, second = rng.sample(shelves, 2)
    brands = sorted({item.brand for item in catalogue.items})
    favorite, other = rng.sample(brands, 2)
    state = lore.region.states[0]
    names = {"first category": first.name, "second category": second.name, "first state": state.name}
    values = {"first category": str(first.id), "second category": str(second.id), "first state": state.abbreviation}
    both = {"favorite brand": favorite, "second brand": other}
    return names | both, values | both


def write_messages(db: Database, lore: Lore) -> None:
    """Newsletters, notifications, contact messages: after the orders, which some of them speak of."""
    content = read_content("messages")
    for row in content["newsletter"]:
        updated = row.get("sent", "2026-05-11 15:20:00")
        text = row["content"].strip()
        name, subject, sent = row["name"], row["subject"], row.get("sent")
        db.insert("newsletter", name=name, subject=subject, content=text, sent=sent, updated=updated)
    # Each went to those who are subscribed and were so at the time.
    db.run(
        "INSERT INTO outgoing (recipient, subject, body, created)"
        " SELECT email, subject, content, sent FROM newsletter JOIN subscriber ON changed < sent"
        " WHERE status = 'subscribed' ORDER BY sent, email"
    )
    for row in sorted(content["notification"], key=lambda row: str(row["created"])):
        db.insert("notification", **(row | {"seen": int(row.get("seen", False))}))
    _write_contact(db, lore, content["contact"])


def _write_contact(db: Database, lore: Lore, messages: Sequence[Mapping[str, Any]]) -> None:
    rng = lore.rng("shop", "contact")
    left = rng.shuffled(
        db.rows(
            "SELECT orders.id, orders.number, orders.status, orders.first_name, orders.last_name, orders.email,"
            " orders.updated, order_address.phone, min(order_item.name) AS product"
            " FROM orders JOIN order_address ON order_address.order_id = orders.id AND kind = 'billing'"
            " JOIN order_item ON order_item.order_id = orders.id"
            " WHERE coalesce(customer_id, 0) <> 1 AND orders.updated BETWEEN '2026-02-20' AND '2026-05-12'"
            " GROUP BY orders.id ORDER BY orders.id"
        )
    )
    rows = []
    for message in messages:
        order = next((each for each in left if each.status in message.get("of", [each.status])), None)
        if order is None:
            raise ValueError(
                f"no order is {' or '.join(message['of'])}, which the message {message['message']!r} needs"
            )
        left.remove(order)
        text = message["message"].format(order=order.number, product=str(order.product).split(",")[0])
        days = (lore.today - date.fromisoformat(order.updated[:10])).days - 1
        created = db.value("SELECT datetime(?, ?)", order.updated, f"+{min(days, rng.integer(1, 8))} days")
        phone = order.phone if rng.chance(0.6) else ""
        rows.append((str(created), f"{order.first_name} {order.last_name}", order.email, phone, text))
    db.run_many(
        "INSERT INTO contact_message (created, name, email, phone, message) VALUES (?, ?, ?, ?, ?)", sorted(rows)
    )
