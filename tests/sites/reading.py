"""Reads pages in tests: links, ids and words of an HTML page."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from webcosm.sites.kit import VisitedPage, Visitor

__all__ = ["PageReader", "crawl", "read"]


class PageReader(HTMLParser):
    """What a page holds, as far as tests ask."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.files: list[str] = []
        """Style sheets, icons and pictures."""
        self.ids: list[str] = []
        self.labels_for: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        if identifier := given.get("id"):
            self.ids.append(identifier)
        if tag == "a" and (href := given.get("href")) is not None:
            self.links.append(href)
        if tag == "link" and (href := given.get("href")) is not None:
            self.files.append(href)
        if tag == "img" and (source := given.get("src")) is not None:
            self.files.append(source)
        if tag == "label" and (target := given.get("for")) is not None:
            self.labels_for.append(target)

    def handle_data(self, data: str) -> None:
        self.words += data.split()

    @property
    def text(self) -> str:
        return " ".join(self.words)


def read(answer: VisitedPage) -> PageReader:
    return PageReader(answer.text)


def crawl(visitor: Visitor, start: list[str], within: set[str]) -> dict[str, VisitedPage]:
    """Every page that links lead to from ``start``. Pages of hosts outside ``within`` are fetched, not followed."""
    pages: dict[str, VisitedPage] = {}
    waiting = list(start)
    while waiting:
        address = waiting.pop()
        if address in pages:
            continue
        answer = pages[address] = visitor.get(address)
        if urlsplit(address).hostname in within:
            waiting += [urldefrag(urljoin(answer.url, href)).url for href in read(answer).links]
    return pages
