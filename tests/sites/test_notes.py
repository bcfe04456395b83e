"""notes.test: what each page shows, what each button changes, and what nobody may do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect, sync_playwright

from webcosm.browser import chromium
from webcosm.server.app import Server
from webcosm.sites.kit import Account, Request, Site, VisitedPage, Visitor
from webcosm.sites.kit.request import Addresses
from webcosm.sites.notes import site
from webcosm.sites.notes.seed import written_notes
from webcosm.sites.notes.text import blocks, excerpt, progress, read_tags, toggled, word_count
from webcosm.worlds import BEGINNING, Change, Universe, World, WorldState

SITES = (site, *(Site(name, title=name, tagline="", folder=Path("/nowhere")) for name in ("home", "manuals")))
FORM = {"title": "Call the plumber", "body": "Tuesday", "tags": "home, urgent", "colour": "rose"}


@pytest.fixture(scope="module")
def universe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    assert site.blueprint
    with Universe([site.blueprint], cache=tmp_path_factory.mktemp("cache")) as universe:
        yield universe


@pytest.fixture(scope="module")
def accounts(universe: Universe) -> Sequence[Account]:
    return site.accounts(universe.lore)


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


@pytest.fixture
def visitor(world: World) -> Visitor:
    visitor = Visitor(world, SITES)
    visitor.get("http://notes.test/")
    return visitor


@pytest.fixture
def blank(universe: Universe) -> Iterator[Visitor]:
    """The second account, after all of its notes are gone."""
    username = site.accounts(universe.lore)[1].username
    with universe.open(WorldState(accounts={"notes": username})) as world:
        world.notes.run("DELETE FROM note_tag")
        world.notes.run("DELETE FROM note")
        visitor = Visitor(world, SITES)
        visitor.get("http://notes.test/")
        yield visitor


def note_id(world: World, title: str) -> int:
    return int(world.notes.value("SELECT id FROM note WHERE title = ?", title))


def titles(page: VisitedPage) -> list[str]:
    return [unescape(title) for title in re.findall(r'<h2><a href="/notes/\d+">(.*?)</a>', page.text)]


def summary(changes: Sequence[Change]) -> list[tuple[str, str, tuple[str, ...]]]:
    """(table, kind, changed columns); of inserted and deleted rows the columns go without saying."""
    return [(each.table, each.kind, each.columns if each.kind == "update" else ()) for each in changes]


# The text -------------------------------------------------------------------------------------------------------------

SAMPLE = "# Trip\nPack light.\nReally.\n\n- [ ] Tent\n- [x] Stove\n- rope, 60 m\n* tape"


def test_blocks() -> None:
    shown = [(block.kind, [(item.text, item.line, item.checked) for item in block.items]) for block in blocks(SAMPLE)]
    assert shown == [
        ("heading", [("Trip", 0, False)]),
        ("paragraph", [("Pack light.", 1, False), ("Really.", 2, False)]),
        ("checklist", [("Tent", 4, False), ("Stove", 5, True)]),
        ("list", [("rope, 60 m", 6, False), ("tape", 7, False)]),
    ]


def test_ticking_a_line() -> None:
    assert toggled(SAMPLE, 4) == SAMPLE.replace("[ ] Tent", "[x] Tent")
    assert toggled(SAMPLE, 5) == SAMPLE.replace("[x] Stove", "[ ] Stove")
    assert [toggled(SAMPLE, line) for line in (0, 6, 99, -1)] == [None] * 4
    assert progress(SAMPLE) == (1, 2)


@given(st.text("- [x]*\n#ab", max_size=60), st.integers(0, 12))
def test_ticking_twice_changes_nothing_but_the_mark(body: str, line: int) -> None:
    once = toggled(body, line)
    if once is not None:
        assert sum(a != b for a, b in zip(once, body, strict=True)) == 1
        assert toggled(once, line) == body


@pytest.mark.parametrize(
    "text, words",
    [("", 0), ("one", 1), ("- [ ] two words\n- [x] three", 3), ("don't stop, 3.5 kg — 1,200", 5), ("co-op", 1)],
)
def test_words_are_counted_without_the_marks(text: str, words: int) -> None:
    assert word_count(text) == words


def test_an_excerpt_is_short() -> None:
    assert excerpt(SAMPLE, lines=4) == [
        ("heading", "Trip"),
        ("paragraph", "Pack light."),
        ("paragraph", "Really."),
        ("todo", "Tent"),
    ]
    assert excerpt("x" * 500) == [("paragraph", "x" * 220 + "…")]


def test_tags_are_tidied() -> None:
    assert list(read_tags(" Home, #garden,home ,, big  plans")) == ["big plans", "garden", "home"]
    for wrong in ("<b>", "a" * 31, ",".join("abcdefghijk")):
        with pytest.raises(ValueError, match="Tags: "):
            read_tags(wrong)


# The seed -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["first", "second"])
def test_seeded_notes_are_many_and_plausible(name: str) -> None:
    notes = list(written_notes(name))
    assert len(notes) >= 40
    assert len({note.title for note in notes}) == len(notes)
    assert len({tag for note in notes for tag in note.tags}) >= 12
    for note in notes:
        assert note.created <= note.updated < BEGINNING.strftime("%Y-%m-%d %H:%M:%S"), note.title
        assert note.tags, note.title
        assert word_count(note.body) >= 8, note.title
        assert list(read_tags(", ".join(note.tags))) == note.tags


def test_the_seed_fills_in_the_worlds_own_facts(world: World) -> None:
    assert not world.notes.values("SELECT title FROM note WHERE body LIKE '%[[%' OR title LIKE '%[[%'")
    owner = world.lore.person_by_username[site.accounts(world.lore)[0].username]
    assert world.notes.value("SELECT count(*) FROM note WHERE body LIKE ?", f"%{owner.home.lines()[0]}%") == 1


def test_owners_are_people_of_the_universe(world: World, accounts: Sequence[Account]) -> None:
    people = [world.lore.person_by_username[account.username] for account in accounts]
    assert [person.full_name for person in people] == [account.name for account in accounts]
    assert [person.occupation for person in people] == ["employed", "self-employed"]
    assert people[1].job_title == "Carpenter", "as the notes about the workshop say"


# Lists ----------------------------------------------------------------------------------------------------------------


def test_notes_are_paged_with_pinned_ones_first(visitor: Visitor, world: World) -> None:
    seen: list[str] = []
    for number in (1, 2, 3, 4):
        seen += titles(visitor.get(f"/?page={number}"))
    expected = world.notes.values(
        "SELECT title FROM note WHERE account_id = 1 AND archived = 0 ORDER BY pinned DESC, updated DESC, id DESC"
    )
    assert seen == expected
    assert len(titles(visitor.get("/"))) == 12
    assert titles(visitor.get("/?page=999")) == expected[36:], "a page beyond the end is the last one"


@pytest.mark.parametrize(
    "key, order", [("created", "created DESC, id DESC"), ("oldest", "created, id"), ("title", "title COLLATE NOCASE")]
)
def test_sorting(visitor: Visitor, world: World, key: str, order: str) -> None:
    sql = f"SELECT title FROM note WHERE account_id = 1 AND archived = 0 ORDER BY pinned DESC, {order}"
    assert titles(visitor.get(f"/?sort={key}")) == world.notes.values(sql)[:12]


def test_search_looks_into_titles_texts_and_tags(visitor: Visitor) -> None:
    assert titles(visitor.get("/?q=smoked+paprika")) == ["Lentil soup that works"]
    assert "Vet" in titles(visitor.get("/?q=pets"))
    assert "Knitting: gray sweater" in titles(visitor.get("/?q=knit")), "the last word may be unfinished"
    assert titles(visitor.get("/?q=lentil+concert")) == [], "all words must be there"
    assert "No note has the words" in visitor.get("/?q=zebra").text
    assert titles(visitor.get("/?q=%22%29%28*")) == [], "signs are no words"


def test_search_offers_matches_in_the_archive(visitor: Visitor) -> None:
    page = visitor.get("/?q=plumber")
    assert titles(page) == []
    assert "1 match in the archive" in page.text
    assert titles(visitor.get("/archive?q=plumber")) == ["Plumber"]


def test_search_follows_edits(visitor: Visitor, world: World) -> None:
    visitor.post("/new", {**FORM, "body": "quokka", "tags": "zoology"})
    assert titles(visitor.get("/?q=quokka")) == ["Call the plumber"]
    assert titles(visitor.get("/?q=zoology")) == ["Call the plumber"]
    number = note_id(world, "Call the plumber")
    visitor.get(f"/notes/{number}/edit")
    visitor.post(f"/notes/{number}/edit", {**FORM, "revision": "1", "tags": ""})
    assert titles(visitor.get("/?q=quokka")) == []
    assert titles(visitor.get("/?q=zoology")) == []


def test_tags_narrow_the_list(visitor: Visitor, world: World) -> None:
    shown = titles(visitor.get("/?tag=pets"))
    assert shown == ["Feeding Biscuit (for Tobias)", "Vet"]
    assert "No note has the tag" in visitor.get("/?tag=nonsense").text
    assert titles(visitor.get("/?tag=pets&q=vaccinations")) == ["Vet"]


def test_empty_states(blank: Visitor) -> None:
    assert "You have no notes yet" in blank.get("/").text
    assert "The archive is empty" in blank.get("/archive").text
    assert "The trash is empty" in blank.get("/trash").text


# Writing --------------------------------------------------------------------------------------------------------------


def test_creating_a_note_inserts_it_and_its_tags(visitor: Visitor, world: World) -> None:
    page = visitor.post("/new", FORM)
    assert "Note saved." in page.text
    changes = world.changes()
    assert summary(changes) == [("note", "insert", ()), ("note_tag", "insert", ()), ("note_tag", "insert", ())]
    new = changes[0].new
    assert new
    assert {name: new[name] for name in ("account_id", "title", "body", "colour", "pinned", "created", "revision")} == {
        "account_id": 1,
        "title": "Call the plumber",
        "body": "Tuesday",
        "colour": "rose",
        "pinned": 0,
        "created": "2026-05-14 09:00:00",
        "revision": 1,
    }
    assert [change.key[1] for change in changes[1:]] == ["home", "urgent"]


def test_new_notes_carry_the_worlds_time(visitor: Visitor, world: World) -> None:
    world.clock.advance(milliseconds=3_600_000)
    visitor.post("/new", FORM)
    assert world.notes.value("SELECT created FROM note WHERE title = 'Call the plumber'") == "2026-05-14 10:00:00"


@pytest.mark.parametrize(
    "wrong, message",
    [
        ({"title": " "}, "Title is required."),
        ({"title": "x" * 121}, "Title may have at most 120 characters; this has 121."),
        ({"body": "x" * 20_001}, "Note may have at most 20,000 characters; this has 20,001."),
        ({"tags": "a;b"}, "Tags: “a;b” may hold only letters"),
        ({"colour": "mauve"}, "Color: choose one of the options."),
    ],
)
def test_bad_notes_are_refused_with_what_was_typed(
    visitor: Visitor, world: World, wrong: dict[str, str], message: str
) -> None:
    page = visitor.post("/new", {**FORM, **wrong})
    assert page.status == 422
    assert message in page.text
    assert not world.changes()


def test_editing_writes_only_what_differs(visitor: Visitor, world: World) -> None:
    number = note_id(world, "Vet")
    page = visitor.get(f"/notes/{number}/edit")
    body = unescape(page.text.split("<textarea")[1].split(">\n", 1)[1].split("</textarea>")[0])
    same = {"title": "Vet", "body": body, "tags": "pets", "colour": "plain", "revision": "1"}
    assert "Nothing was changed." in visitor.post(f"/notes/{number}/edit", same).text
    assert not world.changes()
    visitor.post(f"/notes/{number}/edit", {**same, "tags": "pets, biscuit", "title": "Vet, April"})
    assert summary(world.changes()) == [
        ("note", "update", ("title", "updated", "revision")),
        ("note_tag", "insert", ()),
    ]


def test_pinning_while_editing_is_no_new_revision(visitor: Visitor, world: World) -> None:
    number = note_id(world, "Overnight oats ratio")
    note = world.notes.row("SELECT * FROM note WHERE id = ?", number)
    assert note
    form = {"title": note.title, "body": note.body, "tags": "food, recipes", "colour": note.colour, "revision": "1"}
    visitor.get(f"/notes/{number}/edit")
    visitor.post(f"/notes/{number}/edit", {**form, "pinned": "on"}, follow=False)
    assert summary(world.changes()) == [("note", "update", ("pinned",))]


def test_a_concurrent_edit_is_not_overwritten(visitor: Visitor, world: World) -> None:
    number = note_id(world, "Vet")
    visitor.get(f"/notes/{number}/edit")
    mine = {"title": "Vet", "body": "my text", "tags": "pets", "colour": "plain", "revision": "1"}
    visitor.post(f"/notes/{number}/edit", {**mine, "body": "their <text>"})
    visitor.get(f"/notes/{number}/edit")
    page = visitor.post(f"/notes/{number}/edit", mine)
    assert page.status == 409
    assert "changed while you were editing" in page.text
    assert "their &lt;text&gt;" in page.text
    assert "my text" in page.text
    assert world.notes.value("SELECT body FROM note WHERE id = ?", number) == "their <text>"
    assert 'name="revision" value="2"' in page.text
    visitor.post(f"/notes/{number}/edit", {**mine, "revision": "2"})
    assert world.notes.value("SELECT body FROM note WHERE id = ?", number) == "my text"


def test_ticking_a_checklist(visitor: Visitor, world: World) -> None:
    number = note_id(world, "Groceries")
    visitor.get(f"/notes/{number}")
    page = visitor.post(f"/notes/{number}/check", {"line": "2", "revision": "1"})
    assert "4 of 8 done" in page.text
    [change] = world.changes()
    assert change.columns == ("body", "updated", "revision")
    assert change.new
    assert "- [x] Red lentils, 1 kg" in str(change.new["body"])
    assert visitor.post(f"/notes/{number}/check", {"line": "2", "revision": "1"}).status == 409
    visitor.get(f"/notes/{number}")
    for line in ("99", "x", "", "-1"):
        assert visitor.post(f"/notes/{number}/check", {"line": line, "revision": "2"}).status == 400
        visitor.get(f"/notes/{number}")


def test_scripts_get_ticks_as_data(world: World, visitor: Visitor) -> None:
    number = note_id(world, "Groceries")
    request = Request(site, world, Addresses({each.name: each.host for each in SITES}), "POST")
    request.path = f"/notes/{number}/check"
    request.headers = {"accept": "application/json"}
    request.form = {"line": "2", "revision": "1", "csrf": request.csrf_token}
    assert json.loads(bytes(site.handle(request).body)) == {"revision": 2, "done": 4, "total": 8}


def test_looking_at_a_note_is_no_change(visitor: Visitor, world: World) -> None:
    number = note_id(world, "Vet")
    world.clock.advance(milliseconds=60_000)
    visitor.get(f"/notes/{number}")
    assert world.notes.value("SELECT last_viewed FROM note WHERE id = ?", number) == "2026-05-14 09:01:00"
    assert not world.changes()


# Moving notes about ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "title, action, back, column",
    [
        ("Vet", "pin", "unpin", "pinned"),
        ("Groceries", "unpin", "pin", "pinned"),
        ("Vet", "archive", "unarchive", "archived"),
        ("Plumber", "unarchive", "archive", "archived"),
        ("Vet", "delete", "restore", "deleted"),
        ("Plumber", "delete", "restore", "deleted"),
    ],
)
def test_every_move_changes_one_column_and_can_be_taken_back(
    visitor: Visitor, world: World, title: str, action: str, back: str, column: str
) -> None:
    number = note_id(world, title)
    visitor.post(f"/notes/{number}/{action}", follow=False)
    assert [(each.key, each.columns) for each in world.changes()] == [((number,), (column,))]
    visitor.get("/")
    visitor.post(f"/notes/{number}/{back}", follow=False)
    assert not world.changes()


def test_deleting_offers_undo(visitor: Visitor, world: World) -> None:
    number = note_id(world, "Groceries")
    page = visitor.post(f"/notes/{number}/delete")
    assert "“Groceries” was moved to the trash." in page.text
    assert "Groceries" not in titles(page)
    [undo] = re.findall(r'action="(/notes/\d+/restore)"', page.text)
    assert titles(visitor.get("/trash")) == ["Groceries"]
    assert titles(visitor.get("/?q=lentils"))[:1] != ["Groceries"], "the trash is not searched"
    assert visitor.get(f"/notes/{number}/edit").status == 409
    visitor.get("/")
    assert "“Groceries” is back." in visitor.post(undo).text
    assert not world.changes()


def test_deleting_forever(visitor: Visitor, world: World) -> None:
    number = note_id(world, "Groceries")
    assert visitor.post(f"/notes/{number}/destroy").status == 409
    visitor.get("/")
    visitor.post(f"/notes/{number}/delete")
    assert "was deleted forever" in visitor.post(f"/notes/{number}/destroy").text
    assert summary(world.changes()) == [("note", "delete", ()), *[("note_tag", "delete", ())] * 2]
    assert visitor.get(f"/notes/{number}").status == 404
    assert not world.notes.value("SELECT count(*) FROM note_search WHERE rowid = ?", number)


def test_emptying_the_trash_takes_only_ones_own(visitor: Visitor, world: World) -> None:
    world.notes.run("UPDATE note SET deleted = '2026-05-13 08:00:00' WHERE title IN ('Vet', 'Supermarket')")
    visitor.get("/trash")
    visitor.post("/trash/empty")
    gone = [
        each.old["title"] for each in world.changes() if each.table == "note" and each.kind == "delete" and each.old
    ]
    assert gone == ["Vet"]
    assert note_id(world, "Supermarket")


# Who may do what ------------------------------------------------------------------------------------------------------


def test_other_peoples_notes_are_not_there(visitor: Visitor, world: World) -> None:
    theirs = note_id(world, "Workshop to do")
    for path in (f"/notes/{theirs}", f"/notes/{theirs}/edit"):
        assert visitor.get(path).status == 404
        never_was = visitor.get(path.replace(str(theirs), "99999"))
        assert visitor.get(path).text == never_was.text, "it cannot be told from a note that never was"
    for action in ("edit", "check", "pin", "unpin", "archive", "unarchive", "delete", "restore", "destroy"):
        visitor.get("/")
        form = {**FORM, "revision": "1", "line": "0"}
        assert visitor.post(f"/notes/{theirs}/{action}", form).status == 404
    assert titles(visitor.get("/?q=chisels")) == []
    assert titles(visitor.get("/?tag=workshop")) == []
    assert "#workshop" not in visitor.get("/").text
    assert not world.changes()


def test_signing_out_and_in_as_somebody_else(visitor: Visitor, world: World, accounts: Sequence[Account]) -> None:
    assert visitor.post("/logout").url == "http://notes.test/login"
    for path in ("/", "/archive", "/trash", "/new", "/notes/1", "/notes/1/edit"):
        assert "/login" in visitor.get(path).url, path
    assert visitor.post("/new", FORM, follow=False).status == 303
    assert visitor.get("/login").status == 200
    other = accounts[1]
    assert visitor.post("/login", {"username": other.username, "password": "wrong"}).status == 422
    page = visitor.post("/login", {"username": other.username, "password": other.password})
    assert f"Welcome back, {other.name}." in unescape(page.text)
    assert "Workshop to do" in titles(page)
    assert visitor.get(f"/notes/{note_id(world, 'Groceries')}").status == 404
    assert not world.changes()


def test_forms_need_their_token(visitor: Visitor, world: World) -> None:
    for route in site.routes:
        if route.method == "POST":
            path = route.example({})
            assert visitor.post(path, {**FORM, "csrf": "forged", "revision": "1"}).status == 403, path
    assert not world.changes()


# Robustness -----------------------------------------------------------------------------------------------------------


def test_typed_markup_is_shown_as_typed(visitor: Visitor) -> None:
    evil = "<script>alert(1)</script>"
    form = {**FORM, "title": evil, "body": f"# {evil}\n- {evil}\n- [ ] {evil}\n{evil}\n</textarea>{evil}"}
    pages = [visitor.post("/new", form), visitor.get("/"), visitor.get(f"/?q={quote(evil)}"), visitor.get("/?q=alert")]
    number = max(int(found) for found in re.findall(r"/notes/(\d+)", pages[0].text))
    pages += [visitor.get(f"/notes/{number}/edit"), visitor.get(f"/?tag={quote(evil)}")]
    pages += [visitor.post(f"/notes/{number}/edit", {**form, "revision": "0"}), visitor.post("/new", {"title": ""})]
    visitor.get("/")
    pages.append(visitor.post(f"/notes/{number}/delete"))
    for page in pages:
        assert "<script>alert" not in page.text, page.url


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=60))
def test_no_text_breaks_a_page(universe: Universe, text: str) -> None:
    with universe.open() as world:
        visitor = Visitor(world, SITES)
        for path in ("/", "/archive", "/trash"):
            assert visitor.get(f"http://notes.test{path}?q={quote(text)}&page={quote(text)}").status == 200
            assert visitor.get(f"{path}?tag={quote(text)}&sort={quote(text)}").status == 200
        assert visitor.get(f"/notes/{quote(text, safe='')}").status in (200, 400, 404)
        visitor.get("/new")
        page = visitor.post("/new", {"title": text, "body": text, "tags": text, "colour": "plain"})
        assert page.status in (200, 422)
        visitor.get("/")
        assert visitor.post("/new", {"title": "t", "body": text, "colour": "plain"}).status == 200
        assert len(titles(visitor.get("/?sort=created"))) == 12


@pytest.mark.parametrize("number", ["0", "99999", "9" * 30, "abc", "1.5", "-1"])
def test_unknown_notes(visitor: Visitor, number: str) -> None:
    assert visitor.get(f"/notes/{number}").status == 404


def test_worlds_of_one_seed_are_alike(universe: Universe) -> None:
    seen = []
    for _ in range(2):
        with universe.open() as world:
            visitor = Visitor(world, SITES)
            visitor.get("http://notes.test/")
            visitor.post("/new", FORM)
            seen.append((visitor.get("/").text, visitor.get("/?q=home").text, world.changes()))
    assert seen[0] == seen[1]


# In a browser ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def page(world: World) -> Iterator[Page]:
    with Server(SITES) as server, sync_playwright() as playwright:
        credential = server.admit(world)
        browser = playwright.chromium.launch(executable_path=chromium.find().path, args=chromium.arguments())
        context = browser.new_context(
            proxy={"server": credential.server, "username": credential.username, "password": credential.password}
        )
        page = context.new_page()
        troubles: list[str] = []
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        yield page
        browser.close()
    assert not troubles


@pytest.mark.browser
def test_keyboard_and_ticking_in_a_browser(page: Page, world: World) -> None:
    page.goto("http://notes.test/")
    page.keyboard.press("n")
    expect(page.get_by_label("Title")).to_be_focused()
    page.keyboard.type("Tent")
    page.keyboard.press("Tab")
    page.keyboard.type("- [ ] poles\n- [ ] pegs, all 12")
    expect(page.locator("#words")).to_have_text("4 words")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/notes/*")

    address = page.url
    page.evaluate("window.sameDocument = true")
    for name in ("poles", "pegs, all 12"):
        page.get_by_role("checkbox", name=name).click()
    expect(page.locator("#progress")).to_have_text("2 of 2 done")
    expect(page.get_by_role("checkbox", name="poles")).to_be_checked()
    assert page.evaluate("window.sameDocument"), "ticking does not reload the page"
    assert page.url == address
    body = world.notes.value("SELECT body FROM note WHERE title = 'Tent'")
    assert body == "- [x] poles\n- [x] pegs, all 12"

    page.keyboard.press("/")
    expect(page.get_by_label("Search notes")).to_be_focused()
    page.keyboard.type("pegs")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?q=pegs")
    expect(page.get_by_role("heading", name="Tent")).to_be_visible()
    assert summary(world.changes()) == [("note", "insert", ())]
