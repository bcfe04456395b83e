"""What the board knows: how long listings last, who answers whom, what a search means."""
