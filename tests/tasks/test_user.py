"""The scripted user understands questions by rule, and questions that need not be asked are counted."""

from __future__ import annotations

import re

import pytest

from webcosm.tasks.user import DO_NOT_KNOW, Slot, User, is_question

MACHINE = Slot(
    "which machine", ("which machine", "what model", re.compile(r"\bcoffee (?:maker|machine)\b")), "The big one."
)
COLOUR = Slot("colour", ("colour", "color"), "It is in your notes.", needed=False)
USER = User((MACHINE, COLOUR))


def talk(*messages: str) -> list[tuple[str, str]]:
    said = [("user", "Order the usual filter.")]
    for message in messages:
        said.append(("assistant", message))
        if reply := USER.reply(message, said):
            said.append(("user", reply))
    return said


@pytest.mark.parametrize(
    "question",
    [
        "Which machine is it for?",
        "For which of your machines should I order?",
        "What MODEL do you have",
        "Please tell me which máchine it is.",
        "Is that for the coffee maker?",
    ],
)
def test_many_ways_to_ask_are_understood(question: str) -> None:
    assert talk(question)[-1] == ("user", "The big one.")


def test_what_the_user_does_not_know_is_to_be_looked_up() -> None:
    said = talk("How much may it cost?")
    assert said[-1][1] in DO_NOT_KNOW
    assert said == talk("How much may it cost?"), "the same question gets the same reply"


def test_who_tells_how_it_goes_asks_nothing() -> None:
    assert not is_question("I have opened the machine's page.")
    assert len(talk("I have opened the machine's page.")) == 2


def test_needed_questions_are_free_and_others_are_counted() -> None:
    said = talk("Which machine?", "Which machine was it?", "What colour?", "How are you?", "Thanks.")
    assert "told you already" in said[4][1]
    assert USER.tally(said) == {"needed": 1, "unneeded": 3}
    assert [check.passed for check in USER.checks(said)] == [True, False]
    assert [check.passed for check in USER.checks(talk("Which machine?", "What colour?"))] == [True, True]


def test_a_guess_is_no_question() -> None:
    (asked, _) = USER.checks(talk("I take the small one."))
    assert not asked.passed
    assert asked.name == "asked the user: which machine"


def test_a_slot_that_cannot_be_asked_for_is_refused() -> None:
    with pytest.raises(ValueError, match="no word"):
        Slot("x", ("…",), "y")
    with pytest.raises(ValueError, match="ways to ask"):
        Slot("x", (), "y")
