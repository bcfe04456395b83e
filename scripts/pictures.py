#!/usr/bin/env python3
"""Draws docs/pictures anew: the portal in front of two sites, the shop, its back office, the boards.

Run: .venv/bin/python scripts/pictures.py
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import sync_playwright

from webcosm.browser import chromium
from webcosm.server import Server
from webcosm.sites import all_sites
from webcosm.worlds import Universe

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
BACKGROUND = "#e9e4da"
CANVAS = (1600, 760)
SHOTS = {  # page: its window's height, where its upper left corner is, how wide it is drawn; later ones lie on top
    "http://notes.test/": (760, 920, 30, 650),
    "http://calc.test/": (680, 920, 370, 650),
    "http://home.test/": (790, 40, 80, 970),
}
SINGLE = {
    "shop": "http://shop.test/search?q=mug",
    "office": "http://admin.shop.test/",
    "forum": "http://forum.test/f/pics?sort=top&t=year",
    "classifieds": "http://classifieds.test/listings?view=gallery&category=furniture",
}
"""Pages that are shown as they are, by the name of their picture."""


def take() -> dict[str, Image.Image]:
    sites = all_sites()
    pictures = {}
    with (
        tempfile.TemporaryDirectory() as cache,
        Universe([site.blueprint for site in sites if site.blueprint], cache=Path(cache)) as universe,
        universe.open() as world,
        Server(sites) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find().path, args=chromium.arguments())
        page = browser.new_page(proxy={"server": server.admit(world).proxy})
        heights = {address: height for address, (height, *_) in SHOTS.items()} | dict.fromkeys(SINGLE.values(), 720)
        for address, height in heights.items():
            page.set_viewport_size({"width": 1280, "height": height})
            page.goto(address, wait_until="networkidle")
            pictures[address] = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        browser.close()
    return pictures


def compose(pictures: dict[str, Image.Image]) -> Image.Image:
    canvas = Image.new("RGB", CANVAS, BACKGROUND)
    for address, (_, left, top, width) in SHOTS.items():
        picture = pictures[address]
        picture = picture.resize((width, picture.height * width // picture.width), Image.Resampling.LANCZOS)
        shadow = Image.new("L", CANVAS, 0)
        ImageDraw.Draw(shadow).rounded_rectangle(
            (left, top + 8, left + picture.width, top + 8 + picture.height), 12, fill=90
        )
        canvas.paste("#3a3226", mask=shadow.filter(ImageFilter.GaussianBlur(14)))
        corners = Image.new("L", picture.size, 0)
        ImageDraw.Draw(corners).rounded_rectangle((0, 0, picture.width - 1, picture.height - 1), 12, fill=255)
        canvas.paste(picture, (left, top), corners)
    return canvas


def main() -> None:
    taken = take()
    drawn = {"portal": compose(taken)} | {name: taken[address] for name, address in SINGLE.items()}
    for name, picture in drawn.items():
        file = PICTURES / f"{name}.png"
        # A quarter of the bytes, no visible difference.
        picture.quantize(256, Image.Quantize.FASTOCTREE).save(file, optimize=True)
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    main()
