"""Tasks at the back office: pages, blocks and themes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.judge.state import Expectation, Matcher, Update, same_text
from webcosm.suites.arena.admin._rows import WHEN, go_to, search_for, table
from webcosm.suites.arena.admin._ways import do_to_ticked, look_up, tick_row
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Change, Value, World


@dataclass(frozen=True)
class PageOnly:
    page: str


def page_changed(world: World, page: str, **values: Value | Matcher) -> Expectation:
    number = world.shop.value("SELECT id FROM cms_page WHERE title = ?", page)
    return Expectation([Update("shop", "cms_page", key=(number,), values=values, free={"updated": WHEN})])


async def open_page(person: Person, title: str) -> None:
    """Three actions."""
    await search_for(person, title)
    await person.click(title, role="link")


async def save(person: Person, kind: str) -> None:
    await person.click(f"Save {kind}", role="button")
    if not person.sees(f"You saved the {kind}"):
        raise Lost(f"the {kind} was not saved: {person.text()[:300]}")


@dataclass(frozen=True)
class NewTitle:
    page: str
    title: str


async def from_the_list_of_pages(person: Person, p: NewTitle) -> None:
    """After a look at the preview and a title that was wrong."""
    await look_up(person, "Content", "Pages", p.page)
    await person.click(p.page, role="link")
    await person.fill("Page title", f"{p.title} (draft)")
    await person.click("Preview", role="button")
    await save(person, "page")
    await person.fill("Page title", p.title.replace(" ", "  ", 1))
    await save(person, "page")
    await person.stop()


class RetitlePage(Template[NewTitle]):
    """Change the title of a page of the store."""

    id = "arena.admin.retitle-page"
    kind = Kind.DO
    goals = (
        "Change the title of our “{page}” page to “{title}”. Keep its heading, its text and its URL key.",
        "Our store's “{page}” page needs a new title: “{title}”. Leave the heading, text and URL key alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (from_the_list_of_pages,)

    def pool(self, world: World) -> Sequence[NewTitle]:
        endings = ("at a Glance", "for Everyone", f"in {world.lore.today.year}")
        titles = world.shop.values("SELECT title FROM cms_page ORDER BY id")
        return [NewTitle(title, f"{title} {ending}") for title in titles for ending in endings]

    def expect(self, world: World, p: NewTitle) -> Expectation:
        return page_changed(world, p.page, title=same_text(p.title))

    async def solve(self, person: Person, p: NewTitle) -> None:
        await open_page(person, p.page)
        await person.fill("Page title", p.title)
        await save(person, "page")
        await person.stop()


@dataclass(frozen=True)
class NewHeading:
    page: str
    heading: str


async def after_no_heading(person: Person, p: NewHeading) -> None:
    """The heading was taken away first."""
    await look_up(person, "Content", "Pages", p.page)
    await person.click(p.page, role="link")
    await person.fill("Content heading", "")
    await save(person, "page")
    await person.fill("Content heading", f" {p.heading}")
    await save(person, "page")
    await person.stop()


class ChangeHeading(Template[NewHeading]):
    """Change the heading above the text of a page of the store."""

    id = "arena.admin.change-heading"
    kind = Kind.DO
    goals = (
        "On our “{page}” page, change the heading above the text to “{heading}”, but keep the page title.",
        "The heading on our store's “{page}” page should say “{heading}” instead. Don't touch the page's title.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (after_no_heading,)

    def pool(self, world: World) -> Sequence[NewHeading]:
        rows = world.shop.rows("SELECT title, heading FROM cms_page WHERE heading <> '' ORDER BY id")
        forms = ("{}, explained", "All about this: {}", "{}: what you should know")
        return [NewHeading(row.title, form.format(row.heading)) for row in rows for form in forms]

    def expect(self, world: World, p: NewHeading) -> Expectation:
        return page_changed(world, p.page, heading=same_text(p.heading))

    async def solve(self, person: Person, p: NewHeading) -> None:
        await open_page(person, p.page)
        await person.fill("Content heading", p.heading)
        await save(person, "page")
        await person.stop()


async def disable_in_the_list(person: Person, p: PageOnly) -> None:
    await go_to(person, "Content", "Pages")
    await tick_row(person, "Title", p.page)
    await do_to_ticked(person, "Disable")
    await person.stop()


async def disable_another_first(person: Person, p: PageOnly) -> None:
    await go_to(person, "Content", "Pages")
    other = next(row["Title"] for row in table(person) if row["Status"] == "Enabled" and row["Title"] != p.page)
    for deed in ("Disable", "Enable"):
        await tick_row(person, "Title", other)
        await do_to_ticked(person, deed)
    await DisablePage().solve(person, p)


class DisablePage(Template[PageOnly]):
    """Take a page out of the store."""

    id = "arena.admin.disable-page"
    kind = Kind.DO
    goals = (
        "Disable our store's “{page}” page, but don't delete it.",
        "Customers shouldn't see our “{page}” page for a while. Disable it, but keep it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (disable_in_the_list, disable_another_first)

    def pool(self, world: World) -> Sequence[PageOnly]:
        """As many as there are pages in the store, a dozen."""
        return [PageOnly(title) for title in world.shop.values("SELECT title FROM cms_page WHERE active ORDER BY id")]

    def expect(self, world: World, p: PageOnly) -> Expectation:
        return page_changed(world, p.page, active=0)

    async def solve(self, person: Person, p: PageOnly) -> None:
        await open_page(person, p.page)
        await person.uncheck("Enable page")
        await save(person, "page")
        await person.stop()


@dataclass(frozen=True)
class BlockText:
    block: str
    text: str


NOTICES = (
    "Our phone lines are closed on Friday for staff training.",
    "Packages may take one day longer than usual this week.",
    "Orders over $120 ship by express at no extra cost through Sunday.",
    "We are moving to a new warehouse. Pickup is closed until the end of the month.",
)


async def replace_after_a_preview(person: Person, p: BlockText) -> None:
    """With a wrong text that is saved and mended, a double space and a line break behind it."""
    await look_up(person, "Content", "Blocks", p.block)
    await person.click(p.block, role="link")
    await person.fill("Content", "To be written.")
    await save(person, "block")
    await person.fill("Content", f"{p.text.replace(' ', '  ', 1)}\n")
    await person.click("Preview", role="button")
    await save(person, "block")
    await person.stop()


class ReplaceBlock(Template[BlockText]):
    """Replace the text of a block."""

    id = "arena.admin.replace-block"
    kind = Kind.DO
    goals = (
        "Replace the whole text of the content block “{block}” with this: {text}",
        "The content block “{block}” should say only “{text}” Change the text, not the title.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (replace_after_a_preview,)

    def pool(self, world: World) -> Sequence[BlockText]:
        titles = world.shop.values("SELECT title FROM cms_block ORDER BY id")
        return [BlockText(title, text) for title in titles for text in NOTICES]

    def expect(self, world: World, p: BlockText) -> Expectation:
        number = world.shop.value("SELECT id FROM cms_block WHERE title = ?", p.block)
        wanted = {"content": same_text(p.text)}
        return Expectation([Update("shop", "cms_block", key=(number,), values=wanted, free={"updated": WHEN})])

    async def solve(self, person: Person, p: BlockText) -> None:
        await go_to(person, "Content", "Blocks")
        await person.click(p.block, role="link")
        await person.fill("Content", p.text)
        await save(person, "block")
        await person.stop()


async def extend_with_two_spaces(person: Person, p: BlockText) -> None:
    """As typists do after a full stop; another block was changed first, and changed back."""
    await go_to(person, "Content", "Blocks")
    await person.click(next(row["Title"] for row in table(person) if row["Title"] != p.block), role="link")
    text = person.value("Content")
    for content in (f"{text} {p.text}", text):
        await person.fill("Content", content)
        await save(person, "block")
    await go_to(person, "Content", "Blocks")
    await person.click(p.block, role="link")
    await person.fill("Content", f"{person.value('Content').rstrip()}  {p.text}")
    await save(person, "block")
    await person.stop()


class ExtendBlock(Template[BlockText]):
    """Add a sentence to the text of a block."""

    id = "arena.admin.extend-block"
    kind = Kind.DO
    goals = (
        "Add this to the end of the content block “{block}”, in the same paragraph: {text}",
        "Put “{text}” right after the last sentence of the content block “{block}”. No new paragraph, and keep what's"
        " there.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (extend_with_two_spaces,)

    def pool(self, world: World) -> Sequence[BlockText]:
        titles = world.shop.values("SELECT title FROM cms_block WHERE content LIKE '%.' ORDER BY id")
        return [BlockText(title, text) for title in titles for text in NOTICES]

    def expect(self, world: World, p: BlockText) -> Expectation:
        block = world.shop.rows("SELECT id, content FROM cms_block WHERE title = ?", p.block)[0]
        wanted = {"content": same_text(f"{block.content.rstrip()} {p.text}")}
        return Expectation([Update("shop", "cms_block", key=(block.id,), values=wanted, free={"updated": WHEN})])

    async def solve(self, person: Person, p: BlockText) -> None:
        await go_to(person, "Content", "Blocks")
        await person.click(p.block, role="link")
        await person.fill("Content", f"{person.value('Content').rstrip()} {p.text}")
        await save(person, "block")
        await person.stop()


@dataclass(frozen=True)
class ThemeOnly:
    theme: str


def _switches(change: Change) -> bool:
    return (change.table, change.key) == ("setting", ("design/theme",))


NOT_SWITCHED = Expectation(never={"the store never wears another theme": _switches})


async def switch_and_switch_back(person: Person, p: ThemeOnly) -> None:
    """In the end the store looks as before, but customers saw it otherwise."""
    now = person.world.shop.value(
        "SELECT title FROM theme WHERE code = (SELECT value FROM setting WHERE path = 'design/theme')"
    )
    for theme in (p.theme, now):
        await go_to(person, "Content", "Themes")
        await person.click(theme, role="link")
        await person.click("Use this theme", role="button")
    await PreviewTheme().solve(person, p)


class PreviewTheme(Template[ThemeOnly]):
    """Look at the preview of a theme without using it."""

    id = "arena.admin.preview-theme"
    kind = Kind.GO
    goals = (
        "Show me a preview of the storefront theme “{theme}”, but don't switch to it.",
        "I want to see what our store would look like with the “{theme}” theme. Bring up its preview without"
        " switching to it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=4)
    shortcuts = (switch_and_switch_back,)
    revision = 3
    twin = "arena.admin.look-at-theme"

    def pool(self, world: World) -> Sequence[ThemeOnly]:
        """As many as there are themes that are not in use, three or so."""
        return [ThemeOnly(title) for title in unused_themes(world)]

    def expect(self, world: World, p: ThemeOnly) -> Expectation:
        return NOT_SWITCHED

    def page(self, world: World, p: ThemeOnly) -> PageShows:
        number = world.shop.value("SELECT id FROM theme WHERE title = ?", p.theme)
        return PageShows("admin", "theme preview", {"id": number})

    async def solve(self, person: Person, p: ThemeOnly) -> None:
        await go_to(person, "Content", "Themes")
        await person.click(p.theme, role="link")
        await person.stop()


def unused_themes(world: World) -> list[str]:
    found: list[str] = world.shop.values(
        "SELECT title FROM theme WHERE code <> (SELECT value FROM setting WHERE path = 'design/theme') ORDER BY id"
    )
    return found


class PreviewMissingTheme(Template[ThemeOnly]):
    """Look at the preview of a theme that there is not."""

    id = "arena.admin.look-at-theme"
    kind = Kind.GO
    goals = PreviewTheme.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.admin.preview-theme"
    revision = 3

    def pool(self, world: World) -> Sequence[ThemeOnly]:
        """Brands with names of one word, as themes have."""
        there = {title.casefold() for title in world.shop.values("SELECT title FROM theme")}
        brands = world.shop.values("SELECT DISTINCT brand FROM product ORDER BY brand")
        return [ThemeOnly(brand) for brand in brands if brand.isalpha() and brand.casefold() not in there]

    def expect(self, world: World, p: ThemeOnly) -> Expectation:
        return NOT_SWITCHED

    def obstacle(self, world: World, p: ThemeOnly) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.theme,))

    async def solve(self, person: Person, p: ThemeOnly) -> None:
        await go_to(person, "Content", "Themes")
        if p.theme in person.names("link"):
            raise Lost(f"there is a theme {p.theme!r} after all")
        await person.infeasible(f"There is no theme called “{p.theme}”.")


async def choose_in_the_design(person: Person, p: ThemeOnly) -> None:
    await go_to(person, "Content", "Design")
    await person.choose("Theme", p.theme)
    await person.click("Save design", role="button")
    await person.stop()


async def after_another_theme(person: Person, p: ThemeOnly) -> None:
    other = next(title for title in unused_themes(person.world) if title != p.theme)
    for theme in (other, p.theme):
        await go_to(person, "Content", "Themes")
        await person.click(theme, role="link")
        await person.click("Use this theme", role="button")
    await person.stop()


class SwitchTheme(Template[ThemeOnly]):
    """Have the storefront wear another theme."""

    id = "arena.admin.switch-theme"
    kind = Kind.DO
    goals = (
        "Switch the storefront to the theme “{theme}”.",
        "We want a new look for the store. Change its theme to “{theme}”.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=5)
    revision = 2
    ways = (choose_in_the_design, after_another_theme)

    def pool(self, world: World) -> Sequence[ThemeOnly]:
        """As many as there are themes that are not in use, three or so."""
        return [ThemeOnly(title) for title in unused_themes(world)]

    def expect(self, world: World, p: ThemeOnly) -> Expectation:
        code = world.shop.value("SELECT code FROM theme WHERE title = ?", p.theme)
        return Expectation([Update("shop", "setting", key=("design/theme",), values={"value": code})])

    async def solve(self, person: Person, p: ThemeOnly) -> None:
        await go_to(person, "Content", "Themes")
        await person.click(p.theme, role="link")
        await person.click("Use this theme", role="button")
        await person.stop()
