"""A small site with one of everything, for the tests of the kit and of the server."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from webcosm.lore import Lore
from webcosm.sites.kit import (
    Account,
    BadRequest,
    Conflict,
    Field,
    Forbidden,
    Form,
    NotFound,
    PageError,
    Request,
    Response,
    Site,
    TooLarge,
    add_login,
    add_session_api,
    hash_password,
    match_query,
    read_body,
)
from webcosm.worlds import Database, Row, Switch

__all__ = ["ACCOUNTS", "EVERYTHING", "PAGE_SIZE", "REFUSALS", "SITES", "boardroom", "home", "site"]

ACCOUNTS = (
    Account("reader", "ana", "ana's secret", "Ana <b>Berg</b>"),
    Account("keeper", "bo", "bo's secret", "Bo Lind"),
)


PAGE_SIZE = Switch("page_size", 20, "Notes on a page.", low=1, high=100)


def fill(db: Database, lore: Lore, scale: str) -> None:
    for number in range(1, 46):
        db.insert("note", text=f"note {number}", price=number * 100, seen=0)
    for account in ACCOUNTS:
        password = hash_password(account.password, account.username)
        db.insert("account", username=account.username, name=account.name, role=account.role, password=password)


def find_user(db: Database, username: str) -> Row | None:
    return db.row("SELECT * FROM account WHERE username = ?", username)


site = Site(
    "board",
    title="Board & Co",
    tagline="For tests",
    folder=Path(__file__).parent,
    fill=fill,
    accounts=lambda lore: ACCOUNTS,
    find_user=find_user,
    incidental={"note": ("seen",)},
    switches=(PAGE_SIZE,),
)
add_login(site)
add_session_api(site)
home = Site("home", title="Home", tagline="", folder=Path("/nowhere"))
boardroom = Site(
    "boardroom",
    title="Boardroom",
    tagline="The same data from behind",
    folder=Path("/nowhere"),
    host="admin.board.test",
    shares=site,
    find_user=find_user,
)
SITES = (site, home, boardroom)

NOTE = Form(Field("text", "Text", required=True, max=50))
EVERYTHING = Form(
    Field("text", "Text", required=True, min=2, max=20, pattern=r"[^!]*", pattern_help="leave out exclamation marks."),
    Field("textarea", "Long text", "textarea"),
    Field("email", "Mail", "email"),
    Field("password", "Password", "password"),
    Field("number", "Number", "number", min=-5, max=2_000_000),
    Field("money", "Price", "money", min=0.05, max=1234.29),
    Field("date", "Day", "date"),
    Field("select", "Colour", "select", choices=[("r", "Red"), ("g", "Green")]),
    Field("radio", "Size", "radio", choices=[("s", "Small"), ("l", "Large")]),
    Field("checkbox", "Agree", "checkbox"),
    Field("hidden", "Hidden", "hidden", max=3),
    Field("file", "Picture", "file", max=10),
    Field("tel", "Phone", "tel"),
    Field("url", "Page", "url"),
)
REFUSALS: dict[str, PageError] = {
    "bad": BadRequest("Bad <it> is."),
    "forbidden": Forbidden("Not <you>."),
    "missing": NotFound("Gone <away>."),
    "conflict": Conflict("Clash <it> does."),
    "large": TooLarge("Too <much>."),
}


@site.get("/")
def index(request: Request) -> Response:
    typed = request.query.get("q", "")
    match = match_query(typed)
    sorting = request.sorting({"new": ("Newest first", "id DESC"), "old": ("Oldest first", "id")})
    sql, arguments = "SELECT * FROM note", []
    if match:
        sql += " WHERE id IN (SELECT rowid FROM note_search WHERE note_search MATCH ?)"
        arguments.append(match)
    size = request.switch(PAGE_SIZE)
    listing = request.listing(f"{sql} ORDER BY {sorting.sql}", *arguments, size=size)
    return request.render("index.html", listing=listing, sorting=sorting, typed=typed, form=NOTE.show())


@site.post("/add")
def add(request: Request) -> Response:
    form = NOTE.read(request.form)
    if not form.valid:
        return request.render("form.html", status=422, form=form, action="/add")
    number = request.db.insert("note", text=form.values["text"])
    request.flash(f"Added {form.values['text']}.")
    return request.redirect(f"/notes/{number}")


@site.get("/notes/{number:int}")
def show_note(request: Request, number: int) -> Response:
    note = request.db.row("SELECT * FROM note WHERE id = ?", number)
    if note is None:
        raise NotFound(f"There is no note {number}.")
    request.db.run("UPDATE note SET seen = seen + 1 WHERE id = ?", number)
    request.shows("note", id=number)
    return request.render("note.html", note=note)


@site.get("/everything")
def show_everything(request: Request) -> Response:
    start = {"text": "<begin>", "money": 1234, "checkbox": True, "radio": "l"}
    return request.render("form.html", form=EVERYTHING.show(start), action="/everything")


@site.post("/everything")
def take_everything(request: Request) -> Response:
    form = EVERYTHING.read(request.form, request.files)
    if not form.valid:
        return request.render("form.html", status=422, form=form, action="/everything")
    return request.answer_json({name: str(value) for name, value in form.values.items()})


@site.get("/words/{word}")
def word(request: Request, word: str) -> Response:
    return request.answer_json({"word": word, "query": request.query_list, "cookies": dict(request.cookies)})


@site.get("/ratio/{ratio:float}")
def ratio(request: Request, ratio: float) -> Response:
    return request.answer_json({"ratio": str(Decimal(ratio))})


@site.get("/files/{rest:path}")
def rest(request: Request, rest: str) -> Response:
    return request.answer_json({"rest": rest})


@site.get("/mine", roles=())
def mine(request: Request) -> Response:
    return request.answer_json({"user": request.need_user().username})


@site.get("/keepers", roles=("keeper",))
def keepers(request: Request) -> Response:
    return request.answer_json({"user": request.need_user().username})


@site.post("/keepers", roles=("keeper",))
def keep(request: Request) -> Response:
    request.db.insert("note", text="kept")
    return request.redirect("/keepers")


@site.get("/refuse/{kind}")
@site.post("/refuse/{kind}")
def refuse(request: Request, kind: str) -> Response:
    """Writes, then refuses: nothing of it may stay."""
    request.db.insert("note", text="written before the refusal")
    request.flash("This was not done.")
    request.sign_in("bo")
    if kind in REFUSALS:
        raise REFUSALS[kind]
    raise RuntimeError("a mistake of the site")


@site.get("/flash")
def flash(request: Request) -> Response:
    request.flash(request.query.get("message", "Hello."), request.query.get("kind", "done"))
    return request.redirect("/notes/1") if request.query.get("then") == "redirect" else request.render("layout.html")


@site.get("/round/{number:int}")
def round_and_round(request: Request, number: int) -> Response:
    return request.redirect(f"/round/{number + 1}" if number < 100 else "/")


@site.get("/stuff-session")
def stuff_session(request: Request) -> Response:
    request.db.insert("note", text="written by a session too large")
    request.session["stuff"] = "x" * int(request.query["size"])
    return request.answer_json({"size": len(request.session["stuff"])})


@site.get("/escape")
def escape(request: Request) -> Response:
    return request.render("echo.html", typed=request.query.get("q", ""))


@site.put("/api/notes/{number:int}", api=True)
@site.patch("/api/notes/{number:int}", api=True)
@site.delete("/api/notes/{number:int}", api=True)
def change_note(request: Request, number: int) -> Response:
    values = read_body(request, Field("text", "Text", required=True))
    if request.method == "DELETE":
        request.db.run("DELETE FROM note WHERE id = ?", number)
    else:
        request.db.run("UPDATE note SET text = ? WHERE id = ?", values["text"], number)
    return request.answer_json(values)


@boardroom.get("/inside", roles=())
def inside(request: Request) -> Response:
    return request.answer_json({"notes": request.db.value("SELECT count(*) FROM note")})


@boardroom.get("/submit")
def write(request: Request) -> Response:
    return Response("Submit a note")


@boardroom.post("/submit")
def submit(request: Request) -> Response:
    return request.redirect("/inside")
