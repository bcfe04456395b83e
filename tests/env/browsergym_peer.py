"""BrowserGym's own functions, run in an environment of their own (it pins an old Playwright): JSON in, JSON out."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from webcosm.worlds import cache_folder

__all__ = ["flatten", "install"]

VERSION = "0.14.3"
SCRIPT = """
import json, sys
from browsergym.utils.obs import flatten_axtree_to_str, flatten_dom_to_str
print(json.dumps([
    {
        "axtree": flatten_axtree_to_str(page["axtree_object"], page["extra_element_properties"], **page["switches"]),
        "dom": flatten_dom_to_str(page["dom_object"], page["extra_element_properties"]) if page["dom_object"] else "",
    }
    for page in json.load(sys.stdin)
]))
"""


def install() -> Path | None:
    """BrowserGym's Python, installed once into the user's cache; None where that is not possible."""
    folder = cache_folder() / f"browsergym-{VERSION}"
    python = folder / "bin" / "python"
    if not (folder / "installed").exists():
        uv = shutil.which("uv")
        if uv is None:
            return None
        steps: list[list[str | Path]] = [
            [
                uv,
                "venv",
                "--quiet",
                "--clear",
                "--python",
                f"{sys.version_info.major}.{sys.version_info.minor}",
                folder,
            ],
            [uv, "pip", "install", "--quiet", "--python", python, f"browsergym-core=={VERSION}"],
        ]
        for step in steps:
            if subprocess.run(step, capture_output=True, timeout=600, check=False).returncode:
                return None
        (folder / "installed").touch()
    return python


def flatten(python: Path, pages: list[dict[str, Any]]) -> list[dict[str, str]]:
    """What BrowserGym's text functions make of the objects of several pages."""
    done = subprocess.run(
        [python, "-c", SCRIPT], input=json.dumps(pages), capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, str]] = json.loads(done.stdout)
    return answers
