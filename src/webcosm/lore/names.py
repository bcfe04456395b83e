"""Names of people: given and family names that belong together, of many cultures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from .rng import Rng, Wheel
from .wordlists import load

__all__ = ["Name", "Namer", "family_pool", "given_pool"]

_GIVEN = load("given_names")
_FAMILY = load("family_names")
_BLOCKED_NAMES = frozenset(load("blocked")["full names"])

# Shares of the population by culture; those not named share what remains.
_SHARES = {
    "english": 34.0, "irish": 5.0, "scottish": 4.5, "welsh": 2.5, "spanish": 9.0, "german": 4.0, "italian": 3.5,
    "french": 3.5, "indian": 3.5, "chinese": 3.0, "polish": 2.5, "scandinavian": 2.5, "portuguese": 2.0, "arabic": 2.0,
    "vietnamese": 1.6, "korean": 1.6, "japanese": 1.4, "filipino": 1.4, "dutch": 1.3, "pakistani": 1.3, "greek": 1.0,
    "turkish": 1.0, "persian": 0.9, "yoruba": 0.9, "russian": 0.9, "ghanaian": 0.7, "punjabi": 0.7, "cantonese": 0.7,
}  # fmt: skip
_OTHER_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Name:
    given: str
    family: str
    gender: str
    """``female``, ``male`` or ``nonbinary``."""


class Namer:
    """Draws names; a full name comes back about as often as it would among real people, not as often as dice would."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        cultures = list(_FAMILY)
        self._cultures = Wheel(cultures, [_SHARES.get(culture, _OTHER_SHARE) for culture in cultures])
        self._taken: set[tuple[str, str]] = set()

    def draw(self, birth_year: int) -> Name:
        while True:
            name = self._propose(birth_year)
            if f"{name.given} {name.family}" in _BLOCKED_NAMES:
                continue
            if (name.given, name.family) not in self._taken or self._rng.chance(0.5):
                self._taken.add((name.given, name.family))
                return name

    def _propose(self, birth_year: int) -> Name:
        rng = self._rng
        culture = self._cultures.draw(rng)
        gender = "female" if rng.chance(0.503) else "male"
        # The children of newcomers often get a given name of the country.
        given_culture = "english" if culture != "english" and rng.chance(0.22) else culture
        given = rng.choice(_given_names(given_culture, gender, birth_year, rng))
        family = _family_for(rng.choice(_FAMILY[culture]), culture, gender, rng)
        return Name(given, family, "nonbinary" if rng.chance(0.008) else gender)


def _given_names(culture: str, gender: str, birth_year: int, rng: Rng) -> tuple[str, ...]:
    if culture != "english":
        return _GIVEN[f"{culture}.{gender}"]
    era = "classic"
    if birth_year < 1962:
        era = "vintage" if rng.chance(0.7) else "classic"
    elif birth_year >= 1986:
        era = "modern" if rng.chance(0.65) else "classic"
    elif rng.chance(0.07):
        era = "vintage"
    return _GIVEN[f"english.{gender}.{era}"]


def _family_for(family: str, culture: str, gender: str, rng: Rng) -> str:
    """Slavic family names have a form for women; some families keep it, some do not."""
    if gender != "female" or not rng.chance(0.75):
        return family
    if culture == "polish" and family.endswith(("ski", "cki", "dzki", "ński", "śki")):
        return family[:-1] + "a"
    if culture in ("russian", "balkan") and family.endswith(("ov", "ev", "in", "yov")):
        return family + "a"
    if culture == "czech":
        if family.endswith("ý"):
            return family[:-1] + "á"
        if family.endswith(("ek", "ec")):
            return family[:-2] + family[-1] + "ová"
        if family[-1] in "ao":
            return family[:-1] + "ová"
        return family + "ová"
    return family


@cache
def given_pool(culture: str) -> tuple[str, ...]:
    """All given names of a culture, women's first."""
    if culture == "english":
        return tuple(name for key, names in _GIVEN.items() if key.startswith("english.") for name in names)
    if culture == "english.vintage":
        return _GIVEN["english.female.vintage"] + _GIVEN["english.male.vintage"]
    return _GIVEN[f"{culture}.female"] + _GIVEN[f"{culture}.male"]


@cache
def family_pool(culture: str) -> tuple[str, ...]:
    return _FAMILY[culture]
