"""Element ids: each is given once in an episode, whatever is opened, reloaded or closed.

The walker numbers the elements of a document from 0, and the frames in it by letters. What agents are shown are numbers
and letters from a book that belongs to the whole episode, so that an id that an agent remembers is either the element
it remembers or no longer there, and never the button that now stands in its place. The book is filled in the order in
which things are looked at, so an episode that is replayed gives the same ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from webcosm.observe.records import PageView

__all__ = ["DocumentIds", "IdBook", "Signature", "signatures"]

Key = int | str
"""An element's number in its frame, or a frame's letters in the document around it."""
Signature = tuple[str, str, str]
"""Role, tag and name: what tells an element of one window from others when it is found again in a copy of it."""


class IdBook:
    """What was given out, by frame path: the elements of each frame are numbered for themselves."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._letters: dict[str, int] = {}

    def copy(self) -> IdBook:
        """For a copy of the episode, which remembers what was given out before it."""
        book = IdBook()
        book._numbers, book._letters = dict(self._numbers), dict(self._letters)
        return book

    def number(self, path: str) -> int:
        given = self._numbers.get(path, 0)
        self._numbers[path] = given + 1
        return given

    def letters(self, path: str) -> str:
        given = self._letters.get(path, 0)
        self._letters[path] = given + 1
        return _letters(given)

    def was_given(self, path: str, key: Key) -> bool:
        if isinstance(key, int):
            return key < self._numbers.get(path, 0)
        return key in map(_letters, range(self._letters.get(path, 0)))


class DocumentIds:
    """The ids of one document's elements, by the walker's own keys and back."""

    def __init__(self, book: IdBook, path: str, expected: Mapping[Signature, Sequence[Key]] | None = None) -> None:
        self._book = book
        self._path = path
        self._ids: dict[Key, Key] = {}
        self._keys: dict[Key, Key] = {}
        self._expected = expected
        self._texts = [""]  # of elements by number, and behind them what stands at -1 for those that have none

    @property
    def is_expecting(self) -> bool:
        """Whether the document is a copy of another one, whose ids its elements are to bear."""
        return self._expected is not None

    def adopt(self, found: Iterable[tuple[Key, Signature]]) -> None:
        """Gives elements the ids that those had of which they are copies: where a page has as many of a signature as
        the other had, they are the same in the same order."""
        expected, self._expected = self._expected or {}, None
        keys: dict[Signature, list[Key]] = {}
        for key, signature in found:
            keys.setdefault(signature, []).append(key)
        for signature, ids in expected.items():
            ours = keys.get(signature, [])
            if len(ours) == len(ids):
                for key, id in zip(ours, ids, strict=True):
                    self._note(key, id)

    def id(self, key: Key) -> Key:
        """The id of an element, or the letters of a frame."""
        known = self._ids.get(key)
        if known is None:
            letters = isinstance(key, str)
            known = self._book.letters(self._path) if letters else self._book.number(self._path)
            self._note(key, known)
        return known

    def _note(self, key: Key, id: Key) -> None:
        self._ids[key] = id
        self._keys[id] = key

    def texts(self, numbers: Sequence[int]) -> list[str]:
        """The ids of many elements with the path of their frame; empty for -1."""
        texts = self._texts
        new = range(len(texts) - 1, max(numbers) + 1)
        if new:
            texts[-1:] = [*[f"{self._path}{self.id(number)}" for number in new], ""]
        return list(map(texts.__getitem__, numbers))

    def key(self, id: Key) -> Key | None:
        """The walker's key of an id; None if it is no element's of this document."""
        return self._keys.get(id)


def signatures(view: PageView) -> dict[str, dict[Signature, list[Key]]]:
    """By frame path: what elements a page has, and their ids."""
    found: dict[str, dict[Signature, list[Key]]] = {}
    for element in view.elements:
        if not element.id:
            continue
        own = element.id[len(element.frame) :]
        key: Key = int(own) if own.isdigit() else own
        of_frame = found.setdefault(element.frame, {})
        of_frame.setdefault((element.role, element.tag, element.name), []).append(key)
    return found


def _letters(index: int) -> str:
    """a … z, aA … aZ, bA …: the first letter small, so that paths can be cut apart again."""
    upper = ""
    while index >= 26:
        upper = chr(65 + index % 26) + upper
        index = index // 26 - 1
    return chr(97 + index) + upper
