"""How long the tests of each folder take, told at the end of a run, so that no site eats the time of all.

The default run is to stay at ten minutes on two cores however many sites there are: 1,200 seconds of tests. Time says
more of the machine than of the tests, so nothing fails by it; `scripts/test_budget.py` says what exceeds its share.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import PurePosixPath

import pytest

__all__ = ["BUDGETS", "SITE_BUDGET", "FolderTimes", "budget_of", "folder_of", "over_budget"]

CACHE_KEY = "webcosm/seconds"
SITE_BUDGET = 15.0
"""Seconds of tests for each site, crawler and fuzz and all; what takes longer is marked `sweep`. Twenty-one sites at
this and the two below leave half of the time to the other rooms."""
OTHER_BUDGET = 60.0
BUDGETS: Mapping[str, float] = {
    # The two oldest sites, whose tests are those of the kit's machinery too.
    "sites/admin": 100.0,
    "sites/shop": 100.0,
    "env": 100.0,
    "sites/code": 40.0,  # git is held against the real one, which is a process for each command
}
"""Folders with a share of their own."""


def folder_of(nodeid: str) -> str:
    """The folder that a test's time is counted for; a site that has but a file or two counts like one with a folder.

    >>> folder_of("tests/sites/test_calc_evaluate.py::test_sums"), folder_of("tests/worlds/test_clock.py::test_now")
    ('sites/calc', 'worlds')
    """
    path = PurePosixPath(nodeid.partition("::")[0])
    parts = path.parts[1:-1]
    if parts == ("sites",):
        return f"sites/{path.stem.removeprefix('test_').partition('_')[0]}"
    return "/".join(parts[:2]) or "tests"


def budget_of(folder: str) -> float:
    return BUDGETS.get(folder, SITE_BUDGET if folder.startswith("sites/") else OTHER_BUDGET)


def over_budget(seconds: Mapping[str, float]) -> dict[str, float]:
    """The folders that take more than their share, the worst first."""
    over = {folder: spent for folder, spent in seconds.items() if spent > budget_of(folder)}
    return dict(sorted(over.items(), key=lambda item: budget_of(item[0]) - item[1]))


class FolderTimes:
    """A plugin that adds up what the reports of a run say."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[folder_of(report.nodeid)] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if getattr(self.config, "cache", None) is not None:
            self.config.cache.set(CACHE_KEY, {folder: round(spent, 1) for folder, spent in self.seconds.items()})
        over = over_budget(self.seconds)
        if over:
            terminalreporter.section("folders over their share of time (tests/budget.py)")
        for folder, spent in over.items():
            terminalreporter.line(f"{folder}: {spent:.0f} s of {budget_of(folder):.0f} s")
