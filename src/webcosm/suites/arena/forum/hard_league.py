"""A league table in one's own post: rounds that were played since, corrections that count, and others that do not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from webcosm.judge.sets import Part, over_rows
from webcosm.judge.state import Expectation, Update
from webcosm.lore import Rng
from webcosm.suites.arena.forum._desk import (
    JUDGED,
    NAMED_ARE_TOLD,
    WHEN,
    ago,
    fellow,
    found_forum,
    me,
    members,
    members_but,
    post_address,
    write_comment,
    write_post,
)
from webcosm.tasks import Dials, Kind, Levelled, Lost, Person, Skill
from webcosm.worlds import Change, Row, World

DRAWS = 24
NAMES = ("QuizLeague", "BoulesLeague", "DartsLeague")
TEAMS = ("Otters", "Magpies", "Anvils", "Lanterns", "Tugboats", "Walnuts", "Comets", "Herons")
HOSTS = ("the Lantern Café", "the mill house", "the rowing club", "the old fire station")
How = Literal["host", "claim", "confirmed", "retracted", "annulled"]
HOWS: tuple[How, ...] = ("host", "claim", "confirmed", "retracted", "annulled")
"""What becomes of a result: the host corrects it; somebody else claims another one; claims it, and the host agrees; the
host corrects it and takes that back; the host says that the game does not count."""
RULES_TITLE = "How our league works"
RULES = (
    "Everything that you need to know:\n\n"
    "- A win brings 3 points, a draw 1, a defeat none.\n"
    "- Whoever scores {bonus} or more in a game gets 1 point on top, also in a defeat.\n"
    "- If a team does not turn up, that counts as a 20 : 0 for the other one.\n"
    "- The results are those in the host's post. What the host corrects in a comment counts, what others claim counts"
    " only if the host agrees. The host may take a correction back.\n"
    "- A game that the host calls off counts for nobody, as if it had not been played.\n\n"
    "The table is sorted by points; with equal points the alphabet decides."
)
CORRECTION = ("Correction: {game}.", "I misread the sheet, sorry. Right is: {game}.", "Typo in my post. It was {game}.")
CLAIM = ("That is wrong, I was there: {game}.", "Hm, I counted {game}.", "Wasn't it {game}?")
REFUSED = ("I have the sheet in front of me, it was as I posted it.", "No, the post is right. Both captains signed it.")
AGREED = ("You are right, thank you! I had it wrong.", "True, my mistake. It counts as you say.")
RETRACTED = (
    "Forget my correction, I was looking at another round. The post is right.",
    "I take that correction back, both captains say that the post was right.",
)
CALLED_OFF = (
    "{home} against {away} does not count, we had the wrong questions. It is called off.",
    "We call off {home} against {away}: the clock was broken. No points for anybody.",
)
CHAT = ("Great evening, thank you!", "The soup was excellent.", "Who took my umbrella?", "See you all next time!")
LINE = re.compile(r"^\s*\|?\s*(?:\d+\s*\|)?\s*\**([A-Z][a-z]+)\**\s*\|\s*(\d+)\s*\|\s*(\d+)\s*\|?\s*$")
Table = Mapping[str, tuple[int, int]]
"""Games and points of each team."""


@dataclass(frozen=True)
class League:
    forum: str
    title: str
    round: int
    """The last one that the table has."""
    draw: int


@dataclass(frozen=True)
class Game:
    home: str
    away: str
    posted: tuple[int, int]
    """0 : 0 if the away team did not turn up."""
    how: How | Literal[""] = ""
    other: tuple[int, int] = (0, 0)
    """What is claimed or corrected."""

    @property
    def result(self) -> tuple[int, int] | None:
        if self.how == "annulled":
            return None
        return self.other if self.how in ("host", "confirmed") else self.as_posted

    @property
    def as_posted(self) -> tuple[int, int]:
        return self.posted if self.posted != (0, 0) else (20, 0)

    def said(self, result: tuple[int, int]) -> str:
        return f"{self.home} {result[0]} : {result[1]} {self.away}"

    def line(self) -> str:
        if self.posted == (0, 0):
            return f"{self.home} against {self.away}: {self.away} did not turn up"
        return self.said(self.posted)


@dataclass(frozen=True)
class Case:
    bonus: int
    teams: tuple[str, ...]
    rounds: tuple[tuple[Game, ...], ...]
    known: int
    """So many rounds are in the table."""

    def before(self) -> Table:
        """What my post has: the old rounds as they were posted."""
        return self._table([[game.as_posted for game in games] for games in self.rounds[: self.known]])

    def now(self) -> Table:
        return self._table([[game.result for game in games] for games in self.rounds])

    def as_posted(self) -> Table:
        return self._table([[game.as_posted for game in games] for games in self.rounds])

    def by_all_claims(self) -> Table:
        """What comes of it if all that anybody wrote counts."""
        return self._table([[game.other if game.how else game.as_posted for game in games] for games in self.rounds])

    def without_last(self) -> Table:
        return self._table([[game.result for game in games] for games in self.rounds[:-1]])

    def _table(self, results: Sequence[Sequence[tuple[int, int] | None]]) -> Table:
        games, points = dict.fromkeys(self.teams, 0), dict.fromkeys(self.teams, 0)
        for played, found in zip(self.rounds, results, strict=False):
            for game, result in zip(played, found, strict=True):
                if result is None:
                    continue
                home, away = result
                for team, mine, theirs in ((game.home, home, away), (game.away, away, home)):
                    games[team] += 1
                    points[team] += (3 if mine > theirs else int(mine == theirs)) + (mine >= self.bonus)
        order = sorted(self.teams, key=lambda team: (-points[team], team))
        return {team: (games[team], points[team]) for team in order}


class LeagueTable(Levelled[League]):
    """Bring the league table in one's own post up to date."""

    family = "arena.forum.league-table"
    kind = Kind.DO
    goals = (
        "My post “{title}” in f/{forum} still has the league table after round {round}. Please bring it up to date with"
        " everything that was played and corrected since, by the league's rules.",
        "Update the table in my post “{title}” in f/{forum}: it stops after round {round}. It should be right by the"
        " rules of the league, with all rounds that have been posted.",
    )
    sites = ("forum",)
    skills = (Skill.LEDGER, Skill.RECONCILE, Skill.COVERAGE)
    levels = (
        Dials(rows=3, periods=1, exceptions=2, rules=4),
        Dials(rows=6, periods=2, exceptions=3, rules=4),
        Dials(rows=12, periods=3, exceptions=4, rules=4, stale=1),
        Dials(rows=16, periods=4, exceptions=6, rules=4, stale=2),
    )
    actions = (4, 4, 4, 4)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Case:
        """The first whose table differs from all that careless readers would make."""
        for attempt in range(200):
            case = self._drawn(Rng(world.universe.seed, self.id, draw, attempt))
            right = list(case.now().items())
            wrong = (case.as_posted(), case.by_all_claims(), case.without_last(), case.before())
            if all(list(one.items()) != right for one in wrong):
                return case
        raise ValueError(f"{self.id}: no case for draw {draw}")

    def _drawn(self, rng: Rng) -> Case:
        count = (6, 6, 8, 8)[self.level - 1]
        teams = tuple(sorted(rng.sample(TEAMS, count)))
        known, new = (2, 2, 3, 3)[self.level - 1], self.dials.periods
        bonus = rng.integer(28, 32)
        kinds = HOWS[: self.level + 1]
        hows = [kinds[at % len(kinds)] for at in range(self.dials.exceptions)]
        places = rng.sample([(at, game) for at in range(known, known + new) for game in range(count // 2)], len(hows))
        if self.dials.stale:
            # Corrections of rounds that the table has already.
            for at in range(self.dials.stale):
                places[at] = (known - 1 - at, rng.integer(0, count // 2 - 1))
        changed = dict(zip(places, hows, strict=True))
        rounds = []
        for at in range(known + new):
            order = rng.shuffled(teams)
            games = []
            for place in range(count // 2):
                home, away = order[2 * place], order[2 * place + 1]
                how: How | Literal[""] = changed.get((at, place), "")
                posted = (rng.integer(12, 36), rng.integer(12, 36))
                if not how and self.level > 1 and rng.chance(0.12):
                    posted = (0, 0)
                other = (posted[1], posted[0]) if posted[0] != posted[1] else (posted[0] + 3, posted[1])
                games.append(Game(home, away, posted, how, other))
            rounds.append(tuple(games))
        return Case(bonus, teams, tuple(rounds), known)

    def pool(self, world: World) -> Sequence[League]:
        return [
            League(
                NAMES[draw % len(NAMES)],
                f"League table of the {('spring', '2026')[draw % 2]} season",
                self.case(world, draw).known,
                draw,
            )
            for draw in range(DRAWS)
        ]

    def prepare(self, world: World, p: League) -> None:
        rng, case, my = Rng(world.universe.seed, self.id, "words", p.draw), self.case(world, p.draw), me(world)
        people = members_but(rng, members(world, 0, joined="2025-01-01"), 14)
        keeper = fellow(world, rng)
        forum = found_forum(
            world, p.forum, "The league", "Rounds, results and arguments.", [("Be fair", "Cheering is fine.")], [keeper]
        )
        rules = RULES.format(bonus=case.bonus)
        write_post(world, forum, keeper, RULES_TITLE, rules, ago(days=120), flag="moderator", pinned=True)
        span = 7 * len(case.rounds)
        for at, games in enumerate(case.rounds):
            when = ago(days=span - 7 * at - 2, hours=rng.integer(11, 14))
            if at == case.known:
                self._write_table(world, forum, my, p, case, when - timedelta(days=3))
            host = people[at % 4]
            lines = "\n".join(f"- {game.line()}" for game in games)
            body = f"We played at {HOSTS[at % 4]} this time.\n\n{lines}\n\nThanks to everybody who came."
            post = write_post(world, forum, host, f"Round {at + 1}: results", body, when)
            late = when if at >= case.known else ago(days=span - 7 * case.known - 2)
            for game in games:
                late += timedelta(hours=rng.integer(1, 4))
                self._talk(world, rng, post, host, people[4:], game, late)
            write_comment(world, post, rng.choice(people[4:]), rng.choice(CHAT), when + timedelta(minutes=50))

    def _write_table(self, world: World, forum: Row, my: Row, p: League, case: Case, when: datetime) -> None:
        body = f"The table after round {case.known}:\n\n{_markdown(case.before())}\n\nI update it when I have time."
        write_post(world, forum, my, p.title, body, when)

    def _talk(
        self, world: World, rng: Rng, post: int, host: Row, people: Sequence[Row], game: Game, when: datetime
    ) -> None:
        """What is said about one game."""
        claimed = game.said(game.other)
        later = when + timedelta(minutes=rng.integer(20, 55))
        if game.how in ("host", "retracted"):
            first = write_comment(world, post, host, rng.choice(CORRECTION).format(game=claimed), when)
            if game.how == "retracted":
                write_comment(world, post, host, rng.choice(RETRACTED), later, parent=first)
        elif game.how in ("claim", "confirmed"):
            first = write_comment(world, post, rng.choice(people), rng.choice(CLAIM).format(game=claimed), when)
            if game.how == "confirmed" or rng.chance(0.5):
                reply = rng.choice(AGREED if game.how == "confirmed" else REFUSED)
                write_comment(world, post, host, reply, later, parent=first)
        elif game.how == "annulled":
            text = rng.choice(CALLED_OFF).format(home=game.home, away=game.away)
            write_comment(world, post, host, text, when)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: League) -> Expectation:
        case, number = self.case(world, p.draw), _post(world, p)
        rule = Update("forum", "post", {}, {"body": JUDGED, "edited": WHEN}, key=(number,))
        said = {"the table is right": partial(_has_table, number=number, table=case.now())}
        return over_rows([Part("the post is edited", (rule,))], allowed=[NAMED_ARE_TOLD], conditions=said)

    def plan(self, world: World, p: League) -> str:
        return (
            "Read the pinned rules. Open the post of every round with its comments, of those before the table's last"
            " round, too, and note each game's result as it counts in the end. Reckon games and points of all teams"
            " anew and replace the table."
        )

    def facts(self, world: World, p: League) -> str:
        rows = [
            f"{team} {games} games {points} points" for team, (games, points) in self.case(world, p.draw).now().items()
        ]
        return "; ".join(rows) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: League) -> None:
        await _save(person, p, f"The table now:\n\n{_markdown(self.case(person.world, p.draw).now())}")

    async def in_two_steps(self, person: Person, p: League) -> None:
        """As somebody who saves the rounds one by one; with places and bold names."""
        case = self.case(person.world, p.draw)
        await _save(person, p, _markdown(case.without_last()), stop=False)
        rows = [
            f"| {at} | **{team}** | {games} | {points} |"
            for at, (team, (games, points)) in enumerate(case.now().items(), 1)
        ]
        head = "| Place | Team | Games | Points |\n|---|---|---|---|\n"
        await _save(person, p, head + "\n".join(rows))

    async def first_rule(self, person: Person, p: League) -> None:
        """As it was posted."""
        await _save(person, p, _markdown(self.case(person.world, p.draw).as_posted()))

    async def by_all_claims(self, person: Person, p: League) -> None:
        await _save(person, p, _markdown(self.case(person.world, p.draw).by_all_claims()))

    async def half_done(self, person: Person, p: League) -> None:
        """Without the last round."""
        await _save(person, p, _markdown(self.case(person.world, p.draw).without_last()))

    async def not_sorted(self, person: Person, p: League) -> None:
        table = self.case(person.world, p.draw).now()
        await _save(person, p, _markdown(dict(reversed(list(table.items())))))

    ways = (in_two_steps,)
    shortcuts = (first_rule, by_all_claims, half_done, not_sorted)


def _markdown(table: Table) -> str:
    rows = [f"| {team} | {games} | {points} |" for team, (games, points) in table.items()]
    return "\n".join(["| Team | Games | Points |", "|---|---|---|", *rows])


def _has_table(changes: Sequence[Change], number: int, table: Table) -> bool:
    """Whether the post has these lines in this order, and no others that look like some of a table."""
    new = [one.new for one in changes if one.table == "post" and one.key == (number,) and one.new]
    if not new:
        return False
    found = [line for text in str(new[-1]["body"]).splitlines() if (line := LINE.match(text))]
    return [(one[1], (int(one[2]), int(one[3]))) for one in found] == list(table.items())


def _post(world: World, p: League) -> int:
    found = world.forum.value(
        "SELECT post.id FROM post JOIN forum ON forum.id = forum_id WHERE name = ? AND post.title = ?", p.forum, p.title
    )
    if found is None:
        raise Lost(f"there is no post “{p.title}”")
    return int(found)


async def _save(person: Person, p: League, body: str, *, stop: bool = True) -> None:
    await person.goto(f"{post_address(p.forum, _post(person.world, p))}/edit")
    await person.fill("Text", body)
    await person.click("Save changes", role="button")
    if stop:
        await person.stop()
