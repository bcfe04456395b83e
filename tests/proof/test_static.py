"""What is found without playing: sites, wordings, pools and twins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from webcosm.judge.answers import Answer, Form, Number, Text
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation
from webcosm.proof import Fault, find_faults
from webcosm.sites import open_universe
from webcosm.suites.arena.admin.products import NewPrice, SetPriceMissing
from webcosm.suites.arena.notes.changes import Reminder, WriteNote
from webcosm.suites.arena.notes.finding import CountByTag, TagName
from webcosm.tasks import Kind, Template, find_templates
from webcosm.worlds import Change, Universe, World


class Counting(CountByTag):
    id = "arena.notes.counting"


class NotCounting(CountByTag):
    id = "arena.notes.not-counting"
    achievable = False
    twin = "arena.notes.counting-twin"

    def pool(self, world: World) -> Sequence[TagName]:
        return [TagName("shelf")]

    def obstacle(self, world: World, p: TagName) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.tag,))


class CountingTwin(CountByTag):
    id = "arena.notes.counting-twin"
    twin = "arena.notes.not-counting"


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with open_universe() as universe:
        yield universe


def variant(base: type[Template[Any]], **attributes: Any) -> type[Template[Any]]:
    """A template that differs from another in some respect, and keeps its id."""
    return type(base.__name__, (base,), {"id": base.id, **attributes})


def told(universe: Universe, template: type[Template[Any]], *others: type[Template[Any]]) -> list[tuple[str, str]]:
    return [(fault.what, fault.why) for fault in find_faults(template, universe, others)]


@pytest.mark.parametrize("template, other", [(NotCounting, CountingTwin), (CountingTwin, NotCounting)])
def test_sound_templates_have_no_faults(
    template: type[Template[Any]], other: type[Template[Any]], universe: Universe
) -> None:
    assert told(universe, Counting) == []
    assert told(universe, template, other) == []


def test_a_site_that_does_not_exist(universe: Universe) -> None:
    (fault,) = find_faults(variant(Counting, sites=("notes", "bank")), universe)
    assert fault == Fault("sites", fault.why, playable=False)
    assert fault.why.startswith("there is no site 'bank'; there are home, shop, ")
    assert find_faults(variant(Counting, sites=()), universe)[0].what == "sites"


def test_a_single_wording_also_if_it_is_written_twice(universe: Universe) -> None:
    for goals in (Counting.goals[:1], Counting.goals[:1] * 2):
        ((what, why),) = told(universe, variant(Counting, goals=goals))
        assert (what, why.partition(";")[0]) == ("wording", "there is a single wording")


def test_a_slot_that_stays_open(universe: Universe) -> None:
    goals = ("How many notes have the tag {{ {tag} }}?", "Count the notes with the tag {{ {tag} }}.")
    ((what, why),) = told(universe, variant(Counting, goals=goals))
    assert what == "wording"
    assert "a slot is left open in" in why


def test_a_pool_that_is_empty_cannot_be_played(universe: Universe) -> None:
    (fault,) = find_faults(variant(Counting, pool=lambda self, world: []), universe)
    assert (fault.what, fault.playable) == ("pool", False)
    assert "nothing in universe 0 fits" in fault.why


def test_a_template_that_fails_is_a_fault_of_its_own(universe: Universe) -> None:
    def fails(self: CountByTag, world: World) -> Sequence[TagName]:
        raise IndexError("no such note")

    [(what, why)] = told(universe, variant(Counting, pool=fails))
    assert what == "template"
    assert why.startswith("IndexError: no such note (")


def test_a_pool_that_holds_something_twice(universe: Universe) -> None:
    pool = [TagName("home"), TagName("work"), TagName("home")]
    assert told(universe, variant(Counting, pool=lambda self, world: pool)) == [
        ("pool", "it holds TagName(tag='home') twice")
    ]


def test_a_pool_that_is_another_one_each_time(universe: Universe) -> None:
    numbers = iter(range(1_000))
    template = variant(Counting, pool=lambda self, world: [TagName(f"tag{next(numbers)}"), TagName("home")])
    assert ("pool", "it is another one each time; let the rows of the world decide it") in told(universe, template)


def test_a_pool_that_changes_the_world(universe: Universe) -> None:
    def pool(self: object, world: World) -> list[TagName]:
        world.notes.run("UPDATE note SET title = 'Drawn' WHERE id = 1")
        return [TagName("home"), TagName("work")]

    assert told(universe, variant(Counting, pool=pool)) == [
        ("pool", "drawing it changes the world: update in notes.note")
    ]


def test_progress_without_doing_anything(universe: Universe) -> None:
    class HalfDone(Expectation):
        def progress(self, changes: Sequence[Change]) -> float:
            return max(0.5, super().progress(changes))

    class RewardsNothing(WriteNote):
        id = "arena.notes.rewards-nothing"

        def expect(self, world: World, p: Reminder) -> Expectation:
            return HalfDone(super().expect(world, p).required)

    (fault,) = find_faults(RewardsNothing, universe)
    assert (fault.what, fault.why) == ("progress", "it is 0.50 before anything is done")


def test_a_twin_that_does_not_exist(universe: Universe) -> None:
    assert told(universe, NotCounting) == [("twin", "there is no template 'arena.notes.counting-twin'")]


def test_a_twin_that_does_not_return_the_compliment(universe: Universe) -> None:
    assert told(universe, NotCounting, variant(CountingTwin, twin="")) == [
        ("twin", "arena.notes.counting-twin does not name it as its twin, but none")
    ]


def test_twins_that_can_both_be_achieved(universe: Universe) -> None:
    faults = told(universe, variant(NotCounting, achievable=True), CountingTwin)
    assert faults == [("twin", "both of it and arena.notes.counting-twin can be achieved; one of the two must be")]


@pytest.mark.parametrize(
    "differs",
    [
        {"goals": ("How many notes have {tag}?", "Count the notes that have {tag}.")},
        {"kind": WriteNote.kind},
        {"sites": ("notes", "calc")},
        {"start": ("http://notes.test/new",)},
    ],
    ids=lambda differs: next(iter(differs)),
)
def test_a_twin_that_reads_differently(differs: Mapping[str, Any], universe: Universe) -> None:
    name = next(iter(differs))
    assert told(universe, NotCounting, variant(CountingTwin, **differs)) == [
        ("twin", f"it has other {name} than arena.notes.counting-twin, which tells the two apart")
    ]


def test_twins_whose_pools_overlap(universe: Universe) -> None:
    overlapping = variant(NotCounting, pool=CountByTag.pool)
    ((what, why),) = told(universe, overlapping, CountingTwin)
    assert what == "twin"
    assert why.endswith("is in its pool and in that of arena.notes.counting-twin")


def test_others_are_signed_in_than_in_the_twin_only_if_they_stand_in_the_way(universe: Universe) -> None:
    guest = variant(NotCounting, pool=CountByTag.pool, accounts={"notes": "guest"})
    assert told(universe, guest, CountingTwin) == [
        (
            "twin",
            "others are signed in than in arena.notes.counting-twin, though it is not they who stand in the way",
        )
    ]
    forbidden = variant(guest, obstacle=lambda self, world, p: Obstacle(Reason.NO_PERMISSION, (p.tag,)))
    assert told(universe, forbidden, CountingTwin) == []


def test_twins_that_can_be_told_apart_by_a_word(universe: Universe) -> None:
    odd = variant(NotCounting, pool=lambda self, world: [TagName("bathtubs")])
    ((what, why),) = told(universe, odd, CountingTwin)
    assert what == "twin"
    assert why.endswith("without looking, by words that stand nowhere else: bathtubs")


def test_twins_that_can_be_told_apart_by_size(universe: Universe) -> None:
    family = variant(
        SetPriceMissing,
        pool=lambda self, world: [
            NewPrice(p.product, f"${9000 + place}.00") for place, p in enumerate(SetPriceMissing().pool(world))
        ],
    )
    assert [why for _, why in told(universe, family) if "by the figures of price" in why]
    assert told(universe, SetPriceMissing) == []


def test_a_form_that_depends_on_the_answer(universe: Universe) -> None:
    def answer(self: CountByTag, world: World, p: TagName) -> Answer:
        count = CountByTag().answer(world, p)
        assert isinstance(count, Number)
        return count if count.value % 2 else Text(str(count.value))

    [(what, why)] = told(universe, variant(Counting, answer=answer))
    assert (what, why) == ("form", "answers have 2 forms, and no parameter says which; declare one for all")


def test_twins_that_tell_other_forms(universe: Universe) -> None:
    def form(self: Template[Any], world: World, p: TagName) -> Form:
        return Text("any").form()

    [(what, why)] = told(universe, variant(NotCounting, form=form), CountingTwin)
    assert what == "twin"
    assert why.startswith("it tells a form that arena.notes.counting-twin does not")


def test_what_cannot_be_achieved_has_the_form_of_its_twin(universe: Universe) -> None:
    family = find_unachievable()
    with universe.open() as world:
        form = family().form(world, family().pool(world)[0])
        twin = family().find_twin()()
        assert form == twin.form(world, twin.pool(world)[0])


def find_unachievable() -> type[Template[Any]]:
    return next(one for one in find_templates(["arena.home"]) if one.kind is Kind.ASK and not one.achievable)
