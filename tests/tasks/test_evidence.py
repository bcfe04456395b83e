"""What page an episode ended on: the document that is shown, not the address that stands above it."""

from __future__ import annotations

import pytest

from webcosm.env import Runtime
from webcosm.env.episode import Episode
from webcosm.tasks import make_task
from webcosm.tasks.drawn import gather_evidence
from webcosm.worlds import ServedPage

pytestmark = pytest.mark.asyncio(loop_scope="session")
RIGHT = "http://calc.test/convert?kind=length&from=mi&to=km&value=2"


async def shown(episode: Episode) -> ServedPage | None:
    return (await gather_evidence(episode)).page


async def test_the_page_of_the_active_tab(runtime: Runtime) -> None:
    async with runtime.episode(make_task("arena.calc.set-up-conversion")) as episode:
        await episode.reset()
        await episode.act(f"goto('{RIGHT}')")
        page = await shown(episode)
        assert page is not None
        assert (page.site, page.what, page.facts["value"]) == ("calc", "conversion", "2")
        await episode.act("goto('http://calc.test/nothing')")
        assert await shown(episode) == ServedPage(404, "calc")
        await episode.act("go_back()")
        assert await shown(episode) == page


async def test_an_address_that_a_script_wrote_is_no_page(runtime: Runtime) -> None:
    async with runtime.episode(make_task("arena.calc.set-up-conversion")) as episode:
        await episode.reset()
        await episode.act("goto('http://calc.test/history')")
        tab = episode.window.tab
        await tab.run_script(f"fetch('{RIGHT}').then(answer => answer.text())")  # it was served, but not shown
        await tab.run_script(f"history.pushState(null, '', '{RIGHT}')")
        evidence = await gather_evidence(episode)
        assert evidence.url == RIGHT
        assert evidence.page is not None
        assert evidence.page.what == "history"


async def test_the_same_address_in_another_tab_is_another_page(runtime: Runtime) -> None:
    async with runtime.episode(make_task("arena.notes.open-note")) as episode:
        await episode.reset()
        note = episode.world.notes.value("SELECT id FROM note WHERE account_id = 1 AND deleted IS NULL")
        address = f"http://notes.test/notes/{note}"
        await episode.act(f"goto('{address}')")
        await episode.act("new_tab()")
        with episode.world.lock:
            episode.world.notes.run("DELETE FROM note_tag WHERE note_id = ?", note)
            episode.world.notes.run("DELETE FROM note WHERE id = ?", note)
        await episode.act(f"goto('{address}')")
        assert await shown(episode) == ServedPage(404, "notes")
        await episode.act("tab_focus(0)")
        assert await shown(episode) == ServedPage(200, "notes", "note", {"id": note})


async def test_a_download_leaves_the_page_as_it_is(runtime: Runtime) -> None:
    async with runtime.episode(make_task("arena.admin.open-report")) as episode:
        await episode.reset()
        await episode.act("goto('http://admin.shop.test/sales/orders')")
        await episode.act("goto('http://admin.shop.test/sales/orders?format=csv&f.status=complete')")
        page = await shown(episode)
        assert page is not None
        assert (page.what, page.facts.get("f.status")) == ("orders", None)


async def test_a_form_that_was_refused_shows_nothing(runtime: Runtime) -> None:
    async with runtime.episode(make_task("arena.notes.open-note")) as episode:
        await episode.reset()
        await episode.act("goto('http://notes.test/new')")
        page = await shown(episode)
        assert page is not None
        assert page.what == "note form"
        await episode.window.tab.run_script("document.querySelector('form[method=post] [name=title]').form.submit()")
        await episode.act("noop()")
        evidence = await gather_evidence(episode)
        assert evidence.url == "http://notes.test/new"
        assert evidence.page == ServedPage(422, "notes")
