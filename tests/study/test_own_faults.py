"""Faults of ours, made for real: a full disk, a lost image, a server that ended, no browser, an interrupted study.

None of them is a failure of the agent, and each is told in a sentence.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.images import copy_images
from webcosm.agents.oracle import OracleAgent
from webcosm.env import Episode, Runtime
from webcosm.study.plan import Plan
from webcosm.study.play import play
from webcosm.study.pool import Worker
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder

pytestmark = pytest.mark.browser

NOTE = "arena.notes.write-note"
KEY = EpisodeKey(NOTE)
PATIENCE = 180
"""Seconds until something is taken to hang."""
CAN_MOUNT = shutil.which("unshare") and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0
mounting = pytest.mark.skipif(not CAN_MOUNT, reason="only root can mount a small disk")

FILLER = """
import os
from pathlib import Path
from webcosm.agents.oracle import OracleAgent

class Filler(OracleAgent):
    async def play(self, episode):
        with Path(os.environ["FULL"], "filler").open("wb", buffering=0) as handle:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while handle.write(b"x" * size) == size:
                        pass
                except OSError:
                    pass
        await super().play(episode)
"""


def webcosm(*arguments: object, disk: Path | None = None, size: str = "", **environment: str) -> tuple[int, str]:
    """The command as a shell runs it, perhaps with a small disk of its own; exit status and all that it said."""
    command = [sys.executable, "-m", "webcosm", *map(str, arguments)]
    if disk is not None:
        mount = f'mount -t tmpfs -o size={size} tmpfs "$0" && cp -r "$1"/. "$0" && shift && exec "$@"'
        (disk.parent / "first").mkdir(exist_ok=True)
        command = ["unshare", "-m", "sh", "-c", mount, str(disk), str(disk.parent / "first"), *command]
    done = subprocess.run(
        command,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stdout, done.stdout
    return done.returncode, " ".join(done.stdout.split())


@mounting
@pytest.mark.sweep
def test_a_full_disk_under_the_worlds_is_no_failure_of_the_agent(tmp_path: Path) -> None:
    (tmp_path / "filler.py").write_text(FILLER)
    (tmp_path / "disk").mkdir()
    copy_images(tmp_path / "first", ["notes"])
    status, said = webcosm(
        *("run", NOTE, "--agent", f"{tmp_path}/filler.py:Filler", "--workers", 1, "--out", tmp_path / "out"),
        disk=tmp_path / "disk",
        size="60m",
        WEBCOSM_CACHE=str(tmp_path / "disk"),
        FULL=str(tmp_path / "disk"),
    )
    assert status == 3
    assert "DiskFull: the disk (or the world's quota) is full" in said
    assert "1 of 1 episodes (100.0%) ended in an error that is not the agent's" in said
    (record,) = StudyFolder(tmp_path / "out").episodes()
    assert (record.outcome, record.score, record.attempts) == ("error", None, 3)


@mounting
@pytest.mark.sweep
@pytest.mark.parametrize("size", ["40k", "300k"], ids=["at once", "in the middle"])
def test_a_full_output_folder_is_named(tmp_path: Path, size: str) -> None:
    (tmp_path / "disk").mkdir()
    status, said = webcosm(
        "run", NOTE, "--seeds", 3, "--workers", 1, "--out", tmp_path / "disk", disk=tmp_path / "disk", size=size
    )
    assert status in (1, 3)
    assert "No space left on device" in said
    assert f"{tmp_path / 'disk'}/" in said


def test_no_browser_is_said_once_before_the_first_episode(tmp_path: Path) -> None:
    nothing = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "WEBCOSM_CHROMIUM": ""}
    status, said = webcosm("run", NOTE, "--seeds", 3, "--out", tmp_path / "out", disk=None, size="", **nothing)
    assert status == 2
    assert said.startswith("webcosm: No Chromium was found; install one with")
    assert said.count("No Chromium") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.sweep
def test_an_interrupted_study_says_how_to_go_on_and_does(tmp_path: Path) -> None:
    arguments = ["run", "arena.notes.open-note", NOTE, "--seeds", "4", "--workers", "1", "--out", str(tmp_path / "out")]
    # A terminal sends the signal to all processes of the group.
    command = [sys.executable, "-m", "webcosm", *arguments]
    study = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    episodes = tmp_path / "out" / "episodes.jsonl"
    while study.poll() is None and not (episodes.exists() and episodes.stat().st_size):
        try:
            study.wait(0.02)
        except subprocess.TimeoutExpired:
            continue
    os.killpg(study.pid, signal.SIGINT)
    said = " ".join(study.communicate(timeout=PATIENCE)[0].split())
    assert study.returncode == 130
    assert (
        said
        == f"webcosm: interrupted; give the same command with --resume to go on with the study in {tmp_path / 'out'}"
    )
    before = len(StudyFolder(tmp_path / "out").episodes())
    assert 0 < before < 8
    assert webcosm(*arguments, "--resume")[0] == 0
    assert [record.outcome for record in StudyFolder(tmp_path / "out").episodes()] == ["success"] * 8


@pytest_asyncio.fixture
async def runtime(tmp_path: Path) -> AsyncIterator[Runtime]:
    """With images of its own, which can be lost."""
    copy_images(tmp_path / "cache", ["notes", "home"])
    async with Runtime(cache=tmp_path / "cache") as own:
        yield own


async def played(runtime: Runtime, agent: OracleAgent, out: Path) -> EpisodeRecord:
    folder = StudyFolder(out)
    folder.create({})
    return await play(runtime, agent, KEY, Plan("test", [KEY]), folder, 1)


@pytest.mark.asyncio
async def test_a_lost_image_is_no_failure_of_the_agent(runtime: Runtime, tmp_path: Path) -> None:
    class Losing(OracleAgent):
        async def play(self, episode: Episode) -> None:
            runtime.universe().image("home")
            for image in (tmp_path / "cache" / "images").glob("home-*.db"):
                image.unlink()
            await episode.act("goto('http://home.test/')")

    record = await played(runtime, Losing(), tmp_path / "out")
    assert (record.outcome, record.steps) == ("error", 1)
    assert "http://home.test/ failed: ImageBroken: the image" in record.verdict["note"]
    assert "is missing" in record.verdict["note"]


@pytest.mark.asyncio
async def test_a_mistake_around_the_sites_is_no_failure_of_the_agent(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Meeting(OracleAgent):
        async def play(self, episode: Episode) -> None:
            def broken(*_: Any) -> None:
                raise RuntimeError("a mistake of the server")

            monkeypatch.setattr("webcosm.server.faults.touch_up", broken)
            await super().play(episode)

    record = await played(runtime, Meeting(), tmp_path / "out")
    monkeypatch.undo()
    assert record.outcome == "error"
    assert "failed: RuntimeError: a mistake of the server" in record.verdict["note"]


@pytest.mark.asyncio
async def test_an_error_page_of_the_browser_is_ours_only_if_the_server_does_not_answer(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server may be on its way to its end: not to be reached any more, and not gone yet."""

    class Erring(OracleAgent):
        async def play(self, episode: Episode) -> None:
            step = await episode.act("goto('http://notes.test:25/')")  # a port that browsers do not open
            assert step.verdict is None
            assert step.observation is not None
            assert step.observation.url.startswith("chrome-error:"), "else this tells nothing"
            if self.ending:
                monkeypatch.setattr(type(runtime.server), "alive", True)
                runtime.server._uvicorn.close_proxy(int(episode.place.credential.proxy.rpartition(":")[2]))
                await episode.act("goto('http://notes.test/new')")
            raise ValueError("I am lost")

        ending = False

    record = await played(runtime, Erring(), tmp_path / "out")
    assert (record.outcome, record.verdict["note"]) == ("agent-error", "ValueError: I am lost")
    Erring.ending = True
    record = await played(runtime, Erring(), tmp_path / "other")
    assert (record.outcome, record.score) == ("error", None)
    assert "the server of the sites has ended" in record.verdict["note"]


@pytest.mark.asyncio
@pytest.mark.sweep
async def test_a_server_that_ended_is_no_failure_and_the_worker_gets_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = StudyFolder(tmp_path)
    folder.create({})
    worker = Worker(Plan("oracle", [KEY]), tmp_path)
    oracles_play = OracleAgent.play

    async def without_server(self: OracleAgent, episode: Episode) -> None:
        episode.runtime.server.stop()
        await oracles_play(self, episode)

    monkeypatch.setattr(OracleAgent, "play", without_server)
    record = await worker.play(KEY, 1)
    assert (record.outcome, record.score) == ("error", None)
    assert "the server of the sites has ended" in record.verdict["note"]
    monkeypatch.undo()
    assert (await worker.play(KEY, 2)).outcome == "success"
    await worker.close()
