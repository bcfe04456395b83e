"""Episodes: an agent in a world."""
