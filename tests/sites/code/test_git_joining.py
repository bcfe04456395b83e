"""Merges, conflicts and what is decided about them, squashes, picks, reverts and rebases."""

from __future__ import annotations

import pytest

from tests.sites.code.workshop import ANA, BO, FORK, TIDE, at
from webcosm.sites.code.git import Action, Repository, Writer, fork_repository
from webcosm.sites.code.git.errors import BadAction, MergeConflict, NotMergeable
from webcosm.sites.code.git.joining import cherry_pick, merge_into, mergeability, rebase, revert
from webcosm.sites.code.git.merging import Conflict, ConflictKind
from webcosm.worlds import Database

POEM = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n"


@pytest.fixture
def writer(db: Database) -> Writer:
    writer = Writer(db, TIDE)
    actions = [Action.create("poem", POEM), Action.create("README.md", "# Tide\n"), Action.create("logo", b"\0one")]
    writer.commit("main", actions, "First", ANA, at(0))
    writer.create_branch("side", "main")
    return writer


def on(writer: Writer, branch: str, minute: int, *actions: Action) -> str:
    return writer.commit(branch, actions, f"Change {minute}", BO, at(minute)).sha


def head(writer: Writer, branch: str) -> str:
    return writer.repository.branch(branch).sha


def text(writer: Writer, path: str, rev: str = "main") -> str | None:
    return Repository(writer.db, TIDE).file(rev, path).text


def merge(writer: Writer, **more: object) -> object:
    return merge_into(writer, "main", head(writer, "side"), "Merge side", ANA, at(50), **more)  # type: ignore[arg-type]


def conflict(writer: Writer) -> Conflict:
    with pytest.raises(MergeConflict) as error:
        merge(writer)
    (found,) = error.value.conflicts
    assert isinstance(found, Conflict)
    return found


def test_changes_in_different_places_are_both_made(writer: Writer) -> None:
    on(writer, "main", 1, Action.update("poem", POEM.replace("one", "ONE")))
    side = on(
        writer, "side", 2, Action.update("poem", POEM.replace("eight", "EIGHT")), Action.move("README.md", "READ")
    )
    main = head(writer, "main")
    merge(writer)
    assert text(writer, "poem") == POEM.replace("one", "ONE").replace("eight", "EIGHT")
    commit = writer.repository.commit("main")
    assert (commit.parents, commit.author, commit.title) == ((main, side), ANA, "Merge side")
    assert writer.repository.is_merged("side", "main")


def test_a_renamed_file_takes_the_changes_of_the_other_side(writer: Writer) -> None:
    on(writer, "main", 1, Action.move("poem", "texts/poem.txt"))
    on(writer, "side", 2, Action.update("poem", POEM.replace("eight", "EIGHT")))
    merge(writer)
    assert text(writer, "texts/poem.txt") == POEM.replace("eight", "EIGHT")
    assert not writer.repository.has_file("main", "poem")


def test_changes_in_one_place_are_a_conflict_with_all_that_is_needed_to_decide_it(writer: Writer) -> None:
    on(writer, "main", 1, Action.update("poem", POEM.replace("four", "4")))
    on(writer, "side", 2, Action.update("poem", POEM.replace("four", "IV")))
    before = head(writer, "main")
    found = conflict(writer)
    assert (found.path, found.kind) == ("poem", ConflictKind.CONTENT)
    assert found.sentence == "poem was changed on both sides in the same place."
    assert found.base
    assert found.ours
    assert found.theirs
    assert [writer.store.blob(leaf[1]).decode() for leaf in (found.base, found.ours, found.theirs)] == [
        POEM,
        POEM.replace("four", "4"),
        POEM.replace("four", "IV"),
    ]
    assert found.merged
    assert "<<<<<<< main\n4\n=======\nIV\n>>>>>>> side\n" in found.merged.text("main", "side").decode()
    assert found.merged.chosen(["theirs"]).decode() == POEM.replace("four", "IV")
    assert found.merged.chosen(["ours"]).decode() == POEM.replace("four", "4")
    assert head(writer, "main") == before
    merge(writer, resolutions={"poem": POEM.replace("four", "vier")})
    assert text(writer, "poem") == POEM.replace("four", "vier")


@pytest.mark.parametrize(
    "ours, theirs, kind, path, decision, left",
    [
        ([Action.put("poem", "x\n")], [Action.delete("poem")], ConflictKind.DELETED_BY_THEM, "poem", None, None),
        ([Action.delete("poem")], [Action.put("poem", "x\n")], ConflictKind.DELETED_BY_US, "poem", "y\n", "y\n"),
        ([Action.put("new", "1\n")], [Action.put("new", "2\n")], ConflictKind.BOTH_ADDED, "new", "3\n", "3\n"),
        ([Action.put("logo", b"\0two")], [Action.put("logo", b"\0three")], ConflictKind.BINARY, "logo", "x", "x"),
        ([Action.move("poem", "a")], [Action.move("poem", "b")], ConflictKind.RENAMED_APART, "a", POEM, POEM),
    ],
)
def test_every_kind_of_conflict_is_told_and_can_be_decided(
    writer: Writer,
    ours: list[Action],
    theirs: list[Action],
    kind: ConflictKind,
    path: str,
    decision: str | None,
    left: str | None,
) -> None:
    on(writer, "main", 1, *ours)
    on(writer, "side", 2, *theirs)
    found = conflict(writer)
    assert (found.path, found.kind) == (path, kind)
    merge(writer, resolutions={path: decision})
    assert (text(writer, path) if writer.repository.has_file("main", path) else None) == left
    if found.their_path:
        assert not writer.repository.has_file("main", found.their_path)


def test_a_file_and_a_folder_of_one_name_clash(writer: Writer) -> None:
    on(writer, "main", 1, Action.put("docs", "a file\n"))
    on(writer, "side", 2, Action.put("docs/index", "in a folder\n"))
    assert conflict(writer).kind is ConflictKind.FILE_AND_FOLDER


def test_the_same_change_on_both_sides_is_no_conflict(writer: Writer) -> None:
    for minute, branch in enumerate(("main", "side"), 1):
        on(writer, branch, minute, Action.put("new", "same\n"), Action.delete("README.md"), Action.chmod("poem", True))
    merge(writer)
    assert writer.repository.paths("main") == ["logo", "new", "poem"]


def test_how_two_branches_would_merge_is_known_before(writer: Writer, db: Database) -> None:
    def state() -> tuple[int, int, bool, bool, bool]:
        repository = Repository(db, TIDE)
        found = mergeability(repository, head(writer, "side"), head(writer, "main"))
        return (found.ahead, found.behind, found.merged, found.fast_forward, found.clean)

    assert state() == (0, 0, True, True, True)
    on(writer, "side", 1, Action.put("poem", "x\n"))
    assert state() == (1, 0, False, True, True)
    on(writer, "main", 2, Action.put("poem", "y\n"))
    assert state() == (1, 1, False, False, False)


def test_a_fast_forward_only_moves_the_branch(writer: Writer) -> None:
    side = on(writer, "side", 1, Action.put("new", "1\n"))
    merge(writer, method="fast_forward")
    assert head(writer, "main") == side
    with pytest.raises(BadAction, match="There is nothing to merge"):
        merge(writer)
    on(writer, "main", 2, Action.put("more", "1\n"))
    on(writer, "side", 3, Action.put("other", "1\n"))
    with pytest.raises(NotMergeable, match="Rebase first"):
        merge(writer, method="fast_forward")


def test_a_squash_brings_all_as_one_commit(writer: Writer) -> None:
    base = head(writer, "main")
    for minute in range(1, 4):
        on(writer, "side", minute, Action.put("new", f"{minute}\n"))
    merge(writer, squash=True, squash_message="Add new", squash_author=BO)
    merged = writer.repository.commit("main")
    squashed = writer.repository.commit(merged.parents[1])
    assert (squashed.title, squashed.author, squashed.committer, squashed.parents) == ("Add new", BO, ANA, (base,))
    assert [commit.title for commit in writer.repository.log("main")] == ["Merge side", "Add new", "First"]


def test_a_forks_commit_can_be_merged(writer: Writer, db: Database) -> None:
    fork_repository(db, TIDE, FORK)
    theirs = Writer(db, FORK).commit("main", [Action.put("gift", "1\n")], "Gift", BO, at(3))
    merge_into(writer, "main", theirs.sha, "Merge a fork", ANA, at(4))
    assert text(writer, "gift") == "1\n"
    assert writer.repository.knows(theirs.sha)


def test_unrelated_histories_do_not_merge(writer: Writer, db: Database) -> None:
    other = Writer(db, FORK).commit("main", [Action.put("x", "1\n")], "Alone", BO, at(3))
    with pytest.raises(NotMergeable, match="no commit in common"):
        merge_into(writer, "main", other.sha, "Merge", ANA, at(4))


def test_a_pick_keeps_its_author_and_says_where_it_is_from(writer: Writer) -> None:
    sha = on(writer, "side", 1, Action.put("new", "1\n"))
    on(writer, "side", 2, Action.put("other", "1\n"))
    picked = cherry_pick(writer, sha, "main", ANA, at(9))
    assert (picked.author, picked.authored, picked.committer, picked.committed) == (BO, at(1), ANA, at(9))
    assert picked.message == f"Change 1\n\n(cherry picked from commit {sha})\n"
    assert writer.repository.paths("main") == ["README.md", "logo", "new", "poem"]
    with pytest.raises(BadAction, match="changes nothing"):
        cherry_pick(writer, sha, "main", ANA, at(10))


def test_a_revert_undoes_a_commit_or_a_merge(writer: Writer) -> None:
    sha = on(writer, "main", 1, Action.put("poem", "x\n"))
    made = revert(writer, sha, "undo", ANA, at(5), start="main")
    assert (text(writer, "poem", "undo"), made.title) == (POEM, 'Revert "Change 1"')
    assert made.body == f"This reverts commit {sha}."
    on(writer, "side", 6, Action.put("new", "1\n"))
    merge(writer)
    revert(writer, "main", "main", ANA, at(60))
    assert writer.repository.paths("main") == ["README.md", "logo", "poem"]
    on(writer, "main", 61, Action.put("poem", "y\n"))
    with pytest.raises(MergeConflict):
        revert(writer, sha, "main", ANA, at(62))


def test_a_rebase_puts_the_branchs_commits_upon_another(writer: Writer) -> None:
    on(writer, "side", 1, Action.put("new", "1\n"))
    on(writer, "side", 2, Action.put("new", "2\n"))
    main = on(writer, "main", 3, Action.put("more", "1\n"))
    rebase(writer, "side", "main", ANA, at(9))
    log = writer.repository.log("side")
    assert [commit.title for commit in log] == ["Change 2", "Change 1", "Change 3", "First"]
    assert (log[0].author, log[0].authored, log[0].committer) == (BO, at(2), ANA)
    assert log[1].parents == (main,)
    assert mergeability(writer.repository, head(writer, "side"), main).fast_forward


def test_criss_cross_branches_merge(writer: Writer) -> None:
    """Two best common ancestors: they are merged first."""
    one = on(writer, "main", 1, Action.put("poem", POEM.replace("one", "ONE")))
    two = on(writer, "side", 2, Action.put("poem", POEM.replace("eight", "EIGHT")))
    merge_into(writer, "main", two, "Cross", ANA, at(3))
    merge_into(writer, "side", one, "Criss", ANA, at(4))
    assert len(writer.repository.graph.merge_bases(head(writer, "main"), head(writer, "side"))) == 2
    on(writer, "main", 5, Action.put("a", "1\n"))
    on(writer, "side", 6, Action.put("b", "1\n"))
    merge(writer)
    assert text(writer, "poem") == POEM.replace("one", "ONE").replace("eight", "EIGHT")
