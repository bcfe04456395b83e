"""Forks: plain ones that copy what a window shows, exact ones that replay all that was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.env.conftest import Begin, element
from webcosm.act import Action
from webcosm.browser import BrowserLost
from webcosm.env import Episode, Look, Runtime
from webcosm.observe.records import Element

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

BOTH = Look(parts=("text", "screenshot"))


async def js(episode: Episode, expression: str) -> Any:
    return await episode.window.tab.run_script(expression)


async def act(episode: Episode, text: str) -> None:
    """``act(episode, "click('{Add}')")``: names in braces become ids."""
    before, _, rest = text.partition("{")
    name, _, after = rest.partition("}")
    step = await episode.act(f"{before}{element(episode, name)}{after}" if rest else text)
    assert step.info["error"] == ""


def shown(episode: Episode) -> Sequence[Element]:
    assert episode.observation is not None
    return episode.observation.elements


async def new_note(episode: Episode, title: str) -> None:
    await episode.act("goto('http://notes.test/new')")
    await episode.act(f"type('{element(episode, 'Title', 'textbox')}', '{title}', submit=True)")


# Plain ----------------------------------------------------------------------------------------------------------------


async def test_a_plain_fork_shows_what_the_window_showed(begin: Begin) -> None:
    episode = await begin("app.html")
    await act(episode, "click('{Add}')")
    await act(episode, "fill('{Words}', 'some words')")
    await act(episode, "fill('{Long}', 'more\\nwords')")
    await act(episode, "fill('{Rich}', 'rich words')")
    await act(episode, "check('{Tick}')")
    await act(episode, "select_option('{Pick}', 'Two')")
    await episode.act("new_tab('http://stage.test/second.html')")
    await episode.act("tab_focus(0)")
    await episode.act("scroll(0, 400)")
    await act(episode, "focus('{Words}')")
    await episode.act("scroll(0, 100)")
    shown = "[words.value, long.value, rich.innerText, tick.checked, pick.value, scrollY, document.activeElement.id]"
    async with await episode.fork() as twin:
        assert await js(twin, shown) == await js(episode, shown)
        assert [tab.url for tab in twin.window.tabs] == [tab.url for tab in episode.window.tabs]
        assert twin.window.tabs.index(twin.window.tab) == 0
        assert await js(twin, "[localStorage.clicks, sessionStorage.clicks, document.cookie]") == ["1", "1", "clicks=1"]
        assert await js(twin, "kept.textContent") == "found 1 1 clicks=1"  # there before the page's scripts ran


async def test_a_plain_fork_loses_what_scripts_held_and_the_tabs_history(begin: Begin) -> None:
    episode = await begin("second.html")
    await episode.act("goto('http://stage.test/app.html')")
    await act(episode, "click('{Add}')")
    async with await episode.fork() as twin:
        assert await js(twin, "clicks") == 0
        assert (await twin.act("go_back()")).info["error"].startswith("go_back(): there is no page to go back to. ")


async def test_a_plain_fork_remembers_what_was_said_and_counted(begin: Begin) -> None:
    episode = await begin("links.html")
    await episode.act("send_msg_to_user('Hello')")
    episode.say("Go on.")
    await episode.act("jump()")
    async with await episode.fork() as twin:
        assert twin.chat.messages == episode.chat.messages
        assert (twin.steps, twin.history, twin.goal) == (episode.steps, episode.history, episode.goal)
        assert twin.observation is not None
        assert twin.observation.last_error == episode._error
        await twin.act("jump()")
        assert (await twin.act("jump()")).info["cut_short"] == "3 failed actions in a row"


async def test_both_go_on_by_themselves(begin: Begin) -> None:
    episode = await begin("http://notes.test/new")
    await new_note(episode, "Shared")
    async with await episode.fork() as twin:
        await new_note(twin, "Of the twin")
        await new_note(episode, "Of the first")
        titles = [
            [change.new["title"] for change in one.world.changes() if change.table == "note" and change.new]
            for one in (episode, twin)
        ]
    assert titles == [["Shared", "Of the first"], ["Shared", "Of the twin"]]


async def test_a_plain_fork_has_the_ids_of_the_page_it_copies_and_gives_none_of_them_away(begin: Begin) -> None:
    episode = await begin("http://notes.test/")
    old = [one.id for one in shown(episode) if one.id]
    await episode.act("goto('http://notes.test/new')")
    ids = {one.id: (one.role, one.name) for one in shown(episode) if one.id}
    async with await episode.fork() as twin:
        assert {one.id: (one.role, one.name) for one in shown(twin) if one.id} == ids
        step = await twin.act(f"fill('{element(episode, 'Title', 'textbox')}', 'As told')")
        assert step.info["error"] == ""
        await twin.act("reload()")
        new = {one.id for one in shown(twin) if one.id}
        assert not new & {*old, *ids}
        gone = await twin.act(f"click('{element(episode, 'Save note')}')")
        assert "no element" in gone.info["error"]


async def test_a_replayed_episode_gives_the_same_ids(begin: Begin) -> None:
    episode = await begin("http://notes.test/")
    for action in ("goto('http://notes.test/new')", "new_tab('http://calc.test/')", "tab_focus(0)", "go_back()"):
        await episode.act(action)
    async with await episode.fork(exact=True) as twin:
        assert [one.id for one in shown(twin)] == [one.id for one in shown(episode)]


async def test_a_dialog_must_be_answered_before_a_plain_fork(begin: Begin, runtime: Runtime) -> None:
    episode = await begin("dialogs.html")
    await act(episode, "click('{Sure}')")
    proxies = len(runtime.server._proxies)
    with pytest.raises(RuntimeError, match=r"a page shows a dialog \('Delete it\?'\); answer it before a plain fork"):
        await episode.fork()
    assert len(runtime.server._proxies) == proxies
    await episode.act("accept_dialog()")
    assert await js(episode, "said.textContent") == "deleted"


# Exact ----------------------------------------------------------------------------------------------------------------


def assert_same(twin: Episode, episode: Episode) -> None:
    one, other = twin.observation, episode.observation
    assert one is not None
    assert other is not None
    assert one.text == other.text
    assert one.screenshot == other.screenshot
    assert (one.now, one.step, one.last_error) == (other.now, other.step, other.last_error)
    assert [message.text for message in one.chat] == [message.text for message in other.chat]
    assert twin.world.changes() == episode.world.changes()


async def test_an_exact_fork_of_server_made_pages(begin: Begin) -> None:
    episode = await begin("http://notes.test/", look=BOTH)
    await new_note(episode, "Hello")
    episode.say("And now?")
    await episode.act("jump()")
    await episode.act(Action("go_back", {}))
    assert episode.world.changes()
    async with await episode.fork(exact=True) as twin:
        assert_same(twin, episode)


async def test_an_exact_fork_of_a_page_made_by_scripts_with_timers(begin: Begin) -> None:
    episode = await begin("app.html", look=BOTH)
    await act(episode, "click('{Add}')")
    await act(episode, "click('{Add slowly}')")
    await episode.act("noop(700)")
    async with await episode.fork(exact=True) as twin:
        assert_same(twin, episode)
        for one in (episode, twin):  # a timer that was under way comes due in both
            await one.act("noop(1500)")
            assert await js(one, "clicks") == 11
        assert_same(twin, episode)


async def test_an_exact_fork_of_a_dialog(begin: Begin) -> None:
    episode = await begin("dialogs.html")
    await act(episode, "click('{Name}')")
    async with await episode.fork(exact=True) as twin:
        assert twin.observation is not None
        assert episode.observation is not None
        assert twin.observation.dialog == episode.observation.dialog
        await twin.act("accept_dialog('Grace')")
        assert await js(twin, "said.textContent") == "Grace"


@pytest.mark.parametrize("exact", [False, True], ids=["plain", "exact"])
async def test_a_fork_that_fails_leaves_nothing_behind(
    begin: Begin, runtime: Runtime, monkeypatch: pytest.MonkeyPatch, exact: bool
) -> None:
    """A world, a port and a window stayed until the runtime was closed."""
    episode = await begin("links.html")
    await runtime.spares.ready()

    def held() -> tuple[int, int, int]:
        worlds = sum(not world._closed for world in episode.world.universe._worlds)
        browser = episode.place.browser
        assert browser is not None
        return worlds, len(runtime.server._tenants), len(browser.windows)

    async def fails(*_: object, **__: object) -> None:
        raise BrowserLost("it went away")

    before = held()
    with monkeypatch.context() as patch:
        patch.setattr("webcosm.env.episode.restore_tabs", fails)
        patch.setattr(Episode, "observe", fails)
        with pytest.raises(BrowserLost):
            await episode.fork(exact=exact)
    assert all(now <= then for now, then in zip(held(), before, strict=True)), "an exact fork takes the spare window"
    assert (await episode.act("noop()")).info["error"] == ""
