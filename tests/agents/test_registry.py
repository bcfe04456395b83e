"""Agents by name, in a file and in a module, with options of the right type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from webcosm.agents import make_agent
from webcosm.agents.registry import read_options

MINE = """
from __future__ import annotations
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from helper_of_mine import GREETING
from webcosm import Agent, Episode

@dataclass
class Mine(Agent):
    model: str = "4"
    tokens: int = 10
    share: float | None = None
    shy: bool = False
    where: Path = Path(".")
    mood: Literal["calm", "bold"] = "calm"
    more: Any = None
    _hidden: int = 0

    async def play(self, episode: Episode) -> None:
        await episode.act(f"answer({GREETING!r})")

class Needy(Agent):
    name = "in need"

    def __init__(self, key: str) -> None:
        self.key = key

    async def play(self, episode: Episode) -> None: ...

class Other: ...

def make(**settings: Any) -> Mine:
    return Mine(**settings)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "helper_of_mine.py").write_text("GREETING = 'Hello'")
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path / "mine.py"


def test_an_agent_in_a_file_can_import_what_stands_beside_it(file: Path) -> None:
    agent = make_agent(f"{file}:Mine", tokens=5)
    assert (agent.name, vars(agent)["tokens"]) == ("Mine", 5)
    assert type(make_agent(f"{file}:Mine")) is type(agent), "the file is loaded once"
    assert make_agent(f"{file}:make", model="x").name == "Mine", "a function that makes one will do"


def test_an_agent_in_a_module_may_stand_in_the_current_folder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    monkeypatch.setattr("sys.path", ["/nowhere"])
    file.rename(file.with_name("module_of_mine.py"))
    assert make_agent("module_of_mine:Mine").name == "Mine"
    assert make_agent("webcosm.agents.oracle:OracleAgent").name == "oracle"


@pytest.mark.parametrize(
    "name, told",
    [
        ("{file}:Nobody", "{file} has no 'Nobody'; its agents are Mine, Needy"),
        ("{file}:Other", "Other in {file} is not an agent; it must be a subclass of webcosm.Agent"),
        ("{file}:GREETING", "GREETING in {file} is 'Hello'; it must be a subclass of webcosm.Agent"),
        ("{file}", "say which class of the file, as {file}:Class"),
        ("{folder}/absent.py:Mine", "there is no file {folder}/absent.py"),
        (
            "{folder}/broken.py:Mine",
            "{folder}/broken.py cannot be loaded: ModuleNotFoundError: No module named 'nowhere'",
        ),
        ("no.such.module:Mine", "no.such.module cannot be loaded: ModuleNotFoundError"),
        ("mine", "one of your own is file.py:Class or module:Class"),
    ],
)
def test_what_cannot_be_found_is_said(file: Path, name: str, told: str) -> None:
    (file.parent / "broken.py").write_text("import nowhere")
    places = {"file": file, "folder": file.parent}
    with pytest.raises(LookupError) as refusal:
        make_agent(name.format(**places))
    assert told.format(**places) in str(refusal.value)


@pytest.mark.parametrize(
    "text, value",
    [
        ("model=4", "4"),
        ("tokens=4", 4),
        ("share=0.5", 0.5),
        ("share=none", None),
        ("shy=true", True),
        ("shy=no", False),
        ("where=a/b", Path("a/b")),
        ("mood=bold", "bold"),
        ("more=4", 4),
        ("more=[1, 2]", [1, 2]),
        ("more=plain text = text", "plain text = text"),
    ],
)
def test_an_option_has_the_type_that_the_agent_declares(file: Path, text: str, value: Any) -> None:
    (found,) = read_options(f"{file}:Mine", [text]).values()
    assert (found, type(found)) == (value, type(value))


def test_what_a_function_takes_is_anything(file: Path) -> None:
    assert read_options(f"{file}:make", ["tokens=4", "model=m"]) == {"tokens": 4, "model": "m"}


TAKES = "it takes model (str), tokens (int), share (float | None), shy (bool), where (Path), mood ("


@pytest.mark.parametrize(
    "text, told",
    [
        ("tokens", "--option tokens: write it as name=value; " + TAKES),
        ("colour=red", "has no option 'colour'; " + TAKES),
        ("_hidden=1", "has no option '_hidden'"),
        ("tokens=many", "--option tokens=many: accepted is int"),
        ("share=half", "--option share=half: accepted is float | None"),
        ("mood=wild", "--option mood=wild: accepted is Literal['calm', 'bold']"),
    ],
)
def test_a_wrong_option_is_answered_with_what_is_accepted(file: Path, text: str, told: str) -> None:
    with pytest.raises(ValueError, match="option") as refusal:
        read_options(f"{file}:Mine", [text])
    assert told in str(refusal.value)


def test_an_option_that_is_needed_is_asked_for(file: Path) -> None:
    with pytest.raises(ValueError, match="needs the option 'key'; it takes key"):
        make_agent(f"{file}:Needy")
    assert make_agent(f"{file}:Needy", key="k").name == "in need"


def test_a_mistake_inside_an_agent_is_not_taken_for_a_wrong_option(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(
        "from webcosm import Agent\nclass Wrong(Agent):\n"
        "  def __init__(self): len(3)\n  async def play(self, episode): ..."
    )
    with pytest.raises(TypeError, match="len"):
        make_agent(f"{tmp_path}/wrong.py:Wrong")
