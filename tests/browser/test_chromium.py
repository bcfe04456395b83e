"""Which Chromium is used, and what is tried when there is none. All programs here are fakes that answer `--version`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from webcosm.browser import chromium
from webcosm.browser.chromium import BrowserMissing, Found, find, install

SHELL = "chromium_headless_shell-1200/chrome-headless-shell-linux64/chrome-headless-shell"


class Machine:
    """A machine with nothing on its PATH and no browser of Playwright's."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch) -> None:
        self.bin = root / "bin"
        self.cache = root / "cache" / "ms-playwright"
        self.log = root / "commands"
        self.bin.mkdir()
        self.cache.mkdir(parents=True)
        self.patch = patch
        patch.setenv("PATH", str(self.bin))
        patch.setenv("HOME", str(root))
        patch.setenv("XDG_CACHE_HOME", str(root / "cache"))
        patch.delenv("PLAYWRIGHT_BROWSERS_PATH", raising=False)
        patch.delenv("WEBCOSM_CHROMIUM", raising=False)
        patch.setattr(sys, "executable", str(self.program("python", "exit 1")))
        self.user(0)

    def user(self, number: int) -> None:
        self.patch.setattr(os, "geteuid", lambda: number)

    def script(self, path: Path, body: str) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    def browser(self, path: Path | str) -> Path:
        """A browser that works: a name is put on the PATH, a path where it says."""
        return self.script(self.bin / path, 'echo "Chromium 99.0"')

    def program(self, name: str, body: str) -> Path:
        """A program on the PATH that records how it was called."""
        return self.script(self.bin / name, f'echo "{name} $*" >> {self.log}\n{body}')

    def commands(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    def makes(self, path: Path) -> str:
        """Shell text that installs a working browser."""
        made = f"PATH=/usr/bin:/bin; mkdir -p {path.parent}; printf '#!/bin/sh\\necho Chromium 99.0\\n' > {path}"
        return f"{made}; chmod +x {path}"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


# Finding ----------------------------------------------------------------------------------------------------------


def test_the_variable_wins_over_everything(machine: Machine, tmp_path: Path) -> None:
    mine = machine.browser(tmp_path / "mine" / "chrome")
    machine.browser("chromium-headless-shell")
    machine.browser(machine.cache / SHELL)
    machine.patch.setenv("WEBCOSM_CHROMIUM", str(mine))
    assert find() == Found(mine, "WEBCOSM_CHROMIUM")


def test_the_variable_may_be_a_name_on_the_path(machine: Machine) -> None:
    machine.browser("chromium-headless-shell")
    other = machine.browser("my-chromium")
    machine.patch.setenv("WEBCOSM_CHROMIUM", "my-chromium")
    assert find().path == other


def test_an_empty_variable_is_none(machine: Machine) -> None:
    machine.patch.setenv("WEBCOSM_CHROMIUM", "")
    shell = machine.browser("chromium-headless-shell")
    assert find() == Found(shell, "PATH")


@pytest.mark.parametrize("earlier, later", list(zip(chromium.NAMES, chromium.NAMES[1:], strict=False)))
def test_names_on_the_path_are_tried_in_order_with_headless_shells_first(
    machine: Machine, earlier: str, later: str
) -> None:
    second = machine.browser(later)
    assert find() == Found(second, "PATH")
    first = machine.browser(earlier)
    assert find() == Found(first, "PATH")


def test_the_path_comes_before_playwrights_own(machine: Machine) -> None:
    own = machine.browser(machine.cache / SHELL)
    assert find() == Found(own, "Playwright")
    on_path = machine.browser("google-chrome-stable")
    assert find() == Found(on_path, "PATH")


def test_a_full_chromium_is_found_behind_a_headless_shell(machine: Machine) -> None:
    machine.browser("chromium-headless-shell")
    assert chromium.find_full() is None
    machine.script(machine.bin / "chromium-browser", "exit 127")
    full = machine.browser("google-chrome")
    found = chromium.find_full()
    assert found is not None
    assert (found.path, found.headless_only) == (full, False)


def test_playwrights_shell_comes_before_its_full_chromium_and_newer_before_older(machine: Machine) -> None:
    full = machine.browser(machine.cache / "chromium-1300" / "chrome-linux64" / "chrome")
    assert find().path == full
    old = machine.browser(machine.cache / "chromium_headless_shell-998" / "chrome-linux" / "headless_shell")
    assert find().path == old
    newer = machine.browser(machine.cache / SHELL)
    assert find().path == newer
    newest = machine.browser(machine.cache / SHELL.replace("1200", "10000"))
    assert find().path == newest, "revisions are numbers, not text"


def test_playwrights_folder_can_be_elsewhere(machine: Machine, tmp_path: Path) -> None:
    machine.browser(machine.cache / SHELL)
    elsewhere = machine.browser(tmp_path / "browsers" / SHELL)
    machine.patch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    assert find().path == elsewhere


def test_playwrights_folder_can_be_inside_its_package(machine: Machine) -> None:
    machine.browser(machine.cache / SHELL)
    machine.patch.setenv("PLAYWRIGHT_BROWSERS_PATH", "0")
    with pytest.raises(BrowserMissing):
        find()


def test_one_that_does_not_start_is_passed_over(machine: Machine) -> None:
    machine.script(machine.bin / "chromium", "echo 'cannot open libnss3.so' >&2; exit 127")
    own = machine.browser(machine.cache / SHELL)
    assert find() == Found(own, "Playwright")


def test_one_that_does_not_start_is_named_if_there_is_no_other(machine: Machine) -> None:
    broken = machine.script(machine.bin / "chromium", "echo 'cannot open libnss3.so' >&2; exit 127")
    with pytest.raises(BrowserMissing) as caught:
        find()
    assert str(caught.value).startswith(f"{broken} does not start (cannot open libnss3.so); install one with")


def test_none_at_all_gives_one_sentence_that_says_what_to_install(machine: Machine) -> None:
    with pytest.raises(BrowserMissing) as caught:
        find()
    assert str(caught.value) == (
        "No Chromium was found; install one with `playwright install --only-shell chromium`, or on Debian as root with"
        " `apt-get install chromium-headless-shell`, or set WEBCOSM_CHROMIUM to the path of one."
    )


@pytest.mark.parametrize("kind", ["absent", "folder", "not executable"])
def test_a_wrong_variable_is_told_and_nothing_else_is_used(machine: Machine, tmp_path: Path, kind: str) -> None:
    machine.browser("chromium")
    wrong = tmp_path / "wrong"
    if kind == "folder":
        wrong.mkdir()
    elif kind == "not executable":
        wrong.write_text("#!/bin/sh\n")
    machine.patch.setenv("WEBCOSM_CHROMIUM", str(wrong))
    with pytest.raises(BrowserMissing) as caught:
        find()
    assert str(caught.value) == (
        f"WEBCOSM_CHROMIUM={wrong} is not a program that can be run; set it to a Chromium or unset it."
    )


def test_a_variable_that_names_another_program_is_told(machine: Machine) -> None:
    silent = machine.script(machine.bin / "silent", "exit 0")
    machine.patch.setenv("WEBCOSM_CHROMIUM", str(silent))
    with pytest.raises(BrowserMissing, match=r"WEBCOSM_CHROMIUM is set, but .*silent does not start"):
        find()


async def test_looking_is_possible_where_an_event_loop_runs(machine: Machine) -> None:
    own = machine.browser(machine.cache / SHELL)
    assert find().path == own


def test_looking_again_does_not_start_the_browser_again(machine: Machine) -> None:
    machine.program("chromium", "echo Chromium 99.0")
    for _ in range(50):
        find()
    assert machine.commands() == ["chromium --version"]


# Installing -------------------------------------------------------------------------------------------------------

PLAYWRIGHT = "python -m playwright install --only-shell chromium"
APT = ["apt-get update -q", "apt-get install -q -y chromium-headless-shell"]


def test_nothing_is_installed_where_there_is_a_browser(machine: Machine) -> None:
    machine.program("apt-get", "exit 0")
    shell = machine.browser("chromium")
    assert install().path == shell
    assert machine.commands() == []


def test_playwright_is_asked_first(machine: Machine) -> None:
    machine.program("python", machine.makes(machine.cache / SHELL))
    machine.program("apt-get", "exit 0")
    assert install() == Found(machine.cache / SHELL, "Playwright")
    assert machine.commands() == [PLAYWRIGHT]


def test_then_debian(machine: Machine) -> None:
    shell = machine.bin / "chromium-headless-shell"
    machine.program("apt-get", f'[ "$1" = update ] || {{ {machine.makes(shell)}; }}')
    assert install() == Found(shell, "PATH")
    assert machine.commands() == [PLAYWRIGHT, *APT]


def test_debian_is_asked_too_if_playwrights_browser_lacks_a_library(machine: Machine) -> None:
    own = machine.cache / SHELL
    machine.program("python", machine.makes(own) + f"; echo 'exit 127' > {own}")
    shell = machine.bin / "chromium-headless-shell"
    machine.program("apt-get", f'[ "$1" = update ] || {{ {machine.makes(shell)}; }}')
    assert install() == Found(shell, "PATH")
    assert machine.commands() == [PLAYWRIGHT, *APT]


def test_debians_packages_are_left_alone_by_those_who_are_not_root(machine: Machine) -> None:
    machine.user(1000)
    machine.program("apt-get", "exit 0")
    with pytest.raises(BrowserMissing, match=r"^No Chromium was found; install one with"):
        install()
    assert machine.commands() == [PLAYWRIGHT]


def test_when_nothing_helps_each_attempt_is_told_in_a_line(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.program("python", "echo 'Error: no such host' >&2; echo '  at internals' >&2; exit 1")
    machine.program("apt-get", "echo 'W: old lists'; echo 'E: no such package'; exit 100")
    with pytest.raises(BrowserMissing, match=r"chromium-headless-shell`, or set WEBCOSM_CHROMIUM"):
        install()
    told = capsys.readouterr().err
    assert told.count("No Chromium yet; trying:") == 3
    assert "It failed: Error: no such host\n" in told
    assert "It failed: E: no such package\n" in told
    assert "internals" not in told


def test_a_wrong_variable_is_not_answered_by_installing(machine: Machine) -> None:
    machine.program("apt-get", "exit 0")
    machine.patch.setenv("WEBCOSM_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(BrowserMissing, match="WEBCOSM_CHROMIUM=/nowhere/chromium is not a program"):
        install()
    assert machine.commands() == []


# What the rest of the package relies on -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, headless", [("chromium-headless-shell", True), ("headless_shell", True), ("chromium", False)]
)
def test_headless_shells_are_told_by_their_name(name: str, headless: bool) -> None:
    assert Found(Path("/usr/bin", name), "PATH").headless_only is headless


@pytest.mark.parametrize("user, sandbox", [(0, False), (1000, True)])
def test_only_root_goes_without_the_sandbox(machine: Machine, user: int, sandbox: bool) -> None:
    machine.user(user)
    machine.patch.setattr(chromium, "_has_user_namespaces", lambda: True)
    assert ("--no-sandbox" not in chromium.arguments()) is sandbox
    assert set(chromium.ARGUMENTS) <= set(chromium.arguments())


@pytest.mark.browser
def test_the_browser_of_this_machine_says_what_it_is() -> None:
    assert any(name in chromium.version(find()) for name in ("Chromium", "Chrome"))
