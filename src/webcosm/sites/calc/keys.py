"""The keys on the screen: what they are called and what they type."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["KEYS", "MEMORY_KEYS", "Key", "press"]


@dataclass(frozen=True)
class Key:
    name: str
    """Identifies the key in the form."""
    face: str
    spoken: str
    types: str = ""
    kind: str = "function"
    """Decides the look: ``digit``, ``operator``, ``function`` or ``edit``."""


def _digit(text: str) -> Key:
    return Key(text, text, text, text, "digit")


KEYS = (
    Key("sin", "sin", "sine", "sin("),
    Key("cos", "cos", "cosine", "cos("),
    Key("tan", "tan", "tangent", "tan("),
    Key("open", "(", "opening parenthesis", "(", "operator"),
    Key("close", ")", "closing parenthesis", ")", "operator"),
    Key("back", "Del", "delete the last character", "", "edit"),
    Key("all", "AC", "clear everything", "", "edit"),
    Key("ln", "ln", "natural logarithm", "ln("),
    Key("log", "log", "logarithm to base 10", "log("),
    Key("sqrt", "sqrt", "square root", "sqrt("),
    _digit("7"),
    _digit("8"),
    _digit("9"),
    Key("divide", "÷", "divided by", "÷", "operator"),
    Key("square", "x²", "squared", "^2"),
    Key("power", "xʸ", "to the power of", "^"),
    Key("cbrt", "cbrt", "cube root", "cbrt("),
    _digit("4"),
    _digit("5"),
    _digit("6"),
    Key("times", "×", "times", "×", "operator"),
    Key("pi", "pi", "pi", "pi"),
    Key("e", "e", "Euler's number e", "e"),
    Key("factorial", "n!", "factorial", "!"),
    _digit("1"),
    _digit("2"),
    _digit("3"),
    Key("minus", "−", "minus", "−", "operator"),
    Key("ans", "Ans", "last answer", "Ans"),
    Key("percent", "%", "percent", "%"),
    Key("inverse", "1/x", "one divided by it", "^(−1)"),
    _digit("0"),
    Key("point", ".", "decimal point", ".", "digit"),
    # The equals key stands here in the grid; it belongs to the form itself.
    Key("plus", "+", "plus", "+", "operator"),
)
"""Row by row, seven to a row."""

MEMORY_KEYS = (
    Key("MC", "MC", "memory clear"),
    Key("MR", "MR", "memory recall"),
    Key("M+", "M+", "add to memory"),
    Key("M-", "M−", "subtract from memory"),
    Key("MS", "MS", "store in memory"),
)

_BY_NAME = {key.name: key for key in KEYS}


def press(expression: str, name: str) -> str | None:
    """The expression after a key at its end; None if there is no such key."""
    if name == "all":
        return ""
    if name == "back":
        return expression[:-1]
    return expression + _BY_NAME[name].types if name in _BY_NAME else None
