"""A person at the booth: their clicks and keys are the actions of any agent, and the verdict is the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, async_playwright
from starlette.testclient import TestClient

from webcosm.agents import make_agent
from webcosm.agents.human import Booth, element_at
from webcosm.browser import find
from webcosm.env import Cosmos, Episode, Observation
from webcosm.tasks import make_task

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::DeprecationWarning:starlette")]


@pytest.fixture
async def episode() -> AsyncIterator[Episode]:
    agent = make_agent("human", open_browser=False)
    async with (
        Cosmos() as cosmos,
        cosmos.episode(make_task("arena.notes.open-note"), options=agent.options()) as episode,
    ):
        await episode.reset()
        yield episode


def test_a_port_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="port must be from 0"):
        make_agent("human", port=70_000)


async def test_moves_become_actions(episode: Episode) -> None:
    booth = Booth(episode)
    seen = episode.observation
    assert seen
    link = next(one for one in seen.elements if one.role == "link" and one.visible and one.box)
    assert link.box
    move = booth.read({"point": link.box.centre})
    assert not isinstance(move, str | dict)
    assert move.text == f"click('{link.id}')"
    assert element_at(seen, 1279, 719) is None
    beside = booth.read({"point": [1279, 719]})
    assert not isinstance(beside, str | dict)
    assert beside.text == "mouse_click(1279, 719)"
    assert getattr(booth.read({"text": "milk"}), "text", "") == "keyboard_type('milk')"
    assert getattr(booth.read({"key": "Enter"}), "text", "") == "keyboard_press('Enter')"
    assert booth.read({"action": "go_back()"}) == "go_back()"
    with pytest.raises(ValueError, match="none of point, text, key"):
        booth.read({"shout": 1})


async def test_a_select_is_asked_about(episode: Episode) -> None:
    await episode.act("goto('http://calc.test/convert')")
    seen = episode.observation
    assert seen
    field = next(one for one in seen.elements if one.tag == "select" and one.visible and one.box)
    assert field.box
    question = Booth(episode).read({"point": field.box.centre})
    assert isinstance(question, dict)
    assert question["id"] == field.id
    assert len(question["options"]) > 2


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
        Cosmos() as cosmos,
        cosmos.episode(make_task("arena.notes.open-note"), options=agent.options()) as episode,
    ):
        await episode.reset()
        playing = asyncio.ensure_future(agent.play(episode))
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=str(find().path), args=["--no-sandbox"])
            page = await browser.new_page(viewport={"width": 1280, "height": 900})
            errors: list[str] = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            await opened(address, page)
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
            "report_infeasible",
        ]
    assert "Your turn: " in capsys.readouterr().err
