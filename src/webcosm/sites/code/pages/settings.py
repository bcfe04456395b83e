"""One's own settings: profile and status, account, preferences, access tokens, SSH keys."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import Any

from webcosm.sites.code.git.http import token_digest
from webcosm.sites.code.pages.shell import render
from webcosm.sites.code.rules.places import RESERVED, find_namespace
from webcosm.sites.code.rules.projects import check_path
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.site import site
from webcosm.sites.kit import (
    BoundForm,
    Conflict,
    Field,
    Form,
    NotFound,
    Request,
    Response,
    check_password,
    hash_password,
)

__all__ = ["EMOJI", "SCOPES"]

EMOJI = {
    "": "None",
    "palm_tree": "Palm tree (on vacation)",
    "house": "House (working from home)",
    "face_with_thermometer": "Thermometer (out sick)",
    "bus": "Bus (commuting)",
    "calendar": "Calendar (in a meeting)",
    "books": "Books (learning)",
    "construction": "Construction (heads down)",
    "tada": "Party (celebrating)",
    "coffee": "Coffee (on a break)",
}
SCOPES = {
    "read_repository": "Read repositories with git",
    "write_repository": "Read and write repositories with git",
    "read_api": "Read through the programming interface",
    "api": "Read and write through the programming interface",
}
PROFILE = Form(
    Field("status_emoji", "Status symbol", "select", choices=list(EMOJI.items())),
    Field(
        "status_text", "Status", max=100, help="What others see beside your name, such as “On vacation until Monday”."
    ),
    Field("status_busy", "Busy: others are asked not to count on you", "checkbox"),
    Field("name", "Full name", required=True, max=100),
    Field("pronouns", "Pronouns", max=50),
    Field("website", "Website", "url", max=200),
    Field("location", "Location", max=100),
    Field("job_title", "Job title", max=100),
    Field("organization", "Organization", max=100),
    Field("bio", "About you", "textarea", max=250),
    Field("show_email", "Show my address on my profile", "checkbox"),
    Field("private_profile", "Private profile: hide activity, projects and followers from others", "checkbox"),
)
PREFERENCES = Form(
    Field("theme", "Color theme", "radio", choices=[("light", "Light"), ("dark", "Dark")], required=True),
    Field(
        "home_page",
        "What the site begins with",
        "select",
        choices=[
            ("projects", "Your projects"),
            ("starred", "Starred projects"),
            ("activity", "Your activity"),
            ("todos", "To-dos"),
            ("issues", "Issues assigned to you"),
            ("merge_requests", "Merge requests assigned to you"),
        ],
        required=True,
    ),
    Field(
        "diff_view",
        "Changes are shown",
        "radio",
        choices=[("inline", "One below the other"), ("parallel", "Side by side")],
        required=True,
    ),
    Field(
        "notify",
        "Notifications",
        "select",
        choices=[
            ("watch", "Watch: of all activity"),
            ("participating", "Participate: of what you take part in"),
            ("mention", "Mention: only where you are mentioned"),
            ("disabled", "None"),
        ],
        required=True,
    ),
)
TABS = (
    ("profile", "/-/profile", "Profile"),
    ("account", "/-/profile/account", "Account"),
    ("preferences", "/-/profile/preferences", "Preferences"),
    ("tokens", "/-/profile/personal_access_tokens", "Access tokens"),
    ("keys", "/-/profile/keys", "SSH keys"),
)


def _page(request: Request, tab: str, template: str, *, status: int = 200, **context: Any) -> Response:
    request.shows("settings", tab=tab)
    return render(request, template, status=status, tab=tab, setting_tabs=TABS, **context)


def _save(request: Request, form: BoundForm) -> None:
    """Stores what a form holds in the account; ticks as 0 and 1."""
    values = {name: int(value) if isinstance(value, bool) else value or "" for name, value in form.values.items()}
    marks = ", ".join(f"{name} = :{name}" for name in values)
    request.db.run(f"UPDATE account SET {marks} WHERE id = :id", {**values, "id": request.need_user().id})


@site.get("/-/profile", needs="own.view")
def profile(request: Request) -> Response:
    form = PROFILE.show(request.need_user())
    return _page(request, "profile", "settings_form.html", form=form, heading="Profile")


@site.post("/-/profile", needs="own.edit")
def save_profile(request: Request) -> Response:
    user, form = request.need_user(), PROFILE.read(request.form)
    if not form.valid:
        return _page(request, "profile", "settings_form.html", status=422, form=form, heading="Profile")
    _save(request, form)
    request.db.run("UPDATE namespace SET name = ? WHERE account_id = ?", form.values["name"], user.id)
    request.flash("Your profile was saved.")
    return request.redirect("/-/profile")


@site.get("/-/profile/preferences", needs="own.view")
def preferences(request: Request) -> Response:
    form = PREFERENCES.show(request.need_user())
    return _page(request, "preferences", "settings_form.html", form=form, heading="Preferences")


@site.post("/-/profile/preferences", needs="own.edit")
def save_preferences(request: Request) -> Response:
    form = PREFERENCES.read(request.form)
    if not form.valid:
        return _page(request, "preferences", "settings_form.html", status=422, form=form, heading="Preferences")
    _save(request, form)
    request.flash("Your preferences were saved.")
    return request.redirect("/-/profile/preferences")


# Account --------------------------------------------------------------------------------------------------------------

NAME = Form(
    Field("username", "User name", required=True, max=60, help="Your projects' addresses change with it."),
    Field("password", "Password", "password", required=True, autocomplete="current-password"),
)
MAIL = Form(Field("email", "Address", "email", required=True, max=200, help="Commits with this address are yours."))
PASSWORD = Form(
    Field("old", "Present password", "password", required=True, autocomplete="current-password"),
    Field("new", "New password", "password", required=True, min=8, max=200, autocomplete="new-password"),
    Field("again", "New password again", "password", required=True, max=200, autocomplete="new-password"),
)


def _account_page(request: Request, status: int = 200, **forms: BoundForm) -> Response:
    user = request.need_user()
    shown = {"name_form": NAME.show(user), "mail_form": MAIL.show(user), "password_form": PASSWORD.show({}), **forms}
    return _page(request, "account", "settings_account.html", status=status, feed_token=user.feed_token, **shown)


@site.get("/-/profile/account", needs="own.view")
def account(request: Request) -> Response:
    return _account_page(request)


@site.post("/-/profile/account/name", needs="own.edit")
def rename(request: Request) -> Response:
    """Another user name; what stood under the old one is found under the new one."""
    user, db = request.need_user(), request.db
    form = NAME.read(request.form)
    name = form.values.get("username", "")
    if form.valid and not check_password(form.values["password"], user.username, user.password):
        form.fail("password", "This is not your password.")
    if form.valid and name != user.username:
        try:
            check_path(name)
            other = find_namespace(db, name)
            if name.lower() in RESERVED or (other is not None and other.account_id != user.id):
                raise Refused(f"“{name}” is taken.")
        except Refused as refused:
            form.fail("username", str(refused))
    if not form.valid:
        return _account_page(request, 422, name_form=form)
    if name != user.username:
        space = db.row("SELECT * FROM namespace WHERE account_id = ?", user.id)
        assert space
        hashed = hash_password(form.values["password"], name)  # of which the user name is a part
        db.run("UPDATE account SET username = ?, password = ? WHERE id = ?", name, hashed, user.id)
        db.run("UPDATE namespace SET full_path = ?1, path = ?1 WHERE id = ?2", name, space.id)
        db.run("DELETE FROM redirect WHERE full_path IN (?, ?)", user.username, name)
        if name.lower() != user.username.lower():
            db.insert("redirect", full_path=user.username, namespace_id=space.id)
        request.sign_in(name)
    request.flash(f"Your user name is {name} now.")
    return request.redirect("/-/profile/account")


@site.post("/-/profile/account/email", needs="own.edit")
def change_email(request: Request) -> Response:
    user, form = request.need_user(), MAIL.read(request.form)
    if form.valid:
        taken = request.db.value("SELECT 1 FROM account WHERE email = ? AND id <> ?", form.values["email"], user.id)
        if taken:
            form.fail("email", "Another account has this address.")
    if not form.valid:
        return _account_page(request, 422, mail_form=form)
    request.db.run("UPDATE account SET email = ? WHERE id = ?", form.values["email"], user.id)
    request.flash(f"Your address is {form.values['email']} now.")
    return request.redirect("/-/profile/account")


@site.post("/-/profile/account/password", needs="own.edit")
def change_password(request: Request) -> Response:
    user, form = request.need_user(), PASSWORD.read(request.form)
    if form.valid:
        if not check_password(form.values["old"], user.username, user.password):
            form.fail("old", "This is not your present password.")
        elif form.values["new"] != form.values["again"]:
            form.fail("again", "The new passwords are not the same.")
    if not form.valid:
        return _account_page(request, 422, password_form=form)
    hashed = hash_password(form.values["new"], user.username)
    request.db.run("UPDATE account SET password = ? WHERE id = ?", hashed, user.id)
    request.flash("Your password was changed.")
    return request.redirect("/-/profile/account")


@site.post("/-/profile/account/feed_token", needs="own.edit")
def renew_feed_token(request: Request) -> Response:
    request.db.run("UPDATE account SET feed_token = ? WHERE id = ?", request.world.token(), request.need_user().id)
    request.flash("You have a new feed token; the old one is worth nothing any more.")
    return request.redirect("/-/profile/account")


# Tokens and keys ------------------------------------------------------------------------------------------------------

TOKEN = Form(
    Field("name", "Token name", required=True, max=100),
    Field("expires", "Last day", "date"),
    *(Field(name, text, "checkbox") for name, text in SCOPES.items()),
)


def _tokens(request: Request, form: BoundForm, status: int = 200, fresh: str = "") -> Response:
    rows = request.db.rows(
        "SELECT * FROM access_token WHERE account_id = ? ORDER BY revoked IS NOT NULL, created DESC, id DESC",
        request.need_user().id,
    )
    today = str(request.world.clock.today())
    return _page(
        request, "tokens", "settings_tokens.html", status=status, form=form, tokens=rows, fresh=fresh, today=today
    )


@site.get("/-/profile/personal_access_tokens", needs="own.view")
def tokens(request: Request) -> Response:
    return _tokens(request, TOKEN.show({}))


@site.post("/-/profile/personal_access_tokens", needs="own.edit")
def add_token(request: Request) -> Response:
    """The token is shown once, on the page that answers."""
    user, form = request.need_user(), TOKEN.read(request.form)
    scopes = [name for name in SCOPES if form.values.get(name)]
    if form.valid and not scopes:
        form.fail("read_repository", "A token needs at least one scope.")
    if form.valid and form.values["expires"] and form.values["expires"] <= request.world.clock.today():
        form.fail("expires", "The last day must be after today.")
    if not form.valid:
        return _tokens(request, form, 422)
    token = f"cpat-{request.world.token()}"
    request.db.insert(
        "access_token",
        account_id=user.id,
        name=form.values["name"],
        scopes=",".join(sorted(scopes)),
        token_hash=token_digest(token),
        expires=str(form.values["expires"]) if form.values["expires"] else None,
        created=request.world.clock.stamp(),
    )
    return _tokens(request, TOKEN.show({}), fresh=token)


@site.post("/-/profile/personal_access_tokens/{number:int}/revoke", needs="own.edit")
def revoke_token(request: Request, number: int) -> Response:
    user, db = request.need_user(), request.db
    row = db.row("SELECT * FROM access_token WHERE id = ? AND account_id = ?", number, user.id)
    if row is None:
        raise NotFound("You have no such token.")
    if row.revoked is not None:
        raise Conflict("This token was revoked already.")
    db.run("UPDATE access_token SET revoked = ? WHERE id = ?", request.world.clock.stamp(), number)
    request.flash(f"The token “{row.name}” was revoked.")
    return request.redirect("/-/profile/personal_access_tokens")


KEY = Form(
    Field(
        "key",
        "Key",
        "textarea",
        required=True,
        max=5_000,
        help="Begins with ssh-ed25519, ssh-rsa or ecdsa-sha2-nistp256.",
    ),
    Field("title", "Title", max=100, help="If empty, what stands behind the key."),
)
KEY_LINE = re.compile(r"(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521))\s+([A-Za-z0-9+/]+={0,2})(?:\s+(.*))?")


def read_key(text: str) -> tuple[str, str, str]:
    """The key in one line, its fingerprint and its comment."""
    found = KEY_LINE.fullmatch(" ".join(text.split()))
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if not found or len(data) < 20:
        raise Refused("This is no public SSH key, such as ssh-ed25519 AAAA… name@computer.")
    fingerprint = base64.b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
    return f"{found[1]} {found[2]}", f"SHA256:{fingerprint}", found[3] or ""


def _keys(request: Request, form: BoundForm, status: int = 200) -> Response:
    rows = request.db.rows("SELECT * FROM ssh_key WHERE account_id = ? ORDER BY id", request.need_user().id)
    return _page(request, "keys", "settings_keys.html", status=status, form=form, keys=rows)


@site.get("/-/profile/keys", needs="own.view")
def keys(request: Request) -> Response:
    return _keys(request, KEY.show({}))


@site.post("/-/profile/keys", needs="own.edit")
def add_key(request: Request) -> Response:
    user, form, db = request.need_user(), KEY.read(request.form), request.db
    if form.valid:
        try:
            key, fingerprint, comment = read_key(form.values["key"])
            if db.value("SELECT 1 FROM ssh_key WHERE fingerprint = ?", fingerprint):
                raise Refused("This key is in use already.")
        except Refused as refused:
            form.fail("key", str(refused))
        else:
            title = (form.values["title"] or comment or "Key")[:100]
            moment = request.world.clock.stamp()
            db.insert("ssh_key", account_id=user.id, title=title, key=key, fingerprint=fingerprint, created=moment)
            request.flash(f"The key “{title}” was added.")
            return request.redirect("/-/profile/keys")
    return _keys(request, form, 422)


@site.post("/-/profile/keys/{number:int}/delete", needs="own.edit")
def delete_key(request: Request, number: int) -> Response:
    row = request.db.row("SELECT * FROM ssh_key WHERE id = ? AND account_id = ?", number, request.need_user().id)
    if row is None:
        raise NotFound("You have no such key.")
    request.db.run("DELETE FROM ssh_key WHERE id = ?", number)
    request.flash(f"The key “{row.title}” was deleted.")
    return request.redirect("/-/profile/keys")
