"""An agent that drives the page with Playwright itself, in the default browser.

python examples/playwright_page.py
"""

import asyncio

from webcosm.env import Runtime, open_task

TITLE = "Bread"
BODY = "Two loaves, on Thursday."


async def main() -> None:
    async with Runtime() as runtime, runtime.episode(open_task("Write a note.", "http://notes.test/")) as episode:
        await episode.reset()

        # The page's time and frames are ours otherwise; inside this block they run, as Playwright's waiting needs.
        async with episode.by_hand() as page:
            await page.get_by_role("link", name="New note").first.click()
            await page.get_by_label("Title").fill(TITLE)
            await page.get_by_role("textbox", name="Note").fill(BODY)
            await page.get_by_role("button", name="Save note").click()

        # The page has come to rest; what follows is an episode like any other.
        assert episode.observation is not None
        print("at", episode.observation.url)
        for change in episode.world.changes():
            print(change.kind, change.table, change.new and change.new["title"])


asyncio.run(main())
