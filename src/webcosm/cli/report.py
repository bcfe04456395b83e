"""The command `webcosm report`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webcosm.cli.console import complain, console, progress_bar, refuse, say
from webcosm.cli.options import AsJson
from webcosm.cli.summary import errors_warning
from webcosm.study.export import FORMATS, MissingPackage, export
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder

if TYPE_CHECKING:
    from webcosm.study.report.rescore import Rescoring
    from webcosm.study.report.summary import Study
    from webcosm.study.stats import Comparison

__all__ = ["report_studies"]


class Episodes(StrEnum):
    all = "all"
    unsolved = "unsolved"
    none = "none"


WANTED: dict[Episodes, Callable[[EpisodeRecord], bool]] = {
    Episodes.all: lambda record: True,
    Episodes.unsolved: lambda record: record.outcome != "success",
    Episodes.none: lambda record: False,
}


def report_studies(
    folders: Annotated[list[Path], typer.Argument(help="Studies; the others are compared with the first.")],
    html: Annotated[
        Path | None,
        typer.Option(help="Where the page goes. Otherwise report/index.html, or compare.html, in the first study."),
    ] = None,
    no_html: Annotated[bool, typer.Option("--no-html", help="Write no page.")] = False,
    episodes: Annotated[Episodes, typer.Option(help="Which episodes get a page.")] = Episodes.all,
    rescoring: Annotated[
        bool, typer.Option("--rescore", help="Judge the records again, without a browser; writes rescored.jsonl.")
    ] = False,
    exporting: Annotated[
        tuple[str, Path] | None,
        typer.Option("--export", metavar="FORMAT PATH", help=f"Write all steps for training: {', '.join(FORMATS)}."),
    ] = None,
    only_successes: Annotated[bool, typer.Option("--only-successes", help="Export successful episodes only.")] = False,
    same: Annotated[
        bool, typer.Option("--same", help="Only compare two studies step by step; the exit status is 1 if they differ.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count, compare and show studies. Example: [bold]webcosm report runs/notes[/bold]"""
    from webcosm.study.report.rescore import rescore, with_new_verdicts
    from webcosm.study.report.summary import read_studies
    from webcosm.study.stats import compare

    try:
        if html is not None and no_html:
            raise ValueError("--html and --no-html contradict each other; give one of them")
        if exporting is not None and exporting[0] not in FORMATS:
            raise ValueError(f"--export {exporting[0]}: there is no such format; formats: {', '.join(FORMATS)}")
        if only_successes and exporting is None:
            raise ValueError("--only-successes says what to export; give --export too")
        if same:
            if len(folders) != 2:
                raise ValueError(f"--same compares two studies; {len(folders)} were given")
            if html or rescoring or exporting:
                raise ValueError("--same goes without --html, --rescore and --export")
            _show_sameness(folders, as_json=as_json)
            return
        studies = read_studies(folders)
        rescorings = [rescore(study.records, study.manifest) for study in studies] if rescoring else []
        if rescoring:
            studies = [with_new_verdicts(study, found) for study, found in zip(studies, rescorings, strict=True)]
        comparisons = [compare(studies[0].records, other.records) for other in studies[1:]]
        _show(studies, comparisons, rescorings, as_json=as_json)
        for study in studies:
            if warning := errors_warning(study.records, study.folder.path):
                complain(warning)
        if not no_html:
            page = html or folders[0] / "report" / ("index.html" if len(studies) == 1 else "compare.html")
            _write_page(studies, comparisons, rescorings, page, WANTED[episodes])
            say(f"Report: {page}", aside=as_json)
        if exporting is not None:
            found = [(study.folder, study.records) for study in studies]
            written = export(found, *exporting, only_successes=only_successes)
            say(f"Exported {written} steps to {exporting[1]}", aside=as_json)
    except (FileNotFoundError, ValueError, MissingPackage) as error:
        raise refuse(str(error)) from None


def _show_sameness(folders: list[Path], *, as_json: bool) -> None:
    """Says what differs between two studies, and ends with status 1 if anything does."""
    from webcosm.study.report.tables import sameness_table
    from webcosm.study.same import compare_steps

    first, other = map(StudyFolder, folders)
    for folder in (first, other):
        folder.manifest()
    found = compare_steps(first, other)
    if as_json:
        print(json.dumps(found.to_json(), indent=1, ensure_ascii=False))
    else:
        if found.differences:
            console().print(sameness_table(found))
        say(f"{found.episodes} episodes and {found.steps} steps in both, with the first page of each as a step.")
        told = ", ".join(f"{what} {count}" for what, count in found.counts.items() if count)
        say(f"Different: {told}." if told else "Nothing differs.")
    raise typer.Exit(1 if found.differences else 0)


def _show(studies: list[Study], comparisons: list[Comparison], rescorings: list[Rescoring], *, as_json: bool) -> None:
    from webcosm.study.report.tables import comparison_table, rescoring_table, study_tables

    if as_json:
        found = {
            "studies": [study.to_json() for study in studies],
            "comparisons": [
                {"first": studies[0].label, "other": study.label, **asdict(one)}
                for study, one in zip(studies[1:], comparisons, strict=True)
            ],
            "rescorings": [found.to_json() for found in rescorings],
        }
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return
    shown = [table for study in studies for table in study_tables(study)]
    shown += [comparison_table(studies, comparisons)] if comparisons else []
    shown += [rescoring_table(found) for found in rescorings]
    for table in shown:
        console().print(table)
        console().print()


def _write_page(
    studies: list[Study],
    comparisons: list[Comparison],
    rescorings: list[Rescoring],
    page: Path,
    wanted: Callable[[EpisodeRecord], bool],
) -> None:
    from webcosm.study.report.page import write_report

    total = sum(wanted(record) for study in studies for record in study.records)
    with progress_bar() as progress:
        bar = progress.add_task("pages of episodes", total=total)

        def advance(_: EpisodeKey) -> None:
            progress.advance(bar)

        write_report(studies, comparisons, page, rescorings=rescorings, wanted=wanted, on_page=advance)
