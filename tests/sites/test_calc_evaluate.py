"""The calculator's evaluator, against tables and against Python's own arithmetic."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webcosm.sites.calc.evaluate import CalcError, evaluate
from webcosm.sites.calc.figures import grouped, plain


@pytest.mark.parametrize(
    "expression, result",
    [
        ("2+2", "4"),
        ("2+3*4", "14"),
        ("(2+3)*4", "20"),
        ("10-4-3", "3"),
        ("100/10/2", "5"),
        ("0.1+0.2", "0.3"),
        ("1/3*3", "1"),
        ("1/7", "0.142857142857"),
        ("2/3", "0.666666666667"),
        ("-2^2", "-4"),
        ("(-2)^2", "4"),
        ("2^3^2", "512"),
        ("2**-1", "0.5"),
        ("--3", "3"),
        ("5-+-2", "7"),
        ("2^0.5", "1.41421356237"),
        ("5!", "120"),
        ("3!!", "720"),
        ("-3!", "-6"),
        ("2^3!", "64"),
        ("50%", "0.5"),
        ("200+10%", "220"),
        ("200-10%", "180"),
        ("200+-10%", "180"),
        ("200*10%", "20"),
        ("200/10%", "2000"),
        ("200+(10%)", "200.1"),
        ("100+10%+10%", "121"),
        ("10%+5", "5.1"),
        ("sqrt(9)", "3"),
        ("√9+1", "4"),
        ("√√16", "2"),
        ("2√9", "6"),
        ("∛(-27)", "-3"),
        ("root(32, 5)", "2"),
        ("root(-8;3)", "-2"),
        ("2pi", "6.28318530718"),
        ("π", "3.14159265359"),
        ("e", "2.71828182846"),
        ("2e", "5.43656365692"),
        ("2e3", "2000"),
        ("3(4+1)", "15"),
        ("(1+2)(3+4)", "21"),
        ("1/2pi", "1.57079632679"),
        ("2sqrt(4)^2", "8"),
        ("ln(e^2)", "2"),
        ("log(1000)", "3"),
        ("exp(0)", "1"),
        ("abs(-4.5)", "4.5"),
        ("sin(30)", "0.5"),
        ("cos(60)", "0.5"),
        ("tan(45)", "1"),
        ("sin(180)", "0"),
        ("cos(90)", "0"),
        ("1,234.5*2", "2469"),
        ("12,345,678", "12345678"),
        (".5+5.", "5.5"),
        (" 2 × 3 ÷ 4 − 1 ", "0.5"),
        ("Ans*2", "21"),
        ("SIN(30)+PI-pi", "0.5"),
        ("999999999999999", "999999999999999"),
        ("2^64", "1.84467440737e19"),
        ("1e-9*3", "3e-9"),
        ("0.0000001", "0.0000001"),
        ("170!", "7.25741561531e306"),
    ],
)
def test_expressions(expression: str, result: str) -> None:
    assert plain(evaluate(expression, ans=Decimal("10.5"))) == result


@pytest.mark.parametrize(
    "expression, result", [("sin(pi)", "0"), ("cos(pi)", "-1"), ("sin(1)", "0.841470984808"), ("tan(pi/4)", "1")]
)
def test_radians(expression: str, result: str) -> None:
    assert plain(evaluate(expression, degrees=False)) == result


@pytest.mark.parametrize(
    "expression, message, position",
    [
        ("", "Enter something to calculate", None),
        ("5/0", "Division by zero", 2),
        ("0^-1", "Division by zero", 2),
        ("1/(2-2)", "Division by zero", 2),
        ("(2+3*4", "Missing closing parenthesis at position 7", 7),
        ("sin(30", "Missing closing parenthesis at position 7", 7),
        ("2+3)", "Missing opening parenthesis for the one at position 4", 4),
        ("2+", "Something is missing at position 3", 3),
        ("*2", "Unexpected “*” at position 1", 1),
        ("2 3", "Missing operator at position 3", 3),
        ("1..2", "Missing operator at position 3", 3),
        ("()", "Nothing inside the parentheses at position 1", 1),
        ("2+foo", "Unknown name “foo” at position 3", 3),
        ("sin 30", "Put parentheses after sin, as in sin(…), at position 5", 5),
        ("sin(1, 2)", "sin takes 1 number, not 2", 1),
        ("root(27,300)", "root takes 2 numbers with a comma between them, not 1", 1),
        ("pi(1, 2)", "Unexpected “,” at position 5", 5),
        ("(1, 2)", "Unexpected “,” at position 3", 3),
        ("2 & 3", "“&” at position 3 has no meaning here", 3),
        ("__import__", "“_” at position 1 has no meaning here", 1),
        ("0^0", "0 to the power of 0 is not defined", 2),
        ("√(-4)", "A negative number has no square root", 1),
        ("root(-4, 2)", "A negative number has no even root", 1),
        ("(-8)^0.5", "A negative number cannot be raised to a fraction; for odd roots use cbrt or root", 5),
        ("ln(0)", "ln takes numbers above zero", 1),
        ("log(-1)", "log takes numbers above zero", 1),
        ("tan(90)", "tan is not defined at this angle", 1),
        ("sin(1e13)", "sin takes angles up to 1,000,000,000,000", 1),
        ("2.5!", "Factorial takes whole numbers from 0 to 1,000", 4),
    ],
)
def test_mistakes_are_named_with_their_place(expression: str, message: str, position: int | None) -> None:
    with pytest.raises(CalcError) as caught:
        evaluate(expression)
    assert (caught.value.message, caught.value.position) == (message, position)


@pytest.mark.parametrize(
    "expression, message",
    [
        ("9**9**9", "The result is too large"),
        ("9^9^9^9", "The result is too large"),
        ("1e99999999999999999999", "The result is too large"),
        ("10^-99999", "The result is too small"),
        ("exp(1e300)", "The result is too large"),
        ("fact(100000)", "Factorial takes whole numbers from 0 to 1,000"),
        ("1000!!", "Factorial takes whole numbers from 0 to 1,000"),
        ("(" * 10_000, "An expression may have at most 500 characters; this one has 10,000"),
        ("(" * 400, "Nested too deeply at position 42; 40 levels are the limit"),
        ("-" * 400 + "1", "Nested too deeply at position 42; 40 levels are the limit"),
        ("√" * 400 + "1", "Nested too deeply at position 42; 40 levels are the limit"),
        ("2^" * 200 + "1", "Nested too deeply at position 83; 40 levels are the limit"),
    ],
)
def test_huge_requests_are_refused(expression: str, message: str) -> None:
    with pytest.raises(CalcError) as caught:
        evaluate(expression)
    assert caught.value.message == message


def test_the_largest_allowed_work_is_quick() -> None:
    """Five hundred characters of the dearest operations: bounded work, whatever they are."""
    for expression in ("1000!+" * 83 + "1", "sin(1)^.3+" * 49 + "1", "1+" * 249 + "1", "root(7.1, 999)+" * 33 + "1"):
        assert len(expression) <= 500
        assert evaluate(expression) > 0


# A differential test: the same text, computed by Python with fractions and Python's own precedence.

_digits = st.integers(0, 9999).map(str)
_literals = _digits | st.tuples(st.integers(0, 99), st.integers(0, 99)).map(lambda pair: f"{pair[0]}.{pair[1]:02d}")


def _grown(operators: str, divisors: bool) -> st.SearchStrategy[str]:
    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        shapes = [
            st.tuples(inner, st.sampled_from(operators), inner).map("".join),
            inner.map(lambda text: f"({text})"),
            inner.map(lambda text: f"-{text}"),
            _literals.map(lambda text: f"{text}**2"),
        ]
        if divisors:
            shapes.append(st.tuples(inner, st.integers(1, 999)).map(lambda pair: f"{pair[0]}/{pair[1]}"))
        return st.one_of(shapes)

    return st.recursive(_literals, grow, max_leaves=6)


def _by_python(expression: str) -> Fraction:
    numbers = re.sub(r"(?<!\*\*)(?<![\d.])(\d+(?:\.\d+)?)", r"F('\1')", expression)
    result = eval(numbers, {"__builtins__": {}, "F": Fraction})
    assert isinstance(result, Fraction)
    return result


@settings(max_examples=300, deadline=None)
@given(_grown("+-*", divisors=False))
def test_sums_and_products_are_exact(expression: str) -> None:
    assert Fraction(evaluate(expression)) == _by_python(expression)


@settings(max_examples=300, deadline=None)
@given(_grown("+-*", divisors=True))
def test_quotients_are_right_to_forty_digits(expression: str) -> None:
    scale = _by_python(expression.replace("-", "+"))  # how large the parts are that may cancel out
    assert abs(Fraction(evaluate(expression)) - _by_python(expression)) <= scale * Fraction(1, 10**40)


@settings(max_examples=200, deadline=None)
@given(st.floats(-1e6, 1e6, allow_subnormal=False))
def test_functions_agree_with_the_math_library(number: float) -> None:
    text = f"({number!r})"
    value = float(evaluate(text))
    for name, function in (("sin", math.sin), ("cos", math.cos)):
        assert float(evaluate(f"{name}{text}", degrees=False)) == pytest.approx(function(value), abs=1e-9)
    assert float(evaluate(f"cbrt{text}")) == pytest.approx(math.cbrt(value), rel=1e-12, abs=1e-200)
    if value > 1e-300:
        assert float(evaluate(f"ln{text}")) == pytest.approx(math.log(value), rel=1e-12, abs=1e-12)
        assert float(evaluate(f"sqrt{text}")) == pytest.approx(math.sqrt(value), rel=1e-12)


@settings(max_examples=400, deadline=None)
@given(st.text("0123456789.,+-*/^!%()eE πAnsilog√;× ", max_size=60) | st.text(max_size=40))
def test_any_text_gives_a_number_or_a_clear_error(text: str) -> None:
    try:
        value, wrong = evaluate(text), None
    except CalcError as error:
        value, wrong = Decimal(0), error
    if wrong:
        assert wrong.message
        assert wrong.position is None or 1 <= wrong.position <= len(text) + 1
    assert value.is_finite()
    assert evaluate(plain(value)) == Decimal(plain(value)), "a shown result can be typed in again"


@pytest.mark.parametrize(
    "number, shown",
    [
        ("1234567.5", "1,234,567.5"),
        ("-1000", "−1,000"),
        ("-0.5", "−0.5"),
        ("123456789012345", "123,456,789,012,345"),
        ("1234567890123456", "1.23456789012 × 10^15"),
        ("0.00000001", "1 × 10^−8"),
        ("99999999999.96", "100,000,000,000"),
        ("0.1234567890125", "0.123456789013"),
        ("-0", "0"),
    ],
)
def test_figures(number: str, shown: str) -> None:
    assert grouped(plain(Decimal(number))) == shown
