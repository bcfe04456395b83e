"""What somebody sets for themselves: biography, account, preferences, whom and which forums they do not want to see."""

from __future__ import annotations

from webcosm.sites.forum.pages.shell import render
from webcosm.sites.forum.pages.things import MARKDOWN, ask, back, is_preview, wants
from webcosm.sites.forum.rules.moderating import is_last_moderator
from webcosm.sites.forum.rules.notices import account_named
from webcosm.sites.forum.rules.reading import forum_named, user_named
from webcosm.sites.forum.rules.writing import toggle
from webcosm.sites.forum.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, Request, Response, check_password, hash_password

__all__ = ["EMAIL", "NEW_PASSWORD", "TABS", "USERNAME"]

TABS = {
    "profile": "Profile",
    "account": "Account",
    "preferences": "Preferences",
    "blocks": "Blocked people",
    "hidden-forums": "Hidden forums",
}
USERNAME = Field(
    "username",
    "User name",
    required=True,
    min=3,
    max=25,
    pattern=r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?",
    pattern_help="use letters, digits, dots, hyphens and underscores, with a letter or digit at both ends.",
    autocomplete="username",
)
EMAIL = Field("email", "E-mail", "email", required=True, max=100, autocomplete="email")
NEW_PASSWORD = Field(
    "new",
    "New password",
    "password",
    required=True,
    min=8,
    max=200,
    help="At least 8 characters.",
    autocomplete="new-password",
)
PASSWORD_NOW = Field("password", "Password now", "password", required=True, max=200, autocomplete="current-password")


def _page(request: Request, tab: str, template: str, status: int = 200, **context: object) -> Response:
    return render(request, template, status=status, tab=tab, tabs=TABS, **context)


@site.get("/settings", needs="own.view")
def settings(request: Request) -> Response:
    return request.redirect("/settings/profile")


# Profile --------------------------------------------------------------------------------------------------------------

PROFILE = Form(Field("bio", "Biography", "textarea", max=3_000, help=f"Stands on your user page. {MARKDOWN}"))


def _profile_page(request: Request, form: BoundForm) -> Response:
    shown = None
    if is_preview(request):
        form, shown = PROFILE.show({"bio": form.typed["bio"]}), form.typed["bio"]
    return _page(request, "profile", "settings_profile.html", 200 if form.valid else 422, form=form, preview=shown)


@site.get("/settings/profile", needs="own.view")
def profile(request: Request) -> Response:
    user = request.need_user()
    request.shows("profile form", id=user.id)
    return _profile_page(request, PROFILE.show(user))


@site.post("/settings/profile", needs="own.edit")
def save_profile(request: Request) -> Response:
    user = request.need_user()
    form = PROFILE.read(request.form)
    if not form.valid or is_preview(request):
        return _profile_page(request, form)
    bio = (form.values["bio"] or "").strip()
    if bio == user.bio:
        request.flash("Nothing was changed.", "note")
    else:
        request.db.run("UPDATE account SET bio = ? WHERE id = ?", bio, user.id)
        request.flash("Your biography was saved.")
    return request.redirect("/settings/profile")


# Account --------------------------------------------------------------------------------------------------------------

EMAIL_FORM = Form(EMAIL)
NAME_FORM = Form(USERNAME, PASSWORD_NOW)
PASSWORD_FORM = Form(
    Field("old", "Password now", "password", required=True, max=200, autocomplete="current-password"), NEW_PASSWORD
)
LEAVE = Form(PASSWORD_NOW)
WRONG = "This is not your password."


def _account_page(request: Request, **refused: BoundForm) -> Response:
    user = request.need_user()
    shown = {
        "email": EMAIL_FORM.show({"email": user.email}),
        "name": NAME_FORM.show({"username": user.username}),
        "secret": PASSWORD_FORM.show(),
    }
    return _page(request, "account", "settings_account.html", 422 if refused else 200, forms={**shown, **refused})


@site.get("/settings/account", needs="own.view")
def account(request: Request) -> Response:
    request.shows("account form", id=request.need_user().id)
    return _account_page(request)


@site.post("/settings/account/email", needs="own.edit")
def change_email(request: Request) -> Response:
    user, db = request.need_user(), request.db
    form = EMAIL_FORM.read(request.form)
    email = form.values.get("email")
    if email and db.value("SELECT 1 FROM account WHERE lower(email) = ? AND id <> ?", email.lower(), user.id):
        form.fail("email", "Somebody else uses this e-mail address.")
    if not form.valid:
        return _account_page(request, email=form)
    if email == user.email:
        request.flash("Nothing was changed.", "note")
    else:
        db.run("UPDATE account SET email = ? WHERE id = ?", email, user.id)
        request.flash(f"Your e-mail address is {email} now.")
    return request.redirect("/settings/account")


@site.post("/settings/account/username", needs="own.edit")
def change_username(request: Request) -> Response:
    user, db = request.need_user(), request.db
    form = NAME_FORM.read(request.form)
    name, password = form.values.get("username"), form.values.get("password")
    if name and db.value("SELECT 1 FROM account WHERE username = ? AND id <> ?", name, user.id):
        form.fail("username", f"“{name}” is taken.")
    if password and not check_password(password, user.username, user.password):
        form.fail("password", WRONG)
    if not form.valid or not name or not password:
        return _account_page(request, name=form)
    if name == user.username:
        request.flash("Nothing was changed.", "note")
        return request.redirect("/settings/account")
    # The name salts the password.
    secret = hash_password(password, name)
    db.run("UPDATE account SET username = ?, password = ? WHERE id = ?", name, secret, user.id)
    request.sign_in(name)
    request.flash(f"Your user name is {name} now.")
    return request.redirect("/settings/account")


@site.post("/settings/account/password", needs="own.edit")
def change_password(request: Request) -> Response:
    user = request.need_user()
    form = PASSWORD_FORM.read(request.form)
    if form.values.get("old") and not check_password(form.values["old"], user.username, user.password):
        form.fail("old", WRONG)
    if not form.valid:
        return _account_page(request, secret=form)
    secret = hash_password(form.values["new"], user.username)
    request.db.run("UPDATE account SET password = ? WHERE id = ?", secret, user.id)
    request.flash("Your password was changed.")
    return request.redirect("/settings/account")


def _leave_page(request: Request, form: BoundForm) -> Response:
    return _page(request, "account", "settings_leave.html", 200 if form.valid else 422, form=form)


@site.get("/settings/account/delete", needs="own.view")
def ask_leave(request: Request) -> Response:
    request.shows("delete account form", id=request.need_user().id)
    return _leave_page(request, LEAVE.show())


@site.post("/settings/account/delete", needs="own.edit")
def leave(request: Request) -> Response:
    user, db = request.need_user(), request.db
    form = LEAVE.read(request.form)
    if form.valid and not check_password(form.values["password"], user.username, user.password):
        form.fail("password", WRONG)
    alone = [
        row.name
        for row in db.rows(
            "SELECT forum.id, forum.name FROM moderator JOIN forum ON forum.id = forum_id WHERE account_id = ?"
            " ORDER BY forum.name",
            user.id,
        )
        if is_last_moderator(db, row.id, user.id)
    ]
    if form.valid and alone:
        form.fail("", f"You are the only moderator of f/{alone[0]}. Add another one there first.")
    if not form.valid:
        return _leave_page(request, form)
    db.run("DELETE FROM moderator WHERE account_id = ?", user.id)
    db.run("UPDATE account SET active = 0 WHERE id = ?", user.id)
    request.sign_out()
    request.flash("Your account was deleted.", "note")
    return request.redirect("/")


# Preferences ----------------------------------------------------------------------------------------------------------

FRONT = [("featured", "Featured forums"), ("all", "All forums"), ("subscribed", "Subscribed forums")]
SORTS = [
    ("hot", "Hot"),
    ("new", "New"),
    ("active", "Active"),
    ("top", "Top"),
    ("controversial", "Controversial"),
    ("most_commented", "Most commented"),
]
COMMENT_SORTS = [("best", "Best"), ("new", "New"), ("old", "Old"), ("controversial", "Controversial")]
PREFERENCES = Form(
    Field("front_page", "Front page shows", "select", required=True, choices=FRONT),
    Field("front_sort", "Posts on the front page are sorted by", "select", required=True, choices=SORTS),
    Field("comment_sort", "Comments are sorted by", "select", required=True, choices=COMMENT_SORTS),
    Field("show_thumbnails", "Show small pictures in lists", "checkbox"),
    Field(
        "messages_from",
        "Who may begin a conversation with you",
        "select",
        required=True,
        choices=[("everybody", "Everybody"), ("nobody", "Nobody")],
    ),
    Field("notify_replies", "Notify me of replies to my posts and comments", "checkbox"),
    Field("notify_mentions", "Notify me when somebody names me", "checkbox"),
)
FLAGS = ("show_thumbnails", "notify_replies", "notify_mentions")


@site.get("/settings/preferences", needs="own.view")
def preferences(request: Request) -> Response:
    user = request.need_user()
    request.shows("preferences", id=user.id)
    form = PREFERENCES.show({**user, **{name: bool(user[name]) for name in FLAGS}})
    return _page(request, "preferences", "settings_preferences.html", form=form)


@site.post("/settings/preferences", needs="own.edit")
def save_preferences(request: Request) -> Response:
    user = request.need_user()
    form = PREFERENCES.read(request.form)
    if not form.valid:
        return _page(request, "preferences", "settings_preferences.html", 422, form=form)
    values = {name: int(value) if name in FLAGS else value for name, value in form.values.items()}
    changed = {name: value for name, value in values.items() if user[name] != value}
    if changed:
        marks = ", ".join(f"{name} = ?" for name in changed)
        request.db.run(f"UPDATE account SET {marks} WHERE id = ?", *changed.values(), user.id)
        request.flash("Your preferences were saved.")
    else:
        request.flash("Nothing was changed.", "note")
    return request.redirect("/settings/preferences")


# Blocked people -------------------------------------------------------------------------------------------------------

BLOCK = Form(
    Field("username", "User name", required=True, max=60, autocomplete="off"),
    Field("note", "Note to yourself", max=200, help="Nobody else sees it."),
)


def _blocks_page(request: Request, form: BoundForm) -> Response:
    found = request.db.rows(
        "SELECT block.*, account.username FROM block JOIN account ON account.id = blocked_id WHERE account_id = ?"
        " ORDER BY account.username",
        request.need_user().id,
    )
    return _page(request, "blocks", "settings_blocks.html", 200 if form.valid else 422, form=form, found=found)


@site.get("/settings/blocks", needs="own.view")
def blocks(request: Request) -> Response:
    request.shows("blocked people", id=request.need_user().id)
    return _blocks_page(request, BLOCK.show({"username": request.query.get("user", "")[:60]}))


@site.post("/settings/blocks", needs="own.edit")
def add_block(request: Request) -> Response:
    user, db = request.need_user(), request.db
    form = BLOCK.read(request.form)
    person = account_named(db, form.values["username"]) if form.values.get("username") else None
    if form.values.get("username") and person is None:
        form.fail("username", "There is nobody of this name here.")
    elif person and person.id == user.id:
        form.fail("username", "You cannot block yourself.")
    elif person and db.value("SELECT 1 FROM block WHERE account_id = ? AND blocked_id = ?", user.id, person.id):
        form.fail("username", f"You have blocked {person.username} already.")
    if not form.valid or person is None:
        return _blocks_page(request, form)
    _block(request, person.id, form.values["note"] or "")
    request.flash(f"You have blocked {person.username}.", undo=f"/user/{person.username}/block?value=0")
    return request.redirect("/settings/blocks")


def _block(request: Request, person_id: int, note: str) -> None:
    request.db.insert(
        "block",
        account_id=request.need_user().id,
        blocked_id=person_id,
        note=note,
        created=request.world.clock.stamp(),
    )


@site.get("/user/{name}/block", needs="own.view")
def ask_block(request: Request, name: str) -> Response:
    person = user_named(request.db, name)
    sql = "SELECT 1 FROM block WHERE account_id = ? AND blocked_id = ?"
    there = bool(request.db.value(sql, request.need_user().id, person.id))
    return ask(
        request,
        f"Unblock {person.username}?" if there else f"Block {person.username}?",
        "Unblock" if there else "Block",
        f"/user/{person.username}",
        told="" if there else "You see no posts, comments and messages of this account any more.",
        value="0" if there else "1",
    )


@site.post("/user/{name}/block", needs="own.edit")
def block(request: Request, name: str) -> Response:
    user, db = request.need_user(), request.db
    person, wanted = user_named(db, name), wants(request)
    if person.id == user.id:
        raise Conflict("You cannot block yourself.")
    there = bool(db.value("SELECT 1 FROM block WHERE account_id = ? AND blocked_id = ?", user.id, person.id))
    if wanted and not there:
        _block(request, person.id, "")
    elif not wanted and there:
        db.run("DELETE FROM block WHERE account_id = ? AND blocked_id = ?", user.id, person.id)
    told = f"You have blocked {person.username}." if wanted else f"{person.username} is no longer blocked."
    request.flash(told, undo=f"/user/{person.username}/block?value=0" if wanted else "")
    return request.redirect(back(request, f"/user/{person.username}"))


# Hidden forums --------------------------------------------------------------------------------------------------------


def _hidden_form(request: Request) -> Form:
    names = request.db.values(
        "SELECT name FROM forum WHERE id NOT IN (SELECT forum_id FROM hidden_forum WHERE account_id = ?)"
        " ORDER BY name COLLATE NOCASE",
        request.need_user().id,
    )
    choices = [("", "Choose a forum"), *((name, f"f/{name}") for name in names)]
    return Form(Field("forum", "Forum", "select", required=True, choices=choices))


def _hidden_page(request: Request, form: BoundForm) -> Response:
    found = request.db.rows(
        "SELECT forum.name, forum.title FROM hidden_forum JOIN forum ON forum.id = forum_id WHERE account_id = ?"
        " ORDER BY forum.name COLLATE NOCASE",
        request.need_user().id,
    )
    status = 200 if form.valid else 422
    return _page(request, "hidden-forums", "settings_hidden.html", status, form=form, found=found)


@site.get("/settings/hidden-forums", needs="own.view")
def hidden_forums(request: Request) -> Response:
    request.shows("hidden forums", id=request.need_user().id)
    return _hidden_page(request, _hidden_form(request).show())


@site.post("/settings/hidden-forums", needs="own.edit")
def hide_forum(request: Request) -> Response:
    form = _hidden_form(request).read(request.form)
    if not form.valid:
        return _hidden_page(request, form)
    forum = forum_named(request.db, form.values["forum"])
    toggle(request.db, "hidden_forum", True, account_id=request.need_user().id, forum_id=forum.id)
    request.flash(f"f/{forum.name} is hidden from “All”.", undo=f"/f/{forum.name}/hide?value=0")
    return request.redirect("/settings/hidden-forums")
