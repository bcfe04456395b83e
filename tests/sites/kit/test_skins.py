"""Looks are data: a skin changes colours, words and where navigation stands, and no page knows of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sites.kit.sample import SITES, site
from webcosm.sites import all_sites
from webcosm.sites.kit import Site, Visitor, add_login
from webcosm.sites.kit.look import KIT
from webcosm.sites.kit.plan import read_plan
from webcosm.sites.kit.skins import NAMES, skin_named
from webcosm.worlds import Universe, WorldState


@pytest.fixture(scope="module")
def movable(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site whose navigation can stand at the top and at the left."""
    folder = tmp_path_factory.mktemp("movable")
    (folder / "look.toml").write_text('nav = ["top", "left"]')
    movable = Site("movable", title="Movable", tagline="", folder=folder, shares=site, find_user=site.find_user)
    add_login(movable)
    return movable


def seen(board: Universe, one: Site, path: str, skin: str) -> tuple[str, str]:
    """A page in a skin, and the style sheet with its tokens."""
    with board.open(WorldState(switches={"skin": skin}, accounts={one.name: None})) as world:
        visitor = Visitor(world, [one])
        page = visitor.get(f"http://{one.host}{path}").text
        (address,) = re.findall(r'href="([^"]+/tokens[^"]*\.css)"', page)
        sheet = visitor.get(address)
        assert (sheet.status, sheet.headers["content-type"]) == (200, "text/css; charset=utf-8")
        assert "immutable" in sheet.headers["cache-control"]
        return page, sheet.text


def test_without_a_skin_a_site_has_its_own_tokens_and_words(board: Universe) -> None:
    page, css = seen(board, site, "/login", "default")
    assert "<button>Sign in</button>" in page
    assert "--accent: #2f5d62;" in css
    assert "nav-left" not in page


def test_a_skin_changes_colours_words_and_navigation_without_touching_a_page(board: Universe, movable: Site) -> None:
    plain, _ = seen(board, movable, "/login", "default")
    worn, css = seen(board, movable, "/login", "slate")
    assert "<button>Log in</button>" in worn
    assert '<body class="nav-left">' in worn
    assert ":root:root {" in css
    assert css.index("--accent: #8fc7d6;") > css.index("--accent: #2f5d62;")
    back = worn.replace("Log in", "Sign in").replace(' class="nav-left"', "")
    hashed = r"/static/movable/\w+/tokens(-slate)?\.css"
    assert re.sub(hashed, "", back) == re.sub(hashed, "", plain), "all else is as it was"


def test_navigation_stays_where_a_sites_layout_can_place_it(board: Universe) -> None:
    assert site.look.plan.nav == ("top",)
    assert "nav-left" not in seen(board, site, "/login", "slate")[0]


def test_macros_speak_the_words_of_the_skin_too(board: Universe) -> None:
    assert ">Onwards</a>" in seen(board, site, "/", "slate")[0]
    assert ">Next</a>" in seen(board, site, "/", "default")[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_skin_replaces_what_there_is_and_invents_nothing(name: str) -> None:
    kit, skin = read_plan(KIT / "look.toml"), skin_named(name)
    assert set(skin.tokens) <= set(kit.tokens)
    assert set(skin.words) <= set(kit.words)


def test_every_style_sheet_uses_tokens_that_its_site_has() -> None:
    for one in all_sites():
        known = {*one.look.plan.tokens, *re.findall(r"--([a-z-]+):", _text(one.folder, "html", "css", "py"))}
        used = set(re.findall(r"var\(--([a-z-]+)", _text(one.folder / "static", "css") + _text(KIT / "static", "css")))
        assert used - {"shade"} <= known, one.name


def _text(folder: Path, *kinds: str) -> str:
    return "".join(file.read_text() for kind in kinds for file in sorted(folder.rglob(f"*.{kind}")))


def test_a_site_can_extend_the_kits_layout_under_its_own_name(board: Universe, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "layout.html").write_text(
        '{% extends "kit/layout.html" %}{% block nav %}<a href="/sign">Sign</a>{% endblock %}'
    )
    (tmp_path / "look.toml").write_text('nav = ["left", "top"]\n[tokens]\nink = "#123456"\n[words]\nhelp = "Advice"\n')
    own = Site("own", title="Own", tagline="", folder=tmp_path, shares=site, colour="#abcdef")
    with board.open() as world:
        visitor = Visitor(world, [own])
        page = visitor.get("http://own.test/nowhere")
        css = visitor.get(own.look.static("tokens.css")).text
    assert '<nav aria-label="Main"><a href="/sign">Sign</a></nav>' in page.text
    assert '<body class="nav-left">' in page.text
    assert "--accent: #abcdef;" in css
    assert "--ink: #123456;" in css
    assert own.look.plan.words["help"] == "Advice"
    assert own.look.plan.words["save"] == "Save"


@pytest.mark.parametrize(
    "text, words",
    [
        ("colours = 1", "there is no entry 'colours'; there are nav, tokens, words"),
        ('nav = ["right"]', "navigation cannot stand at 'right'; accepted are top, left"),
        ("[tokens]\nInk = 'red'", "a token cannot be called 'Ink'"),
        ("[tokens]\nink = 'red; } body { display: none'", "the token ink is 'red; } body { display: none'"),
        ("[words]\nsave = 3", "the word save is 3; accepted is a text"),
    ],
)
def test_a_plan_that_cannot_be_used_is_told_with_its_file(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "look.toml").write_text(text)
    with pytest.raises(ValueError, match=rf"look\.toml: {re.escape(words)}"):
        read_plan(tmp_path / "look.toml")


def test_only_skins_that_exist_have_a_style_sheet(board: Universe) -> None:
    with board.open() as world:
        visitor = Visitor(world, SITES)
        for path in ("board/x/tokens-slate.css", "board/x/tokens.css", "kit/x/tokens.css"):
            assert visitor.get(f"http://board.test/static/{path}").status == 200
        for path in ("board/x/tokens-none.css", "board/x/tokens-default.css.css", "home/x/tokens.css"):
            assert visitor.get(f"http://board.test/static/{path}").status == 404
