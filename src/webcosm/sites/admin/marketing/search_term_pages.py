"""Search terms: what customers looked for, and what the merchant decided about a term."""

from __future__ import annotations

from urllib.parse import urlencode

from webcosm.sites.admin.rows import YES_NO, find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BoundForm, Field, Form, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Column, Grid, MassAction
from webcosm.sites.kit.mass import each_selected
from webcosm.worlds import Row, Value

__all__ = ["SEARCH_TERMS"]

LIST = "/marketing/search-terms"


def _address(row: Row) -> str:
    return f"{LIST}/{row.rule_id}" if row.rule_id else f"{LIST}/new?{urlencode({'term': row.term})}"


SEARCH_TERMS = Grid(
    "search-terms",
    "FROM (SELECT term FROM search_use UNION SELECT term FROM search_rule) AS known"
    " LEFT JOIN search_use ON search_use.term = known.term LEFT JOIN search_rule ON search_rule.term = known.term",
    (
        Column("term", "Search term", "known.term", link=_address, link_permission="marketing.edit"),
        Column("results", "Results", "coalesce(search_use.results, 0)", "number"),
        Column("uses", "Uses", "coalesce(search_use.uses, 0)", "number"),
        Column("last_used", "Last used", "search_use.last_used", "moment"),
        Column("synonym", "Synonym", "coalesce(search_rule.synonym, '')"),
        Column("redirect", "Redirect", "coalesce(search_rule.redirect, '')"),
        Column("suggested", "Suggested", "coalesce(search_rule.suggested, 1)", "choice", YES_NO),
        Column("rule", "Has a rule", "search_rule.id IS NOT NULL", "choice", YES_NO, shown=False),
    ),
    key="known.term",
    order="uses",
    search=("term", "synonym", "redirect"),
    noun="search term",
    actions=(
        MassAction(
            f"{LIST}/delete",
            "Delete rules",
            "marketing.edit",
            confirm="Delete the rules of the ticked terms? How often they were used is kept.",
            danger=True,
        ),
    ),
    empty="Nobody has searched for anything yet.",
    extra={"rule_id": "search_rule.id"},
)


def _path_wrong(text: str) -> str | None:
    if text.startswith("/") and not text.startswith("//"):
        return None
    return f"Redirect: {text!r} is no path of the store; write one that begins with a single slash, like /contact."


RULE = Form(
    Field("term", "Search term", required=True, max=200, help="What customers type. Capital letters do not matter."),
    Field("synonym", "Synonym", max=200, help="Search for this instead."),
    Field(
        "redirect",
        "Redirect",
        max=300,
        pattern=r"\S+",
        pattern_help="write a path without spaces, like /contact.",
        check=_path_wrong,
        help="Go to this path of the store instead of searching, like /contact.",
    ),
    Field("suggested", "Show as a suggestion", "checkbox"),
)


@site.get(LIST, needs="marketing.view")
def search_terms(request: Request) -> Response:
    buttons = [(f"{LIST}/new", "Add search term", "marketing.edit")]
    return SEARCH_TERMS.respond(request, title="Search terms", buttons=buttons)


@site.get(f"{LIST}/new", needs="marketing.edit")
def new_rule(request: Request) -> Response:
    return _show(request, None, RULE.show({"term": request.query.get("term", ""), "suggested": True}))


@site.post(f"{LIST}/new", needs="marketing.edit")
def make_rule(request: Request) -> Response:
    form = _read(request, None)
    if not form.valid:
        return _show(request, None, form, status=422)
    request.db.insert("search_rule", **_columns(form))
    request.flash(f"The search term {form.values['term']} was saved.")
    return request.redirect(LIST)


@site.get(f"{LIST}/{{number:int}}", needs="marketing.view")
def edit_rule(request: Request, number: int) -> Response:
    row = find_row(request.db, "search_rule", number)
    return _show(request, row, RULE.show({**row, "suggested": bool(row.suggested)}))


@site.post(f"{LIST}/{{number:int}}", needs="marketing.edit")
def save_rule(request: Request, number: int) -> Response:
    row = find_row(request.db, "search_rule", number)
    form = _read(request, number)
    if not form.valid:
        return _show(request, row, form, status=422)
    changed = update_row(request.db, "search_rule", {"id": number}, row, _columns(form))
    tell_saved(request, changed, "You saved the search term.")
    return request.redirect(f"{LIST}/{number}")


@site.post(f"{LIST}/{{number:int}}/delete", needs="marketing.edit")
def delete_rule(request: Request, number: int) -> Response:
    row = find_row(request.db, "search_rule", number)
    request.db.run("DELETE FROM search_rule WHERE id = ?", number)
    request.flash(f"The rule for {row.term} was deleted.")
    return request.redirect(LIST)


@site.post(f"{LIST}/delete", needs="marketing.edit")
def delete_rules(request: Request) -> Response:
    def delete(term: str) -> bool:
        return bool(request.db.run("DELETE FROM search_rule WHERE term = ?", term))

    return each_selected(request, SEARCH_TERMS, LIST, delete, "left without a rule")


def _read(request: Request, number: int | None) -> BoundForm:
    form = RULE.read(request.form)
    if term := form.values.get("term"):
        term = form.values["term"] = " ".join(term.lower().split())
        if request.db.value("SELECT 1 FROM search_rule WHERE term = ? AND id IS NOT ?", term, number):
            form.fail("term", f"Search term: there is a rule for {term} already.")
    if form.values.get("synonym") and form.values.get("redirect"):
        form.fail("redirect", "Redirect: a term has a synonym or a redirect, not both.")
    return form


def _columns(form: BoundForm) -> dict[str, Value]:
    values = form.values
    return {
        "term": values["term"],
        "synonym": values["synonym"] or "",
        "redirect": values["redirect"] or "",
        "suggested": int(values["suggested"]),
    }


def _show(request: Request, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    use = request.db.row("SELECT * FROM search_use WHERE term = ?", form.typed.get("term", "").strip().lower())
    note = f"Used {plural(use.uses, 'time')}, last with {plural(use.results, 'result')}." if use else ""
    request.shows("search term form", id=row.id if row else None)
    return request.render(
        "stores/edit.html",
        status=status,
        form=form,
        back=(LIST, "Search terms"),
        heading=row.term if row else "New search term",
        action="Save search term",
        deletion=(f"{LIST}/{row.id}/delete", f"Delete the rule for {row.term}?") if row else None,
        permission="marketing.edit",
        note=note,
    )
