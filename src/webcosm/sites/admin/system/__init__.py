"""Users of the back office and their roles."""
