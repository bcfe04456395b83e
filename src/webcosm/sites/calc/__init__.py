"""calc.test: a calculator with history, memory, unit conversion, percentages and dates."""

from webcosm.sites.calc.pages import site

__all__ = ["site"]
