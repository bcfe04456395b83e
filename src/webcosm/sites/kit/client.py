"""A visitor without a browser: for tests, oracles of small things, and crawlers. Keeps cookies, follows redirects."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from starlette.responses import Response

from webcosm.sites.kit.forms import Upload
from webcosm.sites.kit.request import Addresses, Request
from webcosm.sites.kit.site import Site
from webcosm.worlds import ServedPage, World

__all__ = ["VisitedPage", "Visitor"]

MOST_REDIRECTS = 20
"""As many as browsers follow."""


@dataclass(frozen=True)
class VisitedPage:
    """What came back."""

    url: str
    status: int
    text: str
    data: bytes
    headers: Mapping[str, str]
    shown: ServedPage
    """What the site says that the page shows; a browser does not get it."""

    @property
    def json(self) -> Any:
        return json.loads(self.data)


@dataclass
class Visitor:
    """Calls sites directly, without a network.

    >>> visitor.get("http://notes.test/").status        # doctest: +SKIP
    200
    """

    world: World
    sites: Sequence[Site]
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    """Cookie values by host."""
    last: VisitedPage | None = None

    def get(self, url: str, *, follow: bool = True) -> VisitedPage:
        return self._follow(self.send("GET", url), follow)

    def post(
        self,
        url: str,
        form: Mapping[str, str] | None = None,
        files: Mapping[str, Upload] | None = None,
        *,
        follow: bool = True,
    ) -> VisitedPage:
        """Sends a form; the token is taken from the last page shown unless given."""
        fields = dict(form or {})
        if "csrf" not in fields and self.last and (token := re.search(r'name="csrf" value="([^"]+)"', self.last.text)):
            fields["csrf"] = unescape(token[1])
        return self._follow(self.send("POST", url, fields, files), follow)

    def call(self, method: str, url: str, content: Any = None, **headers: str) -> VisitedPage:
        """Sends JSON as a script does, with the site's token; ``headers`` are further ones (``if_match="3"``)."""
        url = urljoin(self.last.url, url) if self.last else url
        said = {"accept": "application/json", "x-csrf-token": self.csrf_token(self._site(url))}
        if content is not None:
            said["content-type"] = "application/json"
        said |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.send(method, url, body=b"" if content is None else json.dumps(content).encode(), headers=said)

    def csrf_token(self, site: Site) -> str:
        """The token that the forms of a site have for this visitor."""
        return self._request(site, "GET", "/").csrf_token

    def _follow(self, page: VisitedPage, follow: bool) -> VisitedPage:
        first = page.url
        for _ in range(MOST_REDIRECTS):
            if not follow or page.status not in (301, 302, 303, 307, 308):
                return page
            page = self.send("GET", page.headers["location"])
        raise ValueError(f"{first} leads on and on, at last to {page.url}")

    def send(
        self,
        method: str,
        url: str,
        form: Mapping[str, str] | None = None,
        files: Mapping[str, Upload] | None = None,
        *,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
    ) -> VisitedPage:
        """Any request, with exactly these fields and headers (by lower-case name); redirects are not followed."""
        url = urljoin(self.last.url, url) if self.last else url
        parts = urlsplit(url)
        site = self._site(url)
        fields = form or {}
        request = self._request(
            site,
            method,
            unquote(parts.path) or "/",
            query_string=parts.query,
            form=fields,
            form_lists={name: [value] for name, value in fields.items()},
            files=files or {},
            body=body,
            headers=headers or {},
        )
        with self.world.lock:
            response = site.handle(request)
        self._keep_cookies(site.host, response)
        data = bytes(response.body)
        self.last = VisitedPage(
            url,
            response.status_code,
            data.decode("utf-8", "replace"),
            data,
            dict(response.headers),
            request.served(response.status_code),
        )
        return self.last

    def _site(self, url: str) -> Site:
        host = urlsplit(url).hostname
        for site in self.sites:
            if site.host == host:
                return site
        raise ValueError(f"{url}: no such host; there are {', '.join(site.host for site in self.sites)}")

    def _request(self, site: Site, method: str, path: str, **more: Any) -> Request:
        addresses = Addresses({site.name: site.host for site in self.sites})
        cookies = self.cookies.setdefault(site.host, {})
        return Request(
            site=site, world=self.world, addresses=addresses, method=method, path=path, cookies=cookies, **more
        )

    def _keep_cookies(self, host: str, response: Response) -> None:
        for name, value in response.raw_headers:
            if name == b"set-cookie":
                key, _, rest = value.decode().partition("=")
                self.cookies[host][key] = rest.partition(";")[0].strip('"')
