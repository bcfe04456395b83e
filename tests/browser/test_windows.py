"""Windows: tabs, dialogs, downloads, history, what windows keep to themselves, and browsers that die."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.browser.stage import ASKED, BROWSER, GATE, HOME, Scene, Stage
from webcosm.browser import BrowserHung, BrowserLost, Browsers, DialogOpen, Refused, Tab, Viewport

pytestmark = BROWSER


# Tabs -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["#blank", "#noopener", "#open", "#shy"])
async def test_a_page_that_opens_a_window_makes_it_the_active_tab(scene: Scene, way: str) -> None:
    await scene.goto("tabs")
    await scene.click(way)
    assert await scene.addresses() == ["/tabs", "/clock"]
    assert scene.window.active is scene.window.tabs[1]
    assert await scene.date() == scene.world_ms()


async def test_two_windows_at_once_are_two_tabs_in_their_order(scene: Scene) -> None:
    await scene.goto("tabs")
    await scene.click("#two")
    assert await scene.addresses() == ["/tabs", "/plain", "/clock"]


@pytest.mark.parametrize("way", ["#brief", "#fleeting"])
async def test_a_window_that_is_soon_closed_leaves_its_opener_active(scene: Scene, way: str) -> None:
    await scene.goto("tabs")
    await scene.click(way)
    assert await scene.addresses() == ["/tabs"]
    assert await scene.date() == scene.world_ms()


@pytest.mark.parametrize(
    "opens",
    [
        "window.open('/plain')",
        "window.open('/plain', '_blank', 'noopener')",
        "window.open('')",
        "window.open('/plain').close()",
        "window.open(''); window.open('/plain')",
        "window.open('/file/a.csv')",
    ],
)
async def test_a_window_that_is_opened_in_the_midst_of_time_does_not_stop_it(scene: Scene, opens: str) -> None:
    await scene.goto("tabs")
    opener = scene.tab
    await scene.evaluate(f"setTimeout(() => {{ {opens}; setTimeout(() => say('later'), 100); }}, 100)")
    await scene.settle()
    assert "later 706" in str(await opener.evaluate("document.getElementById('log').textContent"))


async def test_a_window_that_is_opened_while_a_form_is_sent_does_not_stop_that(scene: Scene) -> None:
    await scene.goto("tabs")
    await scene.evaluate(
        """(() => {
          const form = "<form action='/timers'><button id='send'>Send</button></form>";
          document.body.insertAdjacentHTML("afterbegin", form);
          $("send").onclick = () => window.open("/plain");
        })()"""
    )
    await scene.click("#send")
    assert sorted(await scene.addresses()) == ["/plain", "/timers?"]


async def test_a_page_may_write_into_a_window_it_opened(scene: Scene) -> None:
    await scene.goto("tabs")
    await scene.click("#talk")
    assert await scene.text() == "from outside"


@pytest.mark.parametrize("address", ["", "about:blank", "javascript:void 0", "mailto:a@b.test", "data:text/html,x"])
async def test_a_window_that_gets_no_page_of_the_web_is_not_waited_for(scene: Scene, address: str) -> None:
    await scene.goto("tabs")
    await scene.evaluate("(address) => { window.open(address); }", address)
    assert (await scene.settle()).reason == "quiet"
    assert scene.window.active is scene.window.tabs[-1]
    assert all(url in ("/tabs", "about:blank") for url in await scene.addresses())


async def test_a_window_that_was_opened_empty_is_waited_for_when_it_gets_a_page(scene: Scene) -> None:
    await scene.goto("tabs")
    await scene.evaluate("() => { window.empty = window.open(''); }")
    await scene.settle()
    await scene.window.focus(0)
    await scene.evaluate("() => { empty.location = '/clock'; window.open('/plain'); }")
    await scene.settle()
    assert await scene.addresses() == ["/tabs", "/clock", "/plain"]


async def test_a_tab_that_a_page_sends_elsewhere_is_shown(scene: Scene) -> None:
    await scene.goto("tabs")
    await scene.click("#help")
    await scene.window.focus(0)
    await scene.click("#more")
    assert await scene.addresses() == ["/tabs", "/timers"]
    assert scene.window.active is scene.window.tabs[1]
    assert await scene.date() == scene.world_ms()


FRAME = "const frame = document.createElement('iframe'); frame.%s; document.body.append(frame)"


@pytest.mark.parametrize(
    ("work", "done"),
    [
        ("location = '/clock'", "document.title === 'Clock'"),
        ("location.reload()", "!window.marked"),
        ("location = 'http://nowhere.test/'", "document.title !== 'Plain'"),
        (
            "location = URL.createObjectURL(new Blob(['<title>Blob</title>'], {type: 'text/html'}))",
            "document.title === 'Blob'",
        ),
        (FRAME % "src = '/clock'", "frames[0].document.title === 'Clock'"),
        (FRAME % "srcdoc = '<title>Within</title>'", "frames[0].document.title === 'Within'"),
        ("fetch('/api/now').then(() => { document.title = 'Asked'; })", "document.title === 'Asked'"),
    ],
)
async def test_a_page_in_the_background_goes_on_with_its_work(scene: Scene, work: str, done: str) -> None:
    """At the same time as the one that is shown."""
    await scene.goto("tabs")
    await scene.evaluate("() => { window.open('/plain'); }")
    await scene.settle()
    await scene.evaluate(f"() => {{ window.marked = true; setTimeout(() => {{ {work} }}, 300); }}")
    await scene.window.focus(0)
    before = scene.window.clock.elapsed_ms
    settled = await scene.settle()
    assert (settled.reason, settled.page_ms) == ("quiet", scene.window.clock.elapsed_ms - before)
    assert scene.window.active is scene.window.tabs[0]
    assert await scene.window.tabs[1].evaluate(done)
    assert await scene.date() == scene.world_ms()


async def test_a_page_in_the_background_that_shows_a_dialog_is_shown(scene: Scene) -> None:
    await scene.goto("tabs")
    await scene.evaluate("() => { window.open('/plain'); }")
    await scene.settle()
    await scene.evaluate("() => { setTimeout(() => { document.title = confirm('Stay?'); }, 300); }")
    await scene.window.focus(0)
    assert (await scene.settle()).reason == "dialog"
    assert scene.window.active is scene.window.tabs[1]
    await scene.tab.answer_dialog(accept=True)
    assert (await scene.settle()).reason == "quiet"
    assert await scene.tab.title() == "true"
    await scene.window.focus(0)
    assert (await scene.settle()).reason == "quiet"
    assert await scene.date() == scene.world_ms()


async def test_a_tab_of_the_user_is_not_closed_by_its_page(scene: Scene) -> None:
    for _ in range(2):
        await scene.goto("tabs")
        await scene.click("#leave")
        assert await scene.addresses() == ["/tabs"]
        await scene.window.new_tab()
        await scene.window.close_tab(0)


async def test_a_window_begins_with_an_empty_page_before_which_there_is_none(scene: Scene) -> None:
    assert (await scene.settle()).reason == "quiet"
    assert await scene.evaluate("[location.href, document.title, history.length]") == ["about:blank", "", 1]
    for step in (-1, 1):
        with pytest.raises(ValueError, match="there is no page to go"):
            await scene.window.go_in_history(step)
    await scene.window.reload()
    assert (await scene.settle()).reason == "quiet"
    page = await scene.window.playwright.page(scene.tab)
    assert page.url == "about:blank"


async def test_the_first_page_has_none_before_it(scene: Scene) -> None:
    await scene.goto("plain")
    blank = 0 if scene.window.clock.mode == "exact" else 1  # a full Chromium has to begin with one, which counts
    assert await scene.evaluate("history.length") == 1 + blank
    with pytest.raises(ValueError, match="there is no page to go back to"):
        await scene.window.go_in_history(-1)


async def test_tabs_are_focused_and_closed_by_number(scene: Scene) -> None:
    await scene.goto("plain")
    for page in ("timers", "search"):
        await scene.window.new_tab()
        await scene.goto(page)
    await scene.window.focus(0)
    assert await scene.evaluate("document.title") == "Plain"
    await scene.window.close_tab(1)
    assert await scene.addresses() == ["/plain", "/search"]
    assert scene.window.active is scene.window.tabs[0]
    await scene.window.close_tab()
    assert await scene.addresses() == ["/search"]
    assert await scene.evaluate("document.title") == "Search"


async def test_closing_the_last_tab_leaves_an_empty_one(scene: Scene) -> None:
    await scene.goto("plain")
    await scene.window.close_tab()
    assert await scene.addresses() == ["about:blank"]
    await scene.goto("plain")
    assert await scene.date() == scene.world_ms()


@pytest.mark.parametrize("number", [-1, 1, 99])
async def test_a_tab_that_is_not_there_is_told(scene: Scene, number: int) -> None:
    with pytest.raises(ValueError, match=f"there is no tab {number}; open tabs are 0 to 0"):
        await scene.window.focus(number)
    with pytest.raises(ValueError, match=f"there is no tab {number}"):
        await scene.window.close_tab(number)


OPENS_AND_ASKS = {
    "at once": "$('leave').onclick = () => { window.open('/plain'); confirm('Sure?'); }",
    "with an answer": "$('leave').onclick = () => fetch('/api/now').then(() => { window.open('/plain'); alert(1); })",
    "after a while": "$('leave').onclick = () => setTimeout(() => { window.open('/plain'); alert(1); }, 100)",
}


@pytest.mark.parametrize("when", OPENS_AND_ASKS)
async def test_a_page_that_opens_a_window_and_asks_is_shown_until_it_is_answered(scene: Scene, when: str) -> None:
    await scene.goto("tabs")
    await scene.evaluate(f"(() => {{ {OPENS_AND_ASKS[when]}; }})()")
    assert (await scene.click("#leave")).reason == "dialog"
    assert await scene.addresses() == ["/tabs"]
    await scene.tab.answer_dialog(accept=True)
    assert (await scene.settle()).reason == "quiet"
    assert await scene.addresses() == ["/tabs", "/plain"]
    assert scene.tab is scene.window.tabs[1]


@pytest.mark.parametrize("opens", ["window.open('/tabs')", "window.open('/tabs', '_blank', 'noopener')"])
async def test_a_click_in_a_window_that_a_page_opened_may_change_its_address(scene: Scene, opens: str) -> None:
    await scene.goto("tabs")
    await scene.evaluate(f"setTimeout(() => {opens}, 100)")
    await scene.settle()
    await scene.evaluate(
        "document.onclick = document.onkeydown = () => { history.pushState(null, '', '?further'); say('further'); }"
    )
    await scene.click("#unasked")
    assert await scene.addresses() == ["/tabs", "/tabs?further"]
    await scene.evaluate("history.replaceState(null, '', '/tabs')")
    await scene.type("x")
    assert await scene.addresses() == ["/tabs", "/tabs?further"]


async def test_a_window_that_comes_after_a_dialog_is_not_given_up_while_that_is_open(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, start = asyncio.Event(), Tab.start

    async def start_late(tab: Tab) -> None:
        await asked.wait()
        await start(tab)

    await scene.goto("tabs")
    monkeypatch.setattr(Tab, "start", start_late)
    scene.window.hung_after = 0.2  # real seconds; whoever answers the dialog takes longer
    await scene.evaluate(
        "void ($('leave').onclick = () => { window.open('/plain', '_blank', 'noopener'); confirm('Sure?'); })"
    )
    assert (await scene.click("#leave")).reason == "dialog"
    asked.set()
    (window,) = scene.window._starting_pages
    assert not (await asyncio.wait({window}, timeout=0.5))[0], "it hears nobody before the dialog is answered"
    await scene.tab.answer_dialog(accept=True)
    await window
    await scene.window._wait_for_arrivals()
    assert len(scene.window.tabs) == 2


# Dialogs --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "which, kind, message, accept, text, said",
    [
        ("#alert", "alert", "Hello", True, None, "alerted"),
        ("#confirm", "confirm", "Sure?", True, None, "confirmed=true"),
        ("#confirm", "confirm", "Sure?", False, None, "confirmed=false"),
        ("#prompt", "prompt", "Name?", True, "Grace", "prompted=Grace"),
        ("#prompt", "prompt", "Name?", False, None, "prompted=null"),
        ("#later", "alert", "Later", True, None, "late"),
        ("#drawn", "alert", "Drawn", True, None, "drawn"),
    ],
)
async def test_a_dialog_stops_the_page_until_it_is_answered(
    scene: Scene, which: str, kind: str, message: str, accept: bool, text: str | None, said: str
) -> None:
    await scene.goto("dialogs")
    settled = await scene.click(which)
    assert settled.reason == "dialog"
    assert scene.tab.dialog is not None
    assert (scene.tab.dialog.type, scene.tab.dialog.message) == (kind, message)
    with pytest.raises(DialogOpen):
        await scene.date()
    await scene.tab.answer_dialog(accept, text)
    assert (await scene.settle()).reason == "quiet"
    assert (await scene.log())[0].startswith(f"{said} ")
    assert await scene.date() == scene.world_ms()


async def test_dialogs_may_follow_one_another(scene: Scene) -> None:
    await scene.goto("dialogs")
    await scene.click("#twice")
    messages = []
    while scene.tab.dialog is not None:
        messages.append(scene.tab.dialog.message)
        try:
            await scene.tab.answer_dialog(True)
        except DialogOpen:
            pass
        await scene.settle()
    assert messages == ["One", "Two"]
    assert (await scene.log())[0].startswith("both")


@pytest.mark.parametrize(
    "script",
    [
        "alert('Sure?'); fetch('/font?late').then(() => say('answered'))",
        "fetch('/font?late').then(() => say('answered')); alert('Sure?')",
        "fetch('/font?late').then(() => say('answered')); for (let i = 0; i < 1e8; i++); alert('Sure?')",
    ],
    ids=["asks the network after it", "asks the network before it", "asks the network long before it"],
)
async def test_time_that_a_dialog_interrupted_passes_before_any_other(scene: Scene, script: str) -> None:
    await scene.goto("dialogs")
    await scene.evaluate(f"() => {{ setTimeout(() => {{ {script} }}, 50); setTimeout(() => say('later'), 400) }}")
    began, date = scene.tab.clock.elapsed_ms, await scene.date()
    ASKED.clear()
    GATE.clear()
    try:
        with pytest.raises(DialogOpen):
            await scene.tab.advance(500)
        await scene.tab.answer_dialog(True)
        further = asyncio.ensure_future(scene.tab.advance(16))
        await asyncio.to_thread(ASKED.wait, 10)
        await scene.tab.activity()  # a round trip, after which the page knows of the further time
        assert not further.done(), "time stands while the network owes an answer"
    finally:
        GATE.set()
    await further
    assert scene.tab.clock.elapsed_ms - began == 516
    assert await scene.date() - date == 516
    assert [line.split()[0] for line in await scene.log()] == ["answered", "later"]


async def test_a_page_that_asks_the_network_and_then_the_person_goes_on_when_answered(scene: Scene) -> None:
    await scene.goto("dialogs")
    script = "fetch('/api/now').then(() => say('answered')); for (let i = 0; i < 1e8; i++); alert('Sure?')"
    await scene.evaluate(f"() => {{ setTimeout(() => {{ {script} }}, 50); setTimeout(() => say('later'), 400) }}")
    assert (await scene.settle()).reason == "dialog"
    await scene.tab.answer_dialog(True)
    assert (await scene.settle()).reason == "quiet"
    assert [line.split()[0] for line in await scene.log()] == ["answered", "later"]


async def test_a_page_that_closes_itself_with_requests_pending_leaves_the_others_alone(scene: Scene) -> None:
    await scene.goto("plain")
    await scene.evaluate("() => { window.open('/chain'); }")
    await scene.settle()
    requests = "for (const q of 'abc') fetch(`/api/search?q=${q}`)"
    await scene.evaluate(f"() => {{ setTimeout(() => {{ {requests}; window.close(); }}, 50); }}")
    assert (await scene.settle()).reason == "quiet"
    assert await scene.addresses() == ["/plain"]


async def test_a_page_may_ask_before_it_is_left(scene: Scene) -> None:
    await scene.goto("dialogs")
    await scene.click("#guarded")
    for accept, where in ((False, "/dialogs"), (True, "/plain")):
        assert (await scene.click("#away")).reason == "dialog"
        assert scene.tab.dialog is not None
        assert scene.tab.dialog.type == "beforeunload"
        await scene.tab.answer_dialog(accept)
        assert (await scene.settle()).reason == "quiet"
        assert await scene.addresses() == [where]


async def test_an_answer_without_a_dialog_is_refused(scene: Scene) -> None:
    with pytest.raises(ValueError, match="there is no dialog to answer"):
        await scene.tab.answer_dialog(True)


# Downloads ------------------------------------------------------------------------------------------------------------


async def test_downloads_are_kept_with_name_size_and_content(scene: Scene) -> None:
    await scene.goto("downloads")
    await scene.click("#one")
    (download,) = scene.window.downloads
    assert (download.name, download.size, download.url) == ("report.csv", 1234, f"{HOME}/file/report.csv?size=1234")
    assert download.path.read_bytes() == b"x" * 1234
    assert await scene.addresses() == ["/downloads"]


async def test_downloads_at_once_are_kept_by_their_addresses(scene: Scene) -> None:
    await scene.goto("downloads")
    await scene.click("#three")
    assert [(one.name, one.size) for one in scene.window.downloads] == [(f"part{n}.txt", n) for n in (1, 2, 3)]


async def test_a_download_in_a_new_tab_is_kept_and_leaves_no_tab(scene: Scene) -> None:
    await scene.goto("downloads")
    await scene.click("#blank")
    assert [one.name for one in scene.window.downloads] == ["blank.csv"]
    assert scene.window.downloads[0].path.read_bytes() == b"x" * 10
    assert await scene.addresses() == ["/downloads"]


async def test_an_address_that_is_a_download_is_refused_and_kept(scene: Scene) -> None:
    await scene.goto("plain")
    with pytest.raises(Refused, match="it is a download"):
        await scene.window.goto(f"{HOME}/file/typed.csv")
    await scene.settle()
    assert [one.name for one in scene.window.downloads] == ["typed.csv"]
    assert await scene.addresses() == ["/plain"]


async def test_downloads_of_one_window_are_not_those_of_another(stage: Stage, scene: Scene) -> None:
    other = await stage.open()
    await asyncio.gather(scene.goto("downloads"), other.goto("downloads"))
    await asyncio.gather(scene.click("#one"), other.click("#blank"))
    assert [one.name for one in scene.window.downloads] == ["report.csv"]
    assert [one.name for one in other.window.downloads] == ["blank.csv"]
    await other.close()


# History --------------------------------------------------------------------------------------------------------------


async def test_back_forward_and_reload(scene: Scene) -> None:
    await scene.goto("plain")
    await scene.goto("timers")
    for step, page in ((-1, "/plain"), (1, "/timers")):
        await scene.window.go_in_history(step)
        await scene.settle()
        assert await scene.addresses() == [page]
    await scene.evaluate("void (window.mark = 1)")
    await scene.window.reload()
    await scene.settle()
    assert await scene.evaluate("window.mark === undefined")
    assert await scene.date() == scene.world_ms()


async def test_there_is_nothing_beyond_the_ends_of_the_history(scene: Scene) -> None:
    await scene.goto("plain")
    with pytest.raises(ValueError, match="no page to go back to"):
        await scene.window.go_in_history(-1)
    with pytest.raises(ValueError, match="no page to go forward to"):
        await scene.window.go_in_history(1)


# What windows keep to themselves --------------------------------------------------------------------------------------


async def test_cookies_and_storage_are_the_windows_own_unless_they_are_handed_on(stage: Stage) -> None:
    first = await stage.open()
    await first.goto("plain")
    await first.evaluate("void (document.cookie = 'a=1; path=/', localStorage.b = 2)")
    kept = await first.window.storage.read()
    read = "[document.cookie, localStorage.b ?? null]"
    second, heir = await stage.open(), await stage.open(stored=kept)
    for scene, expected in ((second, ["", None]), (heir, ["a=1", "2"])):
        await scene.goto("plain")
        assert await scene.evaluate(read) == expected
    for scene in (first, second, heir):
        await scene.close()


async def test_storage_of_pages_that_are_not_open_any_more_is_handed_on_too(stage: Stage) -> None:
    first = await stage.open()
    await first.goto("http://other.test/plain")
    await first.evaluate("void (localStorage.far = 'kept')")
    await first.goto("plain")
    kept = await first.window.storage.read()
    assert kept.local == {"http://other.test": {"far": "kept"}}
    assert await first.addresses() == ["/plain"], "nobody sees how it was read"
    heir = await stage.open(stored=kept)
    assert await heir.window.storage.read() == kept, "though nothing of it was opened yet"
    await heir.goto("http://other.test/plain")
    assert await heir.evaluate("localStorage.far") == "kept"
    assert await heir.date() == heir.world_ms()
    for scene in (first, heir):
        await scene.close()


async def test_storage_is_handed_on_though_the_page_that_is_open_has_none(stage: Stage) -> None:
    first = await stage.open()
    await first.goto("plain")
    await first.evaluate("void (localStorage.near = 'kept')")
    with pytest.raises(Refused):
        await first.goto(f"{HOME}:1/")
    await first.settle()
    assert (await first.window.storage.read()).local == {HOME: {"near": "kept"}}
    await first.close()


# Browsers that die ----------------------------------------------------------------------------------------------------


async def _pid(scene: Scene) -> int:
    processes = (await scene.browser.connection.root.send("SystemInfo.getProcessInfo"))["processInfo"]
    return int(next(process["id"] for process in processes if process["type"] == "browser"))


def _children() -> set[int]:
    """All processes below this one."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(stat.parent.name)] = int(fields[1])
    below = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    return below - {os.getpid()}


async def test_a_page_whose_process_crashed_is_lost_at_once(stage: Stage) -> None:
    scene = await stage.open()
    await scene.goto("plain")
    asyncio.ensure_future(scene.tab.session.send("Page.crash")).add_done_callback(lambda future: future.exception())
    with pytest.raises(BrowserLost):
        await scene.evaluate("new Promise(() => {})")
    with pytest.raises(BrowserLost):
        await scene.settle()
    await scene.close()


async def test_a_killed_browser_is_lost_and_the_next_window_gets_a_fresh_one() -> None:
    async with Stage() as stage:
        scene = await stage.open()
        await scene.goto("plain")
        os.kill(await _pid(scene), signal.SIGKILL)
        with pytest.raises(BrowserLost):
            await scene.settle()
        await scene.close()
        other = await stage.open()
        assert other.browser is not scene.browser
        await other.goto("plain")
        assert await other.text("#text") == "Nothing moves here."
        await other.close()


@pytest.mark.parametrize("how", ["#stick", "#later"])
async def test_a_page_that_never_yields_is_hung_and_others_go_on(how: str) -> None:
    async with Stage(browsers=Browsers(hung_after=30)) as stage:
        scene = await stage.open()
        await scene.goto("stuck")
        assert scene.tab.connection.hung_after == 30
        scene.tab.connection.hung_after = 2
        with pytest.raises(BrowserHung, match="within 2 seconds"):
            await scene.click(how)
        await scene.close()
        other = await stage.open()
        await other.goto("plain")
        assert await other.text("#text") == "Nothing moves here."
        await other.close()


async def test_a_browser_is_not_ended_while_windows_are_opened_in_it() -> None:
    async with Stage(browsers=Browsers(recycle_after=1)) as stage:
        scenes = await asyncio.gather(*(stage.open() for _ in range(4)))
        assert len({scene.browser.process.pid for scene in scenes}) == 4
        for scene in scenes:
            assert (await scene.goto("plain")).reason == "quiet"
            await scene.close()
            assert scene.browser is stage.browsers._current or scene.browser.lost


async def test_a_browser_is_replaced_after_a_number_of_windows_and_nothing_is_left_behind() -> None:
    before = _children()
    stage = Stage(browsers=Browsers(recycle_after=2))
    scenes = [await stage.open() for _ in range(3)]
    assert scenes[0].browser is scenes[1].browser is not scenes[2].browser
    old = await _pid(scenes[0])
    folders = {scene.browser.process.folder for scene in scenes}
    assert all(folder.is_dir() for folder in folders)
    for scene in scenes:
        await scene.goto("plain")
        await scene.close()
    assert not Path(f"/proc/{old}").exists() or old not in _children()
    await stage.close()
    assert _children() <= before
    assert not any(folder.exists() for folder in folders)


async def test_a_window_asked_of_a_browser_that_is_closing_is_lost() -> None:
    async with Stage() as stage:
        scene = await stage.open()
        asked = asyncio.ensure_future(
            scene.browser.open(scene.credential.proxy, Viewport(), scene.world.clock.now(), lambda _: None)
        )
        await asyncio.sleep(0)  # it has asked
        await scene.browser.close()
        with pytest.raises(BrowserLost, match="could not open a window"):
            await asked
        await scene.close()
