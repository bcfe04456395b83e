"""How to reach someone: names, telephone numbers, e-mail addresses, web addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from webcosm.judge.answer_types.base import Comparison, Scalar, Sighting
from webcosm.judge.answer_types.form import Form, text_form
from webcosm.judge.answer_types.phrase import PhraseAnswer
from webcosm.judge.answer_types.wording import (
    ENTITIES,
    STRUCK_OUT,
    JsonValue,
    Token,
    plain,
    tidy,
    token_words,
    vocabulary,
)

__all__ = ["Email", "PersonName", "Phone", "Url"]

TITLES = frozenset(vocabulary("mr mrs ms miss mx dr prof professor sir madam mister doctor"))
SUFFIXES = frozenset(["jr", "sr", "ii", "iii", "iv", "phd", "md"])


@dataclass(frozen=True)
class PersonName(PhraseAnswer):
    """A person's name: "Last, First", titles, suffixes and middle initials do not matter, a different name does."""

    value: str
    aliases: tuple[str, ...] = ()
    """Other names, such as a user name or a nickname; also a bare last name where that is enough."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not token_words(self.value):
            raise ValueError(f"PersonName: {self.value!r} is no name")

    def form(self) -> Form:
        return text_form("one person's name", "names of people")

    def _name(self) -> list[str]:
        parts = self.value.split(",")
        value = f"{parts[1]} {parts[0]}" if len(parts) == 2 else self.value
        return [word for word in token_words(value) if word not in TITLES | SUFFIXES]

    def _expected(self) -> tuple[str, ...]:
        name = self._name()
        if len(name) == 1:
            return (self.value, *self.aliases)
        first, *middle, last = name
        forms = [f"{first} {last}", f"{last} {first}"]
        if middle:
            initials = " ".join(word[0] for word in middle)
            forms += [
                f"{order} {wording} {end}".strip()
                for wording in (" ".join(middle), initials)
                for order, end in ((first, last), (f"{last} {first}", ""))
            ]
        return (*forms, *self.aliases)

    def _reword(self, words: Sequence[Token]) -> list[Token]:
        kept = [token for token in words if token.word not in TITLES | SUFFIXES]
        name = self._name()
        if len(name) != 2:
            return kept
        first, last = name
        bare = [token.word for token in kept]
        for at in range(len(kept) - 3, -1, -1):  # an initial that the expected name does not have
            if (bare[at], bare[at + 2]) == (first, last) and len(bare[at + 1]) == 1:
                del kept[at + 1]
        return kept

    def _whole(self, text: str, phrase: str) -> Comparison:
        result = super()._whole(text, phrase)
        return Comparison(result.accepted, result.reason, self.value if result.accepted else phrase)


PHONE = re.compile(r"(?<![\w.])(?:\+|\(\+?)?\d(?:[\d().]|[ /-](?=[\d(]))*\d(?![\w])")
EXTENSION = re.compile(r",?\s?(?:ext(?:ension)?\.?|x|#)\s?(\d{1,6})\b", re.IGNORECASE)
DATE_LIKE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Phone(Scalar[str]):
    """A telephone number, with or without its country code, in any grouping."""

    value: str
    country: str = "1"
    """The country code that may be left out."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self._national(self.value)) < 5:
            raise ValueError(f"Phone: {self.value!r} has too few digits")
        if not self.country.isdigit():
            raise ValueError(f"Phone: country must be digits such as '1' or '44', got {self.country!r}")

    def form(self) -> Form:
        return text_form("one telephone number", "telephone numbers")

    def _expected_length(self) -> int:
        return len(self.value)

    def _kind(self) -> str:
        return "telephone number"

    def _prepare(self, text: str) -> str:
        return tidy(text)

    def _national(self, number: str) -> str:
        """The digits after the country code and the trunk zero, and the extension."""
        extension = EXTENSION.search(number)
        body = number[: extension.start()] if extension else number
        international = body.lstrip("( ").startswith(("+", "00", "011"))
        digits = re.sub(r"\D", "", body.replace("(0)", ""))
        if international:
            digits = re.sub(r"^(?:011|00)", "", digits)
            digits = digits.removeprefix(self.country) if digits.startswith(self.country) else f"+{digits}"
        elif self.country == "1" and len(digits) == 11:
            digits = digits.removeprefix("1")
        if self.country != "1":
            digits = digits.removeprefix("0")
        return f"{digits}x{extension.group(1)}" if extension else digits

    def _find(self, text: str) -> Sequence[Sighting[str]]:
        found: list[Sighting[str]] = []
        for match in PHONE.finditer(text):
            digits = sum(character.isdigit() for character in match.group())
            if not 5 <= digits <= 15 or DATE_LIKE.fullmatch(match.group()):
                continue
            extension = EXTENSION.match(text, match.end())
            end = extension.end() if extension else match.end()
            found.append(Sighting(self._national(text[match.start() : end]), match.start(), end))
        return found

    def _same(self, one: str, other: str) -> bool:
        return one == other

    def _difference(self, sighting: Sighting[str]) -> str | None:
        return None if sighting.value == self._national(plain(self.value)) else f"{sighting.value} is not {self.value}"

    def _show(self, value: str) -> JsonValue:
        return value


MARKUP = re.compile(r"\*\*|[`<>]")  # tidy() would also take underscores out of addresses
EMAIL = re.compile(r"(?<![\w.+%-])[\w.+%-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-zA-Z]{2,24}(?![\w@-])")


@dataclass(frozen=True)
class Email(Scalar[str]):
    """An e-mail address; case does not count."""

    value: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if not EMAIL.fullmatch(self.value):
            raise ValueError(f"Email: {self.value!r} is no e-mail address")

    def form(self) -> Form:
        return text_form("one email address", "email addresses")

    def _expected_length(self) -> int:
        return len(self.value)

    def _kind(self) -> str:
        return "e-mail address"

    def _prepare(self, text: str) -> str:
        return MARKUP.sub(" ", STRUCK_OUT.sub(" ", plain(text))).replace("mailto:", " ")

    def _find(self, text: str) -> Sequence[Sighting[str]]:
        return [
            Sighting(match.group().strip("_").casefold(), match.start(), match.end()) for match in EMAIL.finditer(text)
        ]

    def _same(self, one: str, other: str) -> bool:
        return one == other

    def _difference(self, sighting: Sighting[str]) -> str | None:
        return None if sighting.value == self.value.casefold() else f"{sighting.value} is not {self.value}"

    def _show(self, value: str) -> JsonValue:
        return value


FULL_URL = re.compile(r"(?i:https?)://[^\s<>\"'\[\]{}|\\^`]{1,2000}")
BARE_URL = re.compile(
    r"(?<![\w@/.:-])(?:[a-zA-Z0-9-]{1,63}\.){1,6}[a-zA-Z]{2,24}(?::\d{2,5})?(?:/[^\s<>\"'\[\]{}|\\^`]{0,2000})?"
    r"|(?<![\w@/.:-])localhost(?::\d{2,5})?(?:/[^\s<>\"'\[\]{}|\\^`]{0,2000})?"
)
DEFAULT_PORTS = {"http": ":80", "https": ":443"}


@dataclass(frozen=True)
class Url(Scalar[str]):
    """A web address. Scheme, "www.", default port, a last slash and the order of parameters do not count."""

    value: str
    query: bool = True
    """Whether the parameters count."""
    fragment: bool = False
    """Whether the part after # counts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self._normal(self.value):
            raise ValueError(f"Url: {self.value!r} is no web address; write it with its scheme and host")

    def form(self) -> Form:
        return text_form("one web address", "web addresses")

    def _expected_length(self) -> int:
        return len(self.value)

    def _kind(self) -> str:
        return "web address"

    def _prepare(self, text: str) -> str:
        text = STRUCK_OUT.sub(" ", plain(text))
        for entity, character in ENTITIES.items():
            text = text.replace(entity, character)
        return MARKUP.sub(" ", text)

    def _find(self, text: str) -> Sequence[Sighting[str]]:
        found: list[Sighting[str]] = []
        for pattern, strong in ((FULL_URL, True), (BARE_URL, False)):
            for match in pattern.finditer(text):
                if any(match.start() < other.end and other.start < match.end() for other in found):
                    continue
                raw = match.group().rstrip(".,;:!?*_")
                while raw.endswith(")") and raw.count(")") > raw.count("("):
                    raw = raw[:-1].rstrip(".,;:!?*_")
                # an address that a closing bracket cuts, as in [name](address)
                raw = raw.split(")")[0] if "(" not in raw else raw
                normal = self._normal(raw)
                if normal and (strong or "/" in raw or ":" in raw or raw.islower()):
                    found.append(Sighting(normal, match.start(), match.start() + len(raw), strong))
        return found

    def _normal(self, url: str) -> str | None:
        if "://" not in url:
            url = f"http://{url}"
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        host = parts.netloc.casefold().removeprefix("www.")
        host = host.removesuffix(DEFAULT_PORTS.get(parts.scheme, ""))
        if not host or parts.scheme not in DEFAULT_PORTS:
            return None
        pairs = sorted(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=None)) if self.query else []
        query = "&".join(f"{key}={value}" for key, value in pairs)
        normal = host + unquote(parts.path).rstrip("/") + (f"?{query}" if query else "")
        return f"{normal}#{unquote(parts.fragment)}" if self.fragment and parts.fragment else normal

    def _same(self, one: str, other: str) -> bool:
        return one == other

    def _difference(self, sighting: Sighting[str]) -> str | None:
        return None if sighting.value == self._normal(self.value) else f"{sighting.value} is not {self.value}"

    def _show(self, value: str) -> JsonValue:
        return value
