"""``webcosm bench observe``: what it costs to look at a page, large or small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webcosm.bench import pages, sizes
from webcosm.bench.compare import Times, compared
from webcosm.bench.peers import Side, against_what, sides
from webcosm.bench.report import Advance, Record, exit_status, progress_bar, show

__all__ = ["measure", "run"]

ROWS = 600
TABLE_RATIO = 40
MINI_RATIO = 3
MINI_TASK = "click-test-2"


def measure(
    rounds: int,
    progress: Advance,
    peer: str | None = None,
    rows: int = ROWS,
    kinds: Mapping[str, Sequence[str]] | None = None,
) -> list[Record]:
    """Looks at a table and at a MiniWoB++ page, in turns with the peer if there is one, and measures the texts of the
    sites' pages, of all kinds or of some."""
    if rounds < 1:
        raise ValueError(f"rounds={rounds}: at least 1 is needed")
    with pages.serving() as address, sides(peer, address, progress) as both:
        for side in both.values():
            side.ask("open_table", name="table", url=table_address(side, address, rows))
            side.ask("open_mini", name="mini", task=MINI_TASK, seed=1)
        tables = _looks(both, "table", rounds, progress, screenshot=False, buttons=rows)
        minis = _looks(both, "mini", rounds, progress, screenshot=True, buttons=2)
        chosen = kinds or {site: list(pages) for site, pages in sizes.KINDS.items()}
        lengths: dict[str, tuple[int, int]] = {}
        for number, (site, names) in enumerate(chosen.items()):
            progress(number, len(chosen), f"reading the pages of {site}")
            lengths |= {f"{site}.{page}": found for page, found in both["webcosm"].ask("read", site=site, kinds=names)}
    return [
        *compared(f"observe.table-{rows}", tables["records"], "ms", 1_000, least_ratio=TABLE_RATIO),
        *compared(f"observe.table-{rows}.text", tables["text"], "ms", 1_000),
        *compared("observe.mini", minis["records"], "ms", 1_000, least_ratio=MINI_RATIO),
        *compared("observe.mini.text", minis["text"], "ms", 1_000),
        *sizes.records(lengths),
        Record("rounds", rounds, "rounds"),
    ]


def _looks(
    both: Mapping[str, Side], page: str, rounds: int, progress: Advance, *, screenshot: bool, buttons: int
) -> dict[str, Times]:
    """Seconds until a page is known in records, and until it is in words too, which on both sides are made when asked
    for. Both sides must have seen all of it."""
    times: dict[str, Times] = {"records": {}, "text": {}}
    for number in range(rounds + 1):
        for name, side in both.items():
            progress(number, rounds, f"looking at the page {page}")
            seen = side.ask("observe", name=page, screenshot=screenshot)
            if seen["buttons"] != buttons:
                raise RuntimeError(f"{name} saw {seen['buttons']} buttons of {buttons}")
            if number:  # the first round is a warm-up
                for kind, of_sides in times.items():
                    of_sides.setdefault(name, []).append(seen[kind])
    return times


def table_address(side: Side, pages_address: str, rows: int) -> str:
    """We show the table in our own web, a peer finds it at a plain address."""
    return pages.TABLE_ADDRESS % rows if side.name == "webcosm" else f"{pages_address}/table/{rows}"


def run(*, json: bool, rounds: int, against: str | None) -> int:
    """The command: prints the measurements; the exit status is 0 if all targets are met."""
    with progress_bar() as progress:
        records = measure(rounds, progress, against)
    show(records, title=f"Observations{against_what(against)}", as_json=json)
    return exit_status(records)
