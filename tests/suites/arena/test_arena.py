"""Every template of the arena is proven: its oracle scores 1, impostors and mutants score 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import pytest_asyncio

from tests.suites.arena.proving import AT_ONCE, Proof, drawn_by_commit, impostors, mutants, prove_all
from webcosm.env import Runtime
from webcosm.study.verify import verify
from webcosm.tasks import Kind, Template, find_templates
from webcosm.worlds import Universe

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Proofs = Mapping[tuple[str, int], Proof | Exception]
TEMPLATES = find_templates(["arena"])
SAMPLE = drawn_by_commit(TEMPLATES, 12)
"""What the everyday tests prove; the sweep proves all. The next commit draws others."""
IN_FULL, ON_EVIDENCE = SAMPLE[:2], SAMPLE[2:]
"""Proven as `webcosm verify` does, with impostors that play; and by one run of the oracle and altered evidence."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def proofs(runtime: Runtime) -> Proofs:
    """One run of each oracle of those that are proven on evidence."""
    return await prove_all(runtime, ON_EVIDENCE, [0], universe=0)


@pytest.fixture(scope="module")
def universe(runtime: Runtime) -> Universe:
    return runtime.universe(0)


def by_id(template: type[Template[Any]]) -> str:
    return template.id


def check_oracle(proof: Proof | Exception) -> Proof:
    if isinstance(proof, Exception):
        raise proof
    task = proof.task
    failed = [check for check in proof.verdict.checks if not check.passed]
    assert proof.verdict.score == 1, f"{task.goal}: {failed or proof.verdict.collateral}"
    assert proof.steps <= task.max_steps
    assert abs(proof.steps - task.family.difficulty.actions) <= 3, f"the oracle needed {proof.steps} actions"
    return proof


def check_impostors(proof: Proof) -> None:
    believed = [what for what, evidence in impostors(proof) if proof.score(evidence) != 0]
    assert believed == [], proof.task.goal


def check_mutants(proof: Proof) -> int:
    task = proof.task
    with proof.universe.open() as world:
        expectation = task.family.expect(world, task.parameters)
    made = list(mutants(expectation, proof.end.changes))
    for what, changes in made:
        verdict = task.score(proof.universe, type(proof.end)(**{**vars(proof.end), "changes": tuple(changes)}))
        assert verdict.score == 0, f"{task.goal}: {what} was accepted"
    return len(made)


async def test_what_webcosm_verify_proves_holds(runtime: Runtime) -> None:
    proof = await verify(runtime, IN_FULL, seeds=1, universe=0, at_once=AT_ONCE)
    told = [f"{fault['task']}: {fault['what']}: {fault['why']}" for fault in proof.failures]
    assert proof.holds, "\n".join(told)
    assert (proof.tasks, proof.oracle) == (len(IN_FULL), [len(IN_FULL)] * 2)
    assert proof.mutants[1] > 0
    assert {"null", "constant", "whole page", "random", "peeker", "vandal"} <= proof.impostors.keys()


@pytest.mark.parametrize("template", ON_EVIDENCE, ids=by_id)
async def test_the_oracle_wins_in_about_as_many_actions_as_the_template_says(
    template: type[Template[Any]], proofs: Proofs
) -> None:
    check_oracle(proofs[template.id, 0])


@pytest.mark.parametrize("template", ON_EVIDENCE, ids=by_id)
async def test_impostors_score_nothing(template: type[Template[Any]], proofs: Proofs) -> None:
    check_impostors(check_oracle(proofs[template.id, 0]))


@pytest.mark.parametrize("template", [one for one in ON_EVIDENCE if one.achievable and one.kind is Kind.DO], ids=by_id)
async def test_mutants_of_the_right_end_score_nothing(template: type[Template[Any]], proofs: Proofs) -> None:
    assert check_mutants(check_oracle(proofs[template.id, 0])) >= 2


@pytest.mark.sweep
@pytest.mark.parametrize("seed_of_universe", [0, 7])
async def test_all_of_it_for_three_seeds(seed_of_universe: int, runtime: Runtime) -> None:
    found = await prove_all(runtime, TEMPLATES, range(3), universe=seed_of_universe)
    problems: list[str] = []
    for (template, seed), proof in found.items():
        try:
            check_impostors(check_oracle(proof))
            check_mutants(check_oracle(proof))
        except Exception as problem:
            problems.append(f"{template} {seed}: {problem}")
    assert problems == []


SMALL_POOLS = {
    "arena.shop.make-default-address": "as many as the customer has further addresses",
    "arena.shop.end-newsletter": "there is one newsletter",
    "arena.shop.add-cheaper-pack": "as many as there are pairs of packs whose order by unit price is not that by price",
    "arena.shop.store-contact": "as many as there are ways to reach the store",
    "arena.shop.contact-of-store": "a few ways by which stores can be reached and this one cannot",
    "arena.shop.counter-hours": "as many as there are days on which the store opens, and ends of them",
    "arena.shop.pickup-hours": "as many as there are days on which it does not",
    "arena.shop.size-guide": "as many as the guide has lines",
    "arena.shop.order-address": "as many as there are orders to another address",
    "arena.shop.parcel-number": "as many as there are orders that were not shipped",
    "arena.shop.spent-in-month": "as many as there are months with several orders",
    "arena.shop.refund-received": "as many as there are refunds, by order and by month",
    "arena.shop.remove-wish": "as many as there are wishes",
    "arena.shop.choose-wish": "as many as there are wishes with options",
    "arena.admin.disable-page": "as many as there are pages",
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


@pytest.mark.parametrize("template", TEMPLATES, ids=by_id)
async def test_pools_are_the_same_every_time_hold_nothing_twice_and_are_large(
    template: type[Template[Any]], universe: Universe
) -> None:
    one = template()
    with universe.open() as world, universe.open() as again:
        pool = one.pool(world)
        assert pool == one.pool(again)
        assert len(set(pool)) == len(pool) > 0
        assert (len(pool) < 20) == (template.id in SMALL_POOLS), f"{len(pool)} in its pool"
        assert world.changes() == []


@pytest.mark.parametrize("template", TEMPLATES, ids=by_id)
async def test_goals_have_more_than_one_wording_and_leave_no_slot_open(
    template: type[Template[Any]], universe: Universe
) -> None:
    one = template()
    with universe.open() as world:
        pool = one.shuffled_pool(world)
        goals = {one.word(world, p, seed) for seed, p in enumerate(pool[:12])}
        assert all("{" not in goal and "}" not in goal for goal in goals)
        assert len({one.word(world, pool[0], seed) for seed in range(24)}) >= 2


@pytest.mark.parametrize("template", [one for one in TEMPLATES if not one.achievable], ids=by_id)
async def test_what_cannot_be_done_reads_like_what_can(template: type[Template[Any]], universe: Universe) -> None:
    known = {one.id: one for one in TEMPLATES}
    twin = known[template.twin]
    assert twin.achievable
    assert twin.twin == template.id
    assert (template.goals, template.kind, template.sites) == (twin.goals, twin.kind, twin.sites)
    with universe.open() as world:
        if template().accounts_in(world) == twin().accounts_in(world):  # else who asks makes the difference
            assert not set(template().pool(world)) & set(twin().pool(world))
