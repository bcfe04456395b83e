"""Tasks on the board: what its rows say is what its pages show, and what their judges take and refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from tests.suites.arena.universes import universe
from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Verdict
from webcosm.proof.runs import world_of
from webcosm.sites.classifieds import site
from webcosm.sites.kit import VisitedPage, Visitor
from webcosm.suites.arena.classifieds._deeds import new_id, reply_by, same_search
from webcosm.suites.arena.classifieds._rows import Board, clear_titles, me, talks, wish
from webcosm.suites.arena.classifieds._wishes import wishes
from webcosm.suites.arena.classifieds._words import Says
from webcosm.suites.arena.classifieds.bargains import AcceptBest, CounterOffer, TakeOffer
from webcosm.suites.arena.classifieds.keeping import TidyFavorites
from webcosm.suites.arena.classifieds.moderating import MoveReported, WarnSeller
from webcosm.suites.arena.classifieds.opinions import CommentListing, ReportListing
from webcosm.suites.arena.classifieds.own import AddRemark, LowerPrice, ReducePrice, Renew, RenewTooSoon
from webcosm.suites.arena.classifieds.pages import KNOWN_ORDERS, UNKNOWN_ORDERS, ListBy, list_of
from webcosm.suites.arena.classifieds.publishing import THINGS, PublishThing
from webcosm.suites.arena.classifieds.selling import SoldElsewhere
from webcosm.suites.arena.classifieds.talking import AskToVisit, HaggleUpTo, MakeOffer, PlaceOffer, outcome
from webcosm.tasks import Kind, Template, find_templates
from webcosm.worlds import World

BOARD = "http://classifieds.test"
MODERATOR = 2
TEMPLATES = [one for one in find_templates(["arena.classifieds"]) if not one.level]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with universe().open() as world:
        yield world


def visitor_of(world: World, place: int = 0) -> Visitor:
    """The first member, unless it is another of the accounts whose passwords are known."""
    visitor = Visitor(world, [site])
    visitor.get(f"{BOARD}/rules")
    if place:
        account = site.accounts(world.lore)[place]
        visitor.post(f"{BOARD}/logout", {})
        visitor.get(f"{BOARD}/login")
        visitor.post(f"{BOARD}/login", {"username": account.username, "password": account.password})
    return visitor


def played(template: type[Template[Any]], p: Any, act: Callable[[Visitor, World], object], place: int = 0) -> Verdict:
    """The verdict on what somebody does in the world of a task."""
    one = template()
    with world_of(one, p, universe()) as own, world_of(one, p, universe()) as first:
        act(visitor_of(own, place), own)
        return one.judge(first, p, one.word(first, p, 0), Evidence(changes=tuple(own.changes())))


@cache
def drawn(template: type[Template[Any]], place: int = 0) -> Any:
    with universe().open() as world:
        return template().shuffled_pool(world)[place]


def post(visitor: Visitor, path: str, **fields: str) -> VisitedPage:
    return visitor.post(f"{BOARD}{path}", fields)


# Templates ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_goals_are_said_as_people_say_them(template: type[Template[Any]]) -> None:
    assert len(template.goals) >= 2
    if template.kind is Kind.DO and template.achievable:
        assert template.ways
    for goal in template.goals:
        for word in ("Answer with", "shall", "pieces", "anymore more", " click ", "button “"):
            assert word not in goal


def test_few_of_the_templates_are_easy_and_some_cannot_be_done() -> None:
    easy = [template.id for template in TEMPLATES if template.difficulty.level == "easy"]
    assert len(easy) * 5 <= len(TEMPLATES)
    assert len([template for template in TEMPLATES if not template.achievable]) >= 6
    assert {template.kind for template in TEMPLATES} == set(Kind)


# Rows and pages -------------------------------------------------------------------------------------------------------


def test_what_a_wish_finds_is_what_the_list_shows(world: World) -> None:
    board, visitor = Board(world), visitor_of(world)
    for wanted, ads in islice(wishes(board, 3, 20, sure=False), 0, 240, 12):
        page = visitor.get(f"{BOARD}/listings?{wanted.query}")
        assert page.shown.facts["total"] == len(ads), wanted
        checks = list_of(board, wanted.query).checks(Evidence(url=page.url, page=page.shown))
        assert [check for check in checks if not check.passed] == []


def test_prices_years_and_orders_are_read_as_the_list_reads_them(world: World) -> None:
    board, visitor = Board(world), visitor_of(world)
    for query in (
        wish(category="cars", max=8000, year_min=2010, sort="cheap"),
        wish(category="furniture", min=50, max=300, pictures=1, sort="dear"),
        wish(category="vehicles", condition="used", city=0, within=50, sort="oldest"),
        wish(region="GR"),
    ):
        page = visitor.get(f"{BOARD}/listings?{query}")
        assert page.shown.facts["total"] == len(board.fitting(query)) > 0
        assert page.text.index(f'href="/item/{board.fitting(query)[0].id}"') > 0


def test_a_circle_is_measured_in_miles(world: World) -> None:
    board = Board(world)
    home = int(me(world).city_id)
    near, far = (len(board.fitting(wish(city=home, within=miles))) for miles in (10, 100))
    assert 0 < near < far < len(board.active)


def test_a_title_means_one_listing(world: World) -> None:
    titles = [ad.title.casefold() for ad in clear_titles(Board(world))]
    assert len(titles) == len(set(titles)) > 500


def test_sellers_answer_offers_as_is_worked_out(world: World) -> None:
    board, seen = Board(world), set()
    dear = [ad for ad in clear_titles(board) if ad.price and ad.price >= 10_000 and ad.seller_id > 3]
    away = [ad for ad in dear if not reply_by(world, 0, ad.seller_id)]
    for share in (70, 82, 95, 100):
        for ad in [*dear[:60:10], away[0]]:
            with universe().open() as own:
                visitor = visitor_of(own)
                amount = (ad.price or 0) * share // 10_000 * 100
                if any(talk.id == ad.id for talk in talks(own)):
                    continue
                post(visitor, f"/item/{ad.id}/offer", amount=f"{amount / 100:.2f}")
                offer = own.classifieds.row("SELECT * FROM offer WHERE amount = ? ORDER BY id DESC", amount)
                assert offer is not None
                assert offer.status == outcome(own, ad, amount)
                seen.add(offer.status)
    assert seen == {"accepted", "declined", "countered", "open"}


# Words ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, right",
    [
        ("Could I come on Saturday at 4 pm?", True),
        ("SATURDAY, 16:00 - would that suit you?", True),
        ("Could I come on Saturday?", False),
        ("Could I come at 4 pm on Saturdays", False),
        ("Saturday at 4 for $40?", False),
        ("Saturday at 14:30?", False),
        ("I like your bike.", False),
        ("Saturday 4 " + "and so on " * 80, False),
    ],
)
def test_a_text_says_all_facts_and_no_other_amount(text: str, right: bool) -> None:
    says = Says(("Saturday", ("4", "4 pm", "16:00")))
    assert says(text) is right


def test_a_text_may_name_the_amounts_that_are_facts_and_must_not_say_what_is_left_out() -> None:
    says = Says(("$1,075",), without=(r"\bcash\b",))
    assert says("I can pay $1075.00 tomorrow.")
    assert not says("I can pay $1075 in cash.")
    assert not says("I can pay $1075 or $1100.")
    with pytest.raises(ValueError, match="at least one"):
        Says(())


def test_the_order_of_a_list_is_no_part_of_a_saved_search() -> None:
    match = same_search("category=cars&max=5000")
    assert match("category=cars&max=5000&sort=cheap")
    assert not match("category=cars&max=6000")
    assert not match("category=cars&max=5000&pictures=1")


# Messages and offers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, score",
    [
        ("Hello, would {day} at {hour} be all right for a look?", 1),
        ("hi! can i drop in {day}, {hour}", 1),
        ("Hello, I am interested in what you are selling.", 0),
        ("Could I see it on {day}?", 0),
        ("Would {day} at {hour} work? I can offer $20.", 0),
    ],
)
def test_a_message_asks_for_the_time_in_any_words(text: str, score: int) -> None:
    p = drawn(AskToVisit)

    def act(visitor: Visitor, own: World) -> None:
        number = Board(own).titled(p.title).id
        post(visitor, f"/item/{number}/message", body=text.format(day=p.day, hour=p.hour))

    assert played(AskToVisit, p, act).score == score


def test_an_offer_counts_and_one_more_message_or_another_amount_does_not() -> None:
    p = drawn(MakeOffer)

    def offer(amount: str, *messages: str) -> Verdict:
        def act(visitor: Visitor, own: World) -> None:
            number = Board(own).titled(p.title).id
            post(visitor, f"/item/{number}/offer", amount=amount)
            for text in messages:
                post(visitor, f"/item/{number}/message", body=text)

        return played(MakeOffer, p, act)

    assert offer(p.typed).score == 1
    assert offer(p.typed, "Please say yes!").score == 0
    assert offer(f"{p.typed}0").score == 0


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_counter_offer_is_taken_up_to_the_limit_only(place: int) -> None:
    p = drawn(HaggleUpTo, place)

    def deciding(verdict: str) -> Verdict:
        def act(visitor: Visitor, own: World) -> None:
            number = Board(own).titled(p.title).id
            post(visitor, f"/item/{number}/offer", amount=p.amount)
            offer = own.classifieds.row("SELECT * FROM offer ORDER BY id DESC")
            assert offer
            post(visitor, f"/account/messages/{offer.conversation_id}/offers/{offer.id}/{verdict}")

        return played(HaggleUpTo, p, act)

    assert {deciding("accept").score, deciding("decline").score} == {0, 1}


def test_the_best_of_several_offers_is_accepted_and_no_other_is_left_open() -> None:
    p = drawn(AcceptBest)

    def answering(words: Callable[[int, int], str]) -> Verdict:
        def act(visitor: Visitor, own: World) -> None:
            number = Board(own).titled(p.title).id
            offers = own.classifieds.rows(
                "SELECT offer.* FROM offer JOIN conversation ON conversation.id = conversation_id WHERE listing_id = ?"
                " ORDER BY amount",
                number,
            )
            for place, offer in enumerate(offers):
                if word := words(place, len(offers)):
                    post(visitor, f"/account/messages/{offer.conversation_id}/offers/{offer.id}/{word}")

        return played(AcceptBest, p, act)

    assert answering(lambda place, count: "accept" if place == count - 1 else "decline").score == 1
    assert answering(lambda place, count: "accept" if place == count - 1 else "").score == 0
    assert answering(lambda place, count: "accept" if place == 0 else "decline").score == 0


def test_a_counter_offer_of_mine_has_the_amount_that_was_said() -> None:
    p = drawn(CounterOffer)

    def countering(amount: str) -> Verdict:
        def act(visitor: Visitor, own: World) -> None:
            talk = next(one for one in talks(own) if one.title == p.title and one.other == p.buyer)
            post(visitor, f"/account/messages/{talk.talk}/offer", amount=amount)

        return played(CounterOffer, p, act)

    assert countering(p.amount).score == 1
    assert countering(f"{p.amount}1").score == 0


# Own listings ---------------------------------------------------------------------------------------------------------


def edit(visitor: Visitor, own: World, title: str, **fields: str) -> None:
    """Sends the form of an own listing with what it holds, but for these fields."""
    ad = Board(own).titled(title)
    held = {
        "title": ad.title,
        "body": ad.body,
        "price": f"{(ad.price or 0) / 100:.2f}",
        "condition": "" if ad.condition == "none" else ad.condition,
        "city": str(ad.city_id),
    }
    held |= {"negotiable": "on"} if ad.negotiable else {}
    for row in own.classifieds.rows(
        "SELECT code, coalesce(choice_id, number) AS value FROM listing_value JOIN attribute ON"
        " attribute.id = attribute_id WHERE listing_id = ?",
        ad.id,
    ):
        held[f"a_{row.code}"] = str(row.value)
    held |= fields
    visitor.post(f"{BOARD}/account/listings/{ad.id}/edit", {k: v for k, v in held.items() if v != "(off)"})


def test_a_price_is_lower_and_firm_and_nothing_else_has_changed() -> None:
    p = drawn(LowerPrice)

    def editing(**fields: str) -> Verdict:
        return played(LowerPrice, p, lambda visitor, own: edit(visitor, own, p.title, **fields))

    assert editing(price=p.typed, negotiable="(off)").score == 1
    assert editing(price=p.typed).score == 0
    assert editing(price=p.typed, negotiable="(off)", body="Cheap!").score == 0


@pytest.mark.parametrize(
    "text, score",
    [
        ("{body}\n\nPlease note: {what}.", 1),
        ("Note: {what}.\n{body}", 1),
        ("Note: {what}.", 0),
        ("{body}\n\nIt is a very nice thing.", 0),
    ],
)
def test_a_remark_stands_beside_the_old_description(text: str, score: int) -> None:
    p = drawn(AddRemark)

    def act(visitor: Visitor, own: World) -> None:
        body = Board(own).titled(p.title).body
        edit(visitor, own, p.title, body=text.format(body=body, what=p.what))

    assert played(AddRemark, p, act).score == score


def test_posting_a_thing_again_or_marking_it_sold_on_the_way_is_not_renewing() -> None:
    p = drawn(Renew)

    def act(visitor: Visitor, own: World) -> None:
        number = Board(own).titled(p.title).id
        post(visitor, f"/account/listings/{number}/renew")

    assert played(Renew, p, act).score == 1
    assert played(Renew, p, lambda visitor, own: None).score == 0


@pytest.mark.parametrize(
    "text, score",
    [("Sorry, it has been sold.", 1), ("It's gone, I'm afraid!", 1), ("Thanks for asking about it.", 0), ("", 0)],
)
def test_who_had_asked_is_told_that_it_is_gone(text: str, score: int) -> None:
    p = drawn(SoldElsewhere)

    def act(visitor: Visitor, own: World) -> None:
        talk = next(one for one in talks(own) if one.title == p.title and one.other == p.buyer)
        post(visitor, f"/account/listings/{talk.id}/sold")
        if text:
            post(visitor, f"/account/messages/{talk.talk}/reply", body=text)

    assert played(SoldElsewhere, p, act).score == score


@pytest.mark.parametrize(
    "title, body, score",
    [
        ("{title}", "For sale: {thing}, and {remark}.", 1),
        ("Great offer: {title}!", "{remark}. {thing}.", 1),
        ("Something for you", "For sale: {thing}, and {remark}.", 0),
        ("{title}", "The weather has been lovely this week.", 0),
    ],
)
def test_a_new_listing_is_worded_freely_and_says_what_it_must(title: str, body: str, score: int) -> None:
    p = drawn(PublishThing)
    thing = THINGS[p.thing]

    def act(visitor: Visitor, own: World) -> None:
        db = own.classifieds
        fields = {
            "title": title.format(title=thing.title),
            "body": body.format(thing=p.thing, remark=p.remark),
            "price": p.price,
            "condition": {"it's used": "used", "it's as good as new": "like_new"}[p.state],
            "city": str(db.value("SELECT id FROM city WHERE name = ?", p.city)),
            "action": "publish",
        }
        fields |= {"negotiable": "on"} if "open" in p.terms else {}
        for code, value in thing.values.items():
            choice = db.value(
                "SELECT attribute_choice.id FROM attribute_choice JOIN attribute ON attribute.id = attribute_id JOIN"
                " category ON category.id = category_id WHERE slug = ? AND code = ? AND attribute_choice.label = ?",
                thing.slug,
                code,
                str(value),
            )
            fields[f"a_{code}"] = str(value if choice is None else choice)
        number = new_id(own, "listing")
        visitor.post(f"{BOARD}/post/{thing.slug}", fields)
        assert Board(own).get(number).status == "active"

    assert played(PublishThing, p, act).score == score


# Opinions and moderation ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra, text, score", [(0, "{what}", 1), (1, "{what}", 0), (0, "Nice evening there.", 0)])
def test_a_comment_has_its_stars_and_says_why(extra: int, text: str, score: int) -> None:
    p = drawn(CommentListing)

    def act(visitor: Visitor, own: World) -> None:
        number, stars = Board(own).titled(p.title).id, (p.stars + extra - 1) % 5 + 1
        body = text.format(what=p.what)
        post(visitor, f"/item/{number}/comments", stars=str(stars), title="My visit", body=body)

    assert played(CommentListing, p, act).score == score


@pytest.mark.parametrize("reason, text, score", [("", "{what}", 1), ("other", "{what}", 0), ("", "Look at it.", 0)])
def test_a_report_has_its_reason_and_what_happened(reason: str, text: str, score: int) -> None:
    p = drawn(ReportListing)
    right = "sold" if "sold" in p.what else "scam"

    def act(visitor: Visitor, own: World) -> None:
        number = Board(own).titled(p.title).id
        post(visitor, f"/item/{number}/report", reason=reason or right, text=text.format(what=p.what))

    assert played(ReportListing, p, act).score == score


def test_favorites_between_the_limits_are_kept() -> None:
    p = drawn(TidyFavorites)

    def dropping(all_of_them: bool) -> Verdict:
        def act(visitor: Visitor, own: World) -> None:
            board = Board(own)
            for number in own.classifieds.values(
                "SELECT listing_id FROM favourite WHERE account_id = ? ORDER BY listing_id", me(own).id
            ):
                price = board.get(number).price
                if all_of_them or (price is not None and not p.low < price < p.high):
                    post(visitor, f"/item/{number}/unfavorite")

        return played(TidyFavorites, p, act)

    assert dropping(all_of_them=False).score == 1
    assert dropping(all_of_them=True).score == 0


def test_a_warning_says_what_of_and_suspends_nobody() -> None:
    p = drawn(WarnSeller)

    def warning(verdict: str, reason: str) -> Verdict:
        def act(visitor: Visitor, own: World) -> None:
            seller = Board(own).titled(p.title).seller_id
            post(visitor, f"/moderation/accounts/{seller}/{verdict}", reason=reason)

        return played(WarnSeller, p, act, MODERATOR)

    assert warning("warn", f"Reminder: {p.what}").score == 1
    assert warning("warn", "Be nice.").score == 0
    assert warning("suspend", p.what).score == 0


def test_a_listing_is_moved_where_it_was_before_it_was_misplaced() -> None:
    p = drawn(MoveReported)

    def moving(slug: str) -> Verdict:
        def act(visitor: Visitor, own: World) -> None:
            report = own.classifieds.value("SELECT max(id) FROM report")
            post(visitor, f"/moderation/reports/{report}/move", category=slug)

        return played(MoveReported, p, act, MODERATOR)

    with universe().open() as world:
        right = Board(world).titled(p.title).slug
    assert moving(right).score == 1
    assert moving("books").score == 0


# What cannot be done --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "template, report, score",
    [
        (ReducePrice, "“{p.title}” isn't one of your listings; it belongs to another seller.", 1),
        (ReducePrice, "I couldn't find “{p.title}” among your own listings.", 1),
        (ReducePrice, "The site is down, so “{p.title}” can't be changed.", 0),
        (RenewTooSoon, "“{p.title}” was published less than a week ago, so it can't be renewed yet.", 1),
        (RenewTooSoon, "“{p.title}” has no Renew button: it's too recent.", 1),
        (RenewTooSoon, "There is no listing called “{p.title}”.", 0),
        (PlaceOffer, "“{p.title}” has already been sold.", 1),
        (PlaceOffer, "“{p.title}” isn't on offer anymore; I couldn't find it in the search.", 1),
        (PlaceOffer, "It can't be done.", 0),
        (TakeOffer, "{p.buyer}'s offer for “{p.title}” was declined, so it's no longer open.", 1),
        (TakeOffer, "You don't have permission to accept {p.buyer}'s offer.", 0),
    ],
)
def test_a_report_names_the_thing_and_the_right_reason(template: type[Template[Any]], report: str, score: int) -> None:
    one, p = template(), drawn(template)
    with world_of(one, p, universe()) as world:
        evidence = Evidence(infeasible=report.format(p=p), pages_opened=2)
        assert one.judge(world, p, one.word(world, p, 0), evidence).score == score


def test_orders_that_the_list_does_not_have_may_be_called_as_one_likes(world: World) -> None:
    assert not KNOWN_ORDERS.keys() & UNKNOWN_ORDERS.keys()
    one = ListBy()
    p = next(p for p in one.pool(world) if "rated" in p.order)
    for report in (
        "Listings can't be sorted by seller rating.",
        "There is no way to sort by rating, only by date or price.",
    ):
        evidence = Evidence(infeasible=report, pages_opened=1)
        assert one.judge(world, p, one.word(world, p, 0), evidence).score == 1
