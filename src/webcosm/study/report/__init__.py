"""Showing studies: tables, pages, judging again."""
