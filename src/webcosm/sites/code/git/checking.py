"""What pushed objects must be like, as ``git fsck`` would say."""

from __future__ import annotations

import re

from webcosm.sites.code.git.errors import BadPack, MissingObject
from webcosm.sites.code.git.objects import Kind, Mode, parse_commit, parse_tag

__all__ = ["check_object"]

SHA_LINE = rb"[0-9a-f]{40}\n"
PERSON_LINE = rb"[^<>\n\0]*<[^<>\n\0]*> \d{1,12} [+-]\d{4}\n"
COMMIT = re.compile(
    rb"tree " + SHA_LINE + rb"(?:parent " + SHA_LINE + rb")*author " + PERSON_LINE + rb"committer " + PERSON_LINE
)
TAG = re.compile(
    rb"object " + SHA_LINE + rb"type (?:commit|tree|blob|tag)\ntag [^\n\0]+\n(?:tagger " + PERSON_LINE + rb")?"
)
MODES = frozenset(b"%o" % mode for mode in Mode) | {b"100664"}
"""As trees spell them; the last one old versions of git have written."""


def check_object(sha: str, kind: Kind, data: bytes) -> None:
    """Raises :class:`BadPack` for one that git itself would not have made."""
    try:
        if kind == Kind.COMMIT:
            if not COMMIT.match(data):
                raise BadPack(f"the commit {sha} is malformed")
            parse_commit(sha, data)
        elif kind == Kind.TAG:
            if not TAG.match(data):
                raise BadPack(f"the tag {sha} is malformed")
            parse_tag(sha, data)
        elif kind == Kind.TREE:
            _check_tree(sha, data)
    except MissingObject as error:
        raise BadPack(str(error)) from None


def _check_tree(sha: str, data: bytes) -> None:
    position = 0
    last = b""
    names: set[bytes] = set()
    while position < len(data):
        blank = data.find(b" ", position)
        end = data.find(b"\0", blank)
        if blank < 0 or end < 0 or end + 21 > len(data):
            raise BadPack(f"the tree {sha} is malformed")
        mode, name = data[position:blank], data[blank + 1 : end]
        position = end + 21
        if mode not in MODES:
            raise BadPack(f"the tree {sha} has a mode that is not accepted, {mode.decode('ascii', 'replace')}")
        try:
            spelt = name.decode()
        except UnicodeDecodeError:
            raise BadPack(f"the tree {sha} has a name that is not UTF-8, {name!r}") from None
        if not spelt or "/" in spelt or spelt in (".", "..") or spelt.lower() == ".git":
            raise BadPack(f"the tree {sha} has a name that is not accepted, {spelt!r}")
        key = name + b"/" if mode == b"40000" else name
        if key <= last or name in names:
            raise BadPack(f"the tree {sha} is not sorted, or has a name twice")
        last = key
        names.add(name)
