"""Universes and worlds: open, fork, reset, diff, keep."""

from __future__ import annotations

import hashlib
import shutil
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from webcosm.lore import Rng
from webcosm.worlds.blobs import Blobs, BlobStore
from webcosm.worlds.cache import cache_folder
from webcosm.worlds.changes import Change, apply_change, merge_changesets, read_changes, tell
from webcosm.worlds.clock import Clock
from webcosm.worlds.database import Database
from webcosm.worlds.errors import SnapshotMismatch, WorldClosed, WorldError, clear_errors
from webcosm.worlds.history import Happening, StepChanges, step_between
from webcosm.worlds.image import Blueprint, Image, build_image
from webcosm.worlds.log import tidy_log
from webcosm.worlds.pictures import WorldPictures
from webcosm.worlds.preparation import Preparation
from webcosm.worlds.served import ServedPages
from webcosm.worlds.snapshot import Snapshot
from webcosm.worlds.storage import Method, WorldStorage, empty, log_of, open_connection
from webcosm.worlds.switches import Setting
from webcosm.worlds.trails import without_trails

if TYPE_CHECKING:
    from webcosm.lore import Lore

__all__ = ["Universe", "World", "WorldState"]

RECENT = 64
"""Prepared first states that are remembered though no task and no world begins with them now."""


@dataclass
class WorldState:
    """What a world knows besides its databases. Plain data: it is copied by a fork and written to a snapshot."""

    seed: int = 0
    """Of the world's own generator of ids and tokens."""
    drawn: int = 0
    """How many tokens were drawn."""
    elapsed_ms: int = 0
    """How far the clock has moved."""
    live: bool = False
    """Whether the clock ticks with real time, for people."""
    faults: int = 0
    """How many requests the error switch has decided about."""
    accounts: dict[str, str | None] = field(default_factory=dict)
    """Who is signed in where at the beginning, if not the site's default account; None for nobody."""
    signed_in: int = 0
    """How many times somebody signed in."""
    signed_out: tuple[str, ...] = ()
    """The sign-ins that were ended, as sites name them. Cookies that go back to one of them are worth nothing."""
    switches: dict[str, Setting] = field(default_factory=dict)
    prepared: str = ""
    """Name of the rows that :meth:`Universe.prepare` put in; empty for the images as they are."""
    begun: bool = False
    """Whether the agent has acted; then the switches are fixed."""
    submission: str | None = None
    """The answer handed in through ``/submit``; None while there is none."""

    def __post_init__(self) -> None:
        self.signed_out = tuple(self.signed_out)  # a snapshot has a list


@dataclass
class _Open:
    """An open database of a world: the connection, and the session that watches its tables."""

    path: Path
    connection: apsw.Connection
    session: apsw.Session
    database: Database


class Universe:
    """All sites of one seed and scale: makes images when they are first needed, and worlds from them."""

    def __init__(
        self,
        blueprints: Iterable[Blueprint],
        *,
        seed: int = 0,
        scale: str = "small",
        cache: Path | None = None,
        method: Method | None = None,
    ) -> None:
        from webcosm.lore import Lore

        self.lore = Lore(seed)
        self.seed = seed
        self.scale = scale
        self.blueprints = {blueprint.name: blueprint for blueprint in blueprints}
        self.cache = cache or cache_folder()
        self.storage = WorldStorage(self.cache, method)
        self.blobs = BlobStore(self.storage.folder / "blobs")
        self._images: dict[str, Image] = {}
        self._building = {name: threading.Lock() for name in self.blueprints}
        self._preparations: weakref.WeakValueDictionary[str, Preparation] = weakref.WeakValueDictionary()
        self._recent: deque[Preparation] = deque(maxlen=RECENT)
        self._worlds: weakref.WeakSet[World] = weakref.WeakSet()

    def image(self, site: str) -> Image:
        """The site's image, from the cache or built now."""
        if site not in self.blueprints:
            raise KeyError(f"there is no site database {site!r}; there are {', '.join(sorted(self.blueprints))}")
        if site not in self._images:
            with self._building[site]:
                if site not in self._images:
                    self._images[site] = build_image(self.blueprints[site], self.lore, self.scale, self.cache)
        return self._images[site]

    def has_image(self, site: str) -> bool:
        """Whether :meth:`image` answers at once."""
        return site in self._images

    def open(self, state: WorldState | None = None) -> World:
        """A fresh world in its first state: that of the images, or a prepared one."""
        return World(self, state or WorldState())

    def prepare(self, steps: Callable[[World], None], state: WorldState | None = None) -> WorldState:
        """A first state in which ``steps`` have been taken: what they write is no change to a world that begins so.

        The steps are taken once, here; every world that is opened with the state begins with their rows.
        """
        with self.open(state) as world:
            steps(world)
            with world.lock:
                world._check_settled("prepared")
                preparation = Preparation({**world._prepared.logs, **world._logs()}, world.blobs.names)
                return replace(world._state_now(), prepared=self._keep(preparation))

    def _keep(self, preparation: Preparation) -> str:
        """Remembers the rows while a task or a world begins with them, and for some time; returns their name."""
        if not preparation.name:
            return ""
        if preparation.name not in self._preparations:
            self.blobs.hold(preparation.blobs)
            weakref.finalize(preparation, self.blobs.release, preparation.blobs)
            self._preparations[preparation.name] = preparation
            self._recent.append(preparation)
        return preparation.name

    def preparation(self, name: str) -> Preparation:
        """What :meth:`prepare` put in."""
        try:
            return self._preparations[name] if name else Preparation()
        except KeyError:
            raise WorldError(f"universe {self.seed} has no rows prepared under the name {name!r}") from None

    def open_snapshot(self, path: Path) -> World:
        """A world as it was when :meth:`World.save` wrote it, perhaps in another process."""
        snapshot = Snapshot.read(path)
        mine, theirs = ({"seed": one.seed, "scale": one.scale} for one in (self, snapshot))
        if mine != theirs:
            raise SnapshotMismatch(f"{path} is of universe {theirs}, this one is {mine}")
        try:
            first, now = WorldState(**snapshot.first), WorldState(**snapshot.state)
            altered = [site for site, sha256 in snapshot.images.items() if self.image(site).sha256 != sha256]
        except (KeyError, TypeError) as error:
            raise SnapshotMismatch(f"{path} is not a snapshot of a world of this universe: {error}") from error
        for site in altered:
            raise SnapshotMismatch(f"{path} was taken on another version of {site!r}; it cannot be opened on this one")
        for data in snapshot.blobs.values():
            self.blobs.write(data)
        self._keep(snapshot.preparation)
        world = self.open(first)
        world._start(now)
        world._hold_blobs(snapshot.blobs)
        self.blobs.release(snapshot.blobs)
        try:
            for site, log in snapshot.logs.items():
                world._restore(site, log, snapshot.changesets[site])
        except BaseException:
            world.close()
            raise
        return world

    def without_trails(self, changes: Sequence[Change]) -> list[Change]:
        """Those of some changes that are not what an undone slip leaves behind, as their sites say."""
        return without_trails(changes, {site: blueprint.trails for site, blueprint in self.blueprints.items()})

    def close(self) -> None:
        """Closes all worlds; images stay in the cache."""
        for world in list(self._worlds):
            world.close()
        self.storage.close()

    def __enter__(self) -> Universe:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class World:
    """A private, mutable copy of every site of a universe. ``world.shop`` is the shop's database.

    Databases open on first touch. All use is under :attr:`lock`: requests, judges and forks take turns.
    """

    def __init__(self, universe: Universe, state: WorldState) -> None:
        self.universe = universe
        self.lock = threading.RLock()
        self._first = replace(state, accounts=dict(state.accounts), switches=dict(state.switches))
        self._open: dict[str, _Open] = {}
        self._inherited: dict[str, bytes] = {}
        self._closed = False
        self._prepared = universe.preparation(state.prepared)
        self.blobs = Blobs(universe.blobs, self._prepared.blobs)
        self._folder = universe.storage.new_folder()
        self.served = ServedPages()
        self._start(state)
        universe._worlds.add(self)

    def _start(self, state: WorldState) -> None:
        self.state = replace(state, accounts=dict(state.accounts), switches=dict(state.switches))
        self.clock = Clock(state.elapsed_ms, live=state.live)
        self.served.forget()
        self.history: list[StepChanges] = []
        """What each step of the episode changed; steps that changed nothing are left out."""
        self.happenings: list[Happening] = []
        """What happened meanwhile that is not the agent's doing."""
        self._latest: tuple[int, list[Change]] = (0, [])
        self.fault = ""
        """What a site failed at, in words: a page that broke, a write that was refused, an image that is lost."""

    @property
    def lore(self) -> Lore:
        return self.universe.lore

    @property
    def pictures(self) -> WorldPictures:
        """What pictures show, by address. For judges: no page may ask."""
        return WorldPictures(self)

    @property
    def secret(self) -> bytes:
        """Signs cookies and form tokens. The same in every run of a seed, so that pages are too."""
        return hashlib.sha256(f"webcosm/{self.universe.seed}/{self.state.seed}".encode()).digest()

    def token(self, length: int = 16) -> str:
        """The next token of the world's seeded generator, for ids and keys that a site hands out."""
        self.state.drawn += 1
        return Rng(self.universe.seed, "world", self.state.seed, self.state.drawn).token(length)

    def __getattr__(self, site: str) -> Database:
        if site.startswith("_"):
            raise AttributeError(site)
        try:
            return self.database(site)
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def database(self, site: str) -> Database:
        with self.lock:
            self._check_open()
            if site not in self._open:
                self._restore(site, self._prepared.logs.get(site, b""))
            return self._open[site].database

    def fork(self) -> World:
        """A second world at the same point. From here on neither sees the other's changes; both know the past ones."""
        with self.lock:
            self._check_settled("forked")
            child = World(self.universe, self._first)
            child._start(self._state_now())
            child._hold_blobs(self.blobs.names)
            child.history, child.happenings = list(self.history), list(self.happenings)
            child.served = self.served.copy()
            child.fault = self.fault
            child._latest = (-1, self._latest[1])  # the counters of its own connections begin anew
            try:
                for site, opened in self._open.items():
                    log = log_of(opened.path)
                    if log.exists() and log.stat().st_size:
                        path = self.universe.storage.place(self.universe.image(site), child._folder)
                        with clear_errors():
                            shutil.copyfile(log, log_of(path))
                        child._inherited[site] = self._changeset(site)
                        child._attach(site, path)
            except BaseException:
                child.close()
                raise
            return child

    def reset(self) -> None:
        """Back to the first state: the images, the clock and the tokens as when the world was opened."""
        with self.lock:
            self._check_open()
            self._detach()
            self._inherited.clear()
            empty(self._folder)
            self._hold_blobs(self._prepared.blobs)
            self._start(self._first)

    def close(self) -> None:
        with self.lock:
            if not self._closed:
                self._detach()
                self.blobs.drop()
                self.universe.storage.take_back(self._folder)
                self._closed = True

    def changes(self, site: str | None = None) -> list[Change]:
        """What differs from the first state, of all sites or one, without the incidental."""
        with self.lock:
            self._check_open()
            if site is not None:
                self.database(site)  # an unknown name is an error, not an empty list
            found: list[Change] = []
            for name in sorted(self._open) if site is None else [site]:
                if changeset := self._changeset(name):
                    incidental = self.universe.blueprints[name].incidental
                    mine = read_changes(name, self._open[name].connection, changeset, incidental)
                    found += self.tell(name, mine)
            return found

    def tell(self, site: str, changes: Sequence[Change]) -> list[Change]:
        """Changes with the further columns that their site tells of them."""
        tellers = self.universe.blueprints[site].tells
        return tell(self.database(site), changes, tellers) if tellers else list(changes)

    def end_step(self, number: int) -> None:
        """Writes down what changed since the last step, in :attr:`history`."""
        with self.lock:
            self._check_open()
            written = self._written()
            if written == self._latest[0]:
                return  # nothing was written at all, as in most steps
            before, now = self._latest[1], self.changes()
            self._latest = (written, now)
            if changes := step_between(before, now):
                self.history.append(StepChanges(number, changes))

    def happen(
        self, name: str, step: int, write: Callable[[World], object] | None = None, message: str = ""
    ) -> Happening:
        """Lets somebody else write rows at the end of a step; they are kept in :attr:`happenings`, not in the history.

        To be called after :meth:`end_step`, so that nothing of the agent's is mistaken for it.
        """
        with self.lock:
            before = self.changes()
            if write is not None:
                write(self)
            now = self.changes()
            self._latest = (self._written(), now)
            happening = Happening(name, step, message, step_between(before, now))
            self.happenings.append(happening)
            return happening

    def relive(self, happenings: Iterable[Happening]) -> None:
        """Writes the rows that others wrote in another world of this task; what they found changed by the agent, and
        is not there, they leave alone."""
        with self.lock:
            for happening in happenings:
                for change in happening.changes:
                    apply_change(self.database(change.site), change)
                self.happenings.append(happening)
            self._latest = (self._written(), self.changes())

    def _written(self) -> int:
        return sum(opened.connection.total_changes() for opened in self._open.values())

    def changeset(self, site: str) -> bytes:
        """The changes in SQLite's own format, incidental columns included, but not incidental tables."""
        with self.lock:
            self.database(site)
            return self._changeset(site)

    def save(self, path: Path) -> None:
        """Writes a snapshot that :meth:`Universe.open_snapshot` can open, here or in another process.

        The same seed and the same statements give the same bytes.
        """
        with self.lock:
            self._check_settled("saved")
            logs, prepared = self._logs(), self._prepared
            Snapshot(
                self.universe.seed,
                self.universe.scale,
                asdict(self._first),
                asdict(self._state_now()),
                {site: self.universe.image(site).sha256 for site in sorted({*logs, *prepared.logs})},
                logs,
                {site: self._changeset(site) for site in logs},
                prepared,
                {name: self.blobs.get(name) for name in sorted(self.blobs.names)},
            ).write(path)

    def _logs(self) -> dict[str, bytes]:
        """What was written over the images that are open, in a form that depends on its contents alone."""
        logs = {site: tidy_log(log_of(self._open[site].path)) for site in sorted(self._open)}
        return {site: log for site, log in logs.items() if log}

    def _state_now(self) -> WorldState:
        return replace(
            self.state,
            elapsed_ms=self.clock.elapsed_ms,
            accounts=dict(self.state.accounts),
            switches=dict(self.state.switches),
        )

    def _restore(self, site: str, log: bytes, changeset: bytes = b"") -> None:
        path = self.universe.storage.place(self.universe.image(site), self._folder)
        if log:
            with clear_errors():
                log_of(path).write_bytes(log)
        if changeset:
            self._inherited[site] = changeset
        self._attach(site, path)

    def _hold_blobs(self, names: Iterable[str]) -> None:
        before, self.blobs = self.blobs, Blobs(self.universe.blobs, names)
        before.drop()

    def _attach(self, site: str, path: Path) -> None:
        connection = open_connection(path, self.universe.storage.method)
        session = apsw.Session(connection, "main")
        incidental = self.universe.blueprints[site].incidental
        for table in self.universe.image(site).tables:
            if incidental.get(table, frozenset()) is not None:  # else nobody asks for its changes
                session.attach(table)
        self._open[site] = _Open(path, connection, session, Database(connection))

    def _detach(self) -> None:
        for opened in self._open.values():
            opened.session.close()
            opened.connection.close(True)
        self._open.clear()

    def _changeset(self, site: str) -> bytes:
        return merge_changesets(self._inherited.get(site, b""), self._open[site].session.changeset())

    def _check_settled(self, what: str) -> None:
        """An open transaction is half in the log: a world can be copied only between transactions."""
        self._check_open()
        for site, opened in self._open.items():
            if opened.connection.in_transaction:
                raise WorldError(f"a world cannot be {what} in the middle of a transaction on {site!r}; end it first")

    def _check_open(self) -> None:
        if self._closed:
            raise WorldClosed("this world was closed; open or fork another")

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
