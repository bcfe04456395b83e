"""The real git client, beside which our git is put."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from webcosm.sites.code.git.packs import build_pack, objects_to_send
from webcosm.sites.code.git.repository import Repository

__all__ = ["Git", "export", "find_git"]

LIMIT = 120


class Git:
    """Runs git in a folder, without anybody's settings."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.folder = folder
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_AUTHOR_NAME": "Ana Real",
            "GIT_AUTHOR_EMAIL": "ana@mail.test",
            "GIT_COMMITTER_NAME": "Ana Real",
            "GIT_COMMITTER_EMAIL": "ana@mail.test",
            "GIT_AUTHOR_DATE": "2026-05-14T09:00:00+0000",
            "GIT_COMMITTER_DATE": "2026-05-14T09:00:00+0000",
            "TZ": "UTC",
            **more,
        }

    def run(self, *arguments: str | Path, given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["git", *map(str, arguments)],
            cwd=self.folder,
            env=self.environment,
            input=given,
            capture_output=True,
            timeout=LIMIT,
            check=False,
        )

    def raw(self, *arguments: str | Path, given: bytes | None = None) -> bytes:
        done = self.run(*arguments, given=given)
        assert done.returncode == 0, f"git {arguments} failed: {done.stderr.decode()}"
        return done.stdout

    def __call__(self, *arguments: str | Path, given: bytes | None = None) -> str:
        """What it prints; it must succeed."""
        return self.raw(*arguments, given=given).decode()

    def refused(self, *arguments: str | Path) -> str:
        """What it complains about; it must fail."""
        done = self.run(*arguments)
        assert done.returncode != 0, f"git {arguments} succeeded: {done.stdout.decode()}"
        return done.stderr.decode()


def find_git() -> None:
    """Skips a test loudly where there is no git; in continuous integration that is a failure."""
    if shutil.which("git") is None:
        said = "THERE IS NO git HERE: what the code host promises to the git client is not tested. Install git."
        if os.environ.get("CI"):
            pytest.fail(said)
        pytest.skip(said)


def export(repository: Repository, folder: Path) -> Git:
    """A bare repository of the real git with a project's objects and refs, which are checked."""
    folder.mkdir()
    git = Git(folder)
    git("init", "-q", "--bare", "-b", repository.default_branch, ".")
    refs = repository.refs.all()
    pack = build_pack(repository.store, objects_to_send(repository.graph, refs.values()))
    git("index-pack", "--stdin", "--strict", "--fix-thin", given=pack)
    for name, sha in refs.items():
        git("update-ref", name, sha)
    git("fsck", "--full", "--strict")
    return git
