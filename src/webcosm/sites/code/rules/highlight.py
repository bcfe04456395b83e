"""Source text in colours, line by line."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup, escape
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import STANDARD_TYPES, Token, _TokenType
from pygments.util import ClassNotFound

__all__ = ["LARGEST", "highlight", "highlight_block", "language_of"]

LARGEST = 200_000
"""Characters; longer texts are shown without colours."""
LONGEST_LINE = 5_000
"""Lexers take time that grows with more than the length of a line."""
KINDS = {
    Token.Comment: "c",
    Token.Keyword: "k",
    Token.Literal.String: "s",
    Token.Literal.Number: "n",
    Token.Name.Function: "f",
    Token.Name.Class: "f",
    Token.Name.Tag: "k",
    Token.Name.Attribute: "a",
    Token.Name.Builtin: "b",
    Token.Name.Decorator: "a",
    Token.Operator.Word: "k",
    Token.Generic.Heading: "f",
    Token.Generic.Subheading: "f",
    Token.Generic.Strong: "k",
    Token.Generic.Deleted: "d",
    Token.Generic.Inserted: "i",
}


@lru_cache(maxsize=256)
def _lexer(name: str) -> Lexer | None:
    try:
        return get_lexer_for_filename(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def language_of(name: str) -> str:
    """What a file is written in, by its name; empty if that says nothing."""
    lexer = _lexer(name.rsplit("/", 1)[-1])
    return "" if lexer is None or lexer.name == "Text only" else str(lexer.name)


@lru_cache(maxsize=512)
def _kind(token: _TokenType) -> str:
    while token is not Token and token in STANDARD_TYPES:
        if token in KINDS:
            return KINDS[token]
        token = token.parent
    return ""


@lru_cache(maxsize=256)
def highlight(name: str, text: str) -> tuple[Markup, ...]:
    """The lines of a file as HTML; one that ends in a line break has no empty line after it."""
    lexer = _lexer(name.rsplit("/", 1)[-1])
    return _lines(lexer, text)


def highlight_block(language: str, text: str) -> Markup:
    """A piece of code in Markdown, whose language is named."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False) if language else None
    except ClassNotFound:
        lexer = None
    return Markup("\n").join(_lines(lexer, text))


def _lines(lexer: Lexer | None, text: str) -> tuple[Markup, ...]:
    text = text.replace("\r\n", "\n")
    plain = text.removesuffix("\n").split("\n")
    if lexer is None or len(text) > LARGEST or max(map(len, plain), default=0) > LONGEST_LINE:
        return tuple(escape(line) for line in plain)
    lines: list[list[str]] = [[]]
    for token, piece in lexer.get_tokens(text):
        kind = _kind(token)
        for place, part in enumerate(piece.split("\n")):
            if place:
                lines.append([])
            if part:
                said = str(escape(part))
                lines[-1].append(f'<span class="hl-{kind}">{said}</span>' if kind else said)
    found = ["".join(line) for line in lines]
    return tuple(Markup(line) for line in [*found, *[""] * len(plain)][: len(plain)])
