"""Customers and their groups."""
