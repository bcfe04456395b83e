"""Studies: many episodes with one purpose, recorded, counted and shown."""
