"""Functions over decimals: what the calculator's keys compute, to about forty digits.

Everything runs in one decimal context with bounded precision and exponents, so no input can take long.
"""

from __future__ import annotations

import decimal
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

__all__ = ["CONTEXT", "PI", "E", "MathError", "factorial", "functions", "power"]

CONTEXT = decimal.Context(
    prec=50,
    rounding=decimal.ROUND_HALF_EVEN,
    Emin=-9999,
    Emax=9999,
    traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow, decimal.Underflow],
)
"""Fifty digits: far more than the twelve that are shown, so that 1/3*3 is 1."""

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640629")
E = Decimal("2.71828182845904523536028747135266249775724709369995957496696762772407663035")

DUST = Decimal("1e-40")
"""Below this, a sine is the rounding of pi and not a number of its own: sin(pi) is 0."""
FACTORIAL_LIMIT = 1_000
ANGLE_LIMIT = Decimal("1e12")
"""Beyond it too few digits of pi would be left for the angle itself."""


class MathError(ValueError):
    """A number that an operation has no answer for; the message is for the person at the keys."""


@dataclass(frozen=True)
class Function:
    compute: Callable[..., Decimal]
    takes: int = 1


@cache
def functions(degrees: bool) -> dict[str, Function]:
    """The functions by name, for angles in degrees or in radians."""

    def turn(name: str, compute: Callable[[Decimal], Decimal]) -> Function:
        def of_angle(angle: Decimal) -> Decimal:
            if angle.copy_abs() > ANGLE_LIMIT:
                raise MathError(f"{name} takes angles up to 1,000,000,000,000")
            return compute(_radians(angle) if degrees else angle)

        return Function(of_angle)

    return {
        "sin": turn("sin", _sine),
        "cos": turn("cos", _cosine),
        "tan": turn("tan", _tangent),
        "ln": Function(_ln),
        "log": Function(_log),
        "exp": Function(CONTEXT.exp),
        "sqrt": Function(_sqrt),
        "cbrt": Function(lambda value: _root(value, Decimal(3))),
        "root": Function(_root, takes=2),
        "abs": Function(CONTEXT.abs),
        "fact": Function(factorial),
    }


def factorial(value: Decimal) -> Decimal:
    if value != value.to_integral_value() or not 0 <= value <= FACTORIAL_LIMIT:
        raise MathError(f"Factorial takes whole numbers from 0 to {FACTORIAL_LIMIT:,}")
    product = Decimal(1)
    for factor in range(2, int(value) + 1):
        product = CONTEXT.multiply(product, Decimal(factor))
    return product


def power(base: Decimal, exponent: Decimal) -> Decimal:
    if base == 0:
        if exponent == 0:
            raise MathError("0 to the power of 0 is not defined")
        if exponent < 0:
            raise MathError("Division by zero")
    if base < 0 and exponent != exponent.to_integral_value():
        raise MathError("A negative number cannot be raised to a fraction; for odd roots use cbrt or root")
    return CONTEXT.power(base, exponent)


def _ln(value: Decimal) -> Decimal:
    if value <= 0:
        raise MathError("ln takes numbers above zero")
    return CONTEXT.ln(value)


def _log(value: Decimal) -> Decimal:
    if value <= 0:
        raise MathError("log takes numbers above zero")
    return CONTEXT.log10(value)


def _sqrt(value: Decimal) -> Decimal:
    if value < 0:
        raise MathError("A negative number has no square root")
    return CONTEXT.sqrt(value)


def _root(value: Decimal, degree: Decimal) -> Decimal:
    """The degree-th root; of a negative number for odd degrees only."""
    if degree != degree.to_integral_value() or not 1 <= degree <= 1_000:
        raise MathError("root takes a degree from 1 to 1,000, as in root(27, 3)")
    if value < 0 and int(degree) % 2 == 0:
        raise MathError("A negative number has no even root")
    if value == 0:
        return Decimal(0)
    size = CONTEXT.power(value.copy_abs(), CONTEXT.divide(Decimal(1), degree))
    near = CONTEXT.create_decimal(size.to_integral_value())
    if near and CONTEXT.power(near, degree) == value.copy_abs():  # 27 has the root 3, not 2.999…
        size = near
    return size.copy_sign(value)


def _radians(degrees: Decimal) -> Decimal:
    rest = CONTEXT.remainder(degrees, Decimal(360))  # exact: no digit of the angle is lost before pi comes in
    return CONTEXT.divide(CONTEXT.multiply(rest, PI), Decimal(180))


def _sine(angle: Decimal) -> Decimal:
    return _swept(_series(angle, first=1))


def _cosine(angle: Decimal) -> Decimal:
    return _swept(_series(angle, first=0))


def _tangent(angle: Decimal) -> Decimal:
    below = _cosine(angle)
    if below == 0:
        raise MathError("tan is not defined at this angle")
    return CONTEXT.divide(_sine(angle), below)


def _swept(value: Decimal) -> Decimal:
    return Decimal(0) if value.copy_abs() < DUST else value


def _series(angle: Decimal, first: int) -> Decimal:
    """Taylor's series, of sine (first power 1) or cosine (0), after taking whole turns off."""
    work = decimal.Context(prec=70)
    turn = work.multiply(PI, Decimal(2))
    angle = work.subtract(angle, work.multiply(turn, work.divide(angle, turn).to_integral_value()))
    term = angle if first else Decimal(1)
    total, square, step = term, work.multiply(angle, angle), first
    while term.copy_abs() > Decimal("1e-60"):
        term = work.divide(work.multiply(term.copy_negate(), square), Decimal((step + 1) * (step + 2)))
        total = work.add(total, term)
        step += 2
    return CONTEXT.plus(total)
