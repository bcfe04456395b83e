"""Reviews, search terms, newsletters, subscribers and messages: what each deed writes, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.sites.admin.campaign import DRAFT, SENT, blueprint
from tests.sites.admin.conftest import visiting
from tests.sites.admin.filling import errors, send, shown
from tests.sites.admin.reading import flat, inserted, summary, updated
from tests.sites.admin.sample import CUSTOMER, OWNER, READER
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, World, WorldState

REVIEWS, TERMS, LETTERS = "/marketing/reviews", "/marketing/search-terms", "/marketing/newsletters"
PEOPLE, SENT_MAIL, RECEIVED = "/marketing/subscribers", "/marketing/outgoing", "/marketing/contact-messages"
NOW = "2026-05-14 09:00:00"
REVIEW = {
    "sku": "LMP-1",
    "status": "approved",
    "stars": "4",
    "nickname": "Staff",
    "title": "Warm",
    "body": "Good light.",
}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([blueprint()], cache=tmp_path_factory.mktemp("campaign")) as universe:
        yield universe


@pytest.fixture
def world(office: Universe) -> Iterator[World]:
    with office.open(WorldState(accounts={"admin": OWNER, "shop": CUSTOMER})) as world:
        yield world


def post(visitor: Visitor, path: str, form: dict[str, str] | None = None) -> str:
    """Sends a form to the back office, as from a page of its own, and returns the words of the answer."""
    visitor.get("http://admin.shop.test/")
    return flat(visitor.post(path, form or {}))


def open_page(visitor: Visitor, path: str) -> str:
    answer = visitor.get(f"http://admin.shop.test{path}")
    assert answer.status == 200, answer.text
    return flat(answer)


# Reviews --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query, found",
    [
        ("", 6),
        ("f.status=pending", 2),
        ("f.type=guest", 2),
        ("f.stars.from=4", 3),
        ("f.product=mug", 3),
        ("f.sku=PAN", 2),
        ("f.nickname=ben", 1),
        ("f.body=thinks&f.status=approved", 2),
        ("f.created.from=2026-04-02&f.created.to=2026-04-03", 2),
        ("q=chipped+stone", 1),
    ],
)
def test_the_list_of_reviews_is_filtered(visitor: Visitor, query: str, found: int) -> None:
    words = open_page(visitor, f"{REVIEWS}?{query}")
    assert f"{found} review{'s' if found > 1 else ''}" in words
    assert "Pending reviews (2)" in words


def test_pending_reviews_have_a_page_of_their_own(visitor: Visitor) -> None:
    page = visitor.get(f"http://admin.shop.test{REVIEWS}/pending")
    assert "<h1>Pending reviews</h1>" in page.text
    assert (
        f'<a href="{REVIEWS}/pending" aria-current="page">Pending reviews <span class="tally">2</span></a>' in page.text
    )
    assert sorted(re.findall(rf'<a href="{REVIEWS}/(\d+)">\d+</a>', page.text)) == ["3", "4"]
    form = {"all": "on", "query": "f.stars.to=5", "status": "approved"}
    page = visitor.post(f"{REVIEWS}/pending/status", form)
    assert page.url == f"http://admin.shop.test{REVIEWS}/pending?f.stars.to=5"
    assert updated(visitor.world, "review") == {(3,): {"status": "approved"}, (4,): {"status": "approved"}}
    assert 'aria-current="page">Pending reviews</a>' in page.text, "nothing waits any longer"
    assert "No review waits for approval." in visitor.get(f"{REVIEWS}/pending").text


def test_pending_reviews_are_deleted_from_their_page_but_others_are_not(visitor: Visitor) -> None:
    page = visitor.post(f"{REVIEWS}/pending/delete", {"ids": "3,1"})
    assert page.url == f"http://admin.shop.test{REVIEWS}/pending"
    assert "1 review was deleted." in page.text
    assert visitor.world.shop.values("SELECT id FROM review WHERE id IN (1, 3)") == [1]


def test_approving_shows_a_review_in_the_store(visitor: Visitor) -> None:
    assert "Chipped" not in visitor.get("http://shop.test/mug-1.html").text
    page = send(visitor, f"{REVIEWS}/3", {"status": "approved"})
    assert "You saved the review." in page.text
    assert updated(visitor.world, "review") == {(3,): {"status": "approved"}}
    assert summary(visitor.world) == [("review", "update", ("status",))]
    assert "Chipped" in visitor.get("http://shop.test/mug-1.html").text


def test_editing_a_review(visitor: Visitor) -> None:
    assert "Nothing was changed." in send(visitor, f"{REVIEWS}/4").text
    send(visitor, f"{REVIEWS}/4", {"title": "Heavy", "nickname": "A. F.", "stars": "5", "body": "Two\r\nlines."})
    new = {"title": "Heavy", "nickname": "A. F.", "stars": 5, "body": "Two\nlines."}
    assert updated(visitor.world, "review") == {(4,): new}
    words = open_page(visitor, f"{REVIEWS}/4")
    assert "Iron Pan SKU PAN-1" in words
    assert "Written by Ada Field (customer)" in words


@pytest.mark.parametrize(
    "typed, message",
    [
        ({"title": " "}, "Title is required."),
        ({"nickname": ""}, "Nickname is required."),
        ({"body": ""}, "Review is required."),
        ({"stars": "6"}, "Rating: choose one of the options."),
        ({"status": "maybe"}, "Status: choose one of the options."),
        ({"title": "x" * 121}, "Title may have at most 120 characters; this has 121."),
    ],
)
def test_what_a_review_cannot_be(visitor: Visitor, typed: dict[str, str], message: str) -> None:
    page = send(visitor, f"{REVIEWS}/4", {"body": "Kept <words>.", **typed})
    assert (page.status, errors(page)) == (422, [message])
    assert "body" in typed or shown(page)["body"] == "Kept <words>."
    assert visitor.world.changes() == []


def test_the_merchant_writes_a_review_down(visitor: Visitor) -> None:
    page = send(visitor, f"{REVIEWS}/new", REVIEW)
    assert "The review of Reed Lamp was added." in page.text
    own = {name: text for name, text in REVIEW.items() if name != "sku"}
    assert inserted(visitor.world, "review") == [
        {**own, "stars": 4, "product_id": 4, "customer_id": None, "created": NOW}
    ]
    assert "Good light." in visitor.get("http://shop.test/lmp-1.html").text


@pytest.mark.parametrize(
    "sku, message",
    [
        ("", "Product SKU is required."),
        ("GHOST", "Product SKU: there is no product GHOST."),
        ("SHIRT-RED", "Product SKU: SHIRT-RED is a variant. Reviews belong to its product, SHIRT."),
    ],
)
def test_a_new_review_needs_a_product(visitor: Visitor, sku: str, message: str) -> None:
    page = send(visitor, f"{REVIEWS}/new", {**REVIEW, "sku": sku})
    assert (page.status, errors(page)) == (422, [message])
    assert shown(page)["title"] == "Warm"
    assert visitor.world.changes() == []


def test_many_reviews_get_a_status(visitor: Visitor) -> None:
    words = post(visitor, f"{REVIEWS}/status", {"ids": "3,4,5", "status": "rejected"})
    assert "2 reviews were set to Rejected." in words, "the third was rejected already"
    assert updated(visitor.world, "review") == {(3,): {"status": "rejected"}, (4,): {"status": "rejected"}}


def test_all_that_match_get_a_status_and_the_list_comes_back(visitor: Visitor) -> None:
    visitor.get("http://admin.shop.test/")
    form = {"all": "on", "query": "f.status=pending&f.stars.to=2", "status": "approved"}
    page = visitor.post(f"{REVIEWS}/status", form)
    assert page.url == f"http://admin.shop.test{REVIEWS}?f.status=pending&f.stars.to=2"
    assert updated(visitor.world, "review") == {(3,): {"status": "approved"}}


def test_deleting_reviews(visitor: Visitor) -> None:
    assert "2 reviews were deleted." in post(visitor, f"{REVIEWS}/delete", {"ids": "2,5"})
    assert [(change.kind, change.key) for change in visitor.world.changes()] == [("delete", (2,)), ("delete", (5,))]
    assert "Delete this review?" in open_page(visitor, f"{REVIEWS}/3")
    assert "The review “Chipped” was deleted." in post(visitor, f"{REVIEWS}/3/delete")
    assert len(visitor.world.changes()) == 3


def test_mass_actions_that_change_nothing(visitor: Visitor) -> None:
    assert "Tick at least one review first." in post(visitor, f"{REVIEWS}/delete")
    assert "Nothing was changed." in post(visitor, f"{REVIEWS}/status", {"ids": "1", "status": "approved"})
    assert "'lost' is no status of a review" in post(visitor, f"{REVIEWS}/status", {"ids": "1", "status": "lost"})
    assert visitor.world.changes() == []


# Search terms ---------------------------------------------------------------------------------------------------------


def test_terms_are_listed_with_their_rules(visitor: Visitor) -> None:
    words = open_page(visitor, TERMS)
    assert "6 search terms" in words, "five that were searched for, and one that has only a rule"
    assert "lantern 3 12 May 2, 2026, 12:00 PM reed lamp No" in words
    assert "1 search term found" in open_page(visitor, f"{TERMS}?f.redirect=about")
    assert "2 search terms found" in open_page(visitor, f"{TERMS}?f.uses.from=4&f.results.to=2&f.suggested=1")


def test_a_synonym_is_searched_for_instead(visitor: Visitor) -> None:
    page = visitor.get(f"http://admin.shop.test{TERMS}/new?term=tea")
    assert ("Used 9 times" in page.text, shown(page)["term"]) == (True, "tea")
    page = send(visitor, f"{TERMS}/new", {"term": "  Beaker  Cup ", "synonym": "stone mug", "suggested": None})
    assert "The search term beaker cup was saved." in page.text
    assert inserted(visitor.world, "search_rule") == [
        {"term": "beaker cup", "synonym": "stone mug", "redirect": "", "suggested": 0}
    ]
    assert "Stone Mug" in visitor.get("http://shop.test/search?q=Beaker+cup").text


def test_a_redirect_is_followed(visitor: Visitor) -> None:
    send(visitor, f"{TERMS}/1", {"synonym": "", "redirect": "/about-us"})
    assert updated(visitor.world, "search_rule") == {(1,): {"synonym": "", "redirect": "/about-us"}}
    assert visitor.get("http://shop.test/search?q=lantern").url == "http://shop.test/about-us"


@pytest.mark.parametrize(
    "typed, message",
    [
        ({"term": ""}, "Search term is required."),
        ({"term": "Lantern"}, "Search term: there is a rule for lantern already."),
        ({"redirect": "http://elsewhere.test"}, "Redirect: 'http://elsewhere.test' is no path of the store"),
        ({"redirect": "//elsewhere.test"}, "Redirect: '//elsewhere.test' is no path of the store"),
        ({"redirect": "/two words"}, "Redirect: write a path without spaces"),
        ({"redirect": "/contact", "synonym": "mug"}, "Redirect: a term has a synonym or a redirect, not both."),
    ],
)
def test_what_a_search_rule_cannot_be(visitor: Visitor, typed: dict[str, str], message: str) -> None:
    page = send(visitor, f"{TERMS}/new", {"term": "cup", **typed})
    assert page.status == 422
    assert errors(page)[0].startswith(message)
    assert all(shown(page)[name] == text for name, text in typed.items())
    assert visitor.world.changes() == []


def test_rules_of_terms_are_deleted_and_uses_kept(visitor: Visitor) -> None:
    assert "The rule for returns was deleted." in post(visitor, f"{TERMS}/2/delete")
    visitor.get("http://admin.shop.test/")
    assert "1 search term was left without a rule." in post(visitor, f"{TERMS}/delete", {"ids": "lantern,mug"})
    assert sorted((change.table, change.kind, change.key) for change in visitor.world.changes()) == [
        ("search_rule", "delete", (1,)),
        ("search_rule", "delete", (2,)),
    ]
    assert visitor.world.shop.value("SELECT uses FROM search_use WHERE term = 'lantern'") == 12


# Newsletters ----------------------------------------------------------------------------------------------------------


def test_a_new_newsletter_and_its_preview(visitor: Visitor) -> None:
    letter = {"name": "July", "subject": "Hot", "text": "Come *in* <b>."}
    page = send(visitor, f"{LETTERS}/new", {**letter, "do": "preview"})
    assert (page.status, "Come <em>in</em> &lt;b&gt;." in page.text) == (200, True)
    assert visitor.world.changes() == []
    send(visitor, f"{LETTERS}/new", letter)
    stored = {"name": "July", "subject": "Hot", "content": "Come *in* <b>.", "sent": None, "updated": NOW}
    assert inserted(visitor.world, "newsletter") == [stored]


def test_editing_and_deleting_a_draft(visitor: Visitor) -> None:
    assert "Nothing was changed." in send(visitor, f"{LETTERS}/{DRAFT}").text
    send(visitor, f"{LETTERS}/{DRAFT}", {"subject": "Sun"})
    assert updated(visitor.world, "newsletter") == {(DRAFT,): {"subject": "Sun", "updated": NOW}}
    assert "The newsletter June was deleted." in post(visitor, f"{LETTERS}/{DRAFT}/delete")
    assert summary(visitor.world) == [("newsletter", "delete", ())]


@pytest.mark.parametrize(
    "typed, message",
    [
        ({"name": ""}, "Name is required."),
        ({"name": "May"}, "Name: there is a newsletter called May already."),
        ({"subject": ""}, "Subject is required."),
        ({"text": " "}, "Content is required."),
    ],
)
def test_what_a_newsletter_cannot_be(visitor: Visitor, typed: dict[str, str], message: str) -> None:
    page = send(visitor, f"{LETTERS}/{DRAFT}", typed)
    assert (page.status, errors(page)) == (422, [message])
    assert visitor.world.changes() == []


def test_sending_goes_to_every_subscriber_once(visitor: Visitor) -> None:
    words = open_page(visitor, f"{LETTERS}/{DRAFT}/send")
    assert "It goes to 3 subscribers at once." in words
    assert visitor.world.changes() == []
    page = visitor.post(f"{LETTERS}/{DRAFT}/send")
    assert "The newsletter June was sent to 3 subscribers." in page.text
    readers = [CUSTOMER, "reader3@mail.test", "reader4@mail.test"]
    assert inserted(visitor.world, "outgoing") == [
        {"recipient": email, "subject": "Summer & you", "body": "**Hello** there.", "created": NOW} for email in readers
    ]
    assert updated(visitor.world, "newsletter") == {(DRAFT,): {"sent": NOW}}
    assert len(visitor.world.changes()) == 4
    post(visitor, f"{LETTERS}/{DRAFT}/send")
    assert len(visitor.world.changes()) == 4, "it is not sent a second time"


@pytest.mark.parametrize("deed", ["", "/send", "/delete"])
def test_what_was_sent_stays(visitor: Visitor, deed: str) -> None:
    visitor.get("http://admin.shop.test/")
    page = visitor.post(f"{LETTERS}/{SENT}{deed}", {"name": "x", "subject": "x", "text": "x"})
    assert (page.status, "so it stays as it is." in page.text) == (409, True)
    assert visitor.world.changes() == []
    page = visitor.get(f"{LETTERS}/{SENT}")
    assert ("It can no longer be changed." in page.text, 'name="text"' in page.text) == (True, False)
    assert shown(visitor.get(f"{LETTERS}/new?copy={SENT}"))["name"] == "Copy of May"


def test_nobody_to_send_to(visitor: Visitor) -> None:
    post(visitor, f"{PEOPLE}/delete", {"all": "on", "query": ""})
    before = len(visitor.world.changes())
    assert "Nobody is subscribed" in open_page(visitor, f"{LETTERS}/{DRAFT}/send")
    assert visitor.post(f"{LETTERS}/{DRAFT}/send").status == 409
    assert len(visitor.world.changes()) == before


# Subscribers and messages ---------------------------------------------------------------------------------------------


def test_unsubscribing_and_deleting_subscribers(visitor: Visitor) -> None:
    words = post(visitor, f"{PEOPLE}/unsubscribe", {"ids": "1,2,3"})
    assert "2 subscribers were unsubscribed." in words, "one had left already"
    gone = {"status": "unsubscribed", "changed": NOW}
    assert updated(visitor.world, "subscriber") == {(1,): gone, (3,): gone}
    assert "1 subscriber was deleted." in post(visitor, f"{PEOPLE}/delete", {"ids": "4"})
    assert summary(visitor.world)[0] == ("subscriber", "delete", ())
    assert "Ada Field" in open_page(visitor, f"{PEOPLE}?f.type=customer")


def test_outgoing_messages(visitor: Visitor) -> None:
    assert "ben2@mail.test Your link" in open_page(visitor, SENT_MAIL)
    page = visitor.get(f"{SENT_MAIL}/1")
    assert ("To" in page.text, "Open &lt;this&gt;." in page.text) == (True, True)
    assert visitor.get(f"{SENT_MAIL}/9").status == 404


def test_contact_messages(visitor: Visitor) -> None:
    assert "2 messages" in open_page(visitor, RECEIVED)
    assert "1 message found" in open_page(visitor, f"{RECEIVED}?f.name=uma")
    words = open_page(visitor, f"{RECEIVED}/1")
    assert "E-mail uma@mail.test Phone not given Received May 11, 2026, 9:00 AM" in words
    assert "The message from Uma was deleted." in post(visitor, f"{RECEIVED}/1/delete")
    assert "1 message was deleted." in post(visitor, f"{RECEIVED}/delete", {"ids": "2"})
    assert summary(visitor.world) == [("contact_message", "delete", ())] * 2


def test_readers_look_and_change_nothing(office: Universe) -> None:
    with office.open(WorldState(accounts={"admin": READER})) as world:
        visitor = visiting(world)
        for path in (f"{REVIEWS}/3", f"{TERMS}/1", f"{LETTERS}/{DRAFT}", f"{RECEIVED}/1"):
            page = visitor.get(path)
            assert (page.status, "Delete" in page.text, "Save" in page.text) == (200, False, False), path
        assert visitor.get(f"{LETTERS}/{DRAFT}/send").status == 403
        for path in (REVIEWS, TERMS, LETTERS, PEOPLE, RECEIVED):
            page = visitor.get(path)
            assert ('name="ids"' in page.text, "Add " in page.text) == (False, False), path
        assert world.changes() == []
