"""Markdown as safe HTML: tags in the source are shown as typed, and links lead only where links may."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from webcosm.sites.kit.formats import slug
from webcosm.sites.kit.request import Addresses

__all__ = ["Document", "Heading", "Section", "render_markdown", "site_link"]

SCHEMES = ("http", "https", "mailto", "site")
PAGE_IDS = ("content",)
"""Ids that every page has already; no heading may get one of them."""

_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_SITE_LINK = re.compile(r"site:([a-z0-9_-]+)([/?#].*)?")
_WEB_LINK = re.compile(r"https?://([^/?#:]+)(?::80)?([/?#].*)?")

Rewrite = Callable[[str], str]


@dataclass(frozen=True)
class Heading:
    level: int
    title: str
    """As plain text."""
    anchor: str
    """Its id on the page: the title's slug, with a number where two headings are alike."""


@dataclass(frozen=True)
class Section:
    """A heading and the plain text under it, up to the next heading. Text before the first heading has none."""

    heading: Heading | None
    text: str


@dataclass(frozen=True)
class Document:
    html: Markup
    sections: tuple[Section, ...]
    lead: str
    """The first paragraph as plain text; empty if there is none."""

    @property
    def headings(self) -> tuple[Heading, ...]:
        return tuple(section.heading for section in self.sections if section.heading)


def render_markdown(
    text: str, *, link: Rewrite | None = None, image: Rewrite | None = None, anchors: bool = True
) -> Document:
    """Renders CommonMark with tables and strike-through.

    ``link`` and ``image`` rewrite the addresses of links and pictures. Several texts on one page (comments, say)
    must not repeat ids: render those with ``anchors=False``.
    """
    tokens = _PARSER.parse(text)
    if link or image:
        _rewrite(tokens, link, image)
    sections = _sections(tokens)
    headings = iter([section.heading for section in sections if section.heading])
    for token in tokens:
        if token.type == "heading_open" and anchors:
            token.attrSet("id", next(headings).anchor)
    return Document(Markup(_PARSER.renderer.render(tokens, _PARSER.options, {})), sections, _lead(tokens))


def site_link(href: str, addresses: Addresses) -> str:
    """``site:calc/history`` or ``http://calc.test/history`` as the visitor would write it; other links as they are."""
    if match := _SITE_LINK.fullmatch(href):
        name = match[1]
        if name not in addresses.hosts:  # not served now; the server says so to whoever follows the link
            return f"http://{name}.test{_path(match[2])}"
        return addresses.of(name, _path(match[2]))
    if match := _WEB_LINK.fullmatch(href):
        for name, host in addresses.hosts.items():
            if host == match[1].lower():
                return addresses.of(name, _path(match[2]))
    return href


def _path(rest: str | None) -> str:
    return rest if rest and rest.startswith("/") else f"/{rest or ''}"


def _may_link(url: str) -> bool:
    scheme = _SCHEME.match(url)
    return scheme is None or scheme[1].lower() in SCHEMES


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.validateLink = _may_link  # type: ignore[method-assign]
    # A table wider than a phone scrolls on its own, not with the page.
    parser.add_render_rule("table_open", lambda *_: '<div class="scroll">\n<table>\n')
    parser.add_render_rule("table_close", lambda *_: "</table>\n</div>\n")
    return parser


_PARSER = _make_parser()


def _rewrite(tokens: Sequence[Token], link: Rewrite | None, image: Rewrite | None) -> None:
    for token in tokens:
        children = token.children or []
        for place, child in enumerate(children):
            if link and child.type == "link_open":
                href = link(str(child.attrs["href"]))
                child.attrSet("href", href)
                if child.markup == "autolink":  # its text is the address, so that changes with it
                    children[place + 1].content = href
            elif image and child.type == "image":
                child.attrSet("src", image(str(child.attrs["src"])))


def _sections(tokens: Sequence[Token]) -> tuple[Section, ...]:
    sections: list[Section] = []
    heading: Heading | None = None
    words: list[str] = []
    taken = dict.fromkeys(PAGE_IDS, 1)

    def close() -> None:
        if heading or words:
            sections.append(Section(heading, "\n".join(words)))

    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            close()
            title = _plain(tokens[place + 1].children or [])
            heading = Heading(int(token.tag[1:]), title, _free_anchor(slug(title), taken))
            words = []
        elif token.type in ("fence", "code_block"):
            words.append(token.content.strip())
        elif token.type == "inline" and tokens[place - 1].type != "heading_open" and token.children:
            words.append(_plain(token.children))
    close()
    return tuple(sections)


def _free_anchor(wanted: str, taken: dict[str, int]) -> str:
    """``taken`` has every anchor with the last number that it was given, so that the next is found at once."""
    anchor, number = wanted, taken.get(wanted, 1)
    while anchor in taken:
        number += 1
        anchor = f"{wanted}-{number}"
    taken[wanted] = number
    taken.setdefault(anchor, 1)
    return anchor


def _lead(tokens: Sequence[Token]) -> str:
    for place, token in enumerate(tokens):
        if token.type == "paragraph_open" and token.level == 0:
            return _plain(tokens[place + 1].children or [])
    return ""


def _plain(children: Iterable[Token]) -> str:
    """The words of a line, without marks: a picture counts as its description."""
    words: list[str] = []
    for child in children:
        if child.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif child.type == "image":
            words.append(_plain(child.children or []))
        else:
            words.append(child.content)
    return "".join(words).strip()
