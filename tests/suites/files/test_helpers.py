"""VisualWebArena's helpers read real pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.suites.files.shop import Shop
from webcosm.env import Episode
from webcosm.judge.programs import HELPERS, parse_call, run_call

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

READ: dict[str, dict[str, object]] = {
    "/mug": {
        "get_query_text(__page__, '#price')": "$12",
        "get_query_text(__page__, '#nothing')": "",
        "get_query_text_lowercase(__page__, 'h1')": "mug & saucer",
        "shopping_get_product_price(__page__)": 0,
    },
    "/product": {
        "shopping_get_product_price(__page__)": 9.99,
        "shopping_get_num_reviews(__page__)": 12,
        "shopping_get_rating_as_percentage(__page__)": 80,
        "shopping_get_product_attributes(__page__, 'brand |OR| weight')": "Foolscap, 2 pounds",
        "shopping_get_product_attributes(__page__, 'colour')": "",
    },
    "/sales/order/view/order_id/17/": {
        "shopping_get_order_product_name_list(__page__)": "Mug\nSize\nLarge",
        "shopping_get_order_product_quantity(__page__, 'M-0 |OR| M-1')": 3,
        "shopping_get_order_product_quantity(__page__, 'M-0')": 0,
        "shopping_get_order_product_option(__page__, 'M-1', 'Size')": "Large",
        "shopping_get_order_product_option(__page__, 'M-1', 'Colour')": "",
    },
    "/f/mugs/7/": {
        "reddit_get_latest_comment_content_by_username(__page__, 'bob')": "a reply",
        "reddit_get_latest_comment_content_by_username(__page__, 'nobody')": "",
        "reddit_get_parent_comment_username_of_latest_comment_by_username(__page__, 'bob')": "ann",
        "reddit_get_parent_comment_username_of_latest_comment_by_username(__page__, 'ann')": "asker",
    },
    "/project/members": {
        "gitlab_get_project_memeber_role(__page__, 'bob')": "Developer",
        "gitlab_get_project_memeber_role(__page__, 'nobody')": "",
    },
}


@dataclass
class Reader:
    episode: Episode

    async def evaluate(self, script: str, argument: object = None) -> Any:
        tab = self.episode.window.tab
        return await tab.run_script(script, argument)


@pytest.mark.parametrize("path", READ)
async def test_helpers_read_the_page(standing: Episode, shop: Shop, path: str) -> None:
    await standing.window.goto(shop.url + path)
    await standing.window.settle(standing.patience)
    found = {program: await run_call(parse_call(program), Reader(standing), None) for program in READ[path]}
    await standing.window.goto(f"{shop.url}/")
    await standing.window.settle(standing.patience)
    assert found == READ[path]


async def test_every_helper_that_reads_pages_is_tried() -> None:
    tried = {program.partition("(")[0] for programs in READ.values() for program in programs}
    assert tried == {name for name, helper in HELPERS.items() if helper.script}
