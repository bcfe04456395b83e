"""Tasks that need several sites."""
