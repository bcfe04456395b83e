"""`webcosm bench imports`: every program runs, and promises are about ours."""

from __future__ import annotations

from webcosm.bench import imports


def test_every_program_runs_and_takes_time() -> None:
    told: list[int] = []
    records = imports.measure(1, lambda done, total, what: told.append(done))
    assert [record.name for record in records] == [f"{name}.p50" for name in imports.PROGRAMS]
    assert all(record.value > 0 and record.unit == "s" for record in records)
    assert {record.name: record.target for record in records if record.target} == {
        "import webcosm.env.p50": 0.5,
        "webcosm --help.p50": 0.3,
    }
    assert told == [1, 2]
