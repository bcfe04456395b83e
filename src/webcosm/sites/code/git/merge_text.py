"""Three versions of a text brought together, line by line, as git does it.

Changes of the two sides that neither overlap nor touch are both made; where they do, what both sides say alike is taken
out of the conflict, and conflicts with up to three lines between them become one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from webcosm.sites.code.git.lines import Span, compare, split_lines

__all__ = ["Section", "TextMerge", "merge_texts"]

NEAR = 3
Choice = Literal["ours", "theirs"]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the merged text: what both sides agree on, or what each of them says."""

    ours: bytes
    theirs: bytes
    conflict: bool


@dataclass(frozen=True)
class TextMerge:
    sections: tuple[Section, ...]

    @property
    def conflicts(self) -> int:
        return sum(section.conflict for section in self.sections)

    def text(self, ours: str = "ours", theirs: str = "theirs") -> bytes:
        """The merged text; conflicts stand between markers with these labels."""
        return b"".join(self._marked(section, ours, theirs) for section in self.sections)

    def _marked(self, section: Section, ours: str, theirs: str) -> bytes:
        if not section.conflict:
            return section.ours
        sample = section.ours or section.theirs
        end = b"\r\n" if b"\r\n" in sample and sample.count(b"\r\n") == sample.count(b"\n") else b"\n"
        parts = [b"<<<<<<< " + ours.encode(), _ended(section.ours, end), b"=======", _ended(section.theirs, end)]
        first, mine, middle, other = parts
        return first + end + mine + middle + end + other + b">>>>>>> " + theirs.encode() + end

    def chosen(self, choices: Sequence[Choice]) -> bytes:
        """The text with one side taken in each conflict, in their order."""
        if len(choices) != self.conflicts:
            raise ValueError(f"there are {self.conflicts} conflicts, and {len(choices)} choices were made")
        left = iter(choices)
        return b"".join(
            section.theirs if section.conflict and next(left) == "theirs" else section.ours for section in self.sections
        )


def _ended(data: bytes, end: bytes) -> bytes:
    return data if not data or data.endswith(b"\n") else data + end


@dataclass
class _Chunk:
    """Lines of our text and of theirs that stand in one place. ``side``: 1 take ours, 2 take theirs, 0 conflict."""

    side: int
    ours: int
    our_end: int
    theirs: int
    their_end: int


def merge_texts(base: bytes, ours: bytes, theirs: bytes) -> TextMerge:
    before, mine, other = split_lines(base), split_lines(ours), split_lines(theirs)
    chunks = _chunks(before, mine, other)
    return TextMerge(tuple(_sections(_simplified(list(_refined(chunks, mine, other))), mine, other)))


def _chunks(base: Sequence[bytes], mine: Sequence[bytes], other: Sequence[bytes]) -> list[_Chunk]:
    """Where the sides differ from the base, in the order of the text."""
    chunks: list[_Chunk] = []
    left, right = compare(base, mine, by_indent=False), compare(base, other, by_indent=False)
    at_left = at_right = 0
    while at_left < len(left) or at_right < len(right):
        one = left[at_left] if at_left < len(left) else None
        two = right[at_right] if at_right < len(right) else None
        if two is None or (one and one.old_end < two.old_start):
            assert one
            shift = _shift(right, at_right)
            _append(chunks, 1, one.new_start, one.new_end, one.old_start + shift, one.old_end + shift)
            at_left += 1
            continue
        if one is None or two.old_end < one.old_start:
            shift = _shift(left, at_left)
            _append(chunks, 2, two.old_start + shift, two.old_end + shift, two.new_start, two.new_end)
            at_right += 1
            continue
        if one[:2] != two[:2] or mine[one.new_start : one.new_end] != other[two.new_start : two.new_end]:
            start, end = min(one.old_start, two.old_start), max(one.old_end, two.old_end)
            _append(
                chunks,
                0,
                one.new_start - (one.old_start - start),
                one.new_end + (end - one.old_end),
                two.new_start - (two.old_start - start),
                two.new_end + (end - two.old_end),
            )
        at_left, at_right = at_left + (one.old_end <= two.old_end), at_right + (two.old_end <= one.old_end)
    return chunks


def _shift(spans: Sequence[Span], at: int) -> int:
    """How far the other side's lines have moved before its next change."""
    return spans[at - 1].new_end - spans[at - 1].old_end if at else 0


def _append(chunks: list[_Chunk], side: int, ours: int, our_end: int, theirs: int, their_end: int) -> None:
    """Joins what touches the chunk before."""
    last = chunks[-1] if chunks else None
    if last and (ours <= last.our_end or theirs <= last.their_end):
        if side != last.side:
            last.side = 0
        last.our_end, last.their_end = our_end, their_end
    else:
        chunks.append(_Chunk(side, ours, our_end, theirs, their_end))


def _refined(chunks: Sequence[_Chunk], mine: Sequence[bytes], other: Sequence[bytes]) -> Iterator[_Chunk]:
    """Conflicts without the lines that both sides have."""
    for chunk in chunks:
        if chunk.side or chunk.ours == chunk.our_end or chunk.theirs == chunk.their_end:
            yield chunk
            continue
        ours, theirs = mine[chunk.ours : chunk.our_end], other[chunk.theirs : chunk.their_end]
        for span in compare(ours, theirs, by_indent=False):
            yield _Chunk(
                0,
                chunk.ours + span.old_start,
                chunk.ours + span.old_end,
                chunk.theirs + span.new_start,
                chunk.theirs + span.new_end,
            )


def _simplified(chunks: Sequence[_Chunk]) -> list[_Chunk]:
    result: list[_Chunk] = []
    for chunk in chunks:
        last = result[-1] if result else None
        if last and last.side == chunk.side == 0 and chunk.ours - last.our_end <= NEAR:
            last.our_end, last.their_end = chunk.our_end, chunk.their_end
        else:
            result.append(chunk)
    return result


def _sections(chunks: Sequence[_Chunk], mine: Sequence[bytes], other: Sequence[bytes]) -> Iterator[Section]:
    agreed: list[bytes] = []
    position = 0
    for chunk in chunks:
        agreed += mine[position : chunk.ours]
        if chunk.side:
            agreed += mine[chunk.ours : chunk.our_end] if chunk.side == 1 else other[chunk.theirs : chunk.their_end]
        else:
            if agreed:
                yield _agreed(agreed)
            agreed = []
            ours, theirs = mine[chunk.ours : chunk.our_end], other[chunk.theirs : chunk.their_end]
            yield Section(b"".join(ours), b"".join(theirs), True)
        position = chunk.our_end
    agreed += mine[position:]
    if agreed:
        yield _agreed(agreed)


def _agreed(lines: Sequence[bytes]) -> Section:
    text = b"".join(lines)
    return Section(text, text, False)
