"""The shop's first state."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.sites.shop.seed.catalogue import write_catalogue
from webcosm.sites.shop.seed.demo import demo_orders, second_orders
from webcosm.sites.shop.seed.goods import load_kinds
from webcosm.sites.shop.seed.ledger import Ledger
from webcosm.sites.shop.seed.people import accounts, admin_accounts, write_customers, write_staff
from webcosm.sites.shop.seed.reviews import write_reviews
from webcosm.sites.shop.seed.sales import Buying, plan_orders
from webcosm.sites.shop.seed.shelf import pack_shelf
from webcosm.sites.shop.seed.store import CONTENT, read_content, write_messages, write_store
from webcosm.sites.shop.seed.traces import write_carts, write_searches, write_views
from webcosm.worlds import BEGINNING, Database

__all__ = ["accounts", "admin_accounts", "fill"]


def fill(db: Database, lore: Lore, scale: str) -> None:
    """All rows."""
    kinds = load_kinds(CONTENT / "goods")
    write_staff(db, lore)
    catalogue = write_catalogue(db, lore, scale, kinds, read_content("departments"))
    customers = write_customers(db, lore, scale)
    store = write_store(db, lore, catalogue)
    buying = Buying(lore, store, catalogue.items, admin_accounts(lore)[1].username)
    demo = demo_orders(buying, lore, customers[0])
    own = demo + second_orders(buying, lore, customers[1])
    Ledger(lore.rng("shop", "ledger")).write(db, plan_orders(buying, lore, customers, scale, own))
    write_reviews(db, lore, catalogue.items, customers, demo)
    write_messages(db, lore)
    write_carts(db, lore, catalogue.items, customers)
    write_views(db, lore, catalogue.items)
    write_searches(db, lore, catalogue.items)
    pack_shelf(db, BEGINNING.date())
