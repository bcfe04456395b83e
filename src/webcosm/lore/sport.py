"""Leagues, teams and the results of their seasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .grammar import Grammar
from .region import Region
from .rng import Rng
from .wordlists import load

__all__ = ["Game", "League", "Season", "Standing", "Team", "make_leagues"]

_WORDS = load("works")
# sport, league's name, teams, usual score and spread, whether a game may be drawn, points for a win
_SPORTS = (
    ("football", "Premier Football League", 14, 1.4, 1.2, True, 3),
    ("basketball", "Basketball League", 10, 84.0, 11.0, False, 2),
    ("baseball", "Baseball League", 10, 4.6, 2.6, False, 2),
    ("ice hockey", "Ice Hockey League", 8, 3.0, 1.7, False, 2),
    ("rugby", "Rugby Union Championship", 8, 22.0, 9.0, True, 4),
)
_SEASONS = 3
_COLOURS = (
    "red",
    "blue",
    "green",
    "white",
    "black",
    "gold",
    "maroon",
    "navy",
    "orange",
    "purple",
    "sky blue",
    "silver",
)


@dataclass(frozen=True, slots=True)
class Team:
    id: int
    name: str
    sport: str
    city_id: int
    league_id: int
    stadium_id: int
    """A point of interest."""
    colours: tuple[str, str]
    founded: int


@dataclass(frozen=True, slots=True)
class Game:
    home_id: int
    away_id: int
    home_score: int
    away_score: int


@dataclass(frozen=True, slots=True)
class Standing:
    team_id: int
    played: int
    won: int
    drawn: int
    lost: int
    scored: int
    conceded: int
    points: int


@dataclass(frozen=True, slots=True)
class Season:
    year: int
    """The year in which it ended."""
    games: tuple[Game, ...]
    """Each team once at home and once away against every other, in order of play."""
    standings: tuple[Standing, ...]
    """First place first."""


@dataclass(frozen=True, slots=True)
class League:
    id: int
    name: str
    sport: str
    team_ids: tuple[int, ...]
    seasons: tuple[Season, ...]
    """Latest last."""


def make_leagues(rng: Rng, region: Region, last_year: int) -> tuple[tuple[League, ...], tuple[Team, ...]]:
    teams: list[Team] = []
    leagues: list[League] = []
    homes = [city for city in region.cities if region.pois_in(city.id, "stadium")]
    mascots = rng.shuffled(_WORDS["mascot"])
    for sport, name, count, usual, spread, draws, win in _SPORTS:
        first = len(teams)
        patterns = rng.shuffled(_WORDS.get(f"team.{sport}", _WORDS["team.other"]))
        for index in range(count):
            city = homes[index % len(homes)]
            # Two teams of one city, or two mascots in one league, would be confusing: take the next name each time.
            template = patterns[index % len(patterns)]
            mascot = mascots[len(teams) % len(mascots)]
            team_name = Grammar({}).expand(rng, template, city=city.name, mascot=mascot)
            words = team_name.split()
            if words[-1] == words[-2] or words[:2] in (["Old", "New"], ["Old", "Lower"], ["Old", "Upper"]):
                team_name = f"{city.name} Rangers"
            stadium = rng.choice(region.pois_in(city.id, "stadium"))
            home_colour, away_colour = rng.sample(_COLOURS, 2)
            founded = rng.integer(max(1870, city.founded + 20), 1996)
            teams.append(
                Team(
                    len(teams),
                    team_name,
                    sport,
                    city.id,
                    len(leagues),
                    stadium.id,
                    (home_colour, away_colour),
                    founded,
                )
            )
        own = teams[first:]
        seasons = tuple(
            _season(rng, own, last_year - back, usual, spread, draws=draws, win=win)
            for back in reversed(range(_SEASONS))
        )
        leagues.append(League(len(leagues), f"{region.name} {name}", sport, tuple(t.id for t in own), seasons))
    return tuple(leagues), tuple(teams)


def _season(
    rng: Rng, teams: Sequence[Team], year: int, usual: float, spread: float, *, draws: bool, win: int
) -> Season:
    strength = {team.id: rng.uniform(-0.5, 0.5) for team in teams}
    pairs = [(home.id, away.id) for home in teams for away in teams if home.id != away.id]
    games = []
    for home, away in rng.shuffled(pairs):
        lead = (strength[home] - strength[away] + 0.15) * spread
        scores = [max(0, round(rng.normal(usual + side * lead / 2, spread))) for side in (1, -1)]
        if scores[0] == scores[1] and not draws:
            scores[0 if rng.chance(0.55) else 1] += 1
        games.append(Game(home, away, scores[0], scores[1]))
    return Season(year, tuple(games), _standings(teams, games, win))


def _standings(teams: Sequence[Team], games: Sequence[Game], win: int) -> tuple[Standing, ...]:
    rows = []
    for team in teams:
        results = [(g.home_score, g.away_score) for g in games if g.home_id == team.id]
        results += [(g.away_score, g.home_score) for g in games if g.away_id == team.id]
        won = sum(own > other for own, other in results)
        drawn = sum(own == other for own, other in results)
        scored, conceded = sum(own for own, _ in results), sum(other for _, other in results)
        points = win * won + (win // 2 if win != 3 else 1) * drawn
        lost = len(results) - won - drawn
        rows.append(Standing(team.id, len(results), won, drawn, lost, scored, conceded, points))
    return tuple(sorted(rows, key=lambda r: (-r.points, r.conceded - r.scored, -r.scored, r.team_id)))
