"""What a page function gets: the request, the world behind it, and the usual answers to give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qsl, quote

from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from webcosm.sites.kit.body import is_json, read_json
from webcosm.sites.kit.errors import BadRequest, Forbidden, SignInNeeded
from webcosm.sites.kit.forms import Upload
from webcosm.sites.kit.listing import Listing, Sorting, page_number, with_query
from webcosm.sites.kit.session import Session, sign
from webcosm.sites.kit.skins import SKIN
from webcosm.worlds import Database, Fact, Row, ServedPage, Setting, Switch, Value, World

if TYPE_CHECKING:
    from webcosm.sites.kit.site import Site

__all__ = ["Addresses", "Request"]

S = TypeVar("S", bound=Setting)
COOKIE = "session"
MOST_PARAMETERS = 1_000


@dataclass(frozen=True)
class Addresses:
    """How sites are called from where the visitor is.

    Agents go through the proxy and see ``http://shop.test/``; people at their own browser see
    ``http://shop.localhost:8000/``, or ``http://shop.NAME.localhost:8000/`` for a world with a name.
    """

    hosts: Mapping[str, str]
    """Site name to host name."""
    local_port: int | None = None
    local_world: str = ""

    def of(self, site: str, path: str = "/") -> str:
        try:
            host = self.hosts[site]
        except KeyError:
            raise KeyError(f"there is no site {site!r}; there are {', '.join(self.hosts)}") from None
        if self.local_port is None:
            return f"http://{host}{path}"
        middle = f".{self.local_world}" if self.local_world else ""
        return f"http://{host.removesuffix('.test')}{middle}.localhost:{self.local_port}{path}"


@dataclass
class Request:
    """One request to a site, in one world."""

    site: Site
    world: World
    addresses: Addresses
    method: str = "GET"
    path: str = "/"
    query_string: str = ""
    form: Mapping[str, str] = field(default_factory=dict)
    """The body's fields; of several with one name the last. :attr:`form_lists` has them all."""
    form_lists: Mapping[str, Sequence[str]] = field(default_factory=dict)
    files: Mapping[str, Upload] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    """By lower-case name."""
    body: bytes = b""
    page: tuple[str, Mapping[str, Fact]] = ("", MappingProxyType({}))
    """What :meth:`shows` said."""

    # The world ------------------------------------------------------------------------------------------------------

    @property
    def db(self) -> Database:
        return self.world.database(self.site.database)

    @property
    def now(self) -> datetime:
        return self.world.clock.now()

    def switch(self, switch: Switch[S]) -> S:
        """A setting that the site declared, as this world has it: a number stays a number."""
        if self.site.switches.get(switch.name) != switch:
            declared = ", ".join(self.site.switches) or "none"
            raise KeyError(f"{self.site.name} does not declare the switch {switch.name!r}; it declares {declared}")
        return switch.read(self.world.state.switches.get(switch.name, switch.default))

    @property
    def skin(self) -> str:
        """What all pages of this world look like."""
        return SKIN.read(self.world.state.switches.get(SKIN.name, SKIN.default))

    # The visitor ----------------------------------------------------------------------------------------------------

    @cached_property
    def session(self) -> Session:
        """What the cookie holds; a session that was signed out is worth nothing, whoever kept a copy of it."""
        session = Session.read(self.cookies.get(COOKIE), self.secret) or Session(user=self.default_user)
        return Session(user=None) if self._sign_in_of(session) in self.world.state.signed_out else session

    def _sign_in_of(self, session: Session) -> str:
        """Names the sign-in that a session goes back to; without a number it is the one that the world began with."""
        return "" if session.get("user") is None else f"{self.site.name}/{session.get('number', 0)}"

    def restore_session(self, session: Session) -> None:
        """Takes back what a page that then failed did to the session."""
        self.session = session
        self._forget_user()

    @property
    def secret(self) -> bytes:
        """Signs this site's sessions and form tokens; those of one site are worth nothing at another."""
        return sign(self.world.secret, f"site/{self.site.name}").encode()

    @property
    def default_user(self) -> str | None:
        """Who is signed in when no cookie says otherwise."""
        chosen = self.world.state.accounts
        return chosen[self.site.name] if self.site.name in chosen else self.site.default_username(self.world.lore)

    @cached_property
    def user(self) -> Row | None:
        """The signed-in account's row, or None."""
        name = self.session.get("user")
        return self.site.find_user(self.db, name) if name and self.site.find_user else None

    def sign_in(self, username: str) -> None:
        self.world.state.signed_in += 1
        self.session.update(user=username, number=self.world.state.signed_in)
        self._forget_user()

    def sign_out(self) -> None:
        """Ends the session: nobody gets in with a copy of its cookie, nor without any."""
        ended, before = self._sign_in_of(self.session), self.world.state.signed_out
        if ended and ended not in before:
            self.world.state.signed_out = (*before, ended)
        self.session.clear()
        self.session["user"] = None
        self._forget_user()

    def _forget_user(self) -> None:
        for known in ("user", "_held"):
            self.__dict__.pop(known, None)

    def need_user(self) -> Row:
        if self.user is None:
            raise SignInNeeded("This page is for signed-in users.")
        return self.user

    def need_role(self, *roles: str) -> Row:
        user = self.need_user()
        if user.role not in roles:
            raise Forbidden(f"This needs the role {' or '.join(roles)}; you are signed in as {user.role}.")
        return user

    def may(self, permission: str) -> bool:
        """Whether the visitor holds one of the site's permissions; one without a name everybody holds."""
        return not permission or permission in self._held

    def may_visit(self, path: str) -> bool:
        """Whether the visitor may see the area that a path leads to; lists of one area have links into others."""
        return self.site.permissions is None or self.may(self.site.permissions.to_see(path))

    @cached_property
    def _held(self) -> frozenset[str]:
        """Templates ask dozens of times for one page."""
        return self.site.permissions.held(self) if self.site.permissions else frozenset()

    @property
    def csrf_token(self) -> str:
        return sign(self.secret, f"form/{self.session.get('user')}")

    def check_token(self) -> None:
        """Refuses what another site may have sent in the visitor's name."""
        given = self.headers.get("x-csrf-token") or self.form.get("csrf")
        if given != self.csrf_token:
            if self.wants_json:
                raise Forbidden("The header X-CSRF-Token is missing or has expired; send the token of this site.")
            raise Forbidden("This form has expired. Go back, reload the page and send it again.")

    def flash(self, message: str, kind: str = "done", *, undo: str = "") -> None:
        """A message for the next page that is shown: ``done``, ``note`` or ``wrong``.

        ``undo`` is a path of this site that takes a POST and takes the deed back; the message gets a button for it.
        """
        self.session["flash"] = [*self.session.get("flash", []), [kind, message, undo]]

    # The address ----------------------------------------------------------------------------------------------------

    @property
    def address(self) -> str:
        """Path and query string, as a link to this page."""
        return quote(self.path) + (f"?{self.query_string}" if self.query_string else "")

    @cached_property
    def query_list(self) -> list[tuple[str, str]]:
        try:
            return parse_qsl(
                self.query_string, keep_blank_values=True, errors="replace", max_num_fields=MOST_PARAMETERS
            )
        except ValueError:
            raise BadRequest(f"An address may have at most {MOST_PARAMETERS:,} parameters.") from None

    @cached_property
    def query(self) -> dict[str, str]:
        return dict(self.query_list)

    def link(self, site: str, path: str = "/") -> str:
        """An address on another site, as this visitor would write it."""
        return self.addresses.of(site, path)

    def with_query(self, **changes: object) -> str:
        """This page's query string with some parameters replaced (removed where None)."""
        return with_query(self.query_list, **changes)

    # Data of scripts ------------------------------------------------------------------------------------------------

    @property
    def wants_json(self) -> bool:
        """Whether a script asks: it says so, it sends JSON, or the address is for scripts alone."""
        said = "application/json" in self.headers.get("accept", "") or is_json(self.headers.get("content-type", ""))
        return said or self.site.is_api(self.path)

    def json(self) -> Any:
        """The body, which must be JSON. See :func:`webcosm.sites.kit.api.read_body` for one that is checked."""
        return read_json(self.body, self.headers.get("content-type", ""))

    # Lists ----------------------------------------------------------------------------------------------------------

    def listing(self, sql: str, *arguments: Value, size: int = 20) -> Listing:
        """The page of a query's rows that ``?page=`` asks for."""
        total = self.db.value(f"SELECT count(*) FROM ({sql})", *arguments)
        number = page_number(self.query.get("page"), total, size)
        rows = self.db.rows(f"{sql} LIMIT {size:d} OFFSET {(number - 1) * size:d}", *arguments)
        return Listing(rows, number, size, total)

    def sorting(self, orders: Mapping[str, tuple[str, str]], parameter: str = "sort") -> Sorting:
        return Sorting.choose(self.query.get(parameter), orders)

    def shows(self, what: str, **facts: Fact) -> None:
        """Says what the page is about, to the judge and never to the browser.

        The kind of page (``product``, ``orders``), and which thing, filters and order it shows. A filter that is not
        set is given as None or left out.

        >>> request.shows("orders", status="complete", sort="total", page=2)        # doctest: +SKIP
        """
        self.page = (what, facts)

    def served(self, status: int) -> ServedPage:
        """What is told of the page that was the answer. Whatever a page was about to show, an error shows nothing."""
        what, facts = self.page if status == 200 else ("", {})
        return ServedPage(status, self.site.name, what, dict(facts))

    # Answers --------------------------------------------------------------------------------------------------------

    def render(self, template: str, *, status: int = 200, **context: Any) -> Response:
        return HTMLResponse(self.site.look.render(self, template, context), status)

    def redirect(self, path: str) -> Response:
        """See other: after a form was taken, so that reloading does not send it again."""
        return RedirectResponse(quote(path, safe="/:?#[]@!$&'()*+,;=%~"), 303)

    def answer_json(self, content: Any, status: int = 200) -> Response:
        """Data for scripts."""
        return JSONResponse(content, status)
