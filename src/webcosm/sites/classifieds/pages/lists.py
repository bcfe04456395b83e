"""Lists of listings: search, categories, places, filters; and searches that are saved."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from webcosm.sites.classifieds.pages.shell import region_tree, render
from webcosm.sites.classifieds.rules.board import attributes_of
from webcosm.sites.classifieds.rules.search import CONDITIONS, DISTANCES, SORTS, Criteria, find
from webcosm.sites.classifieds.rules.searches import criteria_of, new_listings
from webcosm.sites.classifieds.site import site
from webcosm.sites.kit import Field, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["listings"]

SIZE = 24
MODES = ("list", "gallery")
NAME = Form(
    Field("name", "Name of the search", required=True, max=80),
    Field("alerts", "Tell me about new listings", "checkbox"),
)


@site.get("/listings", needs="board.view")
def listings(request: Request) -> Response:
    query = request.query
    criteria = Criteria.read(request.db, query)
    mode = query["view"] if query.get("view") in MODES else MODES[0]
    found = find(request.db, criteria, request.now, query, SIZE)
    if not criteria.unknown:
        request.shows("listings", **criteria.facts(), view=mode, first=found.first, total=found.total)
    base = criteria.parameters() | ({"view": mode} if mode != MODES[0] else {})

    def address(without: tuple[str, ...] = (), **more: str) -> str:
        kept = {name: value for name, value in base.items() if name not in without and name not in more}
        kept |= {name: value for name, value in more.items() if value}
        return f"/listings?{urlencode(kept)}" if kept else "/listings"

    return render(
        request,
        "listings.html",
        criteria=criteria,
        found=found,
        mode=mode,
        address=address,
        chips=criteria.chips(),
        regions=region_tree(request.db),
        distances=DISTANCES,
        sorts={key: label for key, (label, _, _) in SORTS.items()},
        conditions=CONDITIONS,
        attributes=attributes_of(request.db, criteria.category.id) if criteria.category else [],
        given=query,
        saved_query=criteria.query(),
        suggested_name=criteria.title(),
    )


# Saved searches -------------------------------------------------------------------------------------------------------


@site.post("/searches", needs="own.edit")
def save_search(request: Request) -> Response:
    user = request.need_user()
    criteria = Criteria.read(request.db, dict(parse_qsl(request.form.get("query", "")[:2_000])))
    form = NAME.read(request.form)
    back = f"/listings?{criteria.query()}"
    if not form.valid:
        request.flash(" ".join(form.errors.values()), "wrong")
        return request.redirect(back)
    known = request.db.row("SELECT * FROM saved_search WHERE account_id = ? AND query = ?", user.id, criteria.query())
    if known:
        request.flash(f"You have saved this search already, as “{known.name}”.", "note")
        return request.redirect("/account/searches")
    now = request.world.clock.stamp()
    request.db.insert(
        "saved_search",
        account_id=user.id,
        name=form.values["name"],
        query=criteria.query(),
        alerts=int(form.values["alerts"]),
        created=now,
        last_checked=now,
    )
    request.flash(f"The search “{form.values['name']}” was saved.")
    return request.redirect("/account/searches")


@site.get("/account/searches", needs="own.view")
def searches(request: Request) -> Response:
    user = request.need_user()
    rows = request.db.rows("SELECT * FROM saved_search WHERE account_id = ? ORDER BY created DESC, id DESC", user.id)
    request.shows("saved searches", account=user.id)
    shown = []
    for row in rows:
        shown.append((row, criteria_of(request.db, row), new_listings(request.db, row, request.now)))
    return render(request, "searches.html", searches=shown)


def _own(request: Request, number: int) -> Row:
    row = request.db.row("SELECT * FROM saved_search WHERE id = ? AND account_id = ?", number, request.need_user().id)
    if row is None:
        raise NotFound(f"You have no saved search {number}.")
    return row


@site.get("/account/searches/{number:int}", needs="own.view")
def open_search(request: Request, number: int) -> Response:
    """Shows what the search finds; from now on only what comes later is new."""
    row = _own(request, number)
    request.db.run("UPDATE saved_search SET last_checked = ? WHERE id = ?", request.world.clock.stamp(), row.id)
    return request.redirect(f"/listings?{row.query}")


@site.post("/account/searches/{number:int}/alerts", needs="own.edit")
def set_alerts(request: Request, number: int) -> Response:
    row = _own(request, number)
    alerts = int(request.form.get("alerts") == "1")
    request.db.run("UPDATE saved_search SET alerts = ? WHERE id = ?", alerts, row.id)
    request.flash(f"Alerts for “{row.name}” are {'on' if alerts else 'off'}.")
    return request.redirect("/account/searches")


@site.post("/account/searches/{number:int}/delete", needs="own.edit")
def delete_search(request: Request, number: int) -> Response:
    row = _own(request, number)
    request.db.run("DELETE FROM saved_search WHERE id = ?", row.id)
    request.flash(f"The search “{row.name}” was deleted.")
    return request.redirect("/account/searches")
