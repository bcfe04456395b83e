"""Plots as SVG, drawn by hand: no scripts, no other files, and the same bytes for the same figures.

Every plot comes with the table of what it shows, for those who cannot see it or want to know exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from webcosm.study.report import words
from webcosm.study.stats import LEVELS, Cell, Passes, Rate

__all__ = ["ERROR", "FAILURE", "SERIES", "SUCCESS", "Plot", "columns", "heat_map", "passes_plot", "rates"]

WIDTH = 440
"""Units of all plots: wide enough for a desk, and letters can still be read when a phone shrinks it."""
SERIES = ("#2563a8", "#b8560f", "#2c7a51", "#7b4397", "#8a6d00", "#a83250")
"""One colour per study; neighbours differ in lightness or hue for colour-blind readers, and all are 4.5:1 on white."""
SUCCESS, FAILURE, ERROR = "#2c7a51", "#b8560f", "#6b5b95"
INK, SOFT, LINE, TRACK = "#1d2530", "#5b6573", "#c9d0d9", "#edf0f4"


@dataclass(frozen=True)
class Plot:
    """A picture and the table behind it."""

    title: str
    svg: Markup
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    legend: Sequence[tuple[str, str]] = ()
    """Colour and name of each series, where there are several."""


def rates(title: str, groups: Mapping[str, Sequence[Rate | None]], studies: Sequence[str]) -> Plot:
    """Success by group with intervals: one bar per study in each group. None where a study lacks the group."""
    left, right, bar, gap = 104, 104, 15, 11
    scale = (WIDTH - left - right) / 100
    height = 22 + sum(bar * len(members) + gap for members in groups.values())
    parts = [_grid_line(left + tick * scale, 4, height - 20) for tick in (0, 50, 100)]
    parts += [_text(left + tick * scale, height - 6, f"{tick}%", SOFT, "middle", 11) for tick in (0, 50, 100)]
    y = 8.0
    for name, members in groups.items():
        middle = y + bar * len(members) / 2
        parts.append(_text(left - 8, middle + 4, _short(name, 16), INK, "end", full=name))
        for number, rate in enumerate(members):
            if rate is not None:
                hint = f"{name}, {studies[number]}: {_in_words(rate)}"
                parts.append(_rate_bar(rate, left, y + bar * number, bar, scale, SERIES[number % len(SERIES)], hint))
        y += bar * len(members) + gap
    rows = [
        [name, *([study] if len(studies) > 1 else []), *_rate_row(rate)]
        for name, members in groups.items()
        for study, rate in zip(studies, members, strict=True)
        if rate is not None
    ]
    head = ["group", *(["study"] if len(studies) > 1 else []), *RATE_HEAD]
    return Plot(title, _svg(title, _described(rows), height, parts), head, rows, _legend(studies))


RATE_HEAD = ("solved", "rate ±s.e.", "95% interval", "agent-errors", "errors", "if failed")


def _rate_row(rate: Rate) -> list[str]:
    return [words.counts(rate), words.rate(rate), words.interval(rate), *words.kept_apart(rate)]


def _in_words(rate: Rate) -> str:
    if rate.rate is None:
        return f"nothing judged, {words.plural(rate.errors, 'error')}"
    errors = f", {words.plural(rate.errors, 'error')} apart" if rate.errors else ""
    return f"{words.percent(rate.rate)} ({words.counts(rate)}), 95% interval {words.interval(rate)}{errors}"


def _rate_bar(rate: Rate, left: float, y: float, bar: float, scale: float, colour: str, hint: str) -> str:
    middle, full = y + bar / 2, 100 * scale
    parts = [_rect(left, y + 2, full, bar - 4, TRACK)]
    if rate.rate is None or rate.low is None or rate.high is None:
        parts.append(_text(left + full + 8, middle + 4, words.plural(rate.errors, "error"), ERROR, "start", 11))
    else:
        low, high = left + 100 * rate.low * scale, left + 100 * rate.high * scale
        parts.append(_rect(left, y + 2, 100 * rate.rate * scale, bar - 4, colour))
        for width, ink in ((4.0, "#ffffff"), (1.5, INK)):  # a pale rim, so that it is seen on the bar too
            parts.append(
                f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 3.5:.1f}v7'
                f'M{high:.1f} {middle - 3.5:.1f}v7" stroke="{ink}" stroke-width="{width}" fill="none"/>'
            )
        value = f"{100 * rate.rate:.0f}% · {rate.solved}/{rate.judged}"
        parts.append(_text(left + full + 8, middle + 4, value, INK, "start", 11))
    return f"<g><title>{escape(hint)}</title>{''.join(parts)}</g>"


def columns(
    title: str,
    labels: Sequence[str],
    series: Mapping[str, Sequence[int]],
    *,
    of: str,
    colours: Sequence[str] = SERIES,
    stacked: bool = False,
    unit: str = "",
) -> Plot:
    """Counts as columns; several series stand beside or on top of each other. `of` says what is counted."""
    left, top, foot, height = 34, 14, 40, 220
    wide, high = WIDTH - left - 6, height - top - foot
    totals = [sum(values) if stacked else max(values) for values in zip(*series.values(), strict=True)]
    ceiling = _ceiling(max(totals, default=0))
    slot = wide / max(1, len(labels))
    width = min(46.0, slot * 0.78) / (1 if stacked else max(1, len(series)))
    parts = []
    for tick in sorted({0, ceiling // 2 if ceiling % 2 == 0 else ceiling, ceiling}):
        y = top + high - high * tick / ceiling
        parts.append(f'<path d="M{left} {y:.1f}H{WIDTH - 6}" stroke="{LINE}" stroke-width="1"/>')
        parts.append(_text(left - 6, y + 4, str(tick), SOFT, "end", 11))
    every = -(-len(labels) * 34 // round(wide))  # labels of about 34 units must not touch
    for place, label in enumerate(labels):
        middle = left + slot * (place + 0.5)
        base = float(top + high)
        beside = middle - width * (1 if stacked else len(series)) / 2
        for colour, (name, values) in zip(colours, series.items(), strict=False):
            tall = high * values[place] / ceiling
            hint = escape(f"{label}{unit}, {name}: {values[place]} {of}")
            if values[place]:
                parts.append(f"<g><title>{hint}</title>{_rect(beside, base - tall, width, tall, colour)}</g>")
            if stacked:
                base -= tall
            else:
                if values[place]:
                    parts.append(
                        _text(beside + width / 2, top + high - tall - 4, str(values[place]), INK, "middle", 10)
                    )
                beside += width
        if place % every == 0:
            parts.append(_text(middle, height - foot + 16, label, SOFT, "middle", 10.5))
    parts.append(_text(left + wide / 2, height - 6, unit.strip() or "share of its episodes solved", SOFT, "middle", 11))
    rows = [[label, *(str(values[place]) for values in series.values())] for place, label in enumerate(labels)]
    legend = list(zip(colours, series, strict=False)) if len(series) > 1 else []
    return Plot(title, _svg(title, _described(rows), height, parts), [unit.strip() or "share", *series], rows, legend)


def _ceiling(most: int) -> int:
    """A round number at or above the largest value."""
    step = 1
    while most > 10 * step:
        step *= 10
    return max(1, next(step * times for times in (1, 2, 3, 4, 5, 6, 8, 10) if step * times >= most))


def heat_map(title: str, cells: Sequence[Cell]) -> Plot:
    """Success by level (down) and visual difficulty (across)."""
    found = {(cell.level, cell.visual): cell.rate for cell in cells}
    levels = [level for level in (*LEVELS, "unrated") if any(cell.level == level for cell in cells)]
    visuals = sorted({cell.visual for cell in cells})
    left, top, high = 74, 8, 46
    wide = (WIDTH - left - 6) / max(1, len(visuals))
    height = top + high * len(levels) + 40
    parts = []
    for row, level in enumerate(levels):
        y = top + high * row
        parts.append(_text(left - 8, y + high / 2 + 4, level, INK, "end"))
        for column, visual in enumerate(visuals):
            x = left + wide * column
            rate = found.get((level, visual))
            fill = TRACK if rate is None or rate.rate is None else _shade(rate.rate)
            hint = f"{level}, visual {visual}: {_in_words(rate) if rate else 'no episodes'}"
            parts.append(f"<g><title>{escape(hint)}</title>{_rect(x + 1, y + 1, wide - 2, high - 2, fill)}")
            if rate is not None:
                share = "–" if rate.rate is None else f"{100 * rate.rate:.0f}%"
                parts.append(_text(x + wide / 2, y + high / 2 - 1, share, INK, "middle", 14, bold=True))
                errors = f", {words.plural(rate.errors, 'error')}" if rate.errors else ""
                counted = f"{rate.solved}/{rate.judged}{errors}"
                parts.append(_text(x + wide / 2, y + high / 2 + 14, counted, INK, "middle", 10.5))
            parts.append("</g>")
    for column, visual in enumerate(visuals):
        parts.append(_text(left + wide * (column + 0.5), height - 22, str(visual), SOFT, "middle", 11))
    parts.append(
        _text((left + WIDTH) / 2, height - 6, "visual difficulty: 0 text is enough, 3 hardest", SOFT, "middle", 11)
    )
    rows = [[cell.level, str(cell.visual), *_rate_row(cell.rate)] for cell in cells]
    return Plot(title, _svg(title, _described(rows), height, parts), ["level", "visual", *RATE_HEAD], rows)


def _shade(share: float) -> str:
    """From pale to full blue, which dark letters can still be read on."""
    pale, full = (0xEC, 0xF2, 0xF9), (0x6F, 0xA3, 0xDB)
    mixed = (round(one + (two - one) * share) for one, two in zip(pale, full, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def passes_plot(title: str, studies: Mapping[str, Sequence[Passes]]) -> Plot:
    """pass@k as full lines, pass^k as dashed ones."""
    left, top, foot, height = 44, 10, 38, 220
    wide, high = WIDTH - left - 14, height - top - foot
    most = max(len(values) for values in studies.values())
    across = [left + wide * (k / (most - 1) if most > 1 else 0.5) for k in range(most)]
    parts = []
    for tick in (0, 50, 100):
        y = top + high * (1 - tick / 100)
        parts.append(f'<path d="M{left} {y:.1f}H{WIDTH - 14}" stroke="{LINE}" stroke-width="1"/>')
        parts.append(_text(left - 6, y + 4, f"{tick}%", SOFT, "end", 11))
    for k, x in enumerate(across, 1):
        parts.append(_text(x, height - foot + 16, str(k), SOFT, "middle", 11))
    parts.append(_text(left + wide / 2, height - 5, "k trials: full line pass@k, dashed pass^k", SOFT, "middle", 11))
    for colour, (study, values) in zip(SERIES * len(studies), studies.items(), strict=False):
        for kind, sign, dash in (("at", "@", ""), ("every", "^", ' stroke-dasharray="5 4"')):
            points = [(x, top + high * (1 - getattr(one, kind))) for x, one in zip(across, values, strict=False)]
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
            for (x, y), one in zip(points, values, strict=True):
                hint = escape(f"{study}, pass{sign}{one.k}: {words.percent(getattr(one, kind))} of {one.tasks} tasks")
                parts.append(
                    f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"><title>{hint}</title></circle>'
                )
    rows = [
        [study, str(one.k), words.percent(one.at), words.percent(one.every), str(one.tasks)]
        for study, values in studies.items()
        for one in values
    ]
    head = ["study", "k", "pass@k", "pass^k", "tasks"]
    return Plot(title, _svg(title, _described(rows), height, parts), head, rows, _legend(list(studies)))


# Parts ----------------------------------------------------------------------------------------------------------------


def _legend(studies: Sequence[str]) -> list[tuple[str, str]]:
    return [(SERIES[number % len(SERIES)], name) for number, name in enumerate(studies)] if len(studies) > 1 else []


def _described(rows: Sequence[Sequence[str]]) -> str:
    """What a screen reader says of the whole plot; the rest is in the table."""
    first = "; ".join(" ".join(row) for row in rows[:6])
    return f"{first}; and more in the table below" if len(rows) > 6 else first


def _svg(title: str, description: str, height: float, parts: Sequence[str]) -> Markup:
    return Markup(
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(parts)}</svg>"
    )


def _text(
    x: float, y: float, text: str, colour: str, anchor: str, size: float = 12, *, bold: bool = False, full: str = ""
) -> str:
    weight = ' font-weight="600"' if bold else ""
    title = f"<title>{escape(full)}</title>" if full and full != text else ""
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size:g}" fill="{colour}"{weight}'
    return f"<text {where}>{title}{escape(text)}</text>"


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="1.5" fill="{colour}"/>'


def _grid_line(x: float, top: float, bottom: float) -> str:
    return f'<path d="M{x:.1f} {top:g}V{bottom:g}" stroke="{LINE}" stroke-width="1"/>'


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
