"""A forum's posts for readers of feeds."""

from __future__ import annotations

from datetime import UTC
from email.utils import format_datetime

from markupsafe import Markup, escape

from webcosm.sites.forum.pages.shell import marked, post_address
from webcosm.sites.forum.rules.feed import feed
from webcosm.sites.forum.rules.reading import forum_named
from webcosm.sites.forum.rules.viewer import Viewer
from webcosm.sites.forum.site import site
from webcosm.sites.kit import Request, Response
from webcosm.sites.kit.formats import parse_moment

__all__ = ["rss"]


@site.get("/f/{name}/rss", needs="public.view")
def rss(request: Request, name: str) -> Response:
    """The newest posts, as everybody sees them."""
    forum = forum_named(request.db, name)
    page = feed(Viewer(request.db), [forum.id], "new", now=request.now)
    items = []
    for post in page.items:
        address = request.link("forum", post_address(post))
        author = post.author if post.author_active else "[deleted]"
        items.append(
            Markup(
                "<item><title>{}</title><link>{}</link><guid>{}</guid><pubDate>{}</pubDate><author>{}</author>"
                "<comments>{}</comments><description>{}</description></item>"
            ).format(
                _plain(post.title),
                address,
                address,
                _date(post.created),
                author,
                f"{address}#comments",
                _plain(str(marked(post.body, request.addresses))),
            )
        )
    text = Markup(
        '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>{}</title><link>{}</link>'
        "<description>{}</description>{}</channel></rss>\n"
    ).format(
        _plain(f"{forum.title} · {request.site.title}"),
        request.link("forum", f"/f/{forum.name}"),
        _plain(forum.description),
        Markup("\n").join(items),
    )
    return Response(str(text), media_type="application/rss+xml")


def _plain(text: str) -> Markup:
    """Escaped, and without the few characters that XML cannot hold."""
    return escape("".join(letter for letter in text if letter >= " " or letter in "\n\t"))


def _date(stamp: str) -> str:
    return format_datetime(parse_moment(stamp).replace(tzinfo=UTC))
