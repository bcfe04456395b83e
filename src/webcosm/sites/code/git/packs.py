"""Packs: what clones and pushes carry.

A pack we send holds the objects as they are stored, whole and in one order, so nothing is compressed anew and the same
repository always gives the same bytes. Those that clients send may have deltas, also against objects we have.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from webcosm.sites.code.git.errors import BadPack
from webcosm.sites.code.git.graph import Graph
from webcosm.sites.code.git.objects import EMPTY_TREE, Kind, Mode, object_name
from webcosm.sites.code.git.store import ObjectStore

__all__ = ["PackLimits", "build_pack", "connected", "objects_to_send", "read_pack"]

OFS_DELTA, REF_DELTA = 6, 7


# Sending ------------------------------------------------------------------------------------------------------------


def objects_to_send(
    graph: Graph,
    wants: Iterable[str],
    haves: Iterable[str] = (),
    *,
    ends: frozenset[str] = frozenset(),
    have_ends: frozenset[str] = frozenset(),
) -> list[str]:
    """All objects that lead from the wanted commits and tags and not from those that the client has: commits first, the
    newest first, then what is in them. ``ends`` are commits whose parents are left out, for a shallow clone;
    ``have_ends`` those whose parents the client lacks."""
    store = graph.store
    tags: list[str] = []
    heads: list[str] = []
    for sha in dict.fromkeys(wants):
        while store.kind(sha) == Kind.TAG:
            tags.append(sha)
            sha = store.tag(sha).target
        heads.append(sha)
    known = set(_walk(graph, list(haves), set(), have_ends))
    commits = list(_walk(graph, heads, known, ends))
    seen: set[str] = set()
    edges = dict.fromkeys(parent for sha in commits for parent in graph.node(sha).parents if parent in known)
    for edge in edges:
        for _ in _tree_objects(store, graph.node(edge).tree, seen):
            pass
    contents = [sha for commit in commits for sha in _tree_objects(store, graph.node(commit).tree, seen)]
    return [*dict.fromkeys(tags), *commits, *contents]


def _walk(graph: Graph, heads: Sequence[str], known: set[str], ends: frozenset[str]) -> Iterator[str]:
    if not ends:
        yield from graph.walk(heads, frozenset(known))
        return
    seen = set(known)
    waiting = [head for head in dict.fromkeys(heads) if head not in seen]
    seen.update(waiting)
    while waiting:
        sha = waiting.pop(0)
        yield sha
        for parent in () if sha in ends else graph.node(sha).parents:
            if parent not in seen:
                seen.add(parent)
                waiting.append(parent)


def _tree_objects(store: ObjectStore, tree: str, seen: set[str]) -> Iterator[str]:
    """A tree and all that is in it and was not met before."""
    if tree in seen:
        return
    seen.add(tree)
    yield tree
    for _, mode, sha in store.tree(tree):
        if mode == Mode.FOLDER:
            yield from _tree_objects(store, sha, seen)
        elif mode != Mode.SUBMODULE and sha not in seen:
            seen.add(sha)
            yield sha


def build_pack(store: ObjectStore, shas: Sequence[str]) -> bytes:
    parts = [b"PACK" + (2).to_bytes(4, "big") + len(shas).to_bytes(4, "big")]
    for _, kind, size, data in store.stored_many(shas):
        parts += [_header(kind, size), data]
    body = b"".join(parts)
    return body + hashlib.sha1(body, usedforsecurity=False).digest()


def _header(kind: int, size: int) -> bytes:
    header = bytearray()
    byte, size = (kind << 4) | (size & 15), size >> 4
    while size:
        header.append(byte | 0x80)
        byte, size = size & 0x7F, size >> 7
    return bytes([*header, byte])


# Receiving ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PackLimits:
    """How much a push may bring; a small pack can hold a lot."""

    objects: int = 50_000
    object_bytes: int = 10_000_000
    bytes: int = 100_000_000


@dataclass(frozen=True)
class _Packed:
    kind: int
    data: bytes
    base: int | str = ""
    """Of a delta: where in the pack its base begins, or the name of it."""


USUAL = PackLimits()


def read_pack(data: bytes, store: ObjectStore, limits: PackLimits = USUAL) -> dict[str, tuple[Kind, bytes]]:
    """The objects of a pack, by name; bases of deltas are looked up in the store too. What is wrong is a BadPack."""
    if len(data) < 32 or data[:4] != b"PACK" or int.from_bytes(data[4:8], "big") not in (2, 3):
        raise BadPack("this is no pack")
    if hashlib.sha1(data[:-20], usedforsecurity=False).digest() != data[-20:]:
        raise BadPack("the pack is damaged: its checksum does not fit")
    count = int.from_bytes(data[8:12], "big")
    if count > limits.objects:
        raise BadPack(f"a push may bring at most {limits.objects:,} objects; this has {count:,}")
    packed: dict[int, _Packed] = {}
    position = 12
    left = limits.bytes
    for _ in range(count):
        start = position
        packed[start], position = _unpack(data, position, min(left, limits.object_bytes))
        left -= len(packed[start].data)
    if position != len(data) - 20:
        raise BadPack("the pack does not end where it should")
    return _resolve(packed, store, limits, left)


def _unpack(data: bytes, position: int, most: int) -> tuple[_Packed, int]:
    start = position
    try:
        byte = data[position]
        kind, size, shift = (byte >> 4) & 7, byte & 15, 4
        while byte & 0x80:
            position += 1
            byte = data[position]
            size |= (byte & 0x7F) << shift
            shift += 7
        position += 1
        base: int | str = ""
        if kind == OFS_DELTA:
            byte = data[position]
            offset = byte & 0x7F
            while byte & 0x80:
                position += 1
                byte = data[position]
                offset = ((offset + 1) << 7) | (byte & 0x7F)
            position += 1
            base = start - offset
        elif kind == REF_DELTA:
            base = data[position : position + 20].hex()
            position += 20
        elif kind not in (1, 2, 3, 4):
            raise BadPack(f"the pack has an object of an unknown kind, {kind}")
        if size > most:
            raise BadPack(f"the pack has an object of {size:,} bytes; at most {most:,} are accepted")
        content, position = _inflate(data, position, size)
        return _Packed(kind, content, base), position
    except (IndexError, zlib.error):
        raise BadPack("the pack is damaged") from None


def _inflate(data: bytes, position: int, size: int) -> tuple[bytes, int]:
    """In pieces: the inflater copies what it leaves over, which must not be the rest of the pack."""
    inflater = zlib.decompressobj()
    piece = min(size + size // 256 + 64, 65_536)
    content = bytearray()
    while not inflater.eof and len(content) <= size and position < len(data) - 20:
        end = min(position + piece, len(data) - 20)
        content += inflater.decompress(data[position:end], size + 1 - len(content))
        position = end
    if len(content) != size or not inflater.eof:
        raise BadPack("the pack has an object of another size than it says")
    return bytes(content), position - len(inflater.unused_data)


def _resolve(
    packed: dict[int, _Packed], store: ObjectStore, limits: PackLimits, left: int
) -> dict[str, tuple[Kind, bytes]]:
    """Deltas applied: to what is in the pack, in whatever order, else to what is in the store."""
    done: dict[int, tuple[Kind, bytes]] = {}
    found: dict[str, tuple[Kind, bytes]] = {}
    waiting: dict[int | str, list[int]] = {}

    def take(start: int, kind: Kind, content: bytes) -> None:
        ready = [(start, kind, content)]
        while ready:
            start, kind, content = ready.pop()
            name = object_name(kind, content)
            done[start] = found[name] = (kind, content)
            for key in (start, name):
                for child in waiting.pop(key, ()):
                    ready.append((child, kind, delta(packed[child].data, content)))

    def delta(data: bytes, base: bytes) -> bytes:
        nonlocal left
        content = apply_delta(data, base, min(left, limits.object_bytes))
        left -= len(content)
        return content

    for start, one in packed.items():
        if one.kind in (OFS_DELTA, REF_DELTA):
            waiting.setdefault(one.base, []).append(start)
    for start, one in packed.items():
        if one.kind not in (OFS_DELTA, REF_DELTA):
            take(start, Kind(one.kind), one.data)
    for base in [base for base in waiting if isinstance(base, str) and base in store]:
        kind, content = store.kind(base), store.read(base)
        for child in waiting.pop(base, ()):
            take(child, kind, delta(packed[child].data, content))
    if waiting:
        raise BadPack("the pack has a delta against an object that is not here")
    return found


def apply_delta(delta: bytes, base: bytes, most: int) -> bytes:
    """The text that a delta makes of its base."""
    try:
        source, position = _number(delta, 0)
        size, position = _number(delta, position)
        if source != len(base):
            raise BadPack("the pack has a delta against another object than it says")
        if size > most:
            raise BadPack(f"the pack has an object of {size:,} bytes; at most {most:,} are accepted")
        parts = []
        made = 0
        while position < len(delta):
            code = delta[position]
            position += 1
            if code & 0x80:
                start = length = 0
                for bit in range(4):
                    if code & (1 << bit):
                        start |= delta[position] << (8 * bit)
                        position += 1
                for bit in range(3):
                    if code & (0x10 << bit):
                        length |= delta[position] << (8 * bit)
                        position += 1
                piece = base[start : start + (length or 0x10000)]
            elif code:
                piece = delta[position : position + code]
                position += code
            else:
                raise BadPack("the pack has a delta that cannot be read")
            made += len(piece)
            if made > size:
                break
            parts.append(piece)
        if made != size:
            raise BadPack("the pack has a delta of another size than it says")
        return b"".join(parts)
    except IndexError:
        raise BadPack("the pack has a delta that ends too early") from None


def _number(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        value |= (byte & 0x7F) << shift
        shift += 7
        position += 1
        if not byte & 0x80:
            return value, position
        if shift > 63:
            raise BadPack("the pack has a delta that cannot be read")


def connected(
    store: ObjectStore, graph: Graph, new: dict[str, tuple[Kind, bytes]], commits: Iterable[str], tips: Iterable[str]
) -> None:
    """Checks that pushed commits lack nothing: all they name came with them or is the project's own already.

    That an object is in the store is not enough: it may be of a project that whoever pushes must not see.
    """
    own: set[str] = set()
    looked = False
    for commit in commits:
        stack = [graph.store.commit(commit).tree]
        while stack:
            sha = stack.pop()
            if sha in own or sha == EMPTY_TREE:
                continue
            if sha not in new:
                if not looked:
                    looked = True
                    for known in graph.walk(tips):
                        own.update(_tree_objects(store, graph.node(known).tree, own))
                if sha not in own:
                    raise BadPack(f"the push lacks the object {sha}")
                continue
            own.add(sha)
            if new[sha][0] == Kind.TREE:
                stack += [one.sha for one in store.tree(sha) if one.mode != Mode.SUBMODULE]
