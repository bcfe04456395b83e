"""One world's requests take turns in the order they came; different worlds are served side by side."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.server.talking import LIMIT, Browser, Reply, eventually, proxy_port, send
from tests.sites.kit.sample import SITES
from webcosm.server.app import THREADS, Credential, Server
from webcosm.sites.kit import Request, Response, Site
from webcosm.worlds import Universe


@dataclass
class Watch:
    """What happened inside the pages."""

    inside: int = 0
    most_inside: int = 0
    order: list[str] = field(default_factory=list)
    entered: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    go_on: threading.Event = field(default_factory=threading.Event)
    meeting: threading.Barrier = field(default_factory=lambda: threading.Barrier(2))


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def served(watch: Watch, tmp_path: Path) -> Iterator[tuple[Server, Universe]]:
    site = Site("turns", title="Turns", tagline="", folder=Path("/nowhere"))

    @site.get("/wait/{name}")
    def wait(request: Request, name: str) -> Response:
        watch.inside += 1
        watch.most_inside = max(watch.most_inside, watch.inside)
        watch.order.append(name)
        watch.entered.release()
        assert watch.go_on.wait(LIMIT)
        watch.inside -= 1
        return request.answer_json({"name": name})

    @site.get("/meet")
    def meet(request: Request) -> Response:
        """Answers only if somebody else is in such a page at the same time."""
        watch.meeting.wait(LIMIT)
        return request.answer_json({})

    assert site.blueprint
    with Universe([site.blueprint], cache=tmp_path) as universe, Server([site]) as server:
        yield server, universe
        watch.go_on.set()


def visit(credential: Credential, path: str) -> Reply:
    return send(proxy_port(credential), path, host="turns.test")


def wait_for_queue(server: Server, credential: Credential, length: int) -> None:
    """Until so many requests of a world wait for their turn."""
    turn = server._tenants[credential.username].turn
    eventually(lambda: len(turn._waiters or ()) == length)


def test_requests_of_one_world_take_turns_in_the_order_they_came(served: tuple[Server, Universe], watch: Watch) -> None:
    server, universe = served
    names = [f"r{number}" for number in range(6)]
    with universe.open() as world, ThreadPoolExecutor(len(names)) as visitors:
        credential = server.admit(world)
        first = visitors.submit(visit, credential, "/wait/r0")
        assert watch.entered.acquire(timeout=LIMIT)
        pending = [first]
        for number, name in enumerate(names[1:], start=1):
            pending.append(visitors.submit(visit, credential, f"/wait/{name}"))
            wait_for_queue(server, credential, number)  # only then comes the next
        assert watch.order == ["r0"], "nobody else may enter while the first page is under way"
        watch.go_on.set()
        assert [reply.result(LIMIT).json["name"] for reply in pending] == names
    assert watch.order == names
    assert watch.most_inside == 1


def test_pages_of_different_worlds_run_side_by_side(served: tuple[Server, Universe]) -> None:
    server, universe = served
    with universe.open() as one, universe.open() as two, ThreadPoolExecutor(2) as visitors:
        credentials = [server.admit(one), server.admit(two)]
        answers = list(visitors.map(lambda credential: visit(credential, "/meet").status, credentials))
    assert answers == [200, 200], "both pages were open at the same time, or the barrier had broken"


def test_a_slow_page_of_one_world_holds_up_no_other_however_many_wait_for_it(
    served: tuple[Server, Universe], watch: Watch
) -> None:
    """Those that wait for their turn hold no thread."""
    server, universe = served
    with universe.open() as slow, universe.open() as quick, ThreadPoolExecutor(THREADS * 2) as visitors:
        stuck, free = server.admit(slow), server.admit(quick)
        pending = [visitors.submit(visit, stuck, f"/wait/{number}") for number in range(THREADS * 2)]
        wait_for_queue(server, stuck, THREADS * 2 - 1)
        assert visit(free, "/absent").status == 404
        watch.go_on.set()
        assert {one.result(LIMIT).status for one in pending} == {200}


def test_judging_a_world_waits_for_the_page_under_way(served: tuple[Server, Universe], watch: Watch) -> None:
    server, universe = served
    with universe.open() as world, ThreadPoolExecutor(2) as others:
        credential = server.admit(world)
        page = others.submit(visit, credential, "/wait/x")
        assert watch.entered.acquire(timeout=LIMIT)
        judging = others.submit(world.changes)
        assert not judging.done()
        watch.go_on.set()
        assert page.result(LIMIT).status == 200
        assert judging.result(LIMIT) == []


def test_two_hundred_worlds_side_by_side_never_mix(board: Universe) -> None:
    """Each is written to from all three sides at once; then its changes are exactly its own."""
    worlds = [board.open() for _ in range(200)]
    with Server(SITES) as server, ThreadPoolExecutor(16) as visitors:
        credentials = [server.admit(world, f"w{number}") for number, world in enumerate(worlds)]
        jobs = [(server, credential, number, way) for way in WAYS for number, credential in enumerate(credentials)]
        texts = list(visitors.map(lambda job: write(*job), jobs))
        for number, world in enumerate(worlds):
            changes = world.changes()
            assert [(change.kind, change.key) for change in changes] == [("insert", (key,)) for key in (46, 47, 48)]
            assert sorted(str((change.new or {})["text"]) for change in changes) == sorted(texts[number::200])
    for world in worlds:
        world.close()


WAYS = ("own proxy", "shared proxy", "name")


def write(server: Server, credential: Credential, number: int, way: str) -> str:
    """Adds a note as a person would: reads the page, sends its form, and sees the note. Returns its text."""
    address = "http://board.test"
    match way:
        case "own proxy":
            browser = Browser.at_own_proxy(credential)
        case "shared proxy":
            browser = Browser.behind_proxy(credential)
        case _:
            browser, address = Browser(server.port), f"http://board.w{number}.localhost:{server.port}"
    text = f"world {number} by {way}"
    assert browser.get(f"{address}/").status == 200
    answer = browser.post(f"{address}/add", {"text": text})
    assert answer.status == 303
    assert f"<h1>{text}</h1>" in browser.get(address + answer.headers["location"]).text
    return text
