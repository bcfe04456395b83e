"""Work that somebody left half done or wrong: the world begins in the middle, with a trail that tells what happened.

The first deeds are done by the site's own rules when the world is prepared, dated before the episode begins, and faults
are put in among them. Each fault says how it is mended. What is left to do follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from webcosm.judge.effects import Deed
from webcosm.tasks.template import TemplateError
from webcosm.worlds import BEGINNING, Moment, Timepiece, World

__all__ = ["Fault", "Repair"]


@dataclass(frozen=True)
class Fault:
    """Something that went wrong, with a trail by which people can see it."""

    label: str
    do: Callable[[World, Timepiece], object]
    """Puts it in; must write a line into a table of the trail."""
    mend: Deed
    """What puts it right."""
    after: int | None = None
    """After how many of the deeds it went wrong; after all that are done if None."""


@dataclass(frozen=True)
class Repair:
    """Deeds of which the first `done` are done, and faults among them."""

    deeds: Sequence[Deed]
    done: int
    faults: Sequence[Fault] = ()
    trail: Collection[str] = ()
    """Tables of which each fault must write a row, so that it can be found out: ``order_comment``."""
    began: datetime = BEGINNING - timedelta(hours=17)
    """When the work began that is half done; a minute goes by from each thing to the next."""

    def __post_init__(self) -> None:
        if not 0 <= self.done <= len(self.deeds):
            raise TemplateError(f"{self.done} of {len(self.deeds)} deeds cannot be done")
        for fault in self.faults:
            if fault.after is not None and not 0 <= fault.after <= self.done:
                raise TemplateError(f"the fault {fault.label!r} comes after {fault.after} of {self.done} deeds")
        if self.faults and not self.trail:
            raise TemplateError("faults need a trail: name the tables in which people can see what happened")

    def begin(self, world: World) -> None:
        """For :meth:`Template.prepare`: the deeds that are done, and the faults among them."""
        happened: list[Deed | Fault] = []
        for place in range(self.done + 1):
            happened += self.deeds[place - 1 : place] if place else []
            happened += [one for one in self.faults if (self.done if one.after is None else one.after) == place]
        for minute, one in enumerate(happened):
            moment = Moment(self.began + timedelta(minutes=minute))
            before = {table: self._rows(world, table) for table in self.trail} if isinstance(one, Fault) else {}
            one.do(world, moment)
            if before and all(self._rows(world, table) == count for table, count in before.items()):
                raise TemplateError(f"the fault {one.label!r} leaves no trail in {', '.join(self.trail)}")

    def left(self) -> list[Deed]:
        """What is to be done: the faults mended, and the other deeds."""
        return [*(fault.mend for fault in self.faults), *self.deeds[self.done :]]

    def _rows(self, world: World, table: str) -> int:
        homes = [site for site in sorted(world.universe.blueprints) if table in world.universe.image(site).tables]
        if not homes:
            raise TemplateError(f"no site has a table {table!r} for a trail")
        return sum(int(world.database(site).value(f'SELECT count(*) FROM "{table}"')) for site in homes)
