"""A task of a file: its sites are hosted by the user, its checks are those that its benchmark published."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from webcosm.browser import Patience, ProtocolError, Viewport, Window
from webcosm.browser.storage import COOKIE
from webcosm.judge import legacy
from webcosm.judge.evidence import Evidence
from webcosm.judge.legacy import JudgeUnavailable, UnreadableReply
from webcosm.judge.picture import PictureError, as_png
from webcosm.judge.programs import ProgramError, Store
from webcosm.judge.rubric import judge_model
from webcosm.judge.verdict import Check, Verdict
from webcosm.server.outside import Outside, OutsideError
from webcosm.suites.files.formats import FileError, RawTask, fill_in
from webcosm.suites.files.pages import Inspector, fetch_picture, go_to, inspecting
from webcosm.tasks import Goal, Scene, Task

__all__ = ["ADMIN_VARIABLE", "FileTask", "NotAgain"]

ADMIN_VARIABLE = "WEBCOSM_SHOP_ADMIN"
AND = " |AND| "
UNSCORED = (ProgramError, JudgeUnavailable, UnreadableReply, OutsideError, PictureError)
"""What keeps a judge from judging, through no fault of the agent's."""


class NotAgain(Exception):
    """A recorded episode that cannot be judged from its record alone; the message says why."""


@dataclass
class FileTask(Task):
    """``files.NAME.TASK_ID``. Ends when the agent says so; judged on the user's sites as they are then."""

    start: Sequence[str] = ("about:blank",)  # cookies come first, so the task opens its own pages
    patience: Patience = field(default_factory=lambda: Patience(horizon=1_000, limit=10_000))
    """Sites of others load much of themselves by scripts; page time costs little."""
    raw: RawTask | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    """The fields of the file, with addresses in place of placeholders."""
    addresses: Mapping[str, str] = field(default_factory=dict)
    cookies: Sequence[Mapping[str, Any]] = ()

    @classmethod
    def of(
        cls,
        task_id: str,
        seed: int,
        universe: int,
        raw: RawTask,
        addresses: Mapping[str, str],
        auth_folder: Path | None,
    ) -> FileTask:
        data = fill_in(raw, addresses)
        width, height = (1280, 2048) if raw.visual else (1280, 720)
        size = {"width": width, "height": height} | (data.get("viewport_size") or {})
        task = cls(task_id, seed, universe, viewport=Viewport(**size), raw=raw, data=data, addresses=addresses)
        for url in task.start_pages:
            if not task.outside.reaches(url):
                raise raw.wrong("start_url", f"{url} is at none of the addresses given with --address")
        task.cookies = _cookies(raw, data.get("storage_state"), auth_folder)
        task.files = {path.name: path for path in task.picture_files}
        return task

    @property
    def source(self) -> RawTask:
        assert self.raw is not None, "a task of a file has its entry in it"
        return self.raw

    @cached_property
    def outside(self) -> Outside:
        return Outside(self.addresses.values())

    @property
    def start_pages(self) -> list[str]:
        return [url.strip() for url in str(self.data["start_url"]).split(AND)]

    @property
    def _images(self) -> list[str]:
        image = self.data.get("image")
        return [image] if isinstance(image, str) else list(image or [])

    @property
    def picture_files(self) -> list[Path]:
        """Pictures of the goal that are files; agents may upload them."""
        paths = [self.source.file.parent / name for name in self._images if not name.startswith(("http:", "https:"))]
        for path in paths:
            if not path.is_file():
                raise self.source.wrong("image", f"names {path}, which is no file")
        return paths

    # Beginning --------------------------------------------------------------------------------------------------------

    async def begin(self, scene: Scene) -> Goal:
        pictures = await asyncio.to_thread(self._pictures)
        await self._sign_in(scene.window)
        for number, url in enumerate(self.start_pages):
            if number:
                await scene.window.new_tab()
            await go_to(scene.window, url, self.patience)
        if len(self.start_pages) > 1:
            await scene.window.focus(0)
        return Goal(str(self.data["intent"]), tuple(pictures))

    def _pictures(self) -> list[bytes]:
        folder, pictures = self.source.file.parent, []
        for name in self._images:
            try:
                if name.startswith(("http:", "https:")):
                    pictures.append(fetch_picture(self.outside, name))
                else:
                    pictures.append(as_png((folder / name).read_bytes()))
            except (OutsideError, PictureError) as error:
                raise self.source.wrong("image", f"{name} cannot be shown: {error}") from None
        return pictures

    async def _sign_in(self, window: Window) -> None:
        if not self.cookies:
            return
        try:
            await window.storage.add_cookies(self.cookies)
        except ProtocolError as error:
            raise self.source.wrong(
                "storage_state", f"has a cookie that the browser refuses: {error.message}"
            ) from None

    # Judging ----------------------------------------------------------------------------------------------------------

    async def judge(self, scene: Scene) -> Verdict:
        ending = scene.ending
        evidence = Evidence(answer=ending.answer, infeasible=ending.infeasible, url=scene.window.tab.url)
        kept: dict[str, Any] = {"evidence": evidence.to_json()}
        try:
            live = await self._live_checks(scene)
            kept["live"] = [check.to_json() for check in live]
            verdict = self._verdict(await asyncio.to_thread(self._said_checks, evidence), live)
        except UNSCORED as error:
            verdict = Verdict.error(f"{type(error).__name__}: {error}")
        verdict.extra.update(kept)
        return verdict

    def judge_again(self, extra: Mapping[str, Any]) -> Verdict:
        """The verdict on what a record keeps: answer and address are judged anew, what was read on the sites stands."""
        if "live" not in extra:
            raise NotAgain("what its judge needs to see on the sites is not in the record")
        live = [Check(**check) for check in extra["live"]]
        try:
            verdict = self._verdict(self._said_checks(Evidence.from_json(extra["evidence"])), live)
        except UNSCORED as error:
            raise NotAgain(f"its answer cannot be judged here: {error}") from None
        verdict.extra.update(extra)
        return verdict

    @property
    def _eval(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.data["eval"]
        return found

    def _verdict(self, said: Sequence[Check], live: Sequence[Check]) -> Verdict:
        order = [one for kind in self._eval["eval_types"] for one in (*said, *live) if one.name.startswith(kind)]
        return Verdict.of(order)

    def _said_checks(self, evidence: Evidence) -> list[Check]:
        """The checks on the answer and on the address, which need no site."""
        visual, checks = self.source.visual, []
        if "string_match" in self._eval["eval_types"]:
            # Who says that it cannot be done says what both benchmarks spell N/A.
            answer = "N/A" if evidence.infeasible is not None else evidence.answer or ""
            match = legacy.visual_string_match if visual else legacy.string_match
            answers, note = self._eval["reference_answers"], self._eval.get("string_note") or ""
            score = match(answers, answer, intent=str(self.data["intent"]), string_note=note, ask=_ask)
            checks.append(Check("string_match", score == 1, answer, json.dumps(answers, ensure_ascii=False)))
        if "url_match" in self._eval["eval_types"]:
            reference, rule = self._eval["reference_url"], self._eval.get("url_note")
            if visual:
                score = legacy.visual_url_match(reference, evidence.url, rule or "EXACT")
            else:
                score = legacy.url_match(reference, evidence.url, rule or "GOLD in PRED")
            checks.append(Check("url_match", score == 1, evidence.url, reference))
        return checks

    async def _live_checks(self, scene: Scene) -> list[Check]:
        """The checks on what the sites show, in a tab of their own."""
        types, checks = self._eval["eval_types"], []
        if not {"program_html", "page_image_query"} & set(types):
            return []
        inspector = Inspector(
            window=scene.window,
            agents=scene.window.tab,
            outside=self.outside,
            store=self._store,
            ask=_ask,
            patience=self.patience,
            visual=self.source.visual,
            folder=self.source.file.parent,
        )
        async with inspecting(inspector):
            if "program_html" in types:
                for place, target in enumerate(self._eval["program_html"]):
                    checks += await inspector.contents(place, target)
            if "page_image_query" in types:
                checks += await inspector.pictures(self._eval["page_image_query"])
        return checks

    def _store(self) -> Store:
        if "shopping" not in self.addresses:
            raise ProgramError("the shop must be asked: give its address with --address shopping=http://HOST:PORT")
        account = os.environ.get(ADMIN_VARIABLE, "")
        if ":" not in account:
            raise ProgramError(f"the shop must be asked as its administrator: set {ADMIN_VARIABLE} to name:password")
        return Store(self.outside, self.addresses["shopping"], account)


def _ask(prompt: str) -> str:
    return judge_model().ask(prompt)


def _cookies(raw: RawTask, name: str | None, auth_folder: Path | None) -> list[dict[str, Any]]:
    """The cookies of a Playwright storage state: relative to the task's file, or in the folder that was given."""
    if not name:
        return []
    tried = [raw.file.parent / name]
    if auth_folder is not None:
        tried = [auth_folder / name, auth_folder / Path(name).name]
    path = next((one for one in tried if one.is_file()), None)
    if path is None:
        where = " or ".join(map(str, tried))
        raise raw.wrong("storage_state", f"{name} is not at {where}; say where with --auth-folder")
    try:
        cookies = json.loads(path.read_text(encoding="utf-8"))["cookies"]
        return [{key: cookie[key] for key in COOKIE if key in cookie} for cookie in cookies]
    except (OSError, ValueError, LookupError, TypeError) as error:
        problem = f"{path} is no storage state of Playwright: {type(error).__name__}: {error}"
        raise FileError(f"{raw.file}: task {raw.number}: storage_state {problem}") from None
