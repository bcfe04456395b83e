"""A few known people, a group and two projects: one that everybody sees, one of the group alone."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.sites.code.git import Person
from webcosm.sites.code.git.seeding import HistoryWriter
from webcosm.sites.kit import hash_password
from webcosm.worlds import Database

__all__ = ["ADMIN", "ANA", "BO", "CLEO", "DAN", "HARBOR", "MOMENT", "PASSWORD", "SECRET", "TIDE", "fill"]

MOMENT = "2026-05-01 09:00:00"
PASSWORD = "long-enough-1"
ANA, BO, CLEO, DAN, ADMIN = 1, 2, 3, 4, 5
"""Owner of the group, developer, reporter, a stranger, the administrator."""
PEOPLE = {ANA: "ana", BO: "bo", CLEO: "cleo", DAN: "dan", ADMIN: "root"}
HARBOR, TIDE, SECRET = 10, 1, 2
CORE = "def high(x):\n    return x + 1\n"


def fill(db: Database, lore: Lore, scale: str) -> None:
    for number, name in PEOPLE.items():
        full = name.title()
        db.insert(
            "account",
            id=number,
            username=name,
            name=full,
            email=f"{name}@mail.test",
            password=hash_password(PASSWORD, name),
            role="admin" if name == "root" else "member",
            feed_token=f"feed{number}",
            created=MOMENT,
        )
        db.insert(
            "namespace", id=number, full_path=name, path=name, name=full, kind="user", account_id=number, created=MOMENT
        )
    db.insert("namespace", id=HARBOR, full_path="harbor", path="harbor", name="Harbor", kind="group", created=MOMENT)
    for account, access in ((ANA, 50), (BO, 30), (CLEO, 20)):
        db.insert("member", namespace_id=HARBOR, account_id=account, access=access, by_id=ANA, created=MOMENT)
    for number, path, level in ((TIDE, "tide", "public"), (SECRET, "secret", "private")):
        db.insert(
            "project",
            id=number,
            namespace_id=HARBOR,
            path=path,
            name=path.title(),
            visibility=level,
            creator_id=ANA,
            created=MOMENT,
            active=MOMENT,
        )
        db.insert("protected_branch", project_id=number, pattern="main", push=40, merge=30)
        _history(db, number)
    db.insert("label", project_id=TIDE, title="bug", color="#b3261e", created=MOMENT)
    db.insert("label", namespace_id=HARBOR, title="good first issue", color="#1c7a4b", created=MOMENT)
    db.insert("milestone", project_id=TIDE, number=1, title="v1", due="2026-06-01", created=MOMENT)
    for number, title, author, secret in ((1, "Crash at low water", CLEO, 0), (2, "Keys are in the log", BO, 1)):
        db.insert(
            "issue",
            project_id=TIDE,
            number=number,
            title=title,
            description="It fails.",
            author_id=author,
            confidential=secret,
            created=MOMENT,
            updated=MOMENT,
        )


def _history(db: Database, project: int) -> None:
    ana, bo = Person("Ana", "ana@mail.test"), Person("Bo", "bo@mail.test")
    with HistoryWriter(db, project) as history:
        history.commit(
            "main", {"README.md": "# Tide\n\nSee #1.\n", "src/core.py": CORE}, "First", ana, "2026-04-01 09:00:00"
        )
        history.branch("higher", "main")
        history.commit("higher", {"src/core.py": CORE.replace("1", "2")}, "Higher water", bo, "2026-04-02 09:00:00")
        history.commit("main", {"LICENSE": "Free.\n"}, "Add a license", ana, "2026-04-03 09:00:00")
        history.tag("v0.1", "main", "The first release", ana, "2026-04-04 09:00:00")
