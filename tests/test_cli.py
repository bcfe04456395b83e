"""The command `webcosm`, as a newcomer meets it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import webcosm
from tests.images import copy_images
from webcosm.cli import app
from webcosm.lore import Lore
from webcosm.sites import all_sites, site_named
from webcosm.worlds.image import locked

WEBCOSM = [sys.executable, "-m", "webcosm.cli"]
PATIENCE = 120
"""Seconds until something is taken to hang; a busy machine may take a quarter of that."""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of our own with the images of universe 0."""
    folder = tmp_path_factory.mktemp("cache")
    copy_images(folder)
    return folder


@pytest.fixture
def environment(cache: Path) -> dict[str, str]:
    return os.environ | {"WEBCOSM_CACHE": str(cache), "PYTHONUNBUFFERED": "1"}


def webcosm_command(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it."""
    return subprocess.run([*WEBCOSM, *arguments], env=environment, capture_output=True, text=True, timeout=PATIENCE)


def one_sentence(result: subprocess.CompletedProcess[str]) -> str:
    """What the command complained about; fails unless that is a single line and nothing else was said."""
    assert result.returncode == 1, result
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("webcosm: ")
    return line.removeprefix("webcosm: ")


# Help ----------------------------------------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str, str]:
    """The command in this process: exit status, what it said, what it complained about."""
    result = CliRunner().invoke(app, arguments, prog_name="webcosm", env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def commands(command: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, child in getattr(command, "commands", {}).items():
        yield from commands(child, (*path, name))


EVERY_COMMAND = list(commands(typer.main.get_command(app)))


def test_the_commands_are_all_here() -> None:
    expected = {"serve", "tasks", "run", "report", "verify", "play", "view", "doctor", "bench"}
    assert {path[0] for path in EVERY_COMMAND if path} == expected


@pytest.mark.parametrize("path", EVERY_COMMAND, ids=" ".join)
def test_every_help_has_an_example_that_can_be_run(path: tuple[str, ...]) -> None:
    status, help_text, _ = run(*path, "--help")
    assert status == 0
    example = re.search(r"Example.*: (webcosm .+?)\s*$", help_text, re.MULTILINE)
    assert example, help_text
    words = example[1].split()[1:]
    assert tuple(words[: len(path)]) == path, "the example must be of this command"
    shown = max((other for other in EVERY_COMMAND if tuple(words[: len(other)]) == other), key=len)
    _, its_help, _ = run(*shown, "--help")
    assert [word for word in words if word.startswith("--") and f"{word} " not in its_help] == []


def test_no_command_shows_the_help() -> None:
    _, said, complained = run()
    assert "Usage: webcosm" in said + complained


def test_version() -> None:
    assert run("--version") == (0, f"{webcosm.__version__}\n", "")


def test_nothing_heavy_is_loaded_before_a_command_needs_it() -> None:
    """Help and mistakes are answered at once: no browser's driver, no site and no suite is imported for them."""
    program = "import sys, webcosm.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    loaded = set(done.stdout.split())
    assert "webcosm.study.commands" in loaded
    heavy = {"playwright", "numpy", "gymnasium", "PIL", "uvicorn", "jinja2", "apsw"}
    ours = {name for name in loaded if name.startswith("webcosm.") and name.split(".")[1] not in ("cli", "study")}
    assert heavy & loaded | ours == set()


@pytest.mark.parametrize(
    "command, told",
    [
        ("serve --port 65536", "--port"),
        ("serve --port eighty", "--port"),
        ("serve --universe -1", "--universe"),
        ("serve --universe 4294967296", "--universe"),
        ("serve --scale huge", "'small', 'full'"),
        ("serve --port 0 --set latency=x", "latency=x"),
        ("serve --port 0 --set speed=3", "'speed'"),
        ("bench worlds --rounds 0", "--rounds"),
        ("fly", "fly"),
        ("doctor --loud", "--loud"),
    ],
)
def test_bad_values_are_named(command: str, told: str) -> None:
    status, said, complained = run(*command.split())
    assert (status, said) == (2, "")
    assert told in complained


# Doctor --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def no_browser(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An environment in which there is no browser; this process is in it too."""
    nothing = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "WEBCOSM_CHROMIUM": ""}
    for name, value in nothing.items():
        monkeypatch.setenv(name, value)
    return environment | nothing


@pytest.mark.browser
def test_doctor_says_what_it_found(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBCOSM_CACHE", str(cache))
    status, said, complained = run("doctor")
    assert (status, complained) == (0, "")
    assert f"✓ webcosm            {webcosm.__version__}, Python 3." in said
    assert "✓ browser            " in said
    assert f"✓ cache              {cache}, " in said
    assert "✗" not in said


@pytest.mark.browser
def test_doctor_cleans_the_cache_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBCOSM_CACHE", str(tmp_path))
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "shop-0123456789abcdef-0-full.db").write_bytes(b"x" * 2_000_000)
    assert "→ 2.0 MB are of no use any more" in run("doctor")[1]
    status, said, _ = run("doctor", "--clean")
    assert status == 0
    assert said.startswith("Removed 2.0 MB of images from the cache.\n")
    assert "of no use" not in said


@pytest.mark.browser
def test_doctor_for_programs() -> None:
    status, said, _ = run("doctor", "--json")
    told = json.loads(said)
    assert (status, told["ok"]) == (0, True)
    assert {"name", "ok", "found", "advice", "needed"} == set(told["findings"][0])


@pytest.mark.browser
def test_a_quiet_doctor_says_nothing_to_the_healthy() -> None:
    assert run("doctor", "--install", "--quiet") == (0, "", "")


@pytest.mark.usefixtures("no_browser")
def test_doctor_shows_a_missing_browser_and_the_rest() -> None:
    status, said, complained = run("doctor")
    assert (status, complained) == (1, "")
    assert "✗ browser            none\n" in said
    assert "→ No Chromium was found; install one with `playwright install --only-shell chromium`" in said
    assert "✓ sqlite" in said


@pytest.mark.usefixtures("no_browser")
def test_doctor_tells_programs_of_a_missing_browser() -> None:
    status, said, _ = run("doctor", "--json")
    told = json.loads(said)
    assert (status, told["ok"]) == (1, False)
    assert [finding["name"] for finding in told["findings"] if finding["needed"] and not finding["ok"]] == ["browser"]


def test_a_missing_browser_is_one_sentence(no_browser: dict[str, str]) -> None:
    sentence = one_sentence(webcosm_command("doctor", "--quiet", environment=no_browser))
    assert sentence.startswith("No Chromium was found; install one with")
    assert "apt-get install chromium-headless-shell" in sentence


def test_a_wrong_choice_of_browser_is_one_sentence_and_nothing_is_installed(no_browser: dict[str, str]) -> None:
    wrong = no_browser | {"WEBCOSM_CHROMIUM": "/nowhere/[chromium]"}
    sentence = one_sentence(webcosm_command("doctor", "--quiet", "--install", environment=wrong))
    assert sentence == (
        "WEBCOSM_CHROMIUM=/nowhere/[chromium] is not a program that can be run; set it to a Chromium or unset it."
    )


# Serve ---------------------------------------------------------------------------------------------------------------


@contextmanager
def serving(*arguments: str, environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """A running `webcosm serve`: the process, its port, and what it said up to where to start."""
    process = subprocess.Popen(
        [*WEBCOSM, "serve", "--port", "0", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if start := re.search(r"^Start at http://home\.localhost:(\d+)/ ", line):
                yield process, int(start[1]), said
                break
        else:
            _, complaint = process.communicate(timeout=PATIENCE)
            raise AssertionError(f"the server did not start: {said}{complaint}")
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=PATIENCE)


def fetch(port: int, host: str, path: str = "/") -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Host": f"{host}:{port}"})
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_serve_answers_and_ends_cleanly(environment: dict[str, str], cache: Path, ending: signal.Signals) -> None:
    with serving(environment=environment) as (process, port, said):
        for site in all_sites():
            address = f"http://{site.host.removesuffix('.test')}.localhost:{port}/"
            assert address in said, "it prints where everything is"
            status, page = fetch(port, f"{site.host.removesuffix('.test')}.localhost")
            assert (status, site.title in page) == (200, True), site.title
        assert f"http://home.localhost:{port}/accounts" in said
        assert fetch(port, "home.localhost", "/accounts")[0] == 200
        assert str(cache / "images") in said
        assert len(list((cache / "worlds").iterdir())) == 1
        process.send_signal(ending)
        out, complaints = process.communicate(timeout=PATIENCE)
        assert (process.returncode, complaints) == (0, "")
        assert out == "Ended; the world is gone, the images stay in the cache.\n"
    assert list((cache / "worlds").iterdir()) == []
    assert list((cache / "images").glob("home-*-0-small.db"))


def test_serve_builds_what_is_not_there_yet(environment: dict[str, str], cache: Path, tmp_path: Path) -> None:
    shutil.copytree(cache / "images", tmp_path / "images", ignore=shutil.ignore_patterns("notes-*", "*.lock"))
    with serving(environment=environment | {"WEBCOSM_CACHE": str(tmp_path)}) as (_, port, _):
        assert fetch(port, "notes.localhost")[0] == 200
    (built,) = (tmp_path / "images").glob("notes-*-0-small.db")
    assert built.read_bytes() == (cache / "images" / built.name).read_bytes()


def test_serve_shows_another_universe(environment: dict[str, str], cache: Path) -> None:
    copy_images(cache, seed=1)
    with serving("--universe", "1", environment=environment) as (_, port, said):
        assert "Universe 1, scale small." in said
        status, page = fetch(port, "home.localhost", "/accounts")
    assert status == 200
    here, elsewhere = ({account.username for account in site_named("notes").accounts(Lore(seed))} for seed in (1, 0))
    assert here.isdisjoint(elsewhere), "other people live in another universe"
    assert [name for name in here if name not in page] == []
    assert [name for name in elsewhere if name in page] == []


def test_a_port_that_is_taken_is_one_sentence(environment: dict[str, str], cache: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = one_sentence(webcosm_command("serve", "--port", str(port), environment=environment))
    assert sentence == f"cannot listen on port {port}: Address already in use. Choose another with --port."
    assert list((cache / "worlds").iterdir()) == []


def test_a_cache_that_cannot_be_written_is_one_sentence(environment: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    sentence = one_sentence(webcosm_command("serve", environment=environment | {"WEBCOSM_CACHE": str(file)}))
    assert sentence == f"{file}/worlds: Not a directory; set WEBCOSM_CACHE to a folder you can write to"


def test_a_broken_image_is_one_sentence(environment: dict[str, str], cache: Path, tmp_path: Path) -> None:
    shutil.copytree(cache / "images", tmp_path / "images")
    for image in (tmp_path / "images").glob("*.db"):
        image.write_bytes(image.read_bytes()[:-1])
    broken = environment | {"WEBCOSM_CACHE": str(tmp_path)}
    sentence = one_sentence(webcosm_command("serve", "--port", "0", environment=broken))
    assert sentence.endswith("delete it to rebuild")
    assert list((tmp_path / "worlds").iterdir()) == []


def test_stopping_while_images_are_built_leaves_no_world(environment: dict[str, str], tmp_path: Path) -> None:
    """We hold the lock of the first image, so the command waits for it until it is told to end."""
    blueprint = site_named("home").blueprint
    assert blueprint is not None
    (tmp_path / "images").mkdir()
    lock = tmp_path / "images" / f"{blueprint.name}-{blueprint.version}-0-small.lock"
    with (
        locked(lock),
        subprocess.Popen(
            [*WEBCOSM, "serve", "--port", "0"],
            env=environment | {"WEBCOSM_CACHE": str(tmp_path)},
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            wait_until_open(process.pid, lock)
            assert len(list((tmp_path / "worlds").iterdir())) == 1
            process.terminate()
            _, complaints = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode != 0
    assert "Traceback" not in complaints
    assert list((tmp_path / "worlds").iterdir()) == []


def wait_until_open(process: int, file: Path) -> None:
    """Until the process has the file open."""
    handles = Path(f"/proc/{process}/fd")
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for handle in handles.iterdir():
            with suppress(FileNotFoundError):  # closed since
                if handle.readlink() == file:
                    return
        time.sleep(0.02)
    raise AssertionError(f"the process did not open {file}")
