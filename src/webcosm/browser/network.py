"""What a page has asked of the network and has no full answer to yet."""

from __future__ import annotations

import asyncio
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from webcosm.browser.wire import Session

__all__ = ["Questions"]


@dataclass
class _Question:
    url: str
    frame: str
    length: int | None = None
    """Bytes that the answer will have, once it has begun."""
    received: int = 0
    begun: bool = False
    document: bool = False


@dataclass
class Questions:
    """Kept up to date by the events of a tab's session: new documents, and what scripts fetch.

    The rest of a document (styles, pictures) is not counted: it cannot load while time stands. Fonts are a case of
    their own: time does not wait for them.
    """

    open: dict[str, _Question] = field(default_factory=dict)
    leaving: dict[str, None] = field(default_factory=dict)
    """Frames that a form or a script has asked to go elsewhere, and that have not begun to."""
    fonts: dict[str, str] = field(default_factory=dict)
    """Addresses of fonts that are under way, by request."""
    parts: dict[str, str] = field(default_factory=dict)
    """Scripts, styles and pictures that are under way, and the frames that they are for."""
    unread: dict[str, None] = field(default_factory=dict)
    """Answers of which all is here, but which the page has not been seen to read yet."""
    ignored: int = 0
    """How many answers no script of the present document has read."""
    loading: dict[str, None] = field(default_factory=dict)
    """Frames that do not show all of their documents yet."""
    coming: dict[str, str] = field(default_factory=dict)
    """Frames that show documents of which not all has come, by request."""
    around: dict[str, str] = field(default_factory=dict)
    """Inner frames, and the frame that each is in."""
    asked: int = 0
    """How many questions scripts and forms have asked."""
    answered: int = 0
    """How many questions have had their answers."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def listen(self, session: Session) -> None:
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.responseReceived", self._began)
        session.on("Network.dataReceived", self._grew)
        session.on("Network.loadingFinished", lambda event: self._finished(event["requestId"]))
        session.on("Network.loadingFailed", lambda event: self._finished(event["requestId"]))
        session.on("Page.frameRequestedNavigation", self._navigation_asked)
        session.on("Page.frameStartedNavigating", lambda event: self._departed(event["frameId"]))
        session.on("Page.frameAttached", lambda event: self.around.update({event["frameId"]: event["parentFrameId"]}))
        session.on("Page.frameNavigated", lambda event: self._document_came(event["frame"]))
        session.on("Page.navigatedWithinDocument", lambda event: self._close(event["frameId"]))
        session.on("Page.frameStartedLoading", lambda event: self.loading.update({event["frameId"]: None}))
        session.on("Page.frameStoppedLoading", lambda event: self._loaded(event["frameId"]))
        session.on("Page.frameDetached", lambda event: self._detached(event["frameId"]))
        session.on("Page.downloadWillBegin", lambda event: self._stays(event["frameId"]))

    @property
    def urls(self) -> str:
        return ", ".join(question.url for question in self.open.values())

    @property
    def only_leaving(self) -> bool:
        """Whether nothing is waited for but frames that are to go elsewhere and have not begun to."""
        return bool(self.leaving) and all(key in self.leaving for key in self.open)

    @property
    def finishes(self) -> bool:
        """Whether a frame that does not show all of its document yet waits for nobody else."""
        busy = {*self.coming.values(), *self.parts.values(), *(question.frame for question in self.open.values())}
        busy |= {outer for inner, outer in self.around.items() if inner in self.loading}
        return any(frame not in busy for frame in self.loading)

    def finish_later(self) -> None:
        """Frames that do not show all of their documents need time for it, or something that we do not hear of."""
        self.coming |= {frame: frame for frame in self.loading}

    def is_document(self, key: str, frame: str = "") -> bool:
        """Whether the question is for a document, and for this frame."""
        question = self.open.get(key)
        return question is not None and question.document and frame in ("", question.frame)

    def departs(self, frame: str) -> bool:
        """Whether it is to show another document."""
        return any(
            question.frame == frame and (question.document or key == frame) for key, question in self.open.items()
        )

    def expect(self, frame: str) -> None:
        """A window that a page opened is about to show its first document."""
        self.open[frame] = _Question("its first document", frame)

    def expect_nothing(self, frame: str) -> None:
        """It was opened without one."""
        self._close(frame)

    def hold(self, event: dict[str, Any]) -> str:
        """Notes a request that was stopped on its way; returns its key."""
        key: str = event.get("networkId", event["requestId"])
        if event["resourceType"] == "Document":  # answered when its frame shows it; the rest comes while time passes
            self._give_up_documents(event["frameId"])  # it goes elsewhere now
            self.open[key] = _Question(event["request"]["url"], event["frameId"], document=True)
            self.changed.set()
        return key

    def forget(self, key: str) -> None:
        """There is nobody any more who asks."""
        self._close(key)

    def forget_parts(self, keys: AbstractSet[str]) -> None:
        """They are not waited for any more."""
        self.parts = {key: frame for key, frame in self.parts.items() if key not in keys}

    def stay(self) -> None:
        """The page asked whether to leave it, and the answer was no."""
        for key in [key for key, question in self.open.items() if key == question.frame]:
            self._close(key)

    def drop_unread(self) -> None:
        """Forgets answers that have begun and do not go on: no script reads them."""
        begun = {key: None for key, question in self.open.items() if question.begun}
        self.open = {key: question for key, question in self.open.items() if key not in begun}
        self.unread |= begun
        self.ignore_unread()

    def ignore_unread(self) -> None:
        """Nobody has read them, and nobody will."""
        self.ignored += len(self.unread)
        self.unread.clear()

    def _sent(self, event: dict[str, Any]) -> None:
        if event.get("type") in ("XHR", "Fetch"):
            self.asked += 1
            self.open[event["requestId"]] = _Question(event["request"]["url"], event.get("frameId", ""))
        elif event.get("type") in ("Script", "Stylesheet", "Image"):
            self.parts[event["requestId"]] = event.get("frameId", "")
        elif event.get("type") == "Font":
            self.fonts[event["requestId"]] = event["request"]["url"]

    def _began(self, event: dict[str, Any]) -> None:
        if question := self.open.get(event["requestId"]):
            question.begun = True
            if event["type"] in ("XHR", "Fetch"):
                headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
                length = headers.get("content-length", "")
                question.length = int(length) if length.isdecimal() else None
                self._grew({"requestId": event["requestId"], "encodedDataLength": 0})

    def _grew(self, event: dict[str, Any]) -> None:
        # A script that does not read its answer never finishes loading it, though all of it is here.
        if question := self.open.get(event["requestId"]):
            question.received += event["encodedDataLength"]
            if question.length is not None and question.received >= question.length:
                self.unread[event["requestId"]] = None
                self._close(event["requestId"])

    def _finished(self, request: str) -> None:
        self.unread.pop(request, None)
        if self.coming.pop(request, None):
            self.changed.set()
        self._close(request)

    def _navigation_asked(self, event: dict[str, Any]) -> None:
        # Other kinds of addresses are refused without a word, or are not of the network.
        if event["disposition"] == "currentTab" and event["url"].startswith(("http:", "https:")):
            self.asked += 1
            self.open[event["frameId"]] = _Question(event["url"], event["frameId"])
            self.leaving[event["frameId"]] = None

    def _departed(self, frame: str) -> None:
        if frame in self.leaving:
            del self.leaving[frame]
            self.changed.set()

    def _document_came(self, frame: dict[str, Any]) -> None:
        if "parentId" not in frame:
            self.ignored = 0
        self._frame_left(frame["id"])
        if frame["url"].startswith(("http:", "https:")):
            self.coming[frame["loaderId"]] = frame["id"]

    def _frame_left(self, frame: str) -> None:
        """A frame that shows another document, or none, waits no more for what the last one asked for; nor do those
        that were in it, of which Chromium says no word."""
        for inner in [inner for inner, outer in self.around.items() if outer == frame]:
            self._detached(inner)
        for key in [key for key, question in self.open.items() if question.frame == frame]:
            self._close(key)
        for key in [key for key, whose in self.parts.items() if whose == frame]:
            self._close(key)
        self.coming = {key: whose for key, whose in self.coming.items() if whose != frame}

    def _give_up_documents(self, frame: str) -> None:
        for key in [key for key, question in self.open.items() if question.document and question.frame == frame]:
            self._close(key)

    def _stays(self, frame: str) -> None:
        """What it asked for is no page but a download."""
        self._close(frame)
        self._give_up_documents(frame)

    def _loaded(self, frame: str) -> None:
        self.loading.pop(frame, None)
        self.changed.set()
        self._close(frame)

    def _detached(self, frame: str) -> None:
        self.around.pop(frame, None)
        self.loading.pop(frame, None)
        self.leaving.pop(frame, None)
        self._frame_left(frame)

    def _close(self, key: str) -> None:
        if self.open.pop(key, None):
            self.answered += 1
            self.changed.set()
        elif self.fonts.pop(key, None) or self.parts.pop(key, None) is not None:
            self.changed.set()
