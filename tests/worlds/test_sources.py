"""An image is built anew when something changes that its rows can depend on, and only then."""

from __future__ import annotations

import ast
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import webcosm
from webcosm.sites import all_sites
from webcosm.worlds import Blueprint
from webcosm.worlds.sources import sources_of

PACKAGE = {
    "__init__.py": "from branch.pages import site\nfrom branch.names import TITLE\n",
    "seed/__init__.py": "",
    "seed/fill.py": """
from __future__ import annotations
from typing import TYPE_CHECKING
from pathlib import Path
from branch import TITLE
from branch.shapes import Book
from branch.seed.shelves import shelves
from webcosm.sites.kit import hash_password
if TYPE_CHECKING:
    from branch.checking import Checked

SHELVES = Path(__file__).parent / "shelves.txt"

def fill(db, lore, scale):
    from .. import words
    def title(book: Book) -> str: ...
""",
    "seed/shelves.py": "import branch.rules.order\ndef shelves(lore): return lore.brands\n",
    "seed/shelves.txt": "oak",
    "seed/other.txt": "not named",
    "rules/__init__.py": "from branch.rules import loans\n",
    "rules/order.py": "",
    "rules/loans.py": "",
    "words.py": "NAMES = 'names'\n",
    "names/__init__.py": "TITLE = 'Branch'\n",
    "names/list.txt": "",
    "shapes.py": "class Book: ...\n",
    "checking.py": "",
    "pages.py": "site = None\n",
    "templates/page.html": "",
    "content/loans/one.txt": "one",
}


@pytest.fixture
def branch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A site's package as somebody outside would write it."""
    root = tmp_path / "branch"
    for name, text in PACKAGE.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield root
    for name in [name for name in sys.modules if name.partition(".")[0] == "branch"]:
        del sys.modules[name]


def found(root: Path) -> Mapping[str, str]:
    return sources_of(importlib.import_module("branch.seed.fill").fill, [root / "content"])


def test_imports_are_followed_wherever_they_stand_and_to_where_a_name_comes_from(branch: Path) -> None:
    assert {name for name in found(branch) if name.startswith("branch")} == {
        "branch.seed.fill",
        "branch.seed.shelves",  # imported from its own module
        "branch.names",  # a name that the package passes on
        "branch.words",  # inside a function, from the package above
        "branch.rules.order",  # the module alone, not what its package imports
        "branch/seed/shelves.txt",  # named by the code beside it
        "branch/content/loans/one.txt",
    }


def test_a_package_that_names_its_own_modules_is_not_followed_in_a_circle(branch: Path) -> None:
    (branch / "words.py").write_text("from branch.rules import loans\n")
    assert "branch.rules.loans" in found(branch)


def test_of_the_kit_and_of_lore_only_what_is_used_counts(branch: Path) -> None:
    ours = {name for name in found(branch) if name.startswith("webcosm.")}
    assert "webcosm.sites.kit.session" in ours, "which has hash_password"
    assert {name for name in ours if name.startswith("webcosm.sites")} == {"webcosm.sites.kit.session"}
    assert "webcosm.lore.companies" in ours, "where lore.brands come from"
    assert "webcosm.lore.core:companies" in ours, "which brands belong to"
    assert not {"webcosm.lore.people", "webcosm.lore.works", "webcosm.lore.core:people"} & ours


@pytest.mark.parametrize(
    "edited, matters",
    [
        ("seed/fill.py", True),
        ("seed/shelves.py", True),
        ("words.py", True),
        ("rules/order.py", True),
        ("seed/shelves.txt", True),
        ("content/loans/one.txt", True),
        ("pages.py", False),
        ("rules/loans.py", False),
        ("shapes.py", False),  # needed by an annotation
        ("checking.py", False),
        ("seed/other.txt", False),
        ("templates/page.html", False),
    ],
)
def test_an_edit_of_what_rows_depend_on_gives_a_new_version(branch: Path, edited: str, matters: bool) -> None:
    def version() -> str:
        return Blueprint(
            "branch", "", importlib.import_module("branch.seed.fill").fill, {}, (branch / "content",)
        ).version

    first = version()
    assert version() == first
    with (branch / edited).open("a") as file:
        file.write("\n# one more line\n")
    assert (version() != first) is matters


def test_a_version_does_not_depend_on_when_files_were_written_or_on_compiled_ones(branch: Path) -> None:
    first = found(branch)
    os.utime(branch / "seed" / "fill.py", ns=(0, 0))
    (branch / "content" / "__pycache__").mkdir()
    (branch / "content" / "__pycache__" / "x.pyc").write_bytes(b"1")
    assert found(branch) == first


def test_code_that_computes_the_names_of_attributes_may_use_all_of_lore(branch: Path) -> None:
    (branch / "seed" / "shelves.py").write_text("def shelves(lore, part): return getattr(lore, part)\n")
    assert {"webcosm.lore.works", "webcosm.lore.people"} <= found(branch).keys()


def test_an_attribute_can_be_spelt_as_text(branch: Path) -> None:
    (branch / "seed" / "shelves.py").write_text("def shelves(lore): return getattr(lore, 'words')\n")
    assert "webcosm.lore.words" in found(branch)
    assert "webcosm.lore.works" not in found(branch)


def test_what_the_front_door_passes_on_is_followed_to_where_it_comes_from(branch: Path) -> None:
    (branch / "words.py").write_text("from webcosm import Delete\nNAMES = Delete\n")
    assert "webcosm.judge.state" in found(branch)


def test_a_file_to_read_that_does_not_exist_is_an_error(branch: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"the source .*/nowhere of an image does not exist"):
        sources_of(importlib.import_module("branch.seed.fill").fill, [branch / "nowhere"])


def test_a_fill_function_that_is_in_no_file_is_refused() -> None:
    scope: dict[str, object] = {"__name__": "typed_in"}
    exec("def fill(db, lore, scale): ...", scope)
    fill = scope["fill"]
    assert callable(fill)
    with pytest.raises(ValueError, match="a fill function is defined in 'typed_in', which is no file"):
        sources_of(fill)


def test_a_script_brings_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "import neighbour\nfrom webcosm.worlds.sources import sources_of\n"
        "def fill(db, lore, scale): neighbour.go()\nprint(*sources_of(fill))\n"
    )
    (tmp_path / "neighbour.py").write_text("def go(): ...\n")
    printed = subprocess.run(
        [sys.executable, tmp_path / "script.py"], capture_output=True, text=True, check=True
    ).stdout
    assert {"__main__", "neighbour"} <= set(printed.split())


# Our own sites --------------------------------------------------------------------------------------------------------


def sources(name: str) -> Mapping[str, str]:
    (blueprint,) = (site.blueprint for site in all_sites() if site.blueprint and site.name == name)
    return sources_of(blueprint.fill, blueprint.reads)


def test_what_the_shops_rows_are_made_of_counts() -> None:
    names = sources("shop").keys()
    assert {"webcosm.pictures.palette", "webcosm.sites.kit.formats", "webcosm.sites.kit.session"} <= names
    assert {"webcosm.sites.shop.rules.sums", "webcosm.sites.shop.seed.shelf", "webcosm.lore.people"} <= names
    assert not [name for name in names if ".pages" in name or "templates" in name or "pictures.shapes" in name]
    assert not {"webcosm.sites.kit.request", "webcosm.sites.kit.site", "webcosm.sites.shop.site"} & names


@pytest.mark.parametrize("module", ["works", "people", "words", "companies", "pois", "streets"])
def test_an_edit_of_one_lore_module_does_not_build_every_site_anew(module: str) -> None:
    having = [site.name for site in all_sites() if site.blueprint and f"webcosm.lore.{module}" in sources(site.name)]
    assert {"calc", "manuals"}.isdisjoint(having)


def test_lore_names_its_vocabularies_where_it_loads_them() -> None:
    """So that an image depends on those that its facts are made of."""
    for file in sorted(Path(webcosm.__path__[0], "lore").glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("load", "table"):
                literal = isinstance(call.args[0], ast.Constant)
                assert literal or file.stem == "wordlists", f"{file.name}, line {call.lineno}"


_WATCHED = """
import json, sys
from pathlib import Path
from webcosm.lore import Lore
from webcosm.sites import all_sites
from webcosm.worlds import Universe

(blueprint,) = (site.blueprint for site in all_sites() if site.blueprint and site.name == sys.argv[1])
seen = set()
sys.addaudithook(lambda event, given: event == "open" and isinstance(given[0], str) and seen.add(given[0]))
universe = Universe([blueprint], cache=Path(sys.argv[2]))
blueprint.version
seen.clear()
sys.setprofile(lambda frame, event, given: event == "call" and seen.add(frame.f_code.co_filename))
universe.image(sys.argv[1])
sys.setprofile(None)
universe.close()
print(json.dumps(sorted(seen)))
"""


LONG = [pytest.param(name, marks=pytest.mark.sweep) for name in ("home", "shop")]


@pytest.mark.parametrize("name", ["calc", "notes", "manuals", *LONG])
def test_what_a_fill_function_runs_and_reads_is_among_the_sources(name: str, tmp_path: Path) -> None:
    """Watched by the interpreter, in a process that has nothing loaded before."""
    command = [sys.executable, "-c", _WATCHED, name, str(tmp_path)]
    seen = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    root = Path(webcosm.__path__[0])
    inside = {Path(file).relative_to(root) for file in seen if file.startswith(f"{root}/") and ".pyc" not in file}
    modules = {".".join(("webcosm", *file.with_suffix("").parts)) for file in inside if file.suffix == ".py"}
    modules = {name.removesuffix(".__init__") for name in modules}
    known = sources(name).keys()
    builders = {"webcosm.worlds.image", "webcosm.worlds.world", "webcosm.worlds.storage", "webcosm.lore.core"}
    indexed = {"webcosm.sites", "webcosm.sites.kit.site"} if name == "manuals" else set()
    assert modules - known - builders - indexed == set()
    data = {f"webcosm/{file.as_posix()}" for file in inside if file.suffix != ".py"}
    assert data - known == set()


def test_what_was_read_of_code_is_kept_for_other_processes(branch: Path, cache: Path) -> None:
    found(branch)
    script = f"import sys; sys.path.insert(0, {str(branch.parent)!r})\n" + (
        "from webcosm.worlds import code_facts, sources\n"
        "code_facts._read_facts = code_facts._read_pieces = None  # nothing is read again\n"
        "from branch.seed.fill import fill\n"
        "print(len(sources.sources_of(fill)))\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
