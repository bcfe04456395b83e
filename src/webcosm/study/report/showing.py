"""What `webcosm report` shows and writes; `report_command` has its words, and loads this when it is called."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from webcosm.study.record import EpisodeKey, EpisodeRecord
from webcosm.study.report.page import write_report
from webcosm.study.report.rescore import Rescoring, write_rescored
from webcosm.study.report.summary import Study, make_study
from webcosm.study.report.tables import comparison_table, rescoring_table, study_tables
from webcosm.study.stats import Comparison

__all__ = ["show", "with_new_verdicts", "write_page"]

console = Console()
complaints = Console(stderr=True)


def with_new_verdicts(study: Study, found: Rescoring) -> Study:
    write_rescored(study.folder, found)
    return make_study(study.label, study.folder, study.manifest, found.records)


def show(studies: list[Study], comparisons: list[Comparison], rescorings: list[Rescoring], *, as_json: bool) -> None:
    if as_json:
        told = {
            "studies": [study.to_json() for study in studies],
            "comparisons": [
                {"first": studies[0].label, "other": study.label, **asdict(one)}
                for study, one in zip(studies[1:], comparisons, strict=True)
            ],
            "rescorings": [found.to_json() for found in rescorings],
        }
        print(json.dumps(told, indent=1, ensure_ascii=False))
        return
    for study in studies:
        for table in study_tables(study):
            console.print(table)
            console.print()
    if comparisons:
        console.print(comparison_table(studies, comparisons))
        console.print()
    for found in rescorings:
        console.print(rescoring_table(found))
        console.print()


def write_page(
    studies: list[Study],
    comparisons: list[Comparison],
    rescorings: list[Rescoring],
    page: Path,
    wanted: Callable[[EpisodeRecord], bool],
) -> None:
    total = sum(wanted(record) for study in studies for record in study.records)
    with Progress(console=complaints, transient=True, disable=not complaints.is_terminal) as progress:
        bar = progress.add_task("Pages of episodes", total=total)

        def told(_: EpisodeKey) -> None:
            progress.advance(bar)

        write_report(studies, comparisons, page, rescorings=rescorings, wanted=wanted, told=told)
