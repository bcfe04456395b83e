from __future__ import annotations

import os
import subprocess
import sys

from webcosm.bench.processes import family, open_files, processor_seconds, proportional_bytes, resident_bytes

CHILD_WITH_CHILD = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
ballast = bytearray(b"x" * 30_000_000)
print(child.pid, flush=True)
sys.stdin.read()
child.communicate()
"""


def test_a_family_is_a_process_and_all_that_descend_from_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD_WITH_CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        grandchild = int(child.stdout.readline())
        assert set(family(child.pid)) == {child.pid, grandchild}
        assert {os.getpid(), child.pid, grandchild} <= set(family())
        assert proportional_bytes(child.pid) >= resident_bytes(grandchild) / 2 + 30_000_000
        child.communicate()
    assert family(child.pid) == {}
    assert proportional_bytes(child.pid) == resident_bytes(child.pid) == open_files(child.pid) == 0


def test_open_files_are_counted() -> None:
    before = open_files(os.getpid())
    read, write = os.pipe()
    try:
        assert open_files(os.getpid()) == before + 2
    finally:
        os.close(read)
        os.close(write)


WORK = "import time\nwhile time.process_time() < 0.3: pass"
WORKER = f"""
import subprocess, sys
subprocess.run([sys.executable, "-c", {WORK!r}], check=True)
{WORK}
print(flush=True)
sys.stdin.read()
"""


def test_processor_time_is_that_of_the_living_and_of_the_ended() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert 0.55 < processor_seconds(child.pid) < 5
        child.communicate()
    assert processor_seconds(child.pid) == 0
