"""Observations that BrowserGym's own functions read, with the same result as our text in its format.

The golden file holds our objects for some pages and what BrowserGym 0.14.3 made of them; the sweep makes it anew,
adds pages drawn at random and real ones, and asks the real functions again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import webcosm.env.gym as face
from tests.env import browsergym_peer
from tests.observe.sample_views import forms_page, frames_page, gallery_page, orders_page, views
from webcosm.bench import peers
from webcosm.env.browsergym import axtree_object, dom_object, extra_element_properties
from webcosm.observe.lines import BrowserGymSwitches, TextOptions
from webcosm.observe.records import PageView
from webcosm.observe.text import render

GOLDEN = Path(__file__).parent / "golden" / "browsergym.json"
PAGES = {"forms": forms_page, "orders": orders_page, "gallery": gallery_page, "frames": frames_page}
HTML = """<!DOCTYPE html><html bid="0"><head bid="1"><title bid="2">Pay &amp; go</title><style>a > b { top: 0 }</style>\
<script>if (1 < 2 && "</b>") go();</script></head><body bid="3"><!-- a note --><h1 bid="4">Pay</h1>\
<form bid="5"><input bid="12" type="text" value="old"><input bid="16" type="checkbox" checked="">\
<textarea bid="22">&lt;b&gt; &amp;amp;</textarea><select bid="17"><option bid="18">Canada</option></select></form>\
<x-box bid="30"><template shadowrootmode="open"><b bid="31">in the shadow</b></template>light</x-box>\
<template bid="32"><i>spare</i></template><svg bid="33"><lineargradient></lineargradient></svg><br bid="34">\
<iframe bid="a"><!DOCTYPE html><html bid="a0"><body bid="a1"><p bid="a2">Card</p><iframe bid="ab"><html bid="ab0">\
<body bid="ab1"><button bid="ab2">Confirm</button></body></html></iframe></body></html></iframe><p bid="35">End</p>\
</body></html>"""


def objects(view: PageView, html: str = "", switches: dict[str, bool] | None = None) -> dict[str, Any]:
    return {
        "axtree_object": axtree_object(view),
        "extra_element_properties": extra_element_properties(view),
        "dom_object": dom_object(html, view) if html else None,
        "switches": switches or {},
    }


def golden_pages() -> dict[str, dict[str, Any]]:
    pages = {name: objects(page()) for name, page in PAGES.items()}
    tags = {"with_visible": True, "with_clickable": True, "with_som": True, "with_bounding_box_coords": True}
    return pages | {"tags": objects(forms_page(), switches=tags), "html": objects(forms_page(), HTML)}


@pytest.fixture(scope="module")
def golden() -> dict[str, dict[str, Any]]:
    kept: dict[str, dict[str, Any]] = json.loads(GOLDEN.read_text())
    return kept


@pytest.mark.parametrize("name", PAGES)
def test_the_axtree_reads_like_our_own_text(name: str, golden: dict[str, dict[str, Any]]) -> None:
    view = PAGES[name]()
    assert axtree_object(view) == golden[name]["axtree_object"]
    assert render(view, "browsergym").text == golden[name]["said"]["axtree"]


def test_so_it_does_with_tags(golden: dict[str, dict[str, Any]]) -> None:
    view = forms_page()
    assert extra_element_properties(view) == golden["tags"]["extra_element_properties"]
    tags = TextOptions(visible_tags=True, clickable_tags=True, boxes=True, browsergym=BrowserGymSwitches(with_som=True))
    assert render(view, "browsergym", tags).text == golden["tags"]["said"]["axtree"]


def test_the_dom_reads_like_the_markup_it_was_made_from(golden: dict[str, dict[str, Any]]) -> None:
    assert dom_object(HTML, forms_page()) == golden["html"]["dom_object"]
    said = golden["html"]["said"]["dom"]
    assert '<input bid="12" type="text" value="ada@harbour.test"/>' in said, "what the field holds now"
    assert '<input bid="16" type="checkbox"/>' in said, "no longer checked"
    for text in ("in the shadow", 'if (1 < 2 && "</b>") go();', "a > b { top: 0 }"):
        assert text in said
    assert said.index('bid="a2"') < said.index('bid="ab2"') < said.index('bid="35"'), "frames stand where they are"


def test_the_dom_has_the_form_of_a_snapshot() -> None:
    found = dom_object(HTML, forms_page(), "http://shop.test/pay")
    strings = found["strings"]
    assert len(strings) == len(set(strings))
    assert len(found["documents"]) == 3
    assert strings[found["documents"][0]["documentURL"]] == "http://shop.test/pay"
    for document in found["documents"]:
        nodes = document["nodes"]
        count = len(nodes["nodeType"])
        for every in ("parentIndex", "nodeName", "nodeValue", "backendNodeId", "attributes"):
            assert len(nodes[every]) == count, every
        assert nodes["parentIndex"][0] == -1
        assert all(-1 < parent < index for index, parent in enumerate(nodes["parentIndex"]) if index)
    top = found["documents"][0]["nodes"]
    assert top["contentDocumentIndex"]["value"] == [1]
    assert [strings[value] for value in top["shadowRootType"]["value"]] == ["open"]
    assert [strings[value] for value in top["inputValue"]["value"]] == ["ada@harbour.test", "two\nlines", "Canada"]


def test_a_page_that_cannot_be_read_gives_empty_but_readable_objects() -> None:
    assert axtree_object(None)["nodes"][0]["childIds"] == []
    assert extra_element_properties(None) == {}
    (document,) = dom_object("", None)["documents"]
    assert document["nodes"]["nodeType"] == [9]


def test_visibility_lies_on_the_right_side_of_a_half() -> None:
    properties = extra_element_properties(gallery_page(), scale=2.0)
    assert properties["15"]["visibility"] == 0
    assert properties["9"]["visibility"] >= 0.5
    assert properties["9"]["bbox"] == [880, 0, 800, 400]


@pytest.fixture(scope="module")
def shared_cosmos() -> Iterator[None]:
    yield
    face.shutdown()


TYPES = {
    "chat_messages": tuple,
    "goal": str,
    "goal_object": tuple,
    "open_pages_urls": tuple,
    "open_pages_titles": tuple,
    "active_page_index": np.ndarray,
    "url": str,
    "screenshot": np.ndarray,
    "dom_object": dict,
    "axtree_object": dict,
    "extra_element_properties": dict,
    "focused_element_bid": str,
    "last_action": str,
    "last_action_error": str,
    "elapsed_time": np.ndarray,
}


def shown(start_url: str, *actions: str) -> dict[str, Any]:
    env = gymnasium.make("webcosm/open", start_url=start_url, goal="Write.", shape="browsergym")
    observation: dict[str, Any]
    observation, _ = env.reset(seed=0)
    for action in actions:
        observation, *_ = env.step(action)
    env.close()
    return observation


@pytest.mark.browser
def test_an_observation_has_browsergyms_keys_and_types(shared_cosmos: None) -> None:
    observation = shown("http://notes.test/", "send_msg_to_user('Hello')", "clik('1')")
    assert {key: type(value) for key, value in observation.items()} == TYPES
    assert [(entry["role"], entry["message"]) for entry in observation["chat_messages"]] == [
        ("user", "Write."),
        ("assistant", "Hello"),
    ]
    assert all(isinstance(entry["timestamp"], float) for entry in observation["chat_messages"])
    assert observation["goal_object"] == ({"type": "text", "text": "Write."},)
    assert observation["active_page_index"].shape == observation["elapsed_time"].shape == (1,)
    assert observation["elapsed_time"][0] > 0
    assert observation["screenshot"].shape == (720, 1280, 3)
    assert (observation["last_action"], observation["open_pages_urls"]) == ("clik('1')", ("http://notes.test/",))
    assert "click" in observation["last_action_error"]
    bids = {node["browsergym_id"] for node in observation["axtree_object"]["nodes"] if "browsergym_id" in node}
    assert bids <= set(observation["extra_element_properties"])
    strings = observation["dom_object"]["strings"]
    assert {"bid", "BODY", *bids} <= set(strings)


@pytest.fixture(scope="module")
def browsergym_python() -> Path:
    try:
        return peers.browsergym_python(lambda *_: None)
    except peers.PeerMissing as error:
        pytest.skip(str(error))


@pytest.mark.sweep
class TestWithTheRealBrowserGym:
    def test_the_golden_file_is_what_it_says_today(self, browsergym_python: Path) -> None:
        pages = golden_pages()
        answers = browsergym_peer.flatten(browsergym_python, list(pages.values()))
        now = {name: page | {"said": said} for (name, page), said in zip(pages.items(), answers, strict=True)}
        if os.environ.get("WEBCOSM_NEW_GOLDEN"):
            GOLDEN.write_text(json.dumps(now, ensure_ascii=False, separators=(",", ":")) + "\n")
        assert json.loads(GOLDEN.read_text()) == now

    def test_drawn_pages_read_alike(self, browsergym_python: Path) -> None:
        drawn: list[PageView] = []

        @settings(
            max_examples=300,
            phases=[Phase.generate],
            database=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        )
        @given(views())
        def draw(view: PageView) -> None:
            drawn.append(view)

        draw()
        answers = browsergym_peer.flatten(browsergym_python, [objects(view) for view in drawn])
        for view, said in zip(drawn, answers, strict=True):
            assert render(view, "browsergym").text == said["axtree"]

    @pytest.mark.browser
    @pytest.mark.parametrize("site", ["home", "notes", "calc", "manuals"])
    def test_real_pages_read_alike(self, browsergym_python: Path, site: str, shared_cosmos: None) -> None:
        env = gymnasium.make("webcosm/open", start_url=f"http://{site}.test/", shape="browsergym")
        observation, _ = env.reset(seed=0)
        core: Any = env.unwrapped
        view = core.episode._last.view
        assert view is not None
        page = {key: observation[key] for key in ("axtree_object", "extra_element_properties", "dom_object")}
        (said,) = browsergym_peer.flatten(browsergym_python, [page | {"switches": {}}])
        assert render(view, "browsergym").text == said["axtree"]
        assert "<title" in said["dom"]
        env.close()
