"""Sites: what decides their image, how they refuse, and that what a failed request wrote is undone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.sites.kit.asking import ask, text_of
from tests.sites.kit.sample import REFUSALS, SITES, site
from webcosm.sites.kit import Account, Addresses, Request, Site, Visitor
from webcosm.worlds import Universe, World, WorldState


def test_schema_content_and_what_is_read_elsewhere_decide_the_image_but_templates_do_not(tmp_path: Path) -> None:
    folder, outside = tmp_path / "site", tmp_path / "outside.md"

    def version() -> str:
        blueprint = Site("x", title="X", tagline="", folder=folder, reads=lambda: [outside]).blueprint
        assert blueprint
        return blueprint.version

    (folder / "templates").mkdir(parents=True)
    (folder / "content").mkdir()
    outside.write_text("one")
    seen = [version()]
    for file in (folder / "schema.sql", folder / "content" / "words.txt", outside):
        file.write_text("-- more than before")
        seen.append(version())
    assert len(set(seen)) == len(seen), "each of them makes a new image"
    (folder / "templates" / "index.html").write_text("x")
    (folder / "manual.md").write_text("x")
    assert version() == seen[-1]


def test_a_sites_mark_is_its_drawing_if_it_has_one(tmp_path: Path) -> None:
    site = Site("x", title="X", tagline="", folder=tmp_path, icon="<")
    assert site.symbol == "&lt;"
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "icon.svg").write_text("<svg></svg>\n")
    assert site.symbol == "<svg></svg>"


def test_a_sites_manual_is_its_markdown_file_if_it_has_one(tmp_path: Path) -> None:
    site = Site("x", title="X", tagline="", folder=tmp_path)
    assert site.manual is None
    (tmp_path / "manual.md").write_text("# Help")
    assert site.manual == "# Help"


def test_sites_on_one_database_see_the_same_rows(visitor: Visitor) -> None:
    boardroom = SITES[2]
    assert (boardroom.blueprint, boardroom.database) == (None, "board")
    visitor.post("/add", {"text": "new"})
    visitor.world.state.accounts["boardroom"] = "bo"
    assert json.loads(visitor.get("http://admin.board.test/inside").text) == {"notes": 46}


def test_a_site_on_anothers_database_cannot_fill_it() -> None:
    with pytest.raises(ValueError, match="y shares the database of board, which fills it"):
        Site("y", title="", tagline="", folder=Path("/nowhere"), shares=site, fill=lambda *_: None)


def test_a_site_without_accounts_has_nobody_signed_in(world: World) -> None:
    lonely = Site("lonely", title="", tagline="", folder=Path("/nowhere"))
    assert lonely.accounts(world.lore) == ()
    assert lonely.default_username(world.lore) is None


def test_the_accounts_are_those_that_the_site_names(world: World) -> None:
    assert site.accounts(world.lore)[0] == Account("reader", "ana", "ana's secret", "Ana <b>Berg</b>")
    assert site.default_username(world.lore) == "ana"


# Refusals -------------------------------------------------------------------------------------------------------------

STATUS = {"bad": 400, "forbidden": 403, "missing": 404, "conflict": 409, "large": 413, "mistake": 500}


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("kind, status", STATUS.items())
def test_a_refusal_is_a_page_in_the_sites_look_and_undoes_what_was_written(
    visitor: Visitor, kind: str, status: int, method: str
) -> None:
    before = visitor.world.changes()
    answer = visitor.get(f"/refuse/{kind}") if method == "GET" else visitor.post(f"/refuse/{kind}")
    assert answer.status == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "Board &amp; Co" in answer.text
    assert f"Status {status}" in answer.text
    if kind in REFUSALS:
        assert REFUSALS[kind].title in answer.text
        assert REFUSALS[kind].message.replace("<", "&lt;").replace(">", "&gt;") in answer.text
    else:
        assert "Nothing you entered was saved." in answer.text
        assert "RuntimeError" not in answer.text, "our mistakes are told to the log, not to the visitor"
    assert visitor.world.changes() == before
    assert visitor.world.board.value("SELECT count(*) FROM note WHERE text LIKE 'written before%'") == 0


def test_our_mistakes_are_logged_with_their_cause(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    visitor.get("/refuse/mistake")
    assert "GET http://board.test/refuse/mistake failed" in caplog.text
    assert visitor.world.fault == "GET http://board.test/refuse/mistake failed: RuntimeError: a mistake of the site"
    assert "RuntimeError: a mistake of the site" in caplog.text


def test_after_a_failed_request_the_next_one_works(visitor: Visitor) -> None:
    visitor.get("/refuse/mistake")
    visitor.get("/")
    assert visitor.post("/add", {"text": "after"}).status == 200
    assert [change.new and change.new["text"] for change in visitor.world.changes()] == ["after"]


def test_an_error_page_that_cannot_be_made_is_plain_text(
    tmp_path: Path, board: Universe, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "error.html").write_text("{{ nothing.of.this.name }}")
    broken = Site("broken", title="", tagline="", folder=tmp_path, shares=site)
    with board.open() as world:
        answer = Visitor(world, [broken]).get("http://broken.test/absent")
    assert answer.status == 404
    assert answer.text == "There is no such page. /absent is not an address of this site."
    assert "the error page of broken.test/absent failed" in caplog.text


def test_looking_is_incidental(visitor: Visitor) -> None:
    visitor.get("/notes/3")
    assert visitor.world.board.value("SELECT seen FROM note WHERE id = 3") == 1
    assert visitor.world.changes() == []


def test_a_switch_is_read_as_the_world_has_it(board: Universe) -> None:
    with board.open(WorldState(switches={"page_size": 7})) as world:
        assert "1 to 7 of 45 notes" in text_of(ask(world, "/"))


def test_a_redirect_is_quoted(visitor: Visitor) -> None:
    request = Request(site=site, world=visitor.world, addresses=Addresses({}))
    location = request.redirect("/a b/ü?q=1 2#x\r\n").headers["location"]
    assert location == "/a%20b/%C3%BC?q=1%202#x%0D%0A"
