"""One thing for sale: its facts drawn, its price found, its words written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from webcosm.lore import Lore, Rng, Wheel
from webcosm.sites.classifieds.seed.kinds import Kind, category_plans, content
from webcosm.sites.classifieds.seed.looks import photos_of
from webcosm.sites.classifieds.seed.words import ago_words, grammar, lowered
from webcosm.sites.kit.sentences import fill, filled, lines, number_words

__all__ = ["PICTURES", "Place", "Thing", "Workshop"]

KEPT = frozenset({"model", "brand", "make", "work", "author", "system"})
"""Slots whose words keep their capitals."""
VALUE = {"new": 0.92, "like_new": 0.8, "used": 0.62, "worn": 0.4, "for_parts": 0.16, "none": 1.0}
CONDITIONS = ("new", "like_new", "used", "worn", "for_parts")
BY_AGE = {0: (30, 45, 22, 2, 1), 2: (6, 34, 50, 8, 2), 5: (2, 14, 60, 19, 5), 99: (0, 6, 56, 31, 7)}
"""How likely each condition is, for things of up to so many years."""
WORD = re.compile(r"[a-z]+")
PICTURES = re.compile(r"\b(?:the|took) (?:the )?(?:pictures?|photos?)\b(?! is)", re.IGNORECASE)
"""Words about the listing's own photos: then there are some."""
TIERS = {"budget": 0.75, "standard": 1.0, "premium": 1.45}


@dataclass(frozen=True)
class Place:
    """Where a seller lives, in words."""

    city: str
    street: str
    place: str
    """A neighborhood, or the city again."""
    factor: float
    """What homes cost there, compared with elsewhere."""


@dataclass(frozen=True)
class Thing:
    kind: Kind
    values: Mapping[str, Any]
    """Attributes and other facts, by code."""
    brand: str
    age: int
    condition: str
    price: int | None
    negotiable: bool
    title: str
    body: str
    flaw: str
    photos: Sequence[tuple[dict[str, Any], str]] = field(default_factory=tuple)


def _tidy(dollars: float) -> int:
    """A price as people write it, in cents."""
    step = 1 if dollars < 20 else 5 if dollars < 150 else 10 if dollars < 1_000 else 50 if dollars < 10_000 else 500
    return max(1, round(dollars / step)) * step * 100


class Workshop:
    """Makes things."""

    def __init__(self, lore: Lore) -> None:
        self._brands = lore.brands_of_field
        self._books = [(book.title, lore.person(book.author_id).full_name, book.pages) for book in lore.works.books]
        self._albums = [(album.title, album.artist, album.year) for album in lore.works.albums]
        self._plans = {plan.slug: plan for plan in category_plans()}
        self._phrases = content("phrases")
        self._this_year = lore.today.year

    def make(self, rng: Rng, kind: Kind, place: Place, voice: str, *, business: bool = False) -> Thing:
        values, brand, tier, new_price = self._facts(rng, kind, place)
        age = rng.integer(*kind.age)
        if kind.more.get("year"):
            values["year"] = self._this_year - age
        if span := kind.more.get("miles"):
            values["mileage"] = sum(rng.integer(*span) for _ in range(age)) + rng.integer(80, 990)
        condition = self._condition(rng, kind, age)
        flaw = self._flaw(rng, kind, condition, values, place, brand, age)
        price = self._price(rng, kind, new_price * tier, age, condition)
        if price and kind.size not in ("home", "service"):
            values["paid"] = f"${_tidy(new_price * tier) // 100:,}"
        negotiable = price is not None and price > 0 and not business and rng.chance(0.45)
        if kind.more.get("rent") or kind.size == "service":
            negotiable = False
        thing = Thing(kind, values, brand, age, condition, price, negotiable, "", "", flaw)
        return self.written(rng, thing, place, voice)

    def written(self, rng: Rng, thing: Thing, place: Place, voice: str) -> Thing:
        """The thing with words, and what its seller photographs."""
        slots = self._slots(rng, thing.kind, thing.values, place, thing.brand, thing.age)
        (title,) = filled(rng, thing.kind.titles, slots)
        body = self._body(rng, thing, slots, voice)
        photos = photos_of(rng, thing.kind, thing.values, thing.brand, thing.flaw)
        while not photos and PICTURES.search(body):
            body = self._body(rng, thing, slots, voice)
        none = rng.chance(0.07) and not PICTURES.search(body)
        shown = [] if none else photos[: rng.integer(1, max(1, min(5, len(photos))))]
        return replace(thing, title=title[:120], body=body, photos=tuple(shown))

    # Facts ----------------------------------------------------------------------------------------------------------

    def _facts(self, rng: Rng, kind: Kind, place: Place) -> tuple[dict[str, Any], str, float, float]:
        plan = self._plans[kind.category]
        values: dict[str, Any] = dict(kind.fixed)
        new_price = rng.uniform(*kind.price) if kind.price[1] else 0.0
        brand, tier = self._brand(rng, kind)
        if kind.models:
            model = rng.choice(kind.models)
            values["model"] = model.name
            for code, choices in model.values.items():
                values[code] = rng.choice(choices)
            new_price = model.price * rng.uniform(0.9, 1.15)
            make = plan.attribute("make")
            if make and model.name.split()[0] in make.choices:
                values["make"] = model.name.split()[0]
        for code, wheel in kind.picks.items():
            values[code] = wheel.draw(rng)
        for code, (low, high, step) in kind.more.get("num", {}).items():
            values[code] = low + step * rng.integer(0, (high - low) // step)
        for code, share in kind.more.get("yes", {}).items():
            values[code] = rng.chance(share)
        if slot := kind.more.get("brand_slot"):
            values[slot] = brand
        if per := kind.more.get("area_per"):
            values["area"] = round(values["bedrooms"] * rng.integer(*per) / 10) * 10
        if built := kind.more.get("built"):
            values["built"] = rng.integer(*built)
        if wide := kind.more.get("width_from"):
            values["width"] = int(values["seats"]) * wide["seats"] + wide["plus"] + rng.integer(0, 4)
        if kind.more.get("works") == "books":
            values["work"], values["author"], values["pages"] = rng.choice(self._books)
        if kind.more.get("works") == "albums":
            values["work"], values["author"], values["year"] = rng.choice(self._albums)
        if per := kind.more.get("price_per"):
            new_price *= int(values[per])
        for code, factor in kind.more.get("price_if", {}).items():
            new_price *= factor if values.get(code) is True or code in values.values() else 1.0
        return values, brand, tier, new_price * (place.factor if kind.size == "home" else 1.0)

    def _brand(self, rng: Rng, kind: Kind) -> tuple[str, float]:
        if not kind.brand or not rng.chance(kind.brand_share):
            return "", 1.0
        if not kind.brand.startswith("lore:"):
            return rng.choice([name.strip() for name in kind.brand.split(",")]), 1.0
        brand = rng.choice(self._brands[kind.brand.removeprefix("lore:")])
        return brand.name, TIERS.get(brand.tier, 1.0)

    def _condition(self, rng: Rng, kind: Kind, age: int) -> str:
        if kind.size in ("home", "service"):
            return "none"
        weights = next(shares for years, shares in BY_AGE.items() if age <= years)
        condition = Wheel(CONDITIONS, weights).draw(rng)
        broken = kind.size in ("drive", "heavy") or kind.category in ("phones", "computers", "tv-audio", "appliances")
        if condition == "for_parts" and not broken:
            return "worn"
        return "used" if condition == "new" and kind.size == "drive" else condition

    def _flaw(
        self, rng: Rng, kind: Kind, condition: str, values: Mapping[str, Any], place: Place, brand: str, age: int
    ) -> str:
        chance = {"new": 0.0, "like_new": 0.08, "used": 0.5, "worn": 1.0, "for_parts": 0.4, "none": 0.5}[condition]
        if not rng.chance(chance):
            return ""
        found = filled(rng, kind.flaws, self._slots(rng, kind, values, place, brand, age))
        return found[0] if found else ""

    def _price(self, rng: Rng, kind: Kind, new_price: float, age: int, condition: str) -> int | None:
        if kind.more.get("free"):
            return 0
        if rng.chance(0.025) and kind.size != "home":
            return None
        worth = new_price * max(0.08, (1 - kind.fade) ** age) * VALUE[condition] * rng.uniform(0.85, 1.15)
        return _tidy(worth)

    # Words ----------------------------------------------------------------------------------------------------------

    def _slots(
        self, rng: Rng, kind: Kind, values: Mapping[str, Any], place: Place, brand: str, age: int
    ) -> dict[str, str]:
        slots = {"city": place.city, "street": place.street, "place": place.place, "noun": kind.noun, "brand": brand}
        slots |= grammar(kind.plural)
        for code, value in values.items():
            if isinstance(value, bool):
                continue
            if isinstance(value, int) or str(value).isdigit():
                number = int(value)
                slots[code] = str(number) if code in ("year", "built") else f"{number:,}"
                slots[f"{code}_words"] = number_words(number)
            else:
                slots[code] = str(value) if code in KEPT else lowered(str(value))
            if f"{code}_words" in slots:
                slots[f"{code}_words_cap"] = slots[f"{code}_words"].capitalize()
        if "model" in values:
            slots["model_low"] = str(values["model"])[:1].lower() + str(values["model"])[1:]
        for code, one in (
            ("bedrooms", "bedroom"),
            ("bathrooms", "bathroom"),
            ("housemates", "person"),
            ("people", "person"),
        ):
            if code in values:
                number = int(values[code])
                many = "people" if one == "person" else f"{one}s"
                slots[f"{code}_words"] = f"{number_words(number)} {one if number == 1 else many}"
                slots[f"{code}_words_cap"] = slots[f"{code}_words"].capitalize()
        bought = self._this_year - age
        slots |= {
            "age_words": ago_words(age),
            "bought_year": str(bought),
            "bought": "this year" if age == 0 else "last year" if age == 1 else f"in {bought}",
            "range": str(rng.integer(18, 60)),
            "tread": str(rng.integer(4, 9)),
            "hours": str(rng.integer(3, 9)),
            "battery": str(rng.integer(71, 88)),
            "cups": f"{rng.integer(8, 40) * 50:,}",
            "shutter": f"{rng.integer(3, 60) * 500:,}",
            "lot": f"{rng.integer(8, 40) * 250:,}",
            "decade": f"{rng.choice((1920, 1930, 1950, 1960, 1970))}s" if "decade" not in values else values["decade"],
            "day": rng.choice(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")),
            "hour": rng.choice(("five", "half past five", "six", "half past six", "seven", "half past seven", "eight")),
            "month": rng.choice(("January", "February", "March", "April")),
            "years_words": f"{number_words(rng.integer(2, 12))} years",
        }
        if values.get("mileage", 0) > 30_000:
            slots["belt"] = f"{round(values['mileage'] * 0.7, -3):,}"
        return {name: value for name, value in slots.items() if value}

    def _body(self, rng: Rng, thing: Thing, slots: Mapping[str, str], voice: str) -> str:
        kind, phrases = thing.kind, self._phrases
        own = [text for key, texts in kind.about_if.items() if self._has(thing.values, key) for text in texts]
        # Nobody praises in one line what is broken in the next.
        told = {word for word in WORD.findall(thing.flaw.lower()) if len(word) > 4}
        fitting = [text for text in [*kind.about, *own] if not told & set(WORD.findall(text.lower()))]
        about = filled(rng, fitting, slots, {"terse": 1, "list": 2, "plain": 2, "chatty": 3}[voice])
        opening = filled(rng, kind.opening, slots)
        state = filled(rng, lines(phrases["condition"][thing.condition]), slots)
        reason = filled(rng, kind.reasons or lines(phrases["reason"]["lines"]), slots) if rng.chance(0.6) else []
        if kind.reasons and kind.size not in ("home", "service", "drive") and rng.chance(0.5):
            reason = filled(rng, lines(phrases["reason"]["lines"]), slots)
        size = "heavy" if thing.values.get("type") in ("Piano", "Drum kit") else kind.size
        pickup = filled(rng, lines(phrases["pickup"][size]), slots)
        terms = filled(rng, kind.terms, slots, rng.integer(1, 2)) if kind.terms else []
        ending = self._ending(rng, thing, slots)
        if kind.size not in ("home", "service"):
            own_words = lines(phrases["particulars"]["new" if thing.age == 0 else "old"])
            about += filled(rng, own_words, slots, {"terse": 0, "list": 1, "plain": 1, "chatty": 2}[voice])
        flaw = [thing.flaw] if thing.flaw else []
        if voice == "terse":
            return " ".join([*opening, *state, *flaw, *about, *pickup, *terms])
        if voice == "list":
            facts = [f"- {text}" for text in [*about, *state, *flaw]]
            return "\n".join([*opening, *facts, "", " ".join([*reason, *pickup, *terms, *ending])]).strip()
        if voice == "chatty":
            parts = [[*opening, *reason], about, [*state, *flaw], [*pickup, *terms, *ending]]
        else:
            parts = [[*opening, *about], [*state, *flaw, *reason], [*pickup, *terms, *ending]]
        return "\n\n".join(" ".join(part) for part in parts if part)

    @staticmethod
    def _has(values: Mapping[str, Any], key: str) -> bool:
        return values.get(key) is True or key in [value for value in values.values() if isinstance(value, str)]

    def _ending(self, rng: Rng, thing: Thing, slots: Mapping[str, str]) -> list[str]:
        ending = []
        if thing.price and thing.kind.size not in ("home", "service") and rng.chance(0.4):
            ending += filled(rng, lines(self._phrases["soft" if thing.negotiable else "firm"]["lines"]), slots)
        if thing.kind.size != "home" and rng.chance(0.3):
            ending += filled(rng, lines(self._phrases["closing"]["lines"]), slots)
        return ending

    def scam(self, rng: Rng, thing: Thing, place: Place) -> Thing:
        """The same thing at a price that is too good, with a story why nobody can see it."""
        slots = self._slots(rng, thing.kind, thing.values, place, thing.brand, thing.age)
        (opening,) = filled(rng, thing.kind.opening, slots)
        (story,) = filled(rng, lines(self._phrases["scam"]["lines"]), slots)
        body = f"{opening} {' '.join(filled(rng, thing.kind.about, slots, 1))}\n\n{story}"
        return replace(thing, body=body, price=_tidy((thing.price or 40_000) / 100 * 0.45), negotiable=False)

    def said(self, rng: Rng, group: str, key: str, **slots: str) -> str:
        """A sentence of a group of phrases (chat, review, report, …)."""
        (text,) = filled(rng, lines(self._phrases[group][key]), slots)
        return text

    def forbidden(self, rng: Rng, place: Place, key: str) -> tuple[str, str]:
        """Title and text of a listing of what may not be sold."""
        title, _, body = str(self._phrases["forbidden"][key]).partition(" | ")
        slots = {"city": place.city, "place": place.place, "vintage": str(rng.integer(2008, 2021))}
        return title, fill(body, slots) or body
