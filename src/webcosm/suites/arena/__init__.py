"""Suite `arena`: tasks on self-hosted sites, judged by what became of the world."""

from __future__ import annotations

from typing import Any

from webcosm.suites.arena.across import tools
from webcosm.suites.arena.admin import buyers as admin_buyers
from webcosm.suites.arena.admin import categories as admin_categories
from webcosm.suites.arena.admin import content as admin_content
from webcosm.suites.arena.admin import customers as admin_customers
from webcosm.suites.arena.admin import new_products as admin_new_products
from webcosm.suites.arena.admin import newsletters as admin_newsletters
from webcosm.suites.arena.admin import order_actions as admin_order_deeds
from webcosm.suites.arena.admin import order_documents as admin_order_papers
from webcosm.suites.arena.admin import order_facts as admin_order_facts
from webcosm.suites.arena.admin import orders as admin_orders
from webcosm.suites.arena.admin import product_edits as admin_product_edits
from webcosm.suites.arena.admin import product_moves as admin_product_moves
from webcosm.suites.arena.admin import products as admin_products
from webcosm.suites.arena.admin import report_pages as admin_report_pages
from webcosm.suites.arena.admin import reports as admin_reports
from webcosm.suites.arena.admin import review_actions as admin_review_deeds
from webcosm.suites.arena.admin import reviews as admin_reviews
from webcosm.suites.arena.admin import rule_edits as admin_rule_edits
from webcosm.suites.arena.admin import rules as admin_rules
from webcosm.suites.arena.admin import search_terms as admin_search_terms
from webcosm.suites.arena.admin import stock as admin_stock
from webcosm.suites.arena.admin import store as admin_store
from webcosm.suites.arena.admin import variant_additions as admin_variant_additions
from webcosm.suites.arena.admin import variants as admin_variants
from webcosm.suites.arena.calc import calculations as calc
from webcosm.suites.arena.calc import units
from webcosm.suites.arena.home import portal as home
from webcosm.suites.arena.manuals import chapters as manuals
from webcosm.suites.arena.notes import changes as notes_changes
from webcosm.suites.arena.notes import edits as notes_edits
from webcosm.suites.arena.notes import finding as notes
from webcosm.suites.arena.shop import account as shop_account
from webcosm.suites.arena.shop import browse as shop_browse
from webcosm.suites.arena.shop import buying as shop_buying
from webcosm.suites.arena.shop import cart as shop_cart
from webcosm.suites.arena.shop import facts as shop_facts
from webcosm.suites.arena.shop import filters as shop_filters
from webcosm.suites.arena.shop import find as shop_find
from webcosm.suites.arena.shop import mentions as shop_mentions
from webcosm.suites.arena.shop import order_counts as shop_order_counts
from webcosm.suites.arena.shop import order_facts as shop_order_facts
from webcosm.suites.arena.shop import orders as shop_orders
from webcosm.suites.arena.shop import prices as shop_prices
from webcosm.suites.arena.shop import reviews as shop_reviews
from webcosm.suites.arena.shop import spending as shop_spending
from webcosm.suites.arena.shop import wishes as shop_wishes
from webcosm.suites.arena.shop import words as shop_words
from webcosm.tasks import Template

__all__ = ["TEMPLATES"]

TEMPLATES: tuple[type[Template[Any]], ...] = (
    *home.TEMPLATES,
    *shop_account.TEMPLATES,
    *shop_browse.TEMPLATES,
    *shop_buying.TEMPLATES,
    *shop_cart.TEMPLATES,
    *shop_facts.TEMPLATES,
    *shop_filters.TEMPLATES,
    *shop_find.TEMPLATES,
    *shop_mentions.TEMPLATES,
    *shop_order_counts.TEMPLATES,
    *shop_order_facts.TEMPLATES,
    *shop_orders.TEMPLATES,
    *shop_prices.TEMPLATES,
    *shop_reviews.TEMPLATES,
    *shop_spending.TEMPLATES,
    *shop_wishes.TEMPLATES,
    *shop_words.TEMPLATES,
    *admin_buyers.TEMPLATES,
    *admin_categories.TEMPLATES,
    *admin_content.TEMPLATES,
    *admin_customers.TEMPLATES,
    *admin_new_products.TEMPLATES,
    *admin_newsletters.TEMPLATES,
    *admin_order_deeds.TEMPLATES,
    *admin_order_facts.TEMPLATES,
    *admin_order_papers.TEMPLATES,
    *admin_orders.TEMPLATES,
    *admin_product_edits.TEMPLATES,
    *admin_product_moves.TEMPLATES,
    *admin_products.TEMPLATES,
    *admin_report_pages.TEMPLATES,
    *admin_reports.TEMPLATES,
    *admin_review_deeds.TEMPLATES,
    *admin_reviews.TEMPLATES,
    *admin_rule_edits.TEMPLATES,
    *admin_rules.TEMPLATES,
    *admin_search_terms.TEMPLATES,
    *admin_stock.TEMPLATES,
    *admin_store.TEMPLATES,
    *admin_variant_additions.TEMPLATES,
    *admin_variants.TEMPLATES,
    *calc.TEMPLATES,
    *units.TEMPLATES,
    *notes.TEMPLATES,
    *notes_changes.TEMPLATES,
    *notes_edits.TEMPLATES,
    *manuals.TEMPLATES,
    *tools.TEMPLATES,
)
