"""The measurements that need a browser, with numbers so small that only their form can be checked."""

from __future__ import annotations

import ast
import inspect
from html.parser import HTMLParser
from pathlib import Path
from urllib.request import urlopen

import pytest

from webcosm.bench import episodes, observe, pages, sizes, soak, webcosm_side
from webcosm.bench.report import Record

OUR_OWN = {"click", "refused", "bare_clicks", "bare_windows", "ready", "end", "keep_to", "read"}
"""Deeds that the peer need not know."""
TINY = episodes.Sizes(crowd=(1, 2), batch=2, rate_rounds=1, processes=1, at_once=2, bare_windows=1)


def nothing(done: int, total: int, doing: str) -> None:
    pass


def by_name(records: list[Record]) -> dict[str, Record]:
    named = {record.name: record for record in records}
    assert len(named) == len(records), "names are unique"
    return named


class Counter(HTMLParser):
    """Counts elements and texts."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.nodes += 1

    def handle_data(self, data: str) -> None:
        self.nodes += 1


def nodes(rows: int) -> int:
    counter = Counter()
    counter.feed(pages.table(rows))
    return counter.nodes


def test_each_row_of_the_table_has_as_many_nodes_as_it_says() -> None:
    assert nodes(600) - nodes(0) == 600 * pages.NODES_PER_ROW == 9_000


def test_the_peer_is_served_the_same_pages() -> None:
    with pages.serving() as address:
        assert urlopen(f"{address}/table/3").read().decode() == pages.table(3)
        assert b"core.startEpisode" in urlopen(f"{address}/miniwob/click-test-2.html").read()


def test_the_peer_knows_the_same_deeds_with_the_same_details() -> None:
    """Read, not run: the script's own imports are in another environment."""
    script = ast.parse(Path(webcosm_side.__file__).with_name("browsergym_peer.py").read_text())
    theirs = {
        node.name: [argument.arg for argument in node.args.args]
        for node in script.body
        if isinstance(node, ast.FunctionDef)
    }
    ours = {
        name: list(inspect.signature(deed).parameters)[1:]
        for name, deed in inspect.getmembers(webcosm_side.Deeds, inspect.iscoroutinefunction)
        if not name.startswith("_") and name not in OUR_OWN
    }
    assert ours.items() <= theirs.items()
    listed = next(node for node in ast.walk(script) if isinstance(node, ast.DictComp)).generators[0].iter
    assert isinstance(listed, ast.Tuple)
    assert {name.id for name in listed.elts if isinstance(name, ast.Name)} == set(ours)


@pytest.mark.browser
def test_observations_of_a_large_and_a_small_page() -> None:
    records = by_name(observe.measure(2, nothing, rows=20, kinds={"notes": ["/new"], "calc": ["/", "/convert"]}))
    assert set(records) == {
        *(
            f"observe.{page}{kind}.p{percent}"
            for page in ("table-20", "mini")
            for kind in ("", ".text")
            for percent in (50, 95)
        ),
        *("text.notes./new", "text.calc./", "text.calc./convert", "text.all.p50"),
        "rounds",
    }
    assert all(0 < record.value < 60_000 for record in records.values())
    assert records["observe.table-20.p50"].value < records["observe.table-20.text.p50"].value
    promised = [name for name, record in records.items() if record.met is not None]
    assert promised == ["text.all.p50"], "no time is promised without a peer"


def test_the_texts_of_all_pages_are_compared_by_the_median_of_their_ratios() -> None:
    found = by_name(sizes.records({"a": (10, 30), "b": (100, 100), "c": (10, 25)}))
    assert (found["text.a"].ratio, found["text.b"].ratio) == (3, 1)
    assert (found["text.all.p50"].ratio, found["text.all.p50"].met) == (2.5, True)


@pytest.mark.browser
@pytest.mark.sweep
def test_steps_resets_memory_and_episodes() -> None:
    records = by_name(episodes.measure(1, nothing, sizes=TINY))
    assert set(records) == {
        "step.noop.p50",
        "step.noop.p95",
        "reset.p50",
        "reset.p95",
        "reset.one-upon-another.p50",
        "step.click.p50",
        "step.click.bare-playwright.p50",
        "step.click.overhead",
        "step.refused.p50",
        "memory.further",
        "episodes.p50",
        "episodes.solved",
        "episodes.processor.p50",
        "episodes.processor.bare-window",
        "rounds",
    }
    step, bare = (records[f"step.click.{which}p50"].value for which in ("", "bare-playwright."))
    assert records["step.click.overhead"].value == pytest.approx(step / bare)
    assert 1 < records["memory.further"].value < 500
    assert records["episodes.p50"].value > 1
    assert records["episodes.solved"].value == 100


@pytest.mark.browser
@pytest.mark.sweep
def test_a_soak_leaves_nothing() -> None:
    records = by_name(soak.measure(4, nothing, at_once=2, warm_up=4))
    kinds = ("processes", "files", "worlds", "memory", "memory.all-processes")
    for moment in ("begin", "middle", "end"):
        assert {f"{kind}.{moment}" for kind in kinds} <= set(records)
        assert records[f"processes.{moment}"].value > 3, "the browser and its helpers"
        assert records[f"worlds.{moment}"].value == 0
    assert records["left.processes"].value == records["left.folders"].value == 0
    assert records["growth.processes"].value <= 0


@pytest.mark.parametrize("measure", [observe.measure, episodes.measure])
def test_less_than_a_round_is_refused(measure: object) -> None:
    assert callable(measure)
    with pytest.raises(ValueError, match="rounds=0: at least 1"):
        measure(0, nothing)


def test_less_than_two_episodes_are_refused() -> None:
    with pytest.raises(ValueError, match="episodes=1: at least 2"):
        soak.measure(1, nothing)


@pytest.mark.sweep
@pytest.mark.browser
def test_the_peer_can_be_measured() -> None:
    """Needs a way to PyPI the first time."""
    for records in (
        by_name(observe.measure(1, nothing, "browsergym", rows=20)),
        by_name(episodes.measure(1, nothing, "browsergym", TINY)),
    ):
        for name, record in records.items():
            if name.endswith("p50") and not name.startswith(("step.click", "step.refused", "reset.one-upon-another")):
                assert record.peer is not None
                assert record.ratio is not None
                assert (record.met is None) == (".text." in name or ".processor." in name), f"{name}: a target?"
