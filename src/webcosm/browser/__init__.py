"""Find, launch and share one Chromium."""
