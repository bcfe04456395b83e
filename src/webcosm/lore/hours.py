"""Opening hours: seven days, each with its spans of minutes since midnight."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["WEEKDAYS", "OpeningHours", "clock"]

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
DAY = 24 * 60
LATEST = 30 * 60  # six in the morning of the next day

Span = tuple[int, int]


def clock(minute: int) -> str:
    """``495`` is ``8:15``; minutes past midnight belong to the next day, midnight itself is ``24:00``."""
    if minute == DAY:
        return "24:00"
    return f"{minute // 60 % 24}:{minute % 60:02d}"


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """``days[0]`` is Monday. A span may end after 24:00 when a place closes past midnight."""

    days: tuple[tuple[Span, ...], ...]

    def __post_init__(self) -> None:
        if len(self.days) != 7:
            raise ValueError(f"opening hours have seven days, got {len(self.days)}")
        for name, spans in zip(WEEKDAYS, self.days, strict=True):
            before = 0
            for start, end in spans:
                if not before <= start < end <= LATEST or start >= DAY:
                    raise ValueError(f"{name}: the span {start}-{end} is out of order or out of the day")
                before = end

    @classmethod
    def parse(cls, text: str) -> OpeningHours:
        """From ``Mon-Fri 8:00-18:00; Sat 9:00-12:00 14:00-17:00`` or ``always``. Days not named are closed."""
        if text == "always":
            return cls((((0, DAY),),) * 7)
        days: list[tuple[Span, ...]] = [()] * 7
        for part in text.split(";"):
            names, *spans = part.split()
            first, _, last = names.partition("-")
            if first not in WEEKDAYS or (last or first) not in WEEKDAYS or not spans:
                raise ValueError(f"opening hours {text!r}: cannot read {part.strip()!r}")
            for index in range(WEEKDAYS.index(first), WEEKDAYS.index(last or first) + 1):
                days[index] = tuple(_span(span) for span in spans)
        return cls(tuple(days))

    @property
    def always(self) -> bool:
        return all(spans == ((0, DAY),) for spans in self.days)

    def is_open(self, weekday: int, minute: int) -> bool:
        """Whether it is open on a weekday (0 is Monday) at a minute of that day."""
        if not 0 <= weekday < 7 or not 0 <= minute < DAY:
            raise ValueError(f"weekday {weekday} must be 0 to 6 and minute {minute} 0 to {DAY - 1}")
        today = any(start <= minute < end for start, end in self.days[weekday])
        return today or any(minute + DAY < end for _, end in self.days[weekday - 1])

    def day_text(self, weekday: int) -> str:
        spans = self.days[weekday]
        if not spans:
            return "closed"
        if spans == ((0, DAY),):
            return "open 24 hours"
        return ", ".join(f"{clock(start)}–{clock(end)}" for start, end in spans)

    def text(self) -> str:
        """``Mon–Fri 8:00–18:00; Sat 9:00–14:00; Sun closed``."""
        if self.always:
            return "Open 24 hours, every day"
        parts = []
        first = 0
        for day in range(1, 8):
            if day == 7 or self.days[day] != self.days[first]:
                names = WEEKDAYS[first] if day - first == 1 else f"{WEEKDAYS[first]}–{WEEKDAYS[day - 1]}"
                parts.append(f"{names} {self.day_text(first)}")
                first = day
        return "; ".join(parts)


def _span(text: str) -> Span:
    start, _, end = text.partition("-")
    opens, closes = _minutes(start), _minutes(end)
    return opens, closes if closes > opens else closes + DAY


def _minutes(text: str) -> int:
    hour, _, minute = text.partition(":")
    return int(hour) * 60 + int(minute)
