"""``git-upload-pack``: what clones and fetches are answered (protocol version 0, without state between requests)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from webcosm.sites.code.git.errors import MissingObject
from webcosm.sites.code.git.objects import Kind
from webcosm.sites.code.git.packs import build_pack, objects_to_send
from webcosm.sites.code.git.repository import HEADS, TAGS, Repository
from webcosm.sites.code.git.wire import AGENT, FLUSH, Advertised, BadRequestLine, advertise, band, pkt, read_pkts

__all__ = ["advertise_upload", "upload_pack"]

CAPABILITIES = (
    b"multi_ack_detailed no-done side-band-64k thin-pack ofs-delta shallow deepen-relative no-progress include-tag "
    b"allow-tip-sha1-in-want allow-reachable-sha1-in-want "
)
MOST_LINES = 100_000


def advertise_upload(repository: Repository) -> bytes:
    head = HEADS + repository.default_branch
    refs = repository.refs.all()
    symbolic = f"symref=HEAD:{head} ".encode() if head in refs else b""
    return advertise("git-upload-pack", _advertised(repository, refs, head), CAPABILITIES + symbolic + AGENT)


def _advertised(repository: Repository, refs: dict[str, str], head: str) -> Iterator[Advertised]:
    if head in refs:
        yield Advertised("HEAD", refs[head])
    for name, sha in refs.items():
        yield Advertised(name, sha)
        if name.startswith(TAGS) and (target := repository.store.peel(sha)) != sha:
            yield Advertised(f"{name}^{{}}", target)


@dataclass
class _Asked:
    wants: list[str] = field(default_factory=list)
    haves: list[str] = field(default_factory=list)
    shallow: frozenset[str] = frozenset()
    """Commits whose parents the client lacks."""
    depth: int = 0
    capabilities: frozenset[bytes] = frozenset()
    done: bool = False
    negotiates: bool = False
    """Whether anything follows what is wanted: a client that wants another depth first asks where that ends."""


def upload_pack(repository: Repository, body: bytes) -> bytes:
    asked = _read(body)
    if not asked.wants:
        return b""
    for sha in asked.wants:
        if not _may_have(repository, sha):
            return pkt(f"ERR upload-pack: not our ref {sha}")
    answer = bytearray()
    ends, unshallow = asked.shallow, frozenset[str]()
    if asked.depth:
        ends, unshallow, lines = _deepen(repository, asked)
        answer += lines
        if not asked.negotiates:
            return bytes(answer)
    common = [sha for sha in asked.haves if repository.knows(sha)]
    lines, ready = _negotiate(repository, asked, common)
    answer += lines
    if not ready:
        return bytes(answer)
    # What lies behind the old ends is to come, though the client has what is before them.
    behind = [parent for sha in sorted(unshallow) for parent in repository.store.commit(sha).parents]
    shas = objects_to_send(repository.graph, [*asked.wants, *behind], common, ends=ends, have_ends=asked.shallow)
    if b"include-tag" in asked.capabilities:
        shas = [*_tags_of(repository, shas), *shas]
    pack = build_pack(repository.store, shas)
    return bytes(answer) + (band(1, pack) + FLUSH if b"side-band-64k" in asked.capabilities else pack)


def _read(body: bytes) -> _Asked:
    asked = _Asked()
    shallow = []
    wanted = False
    for count, (line, _) in enumerate(read_pkts(body)):
        if count > MOST_LINES:
            raise BadRequestLine("the client has too much to say")
        if line is None:
            wanted = True
            continue
        asked.negotiates |= wanted
        words = line.rstrip(b"\n").split(b" ")
        match words[0], words[1:2]:
            case b"want", [sha]:
                asked.capabilities |= frozenset(words[2:])
                asked.wants.append(sha.decode("ascii", "replace"))
            case b"have", [sha]:
                asked.haves.append(sha.decode("ascii", "replace"))
            case b"shallow", [sha]:
                shallow.append(sha.decode("ascii", "replace"))
            case b"deepen", [number] if number.isdigit():
                asked.depth = int(number)
            case b"done", []:
                asked.done = True
            case _:
                raise BadRequestLine(f"{words[0].decode('utf-8', 'replace')} is not understood here")
    asked.shallow = frozenset(shallow)
    return asked


def _may_have(repository: Repository, sha: str) -> bool:
    """What a ref names, or any commit of the project."""
    return repository.knows(sha) or sha in repository.refs.all().values()


def _deepen(repository: Repository, asked: _Asked) -> tuple[frozenset[str], frozenset[str], bytes]:
    """Where the history is to end, which of the client's ends are none any more, and how that is told."""
    depth, level = asked.depth, [repository.store.peel(sha) for sha in asked.wants]
    if b"deepen-relative" in asked.capabilities and asked.shallow:  # counted from where the client's history ends
        depth, level = depth + 1, [sha for sha in sorted(asked.shallow) if repository.knows(sha)]
    seen = set(level)
    inner: set[str] = set()
    ends: set[str] = set()
    for step in range(depth):
        following: list[str] = []
        for sha in level:
            parents = repository.graph.node(sha).parents
            if step == depth - 1 and parents:
                ends.add(sha)
                continue
            inner.add(sha)
            following += [parent for parent in dict.fromkeys(parents) if parent not in seen]
            seen.update(parents)
        level = list(dict.fromkeys(following))
        if not level:
            break
    new, old = ends - asked.shallow, inner & asked.shallow
    lines = [f"shallow {sha}" for sha in sorted(new)] + [f"unshallow {sha}" for sha in sorted(old)]
    return frozenset(ends), frozenset(old), b"".join(map(pkt, lines)) + FLUSH


def _negotiate(repository: Repository, asked: _Asked, common: list[str]) -> tuple[bytes, bool]:
    """What is said to what the client has, and whether the pack follows."""
    detailed = b"multi_ack_detailed" in asked.capabilities
    lines = [f"ACK {sha} common\n" for sha in common] if detailed else []
    if asked.done:
        lines.append(f"ACK {common[-1]}\n" if common else "NAK\n")
        return b"".join(map(pkt, lines)), True
    enough = bool(common) and all(_reaches(repository, want, common) for want in asked.wants)
    if detailed and enough:
        lines.append(f"ACK {common[-1]} ready\n")
    lines.append("NAK\n")
    if detailed and enough and b"no-done" in asked.capabilities:
        lines.append(f"ACK {common[-1]}\n")
        return b"".join(map(pkt, lines)), True
    return b"".join(map(pkt, lines)), False


def _reaches(repository: Repository, want: str, common: list[str]) -> bool:
    return not repository.graph.ancestors(repository.store.peel(want)).isdisjoint(common)


def _tags_of(repository: Repository, shas: list[str]) -> list[str]:
    """Annotated tags on what is sent."""
    sent = set(shas)
    found = []
    for sha in repository.refs.all(TAGS).values():
        try:
            if sha not in sent and repository.store.kind(sha) == Kind.TAG and repository.store.peel(sha) in sent:
                found.append(sha)
        except MissingObject:
            continue
    return found
