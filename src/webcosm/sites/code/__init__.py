"""code.test: repositories, issues and merge requests."""
