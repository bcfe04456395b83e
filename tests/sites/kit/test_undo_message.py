"""A message may offer to take back what it tells of."""

from __future__ import annotations

from pathlib import Path

from webcosm.sites.kit import Request, Response, Site, Visitor
from webcosm.worlds import Universe

site = Site("undoing", title="Undoing", tagline="", folder=Path("/nowhere"))
SITES = (site, *(Site(name, title=name, tagline="", folder=Path("/nowhere")) for name in ("home", "manuals")))


@site.get("/")
def front(request: Request) -> Response:
    return request.render("layout.html")


@site.get("/do")
def do(request: Request) -> Response:
    request.flash("Done & <dusted>.", undo="/undo/7")
    request.flash("By the way.", "note")
    return request.redirect("/")


@site.post("/undo/{number:int}")
def undo(request: Request, number: int) -> Response:
    request.flash(f"Undone {number}.")
    return request.redirect("/")


def test_a_message_with_undo_has_a_button_that_works_and_goes_away(tmp_path: Path) -> None:
    assert site.blueprint
    with Universe([site.blueprint], cache=tmp_path) as universe, universe.open() as world:
        visitor = Visitor(world, SITES)
        page = visitor.get("http://undoing.test/do")
        assert "Done &amp; &lt;dusted&gt;." in page.text
        assert page.text.count('action="/undo/7"') == 1, "only the message that has something to undo gets the button"
        assert page.text.count(">Undo</button>") == 1
        page = visitor.post("/undo/7")
        assert "Undone 7." in page.text
        assert "Undo</button>" not in page.text
        assert "Undone" not in visitor.get("/").text
