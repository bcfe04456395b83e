"""Facts that every site of a universe shares: a pure function of the universe's seed."""
