"""Until when an order's goods can be sent back, by the setting “Days for returns”."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from webcosm.worlds import Database, Row

__all__ = ["ReturnPeriod", "return_period"]

USUAL_DAYS = 30


@dataclass(frozen=True)
class ReturnPeriod:
    days: int
    last_day: date
    over: bool


def return_period(db: Database, order: Row, today: date) -> ReturnPeriod | None:
    """From the last shipment on; None while nothing was shipped, and for orders that are canceled or refunded."""
    shipped = db.value("SELECT max(date(created)) FROM shipment WHERE order_id = ?", order.id)
    if shipped is None or order.status in ("canceled", "closed"):
        return None
    text = db.value("SELECT value FROM setting WHERE path = 'sales/return_days'") or ""
    days = int(text) if re.fullmatch("[0-9]{1,3}", text) else USUAL_DAYS
    last_day = date.fromisoformat(shipped) + timedelta(days=days)
    return ReturnPeriod(days, last_day, today > last_day)
