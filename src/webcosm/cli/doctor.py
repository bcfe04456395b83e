"""The command `webcosm doctor`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from webcosm.cli.console import complain, say, styled
from webcosm.cli.options import AsJson

if TYPE_CHECKING:
    from rich.text import Text

    from webcosm.doctor import Finding

__all__ = ["examine_machine"]


def examine_machine(
    install_browser: Annotated[bool, typer.Option("--install", help="Install a browser if there is none.")] = False,
    clean_cache: Annotated[
        bool, typer.Option("--clean", help="Remove images and pictures of earlier versions.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say only what is missing and needed.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare every image in the cache with the hash of its building.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say what was found on this machine and what to do about what was not. The exit status is 1 if a need is not met.

    Example: [bold]webcosm doctor --install[/bold]
    """
    from webcosm.browser import BrowserMissing, install
    from webcosm.doctor import clean, examine, verify_images

    if clean_cache:
        freed = clean()
        if not (quiet or as_json):
            say(f"Removed {freed / 1e6:.1f} MB from the cache.")
    if install_browser:
        try:
            install()
        except BrowserMissing:
            pass  # said below, among the rest
    findings = [*examine(), *(verify_images() if verify else ())]
    missing = [finding for finding in findings if finding.needed and not finding.ok]
    if as_json:
        print(json.dumps({"ok": not missing, "findings": [finding.to_json() for finding in findings]}, indent=1))
    elif quiet:
        for finding in missing:
            complain(finding.advice)
    else:
        for finding in findings:
            say(_line(finding))
    raise typer.Exit(1 if missing else 0)


def _line(finding: Finding) -> Text:
    sign = ("✓", "green") if finding.ok else ("✗", "red") if finding.needed else ("–", "yellow")
    advice = f"\n  {'':<18}→ {finding.advice}" if finding.advice else ""
    return styled(sign, f" {finding.name:<18} ", finding.found, (advice, "yellow"))
