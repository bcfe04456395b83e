from __future__ import annotations

import re
from collections import Counter

from webcosm.lore import Lore


def test_ids_are_positions(lore: Lore) -> None:
    works = lore.works
    for records in (
        works.books, works.films, works.bands, works.albums, works.leagues, works.teams, works.awards, works.festivals,
    ):  # fmt: skip
        assert records
        assert [record.id for record in records] == list(range(len(records)))


def test_titles_are_unique_and_whole(lore: Lore) -> None:
    works = lore.works
    titles = [[book.title for book in works.books], [film.title for film in works.films]]
    titles += [[album.title for album in works.albums], [band.name for band in works.bands]]
    titles += [[track.title for album in works.albums for track in album.tracks]]
    for group in titles:
        assert max(Counter(group).values()) == 1
        assert all(title[0].isupper() and "{" not in title for title in group)
        assert not [title for title in group if re.search(r"\b[Aa] [AEIOaeio]", title)]


def test_books(lore: Lore) -> None:
    isbns = [book.isbn for book in lore.works.books]
    assert len(set(isbns)) == len(isbns)
    for book in lore.works.books:
        assert book.year - lore.person(book.author_id).birth_date.year >= 18
        assert book.year < lore.today.year
        assert lore.company(book.publisher_id).industry == "publishing"
        digits = [int(digit) for digit in book.isbn if digit.isdigit()]
        assert sum(digit * (3 if index % 2 else 1) for index, digit in enumerate(digits)) % 10 == 0
        assert book.summary[0].isupper()
        assert book.summary.endswith(".")


def test_films(lore: Lore) -> None:
    for film in lore.works.films:
        assert 3 <= len(film.cast_ids) == len(set(film.cast_ids)) <= 7
        assert film.director_id not in film.cast_ids
        assert film.year - lore.person(film.director_id).birth_date.year >= 20
        assert all(film.year - lore.person(actor).birth_date.year >= 18 for actor in film.cast_ids)
        assert 45 <= film.minutes <= 200
        assert lore.company(film.studio_id).industry == "film and television"


def test_music(lore: Lore) -> None:
    works = lore.works
    members = [member for band in works.bands for member in band.member_ids]
    assert len(set(members)) == len(members)
    for album in works.albums:
        assert (album.band_id is None) != (album.person_id is None)
        if album.band_id is not None:
            assert album.artist == works.bands[album.band_id].name
            assert album.year >= works.bands[album.band_id].formed
        if album.person_id is not None:
            assert album.artist == lore.person(album.person_id).full_name
        assert album.seconds == sum(track.seconds for track in album.tracks)
        assert 7 <= len(album.tracks) <= 13


def test_teams_play_at_home(lore: Lore) -> None:
    names = Counter(team.name for team in lore.works.teams)
    assert max(names.values()) == 1
    for team in lore.works.teams:
        stadium = lore.poi(team.stadium_id)
        assert stadium.kind == "stadium"
        assert stadium.city_id == team.city_id
        assert team.id in lore.works.leagues[team.league_id].team_ids
        assert team.colours[0] != team.colours[1]


def test_seasons_add_up(lore: Lore) -> None:
    for league in lore.works.leagues:
        teams = len(league.team_ids)
        assert [season.year for season in league.seasons] == [2023, 2024, 2025]
        for season in league.seasons:
            assert len(season.games) == teams * (teams - 1)
            assert {(game.home_id, game.away_id) for game in season.games} == {
                (home, away) for home in league.team_ids for away in league.team_ids if home != away
            }
            assert [row.points for row in season.standings] == sorted(
                (row.points for row in season.standings), reverse=True
            )
            assert {row.team_id for row in season.standings} == set(league.team_ids)
            assert sum(row.scored for row in season.standings) == sum(row.conceded for row in season.standings)
            assert sum(row.won for row in season.standings) == sum(row.lost for row in season.standings)
            first = season.standings[0]
            wins = sum(
                (game.home_id == first.team_id and game.home_score > game.away_score)
                or (game.away_id == first.team_id and game.away_score > game.home_score)
                for game in season.games
            )
            assert wins == first.won
            if league.sport in ("basketball", "baseball", "ice hockey"):
                assert all(game.home_score != game.away_score for game in season.games)


def test_awards_go_to_works_of_their_year(lore: Lore) -> None:
    works = lore.works
    for award in works.awards:
        years = [winner.year for winner in award.winners]
        assert years == sorted(set(years)), award.name
        assert len(years) >= 5, award.name
        assert years[0] >= award.founded
        for winner in award.winners:
            if award.field == "books":
                assert winner.work_id is not None
                book = works.books[winner.work_id]
                assert (book.year, book.author_id) == (winner.year, winner.person_id)
            elif award.field == "films":
                assert winner.work_id is not None
                film = works.films[winner.work_id]
                assert (film.year, film.director_id) == (winner.year, winner.person_id)
            elif award.field == "music":
                assert winner.work_id is not None
                assert works.albums[winner.work_id].year == winner.year
            else:
                assert winner.work_id is None
                assert winner.year - lore.person(winner.person_id).birth_date.year >= 32


def test_festivals_have_venues_in_town(lore: Lore) -> None:
    names = Counter(festival.name for festival in lore.works.festivals)
    assert len(lore.works.festivals) > 60
    assert max(names.values()) <= 2  # two towns may both have, say, a Street Music Festival in their Old Town
    for festival in lore.works.festivals:
        assert lore.poi(festival.venue_id).city_id == festival.city_id
        assert 1 <= festival.month <= 12
        assert festival.founded < lore.today.year
        if "River" in festival.name:
            assert lore.city(festival.city_id).river_id is not None or "River" in lore.city(festival.city_id).name
