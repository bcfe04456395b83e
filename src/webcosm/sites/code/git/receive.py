"""``git-receive-pack``: what pushes are answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from webcosm.sites.code.git.checking import check_object
from webcosm.sites.code.git.errors import BadName, BadPack, GitError, MissingObject
from webcosm.sites.code.git.logbook import record_commits, unrecorded
from webcosm.sites.code.git.objects import Kind
from webcosm.sites.code.git.packs import connected, read_pack
from webcosm.sites.code.git.repository import HEADS, TAGS, Repository
from webcosm.sites.code.git.store import check_ref, is_sha
from webcosm.sites.code.git.wire import (
    AGENT,
    FLUSH,
    NOTHING,
    Advertised,
    BadRequestLine,
    advertise,
    band,
    pkt,
    split_flush,
)

__all__ = ["Pushed", "RefUpdate", "advertise_receive", "receive_pack"]

CAPABILITIES = b"report-status delete-refs side-band-64k quiet atomic ofs-delta "
DECLINED = "pre-receive hook declined"


@dataclass(frozen=True)
class RefUpdate:
    """One branch or tag that a push is to change."""

    ref: str
    old: str | None
    """None: it is new."""
    new: str | None
    """None: it goes."""
    forced: bool = False
    """Whether commits that were on the branch would no longer be."""

    @property
    def branch(self) -> str | None:
        return self.ref.removeprefix(HEADS) if self.ref.startswith(HEADS) else None

    @property
    def tag(self) -> str | None:
        return self.ref.removeprefix(TAGS) if self.ref.startswith(TAGS) else None


Pushed = Callable[[Sequence[RefUpdate]], Sequence[str]]
MayWrite = Callable[[RefUpdate], str]


def advertise_receive(repository: Repository) -> bytes:
    refs = [Advertised(name, sha) for name, sha in repository.refs.all().items() if name.startswith((HEADS, TAGS))]
    return advertise("git-receive-pack", refs, CAPABILITIES + AGENT)


def receive_pack(repository: Repository, body: bytes, may_write: MayWrite, pushed: Pushed) -> bytes:
    """Takes a push. ``may_write`` says of each update why it is refused (empty: it is not); ``pushed`` hears of those
    that were made, and gives lines for whoever pushed."""
    lines, data = split_flush(body)
    if not lines:
        return b""
    updates, capabilities = _read(lines)
    push = _Push(repository, may_write)
    said: list[str] = []
    try:
        made = push.take(updates, data, atomic=b"atomic" in capabilities)
        if made:
            said = [*push.messages, *pushed(made)]
        else:
            said = push.messages
        unpacked = "ok"
    except BadPack as error:
        unpacked = str(error)
        push.results = {update.ref: "unpacker error" for update in updates}
    report = [f"unpack {unpacked}\n"]
    for ref, wrong in push.results.items():
        report.append(f"ng {ref} {wrong}\n" if wrong else f"ok {ref}\n")
    answer = b"".join(map(pkt, report)) + FLUSH
    if b"side-band-64k" not in capabilities:
        return answer if b"report-status" in capabilities else b""
    spoken = band(2, "".join(f"{line}\n" for line in said).encode()) if said else b""
    return spoken + (band(1, answer) if b"report-status" in capabilities else b"") + FLUSH


def _read(lines: Sequence[bytes]) -> tuple[list[RefUpdate], frozenset[bytes]]:
    first, _, capabilities = lines[0].partition(b"\0")
    updates = []
    for line in (first, *lines[1:]):
        parts = line.rstrip(b"\n").decode("utf-8", "replace").split(" ", 2)
        if len(parts) != 3 or not is_sha(parts[0]) or not is_sha(parts[1]):
            raise BadRequestLine("a line does not say what to update")
        old, new, ref = parts
        updates.append(RefUpdate(ref, None if old == NOTHING else old, None if new == NOTHING else new))
    return updates, frozenset(capabilities.split())


class _Push:
    def __init__(self, repository: Repository, may_write: MayWrite) -> None:
        self.repository = repository
        self.store = repository.store
        self.may_write = may_write
        self.results: dict[str, str] = {}
        """By ref: empty if it was updated, else git's word for why not."""
        self.messages: list[str] = []

    def take(self, updates: Sequence[RefUpdate], data: bytes, *, atomic: bool) -> list[RefUpdate]:
        """What was done."""
        new = read_pack(data, self.store) if any(update.new for update in updates) and data else {}
        with self.store.bulk():
            for sha, (kind, content) in new.items():
                check_object(sha, kind, content)
                self.store.write(kind, content)
            accepted = self._judge(updates, new)
            if atomic and len(accepted) < len(updates):
                self.results = {ref: wrong or "atomic push failure" for ref, wrong in self.results.items()}
                accepted = []
            if not accepted:
                self.store.forget()
        # What goes first makes way: a branch for one below its name.
        made = [update for update in sorted(accepted, key=lambda one: one.new is not None) if self._make(update)]
        self._choose_default(made)
        return made

    def _judge(self, updates: Sequence[RefUpdate], new: dict[str, tuple[Kind, bytes]]) -> list[RefUpdate]:
        accepted = []
        for update in updates:
            wrong = "multiple updates for ref" if update.ref in self.results else self._wrong(update, new)
            self.results[update.ref] = wrong
            if not wrong:
                forced = self._forced(update)
                accepted.append(RefUpdate(update.ref, update.old, update.new, forced))
                if refusal := self.may_write(accepted[-1]):
                    accepted.pop()
                    self.results[update.ref] = DECLINED
                    self.messages.append(refusal)
        return accepted

    def _wrong(self, update: RefUpdate, new: dict[str, tuple[Kind, bytes]]) -> str:
        if not update.ref.startswith((HEADS, TAGS)):
            return "deny updating a hidden ref"
        try:
            check_ref(update.branch or update.tag or "", "branch" if update.branch else "tag")
        except BadName:
            return "funny refname"
        if self.repository.refs.get(update.ref) != update.old:
            return "failed to update ref"
        if update.new is None:
            if update.branch == self.repository.default_branch:
                return "deletion of the current branch prohibited"
            return "" if update.old else "no such ref"
        try:
            target = self.store.peel(update.new)
            kind = self.store.kind(target)
        except MissingObject:
            return "bad pack"
        if kind != Kind.COMMIT or (update.branch is not None and target != update.new):
            return "not a commit"
        tips = [self.store.peel(sha) for sha in self.repository.refs.all().values()]
        self._check_whole(update.new, new, target, tips)
        return ""

    def _check_whole(self, sha: str, new: dict[str, tuple[Kind, bytes]], target: str, tips: Sequence[str]) -> None:
        known = self.repository
        try:
            commits = [commit.sha for commit in unrecorded(known.db, self.store, known.project_id, [target])]
            for commit in commits:
                if commit not in new:
                    raise BadPack(f"the push lacks the commit {commit}")
            connected(self.store, known.graph, new, commits, tips)
        except MissingObject as error:
            raise BadPack(str(error)) from None
        if sha != target and sha not in new and sha not in known.refs.all().values():
            raise BadPack(f"the push lacks the tag {sha}")

    def _forced(self, update: RefUpdate) -> bool:
        if not update.old or not update.new or update.branch is None:
            return bool(update.old and update.new)  # a tag that moves
        return not self.repository.graph.is_ancestor(update.old, update.new)

    def _make(self, update: RefUpdate) -> bool:
        try:
            self.repository.refs.set(update.ref, update.new, old=update.old)
        except GitError as error:
            self.results[update.ref] = "failed to update ref"
            self.messages.append(str(error))
            return False
        if update.new:
            tip = self.store.peel(update.new)
            record_commits(self.repository.db, self.repository.project_id, [tip], self.store)
        return True

    def _choose_default(self, accepted: Sequence[RefUpdate]) -> None:
        """The first branch of an empty repository is its default branch from then on."""
        heads = [update.branch for update in accepted if update.branch and update.new]
        if heads and not self.repository.has_branch(self.repository.default_branch):
            self.repository.db.run(
                "UPDATE project SET default_branch = ? WHERE id = ?", heads[0], self.repository.project_id
            )
