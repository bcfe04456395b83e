"""Forums: founding and changing one, its rules, subscribing to it, leaving it out of one's lists."""

from __future__ import annotations

import re

from webcosm.sites.forum.pages.things import MARKDOWN, ask, back, form_page, is_preview, wants
from webcosm.sites.forum.rules.moderating import log, need_moderator
from webcosm.sites.forum.rules.reading import forum_named
from webcosm.sites.forum.rules.writing import toggle
from webcosm.sites.forum.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["tags_of"]

MOST_TAGS = 6
MOST_RULES = 20
_TAG = re.compile(r"[a-z0-9][a-z0-9-]{1,23}")

NAME = Field(
    "name",
    "Name",
    required=True,
    min=3,
    max=30,
    pattern=r"[A-Za-z0-9_]+",
    pattern_help="use letters, digits and underscores only.",
    help="Stands in the address, /f/NAME, and cannot be changed later.",
)


def tags_of(typed: str) -> list[str]:
    """The tags in a line, in the form that they are kept in."""
    words = (re.sub(r"[\s_]+", "-", one.strip().lower()) for one in typed.split(","))
    return sorted(set(filter(None, words)))


def _check_tags(typed: str) -> str | None:
    found = tags_of(typed)
    if len(found) > MOST_TAGS:
        return f"A forum may have at most {MOST_TAGS} tags; these are {len(found)}."
    wrong = [one for one in found if not _TAG.fullmatch(one)]
    return f"“{wrong[0][:40]}” is no tag: use 2 to 24 letters, digits and hyphens." if wrong else None


ABOUT = (
    Field("title", "Title", required=True, min=3, max=100),
    Field("description", "Description", required=True, max=300, help="One line, for lists of forums."),
    Field("sidebar", "Sidebar", "textarea", required=True, max=10_000, help=MARKDOWN),
    Field("tags", "Tags", max=200, help="Up to six, with commas between them.", check=_check_tags),
)
FEATURED = Field("featured", "Featured: its posts are on the front page of guests", "checkbox")


def _form(request: Request, *, new: bool) -> Form:
    featured = [FEATURED] if request.need_user().role == "admin" else []
    return Form(*([NAME] if new else []), *ABOUT, *featured)


def _columns(form: BoundForm, forum: Row | None = None) -> dict[str, str | int]:
    values = form.values
    featured = values["featured"] if "featured" in values else bool(forum and forum.featured)
    return {
        "title": values["title"],
        "description": values["description"],
        "sidebar": values["sidebar"].strip(),
        "tags": ",".join(tags_of(values["tags"] or "")),
        "featured": int(featured),
    }


@site.get("/create-forum", needs="own.view")
def new(request: Request) -> Response:
    request.shows("create forum form")
    return _create_page(request, _form(request, new=True).show())


def _create_page(request: Request, form: BoundForm) -> Response:
    intro = "You become its first moderator and are subscribed to it."
    return form_page(request, "Create a forum", form, "Create forum", "/forums", intro=intro, preview="sidebar")


@site.post("/create-forum", needs="own.edit")
def create(request: Request) -> Response:
    db, user, now = request.db, request.need_user(), request.world.clock.stamp()
    form = _form(request, new=True).read(request.form)
    if name := form.values.get("name"):
        there = db.value("SELECT name FROM forum WHERE name = ?", name)
        if there:
            form.fail("name", f"There is a forum f/{there} already.")
    if not form.valid or is_preview(request):
        return _create_page(request, form)
    number = db.insert("forum", name=name, creator_id=user.id, created=now, **_columns(form))
    db.insert("moderator", forum_id=number, account_id=user.id, created=now)
    db.insert("subscription", forum_id=number, account_id=user.id, created=now)
    request.flash(f"f/{name} was created. You are its moderator.")
    return request.redirect(f"/f/{name}")


# Changing one ---------------------------------------------------------------------------------------------------------


def _moderated(request: Request, name: str) -> Row:
    forum = forum_named(request.db, name)
    need_moderator(request.db, request.need_user(), forum)
    return forum


def _rules(request: Request, forum: Row) -> list[Row]:
    return request.db.rows("SELECT * FROM forum_rule WHERE forum_id = ? ORDER BY position, id", forum.id)


def _edit_page(request: Request, forum: Row, form: BoundForm) -> Response:
    return form_page(
        request,
        f"Edit f/{forum.name}",
        form,
        "Save changes",
        f"/f/{forum.name}",
        crumbs=[(f"/f/{forum.name}", f"f/{forum.name}")],
        preview="sidebar",
        template="edit_forum.html",
        forum=forum,
        rules=_rules(request, forum),
    )


@site.get("/f/{name}/edit", needs="own.view")
def edit(request: Request, name: str) -> Response:
    forum = _moderated(request, name)
    request.shows("edit forum form", forum=forum.name)
    typed = {**forum, "tags": ", ".join(tags_of(forum.tags)), "featured": bool(forum.featured)}
    return _edit_page(request, forum, _form(request, new=False).show(typed))


@site.post("/f/{name}/edit", needs="own.edit")
def save(request: Request, name: str) -> Response:
    db = request.db
    forum = _moderated(request, name)
    form = _form(request, new=False).read(request.form)
    if not form.valid or is_preview(request):
        return _edit_page(request, forum, form)
    columns = {key: value for key, value in _columns(form, forum).items() if forum[key] != value}
    if not columns:
        request.flash("Nothing was changed.", "note")
        return request.redirect(f"/f/{forum.name}")
    marks = ", ".join(f"{key} = ?" for key in columns)
    db.run(f"UPDATE forum SET {marks} WHERE id = ?", *columns.values(), forum.id)
    _log_edit(request, forum, f"Changed: {', '.join(columns)}")
    request.flash(f"f/{forum.name} was saved.")
    return request.redirect(f"/f/{forum.name}")


def _log_edit(request: Request, forum: Row, reason: str) -> None:
    log(request.db, request.need_user(), forum.id, "edit_forum", request.world.clock.stamp(), reason=reason)


# Its rules ------------------------------------------------------------------------------------------------------------

RULE = Form(
    Field("title", "Rule", required=True, min=3, max=100),
    Field("text", "In more words", "textarea", required=True, max=1_000),
)


def _rule(request: Request, forum: Row, number: int) -> Row:
    row = request.db.row("SELECT * FROM forum_rule WHERE id = ? AND forum_id = ?", number, forum.id)
    if row is None:
        raise NotFound(f"f/{forum.name} has no such rule.")
    return row


def _rule_page(request: Request, forum: Row, form: BoundForm, heading: str) -> Response:
    crumbs = [(f"/f/{forum.name}", f"f/{forum.name}"), (f"/f/{forum.name}/edit", "Edit")]
    return form_page(request, heading, form, "Save rule", f"/f/{forum.name}/edit", crumbs=crumbs)


@site.get("/f/{name}/rules/new", needs="own.view")
def new_rule(request: Request, name: str) -> Response:
    return _rule_page(request, _moderated(request, name), RULE.show(), "New rule")


@site.post("/f/{name}/rules/new", needs="own.edit")
def add_rule(request: Request, name: str) -> Response:
    db = request.db
    forum = _moderated(request, name)
    form = RULE.read(request.form)
    if form.valid and len(_rules(request, forum)) >= MOST_RULES:
        form.fail("", f"A forum may have at most {MOST_RULES} rules.")
    if not form.valid:
        return _rule_page(request, forum, form, "New rule")
    position = 1 + db.value("SELECT coalesce(max(position), 0) FROM forum_rule WHERE forum_id = ?", forum.id)
    title, text = form.values["title"], form.values["text"].strip()
    db.insert("forum_rule", forum_id=forum.id, position=position, title=title, text=text)
    _log_edit(request, forum, f"Added the rule “{title}”")
    request.flash(f"The rule “{title}” was added.")
    return request.redirect(f"/f/{forum.name}/edit#rules")


@site.get("/f/{name}/rules/{number:int}/edit", needs="own.view")
def edit_rule(request: Request, name: str, number: int) -> Response:
    forum = _moderated(request, name)
    return _rule_page(request, forum, RULE.show(_rule(request, forum, number)), "Edit rule")


@site.post("/f/{name}/rules/{number:int}/edit", needs="own.edit")
def save_rule(request: Request, name: str, number: int) -> Response:
    forum = _moderated(request, name)
    rule = _rule(request, forum, number)
    form = RULE.read(request.form)
    if not form.valid:
        return _rule_page(request, forum, form, "Edit rule")
    title, text = form.values["title"], form.values["text"].strip()
    if (rule.title, rule.text) == (title, text):
        request.flash("Nothing was changed.", "note")
    else:
        request.db.run("UPDATE forum_rule SET title = ?, text = ? WHERE id = ?", title, text, rule.id)
        _log_edit(request, forum, f"Changed the rule “{title}”")
        request.flash(f"The rule “{title}” was saved.")
    return request.redirect(f"/f/{forum.name}/edit#rules")


@site.get("/f/{name}/rules/{number:int}/delete", needs="own.view")
def ask_delete_rule(request: Request, name: str, number: int) -> Response:
    forum = _moderated(request, name)
    rule = _rule(request, forum, number)
    return ask(
        request,
        f"Delete the rule “{rule.title}”?",
        "Delete rule",
        f"/f/{forum.name}/edit",
        danger=True,
        crumbs=[(f"/f/{forum.name}", f"f/{forum.name}"), (f"/f/{forum.name}/edit", "Edit")],
    )


@site.post("/f/{name}/rules/{number:int}/delete", needs="own.edit")
def delete_rule(request: Request, name: str, number: int) -> Response:
    forum = _moderated(request, name)
    rule = _rule(request, forum, number)
    if request.db.value("SELECT 1 FROM moderation WHERE rule_id = ?", rule.id):
        raise Conflict("The moderation log refers to this rule, so it has to stay. It can be edited.")
    request.db.run("DELETE FROM forum_rule WHERE id = ?", rule.id)
    _log_edit(request, forum, f"Deleted the rule “{rule.title}”")
    request.flash(f"The rule “{rule.title}” was deleted.")
    return request.redirect(f"/f/{forum.name}/edit#rules")


# Subscribing and hiding -----------------------------------------------------------------------------------------------


def _ask_to(request: Request, name: str, table: str, do: str, undo: str) -> Response:
    forum = forum_named(request.db, name)
    sql = f"SELECT 1 FROM {table} WHERE account_id = ? AND forum_id = ?"
    there = bool(request.db.value(sql, request.need_user().id, forum.id))
    return ask(
        request,
        (undo if there else do).format(f"f/{forum.name}"),
        (undo if there else do).split()[0],
        f"/f/{forum.name}",
        value="0" if there else "1",
    )


@site.get("/f/{name}/subscribe", needs="own.view")
def ask_subscribe(request: Request, name: str) -> Response:
    return _ask_to(request, name, "subscription", "Subscribe to {}?", "Unsubscribe from {}?")


@site.post("/f/{name}/subscribe", needs="own.edit")
def subscribe(request: Request, name: str) -> Response:
    forum, wanted = forum_named(request.db, name), wants(request)
    now = request.world.clock.stamp()
    toggle(request.db, "subscription", wanted, now, forum_id=forum.id, account_id=request.need_user().id)
    told = f"You are subscribed to f/{forum.name}." if wanted else f"You are no longer subscribed to f/{forum.name}."
    request.flash(told, undo=f"/f/{forum.name}/subscribe?value={0 if wanted else 1}")
    return request.redirect(back(request, f"/f/{forum.name}"))


@site.get("/f/{name}/hide", needs="own.view")
def ask_hide(request: Request, name: str) -> Response:
    return _ask_to(request, name, "hidden_forum", "Hide {} from “All”?", "Show {} in “All” again?")


@site.post("/f/{name}/hide", needs="own.edit")
def hide(request: Request, name: str) -> Response:
    forum, wanted = forum_named(request.db, name), wants(request)
    toggle(request.db, "hidden_forum", wanted, account_id=request.need_user().id, forum_id=forum.id)
    told = f"f/{forum.name} is hidden from “All”." if wanted else f"f/{forum.name} is shown in “All” again."
    request.flash(told, undo=f"/f/{forum.name}/hide?value={0 if wanted else 1}")
    return request.redirect(back(request, f"/f/{forum.name}"))
