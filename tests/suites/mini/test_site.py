"""mini.test serves the package's files as they are, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from webcosm.sites import all_sites
from webcosm.sites.kit import Visitor
from webcosm.suites.mini import NAMES
from webcosm.suites.mini.site import KEEP, TYPES, installed, pages_folder, site
from webcosm.tasks import UnknownTask, extra_sites, make_task, task_ids
from webcosm.worlds import Universe


def folder() -> Path:
    found = pages_folder()
    assert found is not None, "these tests need the miniwob package"
    return found


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    assert site.blueprint is not None
    with Universe([site.blueprint], cache=tmp_path) as universe, universe.open() as world:
        yield Visitor(world, [site])


def test_there_are_the_125_tasks_of_browsergyms_list_and_the_package_has_a_page_for_each() -> None:
    assert len(NAMES) == len(set(NAMES)) == 125
    assert [name for name in NAMES if not (folder() / "miniwob" / f"{name}.html").is_file()] == []


def test_every_task_is_registered() -> None:
    assert {f"mini.{name}" for name in NAMES} <= set(task_ids())


def test_every_file_is_served_unchanged_with_its_type_and_may_be_kept(visitor: Visitor) -> None:
    files = sorted(path for path in folder().rglob("*") if path.suffix in TYPES)
    assert len(files) > 300, "the package lost most of its pages"
    for path in files[::7]:
        answer = visitor.get(f"http://mini.test/{path.relative_to(folder()).as_posix()}")
        assert (answer.status, answer.data == path.read_bytes()) == (200, True), path
        assert answer.headers["content-type"].partition(";")[0] == TYPES[path.suffix], path
        assert answer.headers["cache-control"] == KEEP, path


def test_all_kinds_of_files_the_package_has_are_known() -> None:
    kinds = {path.suffix for path in folder().rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert kinds <= set(TYPES)


@pytest.mark.parametrize(
    "path",
    ["/", "/miniwob/", "/miniwob/none.html", "/../environment.py", "/..%2Fconstants.py", "//etc/passwd", "/core"],
)
def test_what_is_not_among_the_pages_is_not_found(visitor: Visitor, path: str) -> None:
    assert visitor.get(f"http://mini.test{path}").status == 404


def test_the_portal_does_not_list_it() -> None:
    assert site not in all_sites()
    assert extra_sites() == (site,)


def test_without_the_package_a_task_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("webcosm.suites.mini.site"), "find_spec", lambda name: None)
    assert not installed()
    assert extra_sites() == ()
    with pytest.raises(UnknownTask, match=r"mini\.click-test cannot be run yet: .*pip install 'webcosm\[mini\]'"):
        make_task("mini.click-test")


def test_a_task_that_does_not_exist_is_answered_with_those_like_it() -> None:
    with pytest.raises(UnknownTask, match=r"mini\.click-tset.*mini\.click-test"):
        make_task("mini.click-tset")
