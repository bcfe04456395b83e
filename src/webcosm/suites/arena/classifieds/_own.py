"""Gives the person who is signed in more listings than the board's first state does: those of neighbors."""

from __future__ import annotations

from collections.abc import Iterable

from webcosm.suites.arena.classifieds._rows import ME, Ad, Board, clear_titles, me, moderator, second_member
from webcosm.worlds import World

__all__ = ["neighbors", "take_over", "take_over_titled"]

NEAR = 150
"""Miles: what is sold so near may as well be mine."""


def neighbors(board: Board, ads: Iterable[Ad] | None = None) -> list[Ad]:
    """Active listings near where I live, with which nothing is wrong and with which I have nothing to do yet."""
    home = int(me(board.world).city_id)
    known = _known(board.world)
    named = {me(board.world).id, second_member(board.world).id, moderator(board.world).id}
    return [
        ad
        for ad in clear_titles(board, ads)
        if ad.price
        and ad.id not in known
        and ad.id not in board.doubtful
        and ad.seller_id not in named
        and board.miles(home, ad.city_id) <= NEAR
    ]


def _known(world: World) -> set[int]:
    return set(
        world.classifieds.values(
            f"SELECT listing_id FROM favourite WHERE account_id = {ME} UNION SELECT listing_id FROM conversation WHERE"
            f" buyer_id = {ME} UNION SELECT listing_id FROM review WHERE author_id = {ME} UNION SELECT listing_id"
            f" FROM report WHERE reporter_id = {ME}"
        )
    )


def take_over(world: World, listing: int) -> None:
    """Makes a listing mine, with what its seller said to buyers."""
    db = world.classifieds
    seller = db.value("SELECT seller_id FROM listing WHERE id = ?", listing)
    db.run(f"UPDATE listing SET seller_id = {ME} WHERE id = ?", listing)
    for table in ("message", "offer"):
        db.run(
            f"UPDATE {table} SET sender_id = {ME} WHERE sender_id = ?"
            " AND conversation_id IN (SELECT id FROM conversation WHERE listing_id = ?)",
            seller,
            listing,
        )


def take_over_titled(world: World, title: str) -> None:
    take_over(world, Board(world).titled(title).id)
