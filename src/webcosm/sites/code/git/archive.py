"""A project's files as one: zip and tar, with the commit's time on every file, so that it is always the same bytes."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from webcosm.sites.code.git.errors import BadName, TooLarge
from webcosm.sites.code.git.objects import Mode
from webcosm.sites.code.git.repository import Repository
from webcosm.sites.code.git.trees import folder_at, walk_files

__all__ = ["FORMATS", "Archive", "make_archive"]

FORMATS = {"zip": "application/zip", "tar": "application/x-tar", "tar.gz": "application/gzip"}
LARGEST = 50_000_000
LEVEL = 6
EARLIEST = 1980
"""The first year that a zip can say."""


@dataclass(frozen=True)
class Archive:
    filename: str
    media_type: str
    data: bytes


def make_archive(repository: Repository, name: str, rev: str = "", *, kind: str = "zip", path: str = "") -> Archive:
    """All files of a revision, or of a folder of it, in a folder called after the project and the revision."""
    if kind not in FORMATS:
        raise BadName(f"There is no archive of the kind {kind!r}; there are {', '.join(FORMATS)}.")
    commit = repository.commit(rev)
    tree = folder_at(repository.store, commit.tree, path)
    top = "-".join(part.replace("/", "-") for part in (name, rev or repository.default_branch, path) if part)
    files = list(walk_files(repository.store, tree, f"{top}/"))
    if sum(repository.store.sizes(sha for _, (_, sha) in files).values()) > LARGEST:
        raise TooLarge(f"The files of {top} are too large to be packed into one: more than {LARGEST:,} bytes.")
    when = datetime.strptime(commit.committed, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    contents = ((file, mode, repository.store.blob(sha)) for file, (mode, sha) in files if mode != Mode.SUBMODULE)
    if kind == "zip":
        data = _zip(contents, when)
    else:
        data = _tar(contents, when)
        if kind == "tar.gz":
            data = gzip.compress(data, LEVEL, mtime=0)
    return Archive(f"{top}.{kind}", FORMATS[kind], data)


def _zip(contents: Iterator[tuple[str, int, bytes]], when: datetime) -> bytes:
    file = io.BytesIO()
    stamp = (max(when.year, EARLIEST), when.month, when.day, when.hour, when.minute, when.second)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        for path, mode, data in contents:
            info = zipfile.ZipInfo(path, stamp)
            info.create_system = 3  # Unix, so that modes count
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return file.getvalue()


def _tar(contents: Iterator[tuple[str, int, bytes]], when: datetime) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, mode, data in contents:
            info = tarfile.TarInfo(path)
            info.mtime = int(when.timestamp())
            info.mode = 0o755 if mode == Mode.EXECUTABLE else 0o644
            if mode == Mode.LINK:
                info.type, info.linkname = tarfile.SYMTYPE, data.decode("utf-8", "replace")
                archive.addfile(info)
            else:
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return file.getvalue()
