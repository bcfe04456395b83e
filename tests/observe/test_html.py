"""Pruned HTML: what goes, what stays, and that no markup is too much for it."""

from __future__ import annotations

import time
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webcosm.observe.html import LONGEST_VALUE, prune_html

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Fish &amp; chips</title><link rel="stylesheet" href="/x.css">
<style>a > b { color: red }</style><script>if (a < b) document.write("</div><p>no</p>")</script></head>
<body class="home wide dark" onload="start()"><!-- <p>a comment</p> -->
<div class="wrap"><div><p>Hello <b>big</b>, wide<br>world &lt;tag&gt;</p></div></div>
<form id="find" action="/search"><input type="hidden" name="csrf" value="abcdef"><label for="q">Find</label>
<input type="text" id="q" name="q" value="" placeholder='Say "hi"' class="a b c" style="color:red" data-x="1">
<textarea name="remarks">a <b>bold</b> &amp; plain
word</textarea>
<select name="size"><option value="1" selected="">Small<option value="2">Large</select>
<button type="submit" onclick="go()" aria-label="Search now"><svg viewBox="0 0 9 9"><title>Glass</title><path d="M0 0"/>
<g><circle r="1" /></g></svg></button></form>
<img src="data:image/png;base64,AAAA" alt="Chart"><img src="/a.png" alt="">
<ul><li>One<li>Two <a href="javascript:void(0)">act</a></ul>
<table><tbody><tr><td>1<td colspan="2">2<tr><th>3</table>
<div id="empty"></div><div role="button" tabindex="0"></div><span><i class="icon"></i></span></body></html>"""


def test_a_whole_page() -> None:
    assert prune_html(PAGE) == (
        """
<title>Fish &amp; chips</title>
Hello big, wide world &lt;tag&gt;
<form id="find" action="/search">
 <label for="q">Find</label>
 <input type="text" id="q" name="q" value="" placeholder="Say &quot;hi&quot;">
 <textarea name="remarks">a &lt;b&gt;bold&lt;/b&gt; &amp; plain word</textarea>
 <select name="size">
  <option value="1" selected>Small</option>
  <option value="2">Large</option>
 </select>
 <button type="submit" aria-label="Search now">
  <svg>Glass</svg>
 </button>
</form>
<img alt="Chart">
<img src="/a.png" alt="">
<ul>
 <li>One</li>
 <li>
  Two
  <a>act</a>
 </li>
</ul>
<table>
 <tr>
  <td>1</td>
  <td colspan="2">2</td>
 </tr>
 <tr>
  <th>3</th>
 </tr>
</table>
<div role="button" tabindex="0"></div>
""".strip()
    )


@pytest.mark.parametrize(
    "html, pruned",
    [
        ("", ""),
        ("just words", "just words"),
        ("a &amp;lt; b", "a &amp;lt; b"),
        ("<p>one<p>two", "one\ntwo"),
        ("<b>bo</b>ld", "bold"),
        ("<div>one</div>two", "one\ntwo"),
        ("one<br>two", "one two"),
        ("<div id=a><span>x</span></div>", '<div id="a">x</div>'),
        ("<div/>words", "words"),
        ("</div>stray</p></b>", "stray"),
        ("<a href=x>one</b></a>two", '<a href="x">one</a>\ntwo'),
        ("<a href='/x?a=1&amp;b=2'>go</a>", '<a href="/x?a=1&amp;b=2">go</a>'),
        ("<svg><a><title>in</title></a></svg><title>out", "<svg>in</svg>\n<title>out</title>"),
        ("<svg/>after", "after"),
        ("<script src=x />var a", ""),
        ("<script>var a = '<p>';</script >ok", "ok"),
        ("<textarea>never <b>ended &amp; so on", "<textarea>never &lt;b&gt;ended &amp; so on</textarea>"),
        ("a<![endif]>b<![CDATA[c]]>d", "abd"),
        ("<svg><path d=x /><circle/></svg>ok", "ok"),
        ("<noscript><p>turn it on</p></noscript>ok", "ok"),
        ("<template><p>later</p></template>ok", "ok"),
        ("<iframe src='/in'><p>shown</p></iframe>", '<iframe src="/in">shown</iframe>'),
        (
            "<p>a<iframe><html><body><p>b<iframe><a href=x>c</a></iframe>d</p></body></html></iframe>e</p>f",
            'a\n<iframe>\n b\n <iframe>\n  <a href="x">c</a>\n </iframe>\n d\n</iframe>\ne\nf',
        ),
        (
            "<ul><li id=l><iframe><li>in</iframe>out</ul>",
            '<ul>\n <li id="l">\n  <iframe>\n   <li>in</li>\n  </iframe>\n  out\n </li>\n</ul>',
        ),
        (
            "<x-a><template shadowrootmode=open><b>in</b> <a href=y>z</a></template>light</x-a>",
            '<x-a>\n in\n <a href="y">z</a>\n light\n</x-a>',
        ),
        ("<dl><dt>a<dd>b<dt>c</dl>", "<dl>\n <dt>a</dt>\n <dd>b</dd>\n <dt>c</dt>\n</dl>"),
        ("<li>a<ul><li>b<li>c</ul>d", "<li>\n a\n <ul>\n  <li>b</li>\n  <li>c</li>\n </ul>\n d\n</li>"),
        ("<canvas><p>old</p></canvas>", "<canvas></canvas>"),
        ("<input TYPE=HIDDEN name=t><input disabled>", "<input disabled>"),
        ("x\x00\ud800y", "xy"),
    ],
)
def test_markup_in_all_states(html: str, pruned: str) -> None:
    assert prune_html(html) == pruned


def test_long_values_are_cut() -> None:
    pruned = prune_html(f'<a href="/{"x" * 999}" class="{"y" * 999}">go</a>')
    assert len(pruned) == len('<a href="">go</a>') + LONGEST_VALUE
    assert "…" in pruned


def test_5000_nested_wrappers_leave_only_what_they_hold() -> None:
    assert prune_html("<div>" * 5000 + "<a href=/>home</a>" + "</div>" * 5000) == '<a href="/">home</a>'


def test_5000_nested_elements_are_all_kept() -> None:
    lines = prune_html("".join(f"<div id=d{i}>" for i in range(5000)) + "deep").split("\n")
    assert lines[0] == '<div id="d0">'
    assert lines[4999].strip() == '<div id="d4999">deep</div>'
    assert len(lines) == 9999


@pytest.mark.parametrize(
    "part",
    [
        "<div>x<a href=#>y</a>",
        '<li class="a"><h3><a href="/a">T</a></h3><p>some <em>text</em></p><button>Save</button></li>',
        "<b>",
        "<ul><li>",
        "<ul><li><div><li>",
        "</p>",
    ],
)
def test_time_grows_with_length_and_no_faster(part: str) -> None:
    def seconds(amount: int) -> float:
        html = part * amount
        times = []
        for _ in range(2):
            start = time.process_time()
            prune_html(html)
            times.append(time.process_time() - start)
        return min(times)

    # Four times the work; sixteen times would be quadratic.
    assert seconds(2000) < 10 * seconds(500) + 0.05


MARKUP = st.lists(
    st.sampled_from(
        [
            *(
                "<div>",
                "</div>",
                "<p>",
                "<b>",
                "</b>",
                "<svg>",
                "</svg>",
                "<title>",
                "<textarea>",
                "</textarea>",
                "<a href=x>",
            ),
            *(
                "<script>",
                "</script>",
                "<li>",
                "<ul>",
                "</ul>",
                "<table><tr><td>",
                "</table>",
                "<br>",
                "<img alt=x>",
                "<!--",
            ),
            *(
                "-->",
                "&amp;",
                "&",
                "<",
                "<input value='",
                "'>",
                "words ",
                "\n",
                "<option>",
                "<div id=a role=b>",
                "</",
                "<![",
                "<?",
            ),
        ]
    ),
    max_size=40,
).map("".join)


class _Balance(HTMLParser):
    """Fails on an end tag that does not match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("img", "input", "hr", "area"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@given(st.one_of(MARKUP, st.text(max_size=80)))
@settings(max_examples=300, deadline=None)
def test_anything_becomes_well_formed_and_stays_so(html: str) -> None:
    pruned = prune_html(html)
    assert pruned == prune_html(html)
    pruned.encode()
    balance = _Balance()
    balance.feed(pruned)
    balance.close()
    assert balance.open == []
    assert all(line.strip() for line in pruned.split("\n")) or pruned == ""
