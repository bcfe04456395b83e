"""Names for states, towns and natural features, and the names of those who live there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .english import ascii_fold
from .grammar import Grammar
from .rng import Rng
from .wordlists import load

__all__ = ["PlaceNames", "demonym", "state_abbreviations"]

_WORDS = load("places")
_BLOCKED = frozenset(load("blocked")["places"])
_REAL_ABBREVIATIONS = frozenset(load("blocked")["state abbreviations"])

# Ending of the last word -> what takes its place. Longer endings stand first.
_DEMONYM_ENDINGS = (
    ("chester", "cestrian"), ("hampton", "hamptonian"), ("meadow", "meadower"), ("bridge", "bridger"),
    ("bourne", "bournian"), ("mouth", "mouthian"), ("ville", "villian"), ("ferry", "ferrian"), ("field", "fielder"),
    ("sands", "sander"), ("point", "pointer"), ("stone", "stonian"), ("stoke", "stokian"), ("shore", "shorer"),
    ("water", "waterer"), ("worth", "worthian"), ("cairn", "cairnian"), ("crest", "crester"), ("ridge", "ridger"),
    ("dale", "dalian"), ("land", "lander"), ("port", "porter"), ("ford", "fordian"), ("bury", "burian"),
    ("gate", "gater"), ("vale", "valer"), ("view", "viewer"), ("wood", "wooder"), ("mere", "merian"),
    ("lock", "locker"), ("mont", "montian"), ("ness", "nessian"), ("side", "sider"), ("bay", "bayer"),
    ("quay", "quayer"), ("peak", "peaker"), ("hill", "hiller"), ("fell", "feller"), ("ton", "tonian"),
    ("don", "donian"), ("den", "denian"), ("ham", "hamite"), ("ley", "leyan"), ("leigh", "leighan"),
    ("moor", "moorian"), ("well", "wellian"), ("wick", "wickian"), ("over", "overan"), ("haven", "havener"),
    ("low", "lowan"), ("row", "rowan"), ("shaw", "shavian"), ("thorpe", "thorpian"), ("combe", "comber"),
    ("cliffe", "cliffer"), ("cote", "cotian"), ("stowe", "stovian"), ("ey", "eyan"), ("ay", "ayan"), ("oy", "oyan"),
    ("y", "ian"), ("a", "an"), ("é", "éan"), ("e", "ian"), ("o", "oan"), ("i", "ian"), ("w", "wite"), ("t", "tonian"),
    ("s", "sian"), ("x", "xian"), ("ck", "ckite"), ("k", "kite"),
)  # fmt: skip

# A last word that only says what kind of place it is.
_DEMONYM_LAST_WORDS = {
    "Springs": "Springer", "Falls": "Fallsite", "Junction": "Junctioner", "Crossing": "Crosser", "Mills": "Miller",
    "Grove": "Grover", "Corners": "Cornerite", "Valley": "Valleyite", "Green": "Greener", "Park": "Parker",
    "Harbour": "Harbourite", "Bay": "Bayer", "Beach": "Beacher", "Landing": "Lander", "Ferry": "Ferrier",
    "Bridge": "Bridger", "Rapids": "Rapidian", "Heights": "Heighter", "Pass": "Passer", "Hill": "Hiller",
    "Ridge": "Ridger", "Gap": "Gapper",
}  # fmt: skip


def demonym(name: str) -> str:
    """What an inhabitant is called: ``Alderton`` gives ``Aldertonian``, ``Port Merrick`` ``Port Merrickite``."""
    place = re.sub(r"-on-Sea$", "", name)
    lead, space, last = place.rpartition(" ")
    if lead and last in _DEMONYM_LAST_WORDS:
        return f"{lead} {_DEMONYM_LAST_WORDS[last]}"
    for ending, replacement in _DEMONYM_ENDINGS:
        if last.lower().endswith(ending):
            return f"{lead}{space}{last[: len(last) - len(ending)]}{replacement}"
    return f"{lead}{space}{last}ian"


def state_abbreviations(names: Sequence[str]) -> list[str]:
    """Two capital letters for each name: its first and the first later one that is free and no real state's."""
    taken = set(_REAL_ABBREVIATIONS)
    abbreviations = []
    for name in names:
        letters = [letter for letter in ascii_fold(name).upper() if letter.isalpha()]
        for second in [*letters[1:], *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]:
            short = letters[0] + second
            if short not in taken:
                taken.add(short)
                abbreviations.append(short)
                break
    return abbreviations


class PlaceNames:
    """Draws names that no other place of the region has."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._taken: set[str] = set()
        self._stems: set[str] = set()
        self._grammar = Grammar({**_WORDS, "suffix": _WORDS["suffix.any"]})

    def town(self, setting: str) -> str:
        """A town's name; ``setting`` is ``any``, ``coast``, ``river`` or ``hill``."""
        while True:
            if self._rng.chance(0.55):
                suffixes = _WORDS[f"suffix.{setting}"]
                if setting != "any" and self._rng.chance(0.35):
                    suffixes = _WORDS["suffix.any"]
                name = _compound(self._rng.choice(_WORDS["root"]), self._rng.choice(suffixes))
            else:
                patterns = _WORDS[f"pattern.{setting}"]
                if setting != "any" and self._rng.chance(0.35):
                    patterns = _WORDS["pattern.any"]
                name = self._grammar.expand(self._rng, self._rng.choice(patterns))
            # Two towns that share their telling word (Marlowe, New Marlowe) would confuse; allow it never.
            stem = max(name.replace("-", " ").split(), key=len)
            if self._free(name) and stem not in self._stems and _sounds_well(name):
                self._stems.add(stem)
                self._taken.add(name)
                return name

    def county(self) -> str:
        while True:
            name = self._rng.choice(_WORDS["founder"])
            if self._free(name) and name not in self._stems:
                self._taken.add(name)
                return f"{name} County"

    def feature(self, kind: str) -> str:
        """A natural feature's name; ``kind`` is ``peak``, ``lake`` or ``river``."""
        while True:
            name = self._grammar.expand(self._rng, self._rng.choice(_WORDS[kind]))
            if self._free(name):
                self._taken.add(name)
                return name

    def _free(self, name: str) -> bool:
        return name not in self._taken and name not in _BLOCKED


def _compound(root: str, suffix: str) -> str:
    """Joined without a letter three times in a row (``Fell`` + ``ley``) and without doubling a whole sound."""
    if root[-1].lower() == suffix[0] and (root[-2:-1].lower() == suffix[0] or suffix[0] in "aeiouwhys"):
        root = root[:-1]
    return root + suffix


def _sounds_well(name: str) -> bool:
    """No echo (Moormoor, Bellwell), no pile of consonants, no stump, no word that is too long to say."""
    word = name.lower()
    if re.search(r"[^aeiouy\s-]{5}|(.)\1\1", word) or not 5 <= len(word) <= 19:
        return False
    half = len(word) // 2
    return word[:half] != word[-half:] and not re.search(r"(\w{3,}).*\1", word)
