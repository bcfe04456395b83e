"""What other processes do in the tests: ``python -m tests.worlds.programs NAME ARGUMENTS``.

A program prints one line when it has come to a point that its test waits for, and waits for a line when the test
wants it to. So nobody sleeps.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import cast

from tests.worlds.samples import blueprint, dump_world, fill
from webcosm.lore import Lore
from webcosm.worlds import Database, Method, Universe, WorldError

ROOT = Path(__file__).parents[2]


def start(name: str, *arguments: object, **environment: str) -> subprocess.Popen[str]:
    """Starts a program of this file."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.worlds.programs", name, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
    )


def finish(process: subprocess.Popen[str]) -> str:
    """What the program printed; it must have ended well."""
    output, _ = process.communicate()
    assert process.returncode == 0, f"the program ended with status {process.returncode} after printing {output!r}"
    return output


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def say(process: subprocess.Popen[str], text: str = "go") -> None:
    assert process.stdin is not None
    process.stdin.write(text + "\n")
    process.stdin.flush()


def tell(text: object) -> None:
    print(text, flush=True)


def universe(cache: str, method: str) -> Universe:
    return Universe([blueprint()], cache=Path(cache), method=cast(Method, method))


def build(cache: str) -> None:
    """Builds an image as soon as it is told to, and prints its hash and who filled it."""
    filled = []

    def slow_fill(database: Database, lore: Lore, scale: str) -> None:
        filled.append(True)
        fill(database, lore, scale)
        for number in range(20_000):  # long enough for several builders to meet
            database.insert("visit", page=f"/page/{number}")

    tell("ready")
    sys.stdin.readline()
    with Universe([blueprint(fill=slow_fill)], cache=Path(cache)) as made:
        image = made.image("shop")
        image.verify()
        tell(f"{image.sha256} {'built' if filled else 'found'}")


def build_halfway(cache: str) -> None:
    """Stops in the middle of a build, with part of the rows in the file, and waits to be killed."""

    def endless_fill(database: Database, lore: Lore, scale: str) -> None:
        fill(database, lore, scale)
        database.run("PRAGMA cache_size=1")
        for number in range(2_000):
            database.insert("visit", page=f"/page/{number}" * 50)
        tell("halfway")
        sys.stdin.readline()

    with Universe([blueprint(fill=endless_fill)], cache=Path(cache)) as made:
        made.image("shop")


def write_until_killed(cache: str, method: str, seed: str) -> None:
    """Writes at random, in transactions and out of them, forks and resets, and prints a line at every step."""
    draw = random.Random(int(seed))
    with universe(cache, method) as made:
        world = made.open()
        tell(made.storage.folder)
        sys.stdin.readline()
        while True:
            for _ in range(draw.randrange(1, 4)):
                world.shop.insert("visit", page="/x" * draw.randrange(1, 5_000))
                tell("row")
            with world.shop.transaction():
                world.shop.run("UPDATE product SET price = price + 1, title = title || 'x'")
                tell("in a transaction")
                world.shop.run("DELETE FROM visit WHERE id % 3 = 0")
            if draw.random() < 0.3:
                world = world.fork()
                tell("forked")
            if draw.random() < 0.2:
                world.reset()
                tell("reset")


def hold(cache: str, method: str) -> None:
    """Keeps a world open; for every line it gets, it writes a row and prints how many there are."""
    with universe(cache, method) as made, made.open() as world:
        tell(made.storage.folder)
        for _ in sys.stdin:
            world.shop.insert("visit", page="/held")
            tell(world.shop.value("SELECT count(*) FROM visit"))


def limited(cache: str, method: str, limit: str) -> None:
    """Writes under a limit on file sizes until that fails, and prints the error and what became of the world."""
    import resource

    with universe(cache, method) as made, made.open() as world, made.open() as other:
        other.shop.insert("visit", page="/other")
        world.shop.insert("visit", page="/first")
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), resource.RLIM_INFINITY))
        try:
            while True:
                world.shop.insert("visit", page="/x" * 2_000)
        except WorldError as error:
            tell(f"{type(error).__name__}: {error}")
        tell(world.shop.value("SELECT page FROM visit WHERE id = 2"))
        tell(other.shop.insert("visit", page="/other"))
        world.reset()
        tell(len(world.changes()) + world.shop.insert("visit", page="/anew"))
        made.image("shop").verify()


def reopen(cache: str, method: str, snapshot: str) -> None:
    """Opens a snapshot and prints what is in it; then saves it again beside."""
    path = Path(snapshot)
    with universe(cache, method) as made, made.open_snapshot(path) as world:
        world.save(path.with_suffix(".again"))
        tell(world.token())
        tell(world.clock.stamp())
        tell([change.to_json() for change in world.changes()])
        tell(hashlib.sha256(repr(dump_world(world)).encode()).hexdigest())


def live_and_save(cache: str, method: str, snapshot: str) -> None:
    """A short life of a world, always the same, and its snapshot."""
    with universe(cache, method) as made, made.open() as world:
        for number in range(30):
            world.shop.insert("product", maker_id=1, title=f"Lantern {world.token(4)}", price=number)
        world.shop.run("UPDATE product SET price = price * 2 WHERE id % 2")
        world.shop.run("DELETE FROM product WHERE id % 5 = 0")
        world.clock.advance(milliseconds=1_234)
        world.save(Path(snapshot))


PROGRAMS = {
    program.__name__: program
    for program in (build, build_halfway, write_until_killed, hold, limited, reopen, live_and_save)
}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]](*sys.argv[2:])
