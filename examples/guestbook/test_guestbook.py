from pathlib import Path

from guestbook import site

from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe


def test_signing_the_book(tmp_path: Path) -> None:
    assert site.blueprint
    with Universe([site.blueprint], cache=tmp_path) as universe, universe.open() as world:
        visitor = Visitor(world, [site])
        visitor.get("http://guestbook.test/sign")
        page = visitor.post("/sign", {"name": "Ana", "message": ""})
        assert (page.status, "Message is required." in page.text) == (422, True)
        assert world.changes() == []

        page = visitor.post("/sign", {"name": "Ana", "message": "I was here."})
        assert (page.url, "Thank you for signing." in page.text) == ("http://guestbook.test/", True)
        (change,) = world.changes()
        assert (change.site, change.table, change.kind) == ("guestbook", "entry", "insert")
        assert change.new
        assert change.new["message"] == "I was here."
