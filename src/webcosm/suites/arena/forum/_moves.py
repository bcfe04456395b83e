"""What people do on the forum, whatever their task, and what they read off its pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from webcosm.act import catalogue as do
from webcosm.observe.records import Element
from webcosm.tasks import Lost, Person

__all__ = [
    "ListedComment",
    "ListedPost",
    "all_listed",
    "choose_sort",
    "crosspost",
    "in_comment",
    "listed_comments",
    "listed_posts",
    "load_all_comments",
    "open_forum",
    "open_post",
    "open_settings",
    "open_user",
    "own_page",
    "refused",
    "reply",
    "search",
    "upvote",
    "write_comment",
    "write_message",
    "write_post",
]

COMMENT_HEAD = re.compile(r"(\S+)(?: Author)?(?: Moderator| Administrator)? (-?[\d,]+) points? · ")


# Going there ----------------------------------------------------------------------------------------------------------


async def open_forum(person: Person, name: str) -> None:
    """Two actions from any page, more where the list of forums has several pages."""
    await person.click("Forums", role="link")
    while f"f/{name}" not in person.names("link"):
        if not person.has("Next", role="link"):
            raise Lost(f"there is no forum f/{name}")
        await person.click("Next", role="link")
    await person.click(f"f/{name}", role="link")


async def search(person: Person, words: str, kind: str = "Posts") -> None:
    """Two actions from any page; three for what is no post (``Comments``, ``Forums``, ``People``)."""
    await person.fill("Search Roundtable", words)
    await person.submit("Search Roundtable")
    if kind != "Posts":
        await person.click(kind, role="link")


async def open_post(person: Person, title: str) -> None:
    """Three actions from any page."""
    await search(person, title)
    if not any(same(title, name) for name in person.names("link")):
        raise Lost(f"there is no post {title!r}")
    await person.click(title, role="link")


async def open_user(person: Person, username: str) -> None:
    """Four actions from any page."""
    await search(person, username, "People")
    if not any(same(username, name) for name in person.names("link")):
        raise Lost(f"there is nobody called {username!r}")
    await person.click(username, role="link", within=f"{username} Member since")


async def own_page(person: Person) -> None:
    """The page of who is signed in: one action. Their name stands before “Settings”."""
    names = person.names("link")
    await person.click(names[names.index("Settings") - 1], role="link")


async def open_settings(person: Person, tab: str = "Profile") -> None:
    """One action, two for another tab than the first."""
    await person.click("Settings", role="link")
    if tab != "Profile":
        await person.click(tab, role="link")


async def choose_sort(person: Person, sort: str, period: str = "") -> None:
    """One action; two with a time range (``the past week``) of a list that has one."""
    await person.click(sort, role="link")
    if period:
        await person.choose("From", period)


# Writing --------------------------------------------------------------------------------------------------------------


async def write_post(
    person: Person, forum: str, title: str, body: str = "", *, kind: str = "Text", **fields: str
) -> None:
    """From any page: four actions and one for the text, for another kind than a text, and for each of the fields
    (``address``, ``option_1`` …). On a page of the forum it is chosen already, which saves one."""
    await person.click("Write a post", role="link")
    if kind != "Text":
        await person.click(kind, role="link")
    if person.value("Forum") != f"f/{forum}":
        await person.choose("Forum", f"f/{forum}")
    await person.fill("Title", title)
    for name, text in fields.items():
        await person.fill(name.replace("_", " ").capitalize(), text)
    if body:
        await person.fill("Text", body)
    await person.click("Post", role="button")


async def crosspost(person: Person, forum: str, title: str = "") -> None:
    """From the page of a post: three actions, four with a title of its own."""
    await person.click("Crosspost", role="link")
    await person.choose("Into the forum", f"f/{forum}")
    if title:
        await person.fill("Title", title)
    await person.click("Crosspost", role="button")


async def write_comment(person: Person, text: str) -> None:
    """From the page of a post: two actions."""
    await person.fill("Your comment", text)
    await person.click("Comment", role="button")


async def reply(person: Person, author: str, text: str, *, says: str = "") -> None:
    """From the page of a post, to somebody's comment (the first, or the one that says this): three actions."""
    await in_comment(person, f"Reply to {author}", author, says)
    await person.fill("Comment", text)
    await person.click("Reply", role="button")


async def in_comment(person: Person, name: str, author: str, says: str = "") -> None:
    """Clicks something (``Reply to ANN``, ``Edit``) in the first comment by somebody, or in the one that says this."""
    elements = person.view.elements
    for place, element in enumerate(elements):
        head = COMMENT_HEAD.match(element.name) if element.role == "DisclosureTriangle" else None
        if not head or not same(head[1], author):
            continue
        end = next((at for at in range(place + 1, len(elements)) if elements[at].role == "DisclosureTriangle"), None)
        parts = elements[place + 1 : end]
        if says and not same_part(says, " ".join(one.name for one in parts if one.role == "StaticText")):
            continue
        for part in parts:
            if part.role in ("link", "button") and same(part.name, name):
                await person.move(do.click(part.id))
                return
    raise Lost(f"{person.view.url} has no {name!r} in a comment by {author}{f' that says {says!r}' if says else ''}")


async def upvote(person: Person, title: str, *, down: bool = False) -> None:
    """From any page that shows the post: one action."""
    await person.click(f"{'Downvote' if down else 'Upvote'} “{title}”", role="button")


async def write_message(person: Person, username: str, subject: str, text: str) -> None:
    """From any page: six actions."""
    await person.click("Messages", role="link")
    await person.click("New message", role="link")
    await person.fill("To", username)
    await person.fill("Subject", subject)
    await person.fill("Message", text)
    await person.click("Send message", role="button")


# Reading --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListedPost:
    """A post as lists show it."""

    title: str
    author: str
    forum: str
    """Empty on the forum's own page."""
    score: int
    comments: int
    created: datetime
    marks: frozenset[str]
    """``Pinned``, ``Locked``, ``Poll``, ``Picture``, ``Crosspost`` …"""


@dataclass(frozen=True)
class ListedComment:
    """A comment as the page of its post shows it."""

    author: str
    text: str
    score: int
    created: datetime
    depth: int
    """0 if it answers the post."""


def inside(person: Person, place: int) -> Iterator[Element]:
    """What is in the element at a place of the view."""
    elements = person.view.elements
    for element in elements[place + 1 :]:
        if element.depth <= elements[place].depth:
            return
        yield element


def listed_posts(person: Person) -> list[ListedPost]:
    """The posts of a list, in its order; crossposts on the page of a post too."""
    found = []
    for place, element in enumerate(person.view.elements):
        if element.role == "article" and (post := _listed(list(inside(person, place)))):
            found.append(post)
    return found


def _listed(parts: list[Element]) -> ListedPost | None:
    links = [one.name for one in parts if one.role == "link"]
    scores = [one.name for one in parts if re.fullmatch(r"-?[\d,]+ points?", one.name) and one.role == "generic"]
    times = [one for one in parts if one.role == "time"]
    counts = [name for name in links if re.fullmatch(r"[\d,]+ comments?", name)]
    if not (scores and times and counts):
        return None  # a comment outside of its thread
    texts = [one.name.strip() for one in parts if one.role == "StaticText"]
    # The author's link comes after the word “by”, and before the time.
    by = next(place for place, one in enumerate(parts) if one.role == "StaticText" and one.name.strip().endswith("by"))
    author = parts[by + 1].name if parts[by + 1].role == "link" else "[deleted]"
    places = [name.removeprefix("f/") for name in links if re.fullmatch(r"f/\w+", name)]
    known = ("Pinned", "Locked", "Poll", "Picture", "Crosspost", "Removed by a moderator")
    marks = {text for text in texts if text in known or text.startswith("Gallery of")}
    return ListedPost(
        links[0].strip(),
        author.strip(),
        places[0] if places else "",
        _number(scores[0]),
        _number(counts[0]),
        _moment(parts, times[0]),
        frozenset(marks),
    )


async def all_listed(person: Person, until: Callable[[ListedPost], bool] | None = None) -> list[ListedPost]:
    """The posts of a list on all its pages, or up to one: an action for each further page."""
    found = listed_posts(person)
    following = next((name for name in ("Next page", "Next") if name in person.names("link")), "")
    while following and not (until and any(map(until, found))):
        await person.click(following, role="link")
        found += listed_posts(person)
        following = following if following in person.names("link") else ""
    return found


async def load_all_comments(person: Person) -> None:
    """An action for every twenty threads or so."""
    while person.has("Load more comments", role="link"):
        await person.click("Load more comments", role="link")


def listed_comments(person: Person) -> list[ListedComment]:
    """The comments on the page of a post that can be read, in their order there."""
    elements = person.view.elements
    heads = [
        (place, head)
        for place, element in enumerate(elements)
        if element.role == "DisclosureTriangle" and (head := COMMENT_HEAD.match(element.name))
    ]
    top = min((elements[place].depth for place, _ in heads), default=0)
    found: list[ListedComment] = []
    for place, head in heads:
        inner = list(inside(person, place))
        words: list[str] = []
        for element in elements[place + 1 + len(inner) :]:
            if element.role == "link" and element.name == "Link":
                break
            if element.role == "DisclosureTriangle":  # the next one: this one has no text
                words = []
                break
            if element.role == "StaticText":
                words.append(element.name)
        if words and head[1] not in ("[deleted]", "[blocked]"):
            created = _moment(inner, next(one for one in inner if one.role == "time"))
            text = " ".join(" ".join(words).split())
            found.append(ListedComment(head[1], text, _number(head[2]), created, elements[place].depth - top))
    return found


def refused(person: Person) -> str:
    """What the page says is wrong: of a form, or instead of what was asked for."""
    for place, element in enumerate(person.view.elements):
        if element.role == "alert":
            return person.text_of(place)
    return person.text()


def read_moment(text: str) -> datetime:
    """``Mar 21, 2021, 5:20 PM``"""
    return datetime.strptime(text, "%b %d, %Y, %I:%M %p")  # noqa: DTZ007 - the world has one zone


def _moment(parts: Sequence[Element], time: Element) -> datetime:
    """Of a time: in its text, or in its tooltip where the text only says how long ago it was."""
    return read_moment(time.description or parts[parts.index(time) + 1].name)


def _number(text: str) -> int:
    return int(re.sub(r"[^\d-]", "", text.split()[0]))


def same_part(part: str, whole: str) -> bool:
    return " ".join(part.split()).casefold() in " ".join(whole.split()).casefold()


def same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
