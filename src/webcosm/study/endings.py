"""How episodes ended, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from webcosm.study.record import EpisodeRecord

__all__ = ["MOST_ERRORS", "ending_of", "endings"]

MOST_ERRORS = 0.02
"""Share of episodes that may end in an error of ours; with more of them, rates say little."""

WORDS = {
    "answer": "failure, answered",
    "stop": "failure, stopped",
    "infeasible": "failure, reported as infeasible",
    "page": "failure, ended by the page",
    "": "failure, left unfinished",
}


def endings(records: Iterable[EpisodeRecord]) -> dict[str, int]:
    """How many episodes ended how, the most frequent first."""
    counts = Counter(ending_of(record) for record in records)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def ending_of(record: EpisodeRecord) -> str:
    """Solved, ended by the agent without success and by what, cut short by which limit, or an error and which."""
    if record.outcome == "error":
        return f"error: {record.verdict.get('note') or 'no reason was recorded'}"
    if record.outcome == "agent-error":
        return f"agent-error: {record.verdict.get('note') or 'no reason was recorded'}"
    if record.outcome == "success":
        return "success"
    if record.cut_short:
        return f"failure, cut short: {record.cut_short}"
    ending = _said(record) if record.ending == "unknown" else record.ending
    answers = [check["passed"] for check in record.verdict.get("checks", ()) if check["name"] == "answer"]
    if ending == "answer" and answers:
        return "failure, right answer but not the rest" if all(answers) else "failure, wrong answer"
    return WORDS.get(ending, "failure")


def _said(record: EpisodeRecord) -> str:
    """What older records tell of it."""
    evidence = record.verdict.get("extra", {}).get("evidence", {})
    if evidence.get("infeasible") is not None:
        return "infeasible"
    return "answer" if evidence.get("answer") is not None else "unknown"
