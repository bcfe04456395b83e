"""Hard tasks on the forum: pools, worlds that are prepared the same whenever they are, and how cases are decided."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest

from tests.suites.arena.universes import universe
from webcosm.proof import find_faults
from webcosm.suites.arena.forum import hard_duplicates, hard_helpers, hard_league, hard_notice, hard_signup, hard_vote
from webcosm.suites.arena.forum._desk import PointsTo, clock_forms, moderator
from webcosm.suites.arena.forum.hard_duplicates import Asked, CloseDuplicates
from webcosm.suites.arena.forum.hard_helpers import Helper, WriteToHelpers
from webcosm.suites.arena.forum.hard_league import Game, LeagueTable
from webcosm.suites.arena.forum.hard_mentions import TellEverybody
from webcosm.suites.arena.forum.hard_notice import Facts, PostNotice
from webcosm.suites.arena.forum.hard_reports import WorkThroughReports
from webcosm.suites.arena.forum.hard_signup import SignUpAsUsual
from webcosm.suites.arena.forum.hard_takeover import WRONG, UndoTakeover
from webcosm.suites.arena.forum.hard_vote import AnnounceVote, Voter
from webcosm.tasks import DrawnTask, Skill, Template, find_templates
from webcosm.tasks.levels import Levelled, at_levels
from webcosm.worlds import BEGINNING, World

FAMILIES: Sequence[type[Levelled[Any]]] = (
    UndoTakeover,
    CloseDuplicates,
    WorkThroughReports,
    AnnounceVote,
    WriteToHelpers,
    SignUpAsUsual,
    PostNotice,
    LeagueTable,
    TellEverybody,
)
TEMPLATES = [template for family in FAMILIES for template in at_levels(family)]
each_template = pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.id)


def case_of(template: type[Template[Any]], world: World, p: Any) -> Any:
    family: Any = template()
    return family.case(p) if isinstance(family, UndoTakeover) else family.case(world, p.draw)


def test_the_group_has_all_families_with_skills_of_their_own() -> None:
    found = {template.id for template in find_templates(["arena.forum"]) if template.level}
    assert found == {template.id for template in TEMPLATES}
    main = [family.skills[0] for family in FAMILIES]
    assert len(set(main)) == len(FAMILIES), "each is hard for another reason"
    assert {Skill.POLICY, Skill.REPAIR, Skill.ASK, Skill.LATE_CHANGE, Skill.LEDGER} <= set(main)


@pytest.mark.parametrize("number", [0, 7])
@each_template
def test_pools_are_large_and_sound(template: type[Template[Any]], number: int) -> None:
    assert not find_faults(template, universe(number), TEMPLATES)
    with universe(number).open() as world:
        assert len(template().pool(world)) >= 20


@each_template
def test_preparing_does_not_change_what_is_right(template: type[Template[Any]]) -> None:
    task = DrawnTask.of(template, 1, 7)
    with task.open_first(universe(7)) as world:
        family, p = template(), task.parameters
        after = case_of(template, world, p)
        assert family.plan(world, p)
        assert family.facts(world, p)
        assert family.expect(world, p).required
    with universe(7).open() as world:
        assert case_of(template, world, p) == after


# Taking over ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 4])
def test_the_log_tells_of_every_fault_and_each_can_be_mended(level: int) -> None:
    task = DrawnTask.of(at_levels(UndoTakeover)[level - 1], 2, 0)
    with task.open_first(universe(0)) as world:
        family: Any = task.family
        handled = family.case(task.parameters)
        assert {one.how for one in handled} & set(WRONG)
        for one in handled:
            column = {"ban": "account_id", "comment": "comment_id"}.get(one.what, "post_id")
            lines = world.forum.value(f"SELECT count(*) FROM moderation WHERE {column} = ?", one.number)
            assert lines == {"done": 1, "again": 3, "undone": 2, "kept": 3}.get(one.how, 1) + (
                one.what in ("unlock", "let in")
            )
        parts = family.expect(world, task.parameters).first.parts
        assert len(parts) == family.dials.faults


# Duplicates -----------------------------------------------------------------------------------------------------------


def asked(days: float, state: hard_duplicates.State = "open", about: str = "wine") -> Asked:
    return Asked(about, f"{about} {days}", "How?", BEGINNING - timedelta(days=days), state)


def repeats(*posts: Asked) -> list[tuple[str, str]]:
    case = hard_duplicates.Case(30, BEGINNING - timedelta(days=10), posts)
    return [(one.title, first.title) for one, first in case.repeats().items()]


def test_repeats_point_to_the_first_that_is_there_and_not_too_old() -> None:
    assert repeats(asked(20), asked(8), asked(2)) == [("wine 8", "wine 20"), ("wine 2", "wine 20")]
    assert repeats(asked(20), asked(2, about="wax")) == []
    assert repeats(asked(20, "deleted"), asked(8), asked(2)) == [("wine 2", "wine 8")]
    assert repeats(asked(20, "removed"), asked(2)) == []
    assert repeats(asked(40), asked(8), asked(2)) == [("wine 2", "wine 8")], "after 30 days it may be asked again"
    assert repeats(asked(20), asked(8, "objected"), asked(2, "closed")) == []
    assert repeats(asked(20), asked(12)) == [], "what was asked before the window is somebody else's"


def test_a_pointer_names_one_post() -> None:
    points = PointsTo(12)
    assert points("See http://forum.test/f/HomeQuestions/post/12, please.")
    assert points("See /f/HomeQuestions/post/12 (and search first)")
    assert not points("See post 12")
    assert not points("See /f/HomeQuestions/post/123")
    assert not points("See /f/HomeQuestions/post/12 or /f/HomeQuestions/post/13")


# The vote -------------------------------------------------------------------------------------------------------------


def test_ties_go_to_the_first_proposal() -> None:
    voters = tuple(Voter(at, "plain", name, name) for at, name in enumerate(["Heron", "Comet", "Comet", "Heron"]))
    case = hard_vote.Case("a name", ("Comet", "Heron"), (90, 91), BEGINNING, BEGINNING, voters)
    assert case.winner() == ("Comet", 2)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_who_counts_every_comment_announces_another_winner(level: int) -> None:
    template = at_levels(AnnounceVote)[level - 1]
    with universe(0).open() as world:
        for draw in range(24):
            case = case_of(template, world, hard_vote.Vote("", "", draw))
            assert case.winner()[0] != case.at_first_sight()[0]
            assert len({one.account for one in case.voters}) == len(case.voters) == template.dials.rows


def test_votes_stand_in_the_thread_as_the_rules_need_it() -> None:
    task = DrawnTask.of(at_levels(AnnounceVote)[3], 0, 0)
    with task.open_first(universe(0)) as world:
        case = case_of(type(task.family), world, task.parameters)
        since = f"{case.began.date() + timedelta(days=1)}"
        ends = f"{case.ends:%Y-%m-%d %H:%M:%S}"
        for one in case.voters:
            joined = world.forum.value("SELECT created FROM account WHERE id = ?", one.account)
            written = world.forum.values(
                "SELECT comment.created FROM comment JOIN post ON post.id = post_id WHERE title = ?"
                " AND comment.author_id = ? ORDER BY 1",
                task.parameters.title,
                one.account,
            )
            assert (joined >= since) == (one.how == "young")
            assert (written[0] > ends) == (one.how == "late")
            assert len(written) == 1 + (one.how in ("changed", "back"))


# Helpers --------------------------------------------------------------------------------------------------------------


def test_slots_are_given_in_the_order_of_the_offers_that_stand() -> None:
    every = frozenset({0, 1})

    def helper(
        number: int, days: float, last: frozenset[int] = every, how: hard_helpers.How = "plain", back: float = 0
    ) -> Helper:
        words = ((days, "I am in"), *([(back, "I am back")] if back else []))
        return Helper(number, how, every, last, words)

    first, second = helper(1, 6), helper(2, 5, frozenset({1}))
    gone, again = helper(3, 4, frozenset(), "withdrew"), helper(4, 7, every, "back", back=1)
    last = helper(5, 3)
    case = hard_helpers.Case((1, 2), (first, second, gone, again, last))
    assert case.slots() == {first: 0, second: 1, last: 1, again: None}


def test_messages_tell_one_slot_in_any_form() -> None:
    wanted = hard_helpers._wanted(2)
    assert wanted("You are on from 1:15 PM to 3:00 PM.")
    assert wanted("Be there at 13:15. It ends at 3 pm.")
    assert not wanted("You are on from 1:15 PM.")
    assert not wanted("From 1:15 PM to 3:00 PM, or from 3:30 PM to 5:15 PM.")
    full = hard_helpers._wanted(None)
    assert full("Sorry, we are full.")
    assert not full("Thank you for helping!")
    assert clock_forms("9:00 AM") == ("9:00", "09:00", "9 am", "9am")


def test_nobody_who_is_to_be_written_to_has_a_conversation_with_me_yet() -> None:
    task = DrawnTask.of(at_levels(WriteToHelpers)[3], 0, 0)
    with task.open_first(universe(0)) as world:
        case = case_of(type(task.family), world, task.parameters)
        for one in case.slots():
            threads = "SELECT count(*) FROM thread WHERE 1 IN (starter_id, other_id) AND ? IN (starter_id, other_id)"
            assert one.is_twin or world.forum.value(threads, one.like) == 0


# Sign-up and notice ---------------------------------------------------------------------------------------------------


def test_a_sign_up_says_all_and_no_more() -> None:
    facts: dict[hard_signup.Fact, str] = {"evening": "Friday", "number": "three"}
    case = hard_signup.Case(
        5,
        6,
        ("Friday", "Saturday"),
        "cards",
        "cards",
        "apple pie",
        "apple pie",
        "bean dip",
        facts,
        {},
        ("evening",),
        ("evening", "number"),
    )
    wanted = hard_signup._wanted(case)
    assert wanted("On Friday, 3 of us, with apple pie, at the cards table.")
    assert not wanted("On Friday or Saturday, 3 of us, with apple pie, at the cards table.")
    assert not wanted("On Friday with apple pie, at the cards table.")
    assert not wanted("On Friday, 3 of us, with apple pie and bean dip, at the cards table.")


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_what_the_user_alone_knows_stands_nowhere(level: int) -> None:
    template = at_levels(SignUpAsUsual)[level - 1]
    for seed in range(4):
        task = DrawnTask.of(template, seed, 0)
        with task.open_first(universe(0)) as world:
            case = case_of(template, world, task.parameters)
            assert len(case.asked) == template.dials.gaps
            user = task.family.user(world, task.parameters)
            assert user
            needed = {slot.name for slot in user.slots if slot.needed}
            assert needed == set(case.asked)
            for one in case.wanted:
                question = hard_signup.QUESTIONS[one].format(first="Friday", second="Saturday")
                reply = user.reply(f"Please tell me {question}.", [])
                assert (case.facts[one] in reply) == (one in case.asked)


def test_a_notice_has_what_was_agreed_and_nothing_that_was_given_up() -> None:
    right = Facts(date(2026, 5, 26), "7:30 PM", "the Harbor Library", "a mug")
    first = Facts(date(2026, 5, 28), "7:00 PM", "the mill house", "an umbrella")
    wanted = hard_notice._wanted(right, hard_notice.Case((5, 6, 7), right, first, first, right, True))
    assert wanted("Tuesday, May 26, 7:30 PM, at the Harbor Library. Please bring a mug.")
    assert wanted("26 May, 19:30: Harbor Library! Bring your mug.")
    assert not wanted("May 28, 7:30 PM, at the Harbor Library. Please bring a mug.")
    assert not wanted("May 26 (not May 28), 7:30 PM, at the Harbor Library. Please bring a mug.")
    assert not wanted("May 26, 7:30 PM or 7:00 PM, at the Harbor Library. Please bring a mug.")
    assert not wanted("May 26, 7:30 PM, at the Harbor Library.")


def test_more_are_coming_than_one_comment_tells_from_the_second_level_on() -> None:
    with universe(0).open() as world:
        for template in at_levels(TellEverybody):
            coming = sum(one.comes for one in case_of(template, world, template().pool(world)[3]))
            assert (coming > 10) == (template.level > 1)


# The league -----------------------------------------------------------------------------------------------------------


def test_corrections_count_as_the_rules_say() -> None:
    games = (
        Game("Otters", "Magpies", (30, 20)),
        Game("Anvils", "Comets", (18, 25), "host", (25, 18)),
        Game("Herons", "Walnuts", (22, 21), "claim", (21, 22)),
        Game("Lanterns", "Tugboats", (0, 0)),
    )
    teams = ("Anvils", "Comets", "Herons", "Lanterns", "Magpies", "Otters", "Tugboats", "Walnuts")
    case = hard_league.Case(30, teams, (games,), 0)
    assert list(case.now().items()) == [
        ("Otters", (1, 4)),
        ("Anvils", (1, 3)),
        ("Herons", (1, 3)),
        ("Lanterns", (1, 3)),
        ("Comets", (1, 0)),
        ("Magpies", (1, 0)),
        ("Tugboats", (1, 0)),
        ("Walnuts", (1, 0)),
    ]
    off = Game("Otters", "Magpies", (30, 20), "annulled", (20, 30))
    assert off.result is None
    assert Game("Otters", "Magpies", (30, 20), "retracted", (20, 30)).result == (30, 20)
    assert Game("Otters", "Magpies", (30, 20), "confirmed", (20, 30)).result == (20, 30)


# Reports --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [2, 4])
def test_every_report_can_be_decided_by_what_the_site_shows(level: int) -> None:
    template = at_levels(WorkThroughReports)[level - 1]
    task = DrawnTask.of(template, 0, 0)
    with task.open_first(universe(0)) as world:
        case = case_of(template, world, task.parameters)
        assert {case.deed(one).name for one in case.reported} >= {"remove", "dismiss"}
        for one in case.reported:
            comment = world.forum.row(
                "SELECT comment.*, (SELECT sum(value) FROM comment_vote WHERE comment_id = comment.id) AS points"
                " FROM comment WHERE author_id = ? AND created = ?",
                one.author,
                f"{one.when:%Y-%m-%d %H:%M:%S}",
            )
            assert comment
            assert comment.points == one.points
            removed = world.forum.value(
                "SELECT count(*) FROM moderation JOIN comment ON comment.id = comment_id WHERE author_id = ?"
                " AND moderation.created < ?",
                one.author,
                comment.created,
            )
            assert bool(removed) == one.earlier
        open_reports = world.forum.value(
            "SELECT count(*) FROM report JOIN forum ON forum.id = forum_id WHERE name = ? AND outcome = 'open'",
            task.parameters.forum,
        )
        assert open_reports == sum(one.reports for one in case.reported)
        assert task.family.accounts_in(world) == {"forum": moderator(world).username}
