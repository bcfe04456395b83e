"""Evidence is plain data that can be kept and judged again."""

from __future__ import annotations

import json

from webcosm.judge.evidence import Evidence
from webcosm.worlds import Change

EVIDENCE = Evidence(
    changes=(
        Change("shelf", "book", "update", (1,), {"id": 1, "cover": b"\x00"}, {"id": 1, "cover": None}),
        Change("shelf", "book", "delete", (2, "x"), {"id": 2, "cover": None}, None, frozenset({"cover"})),
    ),
    answer="Nine Rivers",
    infeasible=None,
    url="http://shelf.test/",
    title="Shelf",
    text="Books",
    fields={"Search": "sea"},
)


def test_it_survives_being_written_and_read() -> None:
    again = Evidence.from_json(json.loads(json.dumps(EVIDENCE.to_json())))
    assert again == EVIDENCE
    assert [change.incidental for change in again.changes] == [change.incidental for change in EVIDENCE.changes]


def test_nothing_done_is_evidence_too() -> None:
    assert Evidence.from_json(Evidence().to_json()) == Evidence()
