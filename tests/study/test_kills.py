"""Kills of everything that a study is made of, at moments that a seed decides: nothing is lost, nothing is there twice,
and no kill is ever a failure of the agent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from webcosm.lore import Rng
from webcosm.study.plan import Plan, choose_keys
from webcosm.study.record import EpisodeRecord, StudyFolder
from webcosm.study.running import run_study

pytestmark = [pytest.mark.browser, pytest.mark.sweep, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

TASKS = ["arena.notes.count-by-tag", "arena.notes.open-note", "arena.notes.write-note"]
SEEDS = range(4)
ROLES = ("runner", "worker", "browser", "renderer", "gpu", "server")
KILLS = 100
MOST_STEPS = 12
"""Between two kills."""
PATIENCE = 60.0
"""Seconds in which a step must be taken, or the kill comes without it."""

RUNNER = """
import signal, sys
from pathlib import Path
from webcosm.agents.oracle import OracleAgent
from webcosm.study.plan import Plan, choose_keys
from webcosm.study.running import run_study

class Killable(OracleAgent):
    '''The server is a thread of the worker's process, so it is ended from inside, as a mistake in it would.'''

    async def play(self, episode):
        def end_server(*_):
            episode.runtime.server._uvicorn.should_exit = episode.runtime.server._uvicorn.force_exit = True

        signal.signal(signal.SIGUSR1, end_server)
        await super().play(episode)

if __name__ == "__main__":
    plan = Plan(f"{__file__}:Killable", choose_keys(sys.argv[2:], range(4)))
    run_study(plan, Path(sys.argv[1]), workers=2, resume=True)
"""


def verdicts(records: list[EpisodeRecord]) -> dict[str, object]:
    return {str(record.key): (record.outcome, record.score, record.steps, record.verdict) for record in records}


def family_of(pid: int) -> dict[int, str]:
    """The command lines of a process and all that come from it."""
    parents: dict[int, int] = {}
    lines: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError, IndexError):  # it has just ended
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                lines[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return {one: lines[one] for one in found if one in lines}


def role_of(pid: int, line: str, runner: int) -> str:
    if pid == runner:
        return "runner"
    if "spawn_main" in line:
        return "worker"
    if "--type=" in line:  # a process of the browser's, which may repeat the browser's own flags
        kinds = {"--type=renderer": "renderer", "--type=gpu-process": "gpu"}
        return next((role for kind, role in kinds.items() if kind in line), "")
    return "browser" if "--remote-debugging-pipe" in line else ""


class Study:
    """A study that runs in a process of its own, and is started again when it is killed."""

    def __init__(self, script: Path, out: Path) -> None:
        self.command = [sys.executable, str(script), str(out), *TASKS]
        self.out = out
        self.log = (out.parent / f"{out.name}.log").open("ab")
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log)

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def await_steps(self, wanted: int) -> None:
        """Until so many steps more were taken, or the study has ended, or nothing happens any more."""
        seen, taken, last = self._lines(), 0, time.monotonic()
        while taken < wanted and not self.ended and time.monotonic() - last < PATIENCE:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(0.01)
            now = self._lines()
            if now > seen:
                taken, last = taken + now - seen, time.monotonic()
            seen = now  # fewer where an episode was begun again

    def _lines(self) -> int:
        total = 0
        for file in (self.out / "steps").glob("*.jsonl"):
            with suppress(FileNotFoundError):
                total += file.read_bytes().count(b"\n")
        return total

    def kill(self, role: str, rng: Rng) -> bool:
        """Ends one process of a role; whether there was one."""
        family = family_of(self.process.pid)
        wanted = "worker" if role == "server" else role
        found = sorted(pid for pid, line in family.items() if role_of(pid, line, self.process.pid) == wanted)
        if not found or self.ended:
            return False
        with suppress(ProcessLookupError):
            os.kill(rng.choice(found), signal.SIGUSR1 if role == "server" else signal.SIGKILL)
            return True
        return False


@contextmanager
def running(script: Path, out: Path) -> Iterator[Study]:
    study = Study(script, out)
    try:
        yield study
    finally:
        if not study.ended:
            study.process.kill()
            study.process.wait()
        study.log.close()


def test_a_hundred_kills(tmp_path: Path) -> None:
    expected = verdicts(run_study(Plan("oracle", choose_keys(TASKS, SEEDS)), tmp_path / "alone", workers=2))
    assert {verdict[0] for verdict in expected.values()} == {"success"}  # type: ignore[index]
    script = tmp_path / "killable.py"
    script.write_text(RUNNER)
    rng = Rng("kills")
    killed: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for round_ in range(KILLS):
        if killed.total() >= KILLS:
            break
        out = tmp_path / f"killed-{round_}"
        with running(script, out) as study:
            while True:
                study.await_steps(rng.integer(0, MOST_STEPS))
                if study.ended:
                    if study.process.returncode == 0:
                        break
                    study.start()
                if killed.total() < KILLS:
                    role = rng.choice(ROLES)
                    killed[role] += study.kill(role, rng)
        folder = StudyFolder(out)
        records = folder.episodes()
        told.update(record.outcome for record in records)
        for record in records:  # a kill may hit an episode three times, which is an error, and never more than that
            assert record.outcome in ("success", "error"), record.verdict
        records = run_study(
            Plan(f"{script}:Killable", choose_keys(TASKS, SEEDS)), out, workers=2, resume=True
        )  # plays the errors again
        assert verdicts(records) == expected, out
        keys = [record.key for record in folder.episodes()]
        assert len(keys) == len(set(keys)) == len(expected)
        for record in records:
            assert [step.step for step in folder.steps(record.key)] == list(range(record.steps + 1)), record.key
    print(f"kills: {dict(killed)}; outcomes before the last resume: {dict(told)}")
    assert killed.total() == KILLS
    assert all(killed[role] for role in ROLES), killed
