"""What is in the forum when a world begins."""
