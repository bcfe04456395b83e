"""Git's packet lines, in which both services are spoken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = ["AGENT", "FLUSH", "Advertised", "BadRequestLine", "advertise", "band", "pkt", "read_pkts", "split_flush"]

FLUSH = b"0000"
AGENT = b"agent=webcosm object-format=sha1"
BAND_SIZE = 65_515
NOTHING = "0" * 40


class BadRequestLine(Exception):
    """What a client sent cannot be read."""


def pkt(data: bytes | str) -> bytes:
    raw = data.encode() if isinstance(data, str) else data
    return b"%04x" % (len(raw) + 4) + raw


def band(number: int, data: bytes) -> bytes:
    """Data on a side band: 1 for the answer itself, 2 for what people read as ``remote: …``."""
    pieces = (data[start : start + BAND_SIZE] for start in range(0, len(data), BAND_SIZE))
    return b"".join(pkt(bytes([number]) + piece) for piece in pieces)


def read_pkts(body: bytes, position: int = 0) -> Iterator[tuple[bytes | None, int]]:
    """The lines, None for a flush, and where each ends."""
    while position < len(body):
        try:
            length = int(body[position : position + 4], 16)
        except ValueError:
            raise BadRequestLine("a packet line does not begin with its length") from None
        if length < 4:
            position += 4
            yield None, position
            continue
        if position + length > len(body):
            raise BadRequestLine("a packet line ends too early")
        yield body[position + 4 : position + length], position + length
        position += length


def split_flush(body: bytes) -> tuple[list[bytes], bytes]:
    """The lines up to the first flush, and what follows it."""
    lines: list[bytes] = []
    for line, end in read_pkts(body):
        if line is None:
            return lines, body[end:]
        lines.append(line)
    return lines, b""


@dataclass(frozen=True)
class Advertised:
    name: str
    sha: str


def advertise(service: str, refs: Iterable[Advertised], capabilities: bytes) -> bytes:
    """The answer to ``info/refs``."""
    lines = [f"{ref.sha} {ref.name}".encode() for ref in refs] or [f"{NOTHING} capabilities^{{}}".encode()]
    lines[0] += b"\0" + capabilities
    return b"".join([pkt(f"# service={service}\n"), FLUSH, *(pkt(line + b"\n") for line in lines), FLUSH])
