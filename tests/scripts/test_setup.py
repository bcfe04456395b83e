"""scripts/setup on machines that lack something. Python, pip and apt-get are fakes that record how they are called."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TOOLS = ("sh", "dirname", "rm", "mkdir", "cat", "chmod", "touch", "cp")


class Bare:
    """A machine with a shell and what is put on it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bin = root / "bin"
        self.clone = root / "clone"
        self.log = root / "log"
        (self.clone / "scripts").mkdir(parents=True)
        self.bin.mkdir()
        self.log.touch()
        shutil.copy(ROOT / "scripts" / "setup", self.clone / "scripts" / "setup")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or tool)

    def program(self, name: str, body: str) -> Path:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    def python(self, *, version: str = "3.11.2", can_fill: str = "true", packages: str = "exit 0") -> None:
        """A Python whose `-m venv` leaves a half-made folder unless the shell condition `can_fill` holds."""
        inside = self.program(
            "inside", f'case "$*" in *"pip --version"*) exit 0;; esac; echo "pip $3" >> {self.log}\n{packages}'
        )
        uv = self.program("uv-inside", f'echo "uv $*" >> {self.log}')
        new = all(int(part) >= least for part, least in zip(version.split(".")[:2], (3, 11), strict=True))
        self.program(
            "python3",
            f"""case "$1" in
--version) echo Python {version} ;;
-c) exit {0 if new else 1} ;;
-m) mkdir -p .venv/bin; if {can_fill}; then cp {inside} .venv/bin/python; cp {uv} .venv/bin/uv; else exit 1; fi ;;
esac""",
        )

    def user(self, number: int) -> None:
        self.program("id", f"echo {number}")

    def setup(self, python: str = "python3") -> tuple[int, list[str]]:
        """Exit status, and what was said."""
        result = subprocess.run(
            [self.clone / "scripts" / "setup", python],
            env={"PATH": str(self.bin)},
            capture_output=True,
            text=True,
            timeout=30,
        )
        assert result.stdout == ""
        return result.returncode, result.stderr.splitlines()

    def commands(self) -> list[str]:
        return self.log.read_text().splitlines()

    @property
    def environment(self) -> Path:
        return self.clone / ".venv"


@pytest.fixture
def bare(tmp_path: Path) -> Bare:
    machine = Bare(tmp_path)
    machine.user(0)
    machine.program("git", "exit 0")
    return machine


INSTALLED = ["pip install", "uv pip install -q --python .venv/bin/python -c constraints.txt --group dev -e .[mini]"]


def test_it_makes_an_environment_and_fills_it(bare: Bare) -> None:
    bare.python()
    assert bare.setup() == (0, ["Setting up .venv ..."])
    assert bare.commands() == INSTALLED


def test_an_environment_that_works_is_kept(bare: Bare) -> None:
    bare.python()
    bare.setup()
    (bare.environment / "mark").touch()
    assert bare.setup()[0] == 0
    assert (bare.environment / "mark").exists()


def test_one_that_does_not_work_any_more_is_made_anew(bare: Bare) -> None:
    bare.python()
    bare.setup()
    (bare.environment / "mark").touch()
    (bare.environment / "bin" / "python").unlink()
    assert bare.setup()[0] == 0
    assert not (bare.environment / "mark").exists()


def test_no_python(bare: Bare) -> None:
    status, said = bare.setup("python3.99")
    assert status == 1
    assert said == ["There is no python3.99. Install Python 3.11 or newer, or say which: make PYTHON=/path/to/python3"]


def test_an_old_python(bare: Bare) -> None:
    bare.python(version="3.9.2")
    status, said = bare.setup()
    assert status == 1
    assert said == ["python3 is Python 3.9.2; Webcosm needs 3.11 or newer. Say which: make PYTHON=/path/to/python3"]


def test_debians_python_without_venv_is_completed_by_root(bare: Bare) -> None:
    added = bare.root / "venv-added"
    bare.python(can_fill=f"[ -e {added} ]")
    bare.program("apt-get", f'echo "apt-get $*" >> {bare.log}; [ "$1" != install ] || touch {added}')
    assert bare.setup() == (0, ["Installing python3-venv ...", "Setting up .venv ..."])
    assert bare.commands() == ["apt-get update -q", "apt-get install -q -y python3-venv", *INSTALLED]


@pytest.mark.parametrize("user", [0, 1000])
def test_a_debian_without_git_gets_it_by_root_and_goes_on_without_it_otherwise(bare: Bare, user: int) -> None:
    bare.user(user)
    bare.python()
    (bare.bin / "git").unlink()
    bare.program("apt-get", f'echo "apt-get $*" >> {bare.log}; exit 100')
    said = ["Installing git ..."] if user == 0 else []
    assert bare.setup() == (0, [*said, "Setting up .venv ..."])
    asked = ["apt-get update -q", "apt-get install -q -y git"] if user == 0 else []
    assert bare.commands() == [*asked, *INSTALLED]


@pytest.mark.parametrize("user", [0, 1000])
def test_where_that_is_not_possible_it_says_what_to_install_and_leaves_nothing(bare: Bare, user: int) -> None:
    bare.user(user)
    bare.python(can_fill="false")
    bare.program("apt-get", f'echo "apt-get $*" >> {bare.log}; exit 100')
    status, said = bare.setup()
    assert status == 1
    assert said[-1] == (
        "python3 cannot make virtual environments here. On Debian, as root: apt-get install python3-venv"
    )
    assert bool(bare.commands()) is (user == 0)
    assert not bare.environment.exists()


def test_packages_that_cannot_be_had(bare: Bare) -> None:
    bare.python(packages="echo 'ERROR: no route to host' >&2; exit 1")
    status, said = bare.setup()
    assert status == 1
    assert said[1:] == [
        "ERROR: no route to host",
        "The packages could not be installed (see above)."
        " Webcosm needs PyPI, or a mirror named in PIP_INDEX_URL and UV_INDEX_URL.",
    ]
