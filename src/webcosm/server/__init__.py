"""The web server: a host picks the site, a credential picks the world."""
