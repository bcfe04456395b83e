"""What holds for the hard families as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tests.suites.arena.universes import universe
from webcosm.suites.arena.hard.callers import ORDERS, SEVERAL, HoldForCallers, open_orders
from webcosm.tasks import DrawnTask, Skill, Template, find_templates
from webcosm.tasks.levels import LEVELS, Levelled, at_levels, family_of
from webcosm.worlds import Row, World

NOT_YET = {Skill.PICTURE, Skill.MEMORY}
"""For sites to come."""


def families() -> Mapping[str, Sequence[type[Template[Any]]]]:
    found = defaultdict(list)
    for template in find_templates(["arena.hard"]):
        found[family_of(template.id)].append(template)
    return found


def test_each_family_has_four_levels() -> None:
    assert len(families()) >= 18
    for templates in families().values():
        assert [one.level for one in templates] == list(LEVELS)


def test_each_kind_of_difficulty_is_what_makes_some_family_hard() -> None:
    main = {templates[0].difficulty.skills[0] for templates in families().values()}
    assert main == set(Skill) - NOT_YET


def test_who_leaves_something_out_and_who_goes_by_the_first_rule_is_tried_on_each() -> None:
    without_rule = set()
    for name, templates in families().items():
        tried = {one.__name__ for one in templates[0].shortcuts}
        assert "half_done" in tried, name
        assert templates[0].ways, name
        if "first_rule" not in tried:
            without_rule.add(name)
    assert without_rule == {"arena.hard.hold-for-callers"}, "there are no rules, but questions and guesses"


def test_each_family_can_be_played_with_a_hint() -> None:
    for templates in families().values():
        for hint in ("plan", "facts"):
            assert getattr(templates[0], hint) is not getattr(Levelled, hint), f"{templates[0].id} has no {hint}"


def test_callers_have_several_open_orders_where_few_people_have() -> None:
    """In a universe in which nobody has two open orders the last complete ones of some are opened again."""
    task = DrawnTask.of(at_levels(HoldForCallers)[3], 0, 7)
    with task.open_first(universe(7)) as world:
        family = task.family
        assert isinstance(family, HoldForCallers)
        world.shop.run("UPDATE orders SET status = 'complete' WHERE status IN ('pending', 'processing', 'fraud')")
        found = open_orders(world)
        assert len(found) == SEVERAL
        for buyer, orders in found.items():
            assert len(orders) == 2
            assert {f"{one.first_name} {one.last_name}" for one in orders} == {buyer}
        case = next(case for draw in range(24) if (case := family.case(world, draw, {**found, **single(world)})))
        assert sum(len(one.orders) > 1 for one in case) == 5


def single(world: World) -> dict[str, list[Row]]:
    """Somebody with one open order."""
    (row,) = world.shop.rows(f"{ORDERS} WHERE last_name <> '' ORDER BY orders.id LIMIT 1")
    return {row.buyer: [row]}
