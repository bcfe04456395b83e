"""Makes one thread of an archetype: facts are drawn, texts are filled, comments are kept or left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, quote_plus, urlsplit

from webcosm.lore import Rng
from webcosm.sites.forum.seed.archetypes import Archetype, Said
from webcosm.sites.forum.seed.facts import Facts, Record, Scene, Source
from webcosm.sites.kit.sentences import Text

__all__ = ["Drawn", "Missing", "Teller", "draw_comments", "draw_post"]


def _address(text: str) -> str:
    """``http://shop.test/search?q=Whisk & Willow`` -> ``http://shop.test/search?q=Whisk+%26+Willow``: as browsers write
    the names in it, so that a form takes it."""
    address, mark, words = text.partition("?q=")
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}{quote(parts.path)}{mark}{quote_plus(words)}"


OTHERWISE = 5
"""How often other words are looked for."""


class Missing(LookupError):
    """A fact that lore does not have here, such as the river of a town without one."""


@dataclass(slots=True)
class Teller:
    """Fills the slots of one thread."""

    rng: Rng
    records: dict[str, Record | str]

    def value(self, name: str, inner: str) -> str:
        one = self.records.get(name)
        text = one if isinstance(one, str) else one.value(inner) if one else ""
        if not text:
            raise Missing(f"{name}.{inner}" if inner else name)
        return text

    def tell(self, text: Text) -> str:
        return text.make(self.rng, self.value)


@dataclass(slots=True)
class Drawn:
    archetype: Archetype
    teller: Teller
    title: str
    body: str = ""
    url: str = ""
    options: list[str] = field(default_factory=list)
    looks: list[str] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    comments: list[tuple[int, Said, str]] = field(default_factory=list)
    """Position in the archetype, what it is, its text; parents stand before their children."""


def draw_post(rng: Rng, one: Archetype, facts: Facts, scene: Scene, more: Mapping[str, str]) -> Drawn | None:
    """A post without its comments. None if lore has nothing that fits."""
    if scene.city:
        scene.used.add(f"city {scene.city.id}")
    records: dict[str, Record | str] = dict(more)
    for name, source in one.draws.items():
        if isinstance(source, Source):
            record = facts.draw(rng, source, scene)
            if record is None:
                return None
            records[name] = record
        else:
            written: tuple[Record | str, ...] = source
            records[name] = rng.choice(written)
    teller = Teller(rng, records)
    try:
        drawn = Drawn(one, teller, teller.tell(rng.choice(one.titles)))
        if one.bodies:
            drawn.body = teller.tell(rng.choice(one.bodies))
        if one.urls:
            drawn.url = _address(teller.tell(rng.choice(one.urls)))
        drawn.options = [teller.tell(option) for option in one.options]
        for look, caption in one.looks:
            drawn.looks.append(teller.tell(look))
            drawn.captions.append(teller.tell(caption))
    except Missing:
        return None
    return drawn


def draw_comments(
    rng: Rng, drawn: Drawn, share: float = 1.0, told: set[str] | None = None
) -> list[tuple[int, Said, str]]:
    """Comments by chance; one that is left out takes its replies along, and a correction is never left out.

    What is in ``told`` was said elsewhere already, and is said otherwise if there is another way.
    """
    kept: set[int] = {-1}
    teller = drawn.teller
    for at, said in enumerate(drawn.archetype.comments):
        if said.parent not in kept:
            continue
        if said.stance == "correction" or rng.chance(said.chance / 100 * share):
            try:
                text = teller.tell(rng.choice(said.wordings))
                for _ in range(OTHERWISE if told is not None else 0):
                    if told is None or text not in told:
                        break
                    text = teller.tell(rng.choice(said.wordings))
            except Missing:
                continue
            if told is not None:
                told.add(text)
            drawn.comments.append((at, said, text))
            kept.add(at)
    return drawn.comments
