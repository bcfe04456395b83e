"""BrowserGym's own functions, run in an environment of their own (it pins an old Playwright): JSON in, JSON out."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

__all__ = ["flatten"]

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


def flatten(python: Path, pages: list[dict[str, Any]]) -> list[dict[str, str]]:
    """What BrowserGym's text functions make of the objects of several pages."""
    done = subprocess.run(
        [python, "-c", SCRIPT], input=json.dumps(pages), capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, str]] = json.loads(done.stdout)
    return answers
