"""What judges read of what was done to repositories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.sites.code.workshop import ANA, BO, FORK, TIDE, at
from webcosm.sites.code.git import Action, Writer, fork_repository
from webcosm.sites.code.git.changes import (
    RefChange,
    files_are,
    has_merged,
    made_from,
    on_commit,
    read_ref,
    ref_changes,
)
from webcosm.sites.code.git.joining import merge_into
from webcosm.worlds import Change, Universe, World

FIRST = {"README.md": "# Tide\n", "src/app.py": "print('tide')\nprint('ebb')\nprint('flood')\n", "OLD": "old\n"}


@pytest.fixture
def begun(workshop: Universe) -> World:
    """A world that has a branch already; only what comes after it is told, as after an image was built."""

    def write(world: World) -> None:
        files = [Action.create(path, text) for path, text in FIRST.items()]
        Writer(world.code, TIDE).commit("main", files, "First", ANA, at(0))

    return workshop.open(workshop.prepare(write))


def told(world: World) -> list[RefChange]:
    return ref_changes(world.changes())


def content(world: World) -> object:
    (change,) = (change for change in world.changes() if change.table == "git_ref")
    assert change.new
    return change.new["content"]


def commit(world: World, *actions: Action, branch: str = "main", start: str = "", minute: int = 1) -> str:
    return Writer(world.code, TIDE).commit(branch, actions, f"Change {minute}", BO, at(minute), start=start).sha


def test_a_moved_branch_tells_its_commits_and_files(begun: World) -> None:
    with begun:
        old = Writer(begun.code, TIDE).repository.resolve()
        one = commit(begun, Action.put("NEWS", "1\n"), Action.delete("OLD"))
        two = commit(begun, Action.put("NEWS", "2\n"), Action.move("src/app.py", "app.py"), minute=2)
        (ref,) = told(begun)
        assert (ref.project_id, ref.branch, ref.kind, ref.old, ref.new, ref.base) == (
            TIDE,
            "main",
            "moved",
            old,
            two,
            old,
        )
        assert [(one.sha, one.title, one.email, one.authored) for one in ref.commits] == [
            (one, "Change 1", BO.email, at(1)),
            (two, "Change 2", BO.email, at(2)),
        ]
        assert ref.commits[1].paths == ("NEWS", "app.py", "src/app.py")
        assert [(file.kind, file.path, file.old_path, file.old, file.new) for file in ref.files] == [
            ("added", "NEWS", "", None, "2\n"),
            ("deleted", "OLD", "", "old\n", None),
            ("renamed", "app.py", "src/app.py", FIRST["src/app.py"], FIRST["src/app.py"]),
        ]
        assert not ref.forced
        assert not ref.broken


def test_a_new_branch_tells_where_it_begins(begun: World) -> None:
    with begun:
        head = Writer(begun.code, TIDE).repository.resolve()
        Writer(begun.code, TIDE).create_branch("plain", "main")
        commit(begun, Action.put("NEWS", "1\n"), branch="more", start="main")
        more, plain = told(begun)
        assert (plain.branch, plain.kind, plain.base, plain.commits, plain.files) == ("plain", "created", head, (), ())
        assert (more.branch, more.base, more.paths, len(more.commits)) == ("more", head, ("NEWS",), 1)


def test_what_was_merged_afterwards_is_still_new_on_its_branch(begun: World) -> None:
    with begun:
        one = commit(begun, Action.put("NEWS", "1\n"), branch="feature", start="main")
        writer = Writer(begun.code, TIDE)
        merge_into(writer, "main", one, "Merge branch 'feature'", ANA, at(3))
        feature, main = told(begun)
        assert [one.title for one in feature.commits] == ["Change 1"]
        assert [one.title for one in main.commits] == ["Change 1", "Merge branch 'feature'"]
        assert [one.title for one in main.merges] == ["Merge branch 'feature'"]
        assert main.paths == ("NEWS",)


def test_a_forced_branch_says_so(begun: World) -> None:
    with begun:
        writer = Writer(begun.code, TIDE)
        old = writer.repository.resolve()
        other = writer.add_commit(
            writer.apply(writer.store.commit(old).tree, [Action.put("X", "x")]), [], ANA, at(5), "New"
        )
        writer.move_branch("main", other.sha, old)
        (ref,) = told(begun)
        assert (ref.forced, ref.base, ref.paths) == (True, "", ("X",))


def test_deleted_refs_and_tags_are_told(begun: World) -> None:
    with begun:
        writer = Writer(begun.code, TIDE)
        head = writer.create_tag("v1", "main")
        writer.create_tag("v2", "main", message="Second", tagger=ANA, when=at(3))
        one, two = told(begun)
        assert (one.tag, one.commit, one.message) == ("v1", head, "")
        assert (two.tag, two.commit, two.message) == ("v2", head, "Second\n")


def test_a_fork_tells_no_commit_as_new(begun: World) -> None:
    with begun:
        begun.code.run("UPDATE project SET forked_from = ? WHERE id = ?", TIDE, FORK)
        fork_repository(begun.code, TIDE, FORK)
        (ref,) = told(begun)
        assert (ref.project_id, ref.kind, ref.commits, ref.files) == (FORK, "created", (), ())


def test_taking_back_a_push_leaves_nothing(begun: World) -> None:
    with begun:
        writer = Writer(begun.code, TIDE)
        old = writer.repository.resolve()
        new = commit(begun, Action.put("NEWS", "1\n"))
        writer.move_branch("main", old, new)
        assert begun.changes() == []


def altered(world: World, **columns: object) -> Change:
    (change,) = world.changes()
    assert change.new
    return replace(change, new={**change.new, **columns})  # type: ignore[dict-item]


@pytest.mark.parametrize("content", ["", "x", "[]", "null", "{}", '{"commit": 3, "commits": [{}]}', 7, None])
def test_content_that_says_nothing_is_broken(begun: World, content: object) -> None:
    with begun:
        commit(begun, Action.put("NEWS", "1\n"))
        ref = read_ref(altered(begun, content=content))
        assert (ref.broken, ref.files, ref.commits) == (True, (), ())
        assert not files_are({})(content)  # type: ignore[arg-type]


@pytest.mark.parametrize("sha", ["0" * 40, "x", "f" * 40])
def test_a_ref_that_leads_nowhere_is_broken(begun: World, sha: str) -> None:
    with begun:
        begun.code.run("UPDATE git_ref SET sha = ? WHERE project_id = ?", sha, TIDE)
        (ref,) = told(begun)
        assert ref.broken


def test_changes_can_be_kept_as_json_and_be_relived(begun: World, workshop: Universe) -> None:
    with begun:
        happening = begun.happen("somebody", 1, lambda world: commit(world, Action.put("NEWS", "1\n")))
        (change,) = happening.changes
        assert read_ref(Change.from_json(change.to_json())) == read_ref(change)
        assert "content" in change.columns
        with workshop.open() as other:
            assert change.new
            other.relive([replace(happening, changes=(replace(change, kind="insert", old=None),))])
            assert other.code.value("SELECT sha FROM git_ref") == change.new["sha"]
            other.relive([happening])
            assert other.code.value("SELECT sha FROM git_ref") == change.new["sha"]


# Expectations -------------------------------------------------------------------------------------------------------


def fits(texts: dict[str, object], world: World) -> bool:
    return files_are(texts)(content(world))  # type: ignore[arg-type]


def test_files_are_as_wanted_and_no_others_changed(begun: World) -> None:
    with begun:
        commit(begun, Action.put("NEWS", "1"), Action.delete("OLD"))
        assert fits({"NEWS": "1\n", "OLD": None}, begun)
        assert fits({"NEWS": lambda text: "1" in text, "OLD": None}, begun)
        wrong: Sequence[dict[str, object]] = ({"NEWS": "1"}, {"NEWS": "2", "OLD": None}, {"NEWS": "1", "OLD": ""}, {})
        assert not any(fits(texts, begun) for texts in wrong)


def test_branches_tags_and_merges_are_as_wanted(begun: World) -> None:
    with begun:
        head = Writer(begun.code, TIDE).repository.resolve()
        Writer(begun.code, TIDE).create_branch("new", "main")
        assert made_from(head)(content(begun))  # type: ignore[arg-type]
        assert not made_from("0" * 40)(content(begun))  # type: ignore[arg-type]
        begun.reset()
    with begun.universe.open() as world:
        writer = Writer(world.code, TIDE)
        writer.commit("main", [Action.put("a", "1")], "First", ANA, at(0))
        side = commit(world, Action.put("b", "1"), branch="side", start="main")
        merge_into(writer, "main", side, "Merge", ANA, at(4))
        writer.create_tag("v1", "main", message="One", tagger=ANA, when=at(5))
        rows = {str(change.key[1]): change.new["content"] for change in world.changes() if change.new}
        assert has_merged(side)(rows["refs/heads/main"])
        assert not has_merged(side)(rows["refs/heads/side"])
        tagged = writer.repository.resolve("v1")
        assert on_commit(tagged)(rows["refs/tags/v1"])
        assert on_commit(tagged, lambda text: "One" in text)(rows["refs/tags/v1"])
        assert not on_commit(side)(rows["refs/tags/v1"])
