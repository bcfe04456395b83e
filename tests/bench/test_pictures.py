"""`webcosm bench pictures`: every kind of scene is drawn, and promises are about drawing and comparing."""

from __future__ import annotations

from webcosm.bench import pictures
from webcosm.pictures.things import SCENES


def test_every_scene_is_drawn_and_timed() -> None:
    told: list[int] = []
    records = pictures.measure(1, lambda done, total, what: told.append(done))
    drawn = {record.name for record in records if record.name.startswith("draw.")}
    assert drawn == {f"draw.scene.{name}.p50" for name in SCENES} | {"draw.shop.p50"}
    assert all(record.value > 0 for record in records)
    assert all(record.target for record in records if record.unit == "ms")
    assert told == list(range(1, len(SCENES) + 3))
