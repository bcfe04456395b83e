"""The first state of the board: who is on it, what they sell, and what they say to each other."""
