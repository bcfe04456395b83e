"""The calculator's evaluator: text in, decimal out, or an error that says what and where.

A recursive-descent parser that computes as it reads. From loosest to tightest::

    sum      product, then + or - product …      (a + b% means a plus b percent of a)
    product  sign, then * or / sign …            (two things side by side multiply: 2pi, 3(4+1))
    sign     - or + before a sign, or a power
    power    postfix, then ^ sign                (from the right: 2^3^2 is 2^9; -2^2 is -4)
    postfix  atom, then ! or % …
    atom     number, constant, Ans, (sum), function(sum, …), √atom
"""

from __future__ import annotations

import decimal
import re
from dataclasses import dataclass
from decimal import Decimal

from webcosm.sites.calc.functions import CONTEXT, PI, E, MathError, factorial, functions, power

__all__ = ["LENGTH_LIMIT", "CalcError", "evaluate"]

LENGTH_LIMIT = 500
DEPTH_LIMIT = 40
"""Far below where Python's own stack ends: each level takes up to seven calls."""

TOKEN = re.compile(
    r"(?P<number>(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?"
    r"|\.[0-9]+(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z]+|[π√∛])"
    r"|(?P<sign>\*\*|[-+*/^!%(),;])"
)
SAME = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "\u00a0": " "})
CONSTANTS = {"pi": PI, "π": PI, "e": E}
ROOTS = {"√": "sqrt", "∛": "cbrt"}


class CalcError(ValueError):
    """What is wrong with an expression, and at which character (counted from 1) where that helps."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    position: int


@dataclass(frozen=True)
class _Value:
    number: Decimal
    percent: bool = False
    """Written with a percent sign and nothing after it, so that a sum may take it as a share."""


def evaluate(text: str, *, degrees: bool = True, ans: Decimal = Decimal(0)) -> Decimal:
    """The value of an expression. Never takes long, whatever the text."""
    if len(text) > LENGTH_LIMIT:
        raise CalcError(f"An expression may have at most {LENGTH_LIMIT} characters; this one has {len(text):,}")
    return _Parser(_tokens(text.translate(SAME)), degrees, ans).whole()


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = TOKEN.match(text, at)
        if found is None:
            raise CalcError(f"“{text[at]}” at position {at + 1} has no meaning here", at + 1)
        tokens.append(_Token(str(found.lastgroup), found[0], at + 1))
        at = found.end()
    return [*tokens, _Token("end", "", len(text.rstrip()) + 1)]


class _Parser:
    def __init__(self, tokens: list[_Token], degrees: bool, ans: Decimal) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.ans = ans
        self.functions = functions(degrees)

    # Reading --------------------------------------------------------------------------------------------------------

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def take(self, *texts: str) -> _Token | None:
        """The next token if it is one of these signs; it is then behind us."""
        if self.token.kind == "sign" and self.token.text in texts:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise CalcError(
                f"Nested too deeply at position {self.token.position}; {DEPTH_LIMIT} levels are the limit",
                self.token.position,
            )

    # Grammar --------------------------------------------------------------------------------------------------------

    def whole(self) -> Decimal:
        if self.token.kind == "end":
            raise CalcError("Enter something to calculate")
        value = self.sum()
        if self.token.kind != "end":
            raise self.unexpected()
        return value.number

    def sum(self) -> _Value:
        left = self.product()
        while sign := self.take("+", "-"):
            right = self.product()
            amount = self.compute(sign, CONTEXT.multiply, left.number, right.number) if right.percent else right.number
            operation = CONTEXT.add if sign.text == "+" else CONTEXT.subtract
            left = _Value(self.compute(sign, operation, left.number, amount))
        return left

    def product(self) -> _Value:
        left = self.sign()
        while True:
            if sign := self.take("*", "/"):
                right = self.sign().number
                if sign.text == "/" and right == 0:
                    raise CalcError("Division by zero", sign.position)
                operation = CONTEXT.multiply if sign.text == "*" else CONTEXT.divide
                left = _Value(self.compute(sign, operation, left.number, right))
            elif self.token.kind in ("name", "number") or self.token.text == "(":
                if self.token.kind == "number" and self.tokens[self.at - 1].kind == "number":
                    raise CalcError(f"Missing operator at position {self.token.position}", self.token.position)
                here = self.token
                left = _Value(self.compute(here, CONTEXT.multiply, left.number, self.power().number))
            else:
                return left

    def sign(self) -> _Value:
        if sign := self.take("-", "+"):
            self.deeper()
            value = self.sign()
            self.depth -= 1
            return _Value(value.number.copy_negate(), value.percent) if sign.text == "-" else value
        return self.power()

    def power(self) -> _Value:
        base = self.postfix()
        if sign := self.take("^", "**"):
            self.deeper()
            exponent = self.sign().number
            self.depth -= 1
            return _Value(self.compute(sign, power, base.number, exponent))
        return base

    def postfix(self) -> _Value:
        value = self.atom()
        while sign := self.take("!", "%"):
            if sign.text == "!":
                value = _Value(self.compute(sign, factorial, value.number))
            else:
                value = _Value(self.compute(sign, CONTEXT.divide, value.number, Decimal(100)), percent=True)
        return value

    def atom(self) -> _Value:
        token = self.token
        if token.kind == "number":
            self.at += 1
            return _Value(self.compute(token, CONTEXT.create_decimal, token.text.replace(",", "")))
        if token.kind == "name":
            self.at += 1
            return _Value(self.named(token))
        if self.take("("):
            return _Value(self.inside(token)[0])
        raise self.unexpected()

    def named(self, token: _Token) -> Decimal:
        name = token.text.lower()
        if name in CONSTANTS:
            return CONTEXT.plus(CONSTANTS[name])
        if name == "ans":
            return self.ans
        if name in ROOTS:
            self.deeper()
            value = self.atom().number
            self.depth -= 1
            return self.compute(token, self.functions[ROOTS[name]].compute, value)
        function = self.functions.get(name)
        if function is None:
            raise CalcError(f"Unknown name “{token.text}” at position {token.position}", token.position)
        opening = self.take("(")
        if opening is None:
            raise CalcError(
                f"Put parentheses after {name}, as in {name}(…), at position {self.token.position}", self.token.position
            )
        values = self.inside(opening, several=True)
        if len(values) != function.takes:
            wanted = "1 number" if function.takes == 1 else f"{function.takes} numbers with a comma between them"
            raise CalcError(f"{name} takes {wanted}, not {len(values)}", token.position)
        return self.compute(token, function.compute, *values)

    def inside(self, opening: _Token, *, several: bool = False) -> list[Decimal]:
        """What stands in parentheses, up to and with the closing one."""
        self.deeper()
        if self.token.text == ")":
            raise CalcError(f"Nothing inside the parentheses at position {opening.position}", opening.position)
        values = [self.sum().number]
        while several and self.take(",", ";"):
            values.append(self.sum().number)
        if not self.take(")"):
            if self.token.kind == "end":
                raise CalcError(f"Missing closing parenthesis at position {self.token.position}", self.token.position)
            raise self.unexpected()
        self.depth -= 1
        return values

    # Computing ------------------------------------------------------------------------------------------------------

    def compute(self, token: _Token, operation: object, *arguments: object) -> Decimal:
        assert callable(operation)
        try:
            result = operation(*arguments)
        except MathError as error:
            raise CalcError(str(error), token.position) from None
        except decimal.Overflow:
            raise CalcError("The result is too large", token.position) from None
        except decimal.Underflow:
            raise CalcError("The result is too small", token.position) from None
        except decimal.InvalidOperation:
            raise CalcError(f"“{token.text}” at position {token.position} has no result", token.position) from None
        assert isinstance(result, Decimal)
        return result

    def unexpected(self) -> CalcError:
        token = self.token
        if token.kind == "end":
            return CalcError(f"Something is missing at position {token.position}", token.position)
        if token.text == ")":
            return CalcError(f"Missing opening parenthesis for the one at position {token.position}", token.position)
        return CalcError(f"Unexpected “{token.text}” at position {token.position}", token.position)
