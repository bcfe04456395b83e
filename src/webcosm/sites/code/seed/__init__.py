"""The first rows of the code host."""
