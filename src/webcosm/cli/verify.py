"""The command `webcosm verify`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from webcosm.cli.console import console, progress_bar, refuse, say, styled, table
from webcosm.cli.options import AsJson, Sample, SampleSeed, Seeds, UniverseSeed

if TYPE_CHECKING:
    from rich.table import Table

    from webcosm.proof import Proof

__all__ = ["verify_tasks"]


def verify_tasks(
    patterns: Annotated[
        list[str], typer.Argument(help="Suites, groups of a suite, or single tasks: arena, arena.notes, …")
    ],
    seeds: Seeds = 1,
    universe: UniverseSeed = 0,
    sample: Sample = None,
    sample_seed: SampleSeed = 0,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Tasks at once.")] = 4,
    as_json: AsJson = False,
) -> None:
    """Prove tasks: oracles pass, impostors and mutants fail. Example: [bold]webcosm verify arena.notes[/bold]"""
    import asyncio

    from webcosm.env import Runtime
    from webcosm.lore import Rng
    from webcosm.proof import prove
    from webcosm.tasks import UnknownTask, find_templates

    try:
        templates = find_templates(patterns)
    except UnknownTask as error:
        raise refuse(error) from None
    if sample is not None:
        templates = Rng("sample", sample_seed).sample(templates, min(sample, len(templates)))
    with progress_bar() as progress:
        bar = progress.add_task("", total=len(templates) * seeds)

        async def run() -> Proof:
            async with Runtime() as runtime:
                return await prove(runtime, templates, range(seeds), universe, at_once=workers, on_task=advance)

        def advance(what: str) -> None:
            progress.update(bar, advance=1, description=what)

        proof = asyncio.run(run())
    if as_json:
        print(json.dumps(proof.to_json(), indent=1, ensure_ascii=False))
    else:
        console().print(_tallies(proof))
        for failure in proof.failures:
            say(styled(("✗", "red"), f" {failure}"))
    raise typer.Exit(0 if proof.holds else 1)


def _tallies(proof: Proof) -> Table:
    rows = table("who", "must", "passed", "of")
    rows.add_row("oracle", "pass", str(proof.oracle.passed), str(proof.oracle.total))
    for name, tally in sorted(proof.ways.items()):
        rows.add_row(f"way: {name}", "pass", str(tally.passed), str(tally.total))
    for group, tallies in (("impostor", proof.impostors), ("mutant", proof.mutants)):
        for name, tally in sorted(tallies.items()):
            rows.add_row(f"{group}: {name}", "fail", str(tally.passed), str(tally.total))
    rows.caption = f"{proof.templates} templates, {proof.tasks} tasks"
    return rows
