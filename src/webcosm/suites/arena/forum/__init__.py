"""Tasks on the forum, forum.test."""
