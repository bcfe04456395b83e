"""Tasks of reading something on the page and writing it, or what follows from it, into a field."""

from __future__ import annotations

import re

from webcosm.act import catalogue as act
from webcosm.suites.mini.policies.player import Player, Stuck, policy

__all__: list[str] = []


@policy("copy-paste", "copy-paste-2")
async def copy(player: Player) -> None:
    found = re.search(r"(\d)\w\w text area", player.goal)
    source = player.all(tag="textarea")[int(found[1]) - 1 if found else 0]
    await player.fill(player.one("textbox", tag="input"), source.value or "")
    await player.submit()


@policy("text-transform")
async def transcribe(player: Player) -> None:
    letters = "".join(text.name for text in player.texts() if text.name != "Submit")
    await player.fill(player.one("textbox"), letters.replace(" ", ""))
    await player.submit()


@policy("find-word")
async def find_word(player: Player) -> None:
    (place,) = player.read(r"the (\d+)\w\w word")
    words = " ".join(text.name for text in player.texts() if text.name != "Submit").split()
    await player.fill(player.one("textbox"), words[int(place) - 1].strip(".,"))
    await player.submit()


@policy("scroll-text")
async def last_word(player: Player) -> None:
    words = (player.one(tag="textarea").value or "").split()
    await player.fill(player.one("textbox", tag="input"), words[-1].strip(".,"))
    await player.submit()


def table(player: Player) -> dict[str, str]:
    """The page's two-column table."""
    cells = [player.words(cell) for cell in player.all(tag="td")]
    return dict(zip(cells[::2], cells[1::2], strict=True))


@policy("read-table")
async def read_table(player: Player) -> None:
    (what,) = player.read(r"the value of (.*) into")
    await player.fill(player.one("textbox"), table(player)[what])
    await player.submit()


@policy("read-table-2")
async def read_table_twice(player: Player) -> None:
    facts = table(player)
    labels = [text.name.strip(" :") for text in player.texts() if text.name.strip().endswith(":")]
    for number, label in enumerate(labels):
        await player.fill(player.all("textbox")[number], facts[label])
    await player.submit()


@policy("simple-arithmetic")
async def arithmetic(player: Player) -> None:
    written = " ".join(text.name for text in player.texts())
    found = re.search(r"(-?\d+)\s*([-+*x×/])\s*(-?\d+)", written)
    if found is None:
        raise Stuck(f"no sum to be seen in {written!r}")
    left, sign, right = int(found[1]), found[2], int(found[3])
    value = (
        left + right if sign == "+" else left - right if sign == "-" else left // right if sign == "/" else left * right
    )
    await player.fill(player.one("textbox"), str(value))
    await player.submit()


@policy("simple-algebra")
async def algebra(player: Player) -> None:
    """One unknown, one operation: `x - 3 = 60` or `4 + x = 9`."""
    written = " ".join(text.name for text in player.texts())
    found = re.search(r"(\w+) ([-+]) (\w+) = (-?\d+)", written)
    if found is None:
        raise Stuck(f"no equation to be seen in {written!r}")
    left, sign, right, total = found.groups()
    if left == "x":
        value = int(total) - int(right) if sign == "+" else int(total) + int(right)
    else:
        value = int(total) - int(left) if sign == "+" else int(left) - int(total)
    await player.fill(player.one("textbox"), str(value))
    await player.submit()


@policy("guess-number")
async def guess_number(player: Player) -> None:
    low, high = (int(text) for text in player.read(r"between (\d+)-(\d+)"))
    while low <= high:
        guess = (low + high) // 2
        await player.fill(player.one("spinbutton"), str(guess))
        await player.submit()
        said = " ".join(text.name for text in player.texts()).lower()
        if "higher" in said:
            low = guess + 1
        else:
            high = guess - 1


@policy("generate-number")
async def generate_number(player: Player) -> None:
    condition = re.search(r"(less than|greater than|even|odd) ?(-?\d+)?", player.goal)
    if condition is None:
        raise Stuck(player.goal)
    word, limit = condition[1], int(condition[2] or 0)
    for _ in range(40):
        await player.press("Generate")
        number = next((int(text.name) for text in player.texts() if re.fullmatch(r"-?\d+", text.name)), None)
        if number is None:
            raise Stuck("no number was generated")
        fits = {"less than": number < limit, "greater than": number > limit, "even": number % 2 == 0, "odd": number % 2}
        if fits[word]:
            await player.submit()


@policy("search-engine")
async def search_engine(player: Player) -> None:
    (place,) = player.read(r"the (\d+)\w\w search result")
    await player.fill(player.one("textbox"), player.quoted()[0])
    await player.press("Search")
    seen = 0
    while True:
        results = [
            link for link in player.all("link") if not re.fullmatch(r"\d+|[<>«»]|First|Last|Previous|Next", link.name)
        ]
        if seen + len(results) >= int(place):
            await player.click(results[int(place) - seen - 1])
        seen += len(results)
        await player.click(next(link for link in player.all("link") if link.name in (">", "Next")))


@policy("scroll-text-2")
async def scroll_text(player: Player) -> None:
    (where,) = player.read(r"to the (\w+) of the text")
    await player.do(act.scroll_element(player.one("textbox").id, 0, 5_000 if where == "bottom" else -5_000))
    await player.submit()
