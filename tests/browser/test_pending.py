"""What is known of a page's requests from the events of its session."""

from __future__ import annotations

from typing import Any, cast

import pytest

from webcosm.browser.cdp import CdpSession
from webcosm.browser.pending import PendingRequests


class FakeSession:
    """A session whose events we make up."""

    def __init__(self) -> None:
        self.listeners: dict[str, list[Any]] = {}

    def on(self, event: str, listener: Any) -> None:
        self.listeners.setdefault(event, []).append(listener)

    def emit(self, event: str, **facts: Any) -> None:
        for listener in self.listeners[event]:
            listener(facts)

    def begin(self, frame: str, around: str = "") -> None:
        """A frame begins to show a document."""
        inside = {"parentId": around} if around else {}
        if around:
            self.emit("Page.frameAttached", frameId=frame, parentFrameId=around)
        self.emit("Page.frameStartedLoading", frameId=frame)
        self.emit(
            "Page.frameNavigated", frame={"id": frame, "loaderId": f"{frame}'s", "url": "http://a.test/"} | inside
        )

    def come_whole(self, frame: str) -> None:
        self.emit("Network.loadingFinished", requestId=f"{frame}'s")


@pytest.fixture
def session() -> FakeSession:
    return FakeSession()


@pytest.fixture
def pending(session: FakeSession) -> PendingRequests:
    pending = PendingRequests()
    pending.listen(cast("CdpSession", session))
    return pending


def can_finish(pending: PendingRequests) -> bool:
    return pending.load_can_finish


def test_a_frame_finishes_when_all_of_its_document_has_come(pending: PendingRequests, session: FakeSession) -> None:
    session.begin("top")
    assert not can_finish(pending), "its document cannot come while time stands"
    session.come_whole("top")
    assert can_finish(pending)
    session.emit("Page.frameStoppedLoading", frameId="top")
    assert not can_finish(pending), "it has"


def test_a_frame_that_waits_for_a_picture_does_not_finish(pending: PendingRequests, session: FakeSession) -> None:
    session.begin("top")
    session.come_whole("top")
    session.emit("Network.requestWillBeSent", requestId="1", type="Image", frameId="top", request={"url": "/a.png"})
    assert not can_finish(pending)
    session.emit("Network.loadingFinished", requestId="1")
    assert can_finish(pending)


def test_a_frame_waits_for_those_in_it(pending: PendingRequests, session: FakeSession) -> None:
    session.begin("top")
    session.come_whole("top")
    session.begin("inner", around="top")
    assert not can_finish(pending)
    session.come_whole("inner")
    assert can_finish(pending), "the inner one does"
    session.emit("Page.frameDetached", frameId="inner")
    assert can_finish(pending), "now the one around it does"


def test_a_frame_that_does_not_finish_is_not_waited_for_twice(pending: PendingRequests, session: FakeSession) -> None:
    session.begin("top")
    session.come_whole("top")
    pending.give_up_loads()
    assert not can_finish(pending)
    session.begin("top")
    session.come_whole("top")
    assert can_finish(pending), "it shows another document"
