"""guestbook.test: a book in which visitors leave a few words."""

from pathlib import Path

from guestbook.seed import fill
from webcosm.sites.kit import Field, Form, Request, Response, Site, match_query

site = Site("guestbook", title="Guestbook", tagline="Leave a few words", folder=Path(__file__).parent, fill=fill)

ENTRY = Form(
    Field("name", "Your name", required=True, max=60),
    Field("message", "Message", "textarea", required=True, max=500, help="At most 500 characters."),
)

ENTRIES = """
    SELECT * FROM entry
    WHERE ?1 IS NULL OR id IN (SELECT rowid FROM entry_search WHERE entry_search MATCH ?1)
    ORDER BY id DESC
"""


@site.get("/")
def index(request: Request) -> Response:
    typed = request.query.get("q", "").strip()
    listing = request.listing(ENTRIES, match_query(typed), size=10)
    return request.render("index.html", listing=listing, typed=typed)


@site.get("/sign")
def show_form(request: Request) -> Response:
    return request.render("sign.html", form=ENTRY.show())


@site.post("/sign")
def take_form(request: Request) -> Response:
    form = ENTRY.read(request.form)
    if not form.valid:
        return request.render("sign.html", status=422, form=form)
    request.db.insert("entry", **form.values, written=request.world.clock.stamp())
    request.flash("Thank you for signing.")
    return request.redirect("/")
