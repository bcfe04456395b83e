"""Making and finding customers: what registration, checkout and profile share."""

from __future__ import annotations

from webcosm.sites.kit import BoundForm, Field, Request, hash_password
from webcosm.sites.shop.pages.storefront import setting

__all__ = ["PASSWORD_FIELDS", "check_passwords", "email_taken", "make_customer", "set_subscription"]

GENERAL = 2
"""The group of new customers, if no setting says otherwise."""
SHORTEST_PASSWORD = 8

PASSWORD_FIELDS = (
    Field(
        "password",
        "Password",
        "password",
        required=True,
        min=SHORTEST_PASSWORD,
        max=200,
        help=f"At least {SHORTEST_PASSWORD} characters.",
        autocomplete="new-password",
    ),
    Field("confirm", "Confirm password", "password", required=True, max=200, autocomplete="new-password"),
)


def check_passwords(form: BoundForm) -> BoundForm:
    """Adds an error if the two passwords differ."""
    both = "password" in form.values and "confirm" in form.values
    if both and form.values["password"] != form.values["confirm"]:
        form.fail("confirm", "The two passwords are not the same.")
    return form


def email_taken(request: Request, email: str) -> bool:
    return request.db.value("SELECT 1 FROM customer WHERE email = ?", email.strip().lower()) is not None


def make_customer(
    request: Request, *, email: str, first_name: str, last_name: str, password: str, newsletter: bool
) -> int:
    """A new customer with an empty cart, in the group for new ones."""
    db = request.db
    email = email.strip().lower()
    group = setting(request, "customers/default_group", str(GENERAL))
    known = db.value("SELECT id FROM customer_group WHERE id = ?", int(group) if group.isdecimal() else GENERAL)
    number = db.insert(
        "customer",
        email=email,
        first_name=first_name,
        last_name=last_name,
        group_id=known or GENERAL,
        password=hash_password(password, email),
        created=request.world.clock.stamp(),
    )
    db.insert("cart", customer_id=number)
    if newsletter:
        set_subscription(request, email, number, True)
    return number


def set_subscription(request: Request, email: str, customer_id: int | None, wanted: bool) -> bool:
    """Subscribes or unsubscribes; tells whether that changed anything."""
    db = request.db
    row = db.row("SELECT * FROM subscriber WHERE email = ? OR customer_id = ?", email, customer_id)
    status = "subscribed" if wanted else "unsubscribed"
    if row is None:
        if wanted:
            changed = request.world.clock.stamp()
            db.insert("subscriber", email=email, customer_id=customer_id, status=status, changed=changed)
        return wanted
    if row.status == status and row.customer_id == customer_id:
        return False
    db.run(
        "UPDATE subscriber SET status = ?, customer_id = ?, changed = ? WHERE id = ?",
        status,
        customer_id,
        request.world.clock.stamp(),
        row.id,
    )
    return True
