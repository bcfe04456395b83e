"""A small site that somebody else hosts: pages, a form, cookies, redirects, pictures and a REST interface."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from PIL import Image, ImageDraw

__all__ = ["ADMIN", "Shop", "picture", "serve_shop"]

ADMIN = "keeper:of-the-till"
TOKEN = "token-of-the-keeper"


def picture(colour: str, size: tuple[int, int] = (64, 48), mark: bool = True) -> bytes:
    """A PNG of two colours."""
    image = Image.new("RGB", size, "white")
    if mark:
        ImageDraw.Draw(image).ellipse((8, 8, size[0] - 8, size[1] - 8), fill=colour)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


PAGES = {
    "/": "<h1>Fake Shop</h1><a href='/mug'>Mug</a> <form action='/cart' method='post'>"
    "<label>Note <input name='note'></label><button>Add to cart</button></form>",
    "/mug": "<h1>Mug &amp; saucer</h1><p id='price'>$12</p><p class='none'></p>"
    "<div id='late'></div><div hidden id='panel'>closed</div>"
    "<div class='item-photos'><img src='/pictures/red.png'><img src='http://elsewhere.test/x.png'></div>"
    "<script>setTimeout(() => { document.querySelector('#late').textContent = 'here at last' }, 300)</script>",
    "/product": "<main id='maincontent'><div class='columns'><div><div class='product-info-main'>"
    "<div class='product-info-price'><div class='price-box price-final_price'><span><span>$9.99</span></span></div>"
    "</div></div></div></div></main><a id='tab-label-reviews-title'>Reviews 12</a>"
    "<div class='rating-result' title='80%'></div>"
    "<table id='productDetails_detailBullets_sections1'><tbody><tr><th>Brand</th><td>Foolscap</td></tr>"
    "<tr><th>Item Weight</th><td>2 pounds</td></tr></tbody></table>",
    "/sales/order/view/order_id/17/": "<table id='my-orders-table'><thead><tr><th>x</th></tr></thead><tbody><tr>"
    "<td class='col name'><strong>Mug</strong><dl><dt>Size</dt><dd>Large</dd></dl></td><td class='col sku'> M-1 </td>"
    "<td class='col price'>$12.00</td><td class='col qty'>Ordered3</td></tr></tbody></table>",
    "/f/mugs/7/": "<main id='main'><a class='fg-inherit'>asker</a>"
    "<article class='comment'><header><a class='fg-inherit'>ann</a><time datetime='2026-01-01T10:00:00Z'></time>"
    "</header><div class='comment__content'>the first</div>"
    "<article class='comment'><header><a class='fg-inherit'>bob</a><time datetime='2026-01-02T10:00:00Z'></time>"
    "</header><div class='comment__content'>a reply</div></article></article>"
    "<article class='comment'><header><a class='fg-inherit'>bob</a><time datetime='2025-01-02T10:00:00Z'></time>"
    "</header><div class='comment__content'>an old one</div></article></main>",
    "/project/members": "<table><tr><td data-label='Account'><span class='gl-avatar-labeled-sublabel'>@ann</span></td>"
    "<td class='col-max-role'><span>Guest</span></td></tr><tr><td data-label='Account'>"
    "<span class='gl-avatar-labeled-sublabel'>@bob</span></td><td class='col-max-role'><span>Developer</span></td>"
    "</tr></table>",
    "/asking": "<h1>Asking</h1><script>setTimeout(() => alert('Sure?'), 50)</script>",
}
REVIEWS = [
    {"nickname": "Ann", "title": "Good", "detail": "It holds tea.", "ratings": [{"percent": 80}]},
    {"nickname": "Bob", "title": "Cracked", "detail": "It leaks.", "ratings": [{"percent": 20}]},
]
REST = {
    "/rest/V1/orders": {"items": [{"increment_id": "000000017"}]},
    "/rest/V1/products/M-1/reviews": REVIEWS,
    "/rest/V1/products/M-0/reviews": [],
    "/rest/V1/products/M-1": {"custom_attributes": [{"attribute_code": "url_key", "value": "mug"}]},
}


@dataclass
class Shop:
    url: str
    requests: list[str] = field(default_factory=list)
    """Method and target of everything that was asked."""
    notes: list[str] = field(default_factory=list)
    """What was put into carts."""


@contextmanager
def serve_shop(port: int = 0) -> Iterator[Shop]:
    shop = Shop("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

        def _any(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            shop.requests.append(f"{self.command} {self.path}")
            self._answer(urlsplit(self.path).path, body)

        do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = _any

        def _answer(self, path: str, body: bytes) -> None:
            cookies = dict(part.split("=", 1) for part in (self.headers.get("cookie") or "").split("; ") if part)
            if path == "/cart" and self.command == "POST":
                note = parse_qs(body.decode()).get("note", [""])[0]
                shop.notes.append(note)
                moved = [("Location", "/cart"), ("Set-Cookie", f"note={note}; Path=/"), ("Set-Cookie", "b=2; Path=/")]
                self._send(303, b"", "text/html", moved)
            elif path == "/cart":
                self._page(f"<h1>Cart</h1><p id='note'>{cookies.get('note', 'empty')}</p><p>{sorted(cookies)}</p>")
            elif path == "/account" and cookies.get("session") != "emma":
                self._send(302, b"", "text/html", [("Location", "/login")])
            elif path in ("/account", "/login"):
                self._page(f"<h1>{'Hello Emma' if path == '/account' else 'Sign in'}</h1>")
            elif path == "/echo":
                headers = [[name.lower(), value] for name, value in self.headers.items()]
                told = {"method": self.command, "target": self.path, "headers": headers, "body": body.hex()}
                self._send(200, json.dumps(told).encode(), "application/json", [("Keep-Alive", "timeout=5")])
            elif path == "/chunks":
                self.send_response(200)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                self.wfile.write(b"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")
            elif path == "/unchanged":
                self._send(304, b"", "text/html", [("ETag", '"1"')])
            elif path.startswith("/pictures/"):
                self._send(200, picture(path.removeprefix("/pictures/").removesuffix(".png")), "image/png")
            elif path.startswith("/rest/"):
                self._rest(path, body)
            elif path in PAGES:
                self._page(PAGES[path])
            else:
                self._send(404, b"<h1>No such page</h1>", "text/html")

        def _rest(self, path: str, body: bytes) -> None:
            if path == "/rest/default/V1/integration/admin/token":
                told = json.loads(body)
                right = f"{told['username']}:{told['password']}" == ADMIN
                self._json(200 if right else 401, TOKEN if right else {"message": "no"})
            elif self.headers.get("authorization") != f"Bearer {TOKEN}":
                self._json(401, {"message": "who are you?"})
            else:
                self._json(200 if path in REST else 404, REST.get(path, {"message": "not found"}))

        def _json(self, status: int, value: Any) -> None:
            self._send(status, json.dumps(value).encode(), "application/json")

        def _page(self, html: str) -> None:
            self._send(200, f"<!doctype html><title>Fake Shop</title>{html}".encode(), "text/html")

        def _send(self, status: int, body: bytes, kind: str, headers: list[tuple[str, str]] | None = None) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            for name, value in headers or []:
                self.send_header(name, value)
            if status != 304:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=lambda: server.serve_forever(0.01), daemon=True)
    thread.start()
    shop.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield shop
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
