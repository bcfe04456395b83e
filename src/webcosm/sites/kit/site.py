"""A site: its name, its rows, its pages. See docs/write-a-site.md for a walk through one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypedDict, Unpack
from urllib.parse import urlencode

from markupsafe import Markup, escape
from starlette.responses import Response

from webcosm.lore import Lore
from webcosm.sites.kit.account import Account
from webcosm.sites.kit.errors import MethodNotAllowed, PageError, SignInNeeded
from webcosm.sites.kit.look import SiteLook
from webcosm.sites.kit.permissions import Permissions
from webcosm.sites.kit.request import COOKIE, Request
from webcosm.sites.kit.routing import Page, Route, Router
from webcosm.sites.kit.session import Session
from webcosm.sites.kit.switches import own_switches
from webcosm.worlds import Blueprint, Database, PictureFinder, Row, Switch, Teller, Trail, WorldError

__all__ = ["Site"]

log = logging.getLogger("webcosm.sites")
BROKEN = "Something broke on our side"


class Rules(TypedDict, total=False):
    """Who may come to a page, and what it is for."""

    roles: Sequence[str] | None
    needs: str
    api: bool
    programs: bool


class Site:
    """One website. Its folder holds ``schema.sql``, ``templates/``, ``static/``, ``content/`` and ``manual.md``.

    An image is built anew when the code that ``fill`` can reach changes, or the schema, or what is in ``content/``.
    ``reads`` names files elsewhere that ``fill`` reads.
    ``pictures`` finds the picture at a path, for judges (``world.pictures``).
    ``tells`` gives, by table, further columns for the changes of its rows, for judges (:mod:`webcosm.worlds.changes`).
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
        pictures: PictureFinder | None = None,
        tells: Mapping[str, Teller] | None = None,
        switches: Sequence[Switch[Any]] = (),
        reads: Callable[[], Iterable[Path]] | None = None,
        files: Sequence[str] = (),
        permissions: Permissions | None = None,
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
        self.switches = own_switches(name, switches)
        self.permissions = permissions
        self.icon = icon
        self.colour = colour
        self.look = SiteLook(name, folder, colour)
        self._shares = shares is not None
        self._fill = fill
        self._accounts = accounts
        self._incidental = incidental or {}
        self._reads = reads
        self._trails = tuple(trails)
        self._pictures = pictures
        self._tells = tells or {}
        self._files = ("/static/", *files)
        self._router = Router()
        if fill and shares:
            raise ValueError(f"{name} shares the database of {self.database}, which fills it; leave out fill=")

    @cached_property
    def blueprint(self) -> Blueprint | None:
        """How to build the database; None for a site that works on another's."""
        if self._shares:
            return None
        content = self.folder / "content"
        return Blueprint(
            self.database,
            self.schema,
            self._fill or _nothing,
            {table: None if columns is None else frozenset(columns) for table, columns in self._incidental.items()},
            (*((content,) if content.exists() else ()), *(self._reads() if self._reads else ())),
            trails=self._trails,
            host=self.host,
            pictures=self._pictures,
            tells=self._tells,
        )

    @property
    def schema(self) -> str:
        """The ``CREATE`` statements of its database: its ``schema.sql``."""
        file = self.folder / "schema.sql"
        return file.read_text() if file.exists() else ""

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

    def get(self, path: str, **rules: Unpack[Rules]) -> Callable[[Page], Page]:
        """Declares the page at a path. ``{name}`` and ``{name:int}`` parts become arguments of the function.

        ``roles`` says who may come (empty: whoever is signed in), ``needs`` names one of the site's permissions, and
        ``api`` says that it is for scripts: then also refusals are JSON. ``programs`` says that whoever sends something
        there says with every request who they are, so that no token is asked for; cookies must count for nothing then.
        """
        return self._route("GET", path, rules)

    def post(self, path: str, **rules: Unpack[Rules]) -> Callable[[Page], Page]:
        """Declares what takes a form or JSON. The token is checked before the function is called."""
        return self._route("POST", path, rules)

    def put(self, path: str, **rules: Unpack[Rules]) -> Callable[[Page], Page]:
        return self._route("PUT", path, rules)

    def patch(self, path: str, **rules: Unpack[Rules]) -> Callable[[Page], Page]:
        return self._route("PATCH", path, rules)

    def delete(self, path: str, **rules: Unpack[Rules]) -> Callable[[Page], Page]:
        return self._route("DELETE", path, rules)

    def _route(self, method: str, path: str, rules: Rules) -> Callable[[Page], Page]:
        if needs := rules.get("needs"):
            if self.permissions is None:
                raise ValueError(f"{path} needs {needs!r}, but the site {self.name} has no permissions=")
            self.permissions.check(needs)

        def declare(page: Page) -> Page:
            self._router.add(method, path, page, **rules)
            return page

        return declare

    def is_api(self, path: str) -> bool:
        """Whether what is at a path is for scripts."""
        return any(route.api for route in self._router.at(path))

    def has_page(self, path: str) -> bool:
        return bool(self._router.at(path))

    @property
    def routes(self) -> list[Route]:
        """All that was declared, for tests that walk a site."""
        return list(self._router)

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
        except Exception as error:
            self._failed(request, f"{request.method} http://{self.host}{request.path}", error)
            refused = None
        request.restore_session(before)
        response = self.error_page(request, refused)
        self._keep_session(request, response)
        return response

    def _failed(self, request: Request, what: str, error: Exception) -> None:
        """Our own mistake: it is in the log, and the world knows of it, so that no agent is blamed for it."""
        # A full disk or a lost image is nothing that a traceback would help to mend.
        log.error("%s failed: %s: %s", what, type(error).__name__, error, exc_info=not isinstance(error, WorldError))
        request.world.fault = request.world.fault or f"{what} failed: {type(error).__name__}: {error}"

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
        route, arguments = self._router.find(request.method, request.path)
        if route.roles is not None:
            request.need_role(*route.roles) if route.roles else request.need_user()
        if route.needs and self.permissions:
            self.permissions.need(request, route.needs)
        if route.method != "GET" and not route.programs:
            request.check_token()
        return route.page(request, **arguments)

    def error_page(self, request: Request, error: PageError | None) -> Response:
        """A page in the site's look that says what is wrong; None is for our own mistakes."""
        if request.wants_json:
            return self._error_data(request, error)
        if isinstance(error, SignInNeeded) and self._router.at("/login"):
            request.flash(error.message or "Please sign in first.", "note")
            return request.redirect(
                f"/login?{urlencode({'next': request.address})}" if request.method == "GET" else "/login"
            )
        status, title = (error.status, error.title) if error else (500, BROKEN)
        message = error.message if error else "Nothing you entered was saved. You can go back and try again."
        try:
            response = request.render("error.html", status=status, title=title, message=message, code=status)
        except Exception as broken:
            self._failed(request, f"the error page of {self.host}{request.path}", broken)
            response = Response(f"{title}. {message}", status, media_type="text/plain")
        return _with_allowed(response, error)

    def _error_data(self, request: Request, error: PageError | None) -> Response:
        """The same for a script."""
        if error is None:
            return request.answer_json({"error": f"{BROKEN}.", "fields": {}}, 500)
        content = {"error": error.message or f"{error.title}.", "fields": dict(error.fields)}
        return _with_allowed(request.answer_json(content, error.status), error)

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


def _with_allowed(response: Response, error: PageError | None) -> Response:
    if isinstance(error, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(error.allowed)
    return response


def _nothing(db: Database, lore: Lore, scale: str) -> None:
    """A site without rows of its own."""
