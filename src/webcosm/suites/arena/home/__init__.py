"""Tasks on the portal, home.test."""
