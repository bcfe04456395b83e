"""Clients for language and vision models."""
