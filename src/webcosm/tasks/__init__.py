"""Templates of tasks, and how tasks are drawn from them."""
