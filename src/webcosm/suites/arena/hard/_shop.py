"""What hard tasks at the shop and its back office share: rows that prepare a world, columns that may hold anything."""

from __future__ import annotations

from webcosm.judge.effects import Free
from webcosm.judge.state import Allow
from webcosm.suites.arena.admin._rows import NUMBERED, WHEN
from webcosm.worlds import Value, World

__all__ = ["FREE", "NOTICES_READ", "OFFICE", "add_notice", "add_page"]

OFFICE = "http://admin.shop.test"
FREE: Free = {
    "orders": {"updated": WHEN},
    "order_comment": {"id": NUMBERED, "created": WHEN},
    "payment": {"id": NUMBERED, "created": WHEN},
    "invoice": {"created": WHEN},
    "shipment": {"created": WHEN},
    "credit_memo": {"created": WHEN},
    "product": {"updated": WHEN},
}
"""For :func:`expect_deeds`: times, and ids that no other row names."""
NOTICES_READ = Allow(
    "who reads a notification may mark it as read",
    lambda change: change.table == "notification" and change.columns == ("seen",),
)


def add_notice(world: World, title: str, body: str, created: str) -> None:
    """A notification at the back office."""
    world.shop.insert("notification", severity="major", title=title, body=body, seen=0, created=created)


def add_page(world: World, title: str, url_key: str, content: str, written: str) -> None:
    """A page of the shop, at ``/<url_key>``; one that is there is written anew."""
    values: dict[str, Value] = {"title": title, "heading": title, "content": content, "updated": written}
    page = world.shop.value("SELECT id FROM cms_page WHERE url_key = ?", url_key)
    if page is None:
        world.shop.insert("cms_page", url_key=url_key, layout="with menu", active=1, created=written, **values)
    else:
        columns = ", ".join(f"{name} = ?" for name in values)
        world.shop.run(f"UPDATE cms_page SET {columns} WHERE id = ?", *values.values(), page)
