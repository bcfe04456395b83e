"""Orders under any sequence of deeds: stock, money, quantities and history always agree."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, run_state_machine_as_test
from hypothesis.stateful import rule as step

from tests.sites.shop.small import SMALL_SHOP, history, order_of, place, stock
from webcosm.sites.kit import Conflict
from webcosm.sites.shop.rules import ordering
from webcosm.worlds import Row, Universe, World


class Orders(RuleBasedStateMachine):
    """One order, and everything that can be done to it."""

    universe: Universe
    world: World

    @initialize(
        mug=st.integers(1, 7),
        tea=st.integers(1, 9),
        red=st.integers(1, 3),
        coupon=st.sampled_from(["", "TEN", "FIVE", "KITCHEN"]),
    )
    def begin(self, mug: int, tea: int, red: int, coupon: str) -> None:
        self.world = self.universe.open()
        self.db = self.world.shop
        self.first = stock(self.db)
        self.order_id = place(self.world, coupon=coupon, mug=mug, tea=tea, red=red)
        self.deeds = 1
        self.restocked: Counter[int] = Counter()

    def attempt(self, leave: ordering.Leave, deed: Callable[[], object]) -> None:
        """Does it; it must succeed exactly when leave was given."""
        before = json.dumps([change.new for change in self.world.changes()])
        if leave:
            deed()
            self.deeds += 1
        else:
            with pytest.raises(Conflict):
                deed()
            assert json.dumps([change.new for change in self.world.changes()]) == before, (
                "a refused deed wrote something"
            )

    @property
    def order(self) -> Row:
        return order_of(self.db, self.order_id)

    def some(self, column: str, share: int) -> dict[int, int]:
        """A part of what is left of each item, at least one piece in all."""
        items = ordering.item_progress(self.db, self.order_id)
        chosen = {item.id: -(-item[column] * share // 4) for item in items}
        return chosen if any(chosen.values()) else {item.id: 1 for item in items}

    @step()
    def cancel(self) -> None:
        self.attempt(
            ordering.can_cancel(self.db, self.order), lambda: ordering.cancel(self.db, self.world.clock, self.order_id)
        )

    @step()
    def hold(self) -> None:
        self.attempt(
            ordering.can_hold(self.db, self.order), lambda: ordering.hold(self.db, self.world.clock, self.order_id)
        )

    @step()
    def unhold(self) -> None:
        self.attempt(
            ordering.can_unhold(self.db, self.order), lambda: ordering.unhold(self.db, self.world.clock, self.order_id)
        )

    @step(share=st.integers(1, 4))
    def invoice(self, share: int) -> None:
        some = self.some("to_invoice", share)
        self.attempt(
            ordering.can_invoice(self.db, self.order),
            lambda: ordering.make_invoice(self.db, self.world.clock, self.order_id, some),
        )

    @step(share=st.integers(1, 4))
    def ship(self, share: int) -> None:
        some = self.some("to_ship", share)
        self.attempt(
            ordering.can_ship(self.db, self.order),
            lambda: ordering.make_shipment(self.db, self.world.clock, self.order_id, some),
        )

    @step(share=st.integers(1, 4), restock=st.booleans())
    def refund(self, share: int, restock: bool) -> None:
        leave = ordering.can_credit_memo(self.db, self.order)
        items = ordering.item_progress(self.db, self.order_id)
        if leave and not any(item.to_refund for item in items):
            return  # only shipping is left, which the examples are about
        some = self.some("to_refund", share)
        self.attempt(
            leave,
            lambda: ordering.make_credit_memo(
                self.db, self.world.clock, self.order_id, some, restock=list(some) if restock else []
            ),
        )
        if leave and restock:
            self.restocked.update({item.product_id: some[item.id] for item in items})

    @step(status=st.sampled_from(["fraud", "pending", "processing", "complete"]))
    def comment(self, status: str) -> None:
        allowed = status in ordering.comment_statuses(self.db, self.order)
        self.attempt(
            ordering.Leave("" if allowed else "no"),
            lambda: ordering.add_comment(self.db, self.world.clock, self.order_id, status, "Noted."),
        )

    @invariant()
    def stock_is_conserved(self) -> None:
        canceled = self.order.status == "canceled"
        expected = dict(self.first)
        for item in ordering.item_progress(self.db, self.order_id):
            expected[item.product_id] -= 0 if canceled else item.qty - self.restocked[item.product_id]
        assert stock(self.db) == expected

    @invariant()
    def money_agrees(self) -> None:
        order = self.order
        for table in ("invoice", "credit_memo"):
            parts = self.db.rows(f"SELECT * FROM {table} WHERE order_id = ?", self.order_id)
            column = "invoiced" if table == "invoice" else "refunded"
            complete = all(item[column] == item.qty for item in ordering.item_progress(self.db, self.order_id))
            for amount in ("subtotal", "discount", "shipping", "tax", "total"):
                whole = sum(part[amount] for part in parts)
                assert whole == order[amount] if complete else whole <= order[amount], (table, amount)
        money = ordering.money_left(self.db, order)
        moved = self.db.rows("SELECT kind, sum(amount) AS amount FROM payment GROUP BY kind")
        assert {row.kind: row.amount for row in moved} == {
            kind: amount for kind, amount in (("capture", money.captured), ("refund", money.refunded)) if amount
        }
        assert 0 <= money.refunded <= money.captured <= order.total

    @invariant()
    def history_agrees(self) -> None:
        statuses = history(self.db, self.order_id)
        assert (len(statuses), statuses[-1]) == (self.deeds, self.order.status)

    @invariant()
    def status_agrees_with_progress(self) -> None:
        order = self.order
        status = order.held_status if order.status == "holded" else order.status
        items = ordering.item_progress(self.db, self.order_id)
        assert all(0 <= item.refunded <= item.invoiced <= item.qty and item.shipped <= item.qty for item in items)
        match status:
            case "canceled":
                assert not any(item.invoiced or item.shipped for item in items)
            case "closed":
                assert all(item.refunded == item.qty for item in items)
            case "pending" | "processing" | "complete":
                assert status == ordering.working_status(self.db, self.order_id)
            case _:
                assert status == "fraud"

    def teardown(self) -> None:
        self.world.close()


def test_any_sequence_of_deeds(tmp_path: Path) -> None:
    with Universe([SMALL_SHOP], cache=tmp_path) as universe:
        Orders.universe = universe
        run_state_machine_as_test(
            Orders,
            settings=settings(
                max_examples=40, stateful_step_count=12, deadline=None, suppress_health_check=[HealthCheck.too_slow]
            ),
        )
