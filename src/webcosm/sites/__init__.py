"""The websites, one folder each, and the kit they are made of."""
