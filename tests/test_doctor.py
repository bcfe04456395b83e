"""What `webcosm doctor` finds, on this machine and on worse ones."""

from __future__ import annotations

import json
import resource
import shutil
from collections import namedtuple
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import apsw
import pytest

from webcosm import doctor
from webcosm.browser import chromium
from webcosm.doctor import Finding, examine


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("WEBCOSM_CACHE", str(folder))
    return folder


def found(name: str) -> Finding:
    (finding,) = (finding for finding in examine() if finding.name == name)
    return finding


def test_it_looks_at_everything_we_rely_on() -> None:
    names = [finding.name for finding in examine()]
    assert len(set(names)) == len(names)
    looked_at = {"webcosm", "browser", "playwright", "apsw", "starlette", "uvicorn", "sqlite", "cache", "hard links"}
    assert looked_at | {"free disk", "open files", "miniwob"} <= set(names)


def test_findings_are_plain_data() -> None:
    for finding in examine():
        assert json.loads(json.dumps(finding.to_json()))["name"] == finding.name


def test_whatever_is_not_well_comes_with_advice() -> None:
    assert [finding for finding in examine() if not finding.ok and not finding.advice] == []


@pytest.mark.browser
def test_the_browser_is_told_with_its_version_and_place() -> None:
    finding = found("browser")
    assert finding.ok
    assert " at /" in finding.found
    assert finding.found.endswith((" (from PATH)", " (from WEBCOSM_CHROMIUM)", " (from Playwright)"))


def test_a_full_chromium_works_but_the_shell_is_recommended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = tmp_path / "chromium"
    full.write_text("#!/bin/sh\necho Chromium 99.0\n")
    full.chmod(0o755)
    monkeypatch.setenv("WEBCOSM_CHROMIUM", str(full))
    finding = found("browser")
    assert finding.ok
    assert finding.found == f"Chromium 99.0 at {full} (from WEBCOSM_CHROMIUM)"
    assert "chromium-headless-shell" in finding.advice


def test_a_missing_browser_is_a_need(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PATH", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("WEBCOSM_CHROMIUM", raising=False)
    finding = found("browser")
    assert (finding.ok, finding.needed, finding.found) == (False, True, "none")
    assert finding.advice.startswith("No Chromium was found; install one with")


def test_a_missing_package_is_a_need_and_a_missing_extra_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version", absent)
    assert found("uvicorn") == Finding(
        "uvicorn", False, "not installed", "the package uvicorn is missing; run `pip install uvicorn`"
    )
    extra = found("miniwob")
    assert not extra.needed
    assert "pip install 'webcosm[mini]'" in extra.advice


def test_sqlite_must_have_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found("sqlite").ok
    monkeypatch.setattr(apsw, "compile_options", ("ENABLE_FTS5",))
    finding = found("sqlite")
    assert (finding.ok, finding.needed) == (False, True)
    assert "lacks ENABLE_SESSION" in finding.advice


def test_without_the_lock_free_file_layer_worlds_are_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apsw, "vfs_names", lambda: ["unix"])
    finding = found("sqlite")
    assert finding.ok
    assert "its own copy" in finding.advice
    links = found("hard links")
    assert (links.ok, links.needed) == (False, False)
    assert "WEBCOSM_CACHE" in links.advice


def test_the_cache_is_told_with_what_it_holds(cache: Path) -> None:
    (cache / "images").mkdir(parents=True)
    (cache / "images" / "shop.db").write_bytes(b"x" * 2_500_000)
    assert found("cache") == Finding("cache", True, f"{cache}, 2.5 MB of images")
    assert found("hard links").ok


def test_images_of_earlier_versions_are_told_of_and_cleaned_away(cache: Path) -> None:
    folder = cache / "images"
    folder.mkdir(parents=True)
    (folder / "shop-0123456789abcdef-7-small.db").write_bytes(b"x" * 1_500_000)
    (folder / "elsewhere-0123456789abcdef-7-small.db").write_bytes(b"x" * 1_000_000)
    finding = found("cache")
    assert finding.ok
    assert finding.advice == "1.5 MB are of no use any more; `webcosm doctor --clean` removes them"
    assert doctor.clean() == 1_500_000
    assert found("cache") == Finding("cache", True, f"{cache}, 1.0 MB of images")


def test_pictures_of_earlier_versions_are_told_of_and_cleaned_away(cache: Path) -> None:
    earlier = cache / "pictures" / "0123456789abcdef" / "ab"
    earlier.mkdir(parents=True)
    (earlier / "ab.png").write_bytes(b"x" * 1_500_000)
    assert found("cache").advice == "1.5 MB are of no use any more; `webcosm doctor --clean` removes them"
    assert doctor.clean() == 1_500_000
    assert found("cache").advice == ""
    assert not earlier.exists()


def test_looking_leaves_nothing_in_the_cache(cache: Path) -> None:
    list(examine())
    assert list(cache.iterdir()) == []


def test_a_cache_that_cannot_be_used_is_a_need(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("WEBCOSM_CACHE", str(file / "cache"))
    finding = found("cache")
    assert (finding.ok, finding.needed) == (False, True)
    assert finding.found == f"{file}/cache: Not a directory"
    assert finding.advice == f"{file}/cache cannot be used; set WEBCOSM_CACHE to a folder you can write to"


@pytest.mark.parametrize("gigabytes, enough", [(1.9, False), (2.1, True)])
def test_little_free_disk_is_a_warning(monkeypatch: pytest.MonkeyPatch, gigabytes: float, enough: bool) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(0, 0, int(gigabytes * 1e9)))
    finding = found("free disk")
    assert (finding.ok, finding.needed) == (enough, False)
    assert finding.found == f"{gigabytes} GB"
    assert finding.advice == ("" if enough else "free at least 2 GB there")


@pytest.mark.parametrize("most, enough", [(1024, False), (4096, True), (resource.RLIM_INFINITY, True)])
def test_a_low_limit_of_open_files_is_a_warning(monkeypatch: pytest.MonkeyPatch, most: int, enough: bool) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, most))
    finding = found("open files")
    assert (finding.ok, finding.needed) == (enough, False)
    assert ("ulimit -n" in finding.advice) is not enough


# The walls ------------------------------------------------------------------------------------------------------------


def test_it_says_which_walls_stand() -> None:
    for name in ("proxy", "webrtc", "devtools filter"):
        assert found(name).ok, name


@pytest.mark.parametrize(
    "user, namespaces, stands, said",
    [(0, True, False, "root"), (1000, True, True, ""), (1000, False, False, "user namespaces")],
)
def test_the_sandbox_stands_where_the_machine_allows_it(
    user: int, namespaces: bool, stands: bool, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(chromium, "_has_user_namespaces", lambda: namespaces)
    assert found("sandbox").ok is stands
    assert said in found("sandbox").advice
    assert ("--no-sandbox" in chromium.arguments()) is not stands, "it is started with the walls that are told of"


def test_a_wall_that_is_missing_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "WALLS", ())
    assert not found("webrtc").ok
    assert "--force-webrtc-ip-handling-policy" in found("webrtc").advice
