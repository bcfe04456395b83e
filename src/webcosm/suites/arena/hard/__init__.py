"""Tasks that are hard for what they ask one to find out and to decide, at four levels each; see docs/headroom.md."""
