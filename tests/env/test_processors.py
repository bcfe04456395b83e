"""Keeping a process, and what it starts, to one processor."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from webcosm.env.processors import processors

PROGRAM = """
import os, subprocess, sys, threading
from webcosm.env.processors import keep_to, processors
before = processors()
keep_to(int(sys.argv[1]))
seen = []
thread = threading.Thread(target=lambda: seen.append(processors()))
thread.start()
thread.join()
ask = "import os; print(*os.sched_getaffinity(0), os.sched_getscheduler(0) == os.SCHED_BATCH)"
told = subprocess.check_output([sys.executable, "-c", ask], text=True)
assert processors() == seen[0], (processors(), seen)
assert told.split() == [str(processors()[0]), "True"], told
print(before.index(processors()[0]))
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not let processes choose")
@pytest.mark.parametrize("number", [0, 1, 7])
def test_threads_and_further_processes_keep_to_it_too(number: int) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(number)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == number % len(processors()), "numbers go round"
