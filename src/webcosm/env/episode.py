"""An episode: one attempt at one task, in a world and a window of its own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from webcosm.act import Action, ActionError
from webcosm.act.actions import ACTIONS
from webcosm.act.errors import ActionFailed
from webcosm.act.perform import Hands
from webcosm.browser import BrowserError, BrowserHung, Settled, Tab, Window
from webcosm.browser.errors import DialogOpen
from webcosm.browser.own import OwnBrowser
from webcosm.env.allowance import Allowance
from webcosm.env.beginning import Beginning
from webcosm.env.by_hand import alive
from webcosm.env.chat import Chat, Message
from webcosm.env.forking import restore_tabs, take_tabs
from webcosm.env.judging import judged
from webcosm.env.looking import parts_of, tab_view
from webcosm.env.observation import DialogView, Observation
from webcosm.env.options import Options
from webcosm.env.place import Place
from webcosm.env.reading import read_actions
from webcosm.judge.verdict import Verdict
from webcosm.observe.records import PageView
from webcosm.tasks import Ending, Goal, Task
from webcosm.worlds import SiteFailed, World, WorldError

if TYPE_CHECKING:
    from playwright.async_api import Page

    from webcosm.env.runtime import Runtime

__all__ = ["Episode", "Step"]

T = TypeVar("T")
log = logging.getLogger("webcosm.env")
_Given: TypeAlias = str | Action | Sequence[Action]
TALK = ("send_msg_to_user", "answer", "report_infeasible", "stop")


@dataclass(frozen=True)
class Step:
    """What one call of :meth:`Episode.act` brought."""

    observation: Observation | None
    """None only if the browser was lost."""
    reward: float
    terminated: bool
    """The agent or the page ended the episode."""
    truncated: bool
    """A limit or an error cut it short."""
    verdict: Verdict | None
    """Once the episode is over."""
    info: dict[str, Any] = field(default_factory=dict)


class Episode:
    """Async core of the environment: reset, act, observe, fork, judge, close."""

    def __init__(self, runtime: Runtime, task: Task, options: Options | None = None) -> None:
        self.runtime = runtime
        self.task = task
        self.options = options or Options()
        self.patience = self.options.patience or task.patience
        self.chat = Chat()
        self.goal = Goal("")
        self.ending = Ending()
        self.verdict: Verdict | None = None
        self.steps = 0
        self.history: list[str] = []
        """The texts given to :meth:`act`, for replay."""
        self.notes: dict[str, Any] = {}
        self.trouble: Exception | None = None
        """What broke the last step, and so the episode."""
        self.acting_since: float | None = None
        """When the step began that is under way, by the monotonic clock."""
        self.acted_seconds = 0.0
        """Real time that all steps took together, the agent's own thinking apart."""
        self.listener: Callable[[Episode, Step], None] | None = None
        """Told of every step; how studies are recorded."""
        self._place: Place | None = None
        self._last: Observation | None = None
        self._before: tuple[Tab, Observation] | None = None
        """What was seen before the step that is under way, and in which tab."""
        self._settled = Settled("quiet", 0)
        self._error = ""
        self._allowance = self._fresh_allowance()
        self._past: list[_Given | Message] = []
        self._heard: list[str] = []
        self._unsafe = False
        self._replayable = True

    # What tasks may look at -------------------------------------------------------------------------------------------

    @property
    def place(self) -> Place:
        return self._there(self._place)

    @property
    def world(self) -> World:
        return self.place.world

    @property
    def window(self) -> Window:
        return self._there(self.place.window)

    @property
    def hands(self) -> Hands:
        return self._there(self.place.hands)

    @property
    def said(self) -> Sequence[tuple[str, str]]:
        """The chat: who said what, the goal first."""
        return [(message.role, message.text) for message in self.chat.messages]

    @property
    def is_open(self) -> bool:
        """Whether it has begun and was not closed."""
        return self._place is not None

    @property
    def browser_lost(self) -> bool:
        """Whether the browser's process has ended."""
        browser = self._place.browser if self._place else None
        return browser is not None and browser.lost

    def distrust_browser(self) -> None:
        """Other episodes, a replay of this one among them, get a fresh one."""
        if self._place is not None and self._place.browser is not None:
            self._place.browser.unhealthy = True

    @property
    def observation(self) -> Observation | None:
        """The last observation; None before the first and after the browser was lost."""
        return self._last

    @staticmethod
    def _there(thing: T | None) -> T:
        if thing is None:
            raise RuntimeError("the episode has not begun or is closed; call reset() first")
        return thing

    # Life -------------------------------------------------------------------------------------------------------------

    async def reset(self) -> Observation:
        """A fresh world, a fresh window, the start pages open."""
        leaving = asyncio.ensure_future(_leave(self._part()))
        try:
            return await self._begin()
        finally:
            await leaving

    async def _begin(self) -> Observation:
        universe = self.runtime.universe(self.task.universe)
        await self.runtime.build(universe, self.task)
        self.task.prepare(universe)
        state = self.task.first_state()
        state.live = state.live or self.runtime.live
        beginning = Beginning.of(self.task, state, self.patience)
        spare = await self.runtime.spares.take(beginning)
        if spare and spare.stage:
            self._place = Place.on_stage(self.runtime, self.task, spare)
            self._settled = spare.stage.settled
        else:
            self._place = Place.enter(self.runtime, self.task, universe.open(state), spare)
            if spare is None:
                await self._place.open_window()
            self._settled = await beginning.open_pages(self.window)
        self.chat, self.ending, self.verdict, self.trouble = Chat(), Ending(), None, None
        self.steps, self.history, self._past, self.acted_seconds = 0, [], [], 0.0
        self._error, self._allowance = "", self._fresh_allowance()
        self._replayable = not self.runtime.live
        goal = await self.task.begin(self)
        self.goal = goal if self.options.answer_form else replace(goal, form=None)
        self.chat.add("user", self.goal.told, self.world.clock.now(), self.goal.pictures)
        if self.goal.hint:
            self.chat.add("user", self.goal.hint, self.world.clock.now())
        observation = await self.observe()
        await self._check_served()
        if not self.runtime.live:
            self.runtime.spares.prepare(beginning)
        return observation

    def _fresh_allowance(self) -> Allowance:
        limits = self.options.limits
        return Allowance(limits, limits.steps if limits.steps is not None else self.task.max_steps)

    async def close(self) -> None:
        """Ends the window and forgets the world. Safe to call twice."""
        await _leave(self._part())

    def _part(self) -> Place | None:
        """The place where it was, which somebody must leave; the episode has none then."""
        place, self._place = self._place, None
        self._last = self._before = None
        return place

    async def __aenter__(self) -> Episode:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Steps ------------------------------------------------------------------------------------------------------------

    async def act(self, text: str | Action | Sequence[Action]) -> Step:
        """Takes what the agent says, does it, waits until the page rests, and looks."""
        if self.verdict is not None:
            raise RuntimeError("the episode is over; call reset() to begin another")
        self.hands.last_element = ""
        self.acting_since = time.monotonic()
        try:
            step = await self._act(text)
            if self.listener is not None:
                self.listener(self, step)
        except Exception as error:
            self.trouble, self.verdict = error, Verdict.broken(error)
            raise
        finally:
            self.acted_seconds += time.monotonic() - self.acting_since
            self.acting_since = None
        self.notes = {}
        return step

    async def _act(self, text: str | Action | Sequence[Action]) -> Step:
        self.world.state.begun = True
        self.steps += 1
        self._heard = []
        self._past.append(text)
        self._unsafe = False
        try:
            self._before = (self.window.tab, self._last) if self._last else None
            self._error = self._allowance.counted_down(await self._do(text))
            self.world.end_step(self.steps)
            if self.ending == Ending():
                for happening in self.task.happen(self):
                    self._hear(happening.message)
            if self.world.state.submission is not None and self.ending == Ending():
                self.ending = Ending(answer=self.world.state.submission, stopped=True)
            self._take_message()
            observation = await self.observe()
            ended = self.ending != Ending() or await self.task.ended(self)
            if not ended and self.options.end_on_success and self.task.speaks_for_itself:
                ended = (await self.judge()).outcome == "success"
            await self._check_served()
        except (BrowserError, WorldError) as error:
            if isinstance(error, BrowserHung):
                self.distrust_browser()
            self.trouble, self.verdict = error, Verdict.error(f"{type(error).__name__}: {error}")
            return Step(None, 0.0, False, True, self.verdict, self._info())
        cut = "" if ended else self._allowance.cut_short(self.steps, (self.history[-1], *observation.appearance))
        if ended or cut:
            self.verdict = await self.judge()
        reward = self.verdict.score or 0.0 if self.verdict else 0.0
        return Step(observation, reward, ended, bool(cut), self.verdict, self._info(cut))

    async def _check_served(self) -> None:
        """Raises if what was seen is no site as it should be: then nothing can be said about the agent."""
        if self.world.fault:
            raise SiteFailed(self.world.fault)
        # Chromium's own error page may be the agent's doing (a port that no page may use), or say that nobody answered.
        server, proxy = self.runtime.server, self.place.credential.proxy
        if not server.alive or (self.window.tab.on_error_page and not await server.answers(proxy)):
            raise SiteFailed("the server of the sites has ended")

    def note(self, **facts: Any) -> None:
        """What the agent thought and spent on its next action, for whoever listens."""
        self.notes |= facts

    async def _do(self, text: str | Action | Sequence[Action]) -> str:
        """Performs the actions; returns what went wrong, or an empty text."""
        if not isinstance(text, str):
            text = [text] if isinstance(text, Action) else list(text)
        self.history.append(text if isinstance(text, str) else "\n".join(action.text for action in text))
        try:
            actions = read_actions(text, self.options, self.task.viewport, self._last)
        except ActionError as error:
            self._allowance.failed += 1
            return str(error)
        for number, action in enumerate(actions, 1):
            self._unsafe = self._unsafe or ACTIONS[action.name].unsafe
            try:
                if action.name in TALK:
                    self._talk(action)
                else:
                    await self.hands.perform(action)
            except ActionFailed as error:
                self._allowance.failed += 1
                self._settled = await self.window.settle(self.patience)
                which = f"call {number} of {len(actions)}: " if len(actions) > 1 else ""
                return f"{which}{action.text}: {error}"
            self._settled = await self.window.settle(self.patience)
            if self.ending != Ending():
                break
        self._allowance.failed = 0
        return ""

    def _talk(self, action: Action) -> None:
        words = str(next(iter(action.arguments.values()), ""))
        now = self.world.clock.now()
        match action.name:
            case "send_msg_to_user":
                self.chat.add("assistant", words, now)
                self._hear(self.task.hear(self, words))
            case "answer":
                self.chat.add("assistant", words, now)
                self.ending = Ending(answer=words)
            case "report_infeasible":
                self.chat.add("infeasible", words, now)
                if self.options.end_on_infeasible:
                    self.ending = Ending(infeasible=words)
            case "stop":
                said = self.chat.last("assistant")
                self.ending = Ending(answer=said.text if said else None, stopped=True)

    def _take_message(self) -> None:
        """The last message is the agent's answer where messages are answers, whatever else the step did."""
        said = self.chat.messages[-1]
        wanted = self.options.end_on_message and self.task.answered_by_message
        if wanted and said.role == "assistant" and self.ending == Ending():
            self.ending = Ending(answer=said.text)

    def _hear(self, words: str) -> None:
        """What the task's own user says: comes about again by itself when the episode is replayed."""
        if words:
            self.chat.add("user", words, self.world.clock.now())
            self._heard.append(words)

    def say(self, text: str, pictures: tuple[bytes, ...] = ()) -> None:
        """A further message from the user; the agent sees it with the next observation."""
        self.chat.add("user", text, self.world.clock.now(), pictures)
        self._past.append(self.chat.messages[-1])

    def _why_ended(self, cut: str) -> str:
        """What ended the episode, in words; empty while it goes on."""
        if self.verdict is None:
            return ""
        if self.trouble is not None:
            return f"an error: {type(self.trouble).__name__}: {self.trouble}"
        if cut:
            return cut
        if self.ending.infeasible is not None:
            return "the agent reported that it cannot be done"
        if self.ending.stopped:
            return "the agent stopped"
        return "the agent answered" if self.ending.answer is not None else "the task's own page ended it"

    def _info(self, cut: str = "") -> dict[str, Any]:
        return {
            "step": self.steps,
            "error": self._error,
            "settled": self._settled.reason,
            "page_ms": self._settled.page_ms,
            "cut_short": cut,
            "ended": self._why_ended(cut),
            "unsafe": self._unsafe,
            "user": tuple(self._heard),
            **self._text_sizes(),
            "outcome": self.verdict.outcome if self.verdict else None,
        }

    def _text_sizes(self) -> dict[str, int]:
        """Characters of the text that the agent gets, and of the whole page's."""
        seen = self._last if self._last and self._last.view and self.options.look.wants("text") else None
        return {"text_chars": len(seen.text) if seen else 0, "full_text_chars": len(seen.full_text) if seen else 0}

    # Looking ----------------------------------------------------------------------------------------------------------

    async def observe(self) -> Observation:
        """The scene as it is now, in the parts that were asked for."""
        look, window, tab = self.options.look, self.window, self.window.tab
        parts: dict[str, Any] = {}
        if tab.dialog is None:
            try:
                parts = await parts_of(tab, self.hands.reader(tab), look)
            except DialogOpen:
                parts = {}  # it opened while we looked
        shown = tab.dialog
        dialog = DialogView(shown.type, shown.message, shown.default_value) if shown else None
        view = parts.get("view")
        self._last = Observation(
            goal=self.goal,
            chat=tuple(self.chat.messages),
            url=tab.url,
            tabs=[await tab_view(one, view if one is tab else None) for one in window.tabs],
            active_tab=window.tabs.index(tab),
            now=self.world.clock.now(),
            step=self.steps,
            last_action=self.history[-1] if self.history else "",
            last_error=self._error,
            settled=self._settled,
            dialog=dialog,
            downloads=tuple(window.downloads),
            look=look,
            scale=self.task.viewport.scale,
            known=self._known_text(view) if look.changes and view else None,
            **parts,
        )
        return self._last

    def _known_text(self, view: PageView) -> str | None:
        """What the text was at the step before, if that showed the same page."""
        tab, before = self._before or (None, None)
        same = tab is self.window.tab and before is not None and before.view is not None and before.view.url == view.url
        return before.full_text if same and before else None

    async def judge(self) -> Verdict:
        """The verdict on the scene as it is."""
        return await judged(self)

    # Other drivers ----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def by_hand(self) -> AsyncIterator[Page]:
        """The active tab as a Playwright page, for code that drives it itself.

        While the block runs the page lives in real time; then it comes to rest and is looked at. What was done by hand
        is no step, and cannot be replayed: there is no exact fork afterwards.
        """
        self.world.state.begun = True
        self._replayable = False
        async with alive(self.window):
            yield await self.window.playwright.page(self.window.tab)
        self._settled = await self.window.settle(self.patience)
        await self.observe()

    @property
    def cdp_url(self) -> str:
        """Where DevTools clients connect to this episode's browser; only with ``Runtime(cdp=True)``."""
        browser = self.place.browser
        if not isinstance(browser, OwnBrowser) or browser.devtools is None:
            raise RuntimeError("this episode shares a browser with others; Runtime(cdp=True) gives each one of its own")
        return browser.devtools.url

    @property
    def control_token(self) -> str:
        """For ``/config``, ``/finish`` and ``/clear`` of this episode's world: for harnesses, not for agents."""
        return self.place.credential.control

    # Forking ----------------------------------------------------------------------------------------------------------

    async def fork(self, *, exact: bool = False) -> Episode:
        """A second live episode at the same point.

        Plain: the world is forked, cookies and storage are copied, tabs are opened anew at their addresses, with
        scroll position and form contents restored where the page still has those fields. Lost: scripts' variables,
        history of the tabs, open menus; an open dialog must be answered first. Exact: a fresh world in which all
        actions are replayed; nothing is lost, and it takes as long as the replay.
        """
        if exact and not self._replayable:
            raise RuntimeError("what was done by hand, or in real time, cannot be replayed; take a plain fork")
        twin = Episode(self.runtime, self.task, self.options)
        try:
            await (self.replay(twin) if exact else self._copy(twin))
        except BaseException:  # also when we are cancelled: nobody else knows of the twin's world, proxy and window
            await twin.close()
            raise
        return twin

    @property
    def replayable(self) -> bool:
        """Whether what was done so far can be done again exactly."""
        return self._replayable

    async def replay(self, twin: Episode) -> None:
        """Does in a fresh episode what was done in this one, which may be over."""
        await twin.reset()
        for one in self._past:
            if isinstance(one, Message):
                twin.say(one.text, one.pictures)
            else:
                await twin.act(one)

    async def _copy(self, twin: Episode) -> None:
        tabs, stored = await take_tabs(self.window)
        twin._place = Place.enter(self.runtime, self.task, self.world.fork())
        await twin._place.open_window(stored)
        await restore_tabs(twin.window, tabs, self.window.tabs.index(self.window.tab), self.patience)
        twin.goal, twin.ending, twin.verdict = self.goal, self.ending, self.verdict
        twin.chat = Chat(list(self.chat.messages))
        twin.steps, twin.history, twin._past = self.steps, list(self.history), list(self._past)
        twin._error, twin._allowance = self._error, replace(self._allowance)
        twin._replayable = self._replayable
        twin.hands.take_ids(self.hands)
        await twin.observe()


async def _leave(place: Place | None) -> None:
    if place is not None:
        await place.leave()
