"""Writing a listing: its form with the attributes of its category, its photos, drafts."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image, UnidentifiedImageError

from webcosm.sites.classifieds.pages.front import city_choices
from webcosm.sites.classifieds.pages.shell import category_tree, render
from webcosm.sites.classifieds.rules.board import attributes_of, publish_row
from webcosm.sites.classifieds.rules.search import CONDITIONS
from webcosm.sites.classifieds.rules.terms import MOST_PHOTOS, PHOTO_BYTES
from webcosm.sites.classifieds.site import site
from webcosm.sites.kit import BoundForm, Conflict, Field, Form, NotFound, Request, Response, Upload
from webcosm.worlds import Database, Row

__all__ = ["edit", "own_listing"]

AT_ONCE = 4
"""Photos that can be sent with one form."""
MOST_PIXELS = 40_000_000


def _no_picture(upload: Upload) -> str | None:
    try:
        with Image.open(BytesIO(upload.data), formats=("PNG", "JPEG", "WEBP")) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return f"{upload.filename} has more than {MOST_PIXELS:,} pixels."
            picture.verify()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return f"{upload.filename} is no picture; PNG, JPEG and WebP are accepted."
    return None


def listing_form(db: Database, category: Row, *, draft: bool = False, photos: bool = True) -> Form:
    """A draft may leave out everything but its title."""
    fields = [
        Field("title", "Title", required=True, min=4, max=90),
        Field(
            "body",
            "Description",
            "textarea",
            required=not draft,
            max=5_000,
            help="Say what it is, how old, and what is wrong with it.",
        ),
        Field(
            "price",
            "Price",
            "money",
            max=99_999_999,
            help="Leave it empty if you want to be asked; 0 gives it away.",
            placeholder="25",
        ),
        Field("negotiable", "The price can be talked about", "checkbox"),
    ]
    if _parent(db, category).slug != "homes" and category.slug != "services":
        fields.append(
            Field("condition", "Condition", "select", required=not draft, choices=[("", "Choose"), *CONDITIONS.items()])
        )
    fields.append(Field("city", "City", "select", required=True, choices=city_choices(db)))
    for attribute, choices in attributes_of(db, category.id):
        needed = bool(attribute.required) and not draft
        name = f"a_{attribute.code}"
        if attribute.kind == "choice":
            options = [("", "Choose"), *((str(one.id), one.label) for one in choices)]
            fields.append(Field(name, attribute.label, "select", needed, choices=options))
        elif attribute.kind == "yesno":
            fields.append(
                Field(name, attribute.label, "select", needed, choices=[("", "Not said"), ("1", "Yes"), ("0", "No")])
            )
        else:
            label = f"{attribute.label} ({attribute.unit})" if attribute.unit else attribute.label
            fields.append(Field(name, label, "number", needed, min=0, max=99_999_999))
    if photos:
        for place in range(1, AT_ONCE + 1):
            fields.append(Field(f"photo_{place}", f"Photo {place}", "file", max=PHOTO_BYTES, check=_no_picture))
    return Form(*fields)


def _parent(db: Database, category: Row) -> Row:
    row = db.row("SELECT * FROM category WHERE id = ?", category.parent_id)
    assert row
    return row


def _category(db: Database, slug: str) -> Row:
    row = db.row("SELECT * FROM category WHERE slug = ? AND parent_id IS NOT NULL", slug[:80])
    if row is None:
        raise NotFound(f"There is no category “{slug[:80]}” to publish in.")
    return row


@site.get("/post", needs="own.view")
def choose_category(request: Request) -> Response:
    request.shows("category choice")
    return render(request, "post.html", groups=category_tree(request.db))


@site.get("/post/{slug}", needs="own.view")
def new(request: Request, slug: str) -> Response:
    category = _category(request.db, slug)
    request.shows("listing form", id=None, category=category.slug)
    form = listing_form(request.db, category).show({"city": str(request.need_user().city_id)})
    return render(request, "edit.html", listing=None, category=category, form=form, photos=[], at_once=AT_ONCE)


@site.post("/post/{slug}", needs="own.edit")
def create(request: Request, slug: str) -> Response:
    db, user = request.db, request.need_user()
    category = _category(db, slug)
    draft = request.form.get("action") == "draft"
    form = listing_form(db, category, draft=draft).read(request.form, request.files)
    if not form.valid:
        return render(
            request, "edit.html", status=422, listing=None, category=category, form=form, photos=[], at_once=AT_ONCE
        )
    now = request.world.clock.stamp()
    number = db.insert(
        "listing", seller_id=user.id, category_id=category.id, status="draft", created=now, **_columns(form)
    )
    _write_values(db, number, category, form)
    _add_photos(db, number, form)
    if draft:
        request.flash(f"“{form.values['title']}” was saved as a draft.")
        return request.redirect("/account/listings?state=draft")
    publish_row(db, number, request.now)
    request.flash(f"“{form.values['title']}” is published.")
    return request.redirect(f"/item/{number}")


def own_listing(request: Request, number: int) -> Row:
    """A listing of the visitor's own."""
    row = request.db.row(
        "SELECT listing.*, category.name AS category, category.slug, category.parent_id FROM listing"
        " JOIN category ON category.id = category_id WHERE listing.id = ? AND seller_id = ? AND status <> 'deleted'",
        number,
        request.need_user().id,
    )
    if row is None:
        raise NotFound(f"You have no listing {number}.")
    return row


@site.get("/account/listings/{number:int}/edit", needs="own.view")
def edit(request: Request, number: int) -> Response:
    listing = own_listing(request, number)
    request.shows("listing form", id=listing.id)
    category = _category(request.db, listing.slug)
    values: dict[str, Any] = {
        **listing,
        "negotiable": bool(listing.negotiable),
        "city": str(listing.city_id),
        "condition": "" if listing.condition == "none" else listing.condition,
    }
    for row in request.db.rows(
        "SELECT code, choice_id, number FROM listing_value JOIN attribute ON attribute.id = attribute_id"
        " WHERE listing_id = ?",
        number,
    ):
        values[f"a_{row.code}"] = str(row.choice_id if row.choice_id is not None else row.number)
    form = listing_form(request.db, category).show(values)
    return _edit_page(request, listing, category, form)


def _edit_page(request: Request, listing: Row, category: Row, form: BoundForm, status: int = 200) -> Response:
    photos = request.db.rows(
        "SELECT id, position FROM listing_photo WHERE listing_id = ? ORDER BY position, id", listing.id
    )
    return render(
        request,
        "edit.html",
        status=status,
        listing=listing,
        category=category,
        form=form,
        photos=photos,
        at_once=AT_ONCE,
    )


@site.post("/account/listings/{number:int}/edit", needs="own.edit")
def save(request: Request, number: int) -> Response:
    db = request.db
    listing = own_listing(request, number)
    if listing.status == "removed":
        raise Conflict("A moderator has removed this listing; it cannot be edited.")
    category = _category(db, listing.slug)
    publish = request.form.get("action") == "publish"
    form = listing_form(db, category, draft=listing.status == "draft" and not publish).read(request.form, request.files)
    sent = sum(1 for place in range(1, AT_ONCE + 1) if form.values.get(f"photo_{place}"))
    there = db.value("SELECT count(*) FROM listing_photo WHERE listing_id = ?", number)
    if form.valid and sent + there > MOST_PHOTOS:
        form.fail("photo_1", f"A listing may have {MOST_PHOTOS} photos; there are {there} already.")
    if not form.valid:
        return _edit_page(request, listing, category, form, 422)
    columns = {name: value for name, value in _columns(form).items() if listing[name] != value}
    changed = bool(columns) | _write_values(db, number, category, form) | bool(sent)
    _add_photos(db, number, form)
    now = request.world.clock.stamp()
    if "price" in columns and listing.status != "draft":
        db.insert("price_change", listing_id=number, old_price=listing.price, new_price=columns["price"], changed=now)
    if changed:
        columns["edited"] = now
        marks = ", ".join(f'"{name}" = ?' for name in columns)
        db.run(f"UPDATE listing SET {marks} WHERE id = ?", *columns.values(), number)
    if publish and listing.status == "draft":
        publish_row(db, number, request.now)
        request.flash(f"“{form.values['title']}” is published.")
        return request.redirect(f"/item/{number}")
    message = f"“{form.values['title']}” was saved." if changed else "Nothing was changed."
    request.flash(message, "done" if changed else "note")
    return request.redirect("/account/listings?state=draft" if listing.status == "draft" else f"/item/{number}")


def _columns(form: BoundForm) -> dict[str, Any]:
    values = form.values
    price = values["price"]
    return {
        "title": values["title"],
        "body": (values["body"] or "").strip(),
        "price": price,
        "negotiable": int(values["negotiable"]),
        "condition": values.get("condition") or ("used" if "condition" in values else "none"),
        "city_id": int(values["city"]),
    }


def _write_values(db: Database, number: int, category: Row, form: BoundForm) -> bool:
    """The attributes as they were filled in. Whether any differs from before."""
    differs = False
    for attribute, choices in attributes_of(db, category.id):
        given = form.values.get(f"a_{attribute.code}")
        before = db.row(
            "SELECT choice_id, number FROM listing_value WHERE listing_id = ? AND attribute_id = ?",
            number,
            attribute.id,
        )
        wanted = None
        if given is not None:
            wanted = {"choice_id": int(given), "number": None} if choices else {"choice_id": None, "number": int(given)}
        if (dict(before) if before else None) == wanted:
            continue
        differs = True
        if wanted is None:
            db.run("DELETE FROM listing_value WHERE listing_id = ? AND attribute_id = ?", number, attribute.id)
        elif before is None:
            db.run(
                "INSERT INTO listing_value VALUES (?, ?, ?, ?)",
                number,
                attribute.id,
                wanted["choice_id"],
                wanted["number"],
            )
        else:
            db.run(
                "UPDATE listing_value SET choice_id = ?, number = ? WHERE listing_id = ? AND attribute_id = ?",
                wanted["choice_id"],
                wanted["number"],
                number,
                attribute.id,
            )
    return differs


def _add_photos(db: Database, number: int, form: BoundForm) -> None:
    position = db.value("SELECT coalesce(max(position), 0) FROM listing_photo WHERE listing_id = ?", number)
    for place in range(1, AT_ONCE + 1):
        upload = form.values.get(f"photo_{place}")
        if upload is not None:
            position += 1
            db.insert("listing_photo", listing_id=number, position=position, file=upload.data)


# Photos ---------------------------------------------------------------------------------------------------------------


def _own_photo(request: Request, number: int, photo: int) -> Row:
    own_listing(request, number)
    row = request.db.row("SELECT id, position FROM listing_photo WHERE id = ? AND listing_id = ?", photo, number)
    if row is None:
        raise NotFound(f"The listing has no photo {photo}.")
    return row


@site.post("/account/listings/{number:int}/photos/{photo:int}/delete", needs="own.edit")
def delete_photo(request: Request, number: int, photo: int) -> Response:
    row = _own_photo(request, number, photo)
    request.db.run("DELETE FROM listing_photo WHERE id = ?", row.id)
    request.flash("The photo was deleted.")
    return request.redirect(f"/account/listings/{number}/edit#photos")


@site.post("/account/listings/{number:int}/photos/{photo:int}/first", needs="own.edit")
def first_photo(request: Request, number: int, photo: int) -> Response:
    row = _own_photo(request, number, photo)
    lowest = request.db.value("SELECT min(position) FROM listing_photo WHERE listing_id = ?", number)
    if row.position != lowest:
        request.db.run("UPDATE listing_photo SET position = ? WHERE id = ?", lowest - 1, row.id)
    request.flash("This photo comes first now.")
    return request.redirect(f"/account/listings/{number}/edit#photos")
