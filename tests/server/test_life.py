"""The server's life: starting, stopping, and leaving nothing behind."""

from __future__ import annotations

import http.client
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.talking import LIMIT, Browser, proxy_port, send
from tests.sites.kit.sample import SITES
from webcosm.server.app import Server
from webcosm.sites.kit import Request, Response, Site
from webcosm.worlds import Universe, World


def sockets() -> set[str]:
    """The sockets that this process has open."""
    found = set()
    for link in Path("/proc/self/fd").iterdir():
        try:
            target = os.readlink(link)  # noqa: PTH115 - sockets have no path
        except FileNotFoundError:
            continue  # the descriptor of this very listing
        if target.startswith("socket:"):
            found.add(target)
    return found


@pytest.fixture
def nothing_left_behind() -> Iterator[None]:
    threads, open_before = set(threading.enumerate()), sockets()
    yield
    assert [thread.name for thread in threading.enumerate() if thread not in threads] == []
    assert sockets() - open_before == set()


@pytest.mark.usefixtures("nothing_left_behind")
def test_a_stopped_server_leaves_no_thread_and_no_socket(world: World) -> None:
    with Server(SITES) as server:
        credentials = [server.admit(world, f"w{number}") for number in range(5)]
        for credential in credentials:
            assert Browser.at_own_proxy(credential).get("http://board.test/").status == 200
        kept = http.client.HTTPConnection("127.0.0.1", proxy_port(credentials[0]), timeout=LIMIT)
        kept.request("GET", "/", headers={"Host": "board.test"})
        kept.getresponse().read()
    for port in (server.port, *map(proxy_port, credentials)):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=LIMIT)
    kept.close()
    server.dismiss(credentials[0])  # it is gone already, and that is fine


@pytest.mark.usefixtures("nothing_left_behind")
def test_stopping_waits_for_a_page_that_is_under_way(tmp_path: Path) -> None:
    """Whoever stops the server may close the worlds next."""
    slow = Site("slow", title="Slow", tagline="", folder=Path("/nowhere"))
    reached, go_on, finished = threading.Event(), threading.Event(), threading.Event()

    @slow.get("/")
    def page(request: Request) -> Response:
        reached.set()
        assert go_on.wait(LIMIT)
        finished.set()
        return request.answer_json({})

    assert slow.blueprint
    with Universe([slow.blueprint], cache=tmp_path) as universe, universe.open() as world:
        server = Server([slow]).start()
        credential = server.admit(world)

        def visit() -> None:
            try:
                send(proxy_port(credential), "/", host="slow.test")
            except (ConnectionError, http.client.HTTPException):
                pass  # the server may hang up on us

        visitor = threading.Thread(target=visit)
        visitor.start()
        assert reached.wait(LIMIT)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        assert stopping.is_alive()
        go_on.set()
        stopping.join(LIMIT)
        assert not stopping.is_alive()
        assert finished.is_set()
        visitor.join(LIMIT)


@pytest.mark.usefixtures("nothing_left_behind")
def test_a_server_that_never_started_can_be_stopped_and_lets_nobody_in(world: World) -> None:
    server = Server(SITES)
    with pytest.raises(RuntimeError, match="the server is not running; start it first"):
        server.admit(world)
    server.stop()
    server.stop()


def test_a_port_that_is_taken_is_an_error_that_says_what_to_do(server: Server) -> None:
    with pytest.raises(OSError, match=rf"cannot listen on port {server.port}: .* Choose another with --port\."):
        Server(SITES, port=server.port)


def test_the_server_listens_on_this_machine_only(server: Server) -> None:
    assert server._socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.usefixtures("nothing_left_behind")
def test_servers_can_be_started_one_after_another_on_one_port(world: World) -> None:
    with Server(SITES) as first:
        port = first.port
        first.admit(world, "")
        assert send(port, "/", host=f"board.localhost:{port}").status == 200
    with Server(SITES, port=port) as second:
        second.admit(world, "")
        assert send(port, "/", host=f"board.localhost:{port}").status == 200
