"""Who gets the newsletter, what the shop sent, and what people wrote to it."""

from __future__ import annotations

from functools import partial

from webcosm.sites.admin.rows import find_row, update_row
from webcosm.sites.admin.site import site
from webcosm.sites.kit import Request, Response
from webcosm.sites.kit.grid import Column, Grid, MassAction
from webcosm.sites.kit.mass import each_selected

__all__ = ["CONTACT_MESSAGES", "OUTGOING", "SUBSCRIBERS"]

PEOPLE = "/marketing/subscribers"
SENT = "/marketing/outgoing"
RECEIVED = "/marketing/contact-messages"

SUBSCRIBERS = Grid(
    "subscribers",
    "FROM subscriber LEFT JOIN customer ON customer.id = subscriber.customer_id",
    (
        Column("id", "ID", "subscriber.id", "number"),
        Column("email", "E-mail", "subscriber.email"),
        Column(
            "type",
            "Type",
            "iif(subscriber.customer_id IS NULL, 'guest', 'customer')",
            "choice",
            (("customer", "Customer"), ("guest", "Guest")),
        ),
        Column(
            "name",
            "Customer",
            "customer.first_name || ' ' || customer.last_name",
            link=lambda row: f"/customers/{row.customer_id}" if row.customer_id else None,
        ),
        Column(
            "status",
            "Status",
            "subscriber.status",
            "choice",
            (("subscribed", "Subscribed"), ("unsubscribed", "Unsubscribed")),
        ),
        Column("changed", "Since", "subscriber.changed", "moment"),
    ),
    key="subscriber.id",
    order="id",
    search=("email", "name"),
    noun="subscriber",
    actions=(
        MassAction(f"{PEOPLE}/unsubscribe", "Unsubscribe", "marketing.edit"),
        MassAction(
            f"{PEOPLE}/delete",
            "Delete",
            "marketing.edit",
            confirm="Delete the ticked subscribers? This cannot be undone.",
            danger=True,
        ),
    ),
    empty="Nobody has subscribed yet.",
    extra={"customer_id": "subscriber.customer_id"},
)
OUTGOING = Grid(
    "outgoing",
    "FROM outgoing",
    (
        Column("id", "ID", "outgoing.id", "number"),
        Column("created", "Sent", "outgoing.created", "moment"),
        Column("recipient", "Recipient", "outgoing.recipient"),
        Column("subject", "Subject", "outgoing.subject", link=lambda row: f"{SENT}/{row.key}"),
    ),
    key="outgoing.id",
    search=("recipient", "subject"),
    noun="message",
    empty="Nothing was sent yet.",
)
CONTACT_MESSAGES = Grid(
    "contact-messages",
    "FROM contact_message",
    (
        Column("id", "ID", "contact_message.id", "number", link=lambda row: f"{RECEIVED}/{row.key}"),
        Column("created", "Received", "contact_message.created", "moment"),
        Column("name", "Name", "contact_message.name", link=lambda row: f"{RECEIVED}/{row.key}"),
        Column("email", "E-mail", "contact_message.email"),
        Column("phone", "Phone", "contact_message.phone"),
        Column("message", "Message", "contact_message.message", show=lambda row: _beginning(row.message)),
    ),
    key="contact_message.id",
    search=("name", "email", "message"),
    noun="message",
    actions=(
        MassAction(
            f"{RECEIVED}/delete",
            "Delete",
            "marketing.edit",
            confirm="Delete the ticked messages? This cannot be undone.",
            danger=True,
        ),
    ),
    empty="Nobody has written yet.",
)


def _beginning(text: str) -> str:
    return text if len(text) <= 140 else text[:140].rsplit(" ", 1)[0] + " …"


# Subscribers ----------------------------------------------------------------------------------------------------------


@site.get(PEOPLE, needs="marketing.view")
def subscribers(request: Request) -> Response:
    return SUBSCRIBERS.respond(request, title="Newsletter subscribers")


@site.post(f"{PEOPLE}/unsubscribe", needs="marketing.edit")
def unsubscribe(request: Request) -> Response:
    stamp = request.world.clock.stamp()

    def leave(number: int) -> bool:
        row = find_row(request.db, "subscriber", number)
        return update_row(request.db, "subscriber", {"id": number}, row, {"status": "unsubscribed"}, changed=stamp)

    return each_selected(request, SUBSCRIBERS, PEOPLE, leave, "unsubscribed")


@site.post(f"{PEOPLE}/delete", needs="marketing.edit")
def delete_subscribers(request: Request) -> Response:
    return each_selected(request, SUBSCRIBERS, PEOPLE, partial(_delete, request, "subscriber"), "deleted")


# Messages -------------------------------------------------------------------------------------------------------------


@site.get(SENT, needs="marketing.view")
def outgoing(request: Request) -> Response:
    return OUTGOING.respond(request, title="Outgoing messages", lead="Password links and newsletters that were sent.")


@site.get(f"{SENT}/{{number:int}}", needs="marketing.view")
def outgoing_message(request: Request, number: int) -> Response:
    row = find_row(request.db, "outgoing", number)
    facts = [("To", row.recipient), ("Subject", row.subject)]
    request.shows("outgoing message", id=row.id)
    return request.render(
        "marketing/message.html",
        heading=row.subject,
        facts=facts,
        when=("Sent", row.created),
        text=row.body,
        listed=(SENT, "Outgoing messages"),
        deletion=None,
    )


@site.get(RECEIVED, needs="marketing.view")
def contact_messages(request: Request) -> Response:
    lead = "What customers wrote with the form on the contact page."
    return CONTACT_MESSAGES.respond(request, title="Contact messages", lead=lead)


@site.get(f"{RECEIVED}/{{number:int}}", needs="marketing.view")
def contact_message(request: Request, number: int) -> Response:
    row = find_row(request.db, "contact_message", number)
    facts = [("From", row.name), ("E-mail", row.email), ("Phone", row.phone or "not given")]
    request.shows("contact message", id=row.id)
    return request.render(
        "marketing/message.html",
        heading=f"Message from {row.name}",
        facts=facts,
        when=("Received", row.created),
        text=row.message,
        listed=(RECEIVED, "Contact messages"),
        deletion=(f"{RECEIVED}/{number}/delete", f"Delete the message from {row.name}? This cannot be undone."),
    )


@site.post(f"{RECEIVED}/{{number:int}}/delete", needs="marketing.edit")
def delete_contact_message(request: Request, number: int) -> Response:
    row = find_row(request.db, "contact_message", number)
    _delete(request, "contact_message", number)
    request.flash(f"The message from {row.name} was deleted.")
    return request.redirect(RECEIVED)


@site.post(f"{RECEIVED}/delete", needs="marketing.edit")
def delete_contact_messages(request: Request) -> Response:
    return each_selected(request, CONTACT_MESSAGES, RECEIVED, partial(_delete, request, "contact_message"), "deleted")


def _delete(request: Request, table: str, number: int) -> bool:
    return bool(request.db.run(f"DELETE FROM {table} WHERE id = ?", number))
