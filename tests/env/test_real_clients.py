"""Real clients of others work over an episode's DevTools address: each connects, clicks a link and reads a page.

Each is installed into a folder of its own in the cache, when it is first asked for. Stagehand asks a model what to
click and what to read; here a script answers, from what Stagehand shows the model of the page.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.responses import HTMLResponse, Response

from webcosm.env import Runtime, open_task
from webcosm.sites.kit import Request, Site
from webcosm.worlds import cache_folder

pytestmark = [pytest.mark.browser, pytest.mark.sweep, pytest.mark.asyncio]

BROWSER_USE, PUPPETEER, STAGEHAND = "0.13.14", "25.16.0", "3.7.3"
INSTALL_SECONDS, SECONDS = 600, 120

BY_PUPPETEER = """
import puppeteer from 'puppeteer-core';
const browser = await puppeteer.connect({ browserURL: process.argv[2], defaultViewport: null });
const [page] = await browser.pages();
await Promise.all([page.waitForNavigation(), page.click('a')]);
console.log(JSON.stringify([page.url(), await page.$eval('p', (p) => p.textContent)]));
await browser.disconnect();
"""
BY_STAGEHAND = r"""
import { LLMClient, Stagehand } from '@browserbasehq/stagehand';
import { z } from 'zod';

class Scripted extends LLMClient {
  type = 'scripted';
  hasVision = false;
  clientOptions = {};
  async createChatCompletion({ options }) {
    const told = JSON.stringify(options.messages);
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const [, elementId] = told.match(/\[(\d+-\d+)\] link: Next/) ?? [];
    const click = { elementId, description: 'the link', method: 'click', arguments: [] };
    const answers = {
      act: { action: click, twoStep: false },
      Extraction: { text: (told.match(/StaticText: ([^"\\]+)/) ?? [])[1] },
      Metadata: { progress: 'done', completed: true },
    };
    return { data: answers[options.response_model.name], usage };
  }
}

const { webSocketDebuggerUrl: cdpUrl } = await (await fetch(`${process.argv[2]}/json/version`)).json();
const stagehand = new Stagehand({
  env: 'LOCAL', llmClient: new Scripted('scripted'), verbose: 0, disablePino: true,
  localBrowserLaunchOptions: { cdpUrl },
});
await stagehand.init();
await stagehand.act('click the link Next');
const { text } = await stagehand.extract('what the page says', z.object({ text: z.string() }));
console.log(JSON.stringify([stagehand.context.pages()[0].url(), text]));
await stagehand.close();
"""
BY_BROWSER_USE = """
import asyncio, json, os, sys
os.environ["ANONYMIZED_TELEMETRY"] = "false"
from browser_use import BrowserSession

async def main(address):
    session = BrowserSession(cdp_url=address)
    await session.start()
    page = await session.must_get_current_page()
    (link,) = await page.get_elements_by_css_selector("a")
    await link.click()
    while not (await page.get_url()).endswith("/next"):
        await asyncio.sleep(0.05)
    print(json.dumps([await page.get_url(), await page.evaluate("() => document.querySelector('p').textContent")]))
    await session.stop()

asyncio.run(main(sys.argv[1]))
"""


def play() -> Site:
    site = Site("play", title="Play", tagline="", folder=Path(__file__).parent)

    @site.get("/")
    def start(request: Request) -> Response:
        return HTMLResponse("<!doctype html><title>Play</title><a href=/next>Next</a>")

    @site.get("/next")
    def following(request: Request) -> Response:
        return HTMLResponse("<!doctype html><title>Next</title><p>You are there.</p>")

    return site


def installed(name: str, *commands: list[str]) -> Path:
    """The client's folder; the commands are run in it if it is not there yet."""
    folder = cache_folder() / "peers" / name
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for command in commands:
            try:
                subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=INSTALL_SECONDS)
            except (OSError, subprocess.SubprocessError) as error:
                pytest.skip(f"{name} cannot be installed here: {error} {getattr(error, 'stderr', '') or ''}"[:400])
        (folder / "ready").touch()
    return folder


def puppeteer() -> list[str]:
    if not (node := shutil.which("node")):
        pytest.skip("Puppeteer needs Node, which is not here")
    install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", f"puppeteer-core@{PUPPETEER}"]
    program = installed(f"puppeteer-{PUPPETEER}", install) / "client.mjs"
    program.write_text(BY_PUPPETEER)
    return [node, str(program)]


def stagehand() -> list[str]:
    if not (node := shutil.which("node")):
        pytest.skip("Stagehand needs Node, which is not here")
    package = f"@browserbasehq/stagehand@{STAGEHAND}"
    install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", package]
    program = installed(f"stagehand-{STAGEHAND}", install) / "client.mjs"
    program.write_text(BY_STAGEHAND)
    return [node, str(program)]


def browser_use() -> list[str]:
    folder = installed(
        f"browser-use-{BROWSER_USE}",
        [sys.executable, "-m", "venv", "venv"],
        ["venv/bin/python", "-m", "pip", "install", "--quiet", f"browser-use=={BROWSER_USE}"],
    )
    program = folder / "client.py"
    program.write_text(BY_BROWSER_USE)
    return [str(folder / "venv" / "bin" / "python"), str(program)]


@pytest.mark.parametrize("client", [puppeteer, stagehand, browser_use], ids=lambda client: client.__name__)
async def test_a_real_client_clicks_a_link_and_reads_a_page(client: object, tmp_path: Path) -> None:
    assert callable(client)
    command = client()
    async with (
        Runtime([play()], cache=tmp_path, cdp=True) as runtime,
        runtime.episode(open_task("Play.", "http://play.test/")) as episode,
    ):
        await episode.reset()
        process = await asyncio.create_subprocess_exec(
            *command, episode.cdp_url, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        try:
            out, complaints = await asyncio.wait_for(process.communicate(), SECONDS)
        except TimeoutError:
            process.kill()
            raise
    answers = [json.loads(line) for line in out.decode().splitlines() if line.startswith('["')]
    assert answers == [["http://play.test/next", "You are there."]], complaints.decode()[-2000:]
