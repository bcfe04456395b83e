"""Reads task files of WebArena and VisualWebArena: what is in them, which of the two they are, and what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["PLACEHOLDER", "FileError", "RawTask", "fill_in", "read_tasks"]

PLACEHOLDER = re.compile(r"__([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)__")
"""``__SHOPPING__``, ``__SHOPPING_ADMIN__`` …; those of helper calls (``__page__``) are written small."""
VISUAL = ("image", "viewport_size", "reasoning_difficulty", "visual_difficulty", "overall_difficulty")
"""Fields that only VisualWebArena's tasks have."""
STRING_CHECKS = {
    False: ("exact_match", "must_include", "fuzzy_match"),
    True: ("exact_match", "must_include", "fuzzy_match", "one_of", "must_exclude", "required_values"),
}
EVAL_TYPES = {
    False: ("string_match", "url_match", "program_html"),
    True: ("string_match", "url_match", "program_html", "page_image_query"),
}


class FileError(ValueError):
    """Something wrong with a task file; the message names the file, the task and the field."""


@dataclass(frozen=True)
class RawTask:
    """One task as its file has it, checked but with its placeholders."""

    file: Path
    number: str
    """Its ``task_id``."""
    visual: bool
    """Whether it is VisualWebArena's."""
    data: Mapping[str, Any]

    def wrong(self, field: str, problem: str) -> FileError:
        return FileError(f"{self.file}: task {self.number}: {field} {problem}")


def read_tasks(path: Path) -> list[RawTask]:
    """The tasks of a file (one object or a list) or of all ``.json`` files in a folder, in their order."""
    if not path.exists():
        raise FileError(f"there is no file or folder {path}")
    files = sorted(path.glob("*.json"), key=_by_number) if path.is_dir() else [path]
    tasks = [task for file in files for task in _of_file(file)]
    if not tasks:
        raise FileError(f"{path} holds no tasks")
    seen: dict[str, Path] = {}
    for task in tasks:
        if task.number in seen:
            raise task.wrong("task_id", f"is also that of a task in {seen[task.number]}")
        seen[task.number] = task.file
    return tasks


def _by_number(file: Path) -> tuple[int, str]:
    return (int(file.stem), "") if file.stem.isdecimal() else (-1, file.name)


def _of_file(file: Path) -> Iterator[RawTask]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise FileError(f"{file} cannot be read as JSON: {error}") from None
    for place, data in enumerate(found if isinstance(found, list) else [found]):
        if not isinstance(data, dict):
            raise FileError(f"{file}: entry {place} is {type(data).__name__}, not an object")
        yield _checked(file, place, data)


def _checked(file: Path, place: int, data: dict[str, Any]) -> RawTask:
    missing = [name for name in ("task_id", "intent", "start_url", "eval") if name not in data]
    if missing:
        hint = " (it looks like WebArena Verified's format, which is another)" if "start_urls" in data else ""
        raise FileError(
            f"{file}: entry {place} (task_id {data.get('task_id', 'missing')}): there is no field {missing[0]!r}{hint};"
            " accepted are tasks of WebArena and VisualWebArena"
        )
    number = data["task_id"]
    if isinstance(number, bool) or not re.fullmatch(r"[A-Za-z0-9_-]+", str(number)):
        raise FileError(f"{file}: entry {place}: task_id {number!r} is no number or name")
    evaluation = data["eval"]
    types = evaluation.get("eval_types") if isinstance(evaluation, dict) else None
    visual = any(name in data for name in VISUAL) or (isinstance(types, list) and "page_image_query" in types)
    task = RawTask(file, str(number), visual, data)
    _check(task, "intent", data["intent"], "a text", lambda value: isinstance(value, str))
    _check(task, "start_url", data["start_url"], "an address", lambda value: isinstance(value, str) and bool(value))
    _check(task, "eval", evaluation, "an object", lambda value: isinstance(value, dict))
    _check_eval(task, evaluation)
    _check(task, "storage_state", data.get("storage_state"), "a path or null", _is_text_or_none)
    _check(task, "image", data.get("image"), "a path, a list of paths, or null", _is_paths)
    _check(task, "viewport_size", data.get("viewport_size"), 'like {"width": 1280, "height": 720}', _is_size)
    return task


def _check(task: RawTask, field: str, value: object, accepted: str, good: Callable[[Any], bool]) -> None:
    if not good(value):
        raise task.wrong(field, f"must be {accepted}, not {value!r}")


def _is_text_or_none(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_paths(value: object) -> bool:
    return _is_text_or_none(value) or _is_texts(value)


def _is_size(value: object) -> bool:
    sizes = value.items() if isinstance(value, dict) else ()
    return value is None or (
        isinstance(value, dict)
        and all(name in ("width", "height") and type(size) is int and 50 <= size <= 10_000 for name, size in sizes)
    )


def _check_eval(task: RawTask, evaluation: Mapping[str, Any]) -> None:
    known = EVAL_TYPES[task.visual]
    types = evaluation.get("eval_types")
    if not isinstance(types, list) or not types or any(one not in known for one in types):
        raise task.wrong("eval.eval_types", f"must be a list of {', '.join(known)}, not {types!r}")
    if "string_match" in types:
        _check_answers(task, evaluation.get("reference_answers"))
        _check(task, "eval.string_note", evaluation.get("string_note"), "a text or null", _is_text_or_none)
    if "url_match" in types:
        reference = evaluation.get("reference_url")
        _check(
            task, "eval.reference_url", reference, "an address", lambda value: isinstance(value, str) and bool(value)
        )
        rules = ("EXACT", "GOLD in PRED") if task.visual else ("GOLD in PRED",)
        note = evaluation.get("url_note") or rules[0]
        _check(task, "eval.url_note", note, " or ".join(rules), lambda value: value in rules)
    if "program_html" in types:
        _check_parts(task, "program_html", ("url", "locator"), evaluation.get("program_html"))
        for place, target in enumerate(evaluation["program_html"]):
            where = f"eval.program_html[{place}]"
            _check(task, f"{where}.required_contents", target.get("required_contents"), "an object", _is_filled_object)
            actions = target.get("prep_actions", [])
            _check(task, f"{where}.prep_actions", actions, "a list of scripts", _is_texts)
    if "page_image_query" in types:
        _check_parts(
            task, "page_image_query", ("eval_image_url", "eval_image_class"), evaluation.get("page_image_query")
        )
        for place, query in enumerate(evaluation["page_image_query"]):
            if not query.get("eval_vqa") and "eval_fuzzy_image_match" not in query:
                raise task.wrong(f"eval.page_image_query[{place}]", "has neither eval_vqa nor eval_fuzzy_image_match")


def _is_filled_object(value: object) -> bool:
    return isinstance(value, dict) and bool(value)


def _check_answers(task: RawTask, answers: object) -> None:
    known = STRING_CHECKS[task.visual]
    if not isinstance(answers, dict) or not answers or any(name not in known for name in answers):
        raise task.wrong("eval.reference_answers", f"must be an object with {', '.join(known)}, not {answers!r}")
    for name, value in answers.items():
        where = f"eval.reference_answers.{name}"
        if name == "exact_match":
            _check(task, where, value, "a text", lambda value: isinstance(value, str | int | float))
        elif not (name == "fuzzy_match" and value == "N/A"):
            _check(task, where, value, "a list of texts", _is_texts)


def _check_parts(task: RawTask, name: str, fields: tuple[str, ...], parts: object) -> None:
    if not isinstance(parts, list) or not parts or not all(isinstance(part, dict) for part in parts):
        raise task.wrong(f"eval.{name}", f"must be a list of objects, not {parts!r}")
    for place, part in enumerate(parts):
        for field in fields:
            _check(
                task, f"eval.{name}[{place}].{field}", part.get(field), "a text", lambda value: isinstance(value, str)
            )


def fill_in(task: RawTask, addresses: Mapping[str, str]) -> dict[str, Any]:
    """The task's data with addresses in place of placeholders, wherever they stand."""

    def address(match: re.Match[str]) -> str:
        name = match[1].lower()
        if name not in addresses:
            raise task.wrong(match[0], f"has no address; give it with --address {name}=http://HOST:PORT")
        return addresses[name]

    def filled(value: Any) -> Any:
        if isinstance(value, str):
            return PLACEHOLDER.sub(address, value)
        if isinstance(value, list):
            return [filled(one) for one in value]
        return {name: filled(one) for name, one in value.items()} if isinstance(value, dict) else value

    used = ("intent", "start_url", "storage_state", "image", "viewport_size", "eval")
    return {name: filled(value) for name, value in task.data.items() if name in used}
