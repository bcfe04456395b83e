"""The list of customers, and what is done to many of them at once."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from webcosm.sites.admin.addresses import regions
from webcosm.sites.admin.customers.customer_store import delete_customer, set_subscription
from webcosm.sites.admin.sales.sales_lists import groups
from webcosm.sites.admin.site import site
from webcosm.sites.kit import BadRequest, Conflict, Request, Response
from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Column, Grid, MassAction
from webcosm.worlds import Row

__all__ = ["CUSTOMERS", "member_groups"]

YES_NO = (("1", "Yes"), ("0", "No"))


def member_groups(request: Request) -> list[tuple[str, str]]:
    """Groups that a customer can be in; the first is for guests."""
    return [(number, name) for number, name in groups(request) if number != "1"]


def _breakable(row: Row) -> Markup:
    """Long addresses may go on in a second line."""
    name, _, host = row.email.partition("@")
    return Markup("{}@<wbr>{}").format(name, host)


CUSTOMERS = Grid(
    "customers",
    "FROM customer",
    joins={
        "address": """LEFT JOIN address ON address.id = coalesce(
      billing_id, shipping_id, (SELECT min(other.id) FROM address AS other WHERE other.customer_id = customer.id))"""
    },
    key="customer.id",
    columns=(
        Column("id", "ID", "customer.id", "number", shown=False),
        Column(
            "name",
            "Name",
            "customer.first_name || ' ' || customer.last_name",
            link=lambda row: f"/customers/{row.key}",
        ),
        Column("email", "E-mail", "customer.email", show=_breakable),
        Column("group", "Group", "customer.group_id", "choice", choices=member_groups),
        Column("phone", "Phone", "address.phone"),
        Column("postcode", "Postal code", "address.postcode"),
        Column("city", "City", "address.city"),
        Column("region", "State", "address.region", "choice", choices=regions, show=lambda row: row.region or ""),
        Column("created", "Customer since", "customer.created", "day"),
        Column("orders", "Orders", "(SELECT count(*) FROM orders WHERE customer_id = customer.id)", "number"),
        Column(
            "total",
            "Lifetime total",
            "(SELECT coalesce(sum(total), 0) FROM orders WHERE customer_id = customer.id AND status <> 'canceled')",
            "money",
        ),
        Column(
            "last_order",
            "Last order",
            "(SELECT max(orders.created) FROM orders WHERE customer_id = customer.id)",
            "moment",
            shown=False,
        ),
        Column("street", "Street", "address.street", shown=False),
        Column("company", "Company", "address.company", shown=False),
        Column("birth_date", "Date of birth", "customer.birth_date", "day", shown=False),
        Column("gender", "Gender", "customer.gender", shown=False),
        Column(
            "newsletter",
            "Newsletter",
            "EXISTS (SELECT 1 FROM subscriber WHERE subscriber.email = customer.email AND status = 'subscribed')",
            "choice",
            choices=YES_NO,
            shown=False,
        ),
        Column("active", "Active", "customer.active", "choice", choices=YES_NO, shown=False),
        Column("note", "Note", "customer.note", shown=False),
    ),
    search=("name", "email", "phone", "city"),
    actions=(
        MassAction(
            "/customers/assign-group",
            "Assign a group",
            "customers.edit",
            confirm="The selected customers join this group.",
            field="group",
            choices=member_groups,
        ),
        MassAction("/customers/subscribe", "Subscribe to the newsletter", "customers.edit"),
        MassAction("/customers/unsubscribe", "Unsubscribe from the newsletter", "customers.edit"),
        MassAction(
            "/customers/delete",
            "Delete",
            "customers.edit",
            confirm="Delete the selected customers? Those with orders stay. This cannot be undone.",
            danger=True,
        ),
    ),
    noun="customer",
    empty="There are no customers yet.",
)


@site.get("/customers", needs="customers.view")
def list_customers(request: Request) -> Response:
    return CUSTOMERS.respond(request, title="Customers", buttons=[("/customers/new", "Add customer", "customers.edit")])


@site.post("/customers/assign-group", needs="customers.edit")
def assign_group(request: Request) -> Response:
    group, names = request.form.get("group", ""), dict(member_groups(request))
    if group not in names:
        raise BadRequest(f"{group or 'Nothing'!r} is no group of customers. Choose one of {', '.join(names.values())}.")

    def assign(number: int) -> None:
        request.db.run("UPDATE customer SET group_id = ?1 WHERE id = ?2 AND group_id <> ?1", int(group), number)

    return _each(request, assign, f"now in the group {names[group]}")


@site.post("/customers/subscribe", needs="customers.edit")
def subscribe(request: Request) -> Response:
    return _each(request, lambda number: set_subscription(request, number, "subscribed"), "subscribed")


@site.post("/customers/unsubscribe", needs="customers.edit")
def unsubscribe(request: Request) -> Response:
    return _each(request, lambda number: set_subscription(request, number, "unsubscribed"), "unsubscribed")


@site.post("/customers/delete", needs="customers.edit")
def delete(request: Request) -> Response:
    return _each(request, lambda number: delete_customer(request.db, number), "deleted")


def _each(request: Request, deed: Callable[[int], None], done: str) -> Response:
    chosen = CUSTOMERS.selected(request)
    refused = []
    for number in chosen:
        try:
            deed(number)
        except Conflict as reason:
            refused.append(reason.message)
    if not chosen:
        request.flash("Tick at least one customer first.", "wrong")
    elif len(refused) < len(chosen):
        count = len(chosen) - len(refused)
        request.flash(f"{plural(count, 'customer')} {'is' if count == 1 else 'are'} {done}.")
    if refused:
        more = f" And {len(refused) - 3} more." if len(refused) > 3 else ""
        request.flash(" ".join(refused[:3]) + more, "wrong")
    return request.redirect(CUSTOMERS.back(request, "/customers"))
