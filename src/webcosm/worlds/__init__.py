"""Private, copy-on-write universes: build, cache, fork, reset, diff."""
