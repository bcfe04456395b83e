"""Hundreds of worlds side by side keep apart."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

from webcosm.worlds import Universe, World

WORLDS = 200


def write(world: World, number: int, draw: random.Random, expected: dict[str, str]) -> None:
    """One write that carries the world's number, in the world and in what it should hold."""
    place, text = f"place {draw.randrange(8)}", f"world {number}, draw {draw.randrange(10**6)}"
    with world.lock:
        match draw.randrange(3):
            case 0:
                world.shop.run("DELETE FROM stock WHERE place = ?", place)
                expected.pop(place, None)
            case _:
                world.shop.run("INSERT OR REPLACE INTO stock VALUES (?, 'x', ?)", place, text)
                expected[place] = text


def check(world: World, expected: dict[str, str]) -> None:
    rows = world.shop.rows("SELECT place, amount FROM stock WHERE shelf = 'x'")
    assert {row.place: row.amount for row in rows} == expected
    assert {change.key[0]: (change.new or {})["amount"] for change in world.changes()} == expected


def test_two_hundred_worlds_written_in_turn(universe: Universe) -> None:
    draw = random.Random(0)
    worlds = [universe.open() for _ in range(WORLDS)]
    expected: list[dict[str, str]] = [{} for _ in worlds]
    for _ in range(10 * WORLDS):
        number = draw.randrange(WORLDS)
        write(worlds[number], number, draw, expected[number])
        if draw.random() < 0.05:  # now and then one is replaced by a fork of another, or reset
            other = draw.randrange(WORLDS)
            if other != number:
                worlds[other].close()
                worlds[other], expected[other] = worlds[number].fork(), dict(expected[number])
            else:
                worlds[number].reset()
                expected[number].clear()
    for world, rows in zip(worlds, expected, strict=True):
        check(world, rows)
        world.close()


def test_two_hundred_worlds_written_by_threads(universe: Universe) -> None:
    worlds = [universe.open() for _ in range(WORLDS)]
    expected: list[dict[str, str]] = [{} for _ in worlds]

    def live(number: int) -> None:
        draw = random.Random(number)
        for _ in range(10):
            write(worlds[number], number, draw, expected[number])
        with worlds[number].fork() as child:
            mine = dict(expected[number])
            write(child, number, draw, mine)
            check(child, mine)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(live, range(WORLDS)))
    for world, rows in zip(worlds, expected, strict=True):
        check(world, rows)
        world.close()


def test_threads_take_turns_in_one_world(universe: Universe) -> None:
    with universe.open() as world, ThreadPoolExecutor(8) as threads:

        def count(number: int) -> None:
            with world.lock, world.shop.transaction():
                seen = world.shop.value("SELECT count(*) FROM visit")
                world.shop.insert("visit", page=f"/{number}")
                assert world.shop.value("SELECT count(*) FROM visit") == seen + 1

        def fork(_: int) -> None:
            with world.fork() as child:
                assert child.shop.value("PRAGMA integrity_check") == "ok"

        list(threads.map(lambda number: fork(number) if number % 10 == 0 else count(number), range(200)))
        assert world.shop.value("SELECT count(*) FROM visit") == 181


def test_an_image_asked_for_by_many_threads_is_built_once(universe_of_one: Universe) -> None:
    with ThreadPoolExecutor(8) as threads:
        images = list(threads.map(lambda _: universe_of_one.image("shop"), range(32)))
    assert all(image is images[0] for image in images)
