"""New posts: text, links, pictures, galleries and polls; and posts passed on to another forum."""

from __future__ import annotations

from webcosm.sites.forum.pages.things import (
    MARKDOWN,
    flag_field,
    fold,
    form_page,
    is_preview,
    need_there,
    post_at,
    post_path,
)
from webcosm.sites.forum.rules.moderating import ban_of, ban_words
from webcosm.sites.forum.rules.reading import forum_named
from webcosm.sites.forum.rules.uploads import MOST_BYTES, MOST_PICTURES, no_picture, ready
from webcosm.sites.forum.rules.writing import (
    RATE_LIMIT,
    Picture,
    add_post,
    capacity,
    crosspost_source,
    need_unbanned,
    too_soon,
)
from webcosm.sites.forum.site import site
from webcosm.sites.kit import BoundForm, Field, Form, Request, Response
from webcosm.worlds import Database, Row

__all__ = ["BODY", "KINDS", "MOST_OPTIONS", "TITLE", "URL"]

KINDS = {"text": "Text", "link": "Link", "picture": "Picture", "gallery": "Gallery", "poll": "Poll"}
UPLOADED = ("picture", "gallery")
MOST_OPTIONS = 6
TOO_MANY = 429

TITLE = Field("title", "Title", required=True, min=3, max=300)
URL = Field("url", "Address", "url", required=True, max=2_000, placeholder="http://", help="Where the link leads.")
BODY = Field("body", "Text", "textarea", max=10_000, help=MARKDOWN)
_BYTES = f"PNG, JPEG or GIF, up to {MOST_BYTES // 1_000_000} MB"


def _caption(name: str, label: str) -> Field:
    return Field(name, label, max=200)


def _fields_of(kind: str) -> list[Field]:
    match kind:
        case "link":
            return [URL, BODY]
        case "picture":
            picture = Field("picture", "Picture", "file", True, f"{_BYTES}.", max=MOST_BYTES, check=no_picture)
            return [picture, _caption("caption", "Caption"), BODY]
        case "gallery":
            fields = []
            for place in range(1, MOST_PICTURES + 1):
                fields.append(Field(f"picture_{place}", f"Picture {place}", "file", max=MOST_BYTES, check=no_picture))
                fields.append(_caption(f"caption_{place}", f"Caption {place}"))
            return [*fields, BODY]
        case "poll":
            return [
                BODY,
                *(
                    Field(f"option_{place}", f"Option {place}", required=place <= 2, max=120)
                    for place in range(1, MOST_OPTIONS + 1)
                ),
            ]
    return [BODY]


def forum_choices(db: Database) -> list[tuple[str, str]]:
    names = db.values("SELECT name FROM forum ORDER BY name COLLATE NOCASE")
    return [("", "Choose a forum"), *((name, f"f/{name}") for name in names)]


def _post_form(request: Request, kind: str, forum: Row | None) -> Form:
    choices = forum_choices(request.db)
    return Form(
        Field("forum", "Forum", "select", required=True, choices=choices),
        TITLE,
        *_fields_of(kind),
        *flag_field(request, forum),
    )


def _kind(given: str) -> str:
    return given if given in KINDS else "text"


def _page(request: Request, kind: str, forum: Row | None, form: BoundForm, status: int | None = None) -> Response:
    return form_page(
        request,
        f"New post in f/{forum.name}" if forum else "New post",
        form,
        "Post",
        f"/f/{forum.name}" if forum else "/",
        crumbs=[(f"/f/{forum.name}", f"f/{forum.name}")] if forum else [],
        # A browser does not send chosen files twice, so who looks first would have to choose them again.
        preview="" if kind in UPLOADED else "body",
        template="submit.html",
        status=status,
        kind=kind,
        kinds=KINDS,
        path=f"/f/{forum.name}/submit" if forum else "/submit",
        forum=forum,
        upload_help=f"{_BYTES} each, all together up to 9 MB. The first is shown in lists.",
    )


def _show(request: Request, forum: Row | None) -> Response:
    kind = _kind(request.query.get("kind", "text"))
    if forum is not None:
        need_unbanned(request.db, request.need_user(), forum, request.world.clock.stamp())
    request.shows("post form", forum=forum.id if forum else None, kind=kind)
    chosen = forum.name if forum else request.query.get("forum", "")[:60]
    return _page(request, kind, forum, _post_form(request, kind, forum).show({"forum": chosen}))


@site.get("/submit", needs="own.view")
def new(request: Request) -> Response:
    return _show(request, None)


@site.get("/f/{name}/submit", needs="own.view")
def new_in_forum(request: Request, name: str) -> Response:
    return _show(request, forum_named(request.db, name))


@site.post("/submit", needs="own.edit")
def create(request: Request) -> Response:
    return _create(request, None)


@site.post("/f/{name}/submit", needs="own.edit")
def create_in_forum(request: Request, name: str) -> Response:
    return _create(request, forum_named(request.db, name))


def _create(request: Request, here: Row | None) -> Response:
    db, user, now = request.db, request.need_user(), request.world.clock.stamp()
    kind = _kind(request.form.get("kind", "text"))
    typed = {"forum": here.name, **request.form} if here else request.form
    form = _post_form(request, kind, None).read(typed, request.files)
    pictures, options = _pictures(kind, form), _options(kind, form)
    if not form.valid or (is_preview(request) and kind not in UPLOADED):
        return _page(request, kind, here, form)
    forum = forum_named(db, form.values["forum"])
    flag = form.values.get("flag") or "none"
    if capacity(db, user, forum.id, flag) != flag:
        form.fail("flag", f"You do not moderate f/{forum.name}.")
        return _page(request, kind, here, form)
    if here is not None and here.id == forum.id:
        need_unbanned(db, user, forum, now)
    elif (found := ban_of(db, user.id, forum.id, now)) and user.role != "admin":
        form.fail("forum", f"You are banned from f/{forum.name} {ban_words(found)}. The reason: {found.reason}")
        return _page(request, kind, here, form, 403)
    if refusal := too_soon(db, user, request.switch(RATE_LIMIT), request.now):
        form.fail("", refusal)
        return _page(request, kind, here, form, TOO_MANY)
    number = add_post(
        db,
        user,
        forum,
        kind,
        form.values["title"],
        now,
        url=form.values.get("url") or "",
        body=(form.values["body"] or "").strip(),
        flag=flag,
        pictures=pictures,
        options=options,
    )
    request.flash(f"“{fold(form.values['title'])}” was posted in f/{forum.name}.")
    return request.redirect(f"/f/{forum.name}/post/{number}")


def _pictures(kind: str, form: BoundForm) -> list[Picture]:
    """The uploaded pictures in their order; a gallery without any is refused."""
    if kind == "picture":
        names = [("picture", "caption")]
    elif kind == "gallery":
        names = [(f"picture_{place}", f"caption_{place}") for place in range(1, MOST_PICTURES + 1)]
    else:
        return []
    values = form.values
    if kind == "gallery" and not form.errors:
        if not any(values[name] for name, _ in names):
            form.fail("picture_1", "Add at least one picture.")
        for name, caption in names:
            if values[caption] and not values[name]:
                form.fail(name, "This caption has no picture.")
    if not form.valid:
        return []
    return [Picture(ready(values[name]), values[caption] or "") for name, caption in names if values[name]]


def _options(kind: str, form: BoundForm) -> list[str]:
    """What can be chosen in a poll; the same thing cannot stand there twice."""
    if kind != "poll":
        return []
    labels: list[str] = []
    for place in range(1, MOST_OPTIONS + 1):
        label = form.values.get(f"option_{place}")
        if label and label.casefold() in [one.casefold() for one in labels]:
            form.fail(f"option_{place}", "This option is there already.")
        elif label:
            labels.append(label)
    return labels


# Passing on -----------------------------------------------------------------------------------------------------------


def _crosspost_form(request: Request) -> Form:
    return Form(
        Field("forum", "Into the forum", "select", required=True, choices=forum_choices(request.db)),
        TITLE,
        *flag_field(request, None),
    )


def _crosspost_page(request: Request, post: Row, form: BoundForm, status: int | None = None) -> Response:
    return form_page(
        request,
        "Crosspost",
        form,
        "Crosspost",
        post_path(post),
        crumbs=[(f"/f/{post.forum}", f"f/{post.forum}"), (post_path(post), post.title)],
        intro=f"“{post.title}” by {post.author} is shown in the other forum too, with comments of its own.",
        status=status,
    )


@site.get("/f/{name}/post/{number:int}/crosspost", needs="own.view")
def crosspost(request: Request, name: str, number: int) -> Response:
    _, post = post_at(request, name, number)
    need_there(post, "post")
    request.shows("crosspost form", id=post.id)
    return _crosspost_page(request, post, _crosspost_form(request).show({"title": post.title}))


@site.post("/f/{name}/post/{number:int}/crosspost", needs="own.edit")
def send_crosspost(request: Request, name: str, number: int) -> Response:
    db, user, now = request.db, request.need_user(), request.world.clock.stamp()
    _, post = post_at(request, name, number)
    need_there(post, "post")
    source = crosspost_source(db, post)
    form = _crosspost_form(request).read(request.form)
    forum = forum_named(db, form.values["forum"]) if form.values.get("forum") else None
    status = None
    if forum and forum.id == source.forum_id:
        form.fail("forum", "The post is in this forum already.")
    elif forum and (found := ban_of(db, user.id, forum.id, now)) and user.role != "admin":
        form.fail("forum", f"You are banned from f/{forum.name} {ban_words(found)}. The reason: {found.reason}")
        status = 403
    elif forum and _is_there(db, forum, source):
        form.fail("forum", f"Somebody has crossposted it to f/{forum.name} already.")
    if form.valid and (refusal := too_soon(db, user, request.switch(RATE_LIMIT), request.now)):
        form.fail("", refusal)
        status = TOO_MANY
    if not form.valid or forum is None:
        return _crosspost_page(request, post, form, status)
    where = db.value("SELECT name FROM forum WHERE id = ?", source.forum_id)
    made = add_post(
        db,
        user,
        forum,
        "link",
        form.values["title"],
        now,
        url=f"http://{site.host}/f/{where}/post/{source.id}",
        flag=capacity(db, user, forum.id, form.values.get("flag")),
        crosspost_of=source.id,
    )
    request.flash(f"“{fold(form.values['title'])}” was crossposted to f/{forum.name}.")
    return request.redirect(f"/f/{forum.name}/post/{made}")


def _is_there(db: Database, forum: Row, source: Row) -> bool:
    sql = "SELECT 1 FROM post WHERE forum_id = ? AND crosspost_of = ? AND deleted IS NULL AND removed_by IS NULL"
    return bool(db.value(sql, forum.id, source.id))
