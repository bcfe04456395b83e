"""A site of plain pages for the tests of acting and of episodes: every file of this folder at its own name.

It is served under two hosts, so that a page can hold a frame of another origin. Pages write down what happens to them
in ``seen`` (see record.js).
"""

from __future__ import annotations

from pathlib import Path

from webcosm.sites.kit import NotFound, Request, Response, Site

__all__ = ["other", "stage"]

FOLDER = Path(__file__).parent
TYPES = {".html": "text/html", ".js": "text/javascript"}


def _site(name: str) -> Site:
    site = Site(name, title=name.title(), tagline="For tests", folder=Path("/nowhere"))

    @site.get("/export.csv")
    def export(request: Request) -> Response:
        headers = {"Content-Disposition": 'attachment; filename="export.csv"'}
        return Response("name,price\nlamp,20\n", media_type="text/csv", headers=headers)

    @site.get("/clock")
    def clock(request: Request) -> Response:
        return request.answer_json({"now": request.now.isoformat(timespec="milliseconds")})

    @site.get("/{name}")
    def show(request: Request, name: str) -> Response:
        file = FOLDER / name
        if file.suffix not in TYPES or not file.is_file():
            raise NotFound(f"There is no page {name}.")
        return Response(file.read_text(), media_type=TYPES[file.suffix])

    return site


stage = _site("stage")
other = _site("other")
