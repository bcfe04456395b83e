"""A whole little web in one Python package, in which web agents are evaluated and trained."""

__version__ = "0.1.0"
