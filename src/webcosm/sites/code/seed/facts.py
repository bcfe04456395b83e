"""What projects are about: facts of the universe for their slots, and series of rows that their data grow by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Any

from webcosm.lore import Lore, Rng
from webcosm.sites.code.seed.archetypes import CONTENT
from webcosm.sites.kit.formats import slug
from webcosm.sites.kit.sentences import lines

__all__ = ["SERIES", "SOURCES", "draw_fact", "series_rows"]

Row = dict[str, Any]


def _city(lore: Lore, rng: Rng) -> Row:
    one = rng.choice(lore.region.cities[:40])
    state = lore.state(one.state_id)
    return {
        "name": one.name,
        "state": state.name,
        "lat": f"{one.point.lat:.4f}",
        "lon": f"{one.point.lon:.4f}",
        "people": one.population,
        "founded": one.founded,
    }


def _coast(lore: Lore, rng: Rng) -> Row:
    towns = [one for one in lore.region.cities if one.setting == "coast"] or list(lore.region.cities)
    one = rng.choice(towns)
    return {"name": one.name, "lat": f"{one.point.lat:.4f}", "lon": f"{one.point.lon:.4f}"}


def _league(lore: Lore, rng: Rng) -> Row:
    one = rng.choice(lore.works.leagues)
    return {"name": one.name, "sport": one.sport, "teams": len(one.team_ids), "id": one.id}


def _team(lore: Lore, rng: Rng) -> Row:
    one = rng.choice(lore.works.teams)
    return {"name": one.name, "sport": one.sport, "city": lore.city(one.city_id).name, "founded": one.founded}


def _company(lore: Lore, rng: Rng) -> Row:
    one = rng.choice([one for one in lore.companies if one.industry not in ("government", "schools")])
    return {"name": one.name, "industry": one.industry, "city": lore.city(one.city_id).name, "website": one.website}


SOURCES: dict[str, Callable[[Lore, Rng], Row]] = {
    "city": _city,
    "coast": _coast,
    "league": _league,
    "team": _team,
    "company": _company,
    "lake": lambda lore, rng: {"name": rng.choice(lore.region.lakes).name},
    "river": lambda lore, rng: {"name": rng.choice(lore.region.rivers).name},
    "peak": lambda lore, rng: {"name": (one := rng.choice(lore.region.peaks)).name, "elevation": one.elevation},
    "region": lambda lore, rng: {"name": lore.region.name},
}


def draw_fact(lore: Lore, rng: Rng, source: str) -> Row:
    return SOURCES[source](lore, rng)


# Series: rows with the day they were noted on, in order ---------------------------------------------------------------


def _words(name: str) -> tuple[str, ...]:
    return lines((CONTENT / "words" / f"{name}.txt").read_text("utf-8"))


def _days(rng: Rng, count: int, start: date, end: date) -> list[date]:
    span = max((end - start).days, 1)
    return sorted(start + timedelta(days=int(span * rng.uniform())) for _ in range(count))


def _birds(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    species, weather = _words("birds"), ("clear", "cloudy", "drizzle", "fog", "light wind", "rain", "sunny", "windy")
    region = lore.region
    places = (
        [one.name for one in region.lakes]
        + [one.name for one in region.rivers[:8]]
        + [one.name for one in region.peaks[:6]]
    )
    mine = rng.sample(places, min(6, len(places)))
    for _ in days:
        yield {
            "species": rng.choice(species),
            "count": 1 + int(24 * rng.uniform() ** 3),
            "place": rng.choice(mine),
            "weather": rng.choice(weather),
        }


def _tides(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    phase = rng.integer(0, 744)
    for day in days:
        minute = (phase + day.toordinal() * 50) % 745
        moon = abs((day.toordinal() + phase) % 15 - 7) / 7
        high, low = 3.1 + 1.4 * moon, 1.2 - 0.7 * moon
        other = (minute + 373) % 1440
        yield {
            "high": f"{minute // 60:02}:{minute % 60:02}",
            "high_m": f"{high:.2f}",
            "low": f"{other // 60:02}:{other % 60:02}",
            "low_m": f"{low:.2f}",
        }


def _weather(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    for day in days:
        season = 9 - abs(day.timetuple().tm_yday - 200) * 0.11
        low = season + rng.normal(2, 2.5)
        rain = 0.0 if rng.chance(0.55) else 18 * rng.uniform() ** 2
        yield {
            "low": f"{low:.1f}",
            "high": f"{low + 3 + 7 * rng.uniform():.1f}",
            "rain": f"{rain:.1f}",
            "wind": rng.integer(2, 48),
        }


def _games(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    league = lore.works.leagues[int(scope["league"]["id"])]
    games = [(season.year, game) for season in league.seasons for game in season.games]
    for number in range(len(days)):
        year, game = games[number % len(games)]
        yield {
            "season": year,
            "home": lore.works.teams[game.home_id].name,
            "away": lore.works.teams[game.away_id].name,
            "home_score": game.home_score,
            "away_score": game.away_score,
        }


def _films(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    for one in rng.sample(lore.works.films, min(len(days), len(lore.works.films))):
        yield {
            "title": one.title,
            "year": one.year,
            "genre": one.genre,
            "minutes": one.minutes,
            "director": lore.person(one.director_id).full_name,
            "stars": rng.integer(2, 5),
        }


def _books(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    for one in rng.sample(lore.works.books, min(len(days), len(lore.works.books))):
        yield {
            "title": one.title,
            "year": one.year,
            "genre": one.genre,
            "pages": one.pages,
            "author": lore.person(one.author_id).full_name,
            "isbn": one.isbn,
        }


def _albums(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    for one in rng.sample(lore.works.albums, min(len(days), len(lore.works.albums))):
        seconds = sum(track.seconds for track in one.tracks)
        yield {
            "title": one.title,
            "artist": one.artist,
            "year": one.year,
            "genre": one.genre,
            "tracks": len(one.tracks),
            "minutes": seconds // 60,
        }


def _stops(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    city = lore.city_named(scope["city"]["name"])
    streets = [one.name for one in lore.region.streets if one.city_id == city.id] or ["Main Street"]
    route, at, left = 0, 0, 0
    for _ in days:
        if not left:
            route, at, left = route + 1, rng.integer(330, 420), rng.integer(5, 9)
        yield {
            "route": route,
            "stop": rng.choice(streets),
            "first": f"{at // 60:02}:{at % 60:02}",
            "every": rng.choice((10, 12, 15, 20, 30)),
        }
        at += rng.integer(2, 6)
        left -= 1


def _recipes(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    mains, sides, ways, herbs = (_words(f"recipe-{name}") for name in ("mains", "sides", "ways", "herbs"))
    seen: set[str] = set()
    while len(seen) < len(days):
        main, side, way, herb = rng.choice(mains), rng.choice(sides), rng.choice(ways), rng.choice(herbs)
        title = f"{way} {main} with {side}"
        if title in seen:
            continue
        seen.add(title)
        yield {
            "title": title[:1].upper() + title[1:],
            "slug": slug(title),
            "main": main,
            "side": side,
            "herb": herb,
            "grams": rng.integer(4, 16) * 50,
            "side_grams": rng.integer(3, 10) * 50,
            "serves": rng.integer(1, 4) * 2,
            "minutes": rng.integer(3, 18) * 5,
            "course": rng.choice(("breakfast", "lunch", "dinner", "dinner", "starter")),
        }


def _plants(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    plants, deeds = _words("plants"), ("sown", "planted out", "watered", "pruned", "first flower", "harvested", "fed")
    for _ in days:
        yield {"plant": rng.choice(plants), "deed": rng.choice(deeds), "bed": rng.choice("ABCDEF")}


def _places(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    city = lore.city_named(scope["city"]["name"])
    here = [one for one in lore.region.pois if one.city_id == city.id]
    for one in rng.sample(here, min(len(days), len(here))):
        yield {
            "title": one.name,
            "kind": one.kind,
            "lat": f"{one.point.lat:.5f}",
            "lon": f"{one.point.lon:.5f}",
            "rating": one.rating,
        }


def _hosts(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    names, roles = _words("hosts"), ("web", "db", "mail", "backup", "queue", "metrics", "build", "cache")
    for number, name in enumerate(rng.sample(names, min(len(days), len(names)))):
        role = rng.choice(roles)
        yield {
            "title": name,
            "role": role,
            "address": f"10.{20 + number // 200}.{number % 8}.{10 + number}",
            "memory": rng.choice((2, 4, 8, 16, 32)),
            "disk": rng.choice((20, 40, 80, 160, 500)),
        }


def _meetings(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    topics, decisions = _words("topics"), _words("decisions")
    for _ in days:
        first, second = rng.sample(topics, 2)
        yield {"topic": first, "other": second, "decided": rng.choice(decisions), "present": rng.integer(3, 11)}


def _levels(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    first, second = lore.words.lists["thing adjective"], lore.words.lists["place in town"]
    for number, _ in enumerate(days, 1):
        wide, high = rng.integer(9, 15), rng.integer(5, 8)
        grid = [["#"] * wide]
        grid += [["#", *("." if rng.chance(0.78) else "#" for _ in range(wide - 2)), "#"] for _ in range(high - 2)]
        grid.append(["#"] * wide)
        grid[1][1], grid[-2][-2] = "@", ">"
        name = f"{rng.choice(first)} {rng.choice(second)}"
        yield {"title": name[:1].upper() + name[1:], "file": f"{number:03}", "grid": "\n".join(map("".join, grid))}


def _terms(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    for line in rng.shuffled(_words("terms"))[: len(days)]:
        term, _, meaning = line.partition(": ")
        yield {"term": term, "meaning": meaning}


def _climbs(lore: Lore, rng: Rng, days: list[date], scope: Row) -> Iterator[Row]:
    for _ in days:
        peak = rng.choice(lore.region.peaks)
        kilometres = 6 + 18 * rng.uniform()
        yield {
            "peak": peak.name,
            "up": peak.elevation - rng.integer(300, 600) if peak.elevation > 900 else peak.elevation // 2,
            "km": f"{kilometres:.1f}",
            "minutes": int(kilometres * 17 + rng.integer(10, 80)),
        }


SERIES: dict[str, Callable[[Lore, Rng, list[date], Row], Iterator[Row]]] = {
    "albums": _albums,
    "birds": _birds,
    "books": _books,
    "climbs": _climbs,
    "films": _films,
    "games": _games,
    "hosts": _hosts,
    "levels": _levels,
    "meetings": _meetings,
    "places": _places,
    "plants": _plants,
    "recipes": _recipes,
    "stops": _stops,
    "terms": _terms,
    "tides": _tides,
    "weather": _weather,
}


def series_rows(lore: Lore, rng: Rng, source: str, count: int, start: datetime, end: datetime, scope: Row) -> list[Row]:
    """The rows of a series; each has the day that it was noted on, as ``date``, ``year`` and ``month``."""
    days = _days(rng.child("days"), count, start.date(), end.date())
    if source in ("tides", "weather"):
        days = [days[0] + timedelta(days=number) for number in range(count)]
        days = [day for day in days if day <= end.date()]
    rows = SERIES[source](lore, rng, days, scope)
    return [
        {
            **row,
            "date": str(day),
            "year": str(day.year),
            "month": f"{day:%Y-%m}",
            "day": f"{day:%B} {day.day}, {day.year}",
        }
        for row, day in zip(rows, days, strict=False)
    ]
