"""``webcosm bench worlds``: what a world costs, and whether a large image makes it cost more.

A table of 90,000 products (about 95 MB) stands beside one of 2,000. If worlds are as lazy as they should be, nobody
can tell them apart.
"""

from __future__ import annotations

import gc
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from webcosm.bench.report import Advance, Record, exit_status, progress_bar, show
from webcosm.lore import Lore, Rng
from webcosm.worlds import Blueprint, Database, Universe, World, cache_folder

__all__ = ["Sizes", "measure", "run"]

VERBS = ("open", "fork", "reset", "changes", "close")
TARGET_MS = {"open": 5.0, "fork": 5.0, "reset": 5.0}
TARGET_RATIO = 1.5
TARGET_MEMORY_MB = 1.0
TARGET_DISK_KB = 100.0

SCHEMA = """
CREATE TABLE product (
  id INTEGER PRIMARY KEY,
  sku TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  category INTEGER NOT NULL,
  price_cents INTEGER NOT NULL,
  stock INTEGER NOT NULL,
  rating REAL,
  description TEXT NOT NULL
);
CREATE INDEX product_by_category ON product (category, price_cents);
"""
KINDS = ("lamp", "kettle", "chair", "blanket", "shelf", "teapot", "mirror", "basket", "clock", "vase", "stool", "tray")
LOOKS = (
    "oak",
    "steel",
    "linen",
    "walnut",
    "brass",
    "woollen",
    "glazed",
    "folding",
    "painted",
    "woven",
    "ribbed",
    "curved",
)
CLAIMS = (
    "It weighs {number} grams and fits on a narrow sill",
    "The {look} surface is oiled by hand and wiped clean with a damp cloth",
    "Each {kind} is checked twice before it leaves the workshop",
    "Comes with {number} spare screws and a short manual",
    "Goes well with the {look} {kind} of the same series",
    "The maker promises {number} months of repair at no cost",
)


@dataclass(frozen=True)
class Sizes:
    """How much is measured. Tests use small numbers."""

    rows: dict[str, int] = field(default_factory=lambda: {"large": 90_000, "small": 2_000})
    """Products by the name of their table's size."""
    crowd: int = 200
    """How many worlds of each size are open at the same time, at the most."""


def measure(rounds: int, progress: Advance, sizes: Sizes | None = None, cache: Path | None = None) -> list[Record]:
    """Builds both tables in a temporary cache (inside ``cache``, or the usual one) and measures worlds over them."""
    if rounds < 1:
        raise ValueError(f"rounds={rounds}: at least 1 is needed")
    sizes = sizes or Sizes()
    parent = cache or cache_folder()
    parent.mkdir(parents=True, exist_ok=True)
    total = 2 * rounds + 3
    with tempfile.TemporaryDirectory(dir=parent, prefix="bench-") as name:
        folder = Path(name)
        with _universe(sizes, folder) as universe:
            for size in sizes.rows:
                progress(0, total, f"building {sizes.rows[size]:,} products")
                universe.image(size)
            progress(1, total, "memory and disk")
            idle = _idle_costs(sizes, folder)
            records: list[Record] = []
            for turn, crowd in enumerate((1, sizes.crowd)):

                def tell(done: int, turn: int = turn, crowd: int = crowd) -> None:
                    progress(3 + turn * rounds + done, total, f"{crowd} open")

                records += _latencies(universe, sizes, crowd, rounds, tell)
    return records + idle


def run(json: bool, rounds: int) -> int:
    """The command: prints the measurements; the exit status is 0 if all targets are met."""
    with progress_bar() as progress:
        records = measure(rounds, progress)
    show(records, title="Worlds", as_json=json)
    return exit_status(records)


def _universe(sizes: Sizes, cache: Path) -> Universe:
    return Universe([_blueprint(size, rows) for size, rows in sizes.rows.items()], cache=cache)


def _blueprint(size: str, rows: int) -> Blueprint:
    def fill(database: Database, lore: Lore, scale: str) -> None:
        database.run_many("INSERT INTO product VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _products(Rng(lore.seed, size), rows))

    return Blueprint(size, SCHEMA, fill)


def _products(rng: Rng, rows: int) -> Iterator[tuple[int, str, str, int, int, int, float, str]]:
    """Products of the width that shops have: about a kilobyte, most of it prose."""
    claims = [
        rng.choice(CLAIMS).format(number=rng.integer(2, 960), look=rng.choice(LOOKS), kind=rng.choice(KINDS))
        for _ in range(500)
    ]
    for number in range(1, rows + 1):
        title = f"{rng.choice(LOOKS)} {rng.choice(KINDS)} no. {number}".capitalize()
        prose = ". ".join(rng.choice(claims) for _ in range(16)) + "."
        cents, stock, stars = rng.integer(99, 99_900), rng.integer(0, 80), rng.integer(10, 50) / 10
        yield number, f"P{number:06}", title, number % 300, cents, stock, stars, prose


# Time ---------------------------------------------------------------------------------------------------------------


def _latencies(universe: Universe, sizes: Sizes, crowd: int, rounds: int, tell: Callable[[int], None]) -> list[Record]:
    """All verbs at all sizes, in turns, so that a busy moment of the machine falls on both."""
    others = [_touched(universe, size) for size in sizes.rows for _ in range(crowd - 1)]
    seconds: dict[tuple[str, str], list[float]] = {(verb, size): [] for verb in VERBS for size in sizes.rows}
    disturbed = 0
    for done in range(rounds):
        before = _preemptions()
        for size in sizes.rows:
            for verb, took in _round(universe, size, done).items():
                seconds[verb, size].append(took)
        disturbed += _preemptions() > before
        tell(done + 1)
    for other in others:
        other.close()
    records = []
    for verb in VERBS:
        for size in sizes.rows:
            for percent in (50, 95):
                value = 1_000 * _percentile(seconds[verb, size], percent)
                target = TARGET_MS.get(verb) if percent == 95 else None
                records.append(Record(f"{verb}.{size}.{crowd}.p{percent}", value, "ms", target=target))
    for verb in VERBS:
        large, small = (_percentile(seconds[verb, size], 50) for size in ("large", "small"))
        records.append(Record(f"ratio.{verb}.{crowd}", large / small, "large/small", target=TARGET_RATIO))
    return [*records, Record(f"disturbed.{crowd}", 100 * disturbed / rounds, "% of rounds")]


def _preemptions() -> int:
    """How often other programs took the processor from us. On a busy machine they make up the slow percentiles."""
    return resource.getrusage(resource.RUSAGE_THREAD).ru_nivcsw


def _round(universe: Universe, size: str, number: int) -> dict[str, float]:
    """One short life of a world. Opened, forked and reset count as done when the first row was read."""
    took: dict[str, float] = {}
    watch = _Watch()
    world = _touched(universe, size)
    took["open"] = watch.lap()
    _edit(world.database(size), number)
    watch.lap()
    child = world.fork()
    _touch(child, size)
    took["fork"] = watch.lap()
    changes = child.changes()
    took["changes"] = watch.lap()
    if len(changes) != 4:
        raise RuntimeError(f"4 rows were changed, but the world tells of {len(changes)}")
    watch.lap()
    child.reset()
    _touch(child, size)
    took["reset"] = watch.lap()
    child.close()
    took["close"] = watch.lap()
    world.close()
    return took


def _touched(universe: Universe, size: str) -> World:
    world = universe.open()
    _touch(world, size)
    return world


def _touch(world: World, size: str) -> None:
    world.database(size).row("SELECT title FROM product WHERE id = 1")


def _edit(database: Database, number: int) -> None:
    """What an episode leaves: a few rows edited, one new, one gone."""
    rows = database.value("SELECT max(id) FROM product")
    database.run("UPDATE product SET price_cents = -1 WHERE id IN (?, ?)", 1 + number % rows, 1 + (number + 7) % rows)
    database.run("DELETE FROM product WHERE id = ?", 1 + (number + 13) % rows)
    database.insert("product", sku="NEW", title="New", category=1, price_cents=1, stock=1, description="New.")


class _Watch:
    def __init__(self) -> None:
        self._last = time.perf_counter()

    def lap(self) -> float:
        """Seconds since the last lap."""
        before, self._last = self._last, time.perf_counter()
        return self._last - before


def _percentile(values: list[float], percent: int) -> float:
    """The nearest value that ``percent`` of all do not exceed."""
    return sorted(values)[-(-len(values) * percent // 100) - 1]


# Memory and disk ----------------------------------------------------------------------------------------------------


def _idle_costs(sizes: Sizes, cache: Path) -> list[Record]:
    """Measured in fresh processes: here, memory that the build gave back would be used again and not be seen."""
    records = []
    for size in sizes.rows:
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
            memory, disk = process.submit(_idle_cost, sizes, cache, size).result()
        records += [
            Record(f"memory.{size}.{sizes.crowd}", memory / 1e6, "MB", target=TARGET_MEMORY_MB),
            Record(f"disk.{size}.{sizes.crowd}", disk / 1e3, "KB", target=TARGET_DISK_KB),
        ]
    return records


def _idle_cost(sizes: Sizes, cache: Path, size: str) -> tuple[float, float]:
    """Bytes of memory and of disk per world that was touched once."""
    with _universe(sizes, cache) as universe:
        _touched(universe, size).close()  # what the first world loads is loaded once
        gc.collect()
        before = _resident_bytes()
        worlds = [_touched(universe, size) for _ in range(sizes.crowd)]
        gc.collect()
        memory = (_resident_bytes() - before) / len(worlds)
        disk = sum(_own_bytes(path) for path in universe.storage.folder.rglob("*")) / len(worlds)
    return memory, disk


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _own_bytes(path: Path) -> int:
    """Allocated blocks of a file or folder that it does not share by hard link."""
    facts = path.stat()
    shared = path.is_file() and facts.st_nlink > 1
    return 0 if shared else facts.st_blocks * 512
