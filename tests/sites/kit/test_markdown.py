"""Markdown: what it renders, what it refuses, and the sections it finds."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.sites.reading import PageReader
from webcosm.sites.kit import Addresses, render_markdown, site_link
from webcosm.sites.kit.markdown import Heading, Section

PEOPLE = Addresses({"calc": "calc.test", "back": "admin.shop.test"}, local_port=8000)
AGENTS = Addresses({"calc": "calc.test", "back": "admin.shop.test"})


@pytest.mark.parametrize(
    "source, html",
    [
        ("plain\n\nnext", "<p>plain</p>\n<p>next</p>\n"),
        ("*soft* **strong** ~~gone~~", "<p><em>soft</em> <strong>strong</strong> <s>gone</s></p>\n"),
        ("`a < b`", "<p><code>a &lt; b</code></p>\n"),
        ("```py\nx < 1\n```", '<pre><code class="language-py">x &lt; 1\n</code></pre>\n'),
        ("- a\n  - b", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n"),
        ("3. c\n4. d", '<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>\n'),
        ("> said", "<blockquote>\n<p>said</p>\n</blockquote>\n"),
        ("---", "<hr />\n"),
        ("[here](/there?a=1&b=2)", '<p><a href="/there?a=1&amp;b=2">here</a></p>\n'),
        ("![a *b*](c.png)", '<p><img src="c.png" alt="a b" /></p>\n'),
        ("", ""),
    ],
)
def test_renders(source: str, html: str) -> None:
    assert render_markdown(source).html == html


def test_tables_scroll_on_their_own_and_keep_their_alignment() -> None:
    html = render_markdown("| a | b |\n|---|--:|\n| 1 | 2 |").html
    assert html.startswith('<div class="scroll">\n<table>')
    assert html.endswith("</table>\n</div>\n")
    assert '<td style="text-align:right">2</td>' in html


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "a <b onclick=x>bold</b> b",
        '<img src=x onerror="x">',
        "# <i>title</i>",
        "[<b>](/x)",
        "| <u> |\n|--|\n| <u> |",
        "```<b>\n<b>\n```",
        '![<b>](x "<b>")',
        "<!-- hidden -->",
        "&lt;b&gt;",
    ],
)
def test_tags_in_the_source_are_shown_as_typed(source: str) -> None:
    tags = set(PageReader(render_markdown(source).html).tags)
    assert tags <= {"p", "h1", "a", "div", "table", "thead", "tbody", "tr", "th", "td", "pre", "code", "img"}
    if "img" in tags:
        assert source.startswith("!")


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "&#106;avascript:alert(1)",
        "<java\tscript:alert(1)>",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
    ],
)
def test_links_and_pictures_lead_only_where_they_may(target: str) -> None:
    page = PageReader(render_markdown(f"[x]({target}) ![y]({target})").html)
    schemes = {urlsplit(address).scheme for address in page.links + page.files}
    assert schemes <= {""}, "only an address that stays on this site may come of it"


def test_headings_get_unique_and_stable_anchors() -> None:
    document = render_markdown("# Crème & Co\n## Search\n## Search\n## Search 2\n### 漢字\n## Content")
    assert [heading.anchor for heading in document.headings] == [
        "creme-co",
        "search",
        "search-2",
        "search-2-2",
        "x",
        "content-2",  # every page has a #content already
    ]
    assert PageReader(document.html).ids == [heading.anchor for heading in document.headings]
    assert render_markdown("# A", anchors=False).html == "<h1>A</h1>\n"


def test_sections_hold_the_plain_text_under_each_heading() -> None:
    document = render_markdown(
        "Before *it*.\n\n# One `x`\nA [link](/y)\nover two lines.\n\n- item\n\n```\ncode\n```\n"
        "## Two\n| a |\n|--|\n| b |"
    )
    assert document.sections == (
        Section(None, "Before it."),
        Section(Heading(1, "One x", "one-x"), "A link over two lines.\nitem\ncode"),
        Section(Heading(2, "Two", "two"), "a\nb"),
    )
    assert document.lead == "Before it."
    assert render_markdown("# Only a title").lead == ""


@pytest.mark.parametrize(
    "href, for_people, for_agents",
    [
        ("site:calc", "http://calc.localhost:8000/", "http://calc.test/"),
        ("site:calc/a?b=1#c", "http://calc.localhost:8000/a?b=1#c", "http://calc.test/a?b=1#c"),
        ("site:calc#c", "http://calc.localhost:8000/#c", "http://calc.test/#c"),
        ("http://calc.test", "http://calc.localhost:8000/", "http://calc.test/"),
        ("http://admin.shop.test/x", "http://admin.shop.localhost:8000/x", "http://admin.shop.test/x"),
        ("http://elsewhere.test/x", "http://elsewhere.test/x", "http://elsewhere.test/x"),
        ("http://calc.test.evil/x", "http://calc.test.evil/x", "http://calc.test.evil/x"),
        ("site:unserved/x", "http://unserved.test/x", "http://unserved.test/x"),
        ("#here", "#here", "#here"),
        ("/path", "/path", "/path"),
    ],
)
def test_links_to_sites_are_written_as_the_visitor_would(href: str, for_people: str, for_agents: str) -> None:
    assert site_link(href, PEOPLE) == for_people
    assert site_link(href, AGENTS) == for_agents


def test_rewriting_reaches_links_pictures_and_the_text_of_bare_addresses() -> None:
    html = render_markdown(
        "[a](site:calc/b) <http://calc.test/c> ![p](d.png)",
        link=lambda href: site_link(href, PEOPLE),
        image=lambda source: f"/static/{source}",
    ).html
    assert '<a href="http://calc.localhost:8000/b">a</a>' in html
    assert '<a href="http://calc.localhost:8000/c">http://calc.localhost:8000/c</a>' in html
    assert '<img src="/static/d.png"' in html
