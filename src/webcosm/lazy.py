"""Names of a package that are loaded when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["lazy_names"]


def lazy_names(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a package whose names are defined in other modules.

    ``homes`` has the module of each name. A name that its module does not define is a module of that package.
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {', '.join(homes)}")
        home = import_module(homes[name])
        found = getattr(home, name, None) or import_module(f"{homes[name]}.{name}")
        setattr(sys.modules[package], name, found)
        return found

    return find, lambda: sorted({*vars(sys.modules[package]), *homes})
