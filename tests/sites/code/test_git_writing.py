"""Commits of actions, branches and tags."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.sites.code.workshop import ANA, BO, FORK, SECRET, TIDE, at
from webcosm.sites.code.git import Action, Repository, Writer, fork_repository
from webcosm.sites.code.git.errors import (
    AmbiguousRevision,
    BadAction,
    BadName,
    GitError,
    NoSuchPath,
    RefExists,
    RefMoved,
    UnknownRevision,
)
from webcosm.worlds import Database, World


@pytest.fixture
def writer(db: Database) -> Writer:
    writer = Writer(db, TIDE)
    files = {"README.md": "# Tide\n", "src/app.py": "print('tide')\n", "src/lib/moon.py": "MOON = 1\n"}
    writer.commit(
        "main", [Action.create(path, text) for path, text in files.items()], "First\n\nAll of it.", ANA, at(0)
    )
    return writer


def commit(
    writer: Writer,
    *actions: Action,
    branch: str = "main",
    minute: int = 1,
    start: str = "",
    expected: str | None = None,
) -> str:
    return writer.commit(branch, actions, "Change", BO, at(minute), start=start, expected=expected).sha


def test_the_first_commit_makes_the_branch(writer: Writer) -> None:
    repository = Repository(writer.db, TIDE)
    assert [branch.name for branch in repository.branches()] == ["main"]
    first = repository.commit()
    assert (first.title, first.body, first.author, first.authored) == ("First", "All of it.", ANA, at(0))
    assert repository.paths() == ["README.md", "src/app.py", "src/lib/moon.py"]
    assert repository.file("main", "src/app.py").text == "print('tide')\n"


def test_the_same_deeds_give_the_same_commits(writer: Writer) -> None:
    assert commit(writer, Action.put("a", "1")) == "73b369a133b8247f915cb5820eac12c9a594b336"


def test_actions_do_what_their_names_say(writer: Writer) -> None:
    commit(
        writer,
        Action.create("tool.sh", "#!/bin/sh\n", executable=True),
        Action.update("README.md", "# Tides\n"),
        Action.move("src/lib", "lib"),
        Action.move("src/app.py", "main.py", "print('tides')\n"),
        Action.put("NEWS", "None.\n"),
        Action.delete("NEWS"),
        Action.chmod("main.py", True),
    )
    repository = Repository(writer.db, TIDE)
    assert repository.paths() == ["README.md", "lib/moon.py", "main.py", "tool.sh"]
    assert repository.file("main", "README.md").text == "# Tides\n"
    assert repository.file("main", "main.py").text == "print('tides')\n"
    assert [repository.file("main", path).executable for path in ("main.py", "tool.sh", "README.md")] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "actions, said",
    [
        ([], "needs at least one change"),
        ([Action.create("README.md", "x")], "There is a file README.md already."),
        ([Action.create("src", "x")], "There is a folder src already."),
        ([Action.create("README.md/x", "x")], "README.md is a file, so nothing can be put into it."),
        ([Action.update("NEWS", "x")], "There is no file NEWS."),
        ([Action.update("src", "x")], "src is a folder, not a file."),
        ([Action.update("README.md", "# Tide\n")], "This changes nothing"),
        ([Action.delete("NEWS")], "There is no file or folder NEWS."),
        ([Action.move("NEWS", "OLD")], "There is no file or folder NEWS."),
        ([Action.move("README.md", "src/app.py")], "There is a file or folder src/app.py already."),
        ([Action.move("src", "src/inner")], "src cannot be moved into itself."),
        ([Action.move("src", "lib", "x")], "src is a folder and has no content of its own."),
        ([Action.create("../x", "x")], "parts may not be '.', '..' or '.git'"),
        ([Action.create(".git/config", "x")], "parts may not be '.', '..' or '.git'"),
        ([Action.create("/x", "x")], "it has an empty part"),
        ([Action.create("a\nb", "x")], "holds a character that no name may have"),
    ],
)
def test_actions_that_cannot_be_done_are_refused_with_a_reason(
    writer: Writer, actions: Sequence[Action], said: str
) -> None:
    before = writer.repository.resolve()
    with pytest.raises((BadAction, BadName)) as error:
        writer.commit("main", actions, "Change", ANA, at(1))
    assert said in str(error.value)
    assert Repository(writer.db, TIDE).resolve() == before


def test_a_commit_may_make_its_branch(writer: Writer) -> None:
    commit(writer, Action.put("a", "1"), branch="feature/a", start="main")
    repository = Repository(writer.db, TIDE)
    assert repository.branch_names() == ["main", "feature/a"]
    assert repository.ahead_behind("feature/a", "main") == (1, 0)
    with pytest.raises(BadAction, match="There is a branch feature/a already"):
        commit(writer, Action.put("a", "2"), branch="feature/a", start="main")
    with pytest.raises(UnknownRevision, match="There is no branch other"):
        commit(writer, Action.put("a", "2"), branch="other")


def test_an_edit_of_an_outdated_branch_is_refused(writer: Writer) -> None:
    seen = writer.repository.resolve()
    commit(writer, Action.put("a", "1"), expected=seen)
    with pytest.raises(RefMoved, match="Somebody has changed main in the meantime"):
        commit(writer, Action.put("b", "1"), expected=seen)


def test_the_log_book_knows_every_commit(writer: Writer, db: Database) -> None:
    commit(writer, Action.put("README.md", "# Tide\nHello\n"), Action.move("src/app.py", "app.py"))
    rows = db.rows("SELECT * FROM commit_log WHERE project_id = ? ORDER BY generation", TIDE)
    assert [(row.generation, row.files, row.additions, row.deletions, row.title) for row in rows] == [
        (1, 3, 3, 0, "First"),
        (2, 2, 1, 0, "Change"),
    ]
    assert rows[1].parents == rows[0].sha
    assert (rows[0].author_email, rows[0].committed) == (ANA.email, at(0))


def test_branches_are_made_renamed_and_deleted(writer: Writer) -> None:
    writer.create_branch("a", "main")
    with pytest.raises(RefExists, match="a is there already"):
        writer.create_branch("a", "main")
    with pytest.raises(RefExists, match="a/b cannot be made while there is a"):
        writer.create_branch("a/b", "main")
    writer.rename_branch("a", "a/b")
    with pytest.raises(RefExists, match="a cannot be made while there is a/b"):
        writer.create_branch("a", "main")
    writer.delete_branch("a/b")
    with pytest.raises(BadAction, match="default branch"):
        writer.delete_branch("main")
    writer.rename_branch("main", "trunk")
    assert Repository(writer.db, TIDE).branch_names() == ["trunk"]
    assert Repository(writer.db, TIDE).default_branch == "trunk"


@pytest.mark.parametrize(
    "name", ["", "a b", "a..b", "a~1", "-a", "a.lock", "a/", "/a", "a//b", ".a", "a/.b", "HEAD", "@", "a@{1", "0" * 40]
)
def test_names_that_git_does_not_take_are_refused(writer: Writer, name: str) -> None:
    with pytest.raises(BadName):
        writer.create_branch(name, "main")
    with pytest.raises(BadName):
        writer.create_tag(name, "main")


def test_tags_are_light_or_annotated(writer: Writer) -> None:
    writer.create_tag("v1", "main")
    commit(writer, Action.put("a", "1"))
    writer.create_tag("v2", "main", message="Second", tagger=ANA, when=at(3))
    repository = Repository(writer.db, TIDE)
    second, first = repository.tags()
    assert (first.name, first.annotated, first.sha) == ("v1", False, repository.resolve("v1"))
    assert (second.name, second.annotated, second.message, second.tagger, second.tagged) == (
        "v2",
        True,
        "Second\n",
        ANA,
        at(3),
    )
    assert second.sha == repository.resolve("main")
    writer.delete_tag("v1")
    assert [tag.name for tag in Repository(writer.db, TIDE).tags()] == ["v2"]


def test_revisions_are_found_by_branch_tag_and_digits(writer: Writer) -> None:
    repository = writer.repository
    head = repository.resolve()
    writer.create_branch("feature/x", "main")
    for rev in ("main", "refs/heads/main", "HEAD", "feature/x", head, head[:7], head[:7].upper()):
        assert repository.resolve(rev) == head
    assert repository.split("feature/x/src/app.py") == ("feature/x", "src/app.py")
    assert repository.split(head[:8]) == (head[:8], "")
    for rev in ("nope", head[:3], "0" * 40, "refs/heads/nope", "../main"):
        with pytest.raises(UnknownRevision):
            repository.resolve(rev)


def test_digits_of_several_commits_are_ambiguous(writer: Writer) -> None:
    seen: dict[str, str] = {}
    for minute in range(2, 2000):
        sha = commit(writer, Action.put("a", str(minute)), minute=minute)
        if sha[:4] in seen:
            break
        seen[sha[:4]] = sha
    with pytest.raises(AmbiguousRevision, match="give more of its digits"):
        Repository(writer.db, TIDE).resolve(sha[:4])


def test_commits_of_another_project_are_unknown(writer: Writer, db: Database) -> None:
    secret = Writer(db, SECRET).commit("main", [Action.create("key", "hidden\n")], "Key", ANA, at(5))
    for rev in (secret.sha, secret.sha[:10]):
        with pytest.raises(UnknownRevision):
            writer.repository.resolve(rev)


def test_a_fork_shares_all_objects(writer: Writer, db: Database) -> None:
    writer.create_tag("v1", "main")
    objects = db.value("SELECT count(*) FROM git_object")
    fork_repository(db, TIDE, FORK)
    fork = Repository(db, FORK)
    assert (fork.resolve("v1"), fork.paths()) == (writer.repository.resolve("main"), writer.repository.paths())
    assert db.value("SELECT count(*) FROM git_object") == objects
    Writer(db, FORK).commit("main", [Action.put("a", "1")], "Mine", BO, at(9))
    assert Repository(db, TIDE).paths() == writer.repository.paths()


def test_what_is_judged_are_refs_alone(writer: Writer, world: World) -> None:
    commit(writer, Action.put("a", "1"))
    assert {change.table for change in world.changes()} == {"git_ref"}


def test_folders_list_their_last_commits(writer: Writer) -> None:
    first = writer.repository.resolve()
    second = commit(writer, Action.put("src/lib/moon.py", "MOON = 2\n"))
    entries = Repository(writer.db, TIDE).entries("main", "", last=True)
    assert [(entry.name, entry.kind, entry.size, entry.last and entry.last.sha) for entry in entries] == [
        ("src", "folder", 0, second),
        ("README.md", "file", 7, first),
    ]
    with pytest.raises(NoSuchPath, match=r"README\.md is not a folder"):
        writer.repository.entries("main", "README.md")


def test_files_say_what_they_are(writer: Writer) -> None:
    commit(writer, Action.put("logo.bin", b"\x00\x01"), Action.put("latin.txt", b"caf\xe9\n"))
    repository = Repository(writer.db, TIDE)
    assert (repository.file("main", "logo.bin").binary, repository.file("main", "logo.bin").text) == (True, None)
    assert repository.file("main", "latin.txt").text == "caf\N{REPLACEMENT CHARACTER}\n"
    with pytest.raises(GitError, match="There is no file nope in main"):
        repository.file("main", "nope")
    with pytest.raises(GitError, match="src is a folder, not a file"):
        repository.file("main", "src")
