"""What decides an image, found by following imports from its fill function.

A name is followed to where it comes from: ``from webcosm.lore import Rng`` leads to ``lore/rng.py`` and to nothing else
that the package imports. Of ``Lore``, whose parts come from all over its package, only those count whose names stand as
attributes in the code that was found. Left out are modules outside webcosm and the site's own package, modules that are
imported by a computed name, and what a package imports only for its effects (pages that add themselves to a site).
"""

# Paths are plain text here: with Path objects the search took three times as long.
# ruff: noqa: PTH100, PTH110, PTH113, PTH118, PTH119, PTH120, PTH208

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from os.path import basename, dirname, isfile, join
from pathlib import Path
from typing import Any

from webcosm.worlds import database
from webcosm.worlds.code_facts import Import, Piece, code_facts, digest_of, keep_facts, pieces_of_class

__all__ = ["sources_of"]

LORE = "webcosm.lore.core"
WORDLISTS = "webcosm.lore.wordlists"
VOCABULARY = join(dirname(dirname(database.__file__)), "lore", "vocabulary")
SERVED = ("static", "templates")
"""Folders that pages are made of; rows are not."""


def sources_of(fill: Callable[..., Any], reads: Iterable[Path] = ()) -> Mapping[str, str]:
    """The digests of all that decides what ``fill`` writes, by name and in a fixed order."""
    search = _Search(_module_of(fill))
    for root in reads:
        if not root.exists():
            raise FileNotFoundError(f"the source {root} of an image does not exist")
        search.data.update([str(root)] if root.is_file() else _data_below(str(root)))
    found = search.run()
    keep_facts()
    return dict(sorted(found.items()))


class _Search:
    def __init__(self, start: str) -> None:
        self.data: set[str] = set()
        """Files that are no code."""
        self._start = start
        top = start.partition(".")[0]
        self._roots = {name: _place(name) for name in {"webcosm", top}}
        self._alone = self._roots[top].endswith(".py")
        self._located: dict[str, str | None] = {}
        self._folders: dict[str, Mapping[str, os.DirEntry[str]]] = {}
        self._modules: dict[str, str] = {}
        self._attributes: set[str] = set()
        self._computed = False

    def run(self) -> dict[str, str]:
        self._follow([self._start, database.__name__])
        lore = self._locate(LORE)
        assert lore is not None
        pieces = pieces_of_class(lore, "Lore")
        imports = {found.bound: found for found in code_facts(lore).imports}
        used: set[str] = set()
        while missing := self._parts(pieces) - used:
            used |= missing
            for piece in (pieces[name] for name in missing):
                self._attributes |= piece.attributes
                for name in piece.names & imports.keys():
                    self._follow(self._origins(LORE, imports[name]))
        return (
            {module: digest_of(file) for module, file in self._modules.items()}
            | {f"{LORE}:{name}": pieces[name].digest for name in used}
            | {self._label(file): digest_of(file) for file in self.data}
        )

    def _parts(self, pieces: Mapping[str, Piece]) -> set[str]:
        """Those of Lore that the code found so far may use, and those that it is made with."""
        return {name for name in pieces if self._computed or name in self._attributes or name in ("", "__init__")}

    def _follow(self, modules: Iterable[str]) -> None:
        waiting = list(modules)
        while waiting:
            module = waiting.pop()
            file = self._locate(module)
            if file is None or module in self._modules or module == LORE:  # which counts in parts
                continue
            self._modules[module] = file
            facts = code_facts(file)
            self._attributes |= facts.attributes
            self._computed |= facts.computed
            origins = {origin for found in facts.imports if found.runs for origin in self._origins(module, found)}
            waiting += origins
            if WORDLISTS in origins:
                everything = {name.removesuffix(".txt") for name in os.listdir(VOCABULARY)}
                named = facts.strings & everything or everything
                self.data.update(join(VOCABULARY, f"{name}.txt") for name in named)
            if module != WORDLISTS:
                self._add_named_data(dirname(file), facts.strings)

    # Imports ----------------------------------------------------------------------------------------------------------

    def _origins(self, module: str, found: Import) -> list[str]:
        """The modules that an import leads to."""
        base = found.module
        if found.level:
            outward = found.level - _is_package(self._locate(module))
            package = module.rsplit(".", outward)[0] if outward else module
            base = f"{package}.{base}" if base else package
        return [base] if found.name is None or found.name == "*" else self._origins_of_name(base, found.name)

    def _origins_of_name(self, module: str, name: str) -> list[str]:
        file, inner = self._locate(module), f"{module}.{name}"
        if file is None:
            return [inner]
        if not _is_package(file):
            return [module]
        facts = code_facts(file)
        itself = ("", module)  # how a package names the modules that are in it
        passed_on = [
            found
            for found in facts.imports
            if found.bound == name and (found.module not in itself or found.name != name)
        ]
        if passed_on and name not in facts.defined:
            return [origin for found in passed_on for origin in self._origins(module, found)]
        return [module] if name in facts.defined or self._locate(inner) is None else [inner]

    def _locate(self, module: str) -> str | None:
        """The module's file; None if it is not among those that are followed."""
        if module not in self._located:
            top, *inner = module.split(".")
            root = self._roots.get(top) or self._beside(top)
            path = join(root, *inner) if root else ""
            candidates = (path, join(path, "__init__.py"), f"{path}.py") if path else ()
            self._located[module] = next((file for file in candidates if file.endswith(".py") and isfile(file)), None)
        return self._located[module]

    def _beside(self, top: str) -> str | None:
        """A neighbour of a module that is in no package."""
        folder = dirname(self._roots.get(self._start, ""))
        if not self._alone or not top or "site-packages" in folder:
            return None
        return next((path for path in (join(folder, top), join(folder, f"{top}.py")) if os.path.exists(path)), None)

    # Data -------------------------------------------------------------------------------------------------------------

    def _add_named_data(self, folder: str, names: frozenset[str]) -> None:
        """What a module names of the data in its folder and in the packages around it."""
        while True:
            if folder not in self._folders:
                self._folders[folder] = {entry.name: entry for entry in os.scandir(folder)}
            for name in names & self._folders[folder].keys():
                self.data.update(_data_at(self._folders[folder][name]))
            if not isfile(join(folder, "__init__.py")):
                return
            folder = dirname(folder)

    def _label(self, file: str) -> str:
        for name, root in self._roots.items():
            if file.startswith(root + os.sep):
                return f"{name}{file[len(root) :]}"
        return "/".join(Path(file).parts[-3:])


def _module_of(fill: Callable[..., Any]) -> str:
    while isinstance(fill, partial):
        fill = fill.func
    name: str = getattr(fill, "__module__", None) or type(fill).__module__
    spec = sys.modules[name].__spec__ if name == "__main__" else None
    return spec.name if spec else name  # python -m


def _place(top: str) -> str:
    """The folder of a package, or the file of a module that is in none."""
    module = sys.modules.get(top)
    if paths := list(getattr(module, "__path__", ())):
        return str(paths[0])
    if file := getattr(module, "__file__", None):
        return os.path.abspath(str(file))
    raise ValueError(
        f"a fill function is defined in {top!r}, which is no file: an image that it wrote could not be told from one of"
        " an earlier version; put the function into a module"
    )


def _is_package(file: str | None) -> bool:
    return file is not None and basename(file) == "__init__.py"


def _data_at(entry: os.DirEntry[str]) -> list[str]:
    """One file that is no code, or all in a folder of data."""
    if entry.is_file():
        return [] if entry.name.endswith(".py") else [entry.path]
    if entry.name in SERVED or isfile(join(entry.path, "__init__.py")):
        return []
    return _data_below(entry.path)


def _data_below(folder: str) -> list[str]:
    found = [join(path, name) for path, _, names in os.walk(folder) for name in names]
    return sorted(file for file in found if not file.endswith((".py", ".pyc")))
