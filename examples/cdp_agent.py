"""An outside agent that knows nothing but a DevTools address: Playwright here, it may be any program in any language.

python examples/cdp_agent.py
"""

import asyncio

from playwright.async_api import async_playwright

from webcosm.env import Runtime, open_task
from webcosm.judge.verdict import Check, Verdict
from webcosm.tasks import Scene

GOAL = "Write a note with the title Bread."


async def judge(scene: Scene) -> Verdict:
    """Looks at the database, not at what the agent or the page says."""
    titles = [change.new["title"] for change in scene.world.changes() if change.new]
    return Verdict.of([Check("one note, named Bread", titles == ["Bread"], str(titles))])


async def agent(address: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(address)
        page = browser.contexts[0].pages[0]
        await page.get_by_role("link", name="New note").first.click()
        await page.get_by_label("Title").fill("Bread")
        await page.get_by_role("button", name="Save note").click()
        await page.wait_for_url("**/notes/*")
        await browser.close()  # only hangs up; the browser is the episode's


async def main() -> None:
    async with Runtime(cdp=True) as runtime:  # a browser of its own for each episode, in real time
        task = open_task(GOAL, "http://notes.test/", judge=judge)
        async with runtime.episode(task) as episode:
            await episode.reset()
            await agent(episode.cdp_url)
            step = await episode.act("stop()")
            assert step.verdict is not None
            print(step.verdict.outcome, [check.seen for check in step.verdict.checks])


asyncio.run(main())
