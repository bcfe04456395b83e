"""A scripted endpoint that speaks the wire formats of OpenAI's Chat Completions and Anthropic's Messages."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["Endpoint", "Script", "serve_script"]


@dataclass
class Script:
    """One scripted answer. A plain text becomes a well-formed completion."""

    text: str = ""
    status: int = 200
    body: str | None = None
    """Sent as it is, in place of a completion."""
    headers: dict[str, str] = field(default_factory=dict)
    hang: bool = False
    """Accept the request and never answer."""
    stop: str | None = None


@dataclass
class Endpoint:
    url: str
    script: list[Script]
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serve_script(*script: Script) -> Iterator[Endpoint]:
    endpoint = Endpoint("", list(script))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            endpoint.requests.append(asked)
            endpoint.keys.append(self.headers.get("authorization") or self.headers.get("x-api-key") or "")
            step = endpoint.script.pop(0)
            if step.hang:
                endpoint.released.wait()
                return
            shape = _anthropic if self.path.endswith("/messages") else _openai
            body = (step.body if step.body is not None else json.dumps(shape(step, asked))).encode()
            self.send_response(step.status)
            for name, value in {"content-type": "application/json", **step.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield endpoint
    finally:
        endpoint.released.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _openai(step: Script, asked: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": step.text}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": asked["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": step.stop or "stop", "logprobs": None}],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 20,
            "total_tokens": 120,
            "prompt_tokens_details": {"cached_tokens": 40},
        },
    }


def _anthropic(step: Script, asked: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked["model"],
        "content": [{"type": "text", "text": step.text}],
        "stop_reason": step.stop or "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": 60,
            "output_tokens": 20,
            "cache_read_input_tokens": 40,
            "cache_creation_input_tokens": 0,
        },
    }
