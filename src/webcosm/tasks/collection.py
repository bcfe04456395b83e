"""The templates that a package holds. A family adds itself by being written there: nobody keeps a list."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType
from typing import Any

from webcosm.tasks.levels import Levelled, at_levels
from webcosm.tasks.template import Template

__all__ = ["templates_in", "templates_of"]


def templates_in(package: str) -> list[type[Template[Any]]]:
    """The templates of every module of a package, module by module in the order of their names.

    Modules whose name begins with ``_`` are helpers (rows, moves) and are left alone.
    """
    names = sorted(module.name for module in pkgutil.iter_modules(import_module(package).__path__))
    modules = [import_module(f"{package}.{name}") for name in names if not name.startswith("_")]
    return [template for module in modules for template in templates_of(module)]


def templates_of(module: ModuleType) -> list[type[Template[Any]]]:
    """The templates that a module defines, in the order of the file: not those that it imports, nor bases without an
    id of their own. A family with levels brings one for each."""
    found: list[type[Template[Any]]] = []
    for one in list(vars(module).values()):
        if isinstance(one, type) and issubclass(one, Template) and one.__module__ == module.__name__:
            if issubclass(one, Levelled) and "family" in vars(one):
                found += at_levels(one)
            elif "id" in vars(one):
                found.append(one)
    return found
