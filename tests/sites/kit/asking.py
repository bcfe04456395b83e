"""Asks the sample site directly: for what a visitor's addresses cannot express."""

from __future__ import annotations

from typing import Any

from tests.sites.kit.sample import SITES, site
from webcosm.sites.kit import Addresses, Request, Response
from webcosm.worlds import World

__all__ = ["ask", "text_of"]

ADDRESSES = Addresses({one.name: one.host for one in SITES})


def ask(world: World, path: str, method: str = "GET", **more: Any) -> Response:
    return site.handle(Request(site=site, world=world, addresses=ADDRESSES, method=method, path=path, **more))


def text_of(response: Response) -> str:
    return bytes(response.body).decode()
