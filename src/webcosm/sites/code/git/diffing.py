"""What differs between two commits: files, hunks with line numbers on both sides, and words within lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.lines import Span, compare, is_binary, split_lines
from webcosm.sites.code.git.objects import Mode
from webcosm.sites.code.git.renames import FileMove, moved_files
from webcosm.sites.code.git.repository import Repository
from webcosm.sites.code.git.store import ObjectStore
from webcosm.sites.code.git.trees import Leaf

__all__ = ["Diff", "DiffLine", "FileDiff", "Hunk", "diff_commit", "diff_revisions", "diff_texts", "diff_trees"]

CONTEXT = 3
LARGEST = 1_000_000
"""Bytes of a file whose lines are still compared to be shown."""
LONGEST_LINE = 1_000
"""Characters of a line whose words are still compared."""
ALIKE = 0.3
"""The share of two lines that must be the same for the rest to be marked."""
WORDS = re.compile(r"\w+|\s+|.", re.DOTALL)
HEADING = re.compile(rb"[A-Za-z_$]")
LONGEST_HEADING = 80

_spans: Cache[tuple[str, str, bool], tuple[Span, ...]] = Cache(2_000)


@dataclass(frozen=True, slots=True)
class DiffLine:
    kind: str
    """``" "`` in both, ``-`` only in the old text, ``+`` only in the new one."""
    text: str
    """Without its line end."""
    old: int | None
    new: int | None
    """Numbers of lines, from 1."""
    marks: tuple[tuple[int, int], ...] = ()
    """The characters that differ from the line on the other side, from and up to."""
    unended: bool = False
    """Whether the file ends here without a line end."""


@dataclass(frozen=True)
class Hunk:
    old_start: int
    old_count: int
    new_start: int
    new_count: int
    heading: str
    """The nearest line above that begins something, as a function does."""
    lines: tuple[DiffLine, ...]

    @property
    def header(self) -> str:
        old, new = _range(self.old_start, self.old_count), _range(self.new_start, self.new_count)
        return f"@@ -{old} +{new} @@" + (f" {self.heading}" if self.heading else "")

    @cached_property
    def rows(self) -> tuple[tuple[DiffLine | None, DiffLine | None], ...]:
        """Side by side: what is on the left, and on the right."""
        rows: list[tuple[DiffLine | None, DiffLine | None]] = []
        for lines in _runs(self.lines):
            if lines[0].kind == " ":
                rows += [(line, line) for line in lines]
                continue
            gone, come = _sides(lines)
            for at in range(max(len(gone), len(come))):
                rows.append((gone[at] if at < len(gone) else None, come[at] if at < len(come) else None))
        return tuple(rows)


def _range(start: int, count: int) -> str:
    return str(start) if count == 1 else f"{start},{count}"


@dataclass(frozen=True)
class FileDiff:
    """A file that differs; of a renamed one both paths are there."""

    store: ObjectStore
    move: FileMove
    ignore_space: bool = False

    @property
    def path(self) -> str:
        return self.move.path

    @property
    def old_path(self) -> str:
        return self.move.old_path

    @property
    def new_path(self) -> str:
        return self.move.new_path

    @property
    def status(self) -> str:
        """``added``, ``deleted``, ``renamed`` or ``changed``."""
        if not self.move.old:
            return "added"
        return "deleted" if not self.move.new else "renamed" if self.move.renamed else "changed"

    @property
    def modes(self) -> tuple[str, str] | None:
        """Old and new mode, such as 100644 and 100755, if they differ."""
        old, new = self.move.old, self.move.new
        return (f"{old[0]:06o}", f"{new[0]:06o}") if old and new and old[0] != new[0] else None

    @cached_property
    def binary(self) -> bool:
        return is_binary(self.old_data) or is_binary(self.new_data)

    @property
    def too_large(self) -> bool:
        """Whether its lines are not compared."""
        return not self.binary and max(len(self.old_data), len(self.new_data)) > LARGEST

    @cached_property
    def old_data(self) -> bytes:
        return _content(self.store, self.move.old)

    @cached_property
    def new_data(self) -> bytes:
        return _content(self.store, self.move.new)

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The changes, as lines from 0. Without ``too_large`` in mind."""
        if self.binary or self.old_data == self.new_data:
            return ()
        key = (_name(self.move.old), _name(self.move.new), self.ignore_space)
        known = _spans.get(key)
        return known if known is not None else _spans.put(key, self._compare())

    def _compare(self) -> tuple[Span, ...]:
        old, new = split_lines(self.old_data), split_lines(self.new_data)
        if self.ignore_space:
            old, new = ([b"".join(line.split()) for line in lines] for lines in (old, new))
        return tuple(compare(old, new))

    @property
    def additions(self) -> int:
        return sum(span.new_end - span.new_start for span in self.spans)

    @property
    def deletions(self) -> int:
        return sum(span.old_end - span.old_start for span in self.spans)

    @cached_property
    def hunks(self) -> tuple[Hunk, ...]:
        """None of binary files and those that are too large."""
        return () if self.too_large else self.hunks_with(CONTEXT)

    def hunks_with(self, context: int) -> tuple[Hunk, ...]:
        """With as many unchanged lines around each change; for the whole file as many as it has."""
        if not self.spans:
            return ()
        return tuple(_hunks(self.spans, split_lines(self.old_data), split_lines(self.new_data), context))


@dataclass(frozen=True)
class Diff:
    files: tuple[FileDiff, ...]

    @property
    def additions(self) -> int:
        return sum(file.additions for file in self.files)

    @property
    def deletions(self) -> int:
        return sum(file.deletions for file in self.files)

    def file(self, path: str) -> FileDiff | None:
        return next((file for file in self.files if path in (file.new_path, file.old_path)), None)


def diff_trees(
    store: ObjectStore, old: str | None, new: str | None, *, path: str = "", ignore_space: bool = False
) -> Diff:
    """The files that differ, all or those at or below a path. Their lines are compared when they are asked for."""
    moves = moved_files(store, old, new)
    if path:
        moves = [one for one in moves if any(_below(name, path) for name in (one.new_path, one.old_path) if name)]
    return Diff(tuple(FileDiff(store, move, ignore_space) for move in moves))


def _below(name: str, path: str) -> bool:
    return name == path or name.startswith(f"{path}/")


def diff_revisions(
    repository: Repository, old: str, new: str, *, from_base: bool = False, path: str = "", ignore_space: bool = False
) -> Diff:
    """Between two revisions; ``from_base``: what the new one did since they parted (``git diff old...new``), as merge
    requests and comparisons show it."""
    before = repository.merge_base(old, new) if from_base else repository.resolve(old)
    tree = repository.store.commit(before).tree if before else None
    return diff_trees(repository.store, tree, repository.commit(new).tree, path=path, ignore_space=ignore_space)


def diff_commit(repository: Repository, rev: str, *, ignore_space: bool = False) -> Diff:
    """What a commit changed, against its first parent."""
    commit = repository.commit(rev)
    parent = repository.store.commit(commit.parents[0]).tree if commit.parents else None
    return diff_trees(repository.store, parent, commit.tree, ignore_space=ignore_space)


def diff_texts(old: bytes, new: bytes, context: int = CONTEXT) -> tuple[Hunk, ...]:
    """Of two texts that are in no repository: a preview of an edit, versions of a page."""
    before, after = split_lines(old), split_lines(new)
    return tuple(_hunks(compare(before, after), before, after, context))


def _content(store: ObjectStore, leaf: Leaf | None) -> bytes:
    if leaf is None:
        return b""
    return f"Subproject commit {leaf[1]}\n".encode() if leaf[0] == Mode.SUBMODULE else store.blob(leaf[1])


def _name(leaf: Leaf | None) -> str:
    return leaf[1] if leaf else ""


# Hunks --------------------------------------------------------------------------------------------------------------


def _hunks(spans: Sequence[Span], old: Sequence[bytes], new: Sequence[bytes], context: int) -> Iterator[Hunk]:
    groups: list[list[Span]] = []
    for span in spans:
        if groups and span.old_start - groups[-1][-1].old_end <= 2 * context:
            groups[-1].append(span)
        else:
            groups.append([span])
    for group in groups:
        first, last = group[0], group[-1]
        before = min(context, first.old_start)
        after = min(context, len(old) - last.old_end)
        start, new_start = first.old_start - before, first.new_start - before
        end, new_end = last.old_end + after, last.new_end + after
        lines: list[DiffLine] = []
        at, new_at = start, new_start
        for span in (*group, Span(end, end, new_end, new_end)):
            while at < span.old_start:
                lines.append(_line(" ", new[new_at], at + 1, new_at + 1))
                at, new_at = at + 1, new_at + 1
            lines += _changed(span, old, new)
            at, new_at = span.old_end, span.new_end
        counts = end - start, new_end - new_start
        yield Hunk(
            start + 1 if counts[0] else start,
            counts[0],
            new_start + 1 if counts[1] else new_start,
            counts[1],
            _heading(old, start),
            tuple(lines),
        )


def _changed(span: Span, old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[DiffLine]:
    """Where as many lines came as went, each is held against the one in its place."""
    gone = [_line("-", old[at], at + 1, None) for at in range(span.old_start, span.old_end)]
    come = [_line("+", new[at], None, at + 1) for at in range(span.new_start, span.new_end)]
    if len(gone) == len(come):
        for at, (one, other) in enumerate(zip(gone, come, strict=True)):
            marks = _marks(one.text, other.text)
            gone[at] = DiffLine(one.kind, one.text, one.old, one.new, marks[0], one.unended)
            come[at] = DiffLine(other.kind, other.text, other.old, other.new, marks[1], other.unended)
    yield from gone
    yield from come


def _line(kind: str, line: bytes, old: int | None, new: int | None) -> DiffLine:
    ended = line.endswith(b"\n")
    text = (line[:-1] if ended else line).decode("utf-8", "replace")
    return DiffLine(kind, text, old, new, (), not ended)


def _marks(old: str, new: str) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """The characters of either line that the other lacks, by words; none if the lines have little in common."""
    if max(len(old), len(new)) > LONGEST_LINE:
        return (), ()
    before, after = WORDS.findall(old), WORDS.findall(new)
    spans = compare([word.encode() for word in before], [word.encode() for word in after], by_indent=False)
    gone = _places(before, [(span.old_start, span.old_end) for span in spans])
    come = _places(after, [(span.new_start, span.new_end) for span in spans])
    same = len(old) - sum(end - start for start, end in gone)
    return (gone, come) if same >= ALIKE * max(len(old), len(new)) else ((), ())


def _places(words: Sequence[str], spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return tuple((starts[start], starts[end]) for start, end in spans if start < end)


def _heading(lines: Sequence[bytes], before: int) -> str:
    for at in range(before - 1, -1, -1):
        if HEADING.match(lines[at]):
            return lines[at][:LONGEST_HEADING].decode("utf-8", "ignore").rstrip()
    return ""


def _runs(lines: Sequence[DiffLine]) -> Iterator[list[DiffLine]]:
    """Unchanged lines and changes, in turns."""
    run: list[DiffLine] = []
    for line in lines:
        # A deletion right after an addition begins another change.
        if run and ((run[-1].kind == " ") != (line.kind == " ") or (run[-1].kind == "+" and line.kind == "-")):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _sides(lines: Sequence[DiffLine]) -> tuple[list[DiffLine], list[DiffLine]]:
    return [line for line in lines if line.kind == "-"], [line for line in lines if line.kind == "+"]
