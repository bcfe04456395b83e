"""The look: static files by an address of their contents, templates over the kit's, escaping."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.sites.kit.asking import ask, text_of
from tests.sites.kit.sample import site
from webcosm.sites.kit import Site, Visitor
from webcosm.worlds import World


def test_a_static_file_has_an_address_that_browsers_may_keep_forever(visitor: Visitor) -> None:
    address = site.look.static("style.css")
    assert re.fullmatch(r"/static/board/[0-9a-f]{12}/style\.css", address)
    answer = visitor.get(address)
    assert (answer.status, answer.text) == (200, "body { color: teal; }\n")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/css")


def test_files_in_folders_and_of_the_kit_are_served_too(visitor: Visitor) -> None:
    assert visitor.get(site.look.static("sub/deep.txt")).text == "deep\n"
    for name in ("kit.css", "icon.svg", "fonts/inter.woff2"):
        assert visitor.get(site.look.static(name, "kit")).status == 200


def test_every_style_sheet_and_icon_that_a_page_names_is_there(visitor: Visitor) -> None:
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', visitor.get("/").text)
    assert len(named) >= 2
    assert [visitor.get(address).status for address in named] == [200] * len(named)


def test_the_address_changes_with_the_contents(tmp_path: Path) -> None:
    copy = Site("copy", title="", tagline="", folder=tmp_path)
    shutil.copytree(site.folder / "static", tmp_path / "static")
    before = copy.look.static("style.css")
    assert copy.look.static("style.css") == before
    (tmp_path / "static" / "style.css").write_text("body { color: red; }\n/* and more */")
    assert copy.look.static("style.css") != before


def test_naming_a_static_file_that_is_not_there_fails_when_the_page_is_made() -> None:
    with pytest.raises(FileNotFoundError, match=r"absent\.css"):
        site.look.static("absent.css")


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/board",
        "/static/board/hash",
        "/static/board/hash/",
        "/static/board/hash/sub",
        "/static/board/hash/absent.css",
        "/static/nobody/hash/style.css",
        "/static/board/hash/../schema.sql",
        "/static/board/hash/sub/../../schema.sql",
        "/static/board/hash//etc/passwd",
        "/static/board/../hash/style.css",
        "/static/board/hash/style.css\0",
        "/static/board/hash/style.css/more",
        "/static/board/hash/" + "long" * 1_000,
    ],
)
def test_no_other_file_can_be_had(world: World, path: str) -> None:
    response = ask(world, path)
    assert response.status_code in (400, 404)
    assert "Board &amp; Co" in text_of(response), "refused in the site's look"


def test_a_link_among_the_static_files_does_not_lead_out(tmp_path: Path, visitor: Visitor) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "static" / "out.txt").symlink_to(tmp_path / "secret.txt")
    linked = Site("linked", title="", tagline="", folder=tmp_path)
    assert linked.look._find_file("linked", "out.txt") is None


@pytest.mark.parametrize("typed", ["<script>alert(1)</script>", "\"'><b>", "&amp;", "{{ 7 * 7 }}", "</p>"])
def test_what_visitors_typed_is_escaped_in_text_and_attributes(visitor: Visitor, typed: str) -> None:
    page = visitor.get(f"/escape?q={quote(typed)}").text
    found = re.search(r'<p title="([^"<>]*)">([^<>]*)</p>', page)
    assert found, "nothing that was typed may end the attribute or the text"
    assert [unescape(text) for text in found.groups()] == [typed, typed]


def test_a_template_of_the_site_goes_before_one_of_the_kit(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "error.html").write_text("mine")
    own = Site("own", title="", tagline="", folder=tmp_path)
    assert own.look.environment.get_template("error.html").render() == "mine"


def test_the_foot_of_a_page_links_only_to_sites_that_are_served(world: World) -> None:
    def foot(*names: str) -> list[str]:
        others = [Site(name, title=name, tagline="", folder=Path("/nowhere")) for name in names]
        page = Visitor(world, (site, *others)).get("http://board.test/login")
        assert page.status == 200
        return re.findall(r'<a href="(http[^"]+)">', page.text)

    accounts, portal, help_ = "http://home.test/accounts", "http://home.test/", "http://manuals.test/board"
    assert foot() == []
    assert foot("home") == [accounts, portal]
    assert foot("manuals") == [help_]
    assert foot("home", "manuals") == [accounts, help_, portal]
