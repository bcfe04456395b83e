"""How far our records agree with Chromium's own accessibility tree, node by node.

Joined by DevTools' backend node number. ``python -m tests.observe.agreement [pages…]`` prints what differs.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import miniwob
from playwright.async_api import CDPSession, Page, async_playwright

from tests.observe.helpers import reader_on
from webcosm.browser.chromium import arguments, find
from webcosm.observe.page import PageReader
from webcosm.observe.records import Element

PAGES = Path(__file__).parent / "pages"
MINIWOB = Path(miniwob.__file__).parent / "html" / "miniwob"

INTERACTIVE = frozenset({
    "button", "checkbox", "ColorWell", "combobox", "Date", "DateTime", "DisclosureTriangle", "InputTime", "link",
    "DisclosureTriangleGrouped", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio",
    "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem", "gridcell", "doc-backlink",
    "doc-biblioref", "doc-glossref", "doc-noteref",
})  # fmt: skip
NOT_COMPARED = frozenset({"StaticText", "InlineTextBox", "RootWebArea", "ListMarker", "LineBreak", "MenuListPopup"})


@dataclass(frozen=True)
class Difference:
    page: str
    tag: str
    chromium: str
    ours: str

    def __str__(self) -> str:
        return f"{self.page}: <{self.tag}> Chromium {self.chromium}, ours {self.ours}"


@dataclass
class Agreement:
    """Counts over the nodes that matter to an agent (interactive and named), and over all elements of both trees."""

    interactive: int = 0
    interactive_differences: list[Difference] = field(default_factory=list)
    all: int = 0
    all_differences: list[Difference] = field(default_factory=list)

    def add(self, other: Agreement) -> None:
        self.interactive += other.interactive
        self.interactive_differences += other.interactive_differences
        self.all += other.all
        self.all_differences += other.all_differences

    @property
    def share(self) -> float:
        return 1 - len(self.interactive_differences) / max(1, self.interactive)

    @property
    def share_of_all(self) -> float:
        return 1 - len(self.all_differences) / max(1, self.all)

    def summary(self) -> str:
        return (
            f"interactive and named: {self.share:.2%} of {self.interactive};"
            f" all elements: {self.share_of_all:.2%} of {self.all}"
        )


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _show(role: str | None, name: str) -> str:
    return "nothing" if role is None else f"{role} {name!r}"


async def chromium_nodes(session: CDPSession) -> dict[int, tuple[str, str]]:
    """Role and name of every node that is not ignored, in all frames of the page's process."""
    tree = (await session.send("Page.getFrameTree"))["frameTree"]
    found: dict[int, tuple[str, str]] = {}
    for frame_id in _frame_ids(tree):
        answer = await session.send("Accessibility.getFullAXTree", {"frameId": frame_id})
        for node in answer["nodes"]:
            role = node.get("role", {}).get("value", "")
            if node["ignored"] or role in NOT_COMPARED or "backendDOMNodeId" not in node:
                continue
            found.setdefault(node["backendDOMNodeId"], (role, _tidy(node.get("name", {}).get("value", ""))))
    return found


async def browser_drawn(session: CDPSession) -> set[int]:
    """Nodes inside the browser's own shadow roots (date fields, media controls), which no page script can reach."""
    found: set[int] = set()

    def collect(node: dict[str, Any], inside: bool) -> None:
        if inside:
            found.add(node["backendNodeId"])
        for child in node.get("children", ()):
            collect(child, inside)
        for root in node.get("shadowRoots", ()):
            collect(root, inside or root["shadowRootType"] == "user-agent")
        if "contentDocument" in node:
            collect(node["contentDocument"], inside)

    collect((await session.send("DOM.getDocument", {"depth": -1, "pierce": True}))["root"], False)
    return found


def _frame_ids(tree: dict[str, Any]) -> list[str]:
    return [tree["frame"]["id"], *(i for child in tree.get("childFrames", ()) for i in _frame_ids(child))]


async def compare(page: Page, reader: PageReader, label: str) -> Agreement:
    """Compares what the reader sees on the page as it is with what Chromium tells assistive technology."""
    view = await reader.look()
    session = await page.context.new_cdp_session(page)
    drawn = await browser_drawn(session)
    theirs = {number: node for number, node in (await chromium_nodes(session)).items() if number not in drawn}
    seen = [element for element in view if element.id]
    numbers = await asyncio.gather(*(reader.backend_node(element.id) for element in seen))
    ours: dict[int, Element] = dict(zip(numbers, seen, strict=True))
    missing = [number for number in theirs if number not in ours]
    tags = await _tags(session, missing)
    await session.detach()
    agreement = Agreement()
    for number in [*ours, *missing]:
        role, name = theirs.get(number, (None, ""))
        mine = ours.get(number)
        _judge(agreement, label, role, name, mine, mine.tag if mine else tags[number])
    return agreement


def _judge(agreement: Agreement, label: str, role: str | None, name: str, mine: Element | None, tag: str) -> None:
    if role is None and mine is not None and not mine.name and mine.clickable:
        return  # kept on purpose: a click does something there, though Chromium ignores it
    if tag == "body" or tag.startswith("::"):
        return  # no element an agent could act on
    my_role, my_name = (mine.role, _tidy(mine.name)) if mine else (None, "")
    same = (role, name) == (my_role, my_name) or all(
        (r or "generic", n) == ("generic", "") for r, n in ((role, name), (my_role, my_name))
    )  # a nameless generic is mere structure
    difference = Difference(label, tag, _show(role, name), _show(my_role, my_name))
    agreement.all += 1
    if not same:
        agreement.all_differences.append(difference)
    if (role in INTERACTIVE or my_role in INTERACTIVE) and (name or my_name):
        agreement.interactive += 1
        if not same:
            agreement.interactive_differences.append(difference)


async def _tags(session: CDPSession, numbers: list[int]) -> dict[int, str]:
    found = await asyncio.gather(*(session.send("DOM.describeNode", {"backendNodeId": number}) for number in numbers))
    return {number: answer["node"]["nodeName"].lower() for number, answer in zip(numbers, found, strict=True)}


def fixtures() -> list[Path]:
    return sorted(PAGES.glob("*.html"))


def miniwob_pages() -> list[Path]:
    return sorted(MINIWOB.glob("*.html"))


async def open_fixture(page: Page, path: Path) -> None:
    await page.goto(path.as_uri())


async def open_miniwob(page: Page, path: Path) -> None:
    """Opens a MiniWoB page in the same state every time."""
    await page.goto(path.as_uri())
    await page.evaluate(
        "() => { if (typeof core === 'undefined') return; Math.seedrandom('webcosm');"
        " core.EPISODE_MAX_TIME = 1e9; core.startEpisodeReal(); }"
    )


async def _main(patterns: list[str]) -> None:
    total = Agreement()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find().path, args=arguments())
        for path in [*fixtures(), *miniwob_pages()]:
            kind = "miniwob" if path.parent == MINIWOB else "pages"
            if patterns and not any(pattern in f"{kind}/{path.stem}" for pattern in patterns):
                continue
            page = await browser.new_page()
            await (open_miniwob if kind == "miniwob" else open_fixture)(page, path)
            total.add(await compare(page, await reader_on(page), f"{kind}/{path.stem}"))
            await page.close()
        await browser.close()
    interactive = {str(difference) for difference in total.interactive_differences}
    for difference in total.all_differences:
        print("!!" if str(difference) in interactive else "  ", difference)
    print(json.dumps(total.summary()))


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1:]))
