"""Price rules, reviews, search terms, newsletters and messages."""
