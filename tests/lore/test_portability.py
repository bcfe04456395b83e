"""The lore must be equal to the last bit on every machine, so it may not lean on what machines do differently."""

from __future__ import annotations

import ast
from importlib.resources import files

import pytest

MODULES = sorted(
    file.name for file in files("webcosm.lore").iterdir() if file.name.endswith(".py") and file.name != "__init__.py"
)
EXACT = {"sqrt", "fsum"}


def tree(module: str) -> ast.Module:
    return ast.parse(files("webcosm.lore").joinpath(module).read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", MODULES)
def test_only_exact_arithmetic(module: str) -> None:
    """Square roots and exact sums are the same everywhere; powers, logarithms and angles are not.

    ``haversine`` is for display and decides nothing."""
    nodes = tree(module).body
    if module == "geo.py":
        nodes = [node for node in nodes if not (isinstance(node, ast.FunctionDef) and node.name == "haversine")]
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "math":
            assert node.attr in EXACT, f"math.{node.attr} in line {node.lineno}"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            assert isinstance(node.right, ast.Constant), f"a power in line {node.lineno}"
            assert isinstance(node.right.value, int), f"a power in line {node.lineno}"
            assert isinstance(node.left, ast.Constant), f"a power in line {node.lineno}"
            assert isinstance(node.left.value, int), f"a power in line {node.lineno}"


@pytest.mark.parametrize("module", MODULES)
def test_no_clock_no_hash_no_other_randomness(module: str) -> None:
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name for alias in node.names} | {getattr(node, "module", None)}
            assert not names & {"time", "uuid", "secrets"}
            assert module == "rng.py" or "random" not in names
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id != "hash"
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("now", "utcnow")
            assert not (node.attr == "today" and _is_date(node.value))


def _is_date(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("date", "datetime")
