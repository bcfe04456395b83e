"""Wishes that make good questions: of a kind of thing, with a detail or two, near some place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl
from zlib import crc32

from webcosm.suites.arena.classifieds._phrases import DETAILS, KIND_CODES, described, noun_of
from webcosm.suites.arena.classifieds._rows import Ad, Board, wish

__all__ = ["Wanted", "is_sure", "wishes"]

CITIES = 12
"""The places that people name are the largest."""
Pairs = dict[str, str]


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for."""

    words: str
    """“black leather sofas within 25 miles of Bayardwade”"""
    query: str
    """The same as the query of a list's address."""


def wishes(
    board: Board, least: int, most: int, *, places: int = 2, only: Collection[str] = (), sure: bool = True
) -> Iterator[tuple[Wanted, list[Ad]]]:
    """Wishes that find so many listings, in their order, each with what it finds. For each kind of thing and each
    detail of it there are as many ``places``, or none at all; ``only``
    names the categories, if not all will do. What somebody could
    count otherwise is left out where all is to be ``sure``."""
    known = _places(board) if places else [{}]
    for kind, ads in _kinds(board).items():
        if len(ads) < least or (only and ads[0].slug not in only):
            continue
        for detail in _details(dict(kind), ads, least):
            asked = {**dict(kind), **detail}
            start = crc32(wish(**asked).encode())
            for turn in range(min(places, len(known)) or 1):
                place = known[(start + 5 * turn) % len(known)]
                query = wish(**asked, **place)
                found = board.fitting(query, ads)
                if least <= len(found) <= most and (not sure or is_sure(board, found, query)):
                    yield Wanted(described(board, query), query), found


def is_sure(board: Board, found: list[Ad], query: str) -> bool:
    """Whether nobody could count otherwise: nothing is about to run out or wrong, and nothing of the kind stands
    elsewhere."""
    if any(ad.id in board.doubtful or not board.lasts(ad) for ad in found):
        return False
    asked = dict(parse_qsl(query))
    return not any(belongs == asked["category"] and board.is_there(ad, asked) for belongs, ad in board.misplaced)


def _kinds(board: Board) -> dict[tuple[tuple[str, str], ...], list[Ad]]:
    """By category and kind, as a query has them."""
    found: dict[tuple[tuple[str, str], ...], list[Ad]] = {}
    for ad in board.active:
        kinds = [(code, str(ad.values[code])) for code in KIND_CODES if code in ad.values]
        for key in ([("category", ad.slug)], [("category", ad.slug), *kinds[:1]] if kinds else []):
            if key and noun_of(ad.slug, dict(key)):
                found.setdefault(tuple(key), []).append(ad)
    return dict(sorted(found.items()))


def _details(kind: Pairs, ads: list[Ad], least: int) -> list[Pairs]:
    """Nothing more, one detail, or two, of those that enough of the listings have."""
    single = Counter(
        (code, str(value) if isinstance(value, str) else "yes")
        for ad in ads
        for code, value in ad.values.items()
        if code in DETAILS and code not in kind and value not in (0, "Any", "None")
    )
    often = sorted(pair for pair, count in single.items() if count >= least)
    pairs = [{one[0]: one[1], two[0]: two[1]} for one in often for two in often if one[0] < two[0]]
    rooms = Counter(str(ad.values["bedrooms"]) for ad in ads if "bedrooms" in ad.values)
    homes = [{"bedrooms_min": count, "bedrooms_max": count} for count in sorted(rooms) if rooms[count] >= least]
    return [{}, *({code: value} for code, value in often), *homes, *pairs[:12]]


def _places(board: Board) -> list[Pairs]:
    """Regions, and circles around the largest cities: those in which most is offered."""
    counts = Counter(ad.city_id for ad in board.active)
    cities = sorted(counts, key=lambda number: (-counts[number], number))[:CITIES]
    circles = [{"city": str(number), "within": miles} for number in cities for miles in ("25", "50")]
    regions = [{"region": code} for code in sorted({ad.region for ad in board.active})]
    return [{}, *circles, *regions, *({"city": str(number)} for number in cities[:4])]
