"""A site: its name, its rows, its pages. See docs/write-a-site.md for a walk through one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from re import Pattern
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup, escape
from starlette.convertors import Convertor
from starlette.responses import Response
from starlette.routing import compile_path

from webcosm.lore import Lore
from webcosm.sites.kit.account import Account
from webcosm.sites.kit.errors import BadRequest, Forbidden, MethodNotAllowed, NotFound, PageError, SignInNeeded
from webcosm.sites.kit.look import Look
from webcosm.sites.kit.request import COOKIE, Request
from webcosm.sites.kit.session import Session
from webcosm.worlds import Blueprint, Database, Row, Switch, Trail

__all__ = ["Page", "Site"]

Page = Callable[..., Response]
log = logging.getLogger("webcosm.sites")
LARGEST_INTEGER = 2**63 - 1
"""Of a database; a larger number in an address cannot name anything."""


@dataclass(frozen=True)
class _Route:
    method: str
    pattern: Pattern[str]
    convertors: Mapping[str, Convertor[Any]]
    page: Page
    roles: tuple[str, ...] | None
    """None: anyone; empty: anyone signed in; else one of these."""


class Site:
    """One website. Its folder holds ``schema.sql``, ``templates/``, ``static/``, ``content/`` and ``manual.md``.

    An image is built anew when the code that ``fill`` can reach changes, or the schema, or what is in ``content/``.
    ``reads`` names files elsewhere that ``fill`` reads.
    ``files`` are beginnings of paths that, like ``/static/``, lead to the same files in every world.
    """

    def __init__(
        self,
        name: str,
        *,
        title: str,
        tagline: str,
        folder: Path,
        host: str | None = None,
        shares: Site | None = None,
        fill: Callable[[Database, Lore, str], None] | None = None,
        accounts: Callable[[Lore], Sequence[Account]] | None = None,
        find_user: Callable[[Database, str], Row | None] | None = None,
        incidental: Mapping[str, Sequence[str] | None] | None = None,
        trails: Sequence[Trail] = (),
        switches: Sequence[Switch] = (),
        reads: Callable[[], Iterable[Path]] | None = None,
        files: Sequence[str] = (),
        icon: str = "◆",
        colour: str = "#2f5d62",
    ) -> None:
        self.name = name
        self.title = title
        self.tagline = tagline
        self.folder = folder
        self.host = host or f"{name}.test"
        self.database: str = shares.database if shares else name
        self.find_user = find_user
        self.switches = {switch.name: switch for switch in switches}
        self.icon = icon
        self.colour = colour
        self.look = Look(name, folder)
        self._shares = shares is not None
        self._fill = fill
        self._accounts = accounts
        self._incidental = incidental or {}
        self._reads = reads
        self._trails = tuple(trails)
        self._files = ("/static/", *files)
        self._routes: list[_Route] = []
        if fill and shares:
            raise ValueError(f"{name} shares the database of {self.database}, which fills it; leave out fill=")

    @cached_property
    def blueprint(self) -> Blueprint | None:
        """How to build the database; None for a site that works on another's."""
        if self._shares:
            return None
        schema = self.folder / "schema.sql"
        content = self.folder / "content"
        return Blueprint(
            self.database,
            schema.read_text() if schema.exists() else "",
            self._fill or _nothing,
            {table: None if columns is None else frozenset(columns) for table, columns in self._incidental.items()},
            (*((content,) if content.exists() else ()), *(self._reads() if self._reads else ())),
            trails=self._trails,
        )

    @property
    def manual(self) -> str | None:
        """The site's help, in Markdown."""
        file = self.folder / "manual.md"
        return file.read_text() if file.exists() else None

    @property
    def symbol(self) -> Markup:
        """The site's mark for cards and headers: its ``static/icon.svg``, else the character given as ``icon``.

        A drawing looks the same everywhere; a character outside the kit's fonts depends on the machine's.
        """
        drawing = self.folder / "static" / "icon.svg"
        return Markup(drawing.read_text().strip()) if drawing.exists() else escape(self.icon)

    def accounts(self, lore: Lore) -> Sequence[Account]:
        return self._accounts(lore) if self._accounts else ()

    @lru_cache(maxsize=64)  # noqa: B019 - sites live as long as the process
    def default_username(self, lore: Lore) -> str | None:
        """Who is signed in at the beginning: the first account."""
        accounts = self.accounts(lore)
        return accounts[0].username if accounts else None

    # Pages ----------------------------------------------------------------------------------------------------------

    def get(self, path: str, *, roles: Sequence[str] | None = None) -> Callable[[Page], Page]:
        """Declares the page at a path. ``{name}`` and ``{name:int}`` parts become arguments of the function."""
        return self._route("GET", path, roles)

    def post(self, path: str, *, roles: Sequence[str] | None = None) -> Callable[[Page], Page]:
        """Declares what takes a form. The form's token is checked before the function is called."""
        return self._route("POST", path, roles)

    def _route(self, method: str, path: str, roles: Sequence[str] | None) -> Callable[[Page], Page]:
        pattern, _, convertors = compile_path(path)

        def declare(page: Page) -> Page:
            self._routes.append(_Route(method, pattern, convertors, page, None if roles is None else tuple(roles)))
            return page

        return declare

    @property
    def paths(self) -> list[tuple[str, str]]:
        """All (method, pattern) pairs, for tests that walk a site."""
        return [(route.method, route.pattern.pattern) for route in self._routes]

    # Handling -------------------------------------------------------------------------------------------------------

    def handle(self, request: Request) -> Response:
        """Answers a request, whatever it is: errors become pages, and what a failed request wrote is undone."""
        before = Session(request.session)
        try:
            with request.db.transaction():
                response = self._answer(request)
                self._keep_session(request, response)
            return response
        except PageError as error:
            refused: PageError | None = error
        except Exception:
            log.exception("%s %s%s failed", request.method, self.host, request.path)
            refused = None
        request.restore_session(before)
        response = self.error_page(request, refused)
        self._keep_session(request, response)
        return response

    def file(self, request: Request) -> Response | None:
        """The answer to a request for a file, for which no world has to be asked. None if it is for anything else, or
        cannot be had; then :meth:`handle` answers."""
        if request.method not in ("GET", "HEAD") or not request.path.startswith(self._files):
            return None
        try:
            return self._answer(request)
        except Exception:
            return None

    def _answer(self, request: Request) -> Response:
        if request.path.startswith("/static/"):
            return self.look.static_file(request.path)
        route, arguments = self._find(request)
        if route.roles is not None:
            request.need_role(*route.roles) if route.roles else request.need_user()
        if route.method == "POST" and request.form.get("csrf") != request.csrf_token:
            raise Forbidden("This form has expired. Go back, reload the page and send it again.")
        return route.page(request, **arguments)

    def _find(self, request: Request) -> tuple[_Route, dict[str, Any]]:
        if "\0" in request.path:
            raise BadRequest("The address holds a character that no address can have.")
        method = "GET" if request.method == "HEAD" else request.method
        others: list[str] = []
        for route in self._routes:
            if match := route.pattern.fullmatch(request.path):
                if route.method == method:
                    try:
                        return route, {key: _converted(route, key, text) for key, text in match.groupdict().items()}
                    except ValueError:
                        break
                others.append(route.method)
        else:
            if others:
                raise MethodNotAllowed(tuple(sorted(set(others))))
        raise NotFound(f"{request.path} is not an address of this site.")

    def error_page(self, request: Request, error: PageError | None) -> Response:
        """A page in the site's look that says what is wrong; None is for our own mistakes."""
        if isinstance(error, SignInNeeded) and any(route.pattern.match("/login") for route in self._routes):
            request.flash(error.message or "Please sign in first.", "note")
            return request.redirect(
                f"/login?{urlencode({'next': request.address})}" if request.method == "GET" else "/login"
            )
        status = error.status if error else 500
        title = error.title if error else "Something broke on our side"
        message = error.message if error else "Nothing you entered was saved. You can go back and try again."
        try:
            response = request.render("error.html", status=status, title=title, message=message, code=status)
        except Exception:
            log.exception("the error page of %s failed", self.host)
            response = Response(f"{title}. {message}", status, media_type="text/plain")
        if isinstance(error, MethodNotAllowed):
            response.headers["Allow"] = ", ".join(error.allowed)
        return response

    def _keep_session(self, request: Request, response: Response) -> None:
        if response.media_type == "text/html":
            request.session.pop("flash", None)  # the messages were on this page
        before = Session.read(request.cookies.get(COOKIE), request.secret)
        if request.session != (before if before is not None else Session(user=request.default_user)):
            while request.session.get("flash") and not request.session.fits:
                request.session["flash"] = request.session["flash"][1:]  # many messages that no page has shown
            response.set_cookie(COOKIE, request.session.write(request.secret), path="/", httponly=True, samesite="lax")

    def __repr__(self) -> str:
        return f"<Site {self.name} at {self.host}>"


def _converted(route: _Route, key: str, text: str) -> Any:
    value = route.convertors[key].convert(text)
    if isinstance(value, int) and value > LARGEST_INTEGER:
        raise ValueError(f"{text} is no row of any table")
    return value


def _nothing(db: Database, lore: Lore, scale: str) -> None:
    """A site without rows of its own."""
