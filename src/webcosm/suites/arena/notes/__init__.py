"""Tasks on the scratchpad, notes.test."""
