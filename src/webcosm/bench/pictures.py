"""``webcosm bench pictures``: how long a drawing takes, how many bytes it has, and what comparing two costs."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from statistics import median

from webcosm.bench.report import Advance, Record, exit_status, progress_bar, show
from webcosm.pictures import SHAPES, draw
from webcosm.pictures.compare import compare
from webcosm.pictures.samples import samples
from webcosm.pictures.things import SCENES

__all__ = ["SIZE", "measure", "run"]

SIZE = 320
"""Of the pictures in lists and galleries."""
TARGET_DRAW_MS = 60.0
TARGET_COMPARE_MS = 1_000.0
"""A crop is searched for in every size; nothing is compared while a page is made."""
EVERY = 12
"""Of the shapes of the shop, every so-manieth is drawn."""


def measure(rounds: int, progress: Advance) -> list[Record]:
    """Draws one of every kind of scene and some things of the shop, and compares what is hardest: others and crops."""
    looks = {f"scene.{name}": [sample.look() for sample in samples(name)[:6]] for name in sorted(SCENES)}
    looks["shop"] = [{"shape": name, "colors": ["Teal", "Mustard"]} for name in sorted(SHAPES)[::EVERY]]
    records: list[Record] = []
    for index, (name, some) in enumerate(looks.items()):
        draw(some[0], "front", SIZE)  # fonts and measures are read once
        times = [_milliseconds(lambda look=look: draw(look, "front", SIZE)) for look in some for _ in range(rounds)]  # type: ignore[misc]
        records.append(Record(f"draw.{name}.p50", median(times), "ms", target=TARGET_DRAW_MS))
        progress(index + 1, len(looks) + 1, "drawing")
    drawn = [draw(some[0], "front", SIZE) for some in looks.values()]
    records.append(Record("bytes.p50", median(len(each) for each in drawn) / 1000, "KB"))
    pairs = list(pairwise(drawn))[:4]
    times = [_milliseconds(lambda pair=pair: compare(*pair)) for pair in pairs for _ in range(rounds)]  # type: ignore[misc]
    records.append(Record("compare.others.p50", median(times), "ms", target=TARGET_COMPARE_MS))
    progress(len(looks) + 1, len(looks) + 1, "comparing")
    return records


def _milliseconds(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return (time.perf_counter() - began) * 1000


def run(*, json: bool, rounds: int) -> int:
    """The command. The exit status is 1 if a target is missed."""
    with progress_bar() as progress:
        records = measure(rounds, progress)
    show(records, title=f"Pictures of {SIZE} × {SIZE}", as_json=json)
    return exit_status(records)
