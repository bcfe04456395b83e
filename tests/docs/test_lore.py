"""docs/lore.md lists every record of lore with all its fields. With UPDATE_DOCS=1 it is given what is true today."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import os
import re

import pytest

import webcosm.lore
from tests.docs.following import DOCS
from webcosm.lore import Lore

PAGE = DOCS / "lore.md"
MARK = "<!-- records -->\n"
SHOWN = (
    "People: Resident Address",
    "Companies: Company Brand",
    "Works: Works Book Film Band Album Track Award Winner Festival League Season Game Standing Team",
    "Places: Region State County City Neighbourhood Street Road River Lake Peak Poi Chain Point OpeningHours",
)


def meanings(record: type) -> dict[str, str]:
    """What stands under each field in its class."""
    (body,) = (node for node in ast.parse(inspect.getsource(record)).body if isinstance(node, ast.ClassDef))
    found = {}
    for field, after in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            found[field.target.id] = " ".join(str(text).replace("``", "`").split())
    return found


def properties(record: type) -> list[str]:
    return [name for name, value in vars(record).items() if isinstance(value, property) and not name.startswith("_")]


def table(name: str) -> str:
    record = getattr(webcosm.lore, name)
    about = inspect.getdoc(record) or ""
    own = not about.startswith(f"{name}(")  # which dataclasses write by themselves
    lines = [f"### {name}", ""]
    if own and about:
        lines += [" ".join(about.splitlines()).replace("``", "`"), ""]
    lines += ["| field | type | meaning |", "|---|---|---|"]
    known = meanings(record)
    for field, meaning in known.items():
        kind = str(record.__annotations__[field]).replace("|", "or")
        lines.append(f"| `{field}` | {kind} | {meaning} |")
    if derived := properties(record):
        lines += ["", f"Derived: {', '.join(f'`{name}`' for name in derived)}."]
    return "\n".join(lines)


def test_every_record_and_field_is_listed() -> None:
    parts = []
    for section in SHOWN:
        title, _, names = section.partition(": ")
        parts += [f"## {title}", *(table(name) for name in names.split())]
    head, _, _ = PAGE.read_text().partition(MARK)
    today = f"{head}{MARK}\n" + "\n\n".join(parts) + "\n"
    if os.environ.get("UPDATE_DOCS"):
        PAGE.write_text(today)
    assert PAGE.read_text() == today, "run with UPDATE_DOCS=1 to renew lore.md"


def test_no_record_is_left_out() -> None:
    records = {name for name in webcosm.lore.__all__ if dataclasses.is_dataclass(getattr(webcosm.lore, name))}
    listed = {name for section in SHOWN for name in section.partition(": ")[2].split()}
    assert records - listed == {"Colour"}, "which is a word"


def test_what_can_be_asked_for_is_there() -> None:
    head = PAGE.read_text().partition(MARK)[0]
    named = set(re.findall(r"`lore\.(\w+)", head))
    public = {name for name in dir(Lore) if not name.startswith("_")} - {"seed", "fingerprint"}
    assert public <= named
    assert named <= set(dir(Lore)) | {"today"}


@pytest.mark.sweep  # it makes all facts of a universe
def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    exec(example, {})
