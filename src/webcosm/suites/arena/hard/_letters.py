"""What people write to the shop: from which address, how they name an order, and what they say before that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webcosm.lore import Rng
from webcosm.tasks.dates import said_day
from webcosm.worlds import Row, World

__all__ = ["BY_EMAIL_AND_DAY", "LEADS", "Letters", "foreign_address"]

BY_EMAIL_AND_DAY = (
    "Where a message does not give the order's number, the order is found by the sender's email address and the day on"
    " which it was placed."
)
"""For the page of rules."""
LEADS = (
    "Good morning. We have bought from you for years now and were always happy, and I have told half the street about"
    " your store as well, so please don't take this the wrong way.",
    "Hello there. I tried to reach you by phone twice this week, but I work during the day and the line was busy both"
    " times, so I am writing this down instead.",
    "Hi, I hope this is the right form. My daughter usually does these things for me, but she is away until the weekend"
    " and I did not want to leave it that long.",
    "Dear team, first of all thank you for the friendly help last winter, when the lamp would not switch on. I still"
    " have it on my desk, and it works to this day.",
    "Hello. I looked through my account and the help pages for some time and could not find where to do this myself, so"
    " I suppose that writing to you is the way to go.",
    "Good evening. It has been a rather hectic month here with the move and the new school, and I am only now getting"
    " round to all the small things on my list.",
    "Hi. Sorry if you get this in a bit of a jumble, I am typing on my phone on the train and the connection keeps"
    " dropping whenever we go through a tunnel.",
    "Hello, I was in the store in Dray Market the other day and the young man at the counter was very kind, but he told"
    " me to put it in writing. So here it is.",
)
"""Says nothing of what they want, and is longer than what the list of messages shows of each."""


class Letters:
    """Words for one task's messages, none of them used twice before all have been used."""

    def __init__(self, world: World, rng: Rng, *, share_long: float, share_unnumbered: float = 0.0) -> None:
        self._world, self._rng = world, rng
        self._long, self._unnumbered = share_long, share_unnumbered
        self._turns: dict[Sequence[str], Iterator[str]] = {}

    def next_of(self, wordings: Sequence[str]) -> str:
        """Another wording, in an order that was drawn."""
        turn = self._turns.get(wordings)
        found = next(turn, None) if turn else None
        if found is None:
            turn = self._turns[wordings] = iter(self._rng.shuffled(wordings))
            found = next(turn)
        return found

    def lengthened(self, text: str) -> str:
        """Some begin with something else, so that what matters stands at the end."""
        return f"{self.next_of(LEADS)} {text}" if self._rng.chance(self._long) else text

    def order_name(self, order: Row, sender: str) -> str:
        """Mostly by its number; by the day if the sender placed no other order on it."""
        day = order.created[:10]
        same_day = self._world.shop.value(
            "SELECT count(*) FROM orders WHERE email = ? AND created LIKE ?", sender, f"{day}%"
        )
        unnumbered = self._rng.chance(self._unnumbered)
        if unnumbered and sender == order.email and same_day == 1:
            return f"{self._rng.choice(('my order of', 'the order I placed on'))} {said_day(day)}"
        return f"order {order.number}"


def foreign_address(world: World, order: Row) -> str:
    """Of the same name, at a host where other customers are, and nobody's who has ordered."""
    name, _, own = order.email.partition("@")
    hosts = world.shop.values("SELECT DISTINCT substr(email, instr(email, '@') + 1) FROM orders ORDER BY 1")
    taken = set(world.shop.values("SELECT email FROM orders"))
    others = Rng("foreign", order.number).shuffled([str(host) for host in hosts if host != own])
    return next(email for host in others for email in (f"{name}@{host}", f"{name}.2@{host}") if email not in taken)
