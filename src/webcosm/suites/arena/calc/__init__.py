"""Tasks on the calculator, calc.test."""
