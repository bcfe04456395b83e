"""A world at plain addresses, for an agent with a browser of its own and no other connection to us.

    python examples/plain_urls.py

`webcosm serve` does the same for one world from the command line.
"""

import asyncio
import json
from typing import Any

from playwright.async_api import Browser, async_playwright

from webcosm.browser import find
from webcosm.browser.chromium import arguments
from webcosm.env import Runtime
from webcosm.worlds import WorldState

NAME = "first"  # the world's part in its addresses: http://notes.first.localhost:PORT/


async def agent(browser: Browser, notes: str) -> None:
    page = await browser.new_page()
    await page.goto(notes)
    await page.get_by_role("button", name="Got it").click()
    await page.get_by_role("link", name="New note").first.click()
    await page.get_by_label("Title").fill("Bread")
    await page.get_by_role("button", name="Save note").click()
    await page.wait_for_url("**/notes/*")
    await page.goto(f"{notes}submit?retrieved_answer=Bread")


async def ask(browser: Browser, address: str) -> Any:
    """In a window of its own, of which the agent knows nothing."""
    page = await browser.new_page()
    await page.goto(address)
    return json.loads(await page.inner_text("body"))


async def main() -> None:
    async with Runtime() as runtime:
        with runtime.universe().open(WorldState(live=True)) as world:  # live: its clock ticks, as people expect
            credential = runtime.server.admit(world, name=NAME)
            notes = runtime.server.addresses(NAME).of("notes")
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=find().path, args=arguments())
                control = f"token={credential.control}&format=json"  # ours, not the agent's
                await ask(browser, f"{notes}config?{control}&banner=true")  # until somebody acts
                await agent(browser, notes)
                result = await ask(browser, f"{notes}finish?{control}")
                await browser.close()
            print("answer:", result["submission"])
            for change in result["changes"]:
                print(change["kind"], change["table"], change["new"]["title"])
            runtime.server.dismiss(credential)


asyncio.run(main())
