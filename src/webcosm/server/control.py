"""The four addresses every site has beside its own: ``/config``, ``/finish``, ``/clear`` and ``/submit``.

They let an outside harness drive a world with plain addresses. Whoever is at work in the world needs ``/submit`` alone;
for all others the harness has a token, without which they are no addresses at all. A site may have a page at
``/submit`` too: what asks for it without an answer is meant for that page.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import RedirectResponse, Response

from webcosm.server.faults import BANNER_COOKIE, DISMISS, UNIVERSAL
from webcosm.sites.kit import BadRequest, Conflict, PageError, Request
from webcosm.worlds import read_switches

__all__ = ["PATHS", "TOKEN", "answer_control", "is_control"]

PATHS = ("/config", "/finish", "/clear", "/submit", DISMISS)
FOR_EVERYBODY = ("/submit", DISMISS)
TOKEN = "token"
"""The parameter that lets a harness in."""
ANSWER = "retrieved_answer"


def is_control(request: Request, token: str) -> bool:
    """Whether a request is for one of these addresses, and by somebody who may use it."""
    if request.path == "/submit" and request.site.has_page(request.path):
        return request.method == "GET" and ANSWER in _parameters(request)
    if request.path in FOR_EVERYBODY:
        return True
    given = _parameters(request).get(TOKEN, "")
    return request.path in PATHS and hmac.compare_digest(given.encode(), token.encode())


def _parameters(request: Request) -> Mapping[str, str]:
    """Those of the address; a query that cannot be read has none."""
    try:
        return request.query
    except PageError:
        return {}


def answer_control(request: Request) -> Response:
    try:
        match request.path:
            case "/config":
                return _config(request)
            case "/finish":
                return _finish(request)
            case "/clear":
                return _clear(request)
            case "/submit":
                return _submit(request)
        return _dismiss(request)
    except PageError as error:
        if _wants_json(request):
            return request.answer_json({"error": error.message}, error.status)
        return request.site.error_page(request, error)


def _wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "") or _parameters(request).get("format") == "json"


def _show(request: Request, template: str, facts: dict[str, Any], **more: Any) -> Response:
    if _wants_json(request):
        return request.answer_json(facts)
    return request.render(template, facts=facts, **more)


def _config(request: Request) -> Response:
    switches = [*UNIVERSAL, *request.site.switches.values()]
    given = {name: value for name, value in request.query.items() if name not in ("format", TOKEN)}
    if given:
        if request.world.state.begun:
            raise Conflict("The switches are fixed once somebody has acted in this world.")
        try:
            settings = read_switches(switches, given)
        except ValueError as error:
            raise BadRequest(f"{error}.") from None
        request.world.state.switches.update(settings)
    stored = request.world.state.switches
    current = {switch.name: switch.read(stored.get(switch.name, switch.default)) for switch in switches}
    return _show(request, "control/config.html", current, switches=switches, fixed=request.world.state.begun)


def _finish(request: Request) -> Response:
    changes = request.world.changes(request.site.database)
    facts = {
        "site": request.site.name,
        "submission": request.world.state.submission,
        "changes": [change.to_json() for change in changes],
    }
    return _show(request, "control/finish.html", facts, changes=changes)


def _clear(request: Request) -> Response:
    request.world.reset()
    response = _show(request, "control/clear.html", {"cleared": True})
    for name in request.cookies:
        response.delete_cookie(name)
    return response


def _submit(request: Request) -> Response:
    state = request.world.state
    answer = request.query.get(ANSWER)
    if answer is None:
        raise BadRequest(f"Hand in an answer like /submit?{ANSWER}=42 (it may be empty).")
    if state.submission is not None:
        raise Conflict(f"An answer was handed in already: {state.submission!r}.")
    state.submission = answer
    return _show(request, "control/submit.html", {"submission": answer})


def _dismiss(request: Request) -> Response:
    back = _own_page(request)
    response = RedirectResponse(back, 303)
    response.set_cookie(BANNER_COOKIE, "off", path="/")
    return response


def _own_page(request: Request) -> str:
    """The page of this site that the visitor came from, as a path; the front page if it was none of them."""
    parts = urlsplit(request.headers.get("referer", ""))
    if parts.netloc != request.headers.get("host") or not parts.path.startswith("/") or parts.path.startswith("//"):
        return "/"
    return parts.path + (f"?{parts.query}" if parts.query else "")
