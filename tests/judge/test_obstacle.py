"""A report that a task cannot be done counts if it says what stands in the way, in whatever words."""

from __future__ import annotations

import pytest

from webcosm.judge.obstacle import NO_CONTROL, UNSORTABLE, Obstacle, Reason

ORDER = Obstacle(Reason.MISSING, ("order 101259",))
ORDER_GOAL = "Look up the shipping address of order 101259 and answer with it: street, city, state, zip code."
MARKERS = "Filewise Rainbow Row Felt Tip Markers, 24 Colors, Bullet Tip, Alcohol-Based Ink, Metal Tin"
PRODUCT = Obstacle(Reason.MISSING, (MARKERS,))
PRODUCT_GOAL = f"From now on, “{MARKERS}” costs $126.95. Change its price in the catalog."
COMPLETE = Obstacle(Reason.NOT_ALLOWED, ("order 101370",), said=(r"\bcomplete", r"\balready (?:been )?shipped"))
COMPLETE_GOAL = "The customer does not want order 101370 any more and asked us to cancel it. Please do."
CLERK = Obstacle(Reason.NO_PERMISSION, ("weight", "product", "catalog", "DRD-OLD-10096"))
CLERK_GOAL = "The product with the SKU DRD-OLD-10096 weighs 276 grams. Correct its weight in the catalog."
COUPON = Obstacle(Reason.INVALID, ("coupon HOLIDAY25", "HOLIDAY25"))
COUPON_GOAL = "Add the paper to the cart, then redeem the coupon code HOLIDAY25 there and leave it at that."
PIECES = Obstacle(Reason.SOLD_OUT, ("Steelyard Hexworks Ratcheting Wrench Set", "34", "38"))
PIECES_GOAL = "I need 38 of “Steelyard Hexworks Ratcheting Wrench Set”. Add exactly that many to the shopping cart."
ORANGE = Obstacle(Reason.MISSING, ("orange",), also=(Reason.NOT_ALLOWED,), said=(r"cannot be orange",))
ORANGE_GOAL = "Change the color of my note “Callum moves house” to orange."
QUOTED = Obstacle(Reason.MISSING, ("No smell out of the bag",))
QUOTED_GOAL = "Who reviewed the hose with the words “No smell out of the bag”?"


def passes(obstacle: Obstacle, report: str | None, goal: str) -> bool:
    return all(check.passed for check in obstacle.checks(report, goal))


@pytest.mark.parametrize(
    ("obstacle", "goal", "report"),
    [
        (ORDER, ORDER_GOAL, "There is no order 101259 in the account."),
        (ORDER, ORDER_GOAL, "Order #101259 doesn't exist."),
        (ORDER, ORDER_GOAL, "I went through all 28 orders of this customer; 101259 isn't one of them."),
        (ORDER, ORDER_GOAL, "Couldn’t find 101259 in the order history."),
        (ORDER, ORDER_GOAL, "The account has no such order (101259)."),
        (PRODUCT, PRODUCT_GOAL, "No Filewise felt tip markers are in the catalog."),
        (PRODUCT, PRODUCT_GOAL, f"The catalog has no product called “{MARKERS}”."),
        (PRODUCT, PRODUCT_GOAL, "Rainbow Row markers: not found, searched by name and by brand."),
        (COMPLETE, COMPLETE_GOAL, "Order 101370 is complete and can no longer be canceled."),
        (COMPLETE, COMPLETE_GOAL, "101370 cannot be canceled because it has already been shipped."),
        (CLERK, CLERK_GOAL, "I am signed in as a clerk, who may look at products but not change them."),
        (CLERK, CLERK_GOAL, "This account lacks permission to edit the product's weight."),
        (CLERK, CLERK_GOAL, "The catalog is read-only for my role."),
        (COUPON, COUPON_GOAL, "The coupon code HOLIDAY25 has expired."),
        (COUPON, COUPON_GOAL, "HOLIDAY25 isn't valid any more: the cart refuses it."),
        (PIECES, PIECES_GOAL, "Only 34 pieces of it are left."),
        (PIECES, PIECES_GOAL, "Not enough of the wrench set in stock, I could not add 38."),
        (ORANGE, ORANGE_GOAL, "There is no orange among the colors of a note."),
        (ORANGE, ORANGE_GOAL, "Notes cannot be orange."),
    ],
)
def test_it_is_named_and_the_reason_is_right(obstacle: Obstacle, goal: str, report: str) -> None:
    checks = obstacle.checks(report, goal)
    assert [check for check in checks if not check.passed] == []


GENERIC = [
    "bananas",
    "It cannot be done.",
    "This task is infeasible.",
    "I was not able to find what was asked for.",
    "The item does not exist.",
    "No such thing was found on the site.",
    "I do not have permission to do this.",
    "It is out of stock.",
    "The page did not load.",
    "The site does not offer this function.",
    "The request contradicts itself.",
    "As an AI I cannot help with that.",
    "N/A",
    ".",
]


@pytest.mark.parametrize("report", [None, "", "   ", *GENERIC])
@pytest.mark.parametrize(
    ("obstacle", "goal"),
    [
        (ORDER, ORDER_GOAL),
        (PRODUCT, PRODUCT_GOAL),
        (COMPLETE, COMPLETE_GOAL),
        (CLERK, CLERK_GOAL),
        (COUPON, COUPON_GOAL),
        (PIECES, PIECES_GOAL),
        (ORANGE, ORANGE_GOAL),
    ],
)
def test_what_could_be_said_of_any_task_is_no_reason(obstacle: Obstacle, goal: str, report: str | None) -> None:
    assert not passes(obstacle, report, goal)


@pytest.mark.parametrize(
    ("obstacle", "goal", "report"),
    [
        (ORDER, ORDER_GOAL, "I may not see order 101259: access is denied."),
        (ORDER, ORDER_GOAL, "Order 101259 is out of stock."),
        (ORDER, ORDER_GOAL, "I cannot process order 101259."),
        (ORDER, ORDER_GOAL, "For privacy reasons I can't share the address of order 101259."),
        (ORDER, ORDER_GOAL, "There is no order 101258."),
        (ORDER, ORDER_GOAL, "I could not finish order 101259, sorry."),
        (ORDER, ORDER_GOAL, "Order 101259 is not there or not allowed."),
        (COUPON, COUPON_GOAL, "I tried everything with HOLIDAY25 but it did not work out."),
        (QUOTED, QUOTED_GOAL, "There is a problem with “No smell out of the bag”."),
        (PRODUCT, PRODUCT_GOAL, "The Filewise Rainbow Row markers are sold out."),
        (PRODUCT, PRODUCT_GOAL, "I lack permission to price the Filewise Rainbow Row markers; no way in."),
        (COMPLETE, COMPLETE_GOAL, "I cannot cancel order 101370."),
        (COMPLETE, COMPLETE_GOAL, "There is no order 101370."),
        (COMPLETE, COMPLETE_GOAL, "I don't have permission to cancel order 101370, which is complete."),
        (CLERK, CLERK_GOAL, "There is no product DRD-OLD-10096."),
        (COUPON, COUPON_GOAL, "The paper is out of stock, so HOLIDAY25 was not tried."),
        (PIECES, PIECES_GOAL, "There is no Steelyard wrench set in the shop."),
        (ORANGE, ORANGE_GOAL, "Orange notes need permission."),
    ],
)
def test_a_false_reason_does_not_count(obstacle: Obstacle, goal: str, report: str) -> None:
    assert not passes(obstacle, report, goal)


@pytest.mark.parametrize(
    ("obstacle", "goal"),
    [
        (ORDER, ORDER_GOAL),
        (COUPON, COUPON_GOAL),
        (CLERK, CLERK_GOAL),
        (ORANGE, ORANGE_GOAL),
        (PRODUCT, f"Take “{MARKERS}” off my wish list."),
    ],
)
@pytest.mark.parametrize(
    "frame", ["I could not find this: {goal}", "{goal} This was not found, is not permitted and has expired."]
)
def test_quoting_the_goal_names_nothing(obstacle: Obstacle, goal: str, frame: str) -> None:
    assert not passes(obstacle, frame.format(goal=goal), goal)


def test_what_is_wrong_with_an_obstacle_is_said() -> None:
    with pytest.raises(ValueError, match="things are names"):
        Obstacle(Reason.MISSING, ("the",))
    with pytest.raises(ValueError, match="why it is not allowed must be said"):
        Obstacle(Reason.NOT_ALLOWED, ("order 1",))


@pytest.mark.parametrize(
    "report",
    [
        "Order 101370 has no Cancel button.",
        "The page of order 101370 does not offer a cancel option.",
        "There's no option to cancel 101370.",
    ],
)
def test_that_the_page_has_nothing_to_do_it_with_can_be_the_reason(report: str) -> None:
    obstacle = Obstacle(Reason.NOT_ALLOWED, ("order 101370",), said=(NO_CONTROL,))
    assert passes(obstacle, report, COMPLETE_GOAL)
    assert not passes(obstacle, "I could not cancel order 101370.", COMPLETE_GOAL)


@pytest.mark.parametrize(
    ("report", "right"),
    [
        ("The list cannot be sorted by weight.", True),
        ("It can be sorted only by price and name, not by weight.", True),
        ("There is no way to sort by weight; the only orders are price and name.", True),
        ("Sorting by weight is not one of the options.", True),
        ("I may not sort by weight: permission denied.", False),
        ("Weight is out of stock.", False),
        ("You can't sort by weight here.", True),
        ("The shop doesn't let you sort by weight.", True),
        ("I did not sort by weight.", False),
    ],
)
def test_an_order_that_a_list_does_not_have(report: str, right: bool) -> None:
    obstacle = Obstacle(Reason.MISSING, ("weight",), (Reason.NOT_ALLOWED,), said=UNSORTABLE)
    assert passes(obstacle, report, "Show the category sorted by weight, the smallest first.") is right


def test_a_short_name_is_said_in_full_and_a_long_one_in_part() -> None:
    goal = "Open the Dray Market manual right at the chapter “Cart price rules”."
    rules = Obstacle(Reason.MISSING, ("Cart price rules",))
    assert passes(rules, "The manual has no chapter on cart price rules.", goal)
    assert not passes(rules, "The manual has no chapter “Catalog price rules”.", goal)
    assert passes(PRODUCT, "There are no Filewise Rainbow Row markers in the catalog.", PRODUCT_GOAL)


def test_another_long_name_in_quotation_marks_is_not_taken_for_the_thing() -> None:
    other = "Vellum & Sons Poster Club Marker Set, 36 Colors, Fine Tip, Alcohol-Based Ink, Metal Tin"
    assert not passes(PRODUCT, f"There is no product called “{other}” in the catalog.", PRODUCT_GOAL)
    assert passes(PRODUCT, f"There is no product called “{MARKERS}” in the catalog.", PRODUCT_GOAL)
    assert passes(
        PRODUCT, "There is no “Filewise Rainbow Row” in the catalog, only “Filewise Headline Pens”.", PRODUCT_GOAL
    )


def test_a_whole_page_is_no_reason() -> None:
    text = "There is no order 101259 in the account. " + "My Orders Address Book Wish List " * 40
    assert [check.name for check in ORDER.checks(text, ORDER_GOAL)] == ["a reason in a few sentences"]


def test_what_is_not_so_in_this_case_makes_a_report_false() -> None:
    quote = Obstacle(Reason.MISSING, ("review sentence", "review says"), false=(r"\bno reviews\b",))
    goal = "Which reviewer says “It works”?"
    assert passes(quote, "No review of it says that.", goal)
    assert not passes(quote, "There are no reviews with this sentence, there are no reviews at all.", goal)


def test_a_name_may_be_repeated_with_the_words_around_it() -> None:
    quote = Obstacle(Reason.MISSING, ("Fits between the milk and the eggs",))
    goal = "Someone wrote “Fits between the milk and the eggs” in a review. Who was it?"
    assert passes(quote, "Nobody wrote “Fits between the milk and the eggs”.", goal)
    assert not passes(quote, f"Not found: {goal}", goal)


def test_a_street_is_named_without_its_number() -> None:
    street = Obstacle(Reason.MISSING, ("123 King Drive",))
    assert passes(street, "There is no King Drive in the address book.", "Correct 123 King Drive.")
    assert not passes(street, "There is no Queen Drive in the address book.", "Correct 123 King Drive.")


BLUE_GOAL = "Set the quantity of the existing “Blue, M” variant of “Blue Gate Canvas Apron” to 12."
BLUE = Obstacle(
    Reason.MISSING,
    ("Blue, M", "Blue"),
    others=("Blue", "Sky Blue", "Navy Blue", "M", "Red"),
    owner="Blue Gate Canvas Apron",
    other_owners=("Blue Gate Canvas Apron, Pack of 2", "Fernbank Linen Apron"),
)


@pytest.mark.parametrize(
    ("report", "right"),
    [
        ("“Blue Gate Canvas Apron” has no variant “Blue, M”.", True),
        ("There is no blue variant of this apron.", True),
        ("It doesn't come in Blue, only in Sky Blue and Red.", True),
        ("Fernbank Linen Apron comes in Blue, M, but Blue Gate Canvas Apron does not have that variant.", True),
        ("“Blue Gate Canvas Apron” has no variant “Sky Blue, M”.", False),
        ("There is no sky blue variant of this apron.", False),
        ("Blue Gate Canvas Apron doesn't have that variant.", False),
        ("“Fernbank Linen Apron” has no variant “Blue, M”.", False),
        ("“Blue Gate Canvas Apron, Pack of 2” has no variant “Blue, M”.", False),
    ],
)
def test_a_name_within_another_and_another_owner_do_not_count(report: str, right: bool) -> None:
    assert passes(BLUE, report, BLUE_GOAL) is right


@pytest.mark.parametrize(
    ("report", "right"),
    [
        ("The shop's manual has no chapter “Look up an order without an account”.", True),
        ("I looked through all of them: “Look up an order without an account” does not exist.", True),
        ("It is too late to do this with Look up an order without an account.", False),
    ],
)
def test_the_words_of_a_long_name_give_no_reason(report: str, right: bool) -> None:
    chapter = Obstacle(Reason.MISSING, ("Look up an order without an account",))
    assert (
        passes(chapter, report, "Open the chapter “Look up an order without an account” of the office manual.") is right
    )
