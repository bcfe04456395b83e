"""From an agent's text to a typed action to its effect."""
