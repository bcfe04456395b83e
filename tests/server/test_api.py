"""Requests of scripts through the server: every method with a body, the same limits, refusals as data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.talking import Browser, Reply
from webcosm.server.app import BODY_LIMIT
from webcosm.worlds import World

NOTE = "http://board.test/api/notes/7"


def call(agent: Browser, method: str, body: Any, **headers: str) -> Reply:
    token = agent.get("http://board.test/api/session").json["csrf"]
    content = body if isinstance(body, bytes) else json.dumps(body)
    said = {"Content-Type": "application/json", "X-CSRF-Token": token, **headers}
    return agent._send(method, NOTE, content, said)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_every_method_brings_its_body(agent: Browser, world: World, method: str) -> None:
    answer = call(agent, method, {"text": f"by {method}"})
    assert (answer.status, answer.json) == (200, {"text": f"by {method}"})
    (change,) = world.changes()
    assert (change.table, change.key) == ("note", (7,))
    assert world.state.begun


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_a_body_over_the_limit_is_refused_as_data(agent: Browser, world: World, method: str) -> None:
    answer = call(agent, method, b'"' + b"x" * BODY_LIMIT + b'"')
    assert (answer.status, answer.json["fields"]) == (413, {})
    assert answer.json["error"] == "A request may carry at most 10,000,000 bytes."
    assert world.changes() == []


def test_a_form_that_cannot_be_read_is_refused_as_data_where_scripts_ask(agent: Browser) -> None:
    answer = call(agent, "PUT", b"spoilt", **{"Content-Type": "multipart/form-data"})
    assert (answer.status, set(answer.json)) == (400, {"error", "fields"})


def test_a_request_without_the_token_is_refused_as_data(agent: Browser, world: World) -> None:
    answer = call(agent, "DELETE", {"text": "x"}, **{"X-CSRF-Token": "guess"})
    assert answer.status == 403
    assert answer.headers["content-type"] == "application/json"
    assert world.changes() == []
