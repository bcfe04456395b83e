"""What the forum knows: who sees what, how lists are sorted, what is allowed."""
