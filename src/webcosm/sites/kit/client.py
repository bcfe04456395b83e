"""A visitor without a browser: for tests, oracles of small things, and crawlers. Keeps cookies, follows redirects."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import unquote, urljoin, urlsplit

from starlette.responses import Response

from webcosm.sites.kit.forms import Upload
from webcosm.sites.kit.request import Addresses, Request
from webcosm.sites.kit.site import Site
from webcosm.worlds import World

__all__ = ["Answer", "Visitor"]

MOST_REDIRECTS = 20
"""As many as browsers follow."""


@dataclass(frozen=True)
class Answer:
    url: str
    status: int
    text: str
    data: bytes
    headers: Mapping[str, str]


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
    last: Answer | None = None

    def get(self, url: str, *, follow: bool = True) -> Answer:
        return self._follow(self._send("GET", url, {}, {}), follow)

    def post(
        self,
        url: str,
        form: Mapping[str, str] | None = None,
        files: Mapping[str, Upload] | None = None,
        *,
        follow: bool = True,
    ) -> Answer:
        """Sends a form; the token is taken from the last page shown unless given."""
        fields = dict(form or {})
        if "csrf" not in fields and self.last and (token := re.search(r'name="csrf" value="([^"]+)"', self.last.text)):
            fields["csrf"] = unescape(token[1])
        return self._follow(self._send("POST", url, fields, files or {}), follow)

    def _follow(self, answer: Answer, follow: bool) -> Answer:
        first = answer.url
        for _ in range(MOST_REDIRECTS):
            if not follow or answer.status not in (301, 302, 303, 307, 308):
                return answer
            answer = self._send("GET", answer.headers["location"], {}, {})
        raise ValueError(f"{first} leads on and on, at last to {answer.url}")

    def _send(self, method: str, url: str, form: Mapping[str, str], files: Mapping[str, Upload]) -> Answer:
        url = urljoin(self.last.url, url) if self.last else url
        parts = urlsplit(url)
        site = next((site for site in self.sites if site.host == parts.hostname), None)
        if site is None:
            raise ValueError(f"{url}: no such host; there are {', '.join(site.host for site in self.sites)}")
        request = Request(
            site=site,
            world=self.world,
            addresses=Addresses({site.name: site.host for site in self.sites}),
            method=method,
            path=unquote(parts.path) or "/",
            query_string=parts.query,
            form=form,
            form_lists={name: [value] for name, value in form.items()},
            files=files,
            cookies=self.cookies.setdefault(site.host, {}),
        )
        with self.world.lock:
            response = site.handle(request)
        self._keep_cookies(site.host, response)
        data = bytes(response.body)
        self.last = Answer(url, response.status_code, data.decode("utf-8", "replace"), data, dict(response.headers))
        return self.last

    def _keep_cookies(self, host: str, response: Response) -> None:
        for name, value in response.raw_headers:
            if name == b"set-cookie":
                key, _, rest = value.decode().partition("=")
                self.cookies[host][key] = rest.partition(";")[0].strip('"')
