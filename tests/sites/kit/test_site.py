"""Sites: what decides their image, and the mark they are shown with."""

from __future__ import annotations

from pathlib import Path

from webcosm.sites.kit import Site


def test_a_source_outside_the_folder_decides_the_image_too(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"

    def version() -> str:
        site = Site("x", title="X", tagline="", folder=tmp_path / "x", sources=lambda: [outside])
        assert site.blueprint is not None
        return site.blueprint.version

    outside.write_text("one")
    first = version()
    assert version() == first
    outside.write_text("two, and longer")
    assert version() != first


def test_a_sites_mark_is_its_drawing_if_it_has_one(tmp_path: Path) -> None:
    site = Site("x", title="X", tagline="", folder=tmp_path, icon="<")
    assert site.symbol == "&lt;"
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "icon.svg").write_text("<svg></svg>\n")
    assert site.symbol == "<svg></svg>"
