"""The web server: a host picks the site, a credential picks the world."""

from webcosm.server.app import Credential, Server
from webcosm.server.faults import UNIVERSAL, switches_of

__all__ = ["UNIVERSAL", "Credential", "Server", "switches_of"]
