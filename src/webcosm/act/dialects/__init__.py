"""The ways to write actions, and one function that reads them all."""

from webcosm.act.dialects.parsing import DIALECTS, LONGEST_INPUT, MOST_CALLS, Dialect, Parsed, parse

__all__ = ["DIALECTS", "LONGEST_INPUT", "MOST_CALLS", "Dialect", "Parsed", "parse"]
