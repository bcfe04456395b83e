"""A world at plain addresses, for an agent with a browser of its own and no other connection to us.

    python examples/plain_urls.py

`webcosm serve` does the same for one world from the command line.
"""

import asyncio
import json

from playwright.async_api import Browser, async_playwright

from webcosm.browser import find
from webcosm.browser.chromium import arguments
from webcosm.env import Runtime
from webcosm.worlds import WorldState

NAME = "first"  # the world's part in its addresses: http://notes.first.localhost:PORT/


async def agent(browser: Browser, notes: str) -> None:
    page = await browser.new_page()
    await page.goto(f"{notes}config?banner=true")  # switches can be set until somebody acts
    await page.goto(notes)
    await page.get_by_role("button", name="Got it").click()
    await page.get_by_role("link", name="New note").first.click()
    await page.get_by_label("Title").fill("Bread")
    await page.get_by_role("button", name="Save note").click()
    await page.wait_for_url("**/notes/*")
    await page.goto(f"{notes}submit?retrieved_answer=Bread")
    await page.goto(f"{notes}finish?format=json")  # what the world has become; closed to agents inside episodes
    result = json.loads(await page.inner_text("body"))
    print("answer:", result["submission"])
    for change in result["changes"]:
        print(change["kind"], change["table"], change["new"]["title"])


async def main() -> None:
    async with Runtime() as runtime:
        with runtime.universe().open(WorldState(live=True)) as world:  # live: its clock ticks, as people expect
            credential = runtime.server.admit(world, name=NAME)
            notes = runtime.server.addresses(NAME).of("notes")
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=find().path, args=arguments())
                await agent(browser, notes)
                await browser.close()
            runtime.server.dismiss(credential)


asyncio.run(main())
