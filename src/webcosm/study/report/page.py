"""A report as one page that needs nothing else, and a page per episode beside it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from webcosm.study.endings import MOST_ERRORS, ending_of
from webcosm.study.record import EpisodeKey, EpisodeRecord
from webcosm.study.report import plots, words
from webcosm.study.report.episodes import episode_parts
from webcosm.study.report.levels import Headroom, headroom
from webcosm.study.report.plots import Plot
from webcosm.study.report.rescore import Rescoring
from webcosm.study.report.summary import Study
from webcosm.study.stats import Comparison, Rate, judged

__all__ = ["write_report"]

GROUPS = {
    "site": "Success by site",
    "kind": "Success by kind of task",
    "level": "Success by level",
    "achievable": "Success by whether the task can be done",
    "suite": "Success by suite",
}
OnPage = Callable[[EpisodeKey], None]
"""Called when an episode's page is written."""


def write_report(
    studies: Sequence[Study],
    comparisons: Sequence[Comparison],
    path: Path,
    *,
    rescorings: Sequence[Rescoring] = (),
    wanted: Callable[[EpisodeRecord], bool] = lambda _: True,
    on_page: OnPage = lambda _: None,
) -> None:
    """Writes the page, and the wanted episodes' pages into `episodes/` beside it."""
    environment = _environment()
    folder = path.parent / "episodes"
    links = [
        {record.key: _link(studies, study, record.key) for record in study.records if wanted(record)}
        for study in studies
    ]
    for study, own in zip(studies, links, strict=True):
        chosen = [record for record in study.records if record.key in own]
        for number, record in enumerate(chosen):
            file = folder.parent / own[record.key]
            file.parent.mkdir(parents=True, exist_ok=True)
            near = [own[chosen[at].key] if 0 <= at < len(chosen) else "" for at in (number - 1, number + 1)]
            page = environment.get_template("episode.html").render(
                study=study,
                record=record,
                ending=ending_of(record),
                home=quote(os.path.relpath(path, file.parent)),
                near=[quote(Path(link).name) for link in near],
                **episode_parts(study.folder, record),
            )
            file.write_text(page, encoding="utf-8", errors="backslashreplace")
            on_page(record.key)
    path.parent.mkdir(parents=True, exist_ok=True)
    page = environment.get_template("index.html").render(
        studies=studies,
        comparisons=comparisons,
        rescorings=rescorings,
        plots=list(_plots(studies)),
        links=[{key: quote(link) for key, link in own.items()} for own in links],
        templates=_templates(studies),
        most_errors=MOST_ERRORS,
    )
    path.write_text(page, encoding="utf-8", errors="backslashreplace")


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("webcosm.study.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["words"] = words
    environment.globals["series"] = plots.SERIES
    return environment


def _link(studies: Sequence[Study], study: Study, key: EpisodeKey) -> str:
    """Path of an episode's page, without signs that an address would need to hide."""
    name = f"{str(key).replace('/', '_').replace('#', '.')}.html"
    return f"episodes/{study.label}/{name}" if len(studies) > 1 else f"episodes/{name}"


def _plots(studies: Sequence[Study]) -> Sequence[Plot]:
    names = [study.label for study in studies]
    found = []
    for grouping, title in GROUPS.items():
        groups = dict.fromkeys(name for study in studies for name in study.summary.groups[grouping])
        if len(groups) > 1 or grouping in ("site", "kind"):
            members = {name: [study.summary.groups[grouping].get(name) for study in studies] for name in groups}
            found.append(plots.rates(title, members, names))
    found += _curves(studies, names)
    found.append(
        plots.columns(
            "Templates by share solved",
            list(studies[0].summary.histogram),
            {study.label: list(study.summary.histogram.values()) for study in studies},
            of="templates",
        )
    )
    for study in studies:
        of = f": {study.label}" if len(studies) > 1 else ""
        found.append(plots.heat_map(f"Difficulty{of}", study.summary.grid))
        found.append(_lengths(f"Length of trajectories{of}", study))
    if any(len(study.summary.passes) > 1 for study in studies):
        found.append(plots.passes_plot("Trials", {study.label: study.summary.passes for study in studies}))
    return found


def _curves(studies: Sequence[Study], names: Sequence[str]) -> Sequence[Plot]:
    """Success by skill and over each dial, where families have levels."""
    known = [headroom(study.records) for study in studies]
    curves: dict[str, list[Mapping[str, Rate]]] = {}
    for title in dict.fromkeys(title for one in known if one for title in _titled(one)):
        curves[title] = [_titled(one).get(title, {}) if one else {} for one in known]
    return [
        plots.rates(
            title,
            {
                value: [one.get(value) for one in parts]
                for value in dict.fromkeys(value for one in parts for value in one)
            },
            names,
        )
        for title, parts in curves.items()
    ]


def _titled(found: Headroom) -> dict[str, Mapping[str, Rate]]:
    dials = {
        f"Success over the dial “{dial.replace('_', ' ')}”": {str(value): rate for value, rate in curve.items()}
        for dial, curve in found.dials.items()
    }
    return {"Success by skill": found.skills, **dials}


def _lengths(title: str, study: Study) -> Plot:
    """How many episodes took how many steps, those that succeeded apart from those that failed."""
    own = judged(study.records)
    most = max((record.steps for record in own), default=1)
    least = 0 if any(record.steps == 0 for record in own) else 1
    width = -(-(most - least + 1) // 16)
    bins = range(least, most + 1, width)
    labels = [str(start) if width == 1 else f"{start}–{start + width - 1}" for start in bins]
    series = {
        outcome: [
            sum(record.outcome == outcome and start <= record.steps < start + width for record in own) for start in bins
        ]
        for outcome in ("success", "failure", "agent-error")
    }
    colours = (plots.SUCCESS, plots.FAILURE)
    return plots.columns(title, labels, series, of="episodes", colours=colours, stacked=True, unit=" steps")


def _templates(studies: Sequence[Study]) -> Sequence[str]:
    return sorted({name for study in studies for name in study.summary.groups["template"]})
