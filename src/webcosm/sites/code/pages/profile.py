"""Somebody's profile: what they say of themselves, what they did, their projects, stars and followers."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from webcosm.sites.code.pages.shell import render, viewer_of
from webcosm.sites.code.rules.events import calendar, tell
from webcosm.sites.code.rules.places import PROJECT
from webcosm.sites.code.site import site
from webcosm.sites.kit import Conflict, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["account_at", "show_profile"]

STARRED = f"{PROJECT} JOIN star ON star.project_id = project.id WHERE star.account_id = ?"
EVENTS = "SELECT event.*, account.name, account.username FROM event JOIN account ON account.id = event.account_id"


def account_at(request: Request, username: str) -> Row:
    row = request.db.row("SELECT * FROM account WHERE username = ?", username)
    if row is None:
        raise NotFound(f"There is nobody called “{username}”.")
    return row


def _frame(request: Request, account: Row, tab: str, **context: Any) -> Response:
    db, viewer = request.db, viewer_of(request)
    own = viewer.id == account.id
    counts = db.row(
        "SELECT (SELECT count(*) FROM follow WHERE followed_id = ?1) AS followers,"
        " (SELECT count(*) FROM follow WHERE follower_id = ?1) AS following",
        account.id,
    )
    followed = viewer.id is not None and db.value(
        "SELECT count(*) FROM follow WHERE follower_id = ? AND followed_id = ?", viewer.id, account.id
    )
    request.shows("profile", username=account.username, tab=tab, page=getattr(context.get("listing"), "number", 1))
    return render(
        request,
        "user_profile.html",
        account=account,
        tab=tab,
        own=own,
        hidden=bool(account.private_profile) and not own and not viewer.is_admin,
        follow_counts=counts,
        followed=bool(followed),
        **context,
    )


def show_profile(request: Request, account: Row) -> Response:
    """The overview; called by ``place`` for a plain path."""
    db, viewer = request.db, viewer_of(request)
    today = request.world.clock.today()
    events = db.rows(
        f"{EVENTS} WHERE event.account_id = ? ORDER BY event.created DESC, event.id DESC LIMIT 60", account.id
    )
    start = today - timedelta(days=today.weekday() + 7 * 51)
    days = calendar(viewer, account.id, str(start))
    return _frame(
        request,
        account,
        "overview",
        events=tell(viewer, events)[:15],
        weeks=_weeks(start, today, days),
        contributions=sum(days.values()),
        projects=db.rows(
            f"{PROJECT} WHERE project.namespace_id = (SELECT id FROM namespace WHERE account_id = ?) AND"
            f" {viewer.visible} ORDER BY project.active DESC, project.id LIMIT 6",
            account.id,
        ),
    )


def _weeks(start: date, today: date, days: dict[str, int]) -> list[list[tuple[str, int, int]]]:
    """Columns of a calendar: each day with its number and how dark it is, from 0 to 4."""
    weeks = []
    for week in range(52):
        column = []
        for weekday in range(7):
            day = start + timedelta(days=7 * week + weekday)
            if day <= today:
                number = days.get(str(day), 0)
                column.append((str(day), number, 0 if not number else 1 + (number > 3) + (number > 8) + (number > 16)))
        weeks.append(column)
    return weeks


@site.get("/users/{username}/activity", needs="public.view")
def activity(request: Request, username: str) -> Response:
    account = account_at(request, username)
    listing = request.listing(
        f"{EVENTS} WHERE event.account_id = ? ORDER BY event.created DESC, event.id DESC", account.id, size=40
    )
    return _frame(request, account, "activity", listing=listing, events=tell(viewer_of(request), listing.items))


@site.get("/users/{username}/projects", needs="public.view")
def projects(request: Request, username: str) -> Response:
    account = account_at(request, username)
    listing = request.listing(
        f"{PROJECT} WHERE project.namespace_id = (SELECT id FROM namespace WHERE account_id = ?)"
        f" AND {viewer_of(request).visible} ORDER BY project.active DESC, project.id",
        account.id,
        size=20,
    )
    return _frame(request, account, "projects", listing=listing)


@site.get("/users/{username}/contributed", needs="public.view")
def contributed(request: Request, username: str) -> Response:
    """Projects of others in which they have commits or opened something."""
    account = account_at(request, username)
    listing = request.listing(
        f"{PROJECT} WHERE project.id IN (SELECT project_id FROM commit_log WHERE author_email = ?2"
        " UNION SELECT project_id FROM merge_request WHERE author_id = ?1 AND state = 'merged')"
        f" AND {viewer_of(request).visible} ORDER BY project.active DESC, project.id",
        account.id,
        account.email,
        size=20,
    )
    return _frame(request, account, "contributed", listing=listing)


@site.get("/users/{username}/starred", needs="public.view")
def starred(request: Request, username: str) -> Response:
    account = account_at(request, username)
    listing = request.listing(
        f"{STARRED} AND {viewer_of(request).visible} ORDER BY star.created DESC, project.id", account.id, size=20
    )
    return _frame(request, account, "starred", listing=listing)


@site.get("/users/{username}/followers", needs="public.view")
def followers(request: Request, username: str) -> Response:
    return _people(request, username, "followers", "follower_id", "followed_id")


@site.get("/users/{username}/following", needs="public.view")
def following(request: Request, username: str) -> Response:
    return _people(request, username, "following", "followed_id", "follower_id")


def _people(request: Request, username: str, tab: str, who: str, of: str) -> Response:
    account = account_at(request, username)
    listing = request.listing(
        f"SELECT account.* FROM follow JOIN account ON account.id = follow.{who} WHERE follow.{of} = ?"
        " ORDER BY follow.created DESC, account.id",
        account.id,
        size=40,
    )
    return _frame(request, account, tab, listing=listing)


@site.post("/users/{username}/follow", needs="own.edit")
def follow(request: Request, username: str) -> Response:
    """Follows somebody, or stops to."""
    account, user, db = account_at(request, username), request.need_user(), request.db
    if account.id == user.id:
        raise Conflict("You cannot follow yourself.")
    gone = db.run("DELETE FROM follow WHERE follower_id = ? AND followed_id = ?", user.id, account.id)
    if not gone:
        db.insert("follow", follower_id=user.id, followed_id=account.id, created=request.world.clock.stamp())
    request.flash(f"You {'no longer follow' if gone else 'follow'} {account.name}.")
    return request.redirect(f"/{account.username}")
