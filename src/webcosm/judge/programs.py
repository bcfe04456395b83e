"""What task files of other benchmarks say in small programs, read as data: helper calls, page contents, state queries.

WebArena's and VisualWebArena's files hold Python calls (``func:…``) that their own harness evaluates. Here nothing from
a file is evaluated as Python: a call is parsed, its name must be one of the helpers that those benchmarks document, and
its arguments must be plain values. Anything else is a :class:`ProgramError`, which makes the outcome `error`.
"""

from __future__ import annotations

import ast
import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote, urlencode, urlsplit

from webcosm.judge import legacy
from webcosm.judge.verdict import Check
from webcosm.server.outside import Outside
from webcosm.worlds import Change

__all__ = [
    "HELPERS",
    "Call",
    "PageReader",
    "ProgramError",
    "Store",
    "contents_checks",
    "parse_call",
    "run_call",
    "state_diff",
    "state_diff_match",
]

Value = str | int | float


class ProgramError(Exception):
    """A program that cannot be run: a mistake in the file, or something that is missing here. Nobody's failure."""


class PageReader(Protocol):
    """A page that is open."""

    async def evaluate(self, script: str, argument: object = None) -> Any:
        """What a script's function returns."""
        ...


# Calls ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Call:
    """A helper's name with its arguments, the page not among them."""

    name: str
    arguments: tuple[Value, ...]

    @property
    def helper(self) -> Helper:
        return HELPERS[self.name]


def parse_call(text: str, last_url: str = "") -> Call:
    """Reads ``name(__page__, 'argument', …)``; ``__last_url__`` stands for the address where the agent ended."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise ProgramError(f"func:{text} cannot be read: {error}") from None
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.keywords:
        raise ProgramError(f"func:{text} is no plain call of a helper; accepted is name('argument', …)")
    name = tree.func.id
    if name not in HELPERS:
        raise ProgramError(f"func:{text}: there is no helper {name!r}; there are {', '.join(sorted(HELPERS))}")
    given = [_argument(argument, text, last_url) for argument in tree.args]
    helper = HELPERS[name]
    wanted = ([_PAGE] if helper.script else []) + [""] * helper.arguments
    if [one is _PAGE for one in given] != [one is _PAGE for one in wanted]:
        form = ", ".join([*(["__page__"] if helper.script else []), *["'…'"] * helper.arguments])
        raise ProgramError(f"func:{text}: it is called as {name}({form})")
    return Call(name, tuple(value for value in given if not isinstance(value, _Page)))


class _Page:
    """Stands for the page among the arguments."""


_PAGE = _Page()


def _argument(node: ast.expr, text: str, last_url: str) -> Value | _Page:
    if isinstance(node, ast.Name) and node.id == "__page__":
        return _PAGE
    if isinstance(node, ast.Name) and node.id == "__last_url__":
        return last_url
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.replace("__last_url__", last_url)
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    raise ProgramError(f"func:{text}: arguments may be texts, numbers, __page__ and __last_url__ only")


async def run_call(call: Call, page: PageReader | None, store: Store | None) -> Value:
    """What a helper finds, on the page that is open or through the shop's REST interface."""
    helper = call.helper
    if helper.script:
        if page is None:
            raise ProgramError(f"{call.name} reads a page, and none is open")
        guarded = f"(given) => {{ try {{ return ({helper.script})(...given) }} catch {{ return null }} }}"
        found = await page.evaluate(guarded, list(call.arguments))
        return found if isinstance(found, str | int | float) else helper.otherwise
    if helper.rest:
        if store is None:
            raise ProgramError(f"{call.name} asks the shop: give its address with --address shopping=http://HOST:PORT")
        return await asyncio.to_thread(helper.rest, store, *map(str, call.arguments))
    assert helper.text is not None
    return helper.text(*map(str, call.arguments))


# The shop's REST interface --------------------------------------------------------------------------------------------


@dataclass
class Store:
    """A Magento shop, asked as its keeper."""

    outside: Outside
    base: str
    account: str
    """``name:password``, from the user's environment."""
    _token: str = ""

    def get(self, path: str, query: Mapping[str, str] | None = None) -> Any:
        if not self._token:
            name, _, password = self.account.partition(":")
            told = json.dumps({"username": name, "password": password}).encode()
            self._token = str(self._ask("/rest/default/V1/integration/admin/token", "POST", told))
        return self._ask(path + (f"?{urlencode(query)}" if query else ""), "GET", None)

    def _ask(self, path: str, method: str, body: bytes | None) -> Any:
        headers = [("Content-Type", "application/json"), ("Accept", "application/json")]
        if self._token:
            headers.append(("Authorization", f"Bearer {self._token}"))
        reply = self.outside.fetch(self.base.rstrip("/") + path, method, headers, body)
        if reply.status != 200:
            raise ProgramError(f"{self.base}{path.partition('?')[0]} answered with status {reply.status}")
        try:
            return json.loads(reply.body)
        except ValueError as error:
            raise ProgramError(f"{self.base}{path.partition('?')[0]} gave no JSON: {error}") from None

    def read(self, path: str, *keys: str | int, query: Mapping[str, str] | None = None) -> Any:
        """What stands at a place of an answer."""
        found = self.get(path, query)
        for key in keys:
            try:
                found = found[key]
            except (LookupError, TypeError):
                raise ProgramError(
                    f"{self.base}{path}: the answer holds nothing at {'.'.join(map(str, keys))}"
                ) from None
        return found


def _latest_order_url(store: Store) -> str:
    newest = {
        "searchCriteria[sortOrders][0][field]": "created_at",
        "searchCriteria[sortOrders][0][direction]": "DESC",
        "searchCriteria[pageSize]": "1",
    }
    number = int(store.read("/rest/V1/orders", "items", 0, "increment_id", query=newest))
    return f"{store.base.rstrip('/')}/sales/order/view/order_id/{number}/"


def _of_latest_review(*keys: str | int) -> Callable[..., Value]:
    def read(store: Store, sku: str) -> Value:
        path = f"/rest/V1/products/{quote(sku, safe='')}/reviews"
        return str(store.read(path, -1, *keys)) if store.get(path) else ""

    return read


def _product_url(store: Store, sku: str) -> str:
    for attribute in store.read(f"/rest/V1/products/{quote(sku, safe='')}", "custom_attributes"):
        if attribute.get("attribute_code") == "url_key":
            return f"{store.base.rstrip('/')}/{attribute['value']}.html"
    return ""


def _post_url(url: str) -> str:
    """The address of the post that a comment's or a post's address belongs to; any other as it is."""
    parts = urlsplit(url)
    steps = parts.path.split("/")
    if len(steps) < 4 or steps[1] != "f":
        return url
    return f"{parts.scheme}://{parts.netloc}/f/{steps[2]}/{steps[3]}/"


# Helpers --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Helper:
    """One documented helper: a script for the page, a question to the shop, or a matter of texts."""

    arguments: int = 0
    script: str = ""
    otherwise: Value = ""
    """What is found where the page has nothing of the kind."""
    rest: Callable[..., Value] | None = None
    text: Callable[..., Value] | None = None


_ORDERED = """() => [...document.querySelectorAll("#my-orders-table tbody")].map((body) => {
  const row = {};
  for (const cell of body.querySelectorAll("td")) {
    const column = cell.className.split(" ")[1];
    row[column] = cell.outerText;
    const options = cell.querySelector("dl");
    if (column !== "name" || !options) continue;
    row.options = {};
    for (const term of options.querySelectorAll("dt")) row.options[term.outerText] = term.nextElementSibling.outerText;
  }
  return row;
})"""
_COMMENTS = """(user) => [...document.querySelectorAll("#main .comment")].map((comment) => {
  const above = comment.parentElement.closest(".comment");
  const author = (one) => one.querySelector(".fg-inherit").outerText;
  return {
    mine: author(comment) === user,
    above: author(above || document.querySelector("#main")),
    content: comment.querySelector(".comment__content").outerText,
    time: new Date(comment.querySelector("time").dateTime).getTime(),
  };
}).filter((one) => one.mine).sort((one, other) => other.time - one.time)"""

HELPERS: Mapping[str, Helper] = {
    # WebArena
    "shopping_get_latest_order_url": Helper(rest=_latest_order_url),
    "shopping_get_sku_latest_review_author": Helper(1, rest=_of_latest_review("nickname")),
    "shopping_get_sku_latest_review_rating": Helper(1, rest=_of_latest_review("ratings", 0, "percent")),
    "reddit_get_post_url": Helper(1, text=_post_url),
    "gitlab_get_project_memeber_role": Helper(
        1,
        """(account) => {
          const names = [...document.querySelectorAll("td[data-label='Account'] span.gl-avatar-labeled-sublabel")];
          const place = names.findIndex((one) => one.outerText === `@${account}`);
          return document.querySelectorAll("td.col-max-role span")[place].outerText;
        }""",
    ),
    # VisualWebArena
    "shopping_get_sku_latest_review_text": Helper(1, rest=_of_latest_review("detail")),
    "shopping_get_sku_latest_review_title": Helper(1, rest=_of_latest_review("title")),
    "shopping_get_sku_product_page_url": Helper(1, rest=_product_url),
    "get_query_text": Helper(1, "(selector) => document.querySelector(selector).textContent"),
    "get_query_text_lowercase": Helper(1, "(selector) => document.querySelector(selector).textContent.toLowerCase()"),
    "shopping_get_order_product_name_list": Helper(0, f"() => ({_ORDERED})().map((row) => row.name).join(' |OR| ')"),
    "shopping_get_order_product_quantity": Helper(
        1,
        f"""(skus) => {{
          const row = ({_ORDERED})().find((row) => skus.split(" |OR| ").includes(row.sku.trim()));
          return row ? parseInt(row.qty.replace("Ordered", "")) : 0;
        }}""",
        otherwise=0,
    ),
    "shopping_get_order_product_option": Helper(
        2, f"(sku, option) => ({_ORDERED})().find((row) => row.sku.trim() === sku).options[option]"
    ),
    "shopping_get_product_attributes": Helper(
        1,
        """(names) => {
          const wanted = names.toLowerCase().split(" |or| ");
          return [...document.querySelector("#productDetails_detailBullets_sections1 > tbody").children]
            .filter((row) => wanted.some((name) => row.children[0].outerText.toLowerCase().includes(name)))
            .map((row) => row.children[1].outerText).join(", ");
        }""",
    ),
    "shopping_get_product_price": Helper(
        0,
        """() => parseFloat(document.querySelector("#maincontent > div.columns > div > div.product-info-main >"
          + " div.product-info-price > div.price-box.price-final_price > span > span").outerText.substring(1)) || 0""",
        otherwise=0,
    ),
    "shopping_get_num_reviews": Helper(
        0, "() => parseInt(document.querySelector('#tab-label-reviews-title').outerText.split(' ')[1]) || 0", 0
    ),
    "shopping_get_rating_as_percentage": Helper(
        0, "() => parseFloat(document.querySelector('.rating-result').title.replace('%', '')) || 0", 0
    ),
    "reddit_get_latest_comment_content_by_username": Helper(1, f"(user) => ({_COMMENTS})(user)[0].content"),
    "reddit_get_parent_comment_username_of_latest_comment_by_username": Helper(
        1, f"(user) => ({_COMMENTS})(user)[0].above"
    ),
}


# Contents of a page ---------------------------------------------------------------------------------------------------


def contents_checks(
    required: Mapping[str, object], content: Value | None, *, visual: bool = False, ask: legacy.Ask | None = None
) -> list[Check]:
    """``required_contents`` of a ``program_html`` target against what its locator found (None: it found nothing).

    WebArena's texts are stripped and never compared word by word; VisualWebArena's rules (``visual``) are its own. The
    published order decides where a target has several rules: the first of them counts. As published, all alternatives
    of a ``fuzzy_match`` must be met.
    """
    kinds = ("exact_match", "must_include", "must_exclude", "required_values", "fuzzy_match")
    kind = next((kind for kind in kinds if kind in required), None)
    if kind is None:
        raise ProgramError(f"required_contents {dict(required)!r} has none of {', '.join(kinds)}")
    wanted = required[kind]
    if content is None:
        return [Check(kind, False, "the page has nothing there", str(wanted))]
    text, seen = str(content), _shown(str(content))
    if kind in ("exact_match", "fuzzy_match"):
        if not isinstance(wanted, str):
            raise ProgramError(f"{kind} takes a text, got {wanted!r}")
        if kind == "exact_match":
            equal = legacy.visual_exact_match if visual else legacy.exact_match
            return [Check(kind, equal(wanted, text) == 1, seen, wanted)]
        alternatives = wanted.split(legacy.OR)
        return [Check(kind, legacy.fuzzy_match(one, text, "NOT USED", ask) == 1, seen, one) for one in alternatives]
    if not isinstance(wanted, list) or not all(isinstance(one, str) for one in wanted):
        raise ProgramError(f"{kind} takes a list of texts, got {wanted!r}")
    return [Check(kind, _holds(kind, one, content, visual), seen, one) for one in wanted]


def _holds(kind: str, wanted: str, content: Value, visual: bool) -> bool:
    text = str(content)
    if kind == "must_exclude":
        return legacy.must_exclude(wanted, text) == 1
    if kind == "must_include":
        if visual:
            return legacy.visual_must_include(wanted, text) == 1
        return any(legacy.must_include(one, text) == 1 for one in wanted.split(legacy.OR))
    if isinstance(content, str):
        return legacy.required_values([wanted], content) == 1
    return any(legacy.compare_inequality(content, one) for one in wanted.split(legacy.OR))


def _shown(text: str, most: int = 500) -> str:
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"


# State ----------------------------------------------------------------------------------------------------------------


def state_diff(changes: Sequence[Change]) -> dict[str, Any]:
    """Changes as one JSON object: ``differences.SITE.TABLE.added`` (or ``updated``, ``deleted``) are lists of rows."""
    names = {"insert": "added", "update": "updated", "delete": "deleted"}
    differences: dict[str, Any] = {}
    for change in changes:
        plain = change.to_json()
        tables = differences.setdefault(change.site, {})
        rows = tables.setdefault(change.table, {"added": [], "updated": [], "deleted": []})
        rows[names[change.kind]].append(plain["new"] or plain["old"])
    return {"differences": differences}


def state_diff_match(changes: Sequence[Change] | Mapping[str, Any], query: str, expected: object) -> bool:
    """Whether a JMESPath query over a state difference gives exactly the expected JSON value, as REAL's tasks ask.

    ``changes`` are a world's changes (see :func:`state_diff` for their shape) or any JSON object, such as what a site's
    ``/finish`` page tells. Numbers are equal by value; true is not 1.
    """
    try:
        import jmespath
        from jmespath.exceptions import JMESPathError
    except ImportError:
        raise ProgramError("queries over states need jmespath: pip install 'webcosm[files]'") from None
    data = dict(changes) if isinstance(changes, Mapping) else state_diff(changes)
    try:
        found = jmespath.search(query, data)
    except JMESPathError as error:
        raise ProgramError(f"the query {query!r} cannot be used: {error}") from None
    return _same(found, expected)


def _same(one: object, other: object) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    return one == other
