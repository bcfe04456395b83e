"""Tasks on the manuals, manuals.test."""
