"""A person at the booth: their clicks and keys are the actions of any agent, and the verdict is the same."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Page, async_playwright
from starlette.testclient import TestClient

from webcosm.agents import make_agent
from webcosm.agents.human import Booth, element_at
from webcosm.browser import find
from webcosm.env import Episode, Observation, Runtime
from webcosm.observe.records import Element
from webcosm.tasks import Goal, make_task

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::DeprecationWarning:starlette")]


@pytest.fixture
async def episode() -> AsyncIterator[Episode]:
    agent = make_agent("human", open_browser=False)
    task = make_task("arena.notes.open-note")
    task.files = {"portrait.png": Path("portrait.png"), "letter.txt": Path("letter.txt")}
    async with Runtime() as runtime, runtime.episode(task, options=agent.options()) as episode:
        await episode.reset()
        yield episode


def drawing(form: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (60, 40), "teal").save(buffer, form)
    return buffer.getvalue()


def place_of(episode: Episode, name: str) -> tuple[Element, tuple[float, float]]:
    """An element by its name, or by its tag if it has none, and a point on it."""
    assert episode.observation
    found = next(one for one in episode.observation.elements if (one.name or one.tag) == name and one.clickable)
    assert found.box
    return found, found.box.centre


def test_a_port_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="port must be from 0"):
        make_agent("human", port=70_000)


async def test_moves_become_actions(episode: Episode) -> None:
    booth = Booth(episode)
    seen = episode.observation
    assert seen
    link = next(one for one in seen.elements if one.role == "link" and one.visible and one.box)
    assert link.box
    move = await booth.read({"point": link.box.centre})
    assert not isinstance(move, str | dict)
    assert move.text == f"click('{link.id}')"
    assert element_at(seen, 1279, 719) is None
    beside = await booth.read({"point": [1279, 719]})
    assert not isinstance(beside, str | dict)
    assert beside.text == "mouse_click(1279, 719)"
    assert getattr(await booth.read({"text": "milk"}), "text", "") == "keyboard_type('milk')"
    assert getattr(await booth.read({"key": "Enter"}), "text", "") == "keyboard_press('Enter')"
    assert await booth.read({"action": "go_back()"}) == "go_back()"
    with pytest.raises(ValueError, match="none of point, text, key"):
        await booth.read({"shout": 1})


async def test_a_select_is_asked_about(episode: Episode) -> None:
    await episode.act("goto('http://calc.test/convert')")
    seen = episode.observation
    assert seen
    field = next(one for one in seen.elements if one.tag == "select" and one.visible and one.box)
    assert field.box
    question = await Booth(episode).read({"point": field.box.centre})
    assert isinstance(question, dict)
    assert question["id"] == field.id
    assert len(question["options"]) > 2


async def test_which_file_is_asked_about_where_a_field_takes_files_whatever_it_is_called(episode: Episode) -> None:
    async with episode.by_hand() as page:
        await page.set_content(
            "<input type=file aria-label=Portrait><br><label>Letter<input type=file hidden></label><br>"
            "<input value=file.txt aria-label='Name of the file'>"
        )
    booth = Booth(episode)
    for name in ("Portrait", "label"):
        field, point = place_of(episode, name)
        question = await booth.read({"point": point})
        assert isinstance(question, dict)
        assert (question["id"], question["how"]) == (field.id, "upload")
        assert question["options"] == ["letter.txt", "portrait.png"]
    portrait, _ = place_of(episode, "Portrait")
    upload = await booth.read({"upload": [portrait.id, "portrait.png"]})
    assert getattr(upload, "text", "") == f"upload_file('{portrait.id}', 'portrait.png')"
    text, point = place_of(episode, "Name of the file")
    assert getattr(await booth.read({"point": point}), "text", "") == f"click('{text.id}')"


async def test_pictures_of_the_goal_are_handed_out(episode: Episode) -> None:
    episode.goal = Goal("Find this", (drawing("PNG"), drawing("JPEG")))
    booth = Booth(episode)
    client = TestClient(booth.app)
    assert client.get(f"{booth.path}state").json()["pictures"] == 2
    for number, kind in enumerate(("image/png", "image/jpeg")):
        answer = client.get(f"{booth.path}goal/{number}")
        assert (answer.headers["content-type"], answer.content) == (kind, episode.goal.pictures[number])
    missing = client.get(f"{booth.path}goal/2")
    assert (missing.status_code, missing.text) == (404, "the goal has 2 pictures, numbered from 0")


async def test_the_secret_path_is_the_only_way_in(episode: Episode) -> None:
    booth = Booth(episode)
    client = TestClient(booth.app)
    assert client.get("/").status_code == 404
    assert client.get("/state").status_code == 404
    assert client.get(f"{booth.path}state").json()["goal"] == episode.goal.text


async def after_step(number: int, page: Page, episode: Episode) -> Observation:
    """What is seen when the booth shows that so many steps are done."""
    await page.wait_for_selector(f"#facts:has-text('Step {number} ')")
    assert episode.observation
    return episode.observation


async def opened(address: asyncio.Queue[str], page: Page) -> None:
    await page.goto(await address.get())
    await page.wait_for_selector("#goal:not(:empty)")


async def test_a_person_plays_to_the_end(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In a second browser, as the person's would be: answers a question of the calculator and sees the verdict."""
    address: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr("webbrowser.open", address.put_nowait)
    agent = make_agent("human")
    async with (
        Runtime() as runtime,
        runtime.episode(make_task("arena.notes.open-note"), options=agent.options()) as episode,
    ):
        await episode.reset()
        episode.goal = Goal(episode.goal.text, (drawing("PNG"),))
        playing = asyncio.ensure_future(agent.play(episode))
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=str(find().path), args=["--no-sandbox"])
            page = await browser.new_page(viewport={"width": 1280, "height": 900})
            errors: list[str] = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            await opened(address, page)
            shown_picture = page.get_by_role("img", name="Picture 1 of 1 that belongs to the goal")
            await page.wait_for_function("document.querySelector('#pictures img').naturalWidth === 60")
            assert await shown_picture.is_visible()
            await page.fill("#url", "http://notes.test/new")
            await page.press("#url", "Enter")
            seen = await after_step(1, page, episode)
            assert seen.url == "http://notes.test/new"
            title = next(one for one in seen.elements if one.role == "textbox" and one.name.startswith("Title"))
            assert title.box
            shown = await page.locator("#picture").bounding_box()
            assert shown
            scale = shown["width"] / 1280
            x, y = title.box.centre
            await page.mouse.click(shown["x"] + x * scale, shown["y"] + y * scale)
            await after_step(2, page, episode)
            await page.keyboard.type("Eggs")
            now = await after_step(3, page, episode)
            field = next(one for one in now.elements if one.id == title.id)
            assert field.value == "Eggs"
            await page.set_viewport_size({"width": 390, "height": 844})  # where there may be neither keys nor a wheel
            await page.fill("#text", " and milk")
            await page.get_by_role("button", name="Type").click()
            now = await after_step(4, page, episode)
            assert next(one for one in now.elements if one.id == title.id).value == "Eggs and milk"
            await page.get_by_role("button", name="Scroll down").click()
            await after_step(5, page, episode)
            await page.fill("#words", "There is no such note.")
            await page.click("#infeasible")
            await page.wait_for_selector("#verdict:not([hidden])")
            assert "failure" in (await page.inner_text("#outcome"))
            await page.click("#leave")
            await playing
            await browser.close()
        assert errors == []
        assert episode.verdict
        assert episode.verdict.outcome == "failure"
        assert [text.partition("(")[0] for text in episode.history] == [
            "goto",
            "click",
            "keyboard_type",
            "keyboard_type",
            "scroll_at",
            "report_infeasible",
        ]
    assert "Your turn: " in capsys.readouterr().err
