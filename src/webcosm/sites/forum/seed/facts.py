"""What threads speak of: records of lore, as ``draw name: @source`` asks for them.

A record is drawn for a day and, in the forum of a city, for that city: nobody speaks of a film before it was out, and
nobody of a bakery that another town has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from webcosm.lore import KINDS, City, Game, League, Lore, Poi, Rng, Season, Team
from webcosm.lore.english import ordinal, plural
from webcosm.lore.wordlists import load
from webcosm.sites.kit.sentences import number_words

__all__ = ["FIELDS", "Facts", "Record", "Scene", "Source", "SourceError", "parse_source"]

MONTHS = load("words")["month"]
NUMBER_FIELDS = ("words", "next", "before", "double", "half")
SEASON_ENDS = 6
"""The month in which the season of a year is over."""

FIELDS: Mapping[str, tuple[str, ...]] = {
    "city": (
        "name", "state", "population", "nickname", "demonym", "founded", "river", "neighbourhood", "fact", "trade",
    ),
    "street": ("name", "city", "neighbourhood"),
    "poi": (
        "name", "kind", "street", "address", "city", "opened", "rating", "neighbourhood", "described", "cuisine",
        "brand",
    ),
    "company": ("name", "industry", "city", "founded", "website", "slogan", "employees"),
    "brand": ("name", "tier", "founded", "company", "website"),
    "film": ("name", "year", "genre", "minutes", "director", "studio", "actor", "costar", "summary"),
    "book": ("name", "year", "genre", "pages", "author", "publisher", "summary"),
    "band": ("name", "genre", "city", "formed", "member"),
    "album": ("name", "artist", "year", "genre", "tracks", "track", "minutes"),
    "league": ("name", "sport", "teams", "champion", "second", "season"),
    "team": ("name", "sport", "city", "stadium", "founded", "league", "color"),
    "match": (
        "name", "home", "away", "home_score", "away_score", "winner", "loser", "score", "league", "sport", "season",
        "margin",
    ),
    "standing": (
        "name", "team", "place", "points", "played", "won", "drawn", "lost", "scored", "conceded", "league", "sport",
        "season",
    ),
    "festival": ("name", "kind", "city", "month", "founded", "venue", "days", "described"),
    "award": ("name", "field", "winner", "work", "year", "founded"),
    "lake": ("name", "area", "depth", "city"),
    "peak": ("name", "elevation", "range", "city"),
    "river": ("name", "length", "city"),
    "person": ("name",),
    "animal": ("name", "plural"),
    "weekday": ("name",),
    "month": ("name",),
    "number": ("name", *NUMBER_FIELDS),
    "money": ("name", "number"),
    "year": ("name", "ago"),
}  # fmt: skip
"""The fields of each source; ``@here`` has those of a city."""
LOCAL = frozenset({"street", "poi", "company", "team", "match", "standing", "festival", "band", "lake", "peak"})
"""Sources that can be asked for ``here``: in the city of the forum."""


class SourceError(ValueError):
    """A source that lore does not have; the message says what there is."""


@dataclass(frozen=True, slots=True)
class Record:
    """Something that a slot stands for. ``since`` is the first year in which people can speak of it."""

    key: str
    text: str
    fields: Mapping[str, str] = field(default_factory=dict)
    since: int = 0
    city_id: int | None = None

    def value(self, name: str) -> str:
        return self.fields.get(name, self.text if name == "name" else "") if name else self.text


@dataclass(slots=True)
class Scene:
    """For what something is drawn: the day, the forum's city if it has one, the sport if it has one."""

    day: date
    city: City | None = None
    sport: str = ""
    used: set[str] = field(default_factory=set)
    """Keys of what the thread has already spoken of."""


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    argument: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    where: str = ""
    """``here`` or ``anywhere``; else streets and places are here in the forum of a city, and all others anywhere."""


def parse_source(text: str) -> Source:
    """``@poi cafe here``"""
    name, *words = text.removeprefix("@").split()
    if name == "here":
        if words:
            raise SourceError(f"@here takes no words, not {' '.join(words)!r}")
        return Source("here")
    if name not in FIELDS:
        raise SourceError(f"unknown source @{name}; there are @here, {', '.join(f'@{one}' for one in FIELDS)}")
    if name in ("number", "money", "year"):
        numbers = [int(word) for word in words if re.fullmatch(r"\d+", word)]
        if len(numbers) != len(words) or len(numbers) not in (2, 3) or numbers[0] > numbers[1]:
            raise SourceError(f"@{name} takes LOW HIGH and perhaps a step, not {' '.join(words)!r}")
        return Source(name, "", numbers[0], numbers[1], max(1, numbers[2]) if len(numbers) == 3 else 1)
    where = words.pop() if words and words[-1] in ("here", "anywhere") else ""
    if where and name not in LOCAL:
        raise SourceError(f"@{name} cannot be asked for {where}; only {', '.join(sorted(LOCAL))}")
    return Source(name, " ".join(words), where=where)


class Facts:
    """Draws records of one universe."""

    def __init__(self, lore: Lore) -> None:
        self.lore = lore
        self._pools: dict[object, Sequence[Record]] = {}
        self._makers: dict[str, Callable[[str, Scene], Sequence[Record]]] = {
            "company": self._companies, "brand": self._brands, "film": self._films, "book": self._books,
            "band": self._bands, "album": self._albums, "league": self._leagues, "team": self._teams,
            "match": self._matches, "standing": self._standings, "festival": self._festivals, "award": self._awards,
            "lake": self._lakes, "peak": self._peaks, "river": self._rivers, "poi": self._pois, "street": self._streets,
            "person": self._first_names, "animal": self._animals, "weekday": self._weekdays, "month": self._months,
        }  # fmt: skip

    def check(self, source: Source) -> None:
        """Raises if nothing can ever be drawn."""
        if source.name == "poi" and source.argument not in KINDS:
            raise SourceError(f"@poi takes a kind of place ({', '.join(sorted(KINDS))}), not {source.argument!r}")
        if source.name == "brand" and source.argument and source.argument not in self.lore.brands_of_field:
            known = ", ".join(sorted(self.lore.brands_of_field))
            raise SourceError(f"@brand takes a field ({known}), not {source.argument!r}")
        if source.name in self._makers and not self.pool(source, Scene(self.lore.today)):
            raise SourceError(f"nothing fits @{source.name} {source.argument}")

    def draw(self, rng: Rng, source: Source, scene: Scene) -> Record | None:
        """Something that the thread has not spoken of yet; None if there is nothing."""
        if source.name in ("number", "money", "year"):
            return self._figure(rng, source, scene)
        if source.name in ("here", "city"):
            return self._city(rng, source, scene)
        pool = self.pool(source, scene)
        if not pool:
            return None
        for _ in range(12):
            one = rng.choice(pool)
            if one.since <= scene.day.year and one.key not in scene.used:
                break
        else:
            left = [one for one in pool if one.since <= scene.day.year and one.key not in scene.used]
            if not left:
                return None
            one = rng.choice(left)
        scene.used.add(one.key)
        return one

    def pool(self, source: Source, scene: Scene) -> Sequence[Record]:
        """All that a source may give in a scene."""
        local = source.where == "here" or (source.name in ("poi", "street") and source.where != "anywhere")
        city = scene.city if local else None
        season = self._season_year(scene.day) if source.name in ("match", "standing", "league", "award") else 0
        sport = scene.sport if source.name in ("match", "standing", "league", "team") else ""
        key = (source.name, source.argument, city.id if city else None, season, sport)
        pool = self._pools.get(key)
        if pool is None:
            pool = self._makers[source.name](source.argument, scene)
            if city:
                pool = [one for one in pool if one.city_id == city.id]
            self._pools[key] = pool
        return pool

    @staticmethod
    def _season_year(day: date) -> int:
        return day.year if day.month > SEASON_ENDS else day.year - 1

    # Figures and words ----------------------------------------------------------------------------------------------

    def _figure(self, rng: Rng, source: Source, scene: Scene) -> Record | None:
        high = min(source.high, scene.day.year) if source.name == "year" else source.high
        if high < source.low:
            return None
        for _ in range(12):
            number = source.low + source.step * rng.integer(0, (high - source.low) // source.step)
            if f"{source.name} {number}" not in scene.used:
                break
        scene.used.add(f"{source.name} {number}")
        if source.name == "money":
            return Record("", f"${number:,}", {"number": f"{number:,}"})
        if source.name == "year":
            return Record("", str(number), {"ago": number_words(scene.day.year - number)})
        values = (number_words(number), str(number + 1), str(number - 1), str(number * 2), f"{number / 2:g}")
        return Record("", str(number), dict(zip(NUMBER_FIELDS, values, strict=True)))

    @staticmethod
    def _plain(kind: str, words: Sequence[str]) -> list[Record]:
        return [Record(f"{kind} {word}", word) for word in words]

    def _first_names(self, _: str, scene: Scene) -> Sequence[Record]:
        return self._plain("person", sorted({one.given_name for one in self.lore.people[:900]}))

    def _animals(self, _: str, scene: Scene) -> Sequence[Record]:
        return [Record(f"animal {one}", one, {"plural": plural(one)}) for one in self.lore.words.lists["animal"]]

    def _weekdays(self, _: str, scene: Scene) -> Sequence[Record]:
        return self._plain("weekday", self.lore.words.lists["weekday"])

    def _months(self, _: str, scene: Scene) -> Sequence[Record]:
        return self._plain("month", MONTHS)

    # Places ---------------------------------------------------------------------------------------------------------

    def _city(self, rng: Rng, source: Source, scene: Scene) -> Record | None:
        lore = self.lore
        if source.name == "here":
            if scene.city is None:
                return None
            city = scene.city
        else:
            others = [city for city in lore.region.cities[:45] if f"city {city.id}" not in scene.used]
            city = rng.choice(others)
        scene.used.add(f"city {city.id}")
        hoods = lore.region.neighbourhoods_of[city.id]
        fields = {
            "state": lore.state(city.state_id).name,
            "population": f"{city.population:,}",
            "nickname": city.nickname,
            "demonym": city.demonym,
            "founded": str(city.founded),
            "river": lore.region.rivers[city.river_id].name if city.river_id is not None else "",
            "neighbourhood": rng.choice(hoods).name if hoods else "",
            "fact": rng.choice(city.facts) if city.facts else "",
            "trade": rng.choice(city.trades) if city.trades else "",
        }
        return Record(f"city {city.id}", city.name, fields, city_id=city.id)

    def _streets(self, _: str, scene: Scene) -> Sequence[Record]:
        made = []
        cities = [scene.city] if scene.city else self.lore.region.cities[:12]
        for city in cities:
            for one in self.lore.region.streets_of[city.id]:
                hood = one.neighbourhood_id
                near = self.lore.region.neighbourhoods[hood].name if hood is not None else ""
                fields = {"city": city.name, "neighbourhood": near}
                made.append(Record(f"street {one.id}", one.name, fields, city_id=city.id))
        return made

    def _pois(self, kind: str, scene: Scene) -> Sequence[Record]:
        return [self._poi(one) for one in self.lore.region.pois_of_kind.get(kind, ())]

    def _poi(self, one: Poi) -> Record:
        hood = one.neighbourhood_id
        fields = {
            "kind": one.kind.replace("_", " "),
            "street": one.address.street if one.address else "",
            "address": f"{one.address.number} {one.address.street}" if one.address else "",
            "city": self.lore.city(one.city_id).name,
            "opened": str(one.opened or ""),
            "rating": f"{one.rating:.1f}",
            "neighbourhood": self.lore.region.neighbourhoods[hood].name if hood is not None else "",
            "described": one.described,
            "cuisine": one.cuisine or "",
            "brand": one.brand or "",
        }
        return Record(f"poi {one.id}", one.name, fields, one.opened or 0, one.city_id)

    def _lakes(self, _: str, scene: Scene) -> Sequence[Record]:
        return [
            Record(
                f"lake {one.id}",
                one.name,
                {"area": f"{one.area_km2:g}", "depth": str(one.depth), "city": self._city_name(one.nearest_city_id)},
                city_id=one.nearest_city_id,
            )
            for one in self.lore.region.lakes
        ]

    def _peaks(self, _: str, scene: Scene) -> Sequence[Record]:
        return [
            Record(
                f"peak {one.id}",
                one.name,
                {
                    "elevation": f"{one.elevation:,}",
                    "range": one.range_name,
                    "city": self._city_name(one.nearest_city_id),
                },
                city_id=one.nearest_city_id,
            )
            for one in self.lore.region.peaks
        ]

    def _rivers(self, _: str, scene: Scene) -> Sequence[Record]:
        return [
            Record(
                f"river {one.id}",
                one.name,
                {"length": str(one.length_km), "city": self._city_name(one.city_ids[0]) if one.city_ids else ""},
            )
            for one in self.lore.region.rivers
        ]

    def _city_name(self, city_id: int) -> str:
        return self.lore.city(city_id).name

    # Companies ------------------------------------------------------------------------------------------------------

    def _companies(self, _: str, scene: Scene) -> Sequence[Record]:
        return [
            Record(
                f"company {one.id}",
                one.name,
                {
                    "industry": one.industry,
                    "city": self._city_name(one.city_id),
                    "founded": str(one.founded),
                    "website": f"http://{one.website}/",
                    "slogan": one.slogan,
                    "employees": f"{one.employees:,}",
                },
                one.founded,
                one.city_id,
            )
            for one in self.lore.companies
            if one.kind != "public"
        ]

    def _brands(self, kind: str, scene: Scene) -> Sequence[Record]:
        brands = self.lore.brands_of_field.get(kind, ()) if kind else self.lore.brands
        return [
            Record(
                f"brand {one.id}",
                one.name,
                {
                    "tier": one.tier,
                    "founded": str(one.founded),
                    "company": self.lore.company(one.company_id).name,
                    "website": f"http://{one.website}/",
                },
                one.founded,
            )
            for one in brands
        ]

    # Works ----------------------------------------------------------------------------------------------------------

    def _person(self, person_id: int) -> str:
        return self.lore.person(person_id).full_name

    def _films(self, genre: str, scene: Scene) -> Sequence[Record]:
        made = []
        for one in self.lore.works.films:
            cast = [self._person(person) for person in one.cast_ids[:2]]
            fields = {
                "year": str(one.year),
                "genre": one.genre,
                "minutes": str(one.minutes),
                "director": self._person(one.director_id),
                "studio": self.lore.company(one.studio_id).name,
                "actor": cast[0] if cast else "",
                "costar": cast[1] if len(cast) > 1 else "",
                "summary": one.summary,
            }
            if not genre or genre == one.genre:
                made.append(Record(f"film {one.id}", one.title, fields, one.year + 1))
        return made

    def _books(self, genre: str, scene: Scene) -> Sequence[Record]:
        return [
            Record(
                f"book {one.id}",
                one.title,
                {
                    "year": str(one.year),
                    "genre": one.genre,
                    "pages": str(one.pages),
                    "author": self._person(one.author_id),
                    "publisher": self.lore.company(one.publisher_id).name,
                    "summary": one.summary,
                },
                one.year + 1,
            )
            for one in self.lore.works.books
            if not genre or genre == one.genre
        ]

    def _bands(self, genre: str, scene: Scene) -> Sequence[Record]:
        return [
            Record(
                f"band {one.id}",
                one.name,
                {
                    "genre": one.genre,
                    "city": self._city_name(one.city_id),
                    "formed": str(one.formed),
                    "member": self._person(one.member_ids[0]) if one.member_ids else "",
                },
                one.formed + 1,
                one.city_id,
            )
            for one in self.lore.works.bands
            if not genre or genre == one.genre
        ]

    def _albums(self, genre: str, scene: Scene) -> Sequence[Record]:
        return [
            Record(
                f"album {one.id}",
                one.title,
                {
                    "artist": one.artist,
                    "year": str(one.year),
                    "genre": one.genre,
                    "tracks": str(len(one.tracks)),
                    "track": one.tracks[0].title if one.tracks else "",
                    "minutes": str(round(one.seconds / 60)),
                },
                one.year + 1,
            )
            for one in self.lore.works.albums
            if not genre or genre == one.genre
        ]

    def _awards(self, kind: str, scene: Scene) -> Sequence[Record]:
        made = []
        works = {"books": self.lore.works.books, "films": self.lore.works.films, "music": self.lore.works.albums}
        for one in self.lore.works.awards:
            won = [winner for winner in one.winners if winner.year < scene.day.year]
            if not won or (kind and kind != one.field):
                continue
            last = won[-1]
            named: Sequence[object] = works.get(one.field, ())
            work = getattr(named[last.work_id], "title", "") if last.work_id is not None and named else ""
            fields = {
                "field": one.field,
                "winner": self._person(last.person_id),
                "work": work,
                "year": str(last.year),
                "founded": str(one.founded),
            }
            made.append(Record(f"award {one.id}", one.name, fields, city_id=one.city_id))
        return made

    def _festivals(self, kind: str, scene: Scene) -> Sequence[Record]:
        return [
            Record(
                f"festival {one.id}",
                one.name,
                {
                    "kind": one.kind,
                    "city": self._city_name(one.city_id),
                    "month": MONTHS[one.month - 1],
                    "founded": str(one.founded),
                    "venue": self.lore.poi(one.venue_id).name,
                    "days": str(one.days),
                    "described": one.described,
                },
                one.founded + 1,
                one.city_id,
            )
            for one in self.lore.works.festivals
            if not kind or kind == one.kind
        ]

    # Sport ----------------------------------------------------------------------------------------------------------

    def _seasons(self, scene: Scene, sport: str) -> list[tuple[League, Season]]:
        """The latest season of every league that was over by then."""
        found = []
        for league in self.lore.works.leagues:
            over = [season for season in league.seasons if season.year <= self._season_year(scene.day)]
            if over and (sport or scene.sport or league.sport) == league.sport:
                found.append((league, over[-1]))
        return found

    def _team(self, team_id: int) -> Team:
        return self.lore.works.teams[team_id]

    def _leagues(self, sport: str, scene: Scene) -> Sequence[Record]:
        return [
            Record(
                f"league {league.id}",
                league.name,
                {
                    "sport": league.sport,
                    "teams": str(len(league.team_ids)),
                    "champion": self._team(season.standings[0].team_id).name,
                    "second": self._team(season.standings[1].team_id).name,
                    "season": str(season.year),
                },
            )
            for league, season in self._seasons(scene, sport)
        ]

    def _teams(self, sport: str, scene: Scene) -> Sequence[Record]:
        made = []
        for one in self.lore.works.teams:
            fields = {
                "sport": one.sport,
                "city": self._city_name(one.city_id),
                "stadium": self.lore.poi(one.stadium_id).name,
                "founded": str(one.founded),
                "league": self.lore.works.leagues[one.league_id].name,
                "color": one.colours[0],
            }
            if (sport or scene.sport or one.sport) == one.sport:
                made.append(Record(f"team {one.id}", one.name, fields, one.founded, one.city_id))
        return made

    def _matches(self, sport: str, scene: Scene) -> Sequence[Record]:
        made = []
        for league, season in self._seasons(scene, sport):
            for number, game in enumerate(season.games):
                if game.home_score != game.away_score:
                    made.append(self._match(league, season, number, game))
        return made

    def _match(self, league: League, season: Season, number: int, game: Game) -> Record:
        home, away = self._team(game.home_id), self._team(game.away_id)
        home_won = game.home_score > game.away_score
        most, least = max(game.home_score, game.away_score), min(game.home_score, game.away_score)
        fields = {
            "home": home.name,
            "away": away.name,
            "home_score": str(game.home_score),
            "away_score": str(game.away_score),
            "winner": home.name if home_won else away.name,
            "loser": away.name if home_won else home.name,
            "score": f"{most}–{least}",
            "league": league.name,
            "sport": league.sport,
            "season": str(season.year),
            "margin": str(most - least),
        }
        where = home.city_id
        return Record(f"match {league.id} {season.year} {number}", f"{home.name} – {away.name}", fields, city_id=where)

    def _standings(self, sport: str, scene: Scene) -> Sequence[Record]:
        made = []
        for league, season in self._seasons(scene, sport):
            for place, one in enumerate(season.standings, start=1):
                team = self._team(one.team_id)
                fields = {
                    "team": team.name,
                    "place": ordinal(place),
                    "points": str(one.points),
                    "played": str(one.played),
                    "won": str(one.won),
                    "drawn": str(one.drawn),
                    "lost": str(one.lost),
                    "scored": str(one.scored),
                    "conceded": str(one.conceded),
                    "league": league.name,
                    "sport": league.sport,
                    "season": str(season.year),
                }
                key = f"standing {league.id} {season.year} {place}"
                made.append(Record(key, team.name, fields, city_id=team.city_id))
        return made
