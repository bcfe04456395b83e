"""Page time: what happens in a page between an action and its observation, and what the page can see of it."""

from __future__ import annotations

import asyncio

import pytest

from tests.browser.stage import BROWSER, HOME, Scene
from webcosm.browser import Patience, Refused, Settled
from webcosm.browser.frames import Activity
from webcosm.env.by_hand import alive

pytestmark = BROWSER


async def test_the_page_and_the_world_begin_at_the_same_moment_and_move_together(scene: Scene) -> None:
    began = scene.world_ms()
    for page in ("plain", "timers", "clock", "motion"):
        settled = await scene.goto(page)
        assert await scene.date() == scene.world_ms(), page
        assert settled.page_ms > 0
    assert scene.world_ms() > began


async def test_a_page_at_rest_costs_a_frame_and_the_horizon(scene: Scene) -> None:
    assert await scene.goto("plain") == Settled("quiet", 516)
    assert await scene.settle() == Settled("quiet", 516)
    assert await scene.settle(Patience(horizon=100)) == Settled("quiet", 116)


WAYS = {
    "a link": ('<a id="go" href="/poll">Go</a>', 0),
    "a form": ('<form action="/poll"><button id="go">Go</button></form>', 1),
    "a script": ('<button id="go" onclick="location.href = \'/poll\'">Go</button>', 0),
    "a script's form": (
        '<form action="/poll"></form><button id="go" onclick="document.forms[0].submit()">Go</button>',
        1,
    ),
}
"""Ways to another page, and the milliseconds of page time that they take."""


@pytest.mark.parametrize("way", WAYS)
async def test_a_page_loads_in_the_same_time_whatever_led_to_it(scene: Scene, way: str) -> None:
    moments = "[began - performance.timeOrigin, performance.now()]"
    await scene.goto("poll")
    expected = await scene.evaluate(moments)
    await scene.goto("plain")
    markup, milliseconds = WAYS[way]
    await scene.evaluate("(markup) => { document.body.innerHTML = markup; }", markup)
    assert await scene.click("#go") == Settled("quiet", 516 + milliseconds)
    assert await scene.addresses() in (["/poll"], ["/poll?"])
    assert await scene.evaluate(moments) == expected


@pytest.mark.parametrize("delay", [5, 50, 499])
async def test_a_page_that_a_timer_sends_elsewhere_keeps_the_time_of_the_world(scene: Scene, delay: int) -> None:
    await scene.goto("plain")
    left = scene.world_ms() + delay
    await scene.evaluate("(delay) => void setTimeout(() => { location.href = '/poll'; }, delay)", delay)
    rest = 516 if delay < 16 else 1000  # what was to pass when it left passes anew in the next document
    assert await scene.settle() == Settled("quiet", delay + rest)
    assert await scene.addresses() == ["/poll"]
    assert await scene.evaluate("performance.timeOrigin") == left
    assert await scene.date() == scene.world_ms()
    assert await scene.settle() == Settled("quiet", 516)
    assert await scene.date() == scene.world_ms()


async def test_an_address_that_cannot_be_opened_takes_no_time_of_the_world(scene: Scene) -> None:
    await scene.goto("plain")
    with pytest.raises(Refused):
        await scene.goto(f"{HOME}:1/")
    assert await scene.settle() == Settled("quiet", 0)
    assert await scene.goto("plain") == Settled("quiet", 516)
    assert await scene.date() == scene.world_ms()


async def test_time_that_a_page_spent_on_its_frames_is_not_spent_again(scene: Scene) -> None:
    await scene.goto("nested")
    assert await scene.goto("plain") == Settled("quiet", 516)


# Timers ---------------------------------------------------------------------------------------------------------------


async def test_timers_that_start_timers_are_all_waited_for(scene: Scene) -> None:
    await scene.goto("timers")
    began = await scene.evaluate("Date.now() - began")
    settled = await scene.click("#chain")
    assert await scene.log() == [f"step1 {began + 400}", f"step2 {began + 800}", f"step3 {began + 1200}"]
    assert settled.reason == "quiet"


async def test_a_timer_beyond_the_horizon_is_not_waited_for_but_fires_in_its_time(scene: Scene) -> None:
    await scene.goto("timers")
    due = await scene.evaluate("Date.now() - began") + 2000
    assert await scene.click("#far") == Settled("quiet", 516)
    assert await scene.log() == []
    while not await scene.log():
        await scene.settle()
    assert await scene.log() == [f"far {due}"]


async def test_a_longer_horizon_waits_for_later_timers(scene: Scene) -> None:
    await scene.goto("timers")
    scene.patience = Patience(horizon=2500, limit=9000)
    await scene.click("#far")
    assert len(await scene.log()) == 1


async def test_timers_fire_in_the_order_they_are_due(scene: Scene) -> None:
    await scene.goto("timers")
    await scene.click("#order")
    assert [line.split()[0] for line in await scene.log()] == ["due100", "due200", "due300"]


async def test_scripts_microtasks_and_timers_keep_their_order(scene: Scene) -> None:
    await scene.goto("timers")
    await scene.click("#immediate")
    assert [line.split()[0] for line in await scene.log()] == ["now", "micro", "timer"]


async def test_a_ticking_clock_is_observed_after_the_limit(scene: Scene) -> None:
    settled = await scene.goto("clock")
    assert settled.reason == "limit"
    assert 3000 <= settled.page_ms < 3600
    shown = int(await scene.evaluate("Date.parse(document.getElementById('time').textContent)"))
    assert 0 <= scene.world_ms() - shown <= 100, "the clock shows the time of the world"
    ticks = int(await scene.text("#ticks"))
    assert (await scene.settle(Patience(limit=1000))).page_ms in range(1000, 1600)
    assert int(await scene.text("#ticks")) - ticks in range(10, 17)


async def test_high_resolution_time_counts_whole_milliseconds_since_the_document_began(scene: Scene) -> None:
    await scene.goto("timers")
    now, date, origin = await scene.evaluate("[performance.now(), Date.now(), performance.timeOrigin]")
    assert now == date - origin == 516
    await scene.evaluate("void (document.onclick = (event) => say(`stamp=${event.timeStamp === performance.now()}`))")
    await scene.click("#near")
    assert (await scene.log())[0].startswith("stamp=true")


# Network --------------------------------------------------------------------------------------------------------------


async def test_a_debounced_search_asks_once_and_shows_what_it_found(scene: Scene) -> None:
    await scene.goto("search")
    await scene.type("ap")
    assert await scene.text("#found") == "apple apricot"
    assert [line.split()[0] for line in await scene.log()] == ["ask", "answer"]


async def test_fetches_one_after_the_other_take_no_page_time_after_an_action(scene: Scene) -> None:
    await scene.goto("chain")
    now = await scene.evaluate("Date.now() - began")
    assert await scene.click("#fetches") == Settled("quiet", 516)
    assert await scene.log() == [f"a=2 {now}", f"b=1 {now}", f"c=1 {now}"]


async def test_an_answer_that_comes_while_we_look_elsewhere_is_followed_by_the_next_at_the_same_moment(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scene.goto("chain")
    now = await scene.evaluate("Date.now() - began")
    tab, came = scene.tab, asyncio.Event()
    tab.session.on("Network.loadingFinished", lambda _: came.set())
    read = tab.frames.activity

    async def read_slowly() -> Activity:
        activity = await read()
        if tab.requests.pending.open:
            await came.wait()
        return activity

    monkeypatch.setattr(tab.frames, "activity", read_slowly)
    assert await scene.click("#fetches") == Settled("quiet", 516)
    assert await scene.log() == [f"a=2 {now}", f"b=1 {now}", f"c=1 {now}"]


async def test_fetches_and_timers_in_turn_are_waited_for(scene: Scene) -> None:
    await scene.goto("chain")
    await scene.click("#mixed")
    assert [line.split()[0] for line in await scene.log()] == ["a", "a+300", "b", "b+300"]


async def test_answers_take_no_page_time_again_after_somebody_has_driven_by_hand(scene: Scene) -> None:
    await scene.goto("chain")
    async with alive(scene.window):
        await scene.tab.title()
    await scene.goto("chain")
    now = await scene.evaluate("Date.now() - began")
    await scene.click("#mixed")
    assert await scene.log() == [f"a {now}", f"a+300 {now + 300}", f"b {now + 300}", f"b+300 {now + 600}"]


async def test_a_page_that_asks_again_with_each_answer_does_not_hold_time_up(scene: Scene) -> None:
    await scene.goto("chain")
    await scene.evaluate("() => { (async () => { for (;;) await ask('a'); })(); setTimeout(() => say('later'), 300) }")
    assert (await scene.settle()).page_ms >= 500
    assert (await scene.log())[0].startswith("later ")


@pytest.mark.parametrize(
    "breaks",
    ["Animation = null", "KeyframeEffect = null", "document.getAnimations = null", "Animation.prototype.play = null"],
)
async def test_a_page_that_breaks_animations_comes_to_rest_all_the_same(scene: Scene, breaks: str) -> None:
    await scene.window.goto(f"{HOME}/timers")
    await scene.evaluate(f"() => {{ {breaks}; requestAnimationFrame(() => say('frame')) }}")
    assert (await scene.settle()).reason == "quiet"
    assert [line for line in await scene.log() if line.startswith("frame ")] != []


async def test_fetches_at_once_are_all_answered(scene: Scene) -> None:
    await scene.goto("chain")
    await scene.click("#together")
    assert [line.split()[0] for line in await scene.log()] == ["2,1,1,1"]


async def test_responses_come_in_the_order_of_the_requests(scene: Scene) -> None:
    await scene.goto("chain")
    await scene.evaluate(
        "() => { for (const q of 'abcdefgh') fetch(`/api/search?q=${q}`).then((a) => a.text()).then(() => say(q)); }"
    )
    await scene.settle()
    assert [line.split()[0] for line in await scene.log()] == list("abcdefgh")


async def test_a_form_that_is_sent_when_an_answer_has_come_arrives(scene: Scene) -> None:
    await scene.goto("plain")
    send = "fetch('/api/now').then((a) => a.text()).then(() => document.forms[0].submit())"
    markup = f'<form action="/poll"></form><button id="go" onclick="{send}">Go</button>'
    await scene.evaluate("(markup) => { document.body.innerHTML = markup; }", markup)
    assert await scene.click("#go") == Settled("quiet", 527), "Chromium takes 10 ms after an answer, and the form one"
    assert await scene.addresses() == ["/poll?"]


async def test_frames_that_are_gone_with_their_page_are_not_waited_for(scene: Scene) -> None:
    await scene.goto("poll")
    frame = "document.body.append(Object.assign(document.createElement('iframe'), { src: '/timers' }))"
    await scene.evaluate(f"() => {{ requestAnimationFrame(() => {{ location.href = '/plain'; {frame}; }}); }}")
    assert (await scene.settle()).reason == "quiet"
    assert await scene.addresses() == ["/plain"]


async def test_an_answer_that_no_script_reads_is_not_waited_for(scene: Scene) -> None:
    await scene.goto("chain")
    for address in ("/api/now", "/file/large?size=3000000", "/nowhere"):
        await scene.evaluate(f"void fetch('{address}')")
        assert (await scene.settle()).reason == "quiet"
    await scene.evaluate("void fetch('/api/now', { method: 'POST', body: 'x', keepalive: true })")
    assert (await scene.goto("plain")).reason == "quiet"


async def test_a_request_that_blocks_the_page_is_answered(scene: Scene) -> None:
    await scene.goto("chain")
    await scene.evaluate(
        "void setTimeout(() => { const x = new XMLHttpRequest(); x.open('GET', '/api/search?q=b', false);"
        " x.send(); say(x.responseText); }, 50)"
    )
    await scene.settle()
    assert (await scene.log())[0].startswith('["banana"]')


async def test_a_request_that_blocks_the_page_comes_before_those_that_do_not(scene: Scene) -> None:
    await scene.goto("chain")
    ask = (
        "const {0} = new XMLHttpRequest(); {0}.open('GET', '/api/now', {1}); {0}.onload = () => say('{0}'); {0}.send();"
    )
    script = ask.format("patient", "true") + ask.format("blocking", "false")
    await scene.evaluate(f"() => {{ setTimeout(() => {{ {script} }}, 50); }}")
    assert (await scene.settle()).reason == "quiet"
    assert [line.split()[0] for line in await scene.log()] == ["blocking", "patient"]


async def test_polling_with_an_end_is_waited_for(scene: Scene) -> None:
    await scene.goto("poll")
    assert (await scene.click("#finite")).reason == "quiet"
    assert await scene.text("#state") == "ready"


async def test_polling_without_end_is_observed_after_the_limit(scene: Scene) -> None:
    await scene.goto("poll")
    settled = await scene.click("#endless")
    assert settled.reason == "limit"
    assert 3000 <= settled.page_ms < 3600
    assert len(await scene.log()) == 11, "one at once, then one every 300 ms"


# Frames ---------------------------------------------------------------------------------------------------------------


async def test_a_transition_is_run_to_its_end(scene: Scene) -> None:
    await scene.goto("motion")
    settled = await scene.click("#widen")
    assert settled == Settled("quiet", 16 + 602 + 500)
    assert await scene.evaluate("getComputedStyle(box).width") == "300px"
    assert (await scene.log())[0].startswith("wide")


async def test_an_animation_with_an_end_is_run_to_it(scene: Scene) -> None:
    await scene.goto("motion")
    assert await scene.click("#fall") == Settled("quiet", 16 + 1802 + 500)
    assert (await scene.log())[-1].startswith("fallen")


async def test_an_animation_without_end_counts_as_rest(scene: Scene) -> None:
    await scene.goto("motion")
    assert await scene.click("#turn") == Settled("quiet", 516)


async def test_an_animation_longer_than_the_limit_is_observed_half_way(scene: Scene) -> None:
    await scene.goto("motion")
    assert await scene.click("#long") == Settled("limit", 3016)
    assert float(await scene.evaluate("getComputedStyle(leaf).opacity")) == pytest.approx(1 - 3016 / 60_000, abs=1e-4)


async def test_scripts_get_every_frame_of_a_loop_with_an_end(scene: Scene) -> None:
    await scene.goto("drawn")
    began = await scene.evaluate("Date.now() - began")
    settled = await scene.click("#some")
    assert await scene.log() == [f"frame40 {began + 39 * 16}"]
    assert settled == Settled("quiet", 40 * 16 + 500)


async def test_a_loop_without_end_gets_its_frames_and_then_rests(scene: Scene) -> None:
    await scene.goto("drawn")
    settled = await scene.click("#many")
    assert settled == Settled("quiet", 65 * 16 + 500)
    assert await scene.evaluate("count") == 67
    scene.patience = Patience(frames=10)
    assert await scene.settle() == Settled("quiet", 11 * 16 + 500)


async def test_observers_see_what_a_frame_shows(scene: Scene) -> None:
    await scene.goto("observers")
    assert [line.split()[0] for line in await scene.log()] == ["size=50", "seen=false"]
    await scene.click("#grow")
    await scene.click("#change")
    await scene.click("#scroll")
    assert [line.split()[0] for line in await scene.log()][2:] == ["size=200", "changed", "seen=true"]


# Frames in frames, tabs -----------------------------------------------------------------------------------------------


async def test_inner_frames_of_any_origin_live_in_the_same_time(scene: Scene) -> None:
    assert (await scene.goto("nested")).reason == "quiet"
    said = sorted(line.split()[0] for line in await scene.log())
    assert said == [f"{host}.test:{what}" for host in ("other", "play") for what in ("fetch", "timer", "wide")]
    for frame in (await scene.window.playwright.page(scene.tab)).frames:
        assert await frame.evaluate("Date.now()") == scene.world_ms()


async def test_all_tabs_live_in_the_same_time_and_a_hidden_one_does_not_keep_the_seen_one_from_rest(
    scene: Scene,
) -> None:
    await scene.goto("clock")
    await scene.window.new_tab()
    assert (await scene.goto("plain")).reason == "quiet"
    ticks = int(await scene.window.tabs[0].evaluate("ticks"))
    assert await scene.settle() == Settled("quiet", 516)
    assert int(await scene.window.tabs[0].evaluate("ticks")) == ticks + 5
    assert [await tab.evaluate("Date.now()") for tab in scene.window.tabs] == [scene.world_ms()] * 2


async def test_a_window_opened_later_is_waited_for_within_the_same_limit(scene: Scene) -> None:
    await scene.goto("tabs")
    settled = await scene.click("#late")
    assert await scene.addresses() == ["/tabs", "/clock"]
    assert settled.reason == "limit"
    assert settled.page_ms < 3600
    assert await scene.date() == scene.world_ms()
