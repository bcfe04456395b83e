"""``webcosm bench observe``: what it costs to look at a page, large or small."""

from __future__ import annotations

from webcosm.bench import pages
from webcosm.bench.compare import compared, in_turns
from webcosm.bench.peers import Side, sides
from webcosm.bench.report import Advance, Record, exit_status, progress_bar, show

__all__ = ["measure", "run"]

ROWS = 600
TABLE_RATIO = 40
MINI_RATIO = 3
MINI_TASK = "click-test-2"


def measure(rounds: int, progress: Advance, peer: str | None = None, rows: int = ROWS) -> list[Record]:
    """Looks at a table and at a MiniWoB++ page, in turns with the peer if there is one."""
    if rounds < 1:
        raise ValueError(f"rounds={rounds}: at least 1 is needed")
    total = 2 * (rounds + 1)
    with pages.serving() as address, sides(peer, address, progress) as both:

        def table(side: Side, number: int) -> float:
            progress(number, total, f"a table of {rows} rows")
            return _looked(side, "table", screenshot=False, buttons=rows)

        for side in both.values():
            side.ask("open_table", name="table", url=table_address(side, address, rows))
        tables = in_turns(both, rounds, table)
        for side in both.values():
            side.ask("close", name="table")

        def small(side: Side, number: int) -> float:
            progress(rounds + 1 + number, total, "a MiniWoB++ page")
            return _looked(side, "small", screenshot=True, buttons=2)

        for side in both.values():
            side.ask("open_mini", name="small", task=MINI_TASK, seed=1)
        smalls = in_turns(both, rounds, small)
    return [
        *compared(f"observe.table-{rows}", tables, "ms", 1_000, least_ratio=TABLE_RATIO),
        *compared("observe.mini", smalls, "ms", 1_000, least_ratio=MINI_RATIO),
        Record("rounds", rounds, "rounds"),
    ]


def table_address(side: Side, pages_address: str, rows: int) -> str:
    """We show the table in our own web, a peer finds it at a plain address."""
    return pages.TABLE_ADDRESS % rows if side.name == "webcosm" else f"{pages_address}/table/{rows}"


def _looked(side: Side, name: str, *, screenshot: bool, buttons: int) -> float:
    """Seconds until the page is known, in records and in words. Both sides must have seen all of it."""
    seen = side.ask("observe", name=name, screenshot=screenshot)
    if seen["buttons"] != buttons:
        raise RuntimeError(f"{side.name} saw {seen['buttons']} buttons of {buttons}")
    seconds: float = seen["text"]
    return seconds


def run(*, json: bool, rounds: int, against: str | None) -> int:
    """The command: prints the measurements; the exit status is 0 if all targets are met."""
    with progress_bar() as progress:
        records = measure(rounds, progress, against)
    show(records, title="Observations", as_json=json)
    return exit_status(records)
