"""Options that several commands take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["AsJson", "Out", "Sample", "SampleSeed", "Scale", "Seeds", "UniverseSeed"]


class Scale(StrEnum):
    small = "small"
    full = "full"


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Out = Annotated[Path, typer.Option(help="Folder for the records.")]
Sample = Annotated[int | None, typer.Option(min=1, help="Only so many templates, drawn at random.")]
SampleSeed = Annotated[int, typer.Option(min=0, help="Which ones are drawn.")]
Seeds = Annotated[int, typer.Option(min=1, help="How many tasks of each template.")]
UniverseSeed = Annotated[int, typer.Option("--universe", min=0, max=2**32 - 1, help="Seed of the universe.")]
