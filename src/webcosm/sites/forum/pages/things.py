"""What pages that write have in common: the thing that they are about, the way back, and their two templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from webcosm.sites.forum.pages.shell import render
from webcosm.sites.forum.rules.moderating import moderates
from webcosm.sites.forum.rules.notices import MOST_MENTIONS
from webcosm.sites.forum.rules.reading import forum_named
from webcosm.sites.kit import BoundForm, Conflict, Field, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = [
    "ask",
    "back",
    "comment_at",
    "comment_path",
    "flag_field",
    "fold",
    "form_page",
    "is_preview",
    "need_there",
    "post_at",
    "post_path",
    "wants",
]

MARKDOWN = "Markdown: *emphasis*, **strong**, [link](http://…), > quote, `code`, lists and tables."
NAMES = (
    f"u/NAME tells that person of the comment, for the first {MOST_MENTIONS} names; whom you answer is told anyway."
    " An edit tells nobody."
)
TITLE_SHOWN = 60
Crumb = tuple[str, str]


def post_path(post: Row) -> str:
    return f"/f/{post.forum}/post/{post.id}"


def comment_path(comment: Row) -> str:
    return f"/f/{comment.forum}/post/{comment.post_id}/comment/{comment.id}"


def post_at(request: Request, name: str, number: int) -> tuple[Row, Row]:
    """The forum and its post, or a 404."""
    forum = forum_named(request.db, name)
    post = request.db.row(
        "SELECT post.*, forum.name AS forum, account.username AS author, account.active AS author_active FROM post"
        " JOIN forum ON forum.id = forum_id JOIN account ON account.id = author_id WHERE post.id = ? AND forum_id = ?",
        number,
        forum.id,
    )
    if post is None:
        raise NotFound(f"There is no post {number} in f/{forum.name}.")
    return forum, post


def comment_at(request: Request, number: int) -> tuple[Row, Row, Row]:
    """Forum, post and comment, or a 404."""
    comment = request.db.row(
        "SELECT comment.*, forum.name AS forum, account.username AS author, account.active AS author_active"
        " FROM comment JOIN post ON post.id = post_id JOIN forum ON forum.id = forum_id"
        " JOIN account ON account.id = comment.author_id WHERE comment.id = ?",
        number,
    )
    if comment is None:
        raise NotFound(f"There is no comment {number}.")
    forum, post = post_at(request, comment.forum, comment.post_id)
    return forum, post, comment


def need_there(thing: Row, what: str) -> None:
    """Refuses to go on with what was deleted or removed."""
    if thing.deleted:
        raise Conflict(f"This {what} was deleted by its author.")
    if thing.removed_by is not None:
        raise Conflict(f"This {what} was removed by a moderator.")


# The way back ---------------------------------------------------------------------------------------------------------


def back(request: Request, otherwise: str, anchor: str = "") -> str:
    """The page that the visitor came from, which may be any list: the form says it, or the browser does.

    ``anchor`` is where on that page the thing stands, for a browser that tells only the page.
    """
    came = urlsplit(request.headers.get("referer", ""))
    told = request.form.get("back") or came.path + (f"?{came.query}" if came.query else "") + anchor
    if not told.startswith("/") or told.startswith(("//", "/\\")) or urlsplit(told).path == request.path:
        return otherwise
    return told


def wants(request: Request) -> bool:
    """Whether a button that does and undoes is to do: ``value`` of the form or of the address is not 0."""
    return request.form.get("value", request.query.get("value", "1")) != "0"


def is_preview(request: Request) -> bool:
    return request.form.get("action") == "preview"


# Pages ----------------------------------------------------------------------------------------------------------------


def form_page(
    request: Request,
    heading: str,
    form: BoundForm,
    button: str,
    cancel: str,
    *,
    crumbs: Sequence[Crumb] = (),
    intro: str = "",
    preview: str = "",
    template: str = "form.html",
    status: int | None = None,
    answered: Row | None = None,
    **context: Any,
) -> Response:
    """One form on a page. ``preview`` names the field whose Markdown can be looked at before it is sent; ``answered``
    is a comment that it is about."""
    shown = None
    if preview and is_preview(request) and request.method == "POST":
        form, shown = BoundForm(form.form, form.typed), form.typed.get(preview, "")  # nothing is wrong with it yet
    return render(
        request,
        template,
        status=status or (200 if form.valid else 422),
        heading=heading,
        form=form,
        button=button,
        cancel=cancel,
        crumbs=crumbs,
        intro=intro,
        can_preview=bool(preview),
        preview=shown,
        answered=answered,
        **context,
    )


def ask(
    request: Request,
    question: str,
    button: str,
    cancel: str,
    *,
    told: str = "",
    danger: bool = False,
    value: str = "1",
    crumbs: Sequence[Crumb] = (),
    quoted: str = "",
) -> Response:
    """Asks before something is done; the button sends a form to the page's own address."""
    return render(
        request,
        "ask.html",
        question=question,
        button=button,
        cancel=cancel,
        told=told,
        danger=danger,
        value=value,
        crumbs=crumbs,
        quoted=quoted,
    )


def flag_field(request: Request, forum: Row | None) -> list[Field]:
    """In which capacity one writes, for those who have more than one. No forum: it is chosen in the same form."""
    user = request.need_user()
    choices = [("none", "Myself")]
    if forum is None:
        anywhere = request.db.value("SELECT 1 FROM moderator WHERE account_id = ?", user.id)
        if anywhere or user.role == "admin":
            choices.append(("moderator", "Moderator of the forum"))
    elif moderates(request.db, user, forum.id):
        choices.append(("moderator", f"Moderator of f/{forum.name}"))
    if user.role == "admin":
        choices.append(("admin", "Administrator"))
    return [Field("flag", "Write as", "select", choices=choices)] if len(choices) > 1 else []


def fold(text: str) -> str:
    """A title short enough for a message."""
    return text if len(text) <= TITLE_SHOWN else text[: TITLE_SHOWN - 1].rstrip() + "…"
