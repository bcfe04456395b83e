#!/usr/bin/env python3
"""Draws sheets of pictures to look at: every kind of scene with several truths, every form of every shape, every
kind of product of the shop under its name.

Run: .venv/bin/python scripts/contact_sheet.py sheets                 (all, into the folder sheets)
     .venv/bin/python scripts/contact_sheet.py sheets scenes vehicle  (one kind of sheet, only what is named)
"""

from __future__ import annotations

import argparse
import io
import json
import tempfile
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from webcosm.pictures import SHAPES, draw
from webcosm.pictures.samples import neighbours, samples
from webcosm.pictures.things import SCENES
from webcosm.sites import all_sites
from webcosm.worlds import Universe

SIDE, ACROSS, CAPTION = 170, 9, 34
Entry = tuple[str, dict[str, Any], str]
"""What stands below a picture, its look, its view."""


def scenes(named: Iterable[str]) -> Iterator[tuple[str, list[Entry]]]:
    """A sheet for each scene: its samples in all views, and what differs from the first in one thing."""
    for name in sorted(named or SCENES):
        entries: list[Entry] = []
        for sample in samples(name):
            kind = str(getattr(sample, "kind", getattr(sample, "body", name)))
            entries += [(f"{kind} · {view}", sample.look(), view) for view in sample.views]
        for other in neighbours(samples(name)[0]):
            entries.append((other.changed, other.facts.look(), "front"))
        yield f"scene-{name}", entries


def forms(named: Iterable[str]) -> Iterator[tuple[str, list[Entry]]]:
    """A sheet of the shapes that are made in several ways: one picture for each of them."""
    entries: list[Entry] = []
    for name in sorted(named or SHAPES):
        for way, values in SHAPES[name].forms.items():
            for value in values:
                look = {"shape": name, "colors": ["Teal", "Mustard"], "form": {way: value}}
                entries.append((f"{name} · {way}: {value}", look, "front"))
    for number, start in enumerate(range(0, len(entries), ACROSS * 8)):
        yield f"forms-{number + 1}", entries[start : start + ACROSS * 8]


def shop(named: Iterable[str]) -> Iterator[tuple[str, list[Entry]]]:
    """Sheets of products as the shop names them, three of every kind of goods."""
    wanted, seen = set(named), Counter[str]()
    entries: list[Entry] = []
    [blueprint] = [site.blueprint for site in all_sites() if site.name == "shop" and site.blueprint]
    with (
        tempfile.TemporaryDirectory() as cache,
        Universe([blueprint], cache=Path(cache)) as universe,
        universe.open() as world,
    ):
        rows = world.database("shop").rows(
            "SELECT archetype, name, look FROM product WHERE type <> 'configurable' ORDER BY archetype, id"
        )
        for row in rows:
            kind, name, look = str(row.archetype), str(row.name), str(row.look)
            if seen[kind] < 3 and (not wanted or kind in wanted):
                seen[kind] += 1
                entries.append((name, json.loads(look), "front"))
    for number, start in enumerate(range(0, len(entries), ACROSS * 8)):
        yield f"shop-{number + 1}", entries[start : start + ACROSS * 8]


def sheet(entries: list[Entry]) -> Image.Image:
    rows = -(-len(entries) // ACROSS)
    made = Image.new("RGB", (ACROSS * (SIDE + 6) + 6, rows * (SIDE + CAPTION) + 6), "white")
    pen = ImageDraw.Draw(made)
    for index, (caption, look, view) in enumerate(entries):
        x, y = index % ACROSS * (SIDE + 6) + 6, index // ACROSS * (SIDE + CAPTION) + 6
        with Image.open(io.BytesIO(draw(look, view, SIDE))) as picture:
            made.paste(picture.convert("RGB"), (x, y))
        for line, text in enumerate(textwrap.wrap(caption, 30)[:3]):
            pen.text((x, y + SIDE + line * 10), text, fill="black", font_size=10)
    return made


def main() -> None:
    kinds = {"scenes": scenes, "forms": forms, "shop": shop}
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("kind", nargs="?", choices=sorted(kinds))
    options.add_argument("names", nargs="*", help="scenes, shapes or kinds of goods; all of them if none is named")
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for kind in (given.kind,) if given.kind else kinds:
        for name, entries in kinds[kind](given.names):
            file = given.folder / f"{name}.png"
            sheet(entries).save(file)
            print(f"{file}: {len(entries)} pictures")


if __name__ == "__main__":
    main()
