"""The manuals: contents, pages with anchors, search, and links that fit the visitor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from tests.sites.reading import PageReader, read
from webcosm.lore import Lore
from webcosm.sites import all_sites, open_universe, site_named
from webcosm.sites.kit import Addresses, Request, Site, Visitor, render_markdown
from webcosm.worlds import Universe, World

WITH_MANUAL = [site.name for site in all_sites() if site.manual]


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with open_universe() as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world
        assert world.changes() == [], "reading must change nothing"


@pytest.fixture
def visitor(world: World) -> Visitor:
    return Visitor(world, all_sites())


def test_the_index_lists_every_manual_with_its_chapters(visitor: Visitor) -> None:
    page = read(visitor.get("http://manuals.test/"))
    for name in WITH_MANUAL:
        assert f"/{name}" in page.links
        chapters = [h for h in render_markdown(site_named(name).manual or "").headings if h.level == 2]
        assert {f"/{name}#{chapter.anchor}" for chapter in chapters} <= set(page.links)


@pytest.mark.parametrize("name", WITH_MANUAL)
def test_a_manual_has_one_title_chapters_and_a_table_of_contents(visitor: Visitor, name: str) -> None:
    answer = visitor.get(f"http://manuals.test/{name}")
    assert answer.status == 200
    page = read(answer)
    assert page.tags.count("h1") == 1, f"the manual of {name} needs one first-level heading"
    inside = [link[1:] for link in page.links if link.startswith("#") and link != "#content"]
    assert inside, f"the manual of {name} has no chapters (second-level headings)"
    assert set(inside) <= set(page.ids)


@pytest.mark.parametrize("name", WITH_MANUAL)
def test_links_in_a_manual_name_sites_that_exist(name: str) -> None:
    links: list[str] = []
    render_markdown(site_named(name).manual or "", link=lambda href: links.append(href) or href)  # type: ignore[func-returns-value]
    named = {match[1] for href in links if (match := re.match(r"site:([a-z0-9_-]+)", href))}
    assert named <= {site.name for site in all_sites()}


def test_manuals_are_turned_in_the_portals_order(visitor: Visitor) -> None:
    walked = [WITH_MANUAL[0]]
    while found := re.search(r'rel="next" href="/([^"]+)"', visitor.get(f"http://manuals.test/{walked[-1]}").text):
        walked.append(found[1])
    assert walked == WITH_MANUAL
    back = [walked[-1]]
    while found := re.search(r'rel="prev" href="/([^"]+)"', visitor.get(f"http://manuals.test/{back[-1]}").text):
        back.append(found[1])
    assert back == WITH_MANUAL[::-1]


def test_links_to_other_sites_are_the_visitors(world: World) -> None:
    hosts = {site.name: site.host for site in all_sites()}
    request = Request(site_named("manuals"), world, Addresses(hosts, local_port=8123), path="/manuals")
    page = PageReader(bytes(site_named("manuals").handle(request).body).decode())
    assert "http://home.localhost:8123/" in page.links
    assert not [link for link in page.links if link.startswith("site:") or ".test" in link]


def test_a_site_without_a_manual_gets_a_page_that_says_so(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = Site("bare", title="Bare <Site>", tagline="", folder=tmp_path)
    sites = (site_named("home"), site_named("manuals"), bare)
    monkeypatch.setattr("webcosm.sites.all_sites", lambda: sites)
    answer = Visitor(world, sites).get("http://manuals.test/bare")
    assert answer.status == 200
    assert "Bare &lt;Site&gt; does without a manual" in answer.text
    assert "http://bare.test/" in read(answer).links


def test_the_table_of_contents_has_chapters_and_their_parts(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "manual.md").write_text("# Deep\n## Tea\n### Brew\n#### Wait\n## Coffee\n### Brew\n")
    deep = Site("deep", title="Deep", tagline="", folder=tmp_path)
    sites = (site_named("home"), site_named("manuals"), deep)
    monkeypatch.setattr("webcosm.sites.all_sites", lambda: sites)
    page = read(Visitor(world, sites).get("http://manuals.test/deep"))
    assert [link for link in page.links if link.startswith("#")][1:] == ["#tea", "#brew", "#coffee", "#brew-2"]
    assert {"tea", "brew", "wait", "coffee", "brew-2"} <= set(page.ids)


def test_pictures_are_files_of_the_site_the_manual_is_about(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "key.svg").write_text("<svg/>")
    (tmp_path / "manual.md").write_text("# Seen\n\n![A key](key.svg) <script>\n")
    seen = Site("seen", title="Seen", tagline="", folder=tmp_path)
    sites = (site_named("home"), site_named("manuals"), seen)
    monkeypatch.setattr("webcosm.sites.all_sites", lambda: sites)
    page = read(Visitor(world, sites).get("http://manuals.test/seen"))
    assert page.tags.count("script") == 1  # the kit's own
    (picture,) = [file for file in page.files if file.endswith("key.svg")]
    assert picture.startswith("http://seen.test/static/")
    assert seen.look.static_file(urlsplit(picture).path).body == b"<svg/>"


@pytest.mark.parametrize("typed", ["manual", "MANUALS", "hoem"])
def test_an_unknown_manual_is_not_found_but_gets_suggestions(visitor: Visitor, typed: str) -> None:
    answer = visitor.get(f"http://manuals.test/{typed}")
    assert answer.status == 404
    assert "Did you mean" in answer.text
    assert set(read(answer).links) >= {f"/{name}" for name in WITH_MANUAL}


def test_a_name_like_no_other_gets_the_list_only(visitor: Visitor) -> None:
    answer = visitor.get("http://manuals.test/xyzzy-plugh")
    assert answer.status == 404
    assert "Did you mean" not in answer.text


def test_search_leads_to_the_section_and_marks_the_words(visitor: Visitor) -> None:
    answer = visitor.get("http://manuals.test/search?q=printing+address")
    assert answer.status == 200
    assert "/manuals#print" in read(answer).links
    assert re.search(r"<mark>printed</mark>|<mark>Print</mark>", answer.text), "endings do not matter"
    assert "<mark>address</mark>" in answer.text


@pytest.mark.parametrize("typed", ["unfinish", "UNFINISHED", "unfinîshed", "holds all words"])
def test_search_forgives_case_accents_and_a_last_word_that_is_unfinished(visitor: Visitor, typed: str) -> None:
    assert "/manuals#search" in read(visitor.get(f"http://manuals.test/search?q={quote(typed)}")).links


def test_sections_with_the_word_in_the_heading_come_first(world: World) -> None:
    with world.fork() as fork:
        for title, body in (("Elsewhere", "quokka quokka quokka"), ("Quokka care", "Feed it leaves. " * 40)):
            row = fork.manuals.insert(
                "section", site="manuals", manual="Manuals", title=title, anchor=title.lower(), body=body
            )
            fork.manuals.insert("section_index", rowid=row, manual="Manuals", title=title, body=body)
        hits = re.findall(
            r'<h2><a href="([^"]+)"', Visitor(fork, all_sites()).get("http://manuals.test/search?q=quokka").text
        )
    assert hits == ["/manuals#quokka care", "/manuals#elsewhere"]


def test_every_section_of_every_manual_is_found_by_its_heading(visitor: Visitor) -> None:
    for name in WITH_MANUAL:
        for heading in render_markdown(site_named(name).manual or "").headings:
            address = f"http://manuals.test/search?site={name}&q={quote(heading.title)}"
            links: list[str] = []
            while True:
                page = visitor.get(address)
                links += read(page).links
                following = re.search(r'href="([^"]+)" rel="next"', page.text)
                if not following:
                    break
                address = "http://manuals.test/search" + following[1].replace("&amp;", "&")
            assert f"/{name}#{heading.anchor}" in links, f"{heading.title!r} of {name}"


def test_search_can_be_limited_to_one_manual(visitor: Visitor) -> None:
    everywhere = read(visitor.get("http://manuals.test/search?q=portal"))
    limited = read(visitor.get("http://manuals.test/search?q=portal&site=manuals"))

    def hits(page: PageReader) -> set[str]:
        return {link.split("#")[0] for link in page.links if re.match(r"/[a-z]+#", link)}

    assert {"/home", "/manuals"} <= hits(everywhere)
    assert hits(limited) == {"/manuals"}


@pytest.mark.parametrize(
    "query, message",
    [
        ("", "Type one or more words"),
        ("q=", "Type one or more words"),
        ("q=%3F%21", "has no word in it"),
        ("q=zzzqqq", "No section holds all of these words"),
    ],
)
def test_search_without_results_says_what_to_do(visitor: Visitor, query: str, message: str) -> None:
    answer = visitor.get(f"http://manuals.test/search?{query}")
    assert answer.status == 200
    assert message in answer.text
    assert "/" in read(answer).links


@pytest.mark.parametrize(
    "query", ["q=page&page=999", "q=page&page=-1", "q=page&page=x", "q=page&site=nowhere", "q=page&site=%00"]
)
def test_odd_parameters_give_the_nearest_page(visitor: Visitor, query: str) -> None:
    answer = visitor.get(f"http://manuals.test/search?{query}")
    assert answer.status == 200
    assert "<mark>" in answer.text


@pytest.mark.parametrize(
    "typed", ['"', "a OR b", "NEAR(a b)", "title:x*", "-x", "^", "\0", "'; DROP TABLE section; --"]
)
def test_what_is_typed_is_never_taken_as_query_syntax(visitor: Visitor, typed: str) -> None:
    assert visitor.get(f"http://manuals.test/search?q={quote(typed)}").status == 200


@pytest.mark.parametrize("path", ["/search?q={}", "/{}"])
def test_what_a_visitor_typed_is_escaped(visitor: Visitor, path: str) -> None:
    answer = visitor.get("http://manuals.test" + path.format(quote('"><script>alert(1)</script>', safe="")))
    assert read(answer).tags.count("script") == 1  # the kit's own
    assert "&lt;script&gt;" in answer.text


def test_sections_are_in_the_database_for_tasks_to_draw_from(world: World) -> None:
    sections = world.manuals.rows("SELECT * FROM section WHERE site = 'manuals' ORDER BY id")
    assert [section.anchor for section in sections] == ["manuals", "find-a-manual", "read-a-manual", "search", "print"]
    assert sections[4].body.startswith("Print from your browser as usual.")


def test_editing_any_manual_builds_a_new_image() -> None:
    blueprint = site_named("manuals").blueprint
    assert blueprint is not None
    assert {site_named(name).folder / "manual.md" for name in WITH_MANUAL} <= set(blueprint.reads)


def test_sites_need_no_sign_in(visitor: Visitor) -> None:
    assert site_named("manuals").accounts(Lore(0)) == ()
    assert "Sign out" not in visitor.get("http://manuals.test/").text
