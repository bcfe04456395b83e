"""Cart price rules and catalog price rules: lists and one form for both."""

from __future__ import annotations

from collections.abc import Mapping

from webcosm.sites.admin.marketing.rule_form import (
    CART,
    CATALOG,
    SUBJECTS,
    RuleKind,
    amount_words,
    build,
    condition_keys,
    next_key,
    read_rule,
    stored_values,
)
from webcosm.sites.admin.rows import find_row, tell_saved, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BadRequest, BoundForm, Request, Response
from webcosm.sites.kit.grid import Column, Grid
from webcosm.worlds import Row, Value

__all__ = ["CART_RULES", "CATALOG_RULES", "TIMES_USED"]

ACTIVE = (("active", "Active"), ("inactive", "Inactive"))
TIMES_USED = (
    "(SELECT count(*) FROM orders WHERE upper(orders.coupon) = upper(cart_rule.coupon) AND orders.status <> 'canceled')"
)
"""As often as the storefront counts it when a code is entered."""


def _columns(kind: RuleKind) -> tuple[Column, ...]:
    table = kind.table
    named = "SELECT group_concat({part}.name, ', ' ORDER BY {part}.id) FROM {table}_{link} JOIN {part}"
    named += " ON {part}.id = {link}_id WHERE rule_id = {table}.id"
    groups = named.format(part="customer_group", link="group", table=table)
    websites = named.format(part="website", link="website", table=table)
    step = f"{table}.step" if kind.for_carts else "0"
    columns = [
        Column("id", "ID", f"{table}.id", "number"),
        Column("name", "Rule", f"{table}.name", link=lambda row: f"{kind.path}/{row.key}"),
        Column("from_date", "From", f"{table}.from_date", "day"),
        Column("to_date", "To", f"{table}.to_date", "day"),
        Column("status", "Status", f"iif({table}.active, 'active', 'inactive')", "choice", ACTIVE),
        Column("action", "Apply", f"{table}.action", "choice", tuple(kind.actions.items())),
        Column(
            "amount",
            "Discount",
            f"{table}.amount",
            filter=False,
            sortable=False,
            show=lambda row: amount_words(row.action, row.amount, row.buy),
        ),
        Column("priority", "Priority", f"{table}.priority", "number"),
        Column("groups", "Customer groups", f"({groups})", shown=False),
        Column("websites", "Websites", f"({websites})", shown=False),
        Column("description", "Description", f"{table}.description", shown=False),
        Column("buy", "Pieces to buy", step, "number", filter=False, shown=False),
    ]
    if kind.for_carts:
        columns.insert(2, Column("coupon", "Coupon code", "cart_rule.coupon"))
        columns.insert(9, Column("uses", "Times used", TIMES_USED, "number"))
    return tuple(columns)


def _grid(kind: RuleKind) -> Grid:
    return Grid(
        kind.path.rpartition("/")[2],
        f"FROM {kind.table}",
        _columns(kind),
        key=f"{kind.table}.id",
        order="id",
        descending=False,
        search=("name", "description", *(("coupon",) if kind.for_carts else ())),
        noun=kind.noun,
        empty=f"There are no {kind.noun}s yet.",
    )


CART_RULES, CATALOG_RULES = _grid(CART), _grid(CATALOG)


def _declare(kind: RuleKind, grid: Grid) -> None:
    """The pages of one kind of rules."""

    @site.get(kind.path, needs="marketing.view")
    def rules(request: Request) -> Response:
        return grid.respond(
            request,
            "marketing/list.html",
            title=kind.title,
            buttons=[(f"{kind.path}/new", "Add rule", "marketing.edit")],
        )

    @site.get(f"{kind.path}/new", needs="marketing.edit")
    def new_rule(request: Request) -> Response:
        shown = {"active": True, "priority": 0, "action": "by_percent", "coupon_type": "none"}
        return _show(request, kind, None, build(request, kind, {}).show(shown))

    @site.post(f"{kind.path}/new", needs="marketing.edit")
    def make_rule(request: Request) -> Response:
        if request.form.get("do"):
            return _reshape(request, kind, None)
        form = read_rule(request, kind, None)
        if not form.valid:
            return _show(request, kind, None, form, status=422)
        number = request.db.insert(kind.table, **_values(kind, form))
        _save_parts(request, kind, number, form)
        request.flash(f"The rule {form.values['name']} was added.")
        return request.redirect(f"{kind.path}/{number}")

    @site.get(f"{kind.path}/{{number:int}}", needs="marketing.view")
    def edit_rule(request: Request, number: int) -> Response:
        row = find_row(request.db, kind.table, number)
        keys, shown = stored_values(request.db, kind, row)
        return _show(request, kind, row, build(request, kind, keys).show(shown))

    @site.post(f"{kind.path}/{{number:int}}", needs="marketing.edit")
    def save_rule(request: Request, number: int) -> Response:
        row = find_row(request.db, kind.table, number)
        if request.form.get("do"):
            return _reshape(request, kind, row)
        form = read_rule(request, kind, number)
        if not form.valid:
            return _show(request, kind, row, form, status=422)
        changed = update_row(request.db, kind.table, {"id": number}, row, _values(kind, form))
        changed |= _save_parts(request, kind, number, form)
        tell_saved(request, changed, "You saved the rule.")
        return request.redirect(f"{kind.path}/{number}")

    @site.get(f"{kind.path}/{{number:int}}/delete", needs="marketing.edit")
    def confirm_deletion(request: Request, number: int) -> Response:
        row = find_row(request.db, kind.table, number)
        request.shows("rule deletion", table=kind.table, id=number)
        return request.render("marketing/rule_delete.html", row=row, kind=kind)

    @site.post(f"{kind.path}/{{number:int}}/delete", needs="marketing.edit")
    def delete_rule(request: Request, number: int) -> Response:
        row = find_row(request.db, kind.table, number)
        for part in ("condition", "group", "website"):
            request.db.run(f"DELETE FROM {kind.table}_{part} WHERE rule_id = ?", number)
        request.db.run(f"DELETE FROM {kind.table} WHERE id = ?", number)
        request.flash(f"The rule {row.name} was deleted.")
        return request.redirect(kind.path)


_declare(CART, CART_RULES)
_declare(CATALOG, CATALOG_RULES)


def _reshape(request: Request, kind: RuleKind, row: Row | None) -> Response:
    """The form as it was typed, with one condition more or less; nothing is saved."""
    typed, deed = dict(request.form), request.form["do"]
    keys = condition_keys(kind, typed)
    if deed == "add":
        subject, key = typed.get("add", ""), next_key(keys)
        if subject not in kind.subjects:
            raise BadRequest(f"{subject!r} cannot be a condition here; there are {', '.join(kind.subjects)}.")
        keys[key] = typed[f"condition.{key}.subject"] = subject
    else:
        keys.pop(deed.removeprefix("remove."), None)
    return _show(request, kind, row, BoundForm(build(request, kind, keys), typed))


def _values(kind: RuleKind, form: BoundForm) -> dict[str, Value]:
    values = form.values
    columns: dict[str, Value] = {
        "name": values["name"],
        "description": values["description"] or "",
        "active": int(values["active"]),
        "from_date": values["from_date"].isoformat() if values["from_date"] else None,
        "to_date": values["to_date"].isoformat() if values["to_date"] else None,
        "action": values["action"],
        "amount": values["amount"],
        "stop_further": int(values["stop_further"]),
        "priority": values["priority"],
    }
    if kind.for_carts:
        columns |= {
            "coupon": values["coupon"] if values["coupon_type"] == "specific" else None,
            "uses_per_coupon": values["uses_per_coupon"],
            "uses_per_customer": values["uses_per_customer"],
            "step": (values["step"] or 0) if values["action"] == "buy_x_get_y" else 0,
            "free_shipping": int(values["free_shipping"]),
        }
    return columns


def _save_parts(request: Request, kind: RuleKind, number: int, form: BoundForm) -> bool:
    """Groups, websites and conditions: writes only what differs, and tells whether anything did."""
    db, changed = request.db, False
    for part in ("group", "website"):
        table, column = f"{kind.table}_{part}", f"{part}_id"
        held = set(db.values(f"SELECT {column} FROM {table} WHERE rule_id = ?", number))
        wanted = {int(name.partition(".")[2]) for name, on in form.values.items() if on and name.startswith(f"{part}.")}
        for other in sorted(wanted - held):
            db.insert(table, **{"rule_id": number, column: other})
        for other in sorted(held - wanted):
            db.run(f"DELETE FROM {table} WHERE rule_id = ? AND {column} = ?", number, other)
        changed |= wanted != held
    return _save_conditions(request, kind, number, form) or changed


def _save_conditions(request: Request, kind: RuleKind, number: int, form: BoundForm) -> bool:
    db, table, changed = request.db, f"{kind.table}_condition", False
    keys = condition_keys(kind, request.form)
    stored = {str(row.id): row for row in db.rows(f"SELECT * FROM {table} WHERE rule_id = ? ORDER BY id", number)}
    for key, row in stored.items():
        if key in keys:
            changed |= update_row(db, table, {"id": row.id}, row, _condition(form.values, key))
        else:
            db.run(f"DELETE FROM {table} WHERE id = ?", row.id)
            changed = True
    for key in keys:
        if key not in stored:
            db.insert(table, rule_id=number, **_condition(form.values, key))
            changed = True
    return changed


def _condition(values: Mapping[str, object], key: str) -> dict[str, Value]:
    return {part: str(values[f"condition.{key}.{part}"]) for part in ("subject", "operator", "value")}


def _show(request: Request, kind: RuleKind, row: Row | None, form: BoundForm, *, status: int = 200) -> Response:
    sql = f"SELECT {TIMES_USED} FROM cart_rule WHERE id = ?"
    uses = request.db.value(sql, row.id) if row and kind.for_carts and row.coupon else None
    names = [field.name for field in form.fields]
    conditions = [name.split(".")[1] for name in names if name.startswith("condition.") and name.endswith(".subject")]
    request.shows("rule form", table=kind.table, id=row.id if row else None)
    return request.render(
        "marketing/rule.html",
        status=status,
        kind=kind,
        row=row,
        form=form,
        uses=uses,
        websites=[name for name in names if name.startswith("website.")],
        groups=[name for name in names if name.startswith("group.")],
        conditions=conditions,
        subjects=[(subject, SUBJECTS[subject]) for subject in kind.subjects],
        labels=SUBJECTS,
    )
