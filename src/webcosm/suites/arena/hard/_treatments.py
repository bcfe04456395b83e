"""What may be done with an order by standing rules: in words, by the shop's own rules, and at the office."""

from __future__ import annotations

from functools import partial

from webcosm.judge.effects import Deed, Made
from webcosm.sites.shop.rules.ordering import add_comment, cancel, find_order, hold, make_credit_memo, unhold
from webcosm.suites.arena.admin._rows import owner_name
from webcosm.suites.arena.hard._orders import cancel_order, comment_on, open_page, press
from webcosm.tasks import Person
from webcosm.tasks.rules import Treatment
from webcosm.worlds import Row, Timepiece, World

__all__ = [
    "CANCEL",
    "HOLD",
    "LEAVE",
    "REFUND",
    "RELEASE",
    "can_be_done",
    "comment_treatment",
    "deed_of",
    "told",
    "treat",
]

LEAVE = Treatment("leave", ("leave the order as it is", "do nothing to the order"))
CANCEL = Treatment("cancel", ("cancel the order", "the order is canceled"))
RELEASE = Treatment("release", ("release it from hold, then cancel it", "take it off hold and cancel it"))
HOLD = Treatment("hold", ("do not cancel it, but put it on hold", "it is not canceled; put it on hold instead"))
REFUND = Treatment(
    "refund",
    (
        "refund all of it, the shipping too, by one credit memo",
        "give everything back with one credit memo: all items and the shipping",
    ),
)
DOABLE = {
    "cancel": ("open",),
    "release": ("held",),
    "hold": ("open", "invoiced", "part", "sent"),
    "refund": ("invoiced", "complete"),
}
"""In which states a deed can be done at all; comments and nothing can always be."""


def comment_treatment(name: str, words: str) -> Treatment:
    """A message to the customer in fixed words, as a comment on the order."""
    says = (
        "add the comment “{words}” to the order and email it to the customer, but change nothing else",
        "leave everything as it is, but comment “{words}” on the order and notify the customer by email",
    )
    return Treatment(name, says, {"words": words})


def told(treatment: Treatment) -> str:
    return treatment.says[0].format(**treatment.texts())


def can_be_done(treatment: Treatment, state: str) -> bool:
    return state in DOABLE.get(treatment.name, (state,))


def deed_of(world: World, order: Row, treatment: Treatment) -> Deed:
    """What follows from a treatment that does something."""
    made = Made("shop", "credit_memo", {"order_id": order.id}) if treatment.name == "refund" else None
    do = partial(_do, order=order.id, treatment=treatment, author=owner_name(world))
    return Deed(f"order {order.number} ({treatment.name})", do, made)


def _do(world: World, clock: Timepiece, order: int, treatment: Treatment, author: str) -> None:
    db = world.shop
    if treatment.name == "release":
        unhold(db, clock, order, author=author)
    if treatment.name in ("release", "cancel"):
        cancel(db, clock, order, author=author)
    elif treatment.name == "hold":
        hold(db, clock, order, author=author)
    elif treatment.name == "refund":
        make_credit_memo(db, clock, order, author=author)
    else:
        status = find_order(db, order).status
        add_comment(db, clock, order, status, treatment.values["words"], notified=True, author=author)


async def treat(person: Person, order: Row, treatment: Treatment) -> None:
    """At most five actions: does with an order what is to be done."""
    if treatment.name == "leave":
        return
    if treatment.name == "release":
        await press(person, order, "Unhold")
    if treatment.name in ("release", "cancel"):
        await cancel_order(person, order)
    elif treatment.name == "hold":
        await press(person, order, "Hold")
    elif treatment.name == "refund":
        await open_page(person, order)
        await person.click("Credit memo", role="link")
        await person.click("Refund", role="button")
    else:
        await comment_on(person, order, treatment.values["words"], notify=True)
