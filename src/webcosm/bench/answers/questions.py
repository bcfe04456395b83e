"""Questions of every answer type, with renderings of the right value and of wrong ones."""

from __future__ import annotations

from collections.abc import Callable

from webcosm.bench.answers import amounts, lists, words
from webcosm.bench.answers.question import Question
from webcosm.lore.rng import Rng

__all__ = ["QUESTIONS", "Question"]

QUESTIONS: dict[str, Callable[[Rng], Question]] = {
    name: getattr(module, name) for module in (amounts, words, lists) for name in sorted(module.__all__)
}
