"""Which page answers which address, and what one needs to get there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from re import Pattern
from typing import Any

from starlette.convertors import Convertor
from starlette.responses import Response
from starlette.routing import compile_path

from webcosm.sites.kit.errors import BadRequest, MethodNotAllowed, NotFound

__all__ = ["Page", "Route", "Router"]

Page = Callable[..., Response]
LARGEST_INTEGER = 2**63 - 1
"""Of a database; a larger number in an address cannot name anything."""


@dataclass(frozen=True)
class Route:
    """A page at a path, for one method."""

    method: str
    path: str
    """As it was declared: ``/orders/{number:int}``."""
    pattern: Pattern[str]
    convertors: Mapping[str, Convertor[Any]]
    page: Page
    roles: tuple[str, ...] | None = None
    """None: anyone; empty: anyone signed in; else one of these."""
    needs: str = ""
    """The permission without which it is refused; empty if it needs none."""
    api: bool = False
    """Whether it is for scripts: also its refusals are JSON."""
    programs: bool = False
    """Whether it is for programs that send their credentials with every request, and so no form's token."""

    def example(self, values: Mapping[str, object]) -> str:
        """A path that fits, for tests that walk a site: with the given values, else ``1`` for a number, ``x`` for a
        text."""
        _, layout, _ = compile_path(self.path)
        defaults = {name: "x" if convertor.regex != "[0-9]+" else "1" for name, convertor in self.convertors.items()}
        return layout.format(**{**defaults, **{name: values[name] for name in defaults if name in values}})

    def arguments(self, path: str) -> dict[str, Any] | None:
        """What the page is called with if it answers this path; None if it does not."""
        match = self.pattern.fullmatch(path)
        return match and {key: self._converted(key, text) for key, text in match.groupdict().items()}

    def _converted(self, key: str, text: str) -> Any:
        value = self.convertors[key].convert(text)
        if isinstance(value, int) and value > LARGEST_INTEGER:
            raise ValueError(f"{text} is no row of any table")
        return value


class Router:
    """All routes of a site, in the order in which they were declared."""

    def __init__(self) -> None:
        self._routes: list[Route] = []

    def __iter__(self) -> Iterator[Route]:
        return iter(self._routes)

    def add(
        self,
        method: str,
        path: str,
        page: Page,
        *,
        roles: Sequence[str] | None = None,
        needs: str = "",
        api: bool = False,
        programs: bool = False,
    ) -> None:
        pattern, _, convertors = compile_path(path)
        allowed = None if roles is None else tuple(roles)
        self._routes.append(Route(method, path, pattern, convertors, page, allowed, needs, api, programs))

    def at(self, path: str) -> list[Route]:
        """All that is at a path, whatever the method."""
        return [route for route in self._routes if route.pattern.fullmatch(path)]

    def find(self, method: str, path: str) -> tuple[Route, dict[str, Any]]:
        """The first route that fits, and the arguments of its page."""
        if "\0" in path:
            raise BadRequest("The address holds a character that no address can have.")
        method = "GET" if method == "HEAD" else method
        others: list[str] = []
        for route in self._routes:
            try:
                arguments = route.arguments(path)
            except ValueError:
                break
            if arguments is not None:
                if route.method == method:
                    return route, arguments
                others.append(route.method)
        else:
            if others:
                raise MethodNotAllowed(tuple(sorted(set(others))))
        raise NotFound(f"{path} is not an address of this site.")
