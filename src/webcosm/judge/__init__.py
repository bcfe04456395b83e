"""Scores what an agent did."""
