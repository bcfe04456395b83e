"""What it costs to begin: processor time of imports and of the command's help, each in a process of its own."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from statistics import median

from webcosm.bench.report import Advance, Record, exit_status, progress_bar, show

__all__ = ["PROGRAMS", "measure", "run"]

PROGRAMS: Mapping[str, tuple[Sequence[str], float | None]] = {
    "import gymnasium": (["-c", "import gymnasium"], None),
    "import webcosm": (["-c", "import webcosm"], None),
    "import webcosm.env": (["-c", "import webcosm.env"], 0.5),
    "make a task of the arena": (["-c", "import webcosm; webcosm.make_task('arena.shop.count-brand')"], None),
    "webcosm --help": (["-m", "webcosm", "--help"], 0.3),
}
"""What is run, and how many seconds of processor time it may take."""


def measure(rounds: int, progress: Advance) -> list[Record]:
    """Runs every program in turns; the first time, which compiles what it imports, does not count."""
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for number in range(rounds + 1):
        for name, (arguments, _) in PROGRAMS.items():
            took = _processor_time(arguments)
            if number:
                times[name].append(took)
        progress(number + 1, rounds + 1, "starting processes")
    return [Record(f"{name}.p50", median(times[name]), "s", target=target) for name, (_, target) in PROGRAMS.items()]


def _processor_time(arguments: Sequence[str]) -> float:
    # As at people's homes, where compiled modules are kept, whatever a container says.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=kept, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def run(*, json: bool, rounds: int) -> int:
    """The command. The exit status is 1 if a target is missed."""
    with progress_bar() as progress:
        records = measure(rounds, progress)
    show(records, title="Processor time of a process that begins", as_json=json)
    return exit_status(records)
