"""Who keeps order in a forum and who is kept out of it: moderators and bans."""

from __future__ import annotations

from datetime import date

from webcosm.sites.forum.pages.forums import show_forum
from webcosm.sites.forum.pages.moderation import moderated_forum
from webcosm.sites.forum.pages.things import ask
from webcosm.sites.forum.rules.moderating import (
    add_moderator,
    ban,
    ban_of,
    ban_words,
    lift_ban,
    moderates,
    remove_moderator,
)
from webcosm.sites.forum.rules.notices import account_named
from webcosm.sites.forum.rules.reading import forum_named, user_named
from webcosm.sites.forum.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["moderators"]

SIZE = 30
MODERATOR = Form(Field("username", "User name", required=True, max=60, autocomplete="off"))


@site.get("/f/{name}/moderators", needs="public.view")
def moderators(request: Request, name: str) -> Response:
    forum = forum_named(request.db, name)
    request.shows("moderators", forum=forum.name)
    return _moderators_page(request, forum, MODERATOR.show({"username": request.query.get("add", "")[:60]}))


def _moderators_page(request: Request, forum: Row, form: BoundForm) -> Response:
    found = request.db.rows(
        "SELECT account.id, account.username, account.active, account.role, moderator.created AS since FROM moderator"
        " JOIN account ON account.id = account_id WHERE forum_id = ? ORDER BY moderator.created, account.id",
        forum.id,
    )
    status = 200 if form.valid else 422
    return show_forum(request, forum, "moderators.html", "moderators", status=status, form=form, found=found)


@site.post("/f/{name}/moderators", needs="own.edit")
def add(request: Request, name: str) -> Response:
    db = request.db
    forum = moderated_forum(request, name)
    form = MODERATOR.read(request.form)
    account = account_named(db, form.values["username"]) if form.valid else None
    if form.valid and account is None:
        form.fail("username", "There is nobody of this name here.")
    elif account and db.value("SELECT 1 FROM moderator WHERE forum_id = ? AND account_id = ?", forum.id, account.id):
        form.fail("username", f"{account.username} is a moderator of f/{forum.name} already.")
    elif account and (found := ban_of(db, account.id, forum.id, request.world.clock.stamp())):
        form.fail("username", f"{account.username} is banned from f/{forum.name} {ban_words(found)}.")
    if not form.valid or account is None:
        return _moderators_page(request, forum, form)
    add_moderator(db, request.need_user(), forum, account, request.world.clock.stamp())
    request.flash(f"{account.username} is a moderator of f/{forum.name} now.")
    return request.redirect(f"/f/{forum.name}/moderators")


def _moderator(request: Request, name: str, username: str) -> tuple[Row, Row]:
    forum = moderated_forum(request, name)
    account = user_named(request.db, username)
    if not request.db.value("SELECT 1 FROM moderator WHERE forum_id = ? AND account_id = ?", forum.id, account.id):
        raise NotFound(f"{account.username} is no moderator of f/{forum.name}.")
    return forum, account


@site.get("/f/{name}/moderators/{username}/remove", needs="own.view")
def ask_remove(request: Request, name: str, username: str) -> Response:
    forum, account = _moderator(request, name, username)
    own = account.id == request.need_user().id
    return ask(
        request,
        f"Step down as a moderator of f/{forum.name}?" if own else f"Take {account.username} off the moderators?",
        "Step down" if own else "Remove moderator",
        f"/f/{forum.name}/moderators",
        danger=True,
        crumbs=[(f"/f/{forum.name}", f"f/{forum.name}"), (f"/f/{forum.name}/moderators", "Moderators")],
    )


@site.post("/f/{name}/moderators/{username}/remove", needs="own.edit")
def take_off(request: Request, name: str, username: str) -> Response:
    forum, account = _moderator(request, name, username)
    user = request.need_user()
    remove_moderator(request.db, user, forum, account, request.world.clock.stamp())
    request.flash(f"{account.username} is no longer a moderator of f/{forum.name}.")
    there = moderates(request.db, user, forum.id)
    return request.redirect(f"/f/{forum.name}/moderators" if there else f"/f/{forum.name}")


# Bans -----------------------------------------------------------------------------------------------------------------


def _ban_form(today: date) -> Form:
    def later(until: date) -> str | None:
        return None if until > today else "The end must be a day to come."

    return Form(
        Field("username", "User name", required=True, max=60, autocomplete="off"),
        Field("reason", "Reason", required=True, min=3, max=300, help="Who is banned reads it."),
        Field(
            "until",
            "Until",
            "date",
            help="The ban ends when this day begins. Leave it empty to ban for good.",
            check=later,
        ),
    )


BANS = (
    "SELECT ban.*, account.username, account.active, moderator.username AS moderator,"
    " lifted IS NULL AND (until IS NULL OR until > ?1) AS holds FROM ban JOIN account ON account.id = account_id"
    " JOIN account AS moderator ON moderator.id = by_id WHERE forum_id = ?2"
)


def _bans_page(request: Request, forum: Row, form: BoundForm) -> Response:
    state = request.query.get("state", "")
    state = state if state in ("over", "all") else "current"
    condition = {"current": " AND holds", "over": " AND NOT holds", "all": ""}[state]
    listing = request.listing(
        f"{BANS}{condition} ORDER BY ban.created DESC, ban.id DESC",
        request.world.clock.stamp(),
        forum.id,
        size=SIZE,
    )
    request.shows("bans", forum=forum.name, state=state, page=listing.number)
    return show_forum(
        request,
        forum,
        "bans.html",
        "bans",
        status=200 if form.valid else 422,
        form=form,
        listing=listing,
        state=state,
        states={"current": "Current", "over": "Over", "all": "All"},
    )


@site.get("/f/{name}/bans", needs="own.view")
def bans(request: Request, name: str) -> Response:
    forum = moderated_forum(request, name)
    form = _ban_form(request.world.clock.today())
    return _bans_page(request, forum, form.show({"username": request.query.get("user", "")[:60]}))


@site.post("/f/{name}/bans", needs="own.edit")
def add_ban(request: Request, name: str) -> Response:
    db, now = request.db, request.world.clock.stamp()
    forum = moderated_forum(request, name)
    form = _ban_form(request.world.clock.today()).read(request.form)
    account = account_named(db, form.values["username"]) if form.values.get("username") else None
    if form.values.get("username") and account is None:
        form.fail("username", "There is nobody of this name here.")
    elif account and account.id == request.need_user().id:
        form.fail("username", "This is your own account.")
    elif account and (found := ban_of(db, account.id, forum.id, now)):
        form.fail("username", f"{account.username} is banned {ban_words(found)} already. Lift that ban first.")
    if not form.valid or account is None:
        return _bans_page(request, forum, form)
    until = form.values["until"]
    ban(
        db,
        request.need_user(),
        forum,
        account,
        form.values["reason"],
        f"{until} 00:00:00" if until else None,
        now,
    )
    made = ban_of(db, account.id, forum.id, now)
    assert made
    request.flash(f"{account.username} is banned from f/{forum.name} {ban_words(made)}.")
    return request.redirect(f"/f/{forum.name}/bans")


def _ban(request: Request, name: str, number: int) -> tuple[Row, Row]:
    forum = moderated_forum(request, name)
    found = request.db.row(f"{BANS} AND ban.id = ?3", request.world.clock.stamp(), forum.id, number)
    if found is None:
        raise NotFound(f"f/{forum.name} has no such ban.")
    if not found.holds:
        raise Conflict("This ban is over.")
    return forum, found


@site.get("/f/{name}/bans/{number:int}/lift", needs="own.view")
def ask_lift(request: Request, name: str, number: int) -> Response:
    forum, found = _ban(request, name, number)
    return ask(
        request,
        f"Lift the ban of {found.username}?",
        "Lift ban",
        f"/f/{forum.name}/bans",
        told=f"Banned {ban_words(found)}: {found.reason}",
        crumbs=[(f"/f/{forum.name}", f"f/{forum.name}"), (f"/f/{forum.name}/bans", "Bans")],
    )


@site.post("/f/{name}/bans/{number:int}/lift", needs="own.edit")
def lift(request: Request, name: str, number: int) -> Response:
    forum, found = _ban(request, name, number)
    lift_ban(request.db, request.need_user(), forum, found, request.world.clock.stamp())
    request.flash(f"The ban of {found.username} from f/{forum.name} was lifted.")
    return request.redirect(f"/f/{forum.name}/bans")
