"""What is known of a page from what its browser tells."""

from __future__ import annotations

from typing import Any, cast

import pytest

from webcosm.browser.network import Questions
from webcosm.browser.wire import Session


class Teller:
    """A session of which we say what it hears."""

    def __init__(self) -> None:
        self.listeners: dict[str, list[Any]] = {}

    def on(self, event: str, listener: Any) -> None:
        self.listeners.setdefault(event, []).append(listener)

    def tell(self, event: str, **facts: Any) -> None:
        for listener in self.listeners[event]:
            listener(facts)

    def begin(self, frame: str, around: str = "") -> None:
        """A frame begins to show a document."""
        inside = {"parentId": around} if around else {}
        if around:
            self.tell("Page.frameAttached", frameId=frame, parentFrameId=around)
        self.tell("Page.frameStartedLoading", frameId=frame)
        self.tell(
            "Page.frameNavigated", frame={"id": frame, "loaderId": f"{frame}'s", "url": "http://a.test/"} | inside
        )

    def come_whole(self, frame: str) -> None:
        self.tell("Network.loadingFinished", requestId=f"{frame}'s")


@pytest.fixture
def teller() -> Teller:
    return Teller()


@pytest.fixture
def questions(teller: Teller) -> Questions:
    questions = Questions()
    questions.listen(cast("Session", teller))
    return questions


def finishes(questions: Questions) -> bool:
    return questions.finishes


def test_a_frame_finishes_when_all_of_its_document_has_come(questions: Questions, teller: Teller) -> None:
    teller.begin("top")
    assert not finishes(questions), "its document cannot come while time stands"
    teller.come_whole("top")
    assert finishes(questions)
    teller.tell("Page.frameStoppedLoading", frameId="top")
    assert not finishes(questions), "it has"


def test_a_frame_that_waits_for_a_picture_does_not_finish(questions: Questions, teller: Teller) -> None:
    teller.begin("top")
    teller.come_whole("top")
    teller.tell("Network.requestWillBeSent", requestId="1", type="Image", frameId="top", request={"url": "/a.png"})
    assert not finishes(questions)
    teller.tell("Network.loadingFinished", requestId="1")
    assert finishes(questions)


def test_a_frame_waits_for_those_in_it(questions: Questions, teller: Teller) -> None:
    teller.begin("top")
    teller.come_whole("top")
    teller.begin("inner", around="top")
    assert not finishes(questions)
    teller.come_whole("inner")
    assert finishes(questions), "the inner one does"
    teller.tell("Page.frameDetached", frameId="inner")
    assert finishes(questions), "now the one around it does"


def test_a_frame_that_does_not_finish_is_not_waited_for_twice(questions: Questions, teller: Teller) -> None:
    teller.begin("top")
    teller.come_whole("top")
    questions.finish_later()
    assert not finishes(questions)
    teller.begin("top")
    teller.come_whole("top")
    assert finishes(questions), "it shows another document"
