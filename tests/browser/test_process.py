"""A Chromium process of ours: how it starts, what it says when it does not, and what is left of it."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.browser.stage import BROWSER, Scene, Stage
from webcosm.bench.processes import family
from webcosm.browser import BrowserLost, Browsers, chromium
from webcosm.browser.launch import GUARDS
from webcosm.browser.process import PREFIX, Process
from webcosm.env import Runtime

pytestmark = BROWSER


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for temporary folders."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def program(folder: Path, script: str) -> Path:
    path = folder / "browser"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def pipes() -> int:
    """How many ends of pipes this process holds."""
    return sum(entry.is_fifo() for entry in Path("/proc/self/fd").iterdir())


async def test_a_program_that_ends_at_once_is_told_with_its_last_words(shelf: Path) -> None:
    path = program(shelf, "echo one >&2; echo 'libnss3.so: cannot open shared object file' >&2; exit 127")
    with pytest.raises(BrowserLost, match=r"browser did not start: libnss3.so: cannot open shared object file"):
        await Process.start(path, [])
    assert list(shelf.glob(f"{PREFIX}*")) == []


async def test_a_program_that_is_not_there_is_told(shelf: Path) -> None:
    with pytest.raises(BrowserLost, match=r"nowhere did not start: No such file or directory"):
        await Process.start(shelf / "nowhere", [])
    assert list(shelf.glob(f"{PREFIX}*")) == []


async def test_nothing_is_left_of_a_program_that_nobody_waits_for_any_more(shelf: Path) -> None:
    os.mkfifo(shelf / "pid")
    path = program(shelf, f"echo $$ > {shelf}/pid; exec cat <&3 >/dev/null")
    starting = asyncio.ensure_future(Process.start(path, []))
    pid = (await asyncio.to_thread((shelf / "pid").read_text)).strip()
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert list(shelf.glob(f"{PREFIX}*")) == []
    assert not Path(f"/proc/{pid}").exists()


async def test_nothing_is_left_of_a_start_that_is_given_up_at_any_moment(shelf: Path) -> None:
    path = program(shelf, f"echo $$ >> {shelf}/pids; exec cat <&3 >/dev/null")
    (shelf / "pids").touch()
    before = pipes()
    for turns in range(12):
        starting = asyncio.ensure_future(Process.start(path, []))
        for _ in range(turns):
            await asyncio.sleep(0)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        assert list(shelf.glob(f"{PREFIX}*")) == []
    assert pipes() == before
    assert [pid for pid in (shelf / "pids").read_text().split() if Path(f"/proc/{pid}").exists()] == []


async def test_a_browser_that_ended_leaves_no_folder_and_can_be_ended_twice(shelf: Path) -> None:
    browsers = Browsers()
    browser = await browsers._browser()
    assert [folder.name for folder in shelf.glob(f"{PREFIX}*")] == [browser.process.folder.name]
    await browser.close()
    await browser.close()
    assert list(shelf.glob(f"{PREFIX}*")) == []
    await browsers.close()


STARTED = """
import json, os
held = bytearray(400_000_000)  # to give back at the end, which takes a while
asked = b""
while not asked.endswith(b"\\0"):
    asked += os.read(3, 10_000)
os.write(4, json.dumps({"id": json.loads(asked[:-1])["id"], "result": {}}).encode() + b"\\0")
os.read(3, 1)
"""


async def test_it_has_ended_when_those_have_that_its_program_started(shelf: Path) -> None:
    (shelf / "started.py").write_text(STARTED)
    process = await Process.start(program(shelf, f"{sys.executable} {shelf}/started.py; exit 0"), [])
    both = family(process.pid)
    assert len(both) == 2
    await process.end()
    assert both.keys() & family(1).keys() == set()


@pytest.mark.parametrize("trusting", [True, False])
async def test_only_a_browser_for_this_web_alone_leaves_out_guards_against_hostile_pages(trusting: bool) -> None:
    browsers = Browsers(trusting=trusting)
    browser = await browsers._browser()
    command = Path(f"/proc/{browser.process.pid}/cmdline").read_text()
    assert "--disable-features=" in command
    assert all((guard in command) == trusting for guard in GUARDS)
    await browsers.close()


@pytest.mark.parametrize(("outside", "trusting"), [((), True), (("http://127.0.0.1:7770",), False)])
async def test_sites_of_others_are_not_trusted(outside: tuple[str, ...], trusting: bool) -> None:
    async with Runtime([], outside=outside) as runtime:
        assert runtime.browsers.trusting is trusting


async def test_nobody_on_the_machine_can_speak_with_it(scene: Scene) -> None:
    assert not (scene.browser.process.folder / "profile" / "DevToolsActivePort").exists()
    command = (await scene.browser.connection.root.send("SystemInfo.getInfo"))["commandLine"]
    assert "--remote-debugging-pipe" in command
    assert "--remote-debugging-port" not in command


OWNER = """
import asyncio, tempfile
from webcosm.browser import Browsers
tempfile.tempdir = {shelf!r}
async def main():
    browser = await Browsers()._browser()
    info = await browser.connection.root.send("SystemInfo.getProcessInfo")
    print(*(one["id"] for one in info["processInfo"] if one["type"] == "browser"), flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


async def test_it_dies_with_its_owner_and_the_next_one_clears_up(shelf: Path) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER.format(shelf=str(shelf))], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    pid = int(owner.stdout.readline())
    ended = os.pidfd_open(pid)
    (abandoned,) = shelf.glob(f"{PREFIX}*")
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    assert select_one(ended, 20), "the browser lives on without its owner"
    os.close(ended)
    assert abandoned.exists()
    process = await Process.start(chromium.find().path, [*chromium.arguments(), "--headless"])
    assert not abandoned.exists(), "nobody holds its lock"
    assert process.folder.exists(), "one that is in use is left alone"
    await process.end()


def select_one(descriptor: int, seconds: float) -> bool:
    """Whether a process has ended within a number of seconds."""
    return bool(select.select([descriptor], [], [], seconds)[0])


LOCAL = "[navigator.languages.join(), Intl.DateTimeFormat().resolvedOptions().timeZone, (1234.5).toLocaleString()]"


async def test_language_and_time_zone_are_the_same_on_all_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TZ": "Asia/Tokyo", "LANGUAGE": "de", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE"}.items():
        monkeypatch.setenv(name, value)
    async with Stage() as stage:
        scene = await stage.open()
        await scene.goto("plain")
        assert await scene.evaluate(LOCAL) == ["en-US", "UTC", "1,234.5"]
        await scene.window.new_tab()
        await scene.goto("plain")
        await scene.window.close_tab(0)
        assert await scene.evaluate(LOCAL) == ["en-US", "UTC", "1,234.5"]
        await scene.close()
