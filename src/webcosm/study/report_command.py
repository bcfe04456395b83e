"""The command `webcosm report`."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from webcosm.study.export import FORMATS, MissingPackage, export
from webcosm.study.record import EpisodeRecord

__all__ = ["report"]

console = Console()
complaints = Console(stderr=True)


class Episodes(StrEnum):
    all = "all"
    unsolved = "unsolved"
    none = "none"


WANTED: dict[Episodes, Callable[[EpisodeRecord], bool]] = {
    Episodes.all: lambda record: True,
    Episodes.unsolved: lambda record: record.outcome != "success",
    Episodes.none: lambda record: False,
}


def report(
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
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Count, compare and show studies. Example: [bold]webcosm report runs/notes[/bold]"""
    from webcosm.study.report.rescore import rescore
    from webcosm.study.report.showing import show, with_new_verdicts, write_page
    from webcosm.study.report.summary import read_studies
    from webcosm.study.stats import compare

    try:
        if html is not None and no_html:
            raise ValueError("--html and --no-html contradict each other; give one of them")
        if exporting is not None and exporting[0] not in FORMATS:
            raise ValueError(f"--export {exporting[0]}: there is no such format; formats: {', '.join(FORMATS)}")
        if only_successes and exporting is None:
            raise ValueError("--only-successes says what to export; give --export too")
        studies = read_studies(folders)
        rescorings = [rescore(study.records, study.manifest) for study in studies] if rescoring else []
        if rescoring:
            studies = [with_new_verdicts(study, found) for study, found in zip(studies, rescorings, strict=True)]
        comparisons = [compare(studies[0].records, other.records) for other in studies[1:]]
        show(studies, comparisons, rescorings, as_json=as_json)
        if not no_html:
            page = html or folders[0] / "report" / ("index.html" if len(studies) == 1 else "compare.html")
            write_page(studies, comparisons, rescorings, page, WANTED[episodes])
            _say(f"Report: {page}", as_json)
        if exporting is not None:
            found = [(study.folder, study.records) for study in studies]
            written = export(found, *exporting, only_successes=only_successes)
            _say(f"Exported {written} steps to {exporting[1]}", as_json)
    except (FileNotFoundError, ValueError, MissingPackage) as error:
        complaints.print(Text.assemble(("webcosm: ", "red"), str(error)), soft_wrap=True)
        raise typer.Exit(2) from None


def _say(sentence: str, as_json: bool) -> None:
    """To people; programs find it on the other stream, so that what they read is JSON alone."""
    (complaints if as_json else console).print(Text(sentence), soft_wrap=True)
