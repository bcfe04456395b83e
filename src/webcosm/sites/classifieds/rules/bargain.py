"""How people on the board answer: by rules that the manual tells, so that the same deed has the same answer.

Those whose passwords are on the accounts page are played by somebody and never answer by themselves.
"""

from __future__ import annotations

from datetime import datetime

from webcosm.sites.classifieds.rules.board import is_around, state_of
from webcosm.sites.kit import Conflict
from webcosm.sites.kit.formats import money
from webcosm.worlds import Database, Row

__all__ = [
    "ACCEPTED_SHARE",
    "BUYER_SHARE",
    "VERDICTS",
    "answer_message",
    "answer_offer",
    "close_offer",
    "conversation_about",
    "counter_price",
    "put_offer",
    "say",
]

ACCEPTED_SHARE = 90
"""Percent of the price from which on a seller who bargains says yes at once."""
DECLINED_SHARE = 75
"""Percent of the price below which such a seller says no at once."""
BUYER_SHARE = 110
"""Percent of their own offer up to which buyers take a counter-offer."""

VERDICTS = {"accept": "accepted", "decline": "declined", "withdraw": "withdrawn"}
"""What can be done with an open offer, and what it is then."""


def counter_price(price: int, offered: int) -> int:
    """Half way between the two, in whole dollars, rounded up."""
    return -(-(price + offered) // 200) * 100


def conversation_about(db: Database, listing: Row, buyer: Row, now: str) -> int:
    """The conversation of a buyer about a listing, begun if need be."""
    known = db.value("SELECT id FROM conversation WHERE listing_id = ? AND buyer_id = ?", listing.id, buyer.id)
    return int(known or db.insert("conversation", listing_id=listing.id, buyer_id=buyer.id, created=now))


def say(db: Database, conversation: int, sender: int, body: str, now: str) -> None:
    db.insert("message", conversation_id=conversation, sender_id=sender, body=body, created=now)


def _answering(db: Database, account_id: int, now: datetime) -> Row | None:
    """The account, if it answers by itself and is around."""
    account = db.row("SELECT * FROM account WHERE id = ?", account_id)
    answers = account and not account.password and account.suspended is None and is_around(account, now)
    return account if answers else None


def answer_message(db: Database, conversation: Row, listing: Row, now: datetime) -> None:
    """A seller who is around answers the first message of a conversation, and no other."""
    seller = _answering(db, listing.seller_id, now)
    said = db.value("SELECT count(*) FROM message WHERE conversation_id = ?", conversation.id)
    if seller is None or said != 1:
        return
    state = state_of(listing, now)
    text = "Hello! Yes, it is still available." if state == "active" else "Hello! Sorry, it is not available any more."
    if state == "active" and listing.price:
        text += " The price can be talked about." if listing.negotiable else " The price is firm."
    say(db, conversation.id, seller.id, text, f"{now:%Y-%m-%d %H:%M:%S}")


def answer_offer(db: Database, conversation: Row, listing: Row, offer: Row, now: datetime) -> None:
    """What the other side makes of an offer; nothing if they are away."""
    by_buyer = offer.sender_id == conversation.buyer_id
    other = _answering(db, listing.seller_id if by_buyer else conversation.buyer_id, now)
    if other is None:
        return
    stamp = f"{now:%Y-%m-%d %H:%M:%S}"
    verdict = (
        _seller_verdict(db, conversation, listing, offer, now) if by_buyer else _buyer_verdict(db, conversation, offer)
    )
    db.run("UPDATE offer SET status = ?, answered = ? WHERE id = ?", verdict, stamp, offer.id)
    if verdict == "countered":
        amount = counter_price(listing.price, offer.amount)
        db.insert("offer", conversation_id=conversation.id, sender_id=other.id, amount=amount, created=stamp)
        text = f"That is a little low. {_dollars(amount)} and it is yours."
    elif verdict == "accepted":
        text = (
            f"Agreed, {_dollars(offer.amount)}. When would you like to come?"
            if by_buyer
            else f"All right, {_dollars(offer.amount)} it is."
        )
    else:
        text = "Sorry, that is too little for me." if by_buyer else "That is more than I can spend, sorry."
    say(db, conversation.id, other.id, text, stamp)


def put_offer(db: Database, talk: Row, listing: Row, sender: int, amount: int, now: datetime) -> None:
    """An offer of one side, with what the other makes of it; open offers of the other side are countered by it."""
    if state_of(listing, now) != "active":
        raise Conflict("Offers can be made for active listings only.")
    if db.value("SELECT 1 FROM offer WHERE conversation_id = ? AND status = 'accepted'", talk.id):
        raise Conflict("You have agreed on a price already.")
    if db.value("SELECT 1 FROM offer WHERE conversation_id = ? AND status = 'open' AND sender_id = ?", talk.id, sender):
        raise Conflict("Your last offer is still open. Withdraw it before you make another.")
    stamp = f"{now:%Y-%m-%d %H:%M:%S}"
    db.run(
        "UPDATE offer SET status = 'countered', answered = ? WHERE conversation_id = ? AND status = 'open'",
        stamp,
        talk.id,
    )
    number = db.insert("offer", conversation_id=talk.id, sender_id=sender, amount=amount, created=stamp)
    offer = db.row("SELECT * FROM offer WHERE id = ?", number)
    assert offer
    answer_offer(db, talk, listing, offer, now)


def close_offer(db: Database, listing: Row, offer: Row, by: int, verdict: str, now: datetime) -> str:
    """Accepts or declines an offer of the other side, or withdraws one's own; returns what it is then."""
    if offer.status != "open":
        raise Conflict(f"This offer is not open any more: it was {offer.status}.")
    if (offer.sender_id == by) != (verdict == "withdraw"):
        raise Conflict("You can withdraw your own offers, and accept or decline those of the other side.")
    if verdict == "accept" and state_of(listing, now) != "active":
        raise Conflict("The listing is not active any more.")
    word = VERDICTS[verdict]
    db.run("UPDATE offer SET status = ?, answered = ? WHERE id = ?", word, f"{now:%Y-%m-%d %H:%M:%S}", offer.id)
    return word


def _seller_verdict(db: Database, conversation: Row, listing: Row, offer: Row, now: datetime) -> str:
    if state_of(listing, now) != "active":
        return "declined"
    price = listing.price
    if price is None or offer.amount >= price:
        return "accepted" if price is not None else "declined"
    if not listing.negotiable:
        return "declined"
    asked = db.value(
        "SELECT min(amount) FROM offer WHERE conversation_id = ? AND sender_id = ?", conversation.id, listing.seller_id
    )
    if asked is not None:  # a seller names a price once, and keeps to it
        return "accepted" if offer.amount >= asked else "declined"
    if offer.amount * 100 >= price * ACCEPTED_SHARE:
        return "accepted"
    return "countered" if offer.amount * 100 >= price * DECLINED_SHARE else "declined"


def _buyer_verdict(db: Database, conversation: Row, offer: Row) -> str:
    best = db.value(
        "SELECT max(amount) FROM offer WHERE conversation_id = ? AND sender_id = ?",
        conversation.id,
        conversation.buyer_id,
    )
    return "accepted" if best is not None and offer.amount * 100 <= best * BUYER_SHARE else "declined"


def _dollars(cents: int) -> str:
    return money(cents).removesuffix(".00")
