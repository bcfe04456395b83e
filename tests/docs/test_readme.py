"""The README and the pages around it say what is true: examples run, links lead somewhere, tables are complete."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest
from PIL import Image

from webcosm.cli import app
from webcosm.sites import all_sites

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_python_example_prints_what_the_readme_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WEBCOSM_CACHE", str(tmp_path))
    (example,), (printed,) = blocks("python"), blocks("text")
    exec(compile(dedent(example), "README.md", "exec"), {})
    assert capsys.readouterr().out == printed


def test_the_first_screen_has_one_picture_and_two_commands() -> None:
    first = README[: README.index("\n## ")]
    assert len(first.splitlines()) <= 25
    (picture,) = re.findall(r"!\[.+\]\((.+)\)", first)
    assert (ROOT / picture).stat().st_size < 300_000
    with Image.open(ROOT / picture) as shown:
        assert shown.width >= 1000
    (commands,) = blocks("sh")
    assert [line.split("#")[0].strip() for line in commands.splitlines()] == ["make run", "make test"]


def test_every_site_is_in_the_table() -> None:
    rows = re.findall(r"^\| (.+?) \| `(.+?\.test)` \|", README, re.MULTILINE)
    assert rows == [(site.title, site.host) for site in all_sites()]


def test_every_command_is_in_the_table() -> None:
    rows = re.findall(r"^\| `webcosm (.+?)` \|", README, re.MULTILINE)
    names = [command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands]
    groups = [
        f"{group.name} {command.name}"
        for group in app.registered_groups
        if group.typer_instance
        for command in group.typer_instance.registered_commands
    ]
    assert sorted(rows) == sorted([*names, *groups])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text())
    broken = [link for link in links if not link.startswith("http") and not (page.parent / link).exists()]
    assert broken == []


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    pages = [page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if page != "README.md" and f"({page})" not in index] == []


def test_the_index_lists_every_manual() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    manuals = [manual.relative_to(ROOT).as_posix() for manual in (ROOT / "src").rglob("sites/**/manual.md")]
    assert manuals
    assert [manual for manual in manuals if f"(../{manual})" not in index] == []


def test_every_target_of_make_says_what_it_does() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert targets
    documented = re.findall(r"^(\w+):.*## ", makefile, re.MULTILINE)
    assert sorted(documented) == sorted(targets[1].split())
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    assert [name for name in documented if f"make {name}" not in contributing + README] == []
