"""Every template of the arena is proven: its oracle scores 1, impostors and mutants score 0."""

from __future__ import annotations

from typing import Any

import pytest

from tests.suites.choosing import changed_files, shard, touched
from webcosm.env import Runtime
from webcosm.proof import Proof, Tally, find_faults, prove
from webcosm.tasks import Template, find_templates
from webcosm.worlds import Universe

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TEMPLATES = find_templates(["arena"])
GROUPS = sorted({template.id.rpartition(".")[0] for template in TEMPLATES})
EVERYDAY = [template for template in TEMPLATES if template.level < 1]
HARD = [template for template in TEMPLATES if template.level == 1]
"""One of them at a time; the higher levels of hard families take minutes, and the sweep proves them."""
SHARD = shard(EVERYDAY, 8)
TOUCHED_AT_MOST = 6
"""A change to many templates is proven by the sweep."""
IN_FULL = SHARD[:2]
"""Proven as `webcosm verify` does, with impostors that play."""
ON_EVIDENCE = list(
    dict.fromkeys(
        [
            *shard(touched(EVERYDAY, changed_files()), TOUCHED_AT_MOST),
            *SHARD[2:],
            *shard(touched(HARD, changed_files()) or HARD, 1),
        ]
    )
)
"""Proven by one run of the oracle and altered evidence."""
LOOKED_AT = {template.id for template in [*shard(TEMPLATES, 60), *shard(touched(TEMPLATES, changed_files()), 30)]}
"""Whose pools and words are looked at every day; the sweep looks at all."""
AT_ONCE = 3


def by_id(template: type[Template[Any]]) -> str:
    return template.id


every_template = pytest.mark.parametrize(
    "template",
    [
        pytest.param(template, id=template.id, marks=() if template.id in LOOKED_AT else pytest.mark.sweep)
        for template in TEMPLATES
    ],
)


def failures(proof: Proof) -> str:
    return "\n".join(str(failure) for failure in proof.failures)


@pytest.fixture(scope="module")
def universe(runtime: Runtime) -> Universe:
    return runtime.universe(0)


async def test_what_webcosm_verify_proves_holds_for_some(runtime: Runtime) -> None:
    proof = await prove(runtime, IN_FULL, [0], at_once=AT_ONCE)
    assert proof.holds, failures(proof)
    assert (proof.tasks, proof.oracle) == (len(IN_FULL), Tally(len(IN_FULL), len(IN_FULL)))
    assert {"null", "constant", "whole page", "random", "peeker", "vandal"} <= proof.impostors.keys()
    assert "stranger" in proof.mutants


@pytest.mark.parametrize("template", ON_EVIDENCE, ids=by_id)
async def test_what_needs_no_further_play_holds_for_more(template: type[Template[Any]], runtime: Runtime) -> None:
    proof = await prove(runtime, [template], [0], plays=False)
    assert proof.holds, failures(proof)
    assert proof.oracle == Tally(1, 1)


@pytest.mark.sweep
@pytest.mark.parametrize("group", GROUPS)
async def test_what_webcosm_verify_proves_holds_for_all(group: str, runtime: Runtime) -> None:
    proof = await prove(runtime, find_templates([group]), [0], at_once=AT_ONCE)
    assert proof.holds, failures(proof)


@pytest.mark.sweep
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("seed_of_universe", [0, 7])
async def test_what_needs_no_further_play_holds_for_all_in_two_universes(
    seed_of_universe: int, group: str, runtime: Runtime
) -> None:
    proof = await prove(runtime, find_templates([group]), range(3), seed_of_universe, at_once=AT_ONCE, plays=False)
    assert proof.holds, failures(proof)


SMALL_POOLS = {
    "arena.shop.make-default-address": "as many as the customer has further addresses",
    "arena.shop.end-newsletter": "there is one newsletter",
    "arena.shop.add-cheaper-pack": "as many as there are pairs of packs whose order by unit price is not that by price",
    "arena.shop.store-contact": "as many as there are ways to reach the store",
    "arena.shop.contact-of-store": "a few ways by which stores can be reached and this one cannot",
    "arena.shop.counter-hours": "as many as there are days of the week and ends of them, and two holidays",
    "arena.shop.size-guide": "as many as the guide has lines",
    "arena.shop.order-address": "as many as there are orders to another address",
    "arena.shop.spent-in-month": "as many as there are months with several orders",
    "arena.shop.refund-received": "as many as there are refunds, by order and by month",
    "arena.shop.remove-wish": "as many as there are wishes",
    "arena.shop.choose-wish": "as many as there are wishes with options",
    "arena.admin.disable-page": "as many as there are pages",
    "arena.admin.close-user-account": "as many as there are active colleagues besides oneself",
    "arena.admin.preview-theme": "as many as there are other themes",
    "arena.admin.switch-theme": "as many as there are other themes",
    "arena.admin.release-order": "as many as there are orders on hold",
    "arena.admin.deactivate-user": "as many as there are other active users",
    "arena.admin.change-role": "as many as there are other users and roles",
    "arena.home.find-password": "as many as there are accounts",
    "arena.home.open-details": "as many as there are sites",
    "arena.home.region-count": "three numbers are known of the region",
    "arena.calc.history-result": "as many as there are calculations",
    "arena.calc.delete-calculation": "as many as there are calculations",
    "arena.calc.delete-day": "as many as there are days with calculations",
    "arena.notes.count-by-tag": "as many as there are tags on two notes or more",
    "arena.notes.open-items": "as many as there are checklists",
    "arena.notes.contact-detail": "as many as the address book has lines",
    "arena.notes.unarchive-note": "as many as there are archived notes",
    "arena.across.convert-noted": "as many as there are lines with one measure",
}
"""Where the data give fewer than 20 tasks, and why."""


@every_template
async def test_what_a_template_says_of_itself_holds(template: type[Template[Any]], universe: Universe) -> None:
    assert find_faults(template, universe) == []


@every_template
async def test_pools_are_large(template: type[Template[Any]], universe: Universe) -> None:
    with universe.open() as world:
        pool = template().pool(world)
    assert (len(pool) < 20) == (template.id in SMALL_POOLS), f"{len(pool)} in its pool"
