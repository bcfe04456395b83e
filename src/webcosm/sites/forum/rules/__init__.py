"""What the forum knows: who sees what, in which order, and who may do what."""
