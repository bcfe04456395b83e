"""What pictures show is known by their address: to judges."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webcosm.lore import Lore
from webcosm.pictures import draw
from webcosm.worlds import Blueprint, Database, Picture, Universe

LOOK = {
    "scene": "vehicle",
    "make": "Alder",
    "body": "van",
    "color": "Blue",
    "wear": [{"kind": "dent", "place": "rear"}],
}


def fill(db: Database, lore: Lore, scale: str) -> None:
    db.insert("photo", id=1, look=json.dumps(LOOK))


def picture_at(db: Database, path: str) -> Picture | None:
    row = db.row("SELECT look FROM photo WHERE '/p/' || id = ?", path)
    return Picture(row.look, "tail") if row else None


@pytest.fixture
def universe(tmp_path: Path) -> Universe:
    schema = "CREATE TABLE photo (id INTEGER PRIMARY KEY, look TEXT NOT NULL)"
    return Universe([Blueprint("ads", schema, fill, host="ads.test", pictures=picture_at)], cache=tmp_path)


def test_the_truth_is_found_by_address(universe: Universe) -> None:
    with universe, universe.open() as world:
        for address in ("http://ads.test/p/1", "http://ads.localhost:8000/p/1?again=1"):
            found = world.pictures.at(address)
            assert found is not None
            assert found.truth == LOOK
            [van] = found.seen()
            assert (van.kind, van.colors[0], van.wear) == ("vehicle", "Blue", ("dent: rear",))
            assert found.pixels(160) == draw(LOOK, "tail", 160)
        world.ads.run("UPDATE photo SET look = ?", json.dumps(LOOK | {"color": "Red"}))
        again = world.pictures.at("http://ads.test/p/1")
        assert again is not None
        assert again.truth["color"] == "Red", "the world's own state counts"


@pytest.mark.parametrize("address", ["http://ads.test/p/2", "http://other.test/p/1", "nonsense", ""])
def test_there_is_none_elsewhere(universe: Universe, address: str) -> None:
    with universe, universe.open() as world:
        assert world.pictures.at(address) is None


def test_of_an_upload_nothing_is_known_but_its_pixels() -> None:
    upload = Picture(file=b"PNG")
    assert upload.pixels() == b"PNG"
    with pytest.raises(LookupError, match="uploaded"):
        upload.seen()
