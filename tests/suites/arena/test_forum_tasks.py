"""Tasks on the forum: what does not matter to their judges, and what does."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests.suites.arena.universes import universe
from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Verdict
from webcosm.sites import all_sites
from webcosm.sites.forum.rules.feed import range_start
from webcosm.sites.forum.seed.people import accounts
from webcosm.sites.kit import Visitor
from webcosm.suites.arena.forum._rows import me, moderator, new_post, telling_posts
from webcosm.suites.arena.forum.asking import AskQuestion, AskQuestionBanned, AskRecommendation
from webcosm.suites.arena.forum.founding import AddRule, FoundForum, FoundTakenForum
from webcosm.suites.arena.forum.lists import PERIODS, of_period
from webcosm.suites.arena.forum.own import Addition, ExtendPost
from webcosm.suites.arena.forum.passing import AnnouncePoll, results
from webcosm.suites.arena.forum.posting import Invite, ReportLoss, StartPoll
from webcosm.suites.arena.forum.replies import CommentOnPost, ThankBest, best_comment
from webcosm.tasks import Kind, Template, find_templates
from webcosm.worlds import World, WorldState

TEMPLATES = [one for one in find_templates(["arena.forum"]) if ".hard_" not in one.__module__]
"""The levelled families have tests of their own."""
FORUM = "http://forum.test"


@pytest.fixture
def world() -> Iterator[World]:
    with universe().open() as world:
        yield world


@pytest.fixture
def visitor(world: World) -> Visitor:
    visitor = Visitor(world, all_sites())
    visitor.get(f"{FORUM}/")
    return visitor


def judged(world: World, template: type[Template[Any]], p: Any) -> Verdict:
    """On what was done in a world, by a judge who sees it as it was at first."""
    one, evidence = template(), Evidence(changes=tuple(world.changes()), steps=tuple(world.history))
    with world.universe.open() as first:
        return one.judge(first, p, one.word(first, p, 0), evidence)


def post(visitor: Visitor, forum: str, title: str, body: str = "", **more: str) -> None:
    answer = visitor.post(f"{FORUM}/submit", {"forum": forum, "title": title, "body": body, "kind": "text", **more})
    assert answer.shown is not None
    assert answer.shown.what == "post"


# All of them ----------------------------------------------------------------------------------------------------------


def test_there_are_many_and_few_are_easy() -> None:
    assert len(TEMPLATES) >= 60
    assert sum(one.difficulty.level == "easy" for one in TEMPLATES) <= len(TEMPLATES) / 5
    assert {one.kind for one in TEMPLATES} == set(Kind)
    assert sum(not one.achievable for one in TEMPLATES) >= 12


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_whatever_changes_something_names_another_right_way_and_a_wrong_one(template: type[Template[Any]]) -> None:
    if template.kind is Kind.DO and template.achievable:
        assert template.ways
        assert template.shortcuts
    for goal in template.goals:
        assert "Answer with" not in goal
        assert "shall" not in goal
        assert "e-mail" not in goal


@pytest.mark.sweep
@pytest.mark.parametrize("number", [0, 7])
@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_goals_read_as_sentences_in_two_universes(template: type[Template[Any]], number: int) -> None:
    with universe(number).open() as world:
        one = template()
        pool = one.shuffled_pool(world)
        assert len(pool) >= 20
        for seed in range(6):
            goal = one.word(world, pool[seed % len(pool)], seed)
            assert ".." not in goal
            assert "  " not in goal
            assert "{" not in goal


# What a text says -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "body", "right"),
    [
        ("Which detective novel plays on an island?", "It shouldn't have more than 300 pages.", True),
        ("Any detective stories?", "Set on an island please, 300 pages at most. What do you recommend?", True),
        ("Which detective novel plays on an island?", "Thank you all!", False),
        ("A detective novel on an island, 300 pages", "I have it at last.", False),
        ("Which detective novel plays on an island?", "It should have 300 or 450 pages.", False),
        ("What is the weather like?", "I hope that it stays dry until Sunday.", False),
    ],
)
def test_a_recommendation_is_asked_for_in_any_words(
    world: World, visitor: Visitor, title: str, body: str, right: bool
) -> None:
    p = next(p for p in AskRecommendation().pool(world) if "island" in p.thing and "300" in p.limit)
    post(visitor, "books", title, body)
    assert judged(world, AskRecommendation, p).outcome == ("success" if right else "failure")


def test_a_recommendation_belongs_into_the_forum_of_its_subject(world: World, visitor: Visitor) -> None:
    p = next(p for p in AskRecommendation().pool(world) if "island" in p.thing and "300" in p.limit)
    post(visitor, "movies", "Which detective novel plays on an island?", "It shouldn't have more than 300 pages.")
    assert judged(world, AskRecommendation, p).outcome == "failure"


def test_what_proves_whose_it_is_must_not_be_told(world: World, visitor: Visitor) -> None:
    p = next(p for p in ReportLoss().pool(world) if "wallet" in p.thing and "bus 14" in p.place)
    post(visitor, "LostAndFound", "Brown wallet missing", "Lost on bus 14, on Monday evening.")
    assert judged(world, ReportLoss, p).outcome == "success"
    world.reset()
    post(visitor, "LostAndFound", "Brown wallet missing", "Lost on bus 14, on Monday evening, with $180 inside.")
    assert judged(world, ReportLoss, p).outcome == "failure"


def test_an_invitation_names_day_and_time_in_either_order(world: World, visitor: Visitor) -> None:
    p = next(p for p in Invite().pool(world) if "flea" in p.event)
    weekday, date = p.day.split(", ")
    month, number = date.split()
    clock = p.time.split()[0]
    name = world.forum.value("SELECT name FROM forum WHERE title LIKE ? || ':%'", p.city)
    post(visitor, name, "Neighborhood flea market", f"At {clock} on {weekday}, {number} {month}. Come!")
    assert judged(world, Invite, p).outcome == "success"
    world.reset()
    post(visitor, name, "Neighborhood flea market", f"On {weekday}, {number} {month}. Come!")
    assert judged(world, Invite, p).outcome == "failure"


def test_a_poll_has_the_options_that_were_wished_for_and_no_more(world: World, visitor: Visitor) -> None:
    p = StartPoll().pool(world)[0]
    wished = {"option_1": p.first, "option_2": p.second, "option_3": p.third}
    post(visitor, p.forum, f"Which day suits you for {p.event}?", kind="poll", **wished)
    assert judged(world, StartPoll, p).outcome == "success"
    world.reset()
    post(visitor, p.forum, f"Which day suits you for {p.event}?", kind="poll", **wished, option_4="Never")
    assert judged(world, StartPoll, p).outcome == "failure"


def test_a_result_leaves_the_other_options_out(world: World, visitor: Visitor) -> None:
    for p in AnnouncePoll().pool(world)[:8]:
        _, options = results(world)[p]
        first, second = options[:2]
        post(visitor, p.forum, f"About “{p.title}”", f"{first.label} is ahead with {first.votes} votes.")
        assert judged(world, AnnouncePoll, p).outcome == "success", p
        world.reset()
    post(visitor, p.forum, "Result", f"{first.label} beats {second.label} with {first.votes} votes.")
    assert judged(world, AnnouncePoll, p).outcome == "failure"


def test_a_comment_may_name_the_author_of_the_post_but_nobody_else(world: World, visitor: Visitor) -> None:
    p = next(p for p in CommentOnPost().pool(world) if "colleagues" in p.matter)
    row = next(row for row in telling_posts(world) if row.title == p.title)
    address = f"{FORUM}/f/{row.forum}/post/{row.id}/reply"
    text = "I sent this to two colleagues and one laughed,"
    visitor.post(address, {"body": f"{text} u/{row.author}!"})
    assert judged(world, CommentOnPost, p).outcome == "success"
    world.reset()
    visitor.post(address, {"body": f"{text} u/{moderator(world).username}!"})
    assert judged(world, CommentOnPost, p).outcome == "failure"


# Twins ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("report", "right"),
    [
        ("I'm banned from f/cooking, so I can't post there.", True),
        ("The account was banned from cooking until July.", True),
        ("There is no forum called f/cooking.", False),
        ("You cannot do that.", False),
        ("The post cannot be written.", False),
    ],
)
def test_a_ban_is_reported_as_one(world: World, report: str, right: bool) -> None:
    p = next(p for p in AskQuestionBanned().pool(world) if p.forum == "cooking")
    checks = AskQuestionBanned().obstacle(world, p).checks(report, "a goal")
    assert all(check.passed for check in checks) is right


def test_a_ban_that_is_over_keeps_nobody_out(world: World) -> None:
    for template, status in ((AskQuestion, 200), (AskQuestionBanned, 403)):
        one = template()
        p = one.pool(world)[0]
        state = world.universe.prepare(lambda other, one=one, p=p: one.prepare(other, p), WorldState())  # type: ignore[misc]
        with world.universe.open(WorldState(prepared=state.prepared)) as own:
            assert Visitor(own, all_sites()).get(f"{FORUM}/f/{p.forum}/submit").status == status


def test_a_name_that_was_taken_first_is_refused(world: World) -> None:
    one = FoundTakenForum()
    p = one.pool(world)[0]
    assert p.name in {other.name for other in FoundForum().pool(world)}
    state = world.universe.prepare(lambda other: one.prepare(other, p), WorldState())
    with world.universe.open(WorldState(prepared=state.prepared)) as own:
        visitor = Visitor(own, all_sites())
        visitor.get(f"{FORUM}/create-forum")
        typed = {"name": p.name, "title": p.title, "description": p.description, "sidebar": p.sidebar, "tags": ""}
        answer = visitor.post(f"{FORUM}/create-forum", typed)
        assert answer.status == 422
        assert "already" in answer.text


# Rows -----------------------------------------------------------------------------------------------------------------


def test_a_new_post_is_expected_with_its_authors_vote(world: World) -> None:
    rules = new_post(world, 1, {"title": "A title", "body": ""})
    assert [rule.table for rule in rules] == ["post", "post_vote"]
    assert rules[1].values == {"post_id": rules[0].values["id"], "account_id": me(world).id, "value": 1}


def test_no_post_is_about_to_leave_a_period(world: World) -> None:
    """Whoever takes an hour counts as many as at the beginning."""
    for key, said in PERIODS.items():
        soon = range_start(key, world.clock.now() + timedelta(minutes=59))
        assert soon
        assert all(row.created >= soon for row in of_period(world, said))


def test_what_is_added_to_a_post_stands_at_its_end(world: World, visitor: Visitor) -> None:
    p = ExtendPost().pool(world)[0]
    row = next(row for row in telling_posts(world) if row.title == p.title)
    address = f"{FORUM}/f/{row.forum}/post/{row.id}/edit"
    for body, right in (
        (f"{row.body}\n\n{p.text}", True),
        (f"{row.body} {p.text} ", True),
        (f"{p.text}\n\n{row.body}", False),
        (p.text, False),
        (f"{row.body}\n\n{p.text} {p.text}", False),
    ):
        typed = {"title": row.title, "body": body, "url": row.url, "caption_1": ""}
        visitor.post(address, typed)
        assert judged(world, ExtendPost, p).outcome == ("success" if right else "failure"), body
        world.reset()
    assert isinstance(p, Addition)


def test_a_rule_is_added_by_a_moderator(world: World) -> None:
    p = AddRule().pool(world)[0]
    name = str(moderator(world).username)
    assert AddRule().accounts_in(world) == {"forum": name}
    account = next(one for one in accounts(world.lore) if one.username == name)
    visitor = Visitor(world, all_sites())
    visitor.get(f"{FORUM}/")
    visitor.post(f"{FORUM}/logout")
    visitor.get(f"{FORUM}/login")
    visitor.post(f"{FORUM}/login", {"username": name, "password": account.password})
    visitor.post(f"{FORUM}/f/{p.forum}/rules/new", {"title": p.title, "text": p.text})
    assert judged(world, AddRule, p).outcome == "success"


def test_thanks_name_whom_they_are_for(world: World, visitor: Visitor) -> None:
    p = ThankBest().pool(world)[0]
    best = best_comment(world, p)
    visitor.post(f"{FORUM}/comment/{best.id}/reply", {"body": f"@{best.author} Thank you!"})
    assert judged(world, ThankBest, p).outcome == "success"
    world.reset()
    visitor.post(f"{FORUM}/comment/{best.id}/reply", {"body": "Thank you!"})
    assert judged(world, ThankBest, p).outcome == "failure"
