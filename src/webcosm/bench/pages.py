"""The pages on which sides are compared: a large table, and MiniWoB++ as its package has it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from webcosm.sites.kit import Request, Response, Site
from webcosm.suites.mini.site import pages_folder

__all__ = ["COVERED_ADDRESS", "NODES_PER_ROW", "TABLE_ADDRESS", "serving", "site", "table"]

NODES_PER_ROW = 15
"""Elements and texts, so 600 rows are 9,000 nodes."""
TOWNS = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Larch")
STATES = ("open", "shipped", "held", "returned", "paid")

site = Site("bench", title="Bench", tagline="Pages to measure on", folder=Path(__file__).parent)
TABLE_ADDRESS = f"http://{site.host}/table/%d"
COVERED_ADDRESS = f"http://{site.host}/covered"
COVERED = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Covered</title></head>'
    '<body><button>Save</button><div style="position: fixed; inset: 0; background: white">Please wait</div>'
    "</body></html>"
)


@lru_cache(maxsize=8)
def table(rows: int) -> str:
    """A page with a table of orders, each row with a box to tick, a link and a button."""
    body = "".join(
        f'<tr><td><input type="checkbox" aria-label="Pick {n}">{n}</td><td><a href="#order-{n}">Order {n}</a></td>'
        f"<td><span>{TOWNS[n % 11]}</span></td><td>{STATES[n % 5]}</td><td><button>Edit</button></td></tr>"
        for n in range(1, rows + 1)
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title></head>'
        f"<body><h1>Orders</h1><table><tbody>{body}</tbody></table></body></html>"
    )


@site.get("/table/{rows:int}")
def table_page(request: Request, rows: int) -> Response:
    return Response(table(rows), media_type="text/html")


@site.get("/covered")
def covered_page(request: Request) -> Response:
    return Response(COVERED, media_type="text/html")


class _Pages(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # connections are kept, as ours are

    def do_GET(self) -> None:
        if not self.path.startswith("/table/"):
            return super().do_GET()
        content = table(int(self.path.removeprefix("/table/"))).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        return None

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@contextmanager
def serving() -> Iterator[str]:
    """Serves the same pages to a peer, which has no server of its own; gives the address."""
    folder = pages_folder()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Pages, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, name="webcosm-bench-pages")
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
