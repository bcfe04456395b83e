"""What is to be read: screenshots, charts, infographics, memes, signs, notes, and two pictures side by side."""

# ruff: noqa: RUF009  (a picture within a picture is declared as a field, nothing is shared)

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from . import takes
from .scene import Scene
from .truth import Facts

__all__ = ["BeforeAfter", "Chart", "Figure", "Infographic", "Line", "Meme", "Note", "Screenshot", "Series", "Sign"]

ICONS = (
    "bicycle", "bolt", "book", "bus", "car", "clock", "coin", "cup", "drop", "fish", "flame", "heart", "house", "leaf",
    "person", "star", "sun", "tree",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Series(Facts):
    """Numbers of a chart that belong together."""

    name: str = takes.text(24, "")
    values: tuple[float, ...] = takes.values(1, 24, -1e9, 1e9)
    color: str = takes.colour("Blue")


@dataclass(frozen=True, kw_only=True)
class Chart(Scene):
    """Numbers as a picture. Bars stand, bars across lie; a pie has one series and a color for each label."""

    scene: ClassVar[str] = "chart"
    kind: str = takes.choice("bars", "bars across", "donut", "line", "pie", "stacked")
    title: str = takes.text(60)
    labels: tuple[str, ...] = takes.lines(18, 24)
    series: tuple[Series, ...] = takes.parts(Series, 5)
    unit: str = takes.text(16, "")
    source: str = takes.text(60, "")
    start: int = takes.whole(-1_000_000, 1_000_000, 0)
    """Where the axis begins: some charts mislead."""
    marked: bool = takes.flag(default=True)
    """Whether numbers stand at bars, points and slices."""
    colors: tuple[str, ...] = takes.lines(12, 24)
    """Of the slices of a pie or donut."""

    def idle(self) -> frozenset[str]:
        if self.kind == "pie":
            return frozenset({"start", "unit"})
        return frozenset({"start"} if self.kind == "donut" else {"colors"})

    def check(self) -> None:
        if not self.series:
            raise ValueError("chart.series is empty: 1 to 5 series are accepted")
        for each in self.series:
            if len(each.values) != len(self.labels):
                raise ValueError(f"chart: {len(each.values)} values for {len(self.labels)} labels in {each.name!r}")
        if self.kind in ("donut", "pie"):
            if len(self.series) != 1 or min(self.series[0].values) < 0 or sum(self.series[0].values) <= 0:
                raise ValueError(f"chart: a {self.kind} has one series, with no number below 0 and one above")
            if self.colors and len(self.colors) != len(self.labels):
                raise ValueError(f"chart.colors has {len(self.colors)} entries: one for each label is accepted")


@dataclass(frozen=True, kw_only=True)
class Figure(Facts):
    """One fact of an infographic."""

    value: str = takes.text(12)
    label: str = takes.text(48)
    icon: str = takes.choice(*ICONS, default="star")
    color: str = takes.colour("Teal")


@dataclass(frozen=True, kw_only=True)
class Infographic(Scene):
    """A few facts below each other, each with its number and icon."""

    scene: ClassVar[str] = "infographic"
    title: str = takes.text(60)
    facts: tuple[Figure, ...] = takes.parts(Figure, 6)
    color: str = takes.colour("Navy")
    footer: str = takes.text(60, "")

    def check(self) -> None:
        if not self.facts:
            raise ValueError("infographic.facts is empty: 1 to 6 facts are accepted")


@dataclass(frozen=True, kw_only=True)
class Line(Facts):
    """A line of a screenshot: a row with its value, or a message and whose it is."""

    text: str = takes.text(120)
    value: str = takes.text(24, "")
    mine: bool = takes.flag()
    """Of a message: written by whoever took the screenshot."""


@dataclass(frozen=True, kw_only=True)
class Screenshot(Scene):
    """A page of another site, or a conversation, or a terminal."""

    scene: ClassVar[str] = "screenshot"
    kind: str = takes.choice("chat", "error", "order", "page", "product", "results", "review", "terminal")
    device: str = takes.choice("computer", "phone", default="computer")
    site: str = takes.text(24, "")
    address: str = takes.text(60, "")
    title: str = takes.text(80, "")
    lines: tuple[Line, ...] = takes.parts(Line, 12)
    price: str = takes.text(14, "")
    stars: int = takes.whole(0, 5, 0)
    button: str = takes.text(24, "")
    color: str = takes.colour("Teal")
    """Of the site."""
    time: str = takes.text(5, "")
    """On the phone's clock."""
    battery: int = takes.whole(0, 100, 80)
    picture: Scene | None = takes.part(Scene, None)
    """Of a product or page."""

    def idle(self) -> frozenset[str]:
        found = {"time", "battery"} if self.device == "computer" or self.kind == "terminal" else set()
        if self.kind in ("chat", "error", "terminal"):
            found |= {"price", "stars"}
        if self.kind in ("chat", "terminal"):
            found.add("button")
        if self.kind == "chat":
            found.add("title")
        return frozenset(found | {"device", "site", "address", "color"} if self.kind == "terminal" else found)


@dataclass(frozen=True, kw_only=True)
class Meme(Scene):
    """Two lines over a picture."""

    scene: ClassVar[str] = "meme"
    picture: Scene = takes.part(Scene)
    top: str = takes.text(70, "")
    bottom: str = takes.text(70, "")
    style: str = takes.choice("over", "caption", default="over")
    """Words over the picture, or a caption on white above it."""


@dataclass(frozen=True, kw_only=True)
class Sign(Scene):
    """A sign somewhere outdoors or on a wall."""

    scene: ClassVar[str] = "sign"
    kind: str = takes.choice(
        "banner", "board", "chalkboard", "notice", "plaque", "poster", "road", "shop", "street", "warning"
    )
    lines: tuple[str, ...] = takes.lines(36, 6)
    color: str = takes.colour("Green")
    ink: str = takes.colour("White")
    setting: str = takes.choice("fence", "lawn", "roadside", "shop front", "tree", "wall", default="wall")
    state: str = takes.choice("new", "bent", "graffiti", "weathered", default="new")
    picture: Scene | None = takes.part(Scene, None)
    """On a poster: the cat that is missing."""

    def idle(self) -> frozenset[str]:
        return frozenset({"color", "ink"} if self.kind == "chalkboard" else ())

    def check(self) -> None:
        if not self.lines:
            raise ValueError("sign.lines is empty: 1 to 6 lines are accepted")


@dataclass(frozen=True, kw_only=True)
class Note(Scene):
    """Something written by hand."""

    scene: ClassVar[str] = "note"
    lines: tuple[str, ...] = takes.lines(48, 12)
    title: str = takes.text(30, "")
    paper: str = takes.choice("grid", "lined", "napkin", "plain", "sticky", "torn", default="lined")
    color: str = takes.colour("Cream")
    ink: str = takes.colour("Navy")
    crossed: tuple[int, ...] = takes.values(0, 12, 1, 12, ())
    """Numbers of lines (from 1) that are crossed out."""
    ticked: tuple[int, ...] = takes.values(0, 12, 1, 12, ())
    boxes: bool = takes.flag()
    """Whether lines begin with a box to tick."""
    setting: str = takes.choice("board", "door", "fridge", "table", "windshield", default="table")
    signed: str = takes.text(20, "")

    def check(self) -> None:
        if not self.lines:
            raise ValueError("note.lines is empty: 1 to 12 lines are accepted")
        for name, marked in (("crossed", self.crossed), ("ticked", self.ticked)):
            if marked and max(marked) > len(self.lines):
                raise ValueError(f"note.{name} has {max(marked)}: there are {len(self.lines)} lines")
        if self.ticked and not self.boxes:
            raise ValueError("note.ticked is given, but its lines have no boxes")


@dataclass(frozen=True, kw_only=True)
class BeforeAfter(Scene):
    """Two pictures side by side."""

    scene: ClassVar[str] = "before_after"
    before: Scene = takes.part(Scene)
    after: Scene = takes.part(Scene)
    labels: tuple[str, ...] = takes.lines(16, 2, ("Before", "After"))
    across: bool = takes.flag(default=True)
    """Side by side; otherwise one above the other."""
