"""A page's pending requests, as the events of its CDP session tell of them."""

from __future__ import annotations

import asyncio
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from webcosm.browser.cdp import CdpSession
from webcosm.browser.connection import POLL_SECONDS, PageConnection

__all__ = ["PendingRequests"]


@dataclass
class _Request:
    url: str
    frame: str
    length: int | None = None
    """Bytes that the response will have, once it has begun."""
    received: int = 0
    begun: bool = False
    """Whether its response has."""
    document: bool = False


@dataclass
class PendingRequests:
    """Those of one page, by key: CDP's id of the request, or of the frame for a navigation that has not begun.

    A request is *open* from the moment it is sent until its response is here (for a document: until its frame shows
    it). Counted are new documents and what scripts fetch. Subresources are not: they cannot load while time stands.
    Fonts are a case of their own: time does not wait for them.

    Frames are those of the page (its main frame and its inner frames), not those that it draws.
    """

    open: dict[str, _Request] = field(default_factory=dict)
    requested_navigations: dict[str, None] = field(default_factory=dict)
    """Frames that a form or a script has asked to navigate, and that have not begun to."""
    fonts: dict[str, str] = field(default_factory=dict)
    """Addresses of fonts that are under way, by request."""
    subresources: dict[str, str] = field(default_factory=dict)
    """Scripts, styles and pictures that are under way, and the frames that they are for."""
    unread: dict[str, None] = field(default_factory=dict)
    """Responses of which all is here, but which the page has not been seen to read yet."""
    abandoned: int = 0
    """How many responses no script of the present document has read, nor will."""
    loading_frames: dict[str, None] = field(default_factory=dict)
    """Frames that do not show all of their documents yet."""
    incomplete_documents: dict[str, str] = field(default_factory=dict)
    """Frames that show documents of which not all has come, by request."""
    parent_frames: dict[str, str] = field(default_factory=dict)
    """Inner frames, and the frame that each is in."""
    sent: int = 0
    """How many requests scripts and forms have sent."""
    finished: int = 0
    """How many requests have had their responses."""
    processed: int = 0
    """How many of these responses the page was given time to process."""
    drawn: int = 0
    """How many of them it had processed before its last frame was drawn."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a request or a load has come to its end."""

    def listen(self, session: CdpSession) -> None:
        session.on("Network.requestWillBeSent", self._request_sent)
        session.on("Network.responseReceived", self._response_began)
        session.on("Network.dataReceived", self._data_received)
        session.on("Network.loadingFinished", lambda event: self._finished(event["requestId"]))
        session.on("Network.loadingFailed", lambda event: self._finished(event["requestId"]))
        session.on("Page.frameRequestedNavigation", self._navigation_requested)
        session.on("Page.frameStartedNavigating", lambda event: self._navigation_started(event["frameId"]))
        session.on(
            "Page.frameAttached", lambda event: self.parent_frames.update({event["frameId"]: event["parentFrameId"]})
        )
        session.on("Page.frameNavigated", lambda event: self._document_committed(event["frame"]))
        session.on("Page.navigatedWithinDocument", lambda event: self._close(event["frameId"]))
        session.on("Page.frameStartedLoading", lambda event: self.loading_frames.update({event["frameId"]: None}))
        session.on("Page.frameStoppedLoading", lambda event: self._load_stopped(event["frameId"]))
        session.on("Page.frameDetached", lambda event: self._frame_detached(event["frameId"]))
        session.on("Page.downloadWillBegin", lambda event: self._became_download(event["frameId"]))

    async def wait_for_change(self, connection: PageConnection) -> bool:
        """Whether a request or a load comes to its end before it is time to look again."""
        self.changed.clear()
        return await connection.wait_for(self.changed, POLL_SECONDS)

    @property
    def urls(self) -> str:
        return ", ".join(request.url for request in self.open.values())

    @property
    def only_requested_navigations(self) -> bool:
        """Whether nothing is waited for but frames that are to navigate and have not begun to."""
        return bool(self.requested_navigations) and all(key in self.requested_navigations for key in self.open)

    @property
    def load_can_finish(self) -> bool:
        """Whether there is a frame that has not finished loading, and has all that it waits for."""
        busy = {
            *self.incomplete_documents.values(),
            *self.subresources.values(),
            *(request.frame for request in self.open.values()),
        }
        busy |= {outer for inner, outer in self.parent_frames.items() if inner in self.loading_frames}
        return any(frame not in busy for frame in self.loading_frames)

    def give_up_loads(self) -> None:
        """Frames that have not finished loading need time for it, or something that we do not hear of."""
        self.incomplete_documents |= {frame: frame for frame in self.loading_frames}

    def is_document(self, key: str, frame: str = "") -> bool:
        """Whether the request is for a document, and for this frame."""
        request = self.open.get(key)
        return request is not None and request.document and frame in ("", request.frame)

    def is_navigating(self, frame: str) -> bool:
        """Whether it is to show another document."""
        return any(request.frame == frame and (request.document or key == frame) for key, request in self.open.items())

    def expect_document(self, frame: str) -> None:
        """A window that a page opened is about to show its first document."""
        self.open[frame] = _Request("its first document", frame)

    def expect_no_document(self, frame: str) -> None:
        """It was opened without one."""
        self._close(frame)

    def add_paused(self, event: dict[str, Any]) -> str:
        """Notes a paused request; returns its key."""
        key: str = event.get("networkId", event["requestId"])
        if event["resourceType"] == "Document":  # open until its frame shows it; the rest comes while time passes
            self._drop_documents(event["frameId"])  # it replaces them
            self.open[key] = _Request(event["request"]["url"], event["frameId"], document=True)
            self.changed.set()
        return key

    def drop(self, key: str) -> None:
        """Nobody waits for it any more."""
        self._close(key)

    def drop_subresources(self, keys: AbstractSet[str]) -> None:
        """They are not waited for any more."""
        self.subresources = {key: frame for key, frame in self.subresources.items() if key not in keys}

    def cancel_navigations(self) -> None:
        """The page asked the user whether to leave it, and the answer was no."""
        for key in [key for key, request in self.open.items() if key == request.frame]:
            self._close(key)

    def drop_unread(self) -> None:
        """Drops requests whose responses have begun and do not go on: no script reads them."""
        begun = {key: None for key, request in self.open.items() if request.begun}
        self.open = {key: request for key, request in self.open.items() if key not in begun}
        self.unread |= begun
        self.abandon_unread()

    def abandon_unread(self) -> None:
        """Nobody has read them, and nobody will."""
        self.abandoned += len(self.unread)
        self.unread.clear()

    def _request_sent(self, event: dict[str, Any]) -> None:
        if event.get("type") in ("XHR", "Fetch"):
            self.sent += 1
            self.open[event["requestId"]] = _Request(event["request"]["url"], event.get("frameId", ""))
        elif event.get("type") in ("Script", "Stylesheet", "Image"):
            self.subresources[event["requestId"]] = event.get("frameId", "")
        elif event.get("type") == "Font":
            self.fonts[event["requestId"]] = event["request"]["url"]

    def _response_began(self, event: dict[str, Any]) -> None:
        if request := self.open.get(event["requestId"]):
            request.begun = True
            if event["type"] in ("XHR", "Fetch"):
                headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
                length = headers.get("content-length", "")
                request.length = int(length) if length.isdecimal() else None
                self._data_received({"requestId": event["requestId"], "encodedDataLength": 0})

    def _data_received(self, event: dict[str, Any]) -> None:
        # A response that no script reads never finishes loading, though all of it is here.
        if request := self.open.get(event["requestId"]):
            request.received += event["encodedDataLength"]
            if request.length is not None and request.received >= request.length:
                self.unread[event["requestId"]] = None
                self._close(event["requestId"])

    def _finished(self, request: str) -> None:
        self.unread.pop(request, None)
        if self.incomplete_documents.pop(request, None):
            self.changed.set()
        self._close(request)

    def _navigation_requested(self, event: dict[str, Any]) -> None:
        # Other kinds of addresses are refused without a word, or are not of the network.
        if event["disposition"] == "currentTab" and event["url"].startswith(("http:", "https:")):
            self.sent += 1
            self.open[event["frameId"]] = _Request(event["url"], event["frameId"])
            self.requested_navigations[event["frameId"]] = None

    def _navigation_started(self, frame: str) -> None:
        if frame in self.requested_navigations:
            del self.requested_navigations[frame]
            self.changed.set()

    def _document_committed(self, frame: dict[str, Any]) -> None:
        if "parentId" not in frame:
            self.abandoned = 0
        self._frame_left(frame["id"])
        if frame["url"].startswith(("http:", "https:")):
            self.incomplete_documents[frame["loaderId"]] = frame["id"]

    def _frame_left(self, frame: str) -> None:
        """A frame that shows another document, or none, waits no more for what the last one requested; nor do those
        that were in it, of which Chromium tells nothing."""
        for inner in [inner for inner, outer in self.parent_frames.items() if outer == frame]:
            self._frame_detached(inner)
        for key in [key for key, request in self.open.items() if request.frame == frame]:
            self._close(key)
        for key in [key for key, whose in self.subresources.items() if whose == frame]:
            self._close(key)
        self.incomplete_documents = {key: whose for key, whose in self.incomplete_documents.items() if whose != frame}

    def _drop_documents(self, frame: str) -> None:
        for key in [key for key, request in self.open.items() if request.document and request.frame == frame]:
            self._close(key)

    def _became_download(self, frame: str) -> None:
        """What the frame requested is no page but a download."""
        self._close(frame)
        self._drop_documents(frame)

    def _load_stopped(self, frame: str) -> None:
        self.loading_frames.pop(frame, None)
        self.changed.set()
        self._close(frame)

    def _frame_detached(self, frame: str) -> None:
        self.parent_frames.pop(frame, None)
        self.loading_frames.pop(frame, None)
        self.requested_navigations.pop(frame, None)
        self._frame_left(frame)

    def _close(self, key: str) -> None:
        if self.open.pop(key, None):
            self.finished += 1
            self.changed.set()
        elif self.fonts.pop(key, None) or self.subresources.pop(key, None) is not None:
            self.changed.set()
