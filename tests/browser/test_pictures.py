"""Pictures of pages."""

from __future__ import annotations

import io

from PIL import Image

from tests.browser.stage import BROWSER, Scene, Stage
from webcosm.browser import Viewport

pytestmark = BROWSER


def _image(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


async def test_png_and_jpeg_show_the_viewport(scene: Scene) -> None:
    await scene.goto("tall")
    png, jpeg = _image(await scene.tab.screenshot()), _image(await scene.tab.screenshot("jpeg", quality=60))
    assert (png.format, png.size) == ("PNG", (1280, 720))
    assert (jpeg.format, jpeg.size) == ("JPEG", (1280, 720))
    red, _, blue = png.convert("RGB").getpixel((5, 2))  # type: ignore[misc]
    assert red > 200 > blue


async def test_a_full_picture_shows_the_whole_page_and_leaves_the_viewport_as_it_was(scene: Scene) -> None:
    await scene.goto("tall")
    full = _image(await scene.tab.screenshot(full=True))
    assert full.size == (1280, 2000)
    red, _, blue = full.convert("RGB").getpixel((5, 1995))  # type: ignore[misc]
    assert blue > 200 > red
    assert await scene.evaluate("[innerWidth, innerHeight]") == [1280, 720]


async def test_a_scale_of_two_has_twice_the_pixels(stage: Stage) -> None:
    scene = await stage.open(viewport=Viewport(640, 400, scale=2))
    await scene.goto("plain")
    assert await scene.evaluate("[innerWidth, innerHeight, devicePixelRatio]") == [640, 400, 2]
    assert _image(await scene.tab.screenshot()).size == (1280, 800)
    await scene.close()


async def test_an_empty_tab_is_white(scene: Scene) -> None:
    await scene.settle()
    picture = _image(await scene.tab.screenshot()).convert("RGB")
    assert picture.size == (1280, 720)
    assert picture.getcolors() == [(1280 * 720, (255, 255, 255))]
