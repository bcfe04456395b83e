"""Diffs as pages show them, patches, archives, searches, logs, statistics, and the histories that seeds write."""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path

import pytest

from tests.sites.code.realgit import Git, export
from tests.sites.code.workshop import ANA, BO, FORK, TIDE, at
from webcosm.sites.code.git import Action, Repository, Writer
from webcosm.sites.code.git.archive import make_archive
from webcosm.sites.code.git.blaming import blame
from webcosm.sites.code.git.diffing import diff_commit, diff_revisions, diff_texts
from webcosm.sites.code.git.errors import BadName, TooLarge
from webcosm.sites.code.git.lines import compare
from webcosm.sites.code.git.patches import mail_patch, patch_text
from webcosm.sites.code.git.seeding import HistoryWriter
from webcosm.sites.code.git.statistics import commits_by_day, contributors, language_of, languages
from webcosm.worlds import Database

CODE = "".join(f"def step{number}():\n    return {number}\n\n" for number in range(12))


@pytest.fixture
def repository(db: Database) -> Repository:
    with HistoryWriter(db, TIDE) as history:
        files = {"app.py": CODE, "web/site.css": "a {}\n", "README.md": "# Tide\n", "run.sh": "true\n"}
        history.commit("main", {**files, "logo": b"\0\1"}, "First", ANA, at(0), executable=["run.sh"])
        changed = CODE.replace("return 3", "return three").replace("return 9", "return 90")
        changes = {
            "app.py": changed,
            "web/site.css": None,
            "web/main.css": "a {}\n",
            "logo": b"\0\2",
            "end": "no line end",
        }
        history.commit("main", changes, "Second", BO, at(2000))
        history.branch("side", "main")
        history.commit("side", {"side.txt": "Café Größe\n"}, "Aside: größer", ANA, at(4000))
        history.tag("v1", "main", "The first", ANA, at(5000))
    return Repository(db, TIDE)


# Diffs --------------------------------------------------------------------------------------------------------------


def test_a_commits_diff_tells_what_became_of_each_file(repository: Repository) -> None:
    diff = diff_commit(repository, "main")
    assert [(file.path, file.status, file.additions, file.deletions, file.binary) for file in diff.files] == [
        ("app.py", "changed", 2, 2, False),
        ("end", "added", 1, 0, False),
        ("logo", "changed", 0, 0, True),
        ("web/main.css", "renamed", 0, 0, False),
    ]
    assert (diff.additions, diff.deletions, diff.files[3].old_path) == (3, 2, "web/site.css")


def test_hunks_have_numbers_on_both_sides_a_heading_and_marked_words(repository: Repository) -> None:
    file = diff_commit(repository, "main").files[0]
    first, second = file.hunks
    assert first.header == "@@ -8,7 +8,7 @@ def step2():"
    gone, come = (line for line in first.lines if line.kind != " ")
    assert (gone.kind, gone.old, gone.new, gone.text) == ("-", 11, None, "    return 3")
    assert (come.kind, come.old, come.new, come.text) == ("+", None, 11, "    return three")
    assert [gone.text[start:end] for start, end in gone.marks] == ["3"]
    assert [come.text[start:end] for start, end in come.marks] == ["three"]
    assert (second.old_start, second.lines[0].old, second.lines[0].new) == (26, 26, 26)
    left, right = next(row for row in first.rows if row[0] is not row[1])
    assert left is gone
    assert right is come


def test_lines_that_have_nothing_in_common_are_not_marked() -> None:
    (hunk,) = diff_texts(b"completely different\n", b"1234567890\n")
    assert [line.marks for line in hunk.lines] == [(), ()]


def test_side_by_side_longer_changes_leave_gaps() -> None:
    (hunk,) = diff_texts(b"a\nb\n", b"a\nx\ny\nz\n")
    assert [(left and left.text, right and right.text) for left, right in hunk.rows] == [
        ("a", "a"),
        ("b", "x"),
        (None, "y"),
        (None, "z"),
    ]


def test_a_comparison_starts_where_the_branches_parted(repository: Repository, db: Database) -> None:
    Writer(db, TIDE).commit("main", [Action.put("later", "1\n")], "Later", ANA, at(6000))
    repository = Repository(db, TIDE)
    assert [file.path for file in diff_revisions(repository, "main", "side").files] == ["later", "side.txt"]
    assert [file.path for file in diff_revisions(repository, "main", "side", from_base=True).files] == ["side.txt"]


def test_blanks_can_be_left_out(db: Database) -> None:
    writer = Writer(db, TIDE)
    writer.commit("main", [Action.put("a", "x = 1\ny = 2\n")], "First", ANA, at(0))
    writer.commit("main", [Action.put("a", "x  =  1\ny = 3\n")], "Second", ANA, at(1))
    files = diff_commit(writer.repository, "main", ignore_space=True).files
    assert (files[0].additions, diff_commit(writer.repository, "main").files[0].additions) == (1, 2)


def test_huge_files_are_said_to_be_too_large(db: Database) -> None:
    writer = Writer(db, TIDE)
    writer.commit("main", [Action.put("a", f"{'x' * 99}\n" * 11_000)], "First", ANA, at(0))
    file = diff_commit(writer.repository, "main").files[0]
    assert (file.too_large, file.hunks, file.additions) == (True, (), 11_000)
    with pytest.raises(TooLarge, match="too large for its lines to be traced: it has 11,000"):
        blame(writer.repository, "main", "a")


def test_the_work_on_hostile_texts_is_bounded() -> None:
    """Few different lines in no order: the worst there is."""
    seed, texts = 1, []
    for _ in range(2):
        text = []
        for _ in range(20_000):
            seed = seed * 6364136223846793005 % 2**64 + 1
            text.append(b"%d\n" % (seed >> 62))
        texts.append(text)
    started = time.process_time()
    spans = compare(*texts)
    assert time.process_time() - started < 20
    made = list(texts[0])
    for span in reversed(spans):
        made[span.old_start : span.old_end] = texts[1][span.new_start : span.new_end]
    assert made == texts[1]


def test_git_applies_our_patches(repository: Repository, git: Path) -> None:
    """Also binary files, renames, modes, links and files without a last line end."""
    writer = Writer(repository.db, TIDE)
    link = writer.store.write_blob("app.py")
    writer.commit("main", [Action.chmod("app.py", True), Action.put("with blank", "x")], "Third", ANA, at(7000))
    from webcosm.sites.code.git.trees import edit_tree

    head = writer.repository.commit("main")
    tree = edit_tree(writer.store, head.tree, {"end": (0o120000, link), 'quo"te': (0o100644, link)})
    last = writer.add_commit(tree, [head.sha], ANA, at(7001), "A link")
    writer.move_branch("main", last.sha, head.sha)
    repository = writer.repository
    first = repository.log("main")[-1].sha
    bare = export(repository, git / "bare")
    bare("worktree", "add", "-q", "--detach", "../tree", first)
    worked = Git(git / "tree")
    worked("apply", "--index", "--binary", "-", given=patch_text(diff_revisions(repository, first, "main")))
    assert worked("write-tree").strip() == last.tree
    worked("apply", "--index", "-R", "-", given=patch_text(diff_revisions(repository, first, "main")))
    assert worked("write-tree").strip() == repository.commit(first).tree


def test_git_takes_our_mails(repository: Repository, git: Path) -> None:
    bare = export(repository, git / "bare")
    bare("worktree", "add", "-q", "--detach", "../tree", "main")
    worked = Git(git / "tree")
    worked("am", "-q", "-", given=mail_patch(repository, "side"))
    assert worked("log", "-1", "--format=%an|%ae|%ad|%s", "--date=iso") == (
        f"Ana Reed|ana@mail.test|{at(4000)} +0000|Aside: größer\n"
    )
    assert worked("rev-parse", "HEAD^{tree}").strip() == repository.commit("side").tree


# Logs, searches, statistics -----------------------------------------------------------------------------------------


def titles(repository: Repository, **filters: str) -> list[str]:
    return [commit.title for commit in repository.log("side", **filters)]  # type: ignore[arg-type]


def test_logs_are_filtered(repository: Repository) -> None:
    assert titles(repository) == ["Aside: größer", "Second", "First"]
    assert titles(repository, author="bo@mail") == titles(repository, author="MARSH") == ["Second"]
    assert titles(repository, text="aside") == ["Aside: größer"]
    assert titles(repository, since=at(2000)) == ["Aside: größer", "Second"]
    assert titles(repository, until=at(2000)[:10]) == ["Second", "First"]
    assert titles(repository, path="web") == ["Second", "First"]
    assert [commit.title for commit in repository.log("side", skip=1, limit=1)] == ["Second"]


def test_a_file_is_followed_through_its_names(repository: Repository) -> None:
    names = [(commit.title, name) for commit, name in repository.path_names("main", "web/main.css")]
    assert names == [("Second", "web/main.css"), ("First", "web/site.css")]
    assert titles(repository, path="web/main.css") == ["Second"]


def test_a_search_finds_lines_whatever_their_case(repository: Repository) -> None:
    (match,) = repository.search("side", "GRÖSSE")
    assert (match.path, match.number, match.text) == ("side.txt", 1, "Café Größe")
    assert [match.number for match in repository.search("main", "def step", limit=2)] == [1, 4]
    assert repository.search("main", "return three", around=1)[0].before == ("def step3():",)


def test_contributors_and_days_are_counted_per_branch(repository: Repository) -> None:
    found = contributors(repository, "side")
    assert [(one.name, one.commits, one.deletions, one.first, one.last) for one in found] == [
        ("Ana Reed", 2, 0, at(0), at(4000)),
        ("Bo Marsh", 1, 2, at(2000), at(2000)),
    ]
    assert [one.commits for one in contributors(repository, "main")] == [1, 1]
    assert commits_by_day(repository, "side") == {at(0)[:10]: 1, at(2000)[:10]: 1, at(4000)[:10]: 1}
    assert commits_by_day(repository, "side", email="BO@mail.test") == {at(2000)[:10]: 1}


def test_languages_share_the_code(repository: Repository) -> None:
    shares = languages(repository)
    assert [share.name for share in shares] == ["Python", "CSS", "Shell"]
    assert sum(share.percent for share in shares) == pytest.approx(100, abs=0.2)
    assert [language_of(name) for name in ("a/Makefile", "x.TSX", "notes.md", "Dockerfile", ".bashrc", "py")] == [
        "Makefile",
        "TypeScript",
        None,
        "Dockerfile",
        "Shell",
        None,
    ]


def test_archives_are_the_same_bytes_each_time(repository: Repository) -> None:
    for kind in ("zip", "tar", "tar.gz"):
        archive = make_archive(repository, "tide", "v1", kind=kind)
        assert archive.filename == f"tide-v1.{kind}"
        assert archive == make_archive(repository, "tide", "v1", kind=kind)
    with zipfile.ZipFile(io.BytesIO(make_archive(repository, "tide", "v1").data)) as file:
        assert file.read("tide-v1/app.py").decode() == repository.file("v1", "app.py").text
        assert file.getinfo("tide-v1/run.sh").external_attr >> 16 == 0o100755
        assert file.getinfo("tide-v1/app.py").date_time[:3] == (2026, 1, 2)
    assert make_archive(repository, "tide", "main", path="web").filename == "tide-main-web.zip"
    with pytest.raises(BadName, match="There is no archive of the kind 'rar'"):
        make_archive(repository, "tide", kind="rar")


# Seeds --------------------------------------------------------------------------------------------------------------


def write_long(db: Database, project: int) -> None:
    """300 commits on 60 files."""
    with HistoryWriter(db, project) as history:
        files: dict[str, str | bytes | None] = {f"src/part{one % 6}/file{one}.py": CODE for one in range(60)}
        history.commit("main", files, "First", ANA, at(0))
        for minute in range(1, 300):
            path = f"src/part{minute % 6}/file{minute % 60}.py"
            text = CODE.replace(f"return {minute % 12}\n", f"return {minute}00\n")
            history.commit("main", {path: text}, f"Change {minute}", BO if minute % 3 else ANA, at(minute))


def test_a_long_history_is_written_quickly_and_is_what_single_commits_would_make(db: Database, git: Path) -> None:
    started = time.process_time()
    write_long(db, TIDE)
    assert time.process_time() - started < 3  # 0.35 s on a quiet machine
    repository = Repository(db, TIDE)
    assert len(repository.log()) == 300
    export(repository, git / "real")
    writer = Writer(db, FORK)
    files = {f"src/part{one % 6}/file{one}.py": CODE for one in range(60)}
    writer.commit("main", [Action.create(path, text) for path, text in files.items()], "First", ANA, at(0))
    for minute in range(1, 6):
        text = CODE.replace(f"return {minute % 12}\n", f"return {minute}00\n")
        action = Action.put(f"src/part{minute % 6}/file{minute % 60}.py", text)
        writer.commit("main", [action], f"Change {minute}", BO if minute % 3 else ANA, at(minute))
    shas = {commit.sha for commit in repository.log()}
    assert all(commit.sha in shas for commit in Repository(db, FORK).log())
    own, other = (
        db.rows("SELECT * FROM commit_log WHERE project_id = ? ORDER BY generation LIMIT 6", project)
        for project in (TIDE, FORK)
    )
    assert [{**row, "project_id": 0} for row in own] == [{**row, "project_id": 0} for row in other]


def test_a_history_that_fails_half_way_leaves_nothing(db: Database) -> None:
    def write() -> None:
        with HistoryWriter(db, TIDE) as history:
            history.commit("main", {"a": "1"}, "First", ANA, at(0))
            history.commit("main", {"../a": "1"}, "Second", ANA, at(1))

    with pytest.raises(BadName, match="parts may not be"):
        write()
    assert db.value("SELECT count(*) FROM git_object") == 0
    assert Repository(db, TIDE).empty
