"""The shop's first state."""
