"""Task files are read as they are; what is wrong is said with file, task and field."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.suites.files.conftest import entry
from webcosm.suites.files import FileError, TaskFiles, read_addresses, read_tasks, use_task_files
from webcosm.tasks import UnknownTask, make_task

GOOD: dict[str, Any] = {"eval_types": ["string_match"], "reference_answers": {"exact_match": "12"}}
ADDRESSES = {"shopping": "http://127.0.0.1:7770"}


def put(path: Path, value: Any) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def test_one_object_a_list_and_a_folder(tmp_path: Path) -> None:
    assert [task.number for task in read_tasks(put(tmp_path / "one.json", entry(3, **GOOD)))] == ["3"]
    several = put(tmp_path / "list.json", [entry(4, **GOOD), entry("x-1", **GOOD)])
    assert [task.number for task in read_tasks(several)] == ["4", "x-1"]
    folder = tmp_path / "Test Files"
    folder.mkdir()
    for number in (10, 2, 1):
        put(folder / f"{number}.json", entry(number, **GOOD))
    put(folder / "README.md", "not a task")
    files = TaskFiles(folder, ADDRESSES)
    assert files.ids() == ["files.test-files.1", "files.test-files.2", "files.test-files.10"]


def test_the_kind_is_told_by_its_fields(tmp_path: Path) -> None:
    image = {"eval_image_class": ".a", "eval_image_url": "last", "eval_fuzzy_image_match": "a.png"}
    tasks = [
        entry(0, **GOOD),
        entry(1, image=None, **GOOD),
        entry(2, overall_difficulty="easy", **GOOD),
        entry(3, eval_types=["page_image_query"], page_image_query=[image]),
    ]
    found = read_tasks(put(tmp_path / "all.json", tasks))
    assert [task.visual for task in found] == [False, True, True, True]


CONTENTS = {"must_include": ["x"]}


@pytest.mark.parametrize(
    "wrong, words",
    [
        ({"intent": 3}, "intent must be a text"),
        ({"start_url": ""}, "start_url must be an address"),
        ({"storage_state": 1}, "storage_state must be a path"),
        ({"image": 7}, "image must be a path"),
        ({"viewport_size": {"width": "wide"}}, "viewport_size must be like"),
        ({"eval": {}}, "eval.eval_types must be a list of string_match, url_match, program_html"),
        ({"eval": {"eval_types": []}}, "eval.eval_types"),
        ({"eval": {"eval_types": ["guess"]}}, "eval.eval_types"),
        ({"eval": {"eval_types": ["string_match"]}}, "eval.reference_answers must be an object"),
        (
            {"eval": {"eval_types": ["string_match"], "reference_answers": {"one_of": ["x"]}}},
            "with exact_match, must_include, fuzzy_match",
        ),
        (
            {"eval": {"eval_types": ["string_match"], "reference_answers": {"must_include": "x"}}},
            "eval.reference_answers.must_include must be a list",
        ),
        ({"eval": {"eval_types": ["url_match"], "reference_url": None}}, "eval.reference_url"),
        ({"eval": {"eval_types": ["url_match"], "reference_url": "x", "url_note": "EXACT"}}, "must be GOLD in PRED"),
        ({"eval": {"eval_types": ["program_html"], "program_html": []}}, "eval.program_html must be a list"),
        (
            {
                "eval": {
                    "eval_types": ["program_html"],
                    "program_html": [{"url": "last", "required_contents": CONTENTS}],
                }
            },
            "eval.program_html[0].locator must be a text",
        ),
        (
            {"eval": {"eval_types": ["program_html"], "program_html": [{"url": "last", "locator": ""}]}},
            "eval.program_html[0].required_contents must be an object",
        ),
        (
            {
                "image": None,
                "eval": {
                    "eval_types": ["page_image_query"],
                    "page_image_query": [{"eval_image_url": "last", "eval_image_class": ""}],
                },
            },
            "has neither eval_vqa nor eval_fuzzy_image_match",
        ),
    ],
)
def test_a_wrong_field_is_named_with_its_file_and_task(tmp_path: Path, wrong: dict[str, Any], words: str) -> None:
    file = put(tmp_path / "mine.json", [entry(1, **GOOD), {**entry(23, **GOOD), **wrong}])
    with pytest.raises(FileError, match=re.escape(words)) as caught:
        read_tasks(file)
    assert str(caught.value).startswith(f"{file}: task 23: ")


@pytest.mark.parametrize(
    "content, words",
    [
        ("{", "cannot be read as JSON"),
        ([], "holds no tasks"),
        ([1], "entry 0 is int"),
        ({"task_id": 5, "goal": "x"}, "(task_id 5): there is no field 'intent'"),
        ({"task_id": 5, "intent": "x", "start_urls": [], "eval": []}, "WebArena Verified"),
        (entry("a b", **GOOD), "task_id 'a b'"),
        ([entry(1, **GOOD), entry(1, **GOOD)], "task 1: task_id is also that of a task in"),
    ],
)
def test_a_file_that_holds_no_tasks_is_refused(tmp_path: Path, content: Any, words: str) -> None:
    file = put(tmp_path / "mine.json", content)
    with pytest.raises(FileError, match=re.escape(words)) as caught:
        read_tasks(file)
    assert str(file) in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no file or folder"):
        read_tasks(tmp_path / "nowhere.json")


# Addresses ------------------------------------------------------------------------------------------------------------


def test_placeholders_become_addresses_wherever_they_stand(tmp_path: Path) -> None:
    target = {
        "url": "__SHOPPING_ADMIN__/x",
        "locator": "func:get_query_text(__page__, 'a')",
        "required_contents": CONTENTS,
    }
    data = entry(0, start="__SHOPPING__/a |AND| __SHOPPING_ADMIN__", eval_types=["program_html"], program_html=[target])
    addresses = read_addresses(["SHOPPING=http://localhost:7770/", "__SHOPPING_ADMIN__=http://localhost:7780/admin"])
    task = TaskFiles(put(tmp_path / "mine.json", data), addresses).make("files.mine.0")
    assert task.start_pages == ["http://localhost:7770/a", "http://localhost:7780/admin"]
    assert task.data["eval"]["program_html"][0]["url"] == "http://localhost:7780/admin/x"
    assert "__page__" in task.data["eval"]["program_html"][0]["locator"]


def test_a_placeholder_without_an_address_names_the_option(tmp_path: Path) -> None:
    file = put(tmp_path / "mine.json", entry(9, start="__SHOPPING_ADMIN__/", **GOOD))
    with pytest.raises(FileError, match=r"task 9: __SHOPPING_ADMIN__ .* --address shopping_admin=http://HOST:PORT"):
        TaskFiles(file, ADDRESSES).make("files.mine.9")


def test_a_start_page_elsewhere_is_refused(tmp_path: Path) -> None:
    file = put(tmp_path / "mine.json", entry(9, start="http://example.com/", **GOOD))
    with pytest.raises(FileError, match=r"task 9: start_url http://example\.com/ is at none of the addresses"):
        TaskFiles(file, ADDRESSES).make("files.mine.9")


@pytest.mark.parametrize(
    "text", ["shopping", "=http://a", "a b=http://a", "shopping=https://a", "shopping=127.0.0.1:7770"]
)
def test_an_address_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"--address {text}"):
        read_addresses([text])


# Sessions and pictures ------------------------------------------------------------------------------------------------


def test_a_missing_storage_state_names_where_it_was_looked_for(tmp_path: Path) -> None:
    file = put(tmp_path / "mine.json", entry(9, storage_state="./.auth/shopping_state.json", **GOOD))
    with pytest.raises(FileError, match=r"task 9: storage_state .* --auth-folder"):
        TaskFiles(file, ADDRESSES).make("files.mine.9")
    with pytest.raises(FileError, match="elsewhere"):
        TaskFiles(file, ADDRESSES, tmp_path / "elsewhere").make("files.mine.9")


@pytest.mark.parametrize("content", ["{", "[]", '{"origins": []}', '{"cookies": [1]}'])
def test_a_storage_state_that_is_none_is_refused(tmp_path: Path, content: str) -> None:
    put(tmp_path / "state.json", content)
    file = put(tmp_path / "mine.json", entry(9, storage_state="state.json", **GOOD))
    with pytest.raises(FileError, match="is no storage state of Playwright"):
        TaskFiles(file, ADDRESSES).make("files.mine.9")


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    file = put(tmp_path / "mine.json", entry(9, image="input.png", **GOOD))
    with pytest.raises(FileError, match=r"task 9: image names .*input\.png, which is no file"):
        TaskFiles(file, ADDRESSES).make("files.mine.9")


# As a suite -----------------------------------------------------------------------------------------------------------


def test_the_tasks_are_known_by_their_ids(tmp_path: Path) -> None:
    files = TaskFiles(put(tmp_path / "my_shop.json", [entry(3, **GOOD), entry(4, **GOOD)]), ADDRESSES)
    use_task_files(files)
    assert make_task("files.my-shop.4").id == "files.my-shop.4"
    with pytest.raises(UnknownTask, match=r"files\.my-shop\.3"):
        make_task("files.my-shop.5")
    assert TaskFiles.from_json(json.loads(json.dumps(files.to_json()))).ids() == files.ids()
