"""What a process and everything it started hold and use: memory, open files, processes, processor time."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["family", "open_files", "processor_seconds", "proportional_bytes", "resident_bytes"]


def family(root: int | None = None) -> dict[int, str]:
    """The process and all that descend from it, with their names. Without a number, of this process."""
    root = root or os.getpid()
    children: dict[int, list[int]] = {}
    names: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and (facts := _read(folder / "stat")):
            name, _, rest = facts.partition("(")[2].rpartition(")")
            state, parent = rest.split()[:2]
            if state != "Z":
                names[int(folder.name)] = name
                children.setdefault(int(parent), []).append(int(folder.name))
    found, waiting = {}, [root]
    while waiting:
        number = waiting.pop()
        if number in names:
            found[number] = names[number]
        waiting += children.get(number, [])
    return found


def proportional_bytes(root: int) -> int:
    """Memory of a family; what several processes share is counted once."""
    return sum(_sum(number, "smaps_rollup", "Pss:") for number in family(root))


def processor_seconds(root: int) -> float:
    """Time that the processors worked for a family so far, those of it included that have ended."""
    ticks = 0
    for number in family(root):
        facts = _read(Path(f"/proc/{number}/stat")).rpartition(")")[2].split()
        ticks += sum(map(int, facts[11:15]))  # its own and that of ended children, each for programs and for the system
    return ticks / os.sysconf("SC_CLK_TCK")


def resident_bytes(number: int) -> int:
    return _sum(number, "status", "VmRSS:")


def open_files(number: int) -> int:
    try:
        return len(list(Path(f"/proc/{number}/fd").iterdir()))
    except OSError:
        return 0


def _sum(number: int, file: str, label: str) -> int:
    lines = _read(Path(f"/proc/{number}/{file}")).splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(label))


def _read(path: Path) -> str:
    """Nothing of a process that has just gone."""
    try:
        return path.read_text()
    except OSError:
        return ""
