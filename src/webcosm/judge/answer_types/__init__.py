"""One module for each family of answers; ``webcosm.judge.answers`` gathers what others use."""
