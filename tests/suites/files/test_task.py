"""A task of a file: how it begins on the user's sites, and how each of its benchmark's checks is made."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.models.endpoint import Endpoint, Script, serve_script
from tests.suites.files.conftest import Begin, Judge, Look, Write, entry
from tests.suites.files.shop import ADMIN, Shop, picture, serve_shop
from webcosm.env import Runtime
from webcosm.judge.rubric import JudgeModel, choose_judge
from webcosm.judge.verdict import Verdict
from webcosm.server.outside import OutsideError
from webcosm.suites.files import ADMIN_VARIABLE, FileError, NotAgain, TaskFiles

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

SAID: dict[str, Any] = {"eval_types": ["string_match"], "reference_answers": {"exact_match": "12"}}
VISUAL: dict[str, Any] = {"image": None}
"""A field that makes it VisualWebArena's."""


def ask(endpoint: Endpoint) -> None:
    choose_judge(JudgeModel("openai/scripted", endpoint.url, retries=0))


def page(target: str, locator: str, required: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "eval_types": ["program_html"],
        "program_html": [{"url": target, "locator": locator, "required_contents": required, **more}],
    }


# Beginning ------------------------------------------------------------------------------------------------------------


async def test_it_begins_at_its_page_with_its_goal(begin: Begin, shop: Shop) -> None:
    episode = await begin(entry(7, start="__SHOPPING__/mug", intent="How much is the mug?", **SAID))
    assert episode.task.id == "files.mine.7"
    assert episode.goal.text == "How much is the mug?"
    assert episode.window.tab.url == f"{shop.url}/mug"
    assert (episode.task.viewport.width, episode.task.viewport.height) == (1280, 720)
    assert "here at last" in (episode.observation.text if episode.observation else "")


async def test_several_tabs_are_opened_and_the_first_is_active(begin: Begin, shop: Shop) -> None:
    episode = await begin(entry(start="__SHOPPING__/mug |AND| __SHOPPING__/product", **SAID))
    assert [tab.url for tab in episode.window.tabs] == [f"{shop.url}/mug", f"{shop.url}/product"]
    assert episode.window.tab is episode.window.tabs[0]


async def test_going_back_does_not_leave_the_site(begin: Begin) -> None:
    episode = await begin(entry(**SAID))
    step = await episode.act("go_back()")
    assert "no page to go back to" in step.info["error"]


@pytest.mark.parametrize("where", ["beside the file", "in the folder that was given"])
async def test_cookies_of_a_storage_state_are_in_the_window(
    begin: Begin, shop: Shop, tmp_path: Path, where: str
) -> None:
    cookie = {"name": "session", "value": "emma", "domain": "127.0.0.1", "path": "/", "expires": -1, "size": 4}
    folder = tmp_path / ".auth" if where == "beside the file" else tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "shopping_state.json").write_text(json.dumps({"cookies": [cookie], "origins": []}))
    data = entry(start="__SHOPPING__/account", storage_state="./.auth/shopping_state.json", **SAID)
    settings = {} if where == "beside the file" else {"auth_folder": folder}
    episode = await begin(data, **settings)
    assert episode.window.tab.url == f"{shop.url}/account"
    assert "Hello Emma" in await episode.window.tab.run_script("document.documentElement.outerHTML")


async def test_without_the_cookie_the_site_redirects(begin: Begin, shop: Shop) -> None:
    episode = await begin(entry(start="__SHOPPING__/account", storage_state=None, **SAID))
    assert episode.window.tab.url == f"{shop.url}/login"


async def test_a_form_is_sent_and_its_cookies_kept(judge: Judge, begin: Begin, shop: Shop) -> None:
    data = entry(
        **page("__SHOPPING__/cart", "document.querySelector('#note').outerText", {"exact_match": "Strong tea"})
    )
    episode = await begin(data)
    text = episode.observation.text if episode.observation else ""
    field, button = (next(line for line in text.splitlines() if word in line) for word in ("textbox", "button"))
    await episode.act(f"fill('{field.partition('[')[2].partition(']')[0]}', 'Strong tea')")
    await episode.act(f"click('{button.partition('[')[2].partition(']')[0]}')")
    assert shop.notes[-1] == "Strong tea"
    assert episode.window.tab.url == f"{shop.url}/cart"
    step = await episode.act("stop()")
    assert step.verdict is not None
    assert step.verdict.outcome == "success", "the second tab has the agent's cookies"


async def test_pictures_go_into_the_goal_and_may_be_uploaded(begin: Begin, tmp_path: Path) -> None:
    (tmp_path / "red.png").write_bytes(picture("red"))
    episode = await begin(entry(image=["red.png", "__SHOPPING__/pictures/blue.png"], **SAID))
    assert episode.goal.pictures == (picture("red"), picture("blue"))
    assert list(episode.task.files) == ["red.png"]
    assert (episode.task.viewport.width, episode.task.viewport.height) == (1280, 2048)


async def test_the_size_of_the_window_may_be_given(begin: Begin) -> None:
    episode = await begin(entry(viewport_size={"width": 600}, **SAID))
    assert episode.window.tab.viewport == replace(episode.task.viewport, width=600, height=2048)


async def test_a_picture_of_another_host_is_refused(begin: Begin) -> None:
    with pytest.raises(FileError, match=r"task 0: image http://elsewhere\.test/x\.png .*none of the addresses"):
        await begin(entry(image="http://elsewhere.test/x.png", **SAID))


async def test_a_site_that_is_down_is_an_error_and_no_score(runtime: Runtime, tmp_path: Path) -> None:
    with serve_shop() as gone:
        pass
    (tmp_path / "mine.json").write_text(json.dumps(entry(**SAID)))
    async with Runtime(runtime.sites, outside=[gone.url]) as other:
        task = TaskFiles(tmp_path / "mine.json", {"shopping": gone.url}).make("files.mine.0")
        async with other.episode(task) as episode:
            with pytest.raises(OutsideError, match="is the site running"):
                await episode.reset()


async def test_the_agent_reaches_the_given_site_and_no_other_port(begin: Begin, shop: Shop) -> None:
    with serve_shop() as other:
        episode = await begin(entry(**SAID))
        await episode.act(f"goto('{other.url}/mug')")
        assert "is not part of this web" in await episode.window.tab.run_script("document.documentElement.outerHTML")
        await episode.act(f"goto('{shop.url.removeprefix('http://')}/mug')")
        assert "saucer" in await episode.window.tab.run_script("document.documentElement.outerHTML")
        assert other.requests == []


# Answers --------------------------------------------------------------------------------------------------------------


async def test_all_kinds_of_checks_must_hold(judge: Judge) -> None:
    data = entry(**SAID, reference_url="__SHOPPING__/mug", start="__SHOPPING__/mug")
    data["eval"]["eval_types"] = ["string_match", "url_match"]
    verdict = await judge(data, "answer('12')")
    assert [(check.name, check.passed) for check in verdict.checks] == [("string_match", True), ("url_match", True)]
    assert (verdict.outcome, verdict.score) == ("success", 1.0)
    verdict = await judge({**data, "start_url": "__SHOPPING__/"}, "answer('12')")
    assert [check.passed for check in verdict.checks] == [True, False]
    assert (verdict.outcome, verdict.score) == ("failure", 0.0)


async def test_to_say_that_it_cannot_be_done_is_na(judge: Judge) -> None:
    data = entry(eval_types=["string_match"], reference_answers={"fuzzy_match": "N/A"}, string_note="No such mug.")
    assert (await judge(data, "report_infeasible('there is none')")).outcome == "success"


async def test_who_says_nothing_has_not_answered(judge: Judge) -> None:
    assert (await judge(entry(**SAID), "stop()")).outcome == "failure"


# The judge model ------------------------------------------------------------------------------------------------------

FUZZY: dict[str, Any] = {"eval_types": ["string_match"], "reference_answers": {"fuzzy_match": ["twelve dollars"]}}


@pytest.mark.parametrize("reply, outcome", [("correct", "success"), ("partially correct", "failure")])
async def test_a_fuzzy_answer_is_put_to_the_judge_model(look: Look, reply: str, outcome: str) -> None:
    with serve_script(Script(reply)) as endpoint:
        ask(endpoint)
        assert (await look(entry(**FUZZY), "a dozen bucks")).outcome == outcome
    asked = endpoint.requests[0]["messages"][0]["content"]
    assert "twelve dollars" in asked
    assert "a dozen bucks" in asked


@pytest.mark.parametrize("reply, outcome", [("same", "success"), ("different", "failure")])
async def test_a_reason_why_not_is_put_to_the_judge_model(look: Look, reply: str, outcome: str) -> None:
    data = entry(eval_types=["string_match"], reference_answers={"fuzzy_match": "N/A"}, string_note="No such mug.")
    with serve_script(Script(reply)) as endpoint:
        ask(endpoint)
        assert (await look(data, "They have none")).outcome == outcome


def is_error(verdict: Verdict, *words: str) -> None:
    assert (verdict.outcome, verdict.score) == ("error", None)
    for word in words:
        assert word in verdict.note


async def test_without_a_judge_model_the_outcome_is_an_error_and_never_0(look: Look) -> None:
    is_error(await look(entry(**FUZZY), "a dozen bucks"), "--judge-model")


async def test_a_judge_model_that_cannot_be_reached_is_an_error(look: Look) -> None:
    with serve_script() as endpoint:
        pass
    ask(endpoint)
    is_error(await look(entry(**FUZZY), "a dozen bucks"), "could not be asked")


async def test_a_judge_model_that_talks_of_something_else_is_an_error(look: Look) -> None:
    with serve_script(Script("well")) as endpoint:
        ask(endpoint)
        is_error(await look(entry(**FUZZY), "a dozen bucks"), "no verdict")


# Contents of pages ----------------------------------------------------------------------------------------------------

PRICE = "document.querySelector('#price').outerText"


@pytest.mark.parametrize(
    "target, locator, required, outcome",
    [
        ("__SHOPPING__/mug", PRICE, {"exact_match": "$12"}, "success"),
        ("__SHOPPING__/mug", PRICE, {"exact_match": "$13"}, "failure"),
        ("__SHOPPING__/mug", "", {"must_include": ["Mug & saucer", "nothing |OR| $12"]}, "success"),
        ("__SHOPPING__/mug", "", {"must_include": ["teapot"]}, "failure"),
        ("__SHOPPING__/mug", "[...document.querySelectorAll('p')].length", {"exact_match": "2"}, "success"),
        ("__SHOPPING__/mug", "document.querySelector('#nothing').outerText", {"exact_match": ""}, "success"),
        ("__SHOPPING__/mug", "document.querySelector('#nothing')", {"exact_match": "None"}, "success"),
        ("__SHOPPING__/mug", "document.querySelector('#late').outerText", {"exact_match": "here at last"}, "success"),
        ("last", "document.querySelector('h1').outerText", {"exact_match": "Fake Shop"}, "success"),
        ("func:reddit_get_post_url('__SHOPPING__/f/mugs/7/-/comment/3')", "", {"must_include": ["a reply"]}, "success"),
    ],
)
async def test_webarenas_contents(
    look: Look, target: str, locator: str, required: dict[str, Any], outcome: str
) -> None:
    verdict = await look(entry(**page(target, locator, required)))
    assert verdict.outcome == outcome, verdict


@pytest.mark.parametrize(
    "locator, required, outcome",
    [
        ("", {"must_include": ["mug"], "must_exclude": ["teapot"]}, "success"),
        ("", {"must_exclude": ["teapot"]}, "success"),
        ("", {"must_exclude": ["Mug"]}, "failure"),
        (f"lambda:() => {PRICE}", {"must_include": ["12 |OR| 13"]}, "success"),
        ("lambda:() => document.querySelector('#nothing').outerText", {"must_exclude": ["x"]}, "failure"),
        ("lambda:() => ''", {"must_exclude": ["x"]}, "failure"),
        ("lambda:() => 12.5", {"required_values": ["> 12", "<= 13"]}, "success"),
        ("document.querySelectorAll('p').length", {"required_values": ["== 2"]}, "success"),
        ("document.querySelector('#price').outerText", {"required_values": ["== 12"]}, "failure"),
        ("func:get_query_text(__page__, '#price')", {"exact_match": "$12"}, "success"),
    ],
)
async def test_visualwebarenas_contents(look: Look, locator: str, required: dict[str, Any], outcome: str) -> None:
    verdict = await look(entry(**page("__SHOPPING__/mug", locator, required), **VISUAL))
    assert verdict.outcome == outcome, verdict


async def test_what_must_be_opened_first_is_and_what_cannot_be_is_passed_over(look: Look) -> None:
    shown = "document.querySelector('#panel').textContent"
    opened = page("__SHOPPING__/mug", shown, {"exact_match": "open"})
    opened["program_html"][0]["prep_actions"] = ["document.querySelector('#panel').textContent = 'open'"]
    assert (await look(entry(**opened))).outcome == "success"
    broken = page("__SHOPPING__/mug", shown, {"exact_match": "closed"}, prep_actions=["nothing.at.all()"])
    assert (await look(entry(**broken))).outcome == "success"


async def test_contents_by_meaning(look: Look) -> None:
    data = entry(**page("__SHOPPING__/mug", PRICE, {"fuzzy_match": "a dozen |OR| twelve"}), **VISUAL)
    with serve_script(Script("correct"), Script("incorrect")) as endpoint:
        ask(endpoint)
        assert (await look(data)).outcome == "failure", "as published, all alternatives must be met"
    is_error(await look(data))


async def test_the_agents_page_stays_where_it_was(begin: Begin, shop: Shop) -> None:
    data = entry(**page("__SHOPPING__/mug", PRICE, {"exact_match": "$12"}))
    episode = await begin(data)
    verdict = await episode.judge()
    assert verdict.outcome == "success"
    assert [tab.url for tab in episode.window.tabs] == [f"{shop.url}/"]
    assert episode.window.tab is episode.window.tabs[0]
    assert (await episode.act("stop()")).verdict == verdict


async def test_dialogs_do_not_keep_the_judge_from_looking(look: Look, judge: Judge) -> None:
    asking = page("__SHOPPING__/asking", "document.querySelector('h1').outerText", {"exact_match": "Asking"})
    assert (await look(entry(**asking))).outcome == "success"
    mine = entry(start="__SHOPPING__/asking", **page("last", "", {"must_include": ["Asking"]}))
    assert (await judge(mine, "stop()")).outcome == "success"


@pytest.mark.parametrize(
    "target, locator, words",
    [
        ("__SHOPPING__/mug", "func:__import__('os').system('id')", "no plain call"),
        ("__SHOPPING__/mug", "func:eval('1')", "there is no helper 'eval'"),
        ("__SHOPPING__/mug", "#price", "is none of"),
        ("func:shopping_get_latest_order_url()", "", ADMIN_VARIABLE),
        ("http://elsewhere.test/", "", "none of the addresses"),
        ("func:reddit_get_post_url('https://example.com/f/a/1')", "", "none of the addresses"),
    ],
)
async def test_a_program_that_cannot_be_run_is_an_error_and_never_0(
    look: Look, target: str, locator: str, words: str
) -> None:
    is_error(await look(entry(**page(target, locator, {"must_include": ["x"]}))), words)


async def test_the_shop_is_asked_as_its_keeper(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ADMIN_VARIABLE, ADMIN)
    order = page("func:shopping_get_latest_order_url()", "", {"must_include": ["Ordered3"]})
    assert (await look(entry(**order))).outcome == "success"
    author = page("last", "func:shopping_get_sku_latest_review_author('M-1')", {"exact_match": "Bob"})
    assert (await look(entry(**author))).outcome == "success"
    monkeypatch.setenv(ADMIN_VARIABLE, "keeper:wrong")
    is_error(await look(entry(**author)), "status 401")


# Pictures -------------------------------------------------------------------------------------------------------------


def shown(selector: str = ".item-photos", **query: Any) -> dict[str, Any]:
    entry_ = {"eval_image_class": selector, "eval_image_url": "__SHOPPING__/mug", **query}
    return entry(eval_types=["page_image_query"], page_image_query=[entry_])


async def test_a_picture_like_the_reference_is_found(look: Look, tmp_path: Path) -> None:
    with Image.open(io.BytesIO(picture("red"))) as small:
        small.resize((128, 96)).save(tmp_path / "red.png")
    (tmp_path / "none.png").write_bytes(picture("red", mark=False))
    assert (await look(shown(eval_fuzzy_image_match="red.png"))).outcome == "success"
    assert (await look(shown(eval_fuzzy_image_match="none.png"))).outcome == "failure"
    either = shown("", eval_fuzzy_image_match="none.png |OR| __SHOPPING__/pictures/red.png")
    assert (await look(either)).outcome == "success"
    strict = shown(eval_fuzzy_image_match="red.png", ssim_threshold=0.9999)
    assert (await look(strict)).outcome == "failure"


async def test_a_page_without_pictures_fails(look: Look) -> None:
    verdict = await look(shown(".nothing", eval_vqa=[{"question": "Is it red?", "answer": "yes"}]))
    assert verdict.outcome == "failure", "and no model was needed"


async def test_a_question_about_a_picture_is_put_to_the_judge_model(look: Look) -> None:
    data = shown(eval_vqa=[{"question": "Is it red?", "answer": "yes"}])
    with serve_script(Script("Yes, it is."), Script("no")) as endpoint:
        ask(endpoint)
        assert (await look(data)).outcome == "success"
        assert (await look(data)).outcome == "failure"
    words, image = endpoint.requests[0]["messages"][0]["content"]
    assert "Is it red?" in words["text"]
    assert image["image_url"]["url"].startswith("data:image/png;base64,")
    is_error(await look(data))


@pytest.mark.parametrize(
    "selector, reference, words",
    [
        ("img", "red.png", "is no class"),
        (".item-photos", "missing.png", "cannot be read"),
        (".item-photos", "https://elsewhere.test/a.png", "none of the addresses"),
    ],
)
async def test_a_query_that_cannot_be_made_is_an_error(look: Look, selector: str, reference: str, words: str) -> None:
    is_error(await look(shown(selector, eval_fuzzy_image_match=reference)), words)


async def test_of_several_queries_the_last_counts_as_published(look: Look, tmp_path: Path) -> None:
    (tmp_path / "red.png").write_bytes(picture("red"))
    (tmp_path / "none.png").write_bytes(picture("red", mark=False))
    data = shown(eval_fuzzy_image_match="none.png")
    data["eval"]["page_image_query"] += shown(eval_fuzzy_image_match="red.png")["eval"]["page_image_query"]
    assert (await look(data)).outcome == "success"
    data["eval"]["page_image_query"].reverse()
    assert (await look(data)).outcome == "failure"


# Judging again --------------------------------------------------------------------------------------------------------


async def test_answer_and_address_are_judged_again_from_the_record_and_pages_stand(judge: Judge, write: Write) -> None:
    data = entry(**page("__SHOPPING__/mug", PRICE, {"exact_match": "$12"}), reference_answers={"exact_match": "12"})
    data["eval"]["eval_types"] = ["program_html", "string_match"]
    verdict = await judge(data, "answer('twelve')")
    assert verdict.outcome == "failure"
    kept = json.loads(json.dumps(verdict.to_json()))["extra"]
    assert write(data).judge_again(kept).outcome == "failure"
    data["eval"]["reference_answers"] = {"exact_match": "twelve"}
    again = write(data).judge_again(kept)
    assert again.outcome == "success"
    assert [check.name for check in again.checks] == ["program_html 0: exact_match", "string_match"]


async def test_an_episode_that_lacked_a_judge_model_can_be_judged_once_there_is_one(judge: Judge, write: Write) -> None:
    verdict = await judge(entry(**FUZZY), "answer('a dozen bucks')")
    with pytest.raises(NotAgain, match="--judge-model"):
        write(entry(**FUZZY)).judge_again(verdict.extra)
    with serve_script(Script("correct")) as endpoint:
        ask(endpoint)
        assert write(entry(**FUZZY)).judge_again(verdict.extra).outcome == "success"


async def test_what_was_not_read_on_the_sites_cannot_be_judged_again(judge: Judge, write: Write) -> None:
    data = entry(**page("__SHOPPING__/mug", "#price", {"exact_match": "$12"}))
    verdict = await judge(data, "stop()")
    with pytest.raises(NotAgain, match="not in the record"):
        write(data).judge_again(verdict.extra)
