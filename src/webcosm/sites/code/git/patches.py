"""Diffs as text that ``git apply`` and ``git am`` take, binary files included."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from email.header import Header

from webcosm.sites.code.git.diffing import CONTEXT, Diff, FileDiff, diff_commit
from webcosm.sites.code.git.renames import FileMove
from webcosm.sites.code.git.repository import Repository
from webcosm.sites.code.git.store import LEVEL

__all__ = ["mail_patch", "patch_text"]

NOTHING = "0" * 40
PIECE = 52
"""Bytes on a line of a binary patch."""


def patch_text(diff: Diff, context: int = CONTEXT) -> bytes:
    """All files of a diff."""
    return b"".join(b"".join(_file(file, context)) for file in diff.files)


def mail_patch(repository: Repository, rev: str) -> bytes:
    """A commit as an email, as ``git format-patch`` writes it."""
    commit = repository.commit(rev)
    diff = diff_commit(repository, rev)
    names = f"{Header(commit.author.name).encode()} <{commit.author.email}>"
    day, time = commit.authored.split(" ")
    year, month, date = (int(part) for part in day.split("-"))
    weekday = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[_weekday(year, month, date)]
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    head = [
        f"From {commit.sha} Mon Sep 17 00:00:00 2001",
        f"From: {names}",
        f"Date: {weekday}, {date} {months[month - 1]} {year} {time} +0000",
        f"Subject: [PATCH] {commit.title}",
        "",
        *([commit.body] if commit.body else []),
        "---",
        f" {len(diff.files)} files changed, {diff.additions} insertions(+), {diff.deletions} deletions(-)",
        "",
        "",
    ]
    return "\n".join(head).encode() + patch_text(diff) + b"-- \nwebcosm\n\n"


def _weekday(year: int, month: int, day: int) -> int:
    from datetime import date

    return date(year, month, day).weekday()


def _file(file: FileDiff, context: int) -> Iterator[bytes]:
    old, new = file.move.old, file.move.new
    if old and new and old[0] >> 12 != new[0] >> 12:  # a file became a link: one goes, another comes
        move = file.move
        yield from _file(FileDiff(file.store, FileMove(move.old_path, "", old, None)), context)
        yield from _file(FileDiff(file.store, FileMove("", move.new_path, None, new)), context)
        return
    before, after = file.old_path or file.new_path, file.new_path or file.old_path
    lines = [f"diff --git {_quoted('a/' + before)} {_quoted('b/' + after)}"]
    if new and not old:
        lines.append(f"new file mode {new[0]:06o}")
    elif old and not new:
        lines.append(f"deleted file mode {old[0]:06o}")
    elif file.modes:
        lines += [f"old mode {file.modes[0]}", f"new mode {file.modes[1]}"]
    if file.move.renamed:
        lines += [f"similarity index {file.move.similarity}%", f"rename from {_quoted(before)}"]
        lines.append(f"rename to {_quoted(after)}")
    if (old and old[1]) != (new and new[1]):
        mode = f" {new[0]:06o}" if old and new and not file.modes else ""
        lines.append(f"index {old[1] if old else NOTHING}..{new[1] if new else NOTHING}{mode}")
    yield "".join(f"{line}\n" for line in lines).encode()
    if file.binary:
        if file.old_data != file.new_data:
            yield b"GIT binary patch\n" + _literal(file.new_data) + _literal(file.old_data)
        return
    hunks = file.hunks_with(context)
    if not hunks:
        return
    left, right = _side("a/" + before if old else "/dev/null"), _side("b/" + after if new else "/dev/null")
    yield f"--- {left}\n+++ {right}\n".encode()
    old_lines, new_lines = file.old_data.split(b"\n"), file.new_data.split(b"\n")
    for hunk in hunks:
        yield hunk.header.encode() + b"\n"
        for line in hunk.lines:
            # The bytes themselves: the text may have lost some in becoming characters.
            raw = new_lines[line.new - 1] if line.new else old_lines[(line.old or 1) - 1]
            yield line.kind.encode() + raw + (b"\n\\ No newline at end of file\n" if line.unended else b"\n")


def _side(path: str) -> str:
    """A path with a blank ends in a tab, which tells where it ends."""
    quoted = _quoted(path)
    return quoted + "\t" if " " in path and not quoted.startswith('"') else quoted


def _quoted(path: str) -> str:
    if not re.search(r'[\x00-\x1f\x7f"\\]', path):
        return path
    return '"' + re.sub(r'[\x00-\x1f\x7f"\\]', lambda found: f"\\{ord(found[0]):03o}", path) + '"'


def _literal(data: bytes) -> bytes:
    """A version of a binary file, in git's base 85."""
    packed = zlib.compress(data, LEVEL)
    lines = [b"literal %d" % len(data)]
    for start in range(0, len(packed), PIECE):
        piece = packed[start : start + PIECE]
        length = len(piece)
        letter = bytes([ord("A") + length - 1 if length <= 26 else ord("a") + length - 27])
        lines.append(letter + base64.b85encode(piece, pad=True))
    return b"\n".join(lines) + b"\n\n"
