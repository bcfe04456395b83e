"""Files: those that come with the task and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.act.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_file_in_a_file_field(at: Stage) -> None:
    await at.open("files.html")
    await at.act("upload_file('{One}', 'receipt.txt')")
    assert await at.js("contents") == {"one": ["receipt.txt: contents 1"]}
    assert [(event["type"], event["trusted"]) for event in await at.seen()] == [("input", True), ("change", True)]


async def test_several_files(at: Stage) -> None:
    await at.open("files.html")
    await at.act("upload_file('{Many}', ['receipt.txt', 'photo.txt'])")
    assert await at.js("contents") == {"many": ["receipt.txt: contents 1", "photo.txt: contents 2"]}


@pytest.mark.parametrize("name", ["Choose", "Choose later"])
async def test_a_button_that_opens_the_file_chooser(at: Stage, name: str) -> None:
    await at.open("files.html")
    await at.act(f"upload_file('{{{name}}}', 'photo.txt')")
    assert await at.js("contents") == {"behind": ["photo.txt: contents 2"]}


async def test_the_file_chooser_opened_at_a_point(at: Stage) -> None:
    await at.open("files.html")
    box = (await at.element("Choose")).box
    assert box is not None
    await at.do(f"mouse_upload_file({box.x + 5}, {box.y + 5}, 'receipt.txt')")
    assert await at.js("contents") == {"behind": ["receipt.txt: contents 1"]}


REFUSALS = {
    "upload_file('{Idle}', 'receipt.txt')": "no file chooser opened there",
    "mouse_upload_file(900, 600, 'receipt.txt')": "no file chooser opened there",
    "upload_file('{Choose}', ['receipt.txt', 'photo.txt'])": "the file chooser that opened there takes one file only",
    "upload_file('{One}', ['receipt.txt', 'photo.txt'])": "element {One} takes one file only",
    "upload_file('{Off}', 'receipt.txt')": "element {Off} is disabled",
    "upload_file('{One}', 'recipe.txt')": (
        "there is no file 'recipe.txt' with this task; files: photo.txt, receipt.txt"
    ),
}


@pytest.mark.parametrize("action", REFUSALS)
async def test_what_cannot_be_uploaded(at: Stage, action: str) -> None:
    await at.open("files.html")
    begun = at.elapsed
    assert await at.refused(action) == REFUSALS[action]
    assert at.elapsed - begun <= 1000
    assert await at.js("contents") == {}


@pytest.mark.parametrize(
    "action", ["upload_file('{One}', %r)", "upload_file('{Choose}', %r)", "mouse_upload_file(9, 9, %r)"]
)
async def test_a_path_of_the_disk_is_no_file_of_the_task(at: Stage, files: dict[str, Path], action: str) -> None:
    await at.open("files.html")
    for path in (files["receipt.txt"], Path(__file__), Path("../receipt.txt"), Path("/etc/hostname")):
        assert f"there is no file '{path}' with this task" in await at.refused(action % str(path))
    assert await at.js("contents") == {}
