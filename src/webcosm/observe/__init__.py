"""From a page to an observation."""
