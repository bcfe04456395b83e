"""Agents: whoever sees observations and gives actions."""
