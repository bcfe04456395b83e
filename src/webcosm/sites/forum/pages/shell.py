"""What all pages have around them: who is looking, what waits for them, and how texts become HTML."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from webcosm.sites.forum.rules.feed import subscribed_forums
from webcosm.sites.forum.rules.reading import post_state, sees_content
from webcosm.sites.forum.rules.viewer import Viewer
from webcosm.sites.forum.site import site
from webcosm.sites.kit import Addresses, Request, Response, render_markdown, site_link
from webcosm.worlds import Row

__all__ = ["post_address", "render", "viewer_of"]

DOMAIN = re.compile(r"^www\.")


def viewer_of(request: Request) -> Viewer:
    """Who looks; asked for once in a request."""
    known = request.__dict__.get("_viewer")
    if not isinstance(known, Viewer) or known.user is not request.user:
        known = request.__dict__["_viewer"] = Viewer(request.db, request.user)
    return known


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
    """A page with the masthead and what its pieces need to know."""
    viewer = viewer_of(request)
    letters = notes = reports = 0
    if viewer.id is not None:
        letters, notes = _waiting(viewer)
        reports = _open_reports(viewer)
    return request.render(
        template,
        status=status,
        viewer=viewer,
        letters=letters,
        notes=notes,
        open_reports=reports,
        my_forums=subscribed_forums(request.db, viewer.id) if viewer.id is not None else [],
        marked=lambda text: marked(text, request.addresses),
        elsewhere=lambda url: site_link(url, request.addresses),
        state_of=lambda row: post_state(viewer, row),
        sees=lambda row: sees_content(viewer, row),
        **context,
    )


def _waiting(viewer: Viewer) -> tuple[int, int]:
    """Messages and notifications that were not read."""
    row = viewer.db.row(
        "SELECT (SELECT count(*) FROM message JOIN thread ON thread.id = thread_id WHERE read IS NULL"
        " AND sender_id <> ?1 AND ?1 IN (starter_id, other_id)"
        " AND sender_id NOT IN (SELECT blocked_id FROM block WHERE account_id = ?1)) AS letters,"
        " (SELECT count(*) FROM notification WHERE account_id = ?1 AND read IS NULL) AS notes",
        viewer.id,
    )
    assert row
    return row.letters, row.notes


def _open_reports(viewer: Viewer) -> int:
    if viewer.is_admin:
        return int(viewer.db.value("SELECT count(*) FROM report WHERE outcome = 'open'"))
    if not viewer.moderated:
        return 0
    forums = ", ".join(map(str, sorted(viewer.moderated)))
    return int(viewer.db.value(f"SELECT count(*) FROM report WHERE outcome = 'open' AND forum_id IN ({forums})"))


# Texts ----------------------------------------------------------------------------------------------------------------

PICTURE = re.compile(r'<img src="([^"]*)" alt="([^"]*)"[^>]*>')
MENTION = re.compile(r"(?<![\w/@.])@([A-Za-z0-9][A-Za-z0-9._-]{1,29})(?<![.-])")
TAGGED = re.compile(r"(<(?:a|code|pre)\b.*?</(?:a|code|pre)>|<[^>]+>)", re.DOTALL)


def marked(text: str, addresses: Addresses) -> Markup:
    """Markdown as HTML: pictures become links, since nothing is loaded from elsewhere, and ``@name`` leads there."""
    return _marked(text, tuple(addresses.hosts.items()), addresses.local_port, addresses.local_world)


@lru_cache(maxsize=4096)
def _marked(text: str, hosts: tuple[tuple[str, str], ...], port: int | None, world: str) -> Markup:
    addresses = Addresses(dict(hosts), port, world)
    html = render_markdown(text, link=lambda href: site_link(href, addresses), anchors=False).html
    html = Markup(PICTURE.sub(r'<a href="\1">\2</a>', html))
    if "@" in html:
        parts = TAGGED.split(html)
        parts[::2] = [MENTION.sub(r'<a href="/user/\1">@\1</a>', part) for part in parts[::2]]
        html = Markup("".join(parts))
    return html


def post_address(post: Row) -> str:
    return f"/f/{post.forum}/post/{post.id}"


def domain(url: str) -> str:
    """``http://www.shop.test/x`` -> ``shop.test``"""
    try:
        return DOMAIN.sub("", urlsplit(url).hostname or "")
    except ValueError:
        return ""


site.look.environment.filters.update(domain=domain, post_address=post_address, points=lambda number: f"{number:,}")
