"""A report as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from webcosm.study.report import words
from webcosm.study.report.levels import Headroom, headroom
from webcosm.study.report.rescore import Rescoring
from webcosm.study.report.summary import Study
from webcosm.study.same import ASPECTS, Sameness
from webcosm.study.stats import Comparison, Rate

__all__ = ["comparison_table", "rescoring_table", "sameness_table", "study_tables"]

MOST_ROWS = 40
"""Differences of two studies on a screen."""
SHOWN = {"site": "site", "kind": "kind", "level": "level", "template": "template"}


class _Titled:
    """A table under a heading, which may be wider than the table. All texts are plain: nothing in them is markup."""

    def __init__(self, title: str, *columns: str) -> None:
        self.title = title
        self.table = Table(box=None, pad_edge=False)
        for number, name in enumerate(columns):
            self.table.add_column(name, justify="right" if number else "left", overflow="fold")

    def add(self, *cells: str) -> None:
        self.table.add_row(*map(Text, cells))

    def __rich__(self) -> Group:
        return Group(Text(self.title, style="bold"), self.table)


def study_tables(study: Study) -> Iterator[RenderableType]:
    """The figures of one study."""
    summary = study.summary
    yield _overview(study)
    for name, title in SHOWN.items():
        groups = summary.groups[name]
        if len(groups) > 1 or name == "template":
            yield _rates(f"By {title}", groups)
    if len(summary.grid) > 1:
        cells = {f"{cell.level}, visual {cell.visual}": cell.rate for cell in summary.grid}
        yield _rates("By difficulty: level and visual", cells)
    if found := headroom(study.records):
        yield from _headroom(found)
    histogram = _Titled("Templates by share solved", "share", "templates")
    for label, count in summary.histogram.items():
        histogram.add(label, str(count))
    yield histogram
    yield _effort(study)
    if len(summary.passes) > 1:
        trials = _Titled("Trials", "k", "pass@k", "pass^k", "tasks")
        for one in summary.passes:
            trials.add(str(one.k), words.percent(one.at), words.percent(one.every), str(one.tasks))
        yield trials
    ends = _Titled("How episodes ended", "ending", "episodes")
    for ending, count in summary.endings.items():
        ends.add(ending, str(count))
    yield ends


def _overview(study: Study) -> _Titled:
    summary = study.summary
    done = f"{len(study.records)} of {study.planned} episodes"
    title = f"{study.label}: {study.manifest.get('agent')}, {done}"
    named = {"SR": summary.overall, "SR_AC": summary.achievable, "SR_UA": summary.unachievable}
    return _rates(title, named)


def _rates(title: str, rates: Mapping[str, Rate]) -> _Titled:
    table = _Titled(title, "", "solved", "rate ±s.e.", "95% interval", "agent-errors", "errors", "if failed")
    for name, rate in rates.items():
        table.add(name, words.counts(rate), words.rate(rate), words.interval(rate), *words.kept_apart(rate))
    return table


def _headroom(found: Headroom) -> Iterator[_Titled]:
    told = f", told the {' and the '.join(found.hints)}" if found.hints else ""
    levels = _Titled(f"By level{told}", "", "solved", "rate ±s.e.", "95% interval", "k", "pass^k", "false success")
    for level, rate in found.levels.items():
        most, claim = found.passes[level][-1] if found.passes[level] else None, found.claims[level]
        levels.add(
            level,
            words.counts(rate),
            words.rate(rate),
            words.interval(rate),
            str(most.k) if most else words.NONE,
            words.percent(most.every) if most else words.NONE,
            f"{claim.false} of {claim.made} claims",
        )
    yield levels
    yield _rates("By skill", found.skills)
    for dial, curve in found.dials.items():
        yield _rates(f"By dial: {dial.replace('_', ' ')}", {str(value): rate for value, rate in curve.items()})


def _effort(study: Study) -> _Titled:
    summary = study.summary
    table = _Titled("Steps and time: mean / median / 90th percentile", "", "episodes", "steps", "seconds")
    for name, steps in summary.steps.items():
        if steps is not None:
            table.add(name, str(steps.count), words.spread(steps), words.spread(summary.seconds[name], 2))
    for name, value in summary.usage.items():
        table.add(name.replace("_", " "), "", "", words.number(value, 4 if name == "cost" else 0))
    return table


def comparison_table(studies: Sequence[Study], comparisons: Sequence[Comparison]) -> _Titled:
    """Every other study against the first, over pairs of equal episodes."""
    table = _Titled(
        f"Compared with {studies[0].label}, episode by episode",
        "study",
        "pairs",
        "wins",
        "ties",
        "losses",
        "difference",
        "95% interval",
        "p",
        "left out",
    )
    for study, one in zip(studies[1:], comparisons, strict=True):
        table.add(
            study.label,
            *map(str, (one.pairs, one.wins, one.ties, one.losses)),
            words.change(one),
            words.interval(one),
            words.p_value(one.p),
            words.left_out(one),
        )
    return table


def sameness_table(found: Sameness) -> _Titled:
    """What differs between two studies, the gravest first."""
    table = _Titled("What differs", "episode", "step", "what", "first", "other")
    ordered = sorted(found.differences, key=lambda one: ASPECTS.index(one.what))
    for one in ordered[:MOST_ROWS]:
        sides = [side if len(side) <= 60 else f"{side[:59]}…" for side in (one.first, one.other)]
        table.add(str(one.key), "" if one.step is None else str(one.step), one.what, *sides)
    if len(ordered) > MOST_ROWS:
        table.add(f"and {len(ordered) - MOST_ROWS} more; --json has them all", "", "", "", "")
    return table


def rescoring_table(rescoring: Rescoring) -> _Titled:
    """What judging again changed, and what could not be judged."""
    scored = f"{rescoring.same} verdicts the same, {len(rescoring.changed)} changed"
    table = _Titled(f"Judged again: {scored}", "episode", "was", "is", "revision")
    for one in rescoring.changed:
        was, now = (f"{side.outcome} {words.number(side.score, 2)}" for side in (one.old, one.new))
        table.add(str(one.new.key), was, now, f"{one.old.revision} → {one.new.revision}")
    for reason, keys in rescoring.left.items():
        table.add(f"left as they are: {reason}", str(len(keys)), "", "")
    return table
