"""After a refused form the first thing that is wrong has the focus and is in view, on every site that has forms.

The portal and the manuals have only searches, which are never refused.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from webcosm.browser import Viewport
from webcosm.env import Observation, Runtime
from webcosm.env.shot import DESK, PHONE
from webcosm.judge.verdict import Verdict
from webcosm.tasks import Goal, Scene, Task
from webcosm.worlds import World

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CART = ("http://shop.test/", "click Add to Cart: ", "goto http://shop.test/cart")
COLOR = "http://admin.shop.test/catalog/attributes/{color}"
REFUSED: dict[str, tuple[tuple[str, ...], str, str]] = {
    "coupon": ((*CART, "fill Coupon code = NOPE", "click Apply coupon"), "Coupon code", "NOPE"),
    "address": (
        ("http://shop.test/account/addresses/new", "fill Street address = 1 Quay Road", "click Save address"),
        "City",
        "City is required.",
    ),
    "color code": ((COLOR, "fill Color code of Red = reddish", "click Save"), "Color code of Red", "reddish"),
    "product": (
        ("http://admin.shop.test/catalog/products/1", "fill Price = dear", "click Save"),
        "Price",
        "Price: write an amount like 12.50.",
    ),
    "listing": (("http://classifieds.test/post/cars", "click Save draft"), "Title", "Title is required."),
    "offer": (
        ("http://classifieds.test/item/{listing}/offer", "fill Your offer = much", "click Send offer"),
        "Your offer",
        "Your offer: write an amount like 12.50.",
    ),
    "e-mail": (
        ("http://classifieds.test/account/profile", "fill E-mail = nowhere", "click Save profile"),
        "E-mail",
        "nowhere",
    ),
    "post": (("http://forum.test/submit", "click Post"), "Forum", "Forum is required."),
    "comment": (("http://forum.test/{thread}", "click Comment"), "Comment", "is required."),
    "letter": (
        ("http://forum.test/messages/new", "fill To = nobody.at.all", "click Send message"),
        "To",
        "nobody.at.all",
    ),
    "note": (("http://notes.test/new", "click Save note"), "Title", "Title is required."),
    "sum": (("http://calc.test/percent", "click Calculate"), "", "required"),
}
"""What is done, the field that is wrong, and a word that must be in the text."""
FOUND: dict[str, Callable[[World], object]] = {
    "color": lambda world: world.shop.value("SELECT id FROM attribute WHERE code = 'color'"),
    "listing": lambda world: world.classifieds.value(
        "SELECT id FROM listing WHERE status = 'active' AND seller_id <> 1 AND price > 0 ORDER BY id"
    ),
    "thread": lambda world: world.forum.value(
        "SELECT 'f/' || name || '/post/' || post.id FROM post JOIN forum ON forum.id = forum_id"
        " WHERE NOT locked AND deleted IS NULL AND removed_by IS NULL ORDER BY post.id"
    ),
}
"""What stands in braces, in this universe."""


class Visit(Task):
    async def begin(self, scene: Scene) -> Goal:
        return Goal("Look around.")

    async def judge(self, scene: Scene) -> Verdict:
        return Verdict.error("nothing to judge")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def runtime() -> AsyncIterator[Runtime]:
    async with Runtime() as runtime:
        yield runtime


def named(seen: Observation, beginning: str) -> str:
    return next(one.id for one in seen.elements if one.id and one.clickable and one.name.startswith(beginning))


async def refused(runtime: Runtime, steps: tuple[str, ...], viewport: Viewport) -> Observation:
    async with runtime.episode(Visit("test.visit", start=("http://home.test/",), viewport=viewport)) as episode:
        seen = await episode.reset()
        for step in steps:
            step = re.sub(r"\{(\w+)\}", lambda found: str(FOUND[found[1]](episode.world)), step)
            verb, _, rest = step.partition(" ")
            name, _, value = rest.partition(" = ")
            match verb:
                case "click":
                    done = await episode.act(f"click('{named(seen, name)}')")
                case "fill":
                    done = await episode.act(f"fill('{named(seen, name)}', '{value}')")
                case _:
                    done = await episode.act(f"goto('{rest or verb}')")
            assert done.info["error"] == "", step
            assert done.observation is not None
            seen = done.observation
        return seen


@pytest.mark.parametrize("form", REFUSED)
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
async def test_the_first_mistake_has_the_focus_and_is_in_view(runtime: Runtime, form: str, viewport: Viewport) -> None:
    steps, field, words = REFUSED[form]
    seen = await refused(runtime, steps, viewport)
    focused = next((one for one in seen.elements if one.id == seen.focused), None)
    assert focused is not None, seen.text
    assert focused.name.startswith(field)
    assert focused.states.get("invalid"), focused
    assert focused.visible
    assert words in seen.text
