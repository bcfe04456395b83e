"""Fills in forms as a person does: what a page shows is kept, but for what is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from html.parser import HTMLParser

from webcosm.sites.kit import Upload, VisitedPage, Visitor

__all__ = ["errors", "send", "shown"]


class _Forms(HTMLParser):
    """What the browser would send for each form of a page, by the form's place."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[dict[str, str]] = []
        self._area: str | None = None
        self._select: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "form":
            self.forms.append({})
        elif not self.forms or (not name and tag != "option"):
            return
        elif (tag == "input" and given.get("type") not in ("checkbox", "radio", "file")) or "checked" in given:
            if "form" not in given:
                self.forms[-1][name] = given.get("value") or ""
        elif tag == "textarea":
            self._area = name
            self.forms[-1][name] = ""
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and (self._select not in self.forms[-1] or "selected" in given):
            self.forms[-1][self._select] = given.get("value") or ""

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self.forms[-1][self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._area is not None:
            text = self.forms[-1][self._area].replace("\r\n", "\n").removeprefix("\n")
            self.forms[-1][self._area] = text.replace("\n", "\r\n")  # as browsers send lines
            self._area = None
        elif tag == "select":
            self._select = None


def shown(answer: VisitedPage) -> dict[str, str]:
    """What the largest form of a page would send."""
    return max(_Forms(answer.text).forms, key=len)


def send(
    visitor: Visitor,
    path: str,
    typed: Mapping[str, str | None] | None = None,
    files: Mapping[str, Upload] | None = None,
) -> VisitedPage:
    """Opens a page of the back office, types (None: unticks or clears) and presses the button."""
    page = visitor.get(f"http://admin.shop.test{path}")
    assert page.status == 200, page.text
    fields = shown(page)
    for name, text in (typed or {}).items():
        if text is None:
            fields.pop(name, None)
        else:
            fields[name] = text
    return visitor.post(path, fields, files)


def errors(answer: VisitedPage) -> list[str]:
    """The messages beside fields, and above them."""
    beside = re.findall(r'<p class="error"[^>]*>(.*?)</p>', answer.text)
    above = re.findall(r'role="alert">(?:<p>)?(.*?)<', answer.text)
    return [unescape(text) for text in [*above, *beside] if text.strip()]
