"""`webcosm serve`: where everything is, how it ends, and what it says when it cannot begin."""

from __future__ import annotations

import json
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.cli.commands import PATIENCE, WEBCOSM, one_sentence, webcosm_command
from tests.images import copy_images
from webcosm.lore import Lore
from webcosm.sites import all_sites, site_named
from webcosm.worlds.image import locked


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


def test_switches_have_the_type_of_their_defaults(environment: dict[str, str]) -> None:
    given = ("--set", "latency=5", "--set", "banner=on", "--set", "error_paths=/none")
    with serving(*given, environment=environment) as (_, port, said):
        assert fetch(port, "notes.localhost", "/config")[0] == 404, "it is for those who have the token"
        (token,) = re.findall(r"config\?token=(\w+)", said)
        config = json.loads(fetch(port, "notes.localhost", f"/config?token={token}&format=json")[1])
    assert (config["latency"], config["banner"], config["error_paths"]) == (5, True, "/none")


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
