"""The papers' own checks, with their published meaning and their quirks."""

from __future__ import annotations

import pytest

from webcosm.judge import legacy


def never(prompt: str) -> str:
    raise AssertionError("the language model must not be asked")


@pytest.mark.parametrize(
    "given, cleaned",
    [("  Yes ", "yes"), ("'Yes'", "yes"), ('"A"', "a"), (" 'A' ", "a"), ("'A\"", "'a\""), ("''A''", "'a'"), ("", "")],
)
def test_clean_answer_strips_then_takes_one_pair_of_quotes(given: str, cleaned: str) -> None:
    assert legacy.clean_answer(given) == cleaned


def test_visual_clean_answer_keeps_spaces_and_so_the_quotes_inside_them() -> None:
    assert legacy.visual_clean_answer(" 'A' ") == " 'a' "
    assert legacy.visual_clean_answer("'A'") == "a"


def test_exact_match() -> None:
    assert legacy.exact_match("Yes", " yes ") == 1
    assert legacy.exact_match("Yes", "yes.") == 0
    assert legacy.visual_exact_match("yes", " yes ") == 0
    assert legacy.visual_exact_match("3", 3) == 1


@pytest.mark.parametrize(
    "ref, pred, tokenize, score",
    [
        ("16", "160", False, 1),
        ("16", "160", True, 1),  # more than one character is never compared as a word
        ("0", "10", True, 0),
        ("0", "10", False, 1),
        ("0", "0 orders", True, 1),
        ("65 |OR| 3", "65", False, 0),
        ("65 |OR| 3", "65 |or| 3", False, 1),
        ("Blue Mug", "a blue mug, perhaps", False, 1),
    ],
)
def test_must_include(ref: str, pred: str, tokenize: bool, score: float) -> None:
    assert legacy.must_include(ref, pred, tokenize) == score


@pytest.mark.parametrize(
    "ref, pred, score",
    [
        ("170", "000000170", 0),
        ("170", "order 170.", 1),
        ("170", "order 170. done", 0),  # a number before a word is no end of a sentence
        ("170", "it is `170`", 1),
        ("blue", "it is blue. it is big", 1),
        ("170", "170", 1),
        ("65 |OR| 3", "it is 3", 1),
        ("65 |OR| 3", "it is 33", 0),
        ("blue mug", "two blue mugs", 1),
        ("$5", "it costs $50", 1),  # two tokens, so a substring
    ],
)
def test_visual_must_include(ref: str, pred: str, score: float) -> None:
    assert legacy.visual_must_include(ref, pred) == score


def test_must_exclude_and_one_of() -> None:
    assert legacy.must_exclude("red", "a red mug") == 0
    assert legacy.must_exclude("red", "a reddish mug") == 1
    assert legacy.must_exclude("red mug", "a red mug") == 0
    assert legacy.one_of(["16", "x"], "160") == 1
    assert legacy.one_of(["16", "x"], "17") == 0


@pytest.mark.parametrize(
    "value, inequality, holds",
    [
        (12, ">= 12", True),
        (11, ">= 12", False),
        (12, "<= 12", True),
        (3, "== 3", True),
        (4, "== 3", False),
        (12, "> 12", True),
        (12, "< 12", True),
        (13, "< 12", False),
        (11, "> 12", False),
        (12.5, "> 12.4", True),
    ],
)
def test_compare_inequality_holds_at_the_limit(value: float, inequality: str, holds: bool) -> None:
    assert legacy.compare_inequality(value, inequality) is holds


def test_compare_inequality_names_a_bad_text() -> None:
    with pytest.raises(ValueError, match="'12'"):
        legacy.compare_inequality(12, "12")


def test_required_values() -> None:
    assert legacy.required_values([">= 1000", "<= 2000"], " 1,500 ") == 1
    assert legacy.required_values([">= 1000", "<= 2000"], "2500") == 0
    assert legacy.required_values(["== 1 |OR| == 3"], "3") == 1
    assert legacy.required_values([">= 1"], "about 5") == 0


@pytest.mark.parametrize(
    "reply, score", [("correct", 1), ("Correct.", 1), ("incorrect", 0), ("partially correct", 0), ("It is CORRECT", 1)]
)
def test_fuzzy_match_reads_the_reply(reply: str, score: float) -> None:
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return reply

    assert legacy.fuzzy_match("June 3", "the third of June", "When?", ask) == score
    assert all(part in prompts[0] for part in ("June 3", "the third of June", "When?"))


def test_fuzzy_match_does_not_send_an_empty_answer() -> None:
    assert legacy.fuzzy_match("a", "", "q", never) == 0
    assert legacy.fuzzy_match("", "", "q", never) == 1


def test_ua_match_reads_the_reply() -> None:
    assert legacy.ua_match("no such user", "user missing", "Follow x", lambda _: "Same") == 1
    assert legacy.ua_match("no such user", "site down", "Follow x", lambda _: "different") == 0


def test_a_reply_without_a_verdict_is_an_error_not_a_score() -> None:
    with pytest.raises(legacy.UnreadableReply, match="hm"):
        legacy.fuzzy_match("a", "b", "q", lambda _: "hm")
    with pytest.raises(legacy.UnreadableReply, match="hm"):
        legacy.ua_match("a", "b", "q", lambda _: "hm")


def test_without_a_language_model_the_error_says_what_to_pass() -> None:
    with pytest.raises(legacy.JudgeUnavailable, match="ask="):
        legacy.fuzzy_match("a", "b", "q")
    with pytest.raises(legacy.JudgeUnavailable, match="ask="):
        legacy.ua_match("a", "b", "q")


def test_string_match_is_a_product() -> None:
    both = {"must_include": ["mug", "cup"], "exact_match": "mug and cup"}
    assert legacy.string_match(both, "Mug and cup") == 1
    assert legacy.string_match(both, "cup and mug") == 0
    assert legacy.string_match({"must_include": ["5"]}, "15") == 0
    assert legacy.string_match({"must_include": ["5", "1"]}, "15") == 1


def test_string_match_unachievable() -> None:
    reference = {"fuzzy_match": "N/A"}
    assert legacy.string_match(reference, "N/A", string_note="gone", ask=never) == 1
    assert legacy.string_match(reference, "it is gone", string_note="gone", ask=lambda _: "same") == 1
    assert legacy.string_match(reference, "12", string_note="gone", ask=lambda _: "different") == 0
    overwritten = {"exact_match": "never", "fuzzy_match": "N/A"}
    assert legacy.string_match(overwritten, "it is gone", string_note="gone", ask=lambda _: "same") == 1


def test_string_match_asks_once_for_each_reference() -> None:
    replies = iter(["correct", "incorrect"])
    assert legacy.string_match({"fuzzy_match": ["a", "b"]}, "a", ask=lambda _: next(replies)) == 0
    assert next(replies, None) is None


def test_visual_string_match() -> None:
    assert legacy.visual_string_match({"must_include": ["red |OR| blue"], "must_exclude": ["green"]}, "Blue mug") == 1
    assert legacy.visual_string_match({"must_include": ["red"], "must_exclude": ["green"]}, "red green") == 0
    assert legacy.visual_string_match({"required_values": [">= 3"]}, "4") == 1
    assert legacy.visual_string_match({"one_of": ["a", "b"]}, "xbx") == 1
    assert legacy.visual_string_match({"fuzzy_match": "N/A"}, "n/a", ask=never) == 1


@pytest.mark.parametrize("match", [legacy.string_match, legacy.visual_string_match])
def test_string_match_names_what_it_does_not_know(match: object) -> None:
    assert callable(match)
    with pytest.raises(ValueError, match="'regex'"):
        match({"regex": "a"}, "a")
    with pytest.raises(ValueError, match="list of texts"):
        match({"must_include": "a"}, "a")


SHOP = "http://shop.test"


@pytest.mark.parametrize(
    "reference, url, score",
    [
        (f"{SHOP}/a/", f"{SHOP}/a", 1),
        (f"{SHOP}/a", f"{SHOP}/a/b/c", 1),
        (f"{SHOP}/a", f"https://{SHOP[7:]}/a", 1),
        (f"{SHOP}/a", f"{SHOP}/b", 0),
        (f"{SHOP}/a?q=1", f"{SHOP}/a?q=1&x=2#top", 1),
        (f"{SHOP}/a?q=1", f"{SHOP}/a?q=2", 0),
        (f"{SHOP}/a?q=1", f"{SHOP}/a", 0),
        (f"{SHOP}/a/?q=1", f"{SHOP}/a?q=1", 0),  # a slash before the parameters counts
        (f"{SHOP}/a?q=1", f"{SHOP}/a/?q=1", 1),  # and is none that is missing
        (f"{SHOP}/a |OR| {SHOP}/b", f"{SHOP}/b", 1),
        (f"{SHOP}/a?q=1 |OR| {SHOP}/b?r=2", f"{SHOP}/a?q=1", 0),  # r is asked of both
        (f"{SHOP}/a?q=1 |OR| {SHOP}/a?q=2", f"{SHOP}/a?q=2", 1),
    ],
)
def test_url_match(reference: str, url: str, score: float) -> None:
    assert legacy.url_match(reference, url) == score


@pytest.mark.parametrize(
    "reference, url, exact, contained",
    [
        (f"{SHOP}/a/", f"{SHOP}/a", 1, 1),
        (f"{SHOP}/a", f"{SHOP}/a?x=1", 0, 1),
        (f"{SHOP}/a?q=1", f"{SHOP}/a?q=1", 1, 1),
        (f"{SHOP}/b |OR| {SHOP}/a", f"{SHOP}/a", 1, 1),
        ("http://localhost:80/a", "http://127.0.0.1:80/a", 1, 1),
        (f"{SHOP}/a", f"{SHOP}/b", 0, 0),
    ],
)
def test_visual_url_match(reference: str, url: str, exact: float, contained: float) -> None:
    assert legacy.visual_url_match(reference, url) == exact
    assert legacy.visual_url_match(reference, url, "GOLD in PRED") == contained


def test_unknown_address_rules_are_named() -> None:
    with pytest.raises(ValueError, match="'EXACT'"):
        legacy.url_match(SHOP, SHOP, "EXACT")
    with pytest.raises(ValueError, match="'NEAR'"):
        legacy.visual_url_match(SHOP, SHOP, "NEAR")  # type: ignore[arg-type]
