"""Roles and names agree with Chromium's own accessibility tree."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from tests.observe.agreement import Agreement, compare, fixtures, miniwob_pages, open_fixture, open_miniwob
from tests.observe.helpers import BROWSER, reader_on

pytestmark = BROWSER

REQUIRED = 0.99
EXPLAINED = (Path(__file__).parent / "disagreements.md").read_text(encoding="utf-8")
SAMPLE = (
    "book-flight", "choose-list", "click-button", "click-checkboxes", "click-collapsible-2", "click-dialog-2",
    "click-menu", "click-tab-2", "email-inbox", "enter-date", "form-sequence-3", "login-user", "navigate-tree",
    "phone-book", "search-engine", "social-media", "use-autocomplete", "use-spinner",
)  # fmt: skip


def explain(agreement: Agreement) -> str:
    return "\n".join([agreement.summary(), *map(str, agreement.interactive_differences)])


async def run(browser: Browser, pages: list[Path], miniwob: bool) -> Agreement:
    total = Agreement()
    context = await browser.new_context()
    page: Page = await context.new_page()
    reader = await reader_on(page)
    for path in pages:
        await (open_miniwob if miniwob else open_fixture)(page, path)
        total.add(await compare(page, reader, path.stem))
    await context.close()
    return total


async def test_on_pages_made_for_the_rules(browser: Browser) -> None:
    pages = fixtures()
    assert len(pages) >= 60
    agreement = await run(browser, pages, miniwob=False)
    assert agreement.interactive > 350
    assert agreement.share >= REQUIRED, explain(agreement)
    assert agreement.share_of_all >= 0.985, "\n".join(map(str, agreement.all_differences))
    for difference in agreement.all_differences:
        assert f"`{difference.page}`" in EXPLAINED, f"disagreements.md does not explain: {difference}"


async def test_on_a_sample_of_miniwob(browser: Browser) -> None:
    pages = [path for path in miniwob_pages() if path.stem in SAMPLE]
    assert len(pages) == len(SAMPLE)
    agreement = await run(browser, pages, miniwob=True)
    assert agreement.interactive > 40
    assert agreement.share >= REQUIRED, explain(agreement)


@pytest.mark.sweep
async def test_on_all_of_miniwob(browser: Browser) -> None:
    agreement = await run(browser, miniwob_pages(), miniwob=True)
    assert agreement.share >= REQUIRED, explain(agreement)
    assert agreement.share_of_all >= 0.99, "\n".join(map(str, agreement.all_differences))
