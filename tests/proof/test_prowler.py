"""The prowler: addresses that look right and show something else, and other forms of the right one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from webcosm.judge.evidence import Evidence
from webcosm.judge.page import PageShows
from webcosm.proof.prowler import near, other_addresses
from webcosm.proof.runs import OracleRun, score_all
from webcosm.sites import all_sites, open_universe
from webcosm.sites.kit import Visitor
from webcosm.suites.arena.notes.finding import OpenNote, SortTagged
from webcosm.tasks import DrawnTask
from webcosm.worlds import Universe


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with open_universe() as universe:
        yield universe


def run_of(task: DrawnTask, universe: Universe, url: str) -> OracleRun:
    """Of somebody who ended at an address."""
    task.prepare(universe)
    with universe.open(task.first_state()) as world:
        end = Evidence(url=url, page=Visitor(world, all_sites()).get(url).shown)
    return OracleRun(task, universe, end, end)


def tagged(universe: Universe) -> tuple[OracleRun, PageShows]:
    task = DrawnTask.of(SortTagged, 0, 0)
    task.prepare(universe)
    with task.open_first(universe) as world:
        page = task.family.page(world, task.parameters)
    return run_of(task, universe, f"http://notes.test/?tag={page.facts['tag']}&sort={page.facts['sort']}"), page


def test_what_looks_right_and_what_is_another_form() -> None:
    found = {one.what: (one.url, one.same) for one in near("http://notes.test/notes/12/edit?a=x&b=y#top")}
    assert found["slash at the end"] == ("http://notes.test/notes/12/edit/?a=x&b=y#top", False)
    assert found["neighbour"] == ("http://notes.test/notes/13/edit?a=x&b=y#top", False)
    assert found["other order of parameters"] == ("http://notes.test/notes/12/edit?b=y&a=x#top", True)
    assert found["parameters by number"] == ("http://notes.test/notes/12/edit?a=%78&b=%79#top", True)
    assert found["a in capitals"] == ("http://notes.test/notes/12/edit?a=X&b=y#top", None)
    assert found["no part of the page"] == ("http://notes.test/notes/12/edit?a=x&b=y", False)


def test_a_judge_that_looks_at_the_page_stands_it(universe: Universe) -> None:
    run, page = tagged(universe)
    for same, outcome in ((True, "success"), (False, "failure")):
        made = list(other_addresses(run, same=same))
        assert len(made) > 3
        assert {one.outcome for one in score_all(universe, run.task, [end for _, end in made])} == {outcome}
    tag = str(page.facts["tag"])
    assert any(f"tag={tag.upper()}&" in what for what, _ in other_addresses(run, same=False))


def test_a_judge_that_looks_at_less_does_not(universe: Universe, monkeypatch: pytest.MonkeyPatch) -> None:
    run, page = tagged(universe)
    others = [end for _, end in other_addresses(run, same=False)]
    careless = replace(page, facts={"tag": page.facts["tag"]}, free=(*page.free, "sort", "shelf", "account", "q"))
    monkeypatch.setattr(SortTagged, "page", lambda *_: careless)
    assert "success" in {one.outcome for one in score_all(universe, run.task, others)}


def test_a_neighbour_is_another_thing(universe: Universe) -> None:
    task = DrawnTask.of(OpenNote, 0, 0)
    task.prepare(universe)
    with task.open_first(universe) as world:
        number = task.family.page(world, task.parameters).facts["id"]
    run = run_of(task, universe, f"http://notes.test/notes/{number}")
    others = dict(other_addresses(run, same=False))
    assert sum("neighbour" in what for what in others) == 2
    assert {one.outcome for one in score_all(universe, task, list(others.values()))} == {"failure"}


def test_where_no_site_of_ours_served_the_page_there_is_nothing_to_open(universe: Universe) -> None:
    run, _ = tagged(universe)
    assert list(other_addresses(replace(run, end=replace(run.right_end, page=None)), same=False)) == []
