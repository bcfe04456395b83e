"""What a thing looks like: the data of a picture, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .palette import PALETTE, Tone, brightness, distance, tone
from .registry import ENTERED, FormValue

__all__ = ["PATTERNS", "VIEWS", "PictureSpec", "read_form", "read_spec"]

PATTERNS: tuple[str, ...] = ("plain", "stripes", "dots", "checks", "floral", "zigzag", "leaves", "stars")
VIEWS: tuple[str, ...] = ("front", "angle", "detail", "scene")
LARGEST_COUNT = 10_000
_KEYS = ("shape", "colors", "pattern", "count", "words", "backdrop", "parts", "form")


@dataclass(frozen=True, slots=True)
class PictureSpec:
    """What to draw, checked: the look of a thing as data."""

    shape: str
    colors: tuple[str, ...]
    pattern: str
    count: int
    words: tuple[str, ...]
    backdrop: str | None
    parts: tuple[str, ...]
    form: tuple[tuple[str, FormValue], ...] = ()
    """How it is made, where it is not as such things usually are: names and values, in alphabetical order."""

    @property
    def main(self) -> Tone:
        return tone(self.colors[0])

    @property
    def second(self) -> Tone | None:
        """The colour of trims, if the look names one."""
        return tone(self.colors[1]) if len(self.colors) > 1 else None

    @property
    def ink(self) -> Tone:
        """The colour a pattern is drawn in: the second colour where it can be told from the first."""
        main = self.main
        if self.second is not None and distance(main.base, self.second.base) > 60:
            return self.second
        return tone("White") if brightness(main.base) < 170 else tone("Charcoal" if main.base[2] > 150 else "Brown")


def _texts(look: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = look.get(key, ())
    if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(text, str) for text in value):
        raise ValueError(f"look[{key!r}] is {value!r}: a list of strings is accepted")
    return tuple(text.strip() for text in value if text.strip())


def _chosen(key: str, value: object, accepted: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in accepted:
        raise ValueError(f"unknown {key} {value!r}: accepted are {', '.join(accepted)}")
    return value


def read_form(shape: str, given: object, where: str = "look['form']") -> tuple[tuple[str, FormValue], ...]:
    """How a thing is made, checked against what its drawing knows."""
    pairs = dict(given) if isinstance(given, Mapping | tuple) else None
    if pairs is None:
        raise ValueError(f"{where} is {given!r}: a mapping of names and values is accepted")
    known = ENTERED[shape].forms
    for name, value in pairs.items():
        if name not in known:
            raise ValueError(f"unknown form {name!r} of a {shape}: accepted are {', '.join(known) or 'none'}")
        if isinstance(value, bool) or value not in known[name]:
            raise ValueError(f"{name} of a {shape} is {value!r}: accepted are {', '.join(map(str, known[name]))}")
    return tuple(sorted((name, value) for name, value in pairs.items() if value != known[name][0]))


def read_spec(look: Mapping[str, Any], shapes: Sequence[str]) -> PictureSpec:
    """The look that the mapping describes, or a ValueError that names what is wrong with it."""
    for key in look:
        if key not in _KEYS:
            raise ValueError(f"unknown key {key!r} in a look: accepted are {', '.join(_KEYS)}")
    colours = tuple(_chosen("color", name, tuple(PALETTE)) for name in _texts(look, "colors"))
    if not colours:
        raise ValueError("look['colors'] is empty: at least one color name is needed")
    count = look.get("count", 1)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= LARGEST_COUNT:
        raise ValueError(f"look['count'] is {count!r}: a whole number from 1 to {LARGEST_COUNT} is accepted")
    backdrop = look.get("backdrop")
    shape = _chosen("shape", look.get("shape"), shapes)
    return PictureSpec(
        shape=shape,
        colors=colours,
        pattern=_chosen("pattern", look.get("pattern", "plain"), PATTERNS),
        count=count,
        words=_texts(look, "words"),
        backdrop=None if backdrop is None else _chosen("backdrop", backdrop, tuple(PALETTE)),
        parts=_texts(look, "parts"),
        form=read_form(shape, look.get("form", {})),
    )
