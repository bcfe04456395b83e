"""Measurements behind `webcosm bench`."""
