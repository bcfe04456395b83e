"""`webcosm shot`: one page, as somebody sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.cli.commands import run

pytestmark = pytest.mark.browser


def size(file: Path) -> tuple[int, int]:
    with Image.open(file) as picture:
        return picture.size


def test_a_page_is_seen_at_a_desk_and_on_a_phone(tmp_path: Path) -> None:
    out = tmp_path / "folder" / "notes.png"
    status, said, complained = run("shot", "notes.test/new", "--out", str(out))
    assert (status, said, complained) == (0, f"http://notes.test/new (New note · Foolscap) is in {out}\n", "")
    assert size(out) == (1280, 720)
    assert run("shot", "http://notes.test/new", "--phone", "--out", str(out))[0] == 0
    assert size(out) == (390, 844)
    assert run("shot", "manuals.test/shop", "--full-page", "--out", str(out))[0] == 0
    assert size(out)[1] > 720


def test_another_user_sees_another_page(tmp_path: Path) -> None:
    _, _, complained = run("shot", "notes.test", "--as", "bob", "--out", str(tmp_path / "x.png"))
    assert complained.startswith("webcosm: 'bob' has no account at notes.test; accounts: ")
    first, second, nobody = complained.partition("accounts: ")[2].split()
    assert nobody == "nobody"
    pictures = []
    for user in (first.rstrip(","), second.rstrip(","), nobody):
        assert run("shot", "notes.test", "--as", user, "--out", str(tmp_path / "x.png"))[0] == 0
        pictures.append((tmp_path / "x.png").read_bytes())
    assert len(set(pictures)) == 3


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["nowhere.test"], "nowhere.test: there is no site 'nowhere.test'; there are admin.shop.test, "),
        (["calc.test", "--as", "x"], "'x' has no account at calc.test; accounts: none there, only nobody"),
        (["calc.test", "--out", "x.jpg"], "--out x.jpg: the picture is a PNG file"),
    ],
)
def test_what_cannot_be_shown_is_said_in_one_sentence(arguments: list[str], told: str) -> None:
    status, said, complained = run("shot", *arguments)
    assert (status, said) == (2, "")
    assert complained.startswith(f"webcosm: {told}")
