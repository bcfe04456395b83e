"""Clone, fetch and push over http, as pages of the site.

``add_git`` gives a site the addresses that the git client asks. Who may do what is the site's to say: it gives a
:class:`Gate` for the project at a path. Programs say who they are with every request (HTTP basic: a user name with the
account's password or a personal access token), so sessions and form tokens count for nothing here.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import hashlib
import io
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from starlette.responses import Response

from webcosm.sites.code.git.receive import RefUpdate, advertise_receive, receive_pack
from webcosm.sites.code.git.repository import Repository
from webcosm.sites.code.git.upload import advertise_upload, upload_pack
from webcosm.sites.code.git.wire import BadRequestLine
from webcosm.sites.kit import Request, Site, check_password
from webcosm.worlds import Row

__all__ = ["Client", "Gate", "add_git", "find_client", "token_digest"]

LARGEST_BODY = 50_000_000
"""Bytes of a request when it is unpacked."""
READ_SCOPES = frozenset({"read_repository", "write_repository", "api"})
WRITE_SCOPES = frozenset({"write_repository", "api"})


@dataclass(frozen=True)
class Client:
    """Who asks."""

    user: Row | None = None
    """The account; None for nobody in particular."""
    scopes: frozenset[str] | None = None
    """Of the token that was given; None where it was a password."""
    wrong: bool = False
    """Whether credentials were given that belong to nobody."""

    @property
    def may_read(self) -> bool:
        return self.scopes is None or bool(self.scopes & READ_SCOPES)

    @property
    def may_write(self) -> bool:
        return self.scopes is None or bool(self.scopes & WRITE_SCOPES)


def _anything(update: RefUpdate) -> str:
    return ""


def _silence(updates: Sequence[RefUpdate]) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Gate:
    """What a client may do with a project."""

    project_id: int
    reads: bool
    pushes: bool = False
    """Whether there is anything at all that the client may push."""
    may_write: Callable[[RefUpdate], str] = _anything
    """Why one update of a push is refused, in a sentence for whoever pushes; empty if it is not."""
    pushed: Callable[[Sequence[RefUpdate]], Sequence[str]] = _silence
    """Called with the updates that were made: closes issues, runs pipelines. Gives lines for whoever pushed."""
    refusal: str = "You are not allowed to push code to this project."
    """Said where :attr:`pushes` is not."""


FindGate = Callable[[Request, str, Client], Gate | None]


def add_git(site: Site, find_gate: FindGate, *, view: str = "", edit: str = "") -> None:
    """Declares what the git client asks for: ``/ana/tide.git/info/refs`` and so on, also without ``.git``.

    ``find_gate`` is called with the request, the project's path (``ana/tide``) and the client; None if there is no such
    project, or none that the client may know of. Declare it before pages that take any path. ``view`` and ``edit`` are
    the permissions of the site that everybody has.
    """

    @site.get("/{path:path}/info/refs", needs=view)
    def refs(request: Request, path: str) -> Response:
        service = request.query.get("service", "")
        if service not in ("git-upload-pack", "git-receive-pack"):
            return _plain(400, "Only the smart protocol is served here: update your git client.")
        gate = _enter(request, path, find_gate, writes=service == "git-receive-pack")
        if isinstance(gate, Response):
            return gate
        repository = Repository(request.db, gate.project_id)
        made = advertise_upload(repository) if service == "git-upload-pack" else advertise_receive(repository)
        return _answer(made, f"{service}-advertisement")

    @site.post("/{path:path}/git-upload-pack", needs=edit, programs=True)
    def upload(request: Request, path: str) -> Response:
        gate = _enter(request, path, find_gate, writes=False)
        if isinstance(gate, Response):
            return gate
        repository = Repository(request.db, gate.project_id)
        return _exchange(request, "git-upload-pack", lambda body: upload_pack(repository, body))

    @site.post("/{path:path}/git-receive-pack", needs=edit, programs=True)
    def receive(request: Request, path: str) -> Response:
        gate = _enter(request, path, find_gate, writes=True)
        if isinstance(gate, Response):
            return gate
        repository = Repository(request.db, gate.project_id)
        return _exchange(
            request, "git-receive-pack", lambda body: receive_pack(repository, body, gate.may_write, gate.pushed)
        )


# Who asks -----------------------------------------------------------------------------------------------------------


def token_digest(token: str) -> str:
    """What is stored of a personal access token (``access_token.token_hash``)."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_client(request: Request) -> Client:
    """By the header ``Authorization``: a user name with a password or a token. Of a token any user name will do."""
    scheme, _, code = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return Client(wrong=bool(scheme))
    try:
        username, _, secret = base64.b64decode(code, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return Client(wrong=True)
    user = request.site.find_user(request.db, username) if request.site.find_user else None
    if user and user.password and check_password(secret, user.username, user.password):
        return Client(user)
    token = request.db.row(
        "SELECT * FROM access_token WHERE token_hash = ? AND revoked IS NULL AND (expires IS NULL OR expires > ?)",
        token_digest(secret),
        request.world.clock.today().isoformat(),
    )
    if token is None:
        return Client(wrong=True)
    request.db.run("UPDATE access_token SET last_used = ? WHERE id = ?", request.world.clock.stamp(), token.id)
    owner = request.db.row("SELECT * FROM account WHERE id = ?", token.account_id)
    return Client(owner, frozenset(token.scopes.split(",")))


def _enter(request: Request, path: str, find_gate: FindGate, *, writes: bool) -> Gate | Response:
    """The project's gate, or why the client may not pass it."""
    client = find_client(request)
    if client.wrong:
        return _unknown("HTTP Basic: Access denied. The user name and the password or token do not belong together.")
    gate = find_gate(request, path.removesuffix(".git"), client)
    if gate is None or not gate.reads:
        if client.user is None:  # who may be somebody, and then see it
            return _unknown("Say who you are to reach this project.")
        return _plain(
            404, "The project you were looking for could not be found or you don't have permission to view it."
        )
    if not client.may_read or (writes and not client.may_write):
        return _plain(403, f"Your token is not meant for this: it lacks {'write' if writes else 'read'}_repository.")
    if writes and not gate.pushes:
        return _unknown("Say who you are to push.") if client.user is None else _plain(403, gate.refusal)
    return gate


def _unknown(message: str) -> Response:
    response = _plain(401, message)
    response.headers["WWW-Authenticate"] = 'Basic realm="code"'
    return response


def _plain(status: int, message: str) -> Response:
    """Git shows what is plain text to whoever runs it."""
    return Response(f"{message}\n", status, media_type="text/plain")


# Requests and answers -----------------------------------------------------------------------------------------------


def _exchange(request: Request, service: str, serve: Callable[[bytes], bytes]) -> Response:
    if request.headers.get("content-type") != f"application/x-{service}-request":
        return _plain(415, f"This address takes application/x-{service}-request.")
    try:
        return _answer(serve(_body(request)), f"{service}-result")
    except BadRequestLine as error:
        return _plain(400, f"The request could not be read: {error}.")


def _body(request: Request) -> bytes:
    """Unpacked: the client sends longer requests as gzip."""
    encoding = request.headers.get("content-encoding", "identity")
    if encoding == "identity":
        return request.body
    if encoding not in ("gzip", "x-gzip"):
        raise BadRequestLine(f"the encoding {encoding} is not understood here")
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(request.body)) as file:
            body = file.read(LARGEST_BODY + 1)
    except (OSError, EOFError, zlib.error):
        raise BadRequestLine("it is no gzip") from None
    if len(body) > LARGEST_BODY:
        raise BadRequestLine(f"it has more than {LARGEST_BODY:,} bytes")
    return body


def _answer(data: bytes, kind: str) -> Response:
    return Response(data, media_type=f"application/x-{kind}", headers={"Cache-Control": "no-cache"})
