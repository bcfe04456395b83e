"""Pages, blocks, themes and the design in use."""
