"""The web server: the host name picks the site, the credential or the host's ending picks the world."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hmac
import re
import secrets
import socket
import threading
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any, TypeVar

import uvicorn
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webcosm.server import control, faults
from webcosm.server.images import ImageBuilds
from webcosm.server.outside import Outside
from webcosm.sites.kit import Addresses, BadRequest, PageError, Request, Site, TooLarge, Upload
from webcosm.sites.kit.errors import AddressTooLong, HeadersTooLarge
from webcosm.worlds import PAGE_NUMBER, World, read_switches

__all__ = ["Credential", "Server"]

T = TypeVar("T")
BODY_LIMIT = 10_000_000
ADDRESS_LIMIT = 16_000
COOKIE_LIMIT = 8_000
"""Characters. Reading quoted cookies takes a time that grows with the square of their length."""
THREADS = 8
CALL_SECONDS = 30.0
"""In which its thread must have opened or closed a port."""
ANSWER_SECONDS = 10.0
"""In which a server that works answers that it has no such site, however busy the machine is."""


@dataclass(frozen=True)
class Credential:
    """What a browser context needs to be in a world.

    Either the shared proxy with a name and password, or the world's own proxy: on a port of its own, which needs
    neither. A browser that has no password to send need not stop each request for it: pages come a third faster.
    """

    server: str
    username: str
    password: str
    proxy: str
    control: str = ""
    """The token for ``/config``, ``/finish`` and ``/clear``; for whoever runs the agent, not for the agent."""


@dataclass
class _Tenant:
    """A world that the server lets in."""

    world: World
    password: str
    control: str
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Requests of one world take turns in the order they came, without holding a thread while they wait."""


@dataclass(frozen=True)
class _Visit:
    tenant: _Tenant
    site: Site
    addresses: Addresses


class Server:
    """Serves sites in a thread of this process, over loopback only.

    `outside` are addresses of sites that others host; worlds reach them through their proxies as if they were ours.
    """

    def __init__(self, sites: Sequence[Site], port: int = 0, outside: Sequence[str] = ()) -> None:
        self.outside = Outside(outside)
        self.sites = {site.host: site for site in sites}
        self.hosts = {site.name: site.host for site in sites}
        self._switches = faults.switches_of(sites)
        self._tenants: dict[str, _Tenant] = {}
        self._proxies: dict[int, _Tenant] = {}
        self._named: dict[str, str] = {}
        self._numbers = iter(range(1, 2**63))
        self._builds = ImageBuilds()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="webcosm-page")
        self._socket = _listen(port)
        self.port: int = self._socket.getsockname()[1]
        self._uvicorn = _Uvicorn(
            uvicorn.Config(
                self._app,
                http="httptools",
                ws="none",
                lifespan="off",
                interface="asgi3",
                proxy_headers=False,
                log_level="error",
                access_log=False,
                server_header=False,
                date_header=False,  # the machine's clock is none of a page's business
            )
        )
        self._thread = threading.Thread(target=self._run, name="webcosm-server", daemon=True)

    # Life -----------------------------------------------------------------------------------------------------------

    def start(self) -> Server:
        self._thread.start()
        self._uvicorn.ready.wait()
        return self

    @property
    def alive(self) -> bool:
        """Whether it is there for requests: it has not broken, and nobody has told it to end."""
        return self._thread.is_alive() and not self._uvicorn.should_exit

    async def answers(self, proxy: str) -> bool:
        """Whether a request through a world's proxy comes back; no world hears of it."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = await asyncio.open_connection("127.0.0.1", _port(proxy))
                try:
                    writer.write(b"GET http://nowhere.invalid/ HTTP/1.1\r\nHost: nowhere.invalid\r\n\r\n")
                    return self.alive and bool(await reader.read(1))
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            return False

    def _run(self) -> None:
        try:
            self._uvicorn.run(sockets=[self._socket])
        finally:
            self._uvicorn.ready.set()

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._uvicorn.force_exit = True
        if self._thread.is_alive():
            self._thread.join()
        self._socket.close()
        self._threads.shutdown()

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    # Worlds ---------------------------------------------------------------------------------------------------------

    def open_proxy(self) -> str:
        """A proxy on a port of its own, for a world that is still to come; until then it refuses everything."""
        return f"http://127.0.0.1:{self._uvicorn.open_proxy()}"

    def close_proxy(self, proxy: str) -> None:
        if self.alive:  # else all proxies are closed, or soon will be
            self._uvicorn.close_proxy(_port(proxy))

    def admit(self, world: World, name: str | None = None, proxy: str | None = None) -> Credential:
        """Lets a world in. Named, people reach it at ``http://SITE.NAME.localhost:PORT/``; ``""`` leaves NAME out.

        A name given again stands for the new world. Switches the world was made with are checked here. ``proxy`` is one
        that was opened before; it closes when the world is dismissed.
        """
        if name and not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name):
            raise ValueError(f"a world cannot be named {name!r}: accepted are lower-case letters, digits and hyphens")
        read_switches(self._switches, world.state.switches)
        username = f"world-{next(self._numbers)}"
        # The password never shows up in a page, so it may come from chance.
        tenant = _Tenant(world, secrets.token_hex(16), secrets.token_hex(16))
        proxy = proxy or self.open_proxy()
        self._tenants[username] = self._proxies[_port(proxy)] = tenant
        if name is not None:
            self._named[name] = username
        return Credential(f"http://127.0.0.1:{self.port}", username, tenant.password, proxy, tenant.control)

    def dismiss(self, credential: Credential) -> None:
        """Turns a world away; its requests that are under way are still answered."""
        if self._tenants.pop(credential.username, None) is None:
            return
        del self._proxies[_port(credential.proxy)]
        self.close_proxy(credential.proxy)
        self._named = {name: username for name, username in self._named.items() if username != credential.username}

    def addresses(self, name: str = "") -> Addresses:
        """How people reach the sites of a named world."""
        return Addresses(self.hosts, self.port, name)

    # Requests -------------------------------------------------------------------------------------------------------

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        visit = self._visit(scope, headers)
        if isinstance(visit, _Visit):
            world = visit.tenant.world
            try:
                visit = await self._serve(visit, scope, receive, headers)
            except Exception as error:  # sites answer for themselves; this is a mistake around them
                what = f"{scope['method']} {_address(scope, headers)} failed: {type(error).__name__}: {error}"
                world.fault = world.fault or what
                raise
        await visit(scope, receive, send)

    def _visit(self, scope: Scope, headers: Mapping[str, str]) -> _Visit | ASGIApp:
        host, _, port = headers.get("host", "").lower().partition(":")
        given = headers.get("proxy-authorization")
        tenant = self._proxies.get(scope["server"][1])
        # Browsers behind a proxy say so, even before they were asked for a password: they are no people's.
        direct = tenant is None and given is None and "proxy-connection" not in headers
        if direct and (host.endswith(".localhost") or host in ("localhost", "127.0.0.1")):
            return self._local_visit(host)
        tenant = tenant or self._authorised(given)
        if tenant is None:
            message = "This web needs a world's name and password."
            return _plain(407, message, {"Proxy-Authenticate": 'Basic realm="webcosm"'})
        if scope["method"] == "CONNECT":
            return _plain(403, "This web speaks plain http only; https is not served.")
        if self.outside.has(host, port):
            return self.outside.relay(host, port, self._threads)
        if host not in self.sites or port not in ("", "80"):
            shown = headers.get("host") or "an unnamed host"
            return _plain(403, f"{shown} is not part of this web. It has {', '.join(sorted(self.sites))}.")
        return _Visit(tenant, self.sites[host], Addresses(self.hosts))

    def _local_visit(self, host: str) -> _Visit | Response:
        if host in ("localhost", "127.0.0.1"):
            if "" in self._named and "home" in self.hosts:
                return RedirectResponse(self.addresses().of("home"), 307)
            return _plain(404, "No world is served here under a name.")
        labels = host.removesuffix(".localhost").split(".")
        for cut in range(len(labels), 0, -1):  # admin.shop.alice: the longest beginning that is a site
            site = self.sites.get(".".join(labels[:cut]) + ".test")
            if site is not None:
                name = ".".join(labels[cut:])
                tenant = self._tenants.get(self._named.get(name, ""))
                if tenant is None:
                    return _plain(
                        404, f"There is no world named {name!r} here." if name else "No world is served here."
                    )
                return _Visit(tenant, site, self.addresses(name))
        return _plain(403, f"{host} is not part of this web. It has {', '.join(sorted(self.sites))}.")

    def _authorised(self, given: str | None) -> _Tenant | None:
        scheme, _, code = (given or "").partition(" ")
        if scheme.lower() != "basic":
            return None
        try:
            username, _, password = base64.b64decode(code, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return None
        tenant = self._tenants.get(username)
        return tenant if tenant and hmac.compare_digest(tenant.password.encode(), password.encode()) else None

    async def _serve(self, visit: _Visit, scope: Scope, receive: Receive, headers: Mapping[str, str]) -> Response:
        world = visit.tenant.world
        request = Request(
            site=visit.site,
            world=world,
            addresses=visit.addresses,
            method=scope["method"],
            path=scope["path"],
            query_string=scope["query_string"].decode("latin-1"),
            headers=headers,
        )
        wrong: PageError | None = None
        try:
            _check_length("address", len(scope["raw_path"]) + len(scope["query_string"]), ADDRESS_LIMIT, AddressTooLong)
            _check_length("cookies", len(headers.get("cookie", "")), COOKIE_LIMIT, HeadersTooLarge)
            request.cookies = HttpRequest(scope).cookies
            await _read_body(request, scope, receive)
        except PageError as error:
            wrong = error
        if pause := faults.latency(world):
            await asyncio.sleep(pause)
        if wrong is None and (file := visit.site.file(request)):
            return file
        async with visit.tenant.turn:
            if not await self._builds.ready(world.universe, visit.site.database):
                return RedirectResponse(_address(scope, headers), 307)
            work = partial(_answer, visit, request, wrong)
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _answer(visit: _Visit, request: Request, wrong: PageError | None) -> Response:
    with visit.tenant.world.lock:
        response = _respond(visit, request, wrong)
        if not request.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "no-store")
            if not control.is_control(request, visit.tenant.control):
                faults.touch_up(request, response)
        if response.media_type == "text/html":
            number = visit.tenant.world.served.add(request.served(response.status_code))
            response.headers[PAGE_NUMBER] = str(number)
        return response


def _address(scope: Scope, headers: Mapping[str, str]) -> str:
    """Of a request, as the browser shows it."""
    query = scope["query_string"].decode("latin-1")
    return f"http://{headers.get('host', '')}{scope['raw_path'].decode('latin-1')}" + (f"?{query}" if query else "")


def _respond(visit: _Visit, request: Request, wrong: PageError | None) -> Response:
    world = visit.tenant.world
    if wrong is not None:
        return request.site.error_page(request, wrong)
    if control.is_control(request, visit.tenant.control):
        return control.answer_control(request)
    if request.method not in ("GET", "HEAD"):
        world.state.begun = True
    if not request.path.startswith("/static/") and faults.fails(world, request.path):
        return request.site.error_page(request, _Unavailable("The site is overloaded. Please try again."))
    return request.site.handle(request)


class _Unavailable(PageError):
    status = 503
    title = "The site is busy"


def _check_length(what: str, length: int, limit: int, error: type[PageError]) -> None:
    if length > limit:
        raise error(f"The {what} of a request may have at most {limit:,} characters; this has {length:,}.")


async def _read_body(request: Request, scope: Scope, receive: Receive) -> None:
    if request.method in ("GET", "HEAD"):
        return
    if int(request.headers.get("content-length", "0")) > BODY_LIMIT:  # the parser lets only numbers through
        raise _too_large()
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadRequest("The request ended before its body did.")
        body += message.get("body", b"")
        if len(body) > BODY_LIMIT:
            raise _too_large()
        if not message.get("more_body"):
            break
    request.body = bytes(body)

    async def replay() -> Message:
        return {"type": "http.request", "body": request.body, "more_body": False}

    try:
        form = await HttpRequest(scope, replay).form(max_files=50, max_fields=2_000, max_part_size=BODY_LIMIT)
    except (MultiPartException, ValueError) as error:
        raise BadRequest(f"The form could not be read: {getattr(error, 'message', error)}") from None
    await _take_form(request, form)


def _too_large() -> TooLarge:
    return TooLarge(f"A request may carry at most {BODY_LIMIT:,} bytes.")


async def _take_form(request: Request, form: FormData) -> None:
    lists: dict[str, list[str]] = {}
    files: dict[str, Upload] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            kind = value.content_type or "application/octet-stream"
            files[_storable(name)] = Upload(_storable(value.filename or ""), kind, await value.read())
        else:
            lists.setdefault(_storable(name), []).append(_storable(value))
    await form.close()
    request.form_lists = lists
    request.form = {name: values[-1] for name, values in lists.items()}
    request.files = files


def _storable(text: str) -> str:
    """Without the halves of characters that some encodings can spell and no database or page can hold."""
    return text.encode("utf-8", "replace").decode()


def _plain(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    page = f"<!doctype html><title>{status}</title><h1>Not reachable</h1><p>{escape(message)}</p>"
    return HTMLResponse(page, status, dict(headers or {}))


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        listener.close()
        raise OSError(f"cannot listen on port {port}: {error.strerror}. Choose another with --port.") from error
    listener.listen(512)
    return listener


def _port(proxy: str) -> int:
    return int(proxy.rpartition(":")[2])


class _Uvicorn(uvicorn.Server):
    """Tells when it is ready, opens and closes further ports while it runs, and leaves the process's signals alone."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: dict[int, asyncio.Server] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        self.ready.set()

    def open_proxy(self) -> int:
        """A further port that this server answers on."""
        return self._call(self._listen_too())

    def close_proxy(self, port: int) -> None:
        self._call(self._stop_listening(port))

    def _call(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop is None or not self._loop.is_running():
            work.close()
            raise RuntimeError("the server is not running; start it first")
        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result(CALL_SECONDS)
        except TimeoutError:  # it ended in this moment, and nobody will answer
            raise RuntimeError("the server does not answer any more") from None

    async def _listen_too(self) -> int:
        listener = _listen(0)
        make: Any = self.config.http_protocol_class
        listener_server = await asyncio.get_running_loop().create_server(
            lambda: make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state),
            sock=listener,
        )
        port: int = listener.getsockname()[1]
        self._open[port] = listener_server
        return port

    async def _stop_listening(self, port: int) -> None:
        if listener := self._open.pop(port, None):  # none if the server is ending, which closes them all
            listener.close()
        # Connections kept alive would enter the next world that gets this port.
        for connection in list(self.server_state.connections):
            if (getattr(connection, "server", None) or ("", 0))[1] == port:
                connection.shutdown()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for port in list(self._open):
            await self._stop_listening(port)
        await super().shutdown(sockets)

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()
