"""Reading numbers: digits in English and European form, number words, scales such as "k" and "million"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from webcosm.judge.answer_types.wording import vocabulary

__all__ = ["Compound", "Figure", "find_compounds", "find_figures", "same_amount", "words_to_digits"]

UNITS = {
    word: value
    for value, word in enumerate(
        vocabulary(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
            "sixteen seventeen eighteen nineteen"
        )
    )
}
TENS = {
    word: 10 * value
    for value, word in enumerate(vocabulary("twenty thirty forty fifty sixty seventy eighty ninety"), start=2)
}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_NUMBER_WORD = "|".join([*UNITS, *TENS, "hundred", *SCALES, "dozen"])
WORD_RUN = re.compile(
    rf"\b(?:(?:a|half a) (?=hundred|thousand|million|billion|dozen))?(?:{_NUMBER_WORD})\b"
    rf"(?:(?:[ -]|[ -]and[ -])(?:{_NUMBER_WORD})\b)*",
    re.IGNORECASE,
)
# "the one you asked for", "one of them": a pronoun, not a count.
PRONOUN_BEFORE = re.compile(
    r"\b(?:the|this|that|which|no|any|each|every|last|first|second|third|fourth|fifth|other|right|wrong|new|old|by|another"
    r"|correct|expensive|page|\w+est)\s+$",
    re.I,
)
PRONOUN_AFTER = re.compile(
    r"\s+(?:of|that|who|which|you|i|with|has|had|says|shows|by|page|after|below|above)\b", re.IGNORECASE
)
SCALE_FIRST = re.compile(r"(?:hundred|thousand|million|billion|dozen)\b", re.IGNORECASE)
FIGURE_BEFORE = re.compile(r"\d\s$")
SIGN_WORD = re.compile(r"\b(?:minus|negative)\s+(?=[$€£¥]?\d)", re.IGNORECASE)
AND_A_HALF = re.compile(r"\b(\d+) and a half\b", re.IGNORECASE)


@lru_cache(maxsize=1024)
def words_to_digits(text: str) -> str:
    """The text with "twelve", "a dozen", "one hundred and five", "minus 3" and the like in digits."""

    def replace(match: re.Match[str]) -> str:
        run = match.group()
        if run.casefold() == "one" and (
            PRONOUN_BEFORE.search(text[max(0, match.start() - 16) : match.start()])
            or PRONOUN_AFTER.match(text, match.end())
        ):
            return run
        if SCALE_FIRST.match(run) and FIGURE_BEFORE.search(text[max(0, match.start() - 2) : match.start()]):
            return run  # "2.5 million" is read as one figure
        return _read_run(run)

    text = WORD_RUN.sub(replace, text)
    return AND_A_HALF.sub(r"\1.5", SIGN_WORD.sub("-", text))


def _read_run(run: str) -> str:
    """Digits for a run of number words; several numbers if the run is no single well-formed one."""
    words = run.casefold().replace("-", " ").split()
    half = words[:2] == ["half", "a"]
    if half:
        words = words[2:]
    elif words[0] == "a":
        words = ["one", *words[1:]]
    parts: list[str] = []
    total = group = 0  # finished thousands; the group of up to three digits being read
    room = 10**12  # what the next word must stay below
    open_number = False
    after_large = False
    for word in words:
        if word == "and":
            if not after_large:  # "twelve and thirteen" are two numbers
                parts += [str(total + group), "and"]
                total, group, room, open_number = 0, 0, 10**12, False
            continue
        value = UNITS.get(word, TENS.get(word))
        if value is not None:
            if open_number and not (value < room and value > 0):
                parts.append(str(total + group))
                total = group = 0
            group += value
            room = 10 if word in TENS else 0
            after_large = False
        elif word == "hundred":
            group, room, after_large = max(group, 1) * 100, 100, True
        elif word == "dozen":
            group, room, after_large = max(group, 1) * 12, 0, False
        else:
            total, group, room, after_large = total + max(group, 1) * SCALES[word], 0, 1000, True
        open_number = True
    if open_number:
        number = total + group
        parts.append(str(number // 2 if half else number))
    return " ".join(parts)


@dataclass(frozen=True)
class Figure:
    """A number written in digits, with its place."""

    value: Decimal
    start: int
    end: int
    decimals: int
    digits: int


RAW = re.compile(r"(?:(?<![\w)\].,'^%-])[-+])?(?<![\w^])(?<!\d[.,'])(?:\d[\d.,']{0,40}|\.\d{1,20})(?!\^)")
ATTACHED_SCALE = re.compile(r"([kK]|M|bn|B)(?![A-Za-z0-9])|\s(hundred|thousand|million|billion|dozen)\b", re.IGNORECASE)
SCALE = {"k": 10**3, "m": 10**6, "b": 10**9, "bn": 10**9, "hundred": 100, "dozen": 12, **SCALES}
WHOLE = re.compile(r"\d+")
DECIMAL = re.compile(r"\d*\.\d+")
GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:'\d{3})+(?:\.\d+)?")
EUROPEAN = re.compile(r"\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,}|\d+,\d{1,2}")


def _read(raw: str) -> Decimal | None:
    if WHOLE.fullmatch(raw) or DECIMAL.fullmatch(raw):
        return Decimal(raw)
    if GROUPED.fullmatch(raw):
        return Decimal(raw.replace(",", "").replace("'", ""))
    if EUROPEAN.fullmatch(raw):
        return Decimal(raw.replace(".", "").replace(",", "."))
    return None


def find_figures(text: str, *, attached_units: bool = False) -> list[Figure]:
    """Every number in the text. "1,2,3" is three numbers; "1.2.3" and, unless told otherwise, "12px" are none."""
    found: list[Figure] = []
    for match in RAW.finditer(text):
        raw = match.group()
        start = match.start()
        sign = -1 if raw[0] == "-" else 1
        if raw[0] in "+-":
            raw, start = raw[1:], start + 1
        raw = raw.rstrip(".,'")
        end = start + len(raw)
        scale = ATTACHED_SCALE.match(text, end)
        if scale and (scale.group(1) or "") == "m":  # metres or minutes
            scale = None
        factor = SCALE[(scale.group(1) or scale.group(2)).casefold()] if scale else 1
        if not scale and not attached_units and end < len(text) and (text[end].isalpha() or text[end] in "_^"):
            continue
        value = _read(raw)
        if value is not None:
            decimals = _decimals(raw)
            digits = len(raw.replace(".", "").replace(",", "").replace("'", "").lstrip("0"))
            signed = start if match.group()[0] not in "+-" else start - 1
            stop = scale.end() if scale else end
            found.append(Figure(sign * value * factor, signed, stop, decimals, digits))
        else:
            found += _read_list(raw, start)
    return found


def _decimals(raw: str) -> int:
    if DECIMAL.fullmatch(raw) or (GROUPED.fullmatch(raw) and "." in raw):
        return len(raw) - raw.rindex(".") - 1
    if "," in raw and EUROPEAN.fullmatch(raw):
        return len(raw) - raw.rindex(",") - 1
    return 0


def _read_list(raw: str, start: int) -> list[Figure]:
    """The numbers of "1,2,3"; none if a piece is no number (a version, an address of a machine)."""
    pieces = [(m.group(), start + m.start()) for m in re.finditer(r"[^,']+", raw)]
    values = [(_read(piece), piece, at) for piece, at in pieces]
    return [
        Figure(value, at, at + len(piece), _decimals(piece), len(piece))
        for value, piece, at in values
        if value is not None
    ]


@dataclass(frozen=True)
class Compound:
    """An amount in one or several units, as in "2 h 58 min", in the smallest unit."""

    value: Decimal
    start: int
    end: int
    units: tuple[str, ...]
    slack: Decimal
    """Half of the last written digit if at least three digits with decimals were written, else 0."""
    rounding: Decimal
    """Half of the last written digit."""


RANGE = re.compile(r"\s?(?:-|to|or|and|/)\s?")
JOINT = re.compile(r"\s*(?:,\s*)?(?:and\s+|&\s*)?")


def find_compounds(text: str, units: Mapping[str, tuple[str, Decimal]], pattern: re.Pattern[str]) -> list[Compound]:
    """Amounts with units. ``pattern`` finds a unit right after a figure; ``units`` gives its name and its size."""
    parts: list[Compound] = []
    bare: Figure | None = None
    for figure in find_figures(text, attached_units=True):
        unit = pattern.match(text, figure.end)
        if unit is None:
            bare = figure
            continue
        name, factor = units[unit.group(1).casefold()]
        precise = figure.decimals > 0 and figure.digits >= 3
        rounding = factor * Decimal(5).scaleb(-figure.decimals - 1)
        slack = rounding if precise else Decimal(0)
        part = Compound(figure.value * factor, figure.start, unit.end(), (name,), slack, rounding)
        if bare and RANGE.fullmatch(text, bare.end, figure.start):  # "10-12 miles": the 10 is in miles too
            parts.append(Compound(bare.value * factor, bare.start, bare.end, (name,), Decimal(0), Decimal(0)))
        bare = None
        last = parts[-1] if parts else None
        joint = JOINT.match(text, last.end) if last else None
        if last and joint and joint.end() == figure.start and _follows(last, factor, figure, units):
            parts[-1] = Compound(
                last.value + part.value, last.start, part.end, (*last.units, name), max(last.slack, slack), rounding
            )
        else:
            parts.append(part)
    return parts


RESTATED_WITHIN = Decimal("0.03")  # a restatement has at least about two digits


def same_amount(
    one: Decimal,
    one_rounding: Decimal,
    one_units: Sequence[str],
    other: Decimal,
    rounding: Decimal,
    units: Sequence[str],
) -> bool:
    """Whether two amounts are equal, or one restates the other in other units: "5 km (3.1 miles)"."""
    if set(one_units) & set(units):
        return one == other
    finer = min(one_rounding, rounding)
    return abs(one - other) <= finer <= RESTATED_WITHIN * max(abs(one), abs(other))


def _follows(last: Compound, factor: Decimal, figure: Figure, units: Mapping[str, tuple[str, Decimal]]) -> bool:
    """Whether "58 min" continues "2 h": a smaller unit, and less than one of the larger."""
    larger = next(size for name, size in units.values() if name == last.units[-1])
    return factor < larger and 0 <= figure.value * factor < larger and last.slack == 0
