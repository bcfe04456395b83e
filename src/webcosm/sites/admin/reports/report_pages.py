"""Reports."""

from __future__ import annotations

from webcosm.sites.admin.reports import report_grids
from webcosm.sites.admin.reports.report_list import REPORTS
from webcosm.sites.admin.reports.report_query import PERIODS, Filter, Report, Result, period_label
from webcosm.sites.admin.shell import MENU, ORDER_STATUSES
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BadRequest, Request, Response
from webcosm.sites.kit.formats import plural

__all__ = ["report_grids", "site"]

STATISTICS = "/reports/statistics"
site.look.environment.filters["period_label"] = period_label


def _declare(report: Report) -> None:
    @site.get(f"/reports/{report.key}", needs="reports.view")
    def show(request: Request) -> Response:
        wanted = Filter.read(report, request.query_list)
        result = Result(report, request, wanted) if wanted.asked and not wanted.errors else None
        if result and request.query.get("format") == "csv":
            return result.csv()
        request.shows("report", report=report.key, **(result.facts if result else {}))
        return request.render(
            "reports/report.html",
            status=422 if wanted.errors else 200,
            report=report,
            wanted=wanted,
            result=result,
            periods=PERIODS,
            order_statuses=ORDER_STATUSES,
        )


for _report in REPORTS:
    _declare(_report)


def _known() -> dict[str, str]:
    """Every report of the menu: its key and label."""
    entries = next(area.entries for area in MENU if area.key == "reports")
    return {path.rpartition("/")[2]: label for path, label in entries if path != STATISTICS}


@site.get(STATISTICS, needs="reports.view")
def statistics(request: Request) -> Response:
    stamps = {row.report: row.refreshed for row in request.db.rows("SELECT * FROM statistics")}
    rows = [(key, label, stamps.get(key)) for key, label in _known().items()]
    request.shows("statistics")
    return request.render("reports/statistics.html", rows=rows)


@site.post(STATISTICS, needs="reports.edit")
def refresh(request: Request) -> Response:
    known, chosen = _known(), request.form_lists.get("report", [])
    if wrong := [key for key in chosen if key not in known]:
        raise BadRequest(f"There is no report {wrong[0]!r}; there are {', '.join(known)}.")
    stamp = request.world.clock.stamp()
    for key in sorted(set(chosen)):
        request.db.run("INSERT OR REPLACE INTO statistics (report, refreshed) VALUES (?, ?)", key, stamp)
    if chosen:
        request.flash(f"The statistics of {plural(len(set(chosen)), 'report')} were refreshed.")
    else:
        request.flash("Tick at least one report first.", "wrong")
    return request.redirect(STATISTICS)
