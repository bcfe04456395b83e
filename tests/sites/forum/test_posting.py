"""Posts: written, edited, deleted, voted on, kept, passed on."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image

from tests.sites.forum.conftest import FORUM, Enter, later, left, picture, post, row, written
from tests.sites.forum.town import ADA, BEN
from webcosm.judge.picture import exact
from webcosm.pictures.compare import compare
from webcosm.sites.forum import site
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, World, WorldState

GARDEN = f"{FORUM}/f/garden"
TEXT = {"forum": "garden", "kind": "text", "title": "Slugs again", "body": "What **now**?"}


def test_a_text_is_posted_with_its_authors_vote(world: World, ada: Visitor) -> None:
    page = ada.get(f"{GARDEN}/submit")
    assert (page.status, page.shown.what) == (200, "post form")
    page = ada.post("/f/garden/submit", TEXT)
    changes = written(world)
    assert {table: len(found) for table, found in changes.items()} == {"post": 1, "post_vote": 1}
    made = row(changes["post"][0])
    assert (made["title"], made["body"], made["kind"], made["author_id"], made["flag"]) == (
        "Slugs again",
        "What **now**?",
        "text",
        ADA,
        "none",
    )
    assert page.url == f"{GARDEN}/post/{made['id']}"
    assert "“Slugs again” was posted in f/garden." in page.text
    assert "<strong>now</strong>" in page.text
    assert world.forum.value("SELECT score FROM post_standing WHERE post_id = ?", made["id"]) == 1


def test_the_form_can_name_another_forum(world: World, ada: Visitor) -> None:
    ada.get(f"{FORUM}/submit?forum=library")
    assert '<option value="library" selected>' in ada.last.text if ada.last else False
    ada.post("/f/garden/submit", {**TEXT, "forum": "library"})
    assert world.forum.value("SELECT forum_id FROM post ORDER BY id DESC") == 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"title": ""}, "Title is required."),
        ({"title": "ab"}, "Title needs at least 3 characters."),
        ({"title": "x" * 301}, "Title may have at most 300 characters"),
        ({"forum": ""}, "Forum is required."),
        ({"forum": "nowhere"}, "choose one of the options"),
        ({"kind": "link", "url": ""}, "Address is required."),
        ({"kind": "link", "url": "javascript:alert(1)"}, "write an address like"),
        ({"kind": "link", "url": "ftp://shop.test/"}, "write an address like"),
        ({"kind": "poll", "option_1": "Yes"}, "Option 2 is required."),
        ({"kind": "poll", "option_1": "Yes", "option_2": "yes"}, "This option is there already."),
        ({"kind": "picture"}, "Picture is required."),
        ({"kind": "gallery"}, "Add at least one picture."),
        ({"kind": "gallery", "caption_2": "Nothing"}, "Add at least one picture."),
    ],
)
def test_a_bad_post_is_shown_again(world: World, ada: Visitor, change: dict[str, str], told: str) -> None:
    page = post(ada, "/submit", {**TEXT, **change})
    assert page.startswith("422")
    assert told in page
    assert "What **now**?" in page
    assert world.changes() == []


def test_a_link_and_a_poll(world: World, ada: Visitor) -> None:
    post(ada, "/f/garden/submit", {**TEXT, "kind": "link", "url": "http://shop.test/cart"})
    assert world.forum.value("SELECT url FROM post ORDER BY id DESC") == "http://shop.test/cart"
    answers = {"option_1": "Salt", "option_2": "Beer", "option_4": "Patience"}
    post(ada, "/f/garden/submit", {**TEXT, "kind": "poll", **answers})
    assert world.forum.rows("SELECT position, label FROM poll_option ORDER BY id DESC LIMIT 3")[::-1] == [
        {"position": 1, "label": "Salt"},
        {"position": 2, "label": "Beer"},
        {"position": 3, "label": "Patience"},
    ]


def test_a_picture_is_kept_as_it_was_sent(world: World, ada: Visitor) -> None:
    data = picture()
    page = post(ada, "/f/garden/submit", {**TEXT, "kind": "picture", "caption": "A slug"}, picture=data)
    kept = world.forum.row("SELECT * FROM post_picture ORDER BY id DESC")
    assert kept
    assert (kept.position, kept.caption, bytes(kept.file)) == (1, "A slug", data)
    assert f"/media/post/{kept.id}.png" in page
    assert ada.get(f"{FORUM}/media/post/{kept.id}-160.png").status == 200
    shown = world.pictures.at(f"{FORUM}/media/post/{kept.id}.png")
    assert shown
    assert exact(data, bytes(shown.file or b""))


def test_a_large_picture_is_scaled_down_and_turned_upright(world: World, ada: Visitor) -> None:
    file = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (2_000, 1_000), "navy").save(file, "JPEG", exif=exif)
    post(ada, "/f/garden/submit", {**TEXT, "kind": "picture"}, picture=file.getvalue())
    kept = Image.open(io.BytesIO(world.forum.value("SELECT file FROM post_picture ORDER BY id DESC")))
    assert (kept.format, kept.size) == ("JPEG", (800, 1_600))


def test_the_first_picture_of_a_gif_is_kept(world: World, ada: Visitor) -> None:
    file = io.BytesIO()
    first, second = Image.new("RGB", (40, 30), "red"), Image.new("RGB", (40, 30), "blue")
    first.save(file, "GIF", save_all=True, append_images=[second])
    post(ada, "/f/garden/submit", {**TEXT, "kind": "picture"}, picture=file.getvalue())
    kept = Image.open(io.BytesIO(world.forum.value("SELECT file FROM post_picture ORDER BY id DESC")))
    assert (kept.format, kept.size) == ("PNG", (40, 30))
    assert kept.convert("RGB").getpixel((5, 5)) == (255, 0, 0)


def test_a_picture_posted_again_is_known_by_what_it_shows(world: World, ada: Visitor) -> None:
    """Whatever the file is called, and though it was made smaller or cut."""
    look = json.dumps({"scene": "pet", "pets": [{"kind": "dog", "color": "Brown"}], "setting": "sofa"})
    number = world.forum.insert("post_picture", post_id=2, position=1, look=look)
    address = f"{FORUM}/media/post/{number}.png"
    served = ada.get(address).data
    shown = Image.open(io.BytesIO(served)).convert("RGB")
    original = world.pictures.at(address)
    assert original
    for made, wanted in ((shown.resize((400, 400)), "near"), (shown.crop((60, 60, 560, 560)), "crop")):
        file = io.BytesIO()
        made.save(file, "JPEG", quality=90)
        post(ada, "/f/garden/submit", {**TEXT, "title": f"Again, {wanted}", "kind": "picture"}, picture=file.getvalue())
        kept = world.pictures.at(f"{FORUM}/media/post/{world.forum.value('SELECT max(id) FROM post_picture')}.png")
        assert kept
        assert compare(kept.pixels(), original.pixels(640)).kind == wanted


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"<svg/>", "no picture that can be read"),
        (picture()[:60], "no picture that can be read"),
        (picture("BMP"), "no picture that can be read"),
        (picture(width=8), "too small"),
        (picture(width=5_000, height=4_000), "megapixels"),
        (b"\x89PNG" + b"\0" * 5_000_001, "may have at most"),
    ],
)
def test_what_is_no_picture_is_refused(world: World, ada: Visitor, data: bytes, told: str) -> None:
    page = post(ada, "/f/garden/submit", {**TEXT, "kind": "picture"}, picture=data)
    assert page.startswith("422")
    assert told in page
    assert world.changes() == []


def test_a_gallery_has_its_pictures_in_order(world: World, ada: Visitor) -> None:
    form = {**TEXT, "kind": "gallery", "caption_1": "Before", "caption_8": "After"}
    post(ada, "/f/garden/submit", form, picture_1=picture(), picture_8=picture(colour="red"))
    rows = world.forum.rows("SELECT position, caption FROM post_picture ORDER BY position")
    assert rows == [{"position": 1, "caption": "Before"}, {"position": 2, "caption": "After"}]
    page = post(ada, "/submit", {**form, "caption_2": "Without"}, picture_1=picture(), picture_8=picture())
    assert "This caption has no picture." in page


def test_a_preview_writes_nothing_and_keeps_what_was_typed(world: World, ada: Visitor) -> None:
    page = post(ada, "/f/garden/submit", {**TEXT, "title": "", "action": "preview"})
    assert page.startswith("200")
    assert "<strong>now</strong>" in page
    assert "What **now**?" in page
    assert "required." not in page
    assert world.changes() == []


def test_who_writes_as_a_moderator_must_be_one(world: World, cleo: Visitor, ada: Visitor) -> None:
    assert "Write as" not in ada.get(f"{GARDEN}/submit").text
    assert "Moderator of f/garden" in cleo.get(f"{GARDEN}/submit").text
    post(cleo, "/submit", {**TEXT, "flag": "moderator"})
    assert world.forum.value("SELECT flag FROM post ORDER BY id DESC") == "moderator"
    assert "You do not moderate f/library." in post(cleo, "/submit", {**TEXT, "forum": "library", "flag": "moderator"})
    assert post(cleo, "/submit", {**TEXT, "flag": "admin"}).startswith("422")
    post(ada, "/submit", {**TEXT, "title": "A second one", "flag": "moderator"})
    assert world.forum.value("SELECT flag FROM post ORDER BY id DESC") == "none"


# Editing and deleting -------------------------------------------------------------------------------------------------


def test_an_edit_keeps_what_stood_there(world: World, ada: Visitor) -> None:
    assert "They are *huge*." in ada.get(f"{GARDEN}/post/1/edit").text
    page = post(ada, "/f/garden/post/1/edit", {"title": "When do I cut the roses?", "body": "They are small."})
    assert "was saved." in page
    changes = written(world)
    assert set(changes) == {"post", "post_edit"}
    assert set(changes["post"][0].columns) == {"body", "edited"}
    assert row(changes["post_edit"][0])["body"] == "They are *huge*."
    history = ada.get(f"{GARDEN}/post/1/history")
    assert "<em>huge</em>" in history.text or "huge" in history.text
    post(ada, "/f/garden/post/1/edit", {"title": "When do I cut the roses?", "body": "They are *huge*."})
    assert left(world) == []


def test_an_edit_that_changes_nothing_writes_nothing(world: World, ada: Visitor) -> None:
    page = post(ada, "/f/garden/post/1/edit", {"title": "When do I cut the roses?", "body": "They are *huge*.  "})
    assert "Nothing was changed." in page
    assert world.changes() == []


def test_captions_and_addresses_can_be_edited(world: World, ada: Visitor, ben: Visitor) -> None:
    post(ada, "/f/garden/submit", {**TEXT, "kind": "picture", "caption": "Old"}, picture=picture())
    number = world.forum.value("SELECT max(id) FROM post")
    post(ada, f"/f/garden/post/{number}/edit", {**TEXT, "caption_1": "New"})
    assert world.forum.value("SELECT caption FROM post_picture ORDER BY id DESC") == "New"
    post(ben, "/f/garden/post/2/edit", {"title": "A page about moss", "url": "http://wiki.test/wiki/Fern"})
    assert world.forum.value("SELECT url FROM post WHERE id = 2") == "http://wiki.test/wiki/Fern"
    assert post(ben, "/f/garden/post/2/edit", {"title": "A page about moss", "url": "moss"}).startswith("422")


def test_only_the_author_edits_and_deletes(world: World, ben: Visitor, cleo: Visitor, arne: Visitor) -> None:
    for visitor in (ben, cleo, arne):
        for path in ("edit", "delete"):
            assert visitor.get(f"{GARDEN}/post/1/{path}").status == 403
            assert post(visitor, f"/f/garden/post/1/{path}", TEXT).startswith("403")
    assert world.changes() == []


def test_deleting_asks_first_and_keeps_the_comments(world: World, ada: Visitor, ben: Visitor) -> None:
    assert "Delete “When do I cut the roses?”?" in ada.get(f"{GARDEN}/post/1/delete").text
    assert world.changes() == []
    assert "was deleted." in post(ada, "/f/garden/post/1/delete")
    changes = written(world)
    assert set(changes) == {"post"}
    assert changes["post"][0].columns == ("deleted",) or set(changes["post"][0].columns) == {"deleted"}
    seen = ben.get(f"{GARDEN}/post/1").text
    assert "huge" not in seen
    assert "In spring, before the buds open." in seen
    for path in ("vote", "edit", "delete", "reply", "report", "crosspost"):
        assert not post(ada, f"/f/garden/post/1/{path}", {"value": "1", "body": "x"}).startswith("200")
    assert set(written(world)) == {"post"}


# Votes ----------------------------------------------------------------------------------------------------------------


def score(world: World, number: int) -> int:
    return int(world.forum.value("SELECT score FROM post_standing WHERE post_id = ?", number))


def test_a_vote_moves_the_score_by_one(world: World, ada: Visitor) -> None:
    assert score(world, 2) == 1
    assert "You voted up “A page about moss”." in post(ada, "/f/garden/post/2/vote", {"value": "1"})
    assert score(world, 2) == 2
    post(ada, "/f/garden/post/2/vote", {"value": "1"})
    assert score(world, 2) == 2
    post(ada, "/f/garden/post/2/vote", {"value": "-1"})
    assert score(world, 2) == 0
    (change,) = world.changes()
    assert (change.table, row(change)["value"], row(change)["account_id"]) == ("post_vote", -1, ADA)
    assert "took back your vote" in post(ada, "/f/garden/post/2/vote", {"value": "0"})
    assert score(world, 2) == 1
    assert world.changes() == []


def test_ones_own_vote_can_be_taken_back_and_cast_again(world: World, ada: Visitor) -> None:
    post(ada, "/f/garden/post/1/vote", {"value": "0"})
    assert score(world, 1) == 0
    later(world, minutes=5)
    post(ada, "/f/garden/post/1/vote", {"value": "1"})
    assert left(world) == []


@pytest.mark.parametrize("value", ["", "2", "up", "1.0", "9" * 50])
def test_a_vote_has_three_values(world: World, ada: Visitor, value: str) -> None:
    assert post(ada, "/f/garden/post/2/vote", {"value": value}).startswith("400")
    assert world.changes() == []


def test_a_vote_leads_back_to_the_list(ada: Visitor) -> None:
    ada.get(f"{FORUM}/all")
    page = ada.post("/f/garden/post/2/vote", {"value": "1", "back": "/all?sort=new#post-2"})
    assert page.url == f"{FORUM}/all?sort=new#post-2"
    for evil in ("http://evil.test/", "//evil.test/", "/\\evil.test", "/f/garden/post/2/vote"):
        assert ada.post("/f/garden/post/2/vote", {"value": "1", "back": evil}).url == f"{GARDEN}/post/2"


def test_a_poll_is_answered_once(world: World, ada: Visitor) -> None:
    assert "Choose one of the options first." in post(ada, "/f/garden/post/4/poll", {})
    assert post(ada, "/f/garden/post/4/poll", {"option": "99"}).startswith("409")
    assert "You voted for “Birch”" in post(ada, "/f/garden/post/4/poll", {"option": "2"})
    assert post(ada, "/f/garden/post/4/poll", {"option": "1"}).startswith("409")
    (change,) = world.changes()
    assert (row(change)["option_id"], row(change)["account_id"]) == (2, ADA)
    assert post(ada, "/f/garden/post/1/poll", {"option": "2"}).startswith("409")


# Keeping, hiding, passing on ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "table"), [("save", "saved"), ("hide", "hidden_post")])
def test_what_is_done_can_be_undone(world: World, ada: Visitor, what: str, table: str) -> None:
    assert ada.get(f"{GARDEN}/post/2/{what}").status == 200
    page = ada.post(f"/f/garden/post/2/{what}", {"value": "1"})
    assert f"/f/garden/post/2/{what}?value=0" in page.text
    assert set(written(world)) == {table}
    ada.post(f"/f/garden/post/2/{what}?value=0")
    assert world.changes() == []
    ada.post(f"/f/garden/post/2/{what}", {"value": "0"})
    assert world.changes() == []


def test_a_post_is_passed_on(world: World, ada: Visitor, ben: Visitor) -> None:
    assert "When do I cut the roses?" in ben.get(f"{GARDEN}/post/1/crosspost").text
    page = ben.post("/f/garden/post/1/crosspost", {"forum": "library", "title": "Roses, for readers"})
    made = world.forum.row("SELECT * FROM post ORDER BY id DESC")
    assert made
    assert (made.crosspost_of, made.forum_id, made.author_id, made.url) == (1, 2, BEN, f"{GARDEN}/post/1")
    assert "Roses, for readers" in page.text
    assert "When do I cut the roses?" in page.text
    again = post(ada, f"/f/library/post/{made.id}/crosspost", {"forum": "garden", "title": "Back again"})
    assert "The post is in this forum already." in again
    assert "already." in post(ada, "/f/garden/post/1/crosspost", {"forum": "library", "title": "Twice"})
    assert post(ada, "/f/garden/post/1/crosspost", {"forum": "attic", "title": "no"}).startswith("422")
    post(ada, f"/f/library/post/{made.id}/crosspost", {"forum": "attic", "title": "On and on"})
    assert world.forum.value("SELECT crosspost_of FROM post ORDER BY id DESC") == 1


def test_a_report_goes_to_the_moderators_once(world: World, ada: Visitor) -> None:
    assert post(ada, "/f/garden/post/5/report", {"reason": ""}).startswith("422")
    assert "Thank you." in post(ada, "/f/garden/post/5/report", {"reason": "Not about gardens"})
    (change,) = world.changes()
    told = row(change)
    assert (told["post_id"], told["comment_id"], told["reason"]) == (5, None, "Not about gardens")
    assert "already" in post(ada, "/f/garden/post/5/report", {"reason": "Still not"})


def test_the_rate_limit_is_a_switch(town: Universe) -> None:
    with town.open(WorldState(accounts={"forum": "ada"}, switches={"forum.rate_limit": 2})) as world:
        ada = Visitor(world, [site])
        ada.get(f"{FORUM}/settings/preferences")
        assert ada.post("/f/garden/submit", TEXT).status == 200
        assert ada.post("/f/garden/post/1/reply", {"body": "One more."}).status == 200
        page = ada.post("/f/garden/submit", {**TEXT, "title": "A third"})
        assert page.status == 429
        assert "Please wait until" in page.text
        assert "A third" in page.text
        assert ada.post("/comment/1/reply", {"body": "No?"}).status == 429
        later(world, minutes=10)
        assert ada.post("/f/garden/submit", {**TEXT, "title": "A third"}).status == 200


def test_markup_is_shown_as_it_was_typed(enter: Enter, world: World) -> None:
    mark = '<script>alert("7")</script>'
    ada = enter("ada")
    page = post(ada, "/f/garden/submit", {**TEXT, "title": mark, "body": f"{mark} [x](javascript:alert(1))"})
    assert mark not in page
    assert "&lt;script&gt;" in page
    assert 'href="javascript:' not in page
    assert world.forum.value("SELECT title FROM post ORDER BY id DESC") == mark
