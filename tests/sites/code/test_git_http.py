"""The real git client against a served world: through the world's proxy, as agents have it, and as people have it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.talking import Reply, send
from tests.sites.code.realgit import Git
from tests.sites.code.workshop import ANA, BO, SECRET, TIDE, at, site
from webcosm.server import Credential, Server
from webcosm.sites.code.git import Action, Repository, Writer
from webcosm.sites.code.git.http import token_digest
from webcosm.sites.code.git.wire import pkt
from webcosm.worlds import World

TOKEN = "glass-otter-17"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server([site]) as server:
        yield server


@pytest.fixture
def credential(server: Server, world: World) -> Iterator[Credential]:
    writer = Writer(world.code, TIDE)
    files = {"README.md": "# Tide\n", "src/app.py": "print('tide')\n"}
    writer.commit("main", [Action.create(path, text) for path, text in files.items()], "First", ANA, at(0))
    for minute in range(1, 8):
        writer.commit("main", [Action.put("NEWS", f"Day {minute}\n")], f"News {minute}", BO, at(minute))
    writer.create_branch("stable", "main")
    writer.create_tag("v1", "main", message="The first", tagger=ANA, when=at(9))
    Writer(world.code, SECRET).commit("main", [Action.create("key", "hidden\n")], "Key", ANA, at(1))
    world.code.insert("protected_branch", project_id=TIDE, pattern="stable", push=0, merge=40)
    world.code.insert(
        "access_token",
        account_id=1,
        name="laptop",
        scopes="write_repository",
        token_hash=token_digest(TOKEN),
        created=at(0),
    )
    credential = server.admit(world, "")
    yield credential
    server.dismiss(credential)


@pytest.fixture
def agent(credential: Credential, git: Path) -> Git:
    """Behind the world's own proxy: clean addresses, no credential for the proxy."""
    return Git(git, http_proxy=credential.proxy)


@pytest.fixture
def person(credential: Credential, git: Path) -> Git:
    return Git(git)


def of(username: str, secret: str, path: str = "ana/tide.git") -> str:
    return f"http://{username}:{secret}@code.test/{path}"


def repository(world: World, project: int = TIDE) -> Repository:
    return Repository(world.code, project)


def inside(git: Git, folder: str) -> Git:
    return Git(git.folder / folder, http_proxy=git.environment.get("http_proxy", ""))


def ask(server: Server, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    host = f"code.localhost:{server.port}"
    return send(server.port, path, host=host, method=method, body=body, headers=named)


# Reading ------------------------------------------------------------------------------------------------------------


def test_an_agent_clones_through_the_worlds_proxy(agent: Git, world: World) -> None:
    agent("clone", "-q", "http://code.test/ana/tide.git", "tide")
    clone = inside(agent, "tide")
    assert clone("log", "--format=%s").split("\n")[:2] == ["News 7", "News 6"]
    assert clone("symbolic-ref", "HEAD").strip() == "refs/heads/main"
    assert clone("rev-parse", "HEAD").strip() == repository(world).resolve()
    assert clone("for-each-ref", "--format=%(refname) %(objecttype)").split("\n")[:-1] == [
        "refs/heads/main commit",
        "refs/remotes/origin/HEAD commit",
        "refs/remotes/origin/main commit",
        "refs/remotes/origin/stable commit",
        "refs/tags/v1 tag",
    ]
    clone("fsck", "--full", "--strict")


def test_an_agent_clones_through_the_shared_proxy(credential: Credential, git: Path) -> None:
    proxy = credential.server.replace("http://", f"http://{credential.username}:{credential.password}@")
    agent = Git(git, http_proxy=proxy)
    agent("clone", "-q", "http://code.test/ana/tide", "tide")
    assert inside(agent, "tide")("log", "-1", "--format=%s") == "News 7\n"


def test_a_person_clones_from_localhost(person: Git, server: Server) -> None:
    person("clone", "-q", f"http://code.localhost:{server.port}/ana/tide.git", "tide")
    assert inside(person, "tide")("log", "-1", "--format=%s") == "News 7\n"


def test_a_fetch_brings_only_what_is_new(agent: Git, world: World) -> None:
    agent("clone", "-q", "http://code.test/ana/tide.git", "tide")
    clone = inside(agent, "tide")
    made = Writer(world.code, TIDE).commit("main", [Action.put("NEWS", "Day 9\n")], "News 9", BO, at(20))
    before = int(clone("count-objects").split()[0])  # unpacked since they are few
    clone("fetch", "-q", "origin")
    assert clone("rev-parse", "origin/main").strip() == made.sha
    assert int(clone("count-objects").split()[0]) == before + 3  # a commit, a tree and a file


def test_a_shallow_clone_has_as_much_history_as_asked_for_and_can_be_deepened(agent: Git) -> None:
    agent("clone", "-q", "--depth", "2", "http://code.test/ana/tide.git", "tide")
    clone = inside(agent, "tide")
    assert clone("log", "--format=%s").split("\n")[:-1] == ["News 7", "News 6"]
    clone("fetch", "-q", "--deepen", "2")
    assert clone("log", "--format=%s").split("\n")[:-1] == ["News 7", "News 6", "News 5", "News 4"]
    clone("fetch", "-q", "--unshallow")
    assert len(clone("log", "--format=%s").split("\n")) == 9
    clone("fsck", "--full", "--strict")


def test_clones_of_an_unchanged_world_are_the_same_to_the_byte(credential: Credential, server: Server) -> None:
    head = ask(server, "/ana/tide.git/info/refs?service=git-upload-pack").data.split(b"\n")[1][8:48]
    body = pkt(b"want " + head + b" side-band-64k ofs-delta\n") + b"0000" + pkt("done\n")
    kind = {"Content_Type": "application/x-git-upload-pack-request"}
    first = ask(server, "/ana/tide.git/git-upload-pack", "POST", body, **kind)
    again = ask(server, "/ana/tide.git/git-upload-pack", "POST", gzip.compress(body), Content_Encoding="gzip", **kind)
    assert first.status == 200
    assert b"PACK" in first.data
    assert first.data == again.data


def test_a_private_project_is_for_its_own_people(agent: Git) -> None:
    secret = "http://code.test/ana/secret.git"
    assert "could not read Username" in agent.refused("clone", secret, "x")
    assert "Authentication failed" in agent.refused("clone", of("ana", "wrong", "ana/secret.git"), "x")
    assert "could not be found" in agent.refused("clone", of("bo", "bo-door", "ana/secret.git"), "x")
    agent("clone", "-q", of("ana", "ana-door", "ana/secret.git"), "x")
    agent("clone", "-q", of("anything", TOKEN, "ana/secret.git"), "y")


def test_a_commit_of_another_project_cannot_be_fetched(agent: Git, world: World) -> None:
    hidden = repository(world, SECRET).resolve()
    agent("clone", "-q", "http://code.test/ana/tide.git", "tide")
    assert "not our ref" in inside(agent, "tide").refused("fetch", "origin", hidden)


def test_an_empty_project_can_be_cloned(agent: Git) -> None:
    agent("clone", "-q", of("bo", "bo-door", "bo/tide.git"), "empty")
    assert inside(agent, "empty")("for-each-ref") == ""


# Writing ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def clone(agent: Git) -> Git:
    agent("clone", "-q", of("ana", "ana-door"), "tide")
    return inside(agent, "tide")


def add(clone: Git, path: str = "PUSHED.md", text: str = "From a client.\n") -> str:
    (clone.folder / path).parent.mkdir(parents=True, exist_ok=True)
    (clone.folder / path).write_text(text)
    clone("add", path)
    clone("commit", "-q", "-m", f"Add {path}")
    return clone("rev-parse", "HEAD").strip()


def test_a_push_moves_the_branch_and_is_in_the_log(clone: Git, world: World) -> None:
    sha = add(clone)
    done = clone.run("push", "origin", "main")
    assert done.returncode == 0, done.stderr
    assert b"remote: Thank you for main." in done.stderr
    pushed = repository(world)
    assert pushed.resolve() == sha
    assert pushed.log(limit=1)[0].title == "Add PUSHED.md"
    assert pushed.file("main", "PUSHED.md").text == "From a client.\n"
    row = world.code.row("SELECT * FROM commit_log WHERE sha = ?", sha)
    assert row is not None
    assert (row.files, row.additions, row.generation, row.authored) == (1, 1, 9, "2026-05-14 09:00:00")


def test_a_push_with_a_token_may_make_and_delete_branches_and_tags(agent: Git, world: World) -> None:
    agent("clone", "-q", of("git", TOKEN), "tide")
    clone = inside(agent, "tide")
    add(clone)
    clone("tag", "-a", "v2", "-m", "Second")
    clone("push", "-q", "origin", "HEAD:refs/heads/feature/x", "v2")
    assert repository(world).branch_names() == ["main", "feature/x", "stable"]
    assert repository(world).tag("v2").message == "Second\n"
    clone("push", "-q", "origin", ":feature/x", ":v2", "HEAD:refs/heads/feature")
    assert repository(world).branch_names() == ["main", "feature", "stable"]
    assert not repository(world).has_tag("v2")


def test_a_push_to_a_protected_branch_is_rejected_and_leaves_nothing(clone: Git, world: World) -> None:
    add(clone)
    objects = world.code.value("SELECT count(*) FROM git_object")
    said = clone.refused("push", "origin", "HEAD:stable")
    assert "! [remote rejected] HEAD -> stable (pre-receive hook declined)" in said
    assert "remote: stable is protected: you may not push to it." in said
    assert world.code.value("SELECT count(*) FROM git_object") == objects


def test_of_several_branches_those_that_may_be_pushed_are_unless_all_or_none_is_asked_for(
    clone: Git, world: World
) -> None:
    add(clone)
    said = clone.refused("push", "--atomic", "origin", "HEAD:stable", "HEAD:free")
    assert "HEAD -> free (atomic push failure)" in said
    assert repository(world).branch_names() == ["main", "stable"]
    clone.refused("push", "origin", "HEAD:stable", "HEAD:free")
    assert repository(world).branch_names() == ["main", "free", "stable"]


def test_a_push_over_others_work_is_refused_until_it_is_forced(clone: Git, world: World) -> None:
    other = Writer(world.code, TIDE).commit("main", [Action.put("NEWS", "Later\n")], "Later", BO, at(30))
    sha = add(clone)
    assert "fetch first" in clone.refused("push", "origin", "main")
    assert repository(world).resolve() == other.sha
    clone("push", "-q", "--force", "origin", "main")
    assert repository(world).resolve() == sha


def test_the_default_branch_cannot_be_deleted(clone: Git) -> None:
    assert "deletion of the current branch prohibited" in clone.refused("push", "origin", ":main")


def test_the_first_push_names_the_default_branch(agent: Git, world: World) -> None:
    agent("init", "-q", "-b", "trunk", "new")
    clone = inside(agent, "new")
    add(clone)
    clone("push", "-q", of("bo", "bo-door", "bo/tide.git"), "trunk")
    assert repository(world, 3).default_branch == "trunk"
    assert repository(world, 3).paths() == ["PUSHED.md"]


def test_who_may_not_push_is_told_so(agent: Git) -> None:
    agent("clone", "-q", of("bo", "bo-door"), "tide")
    clone = inside(agent, "tide")
    add(clone)
    assert "You are not allowed to push code to this project." in clone.refused("push", "origin", "main")
    assert "could not read Username" in clone.refused("push", "http://code.test/ana/tide.git", "main")


def test_a_push_of_many_files_and_large_ones_arrives(clone: Git, world: World) -> None:
    """More than the client sends in one piece, so it sends it in chunks."""
    for number in range(200):
        (clone.folder / f"file{number}.txt").write_text(f"{number}\n" * 20)
    seed = 1
    noise = bytearray()
    while len(noise) < 3_000_000:
        seed = seed * 6364136223846793005 % 2**64 + 1
        noise += seed.to_bytes(8, "big")
    (clone.folder / "noise.bin").write_bytes(noise)
    clone("add", ".")
    clone("commit", "-q", "-m", "Much")
    clone("push", "-q", "origin", "main")
    assert repository(world).file("main", "noise.bin").data == bytes(noise)
    assert len(repository(world).paths()) == 204


def test_a_push_cannot_take_files_of_another_project_by_their_names(clone: Git, world: World) -> None:
    """A tree that names an object which only a private project has."""
    hidden = repository(world, SECRET).file("main", "key").sha
    tree = clone("mktree", "--missing", given=f"100644 blob {hidden}\tkey\n".encode()).strip()
    commit = clone("commit-tree", tree, "-p", "HEAD", "-m", "Steal").strip()
    lines = pkt(f"{'0' * 40} {commit} refs/heads/theft\0report-status") + b"0000"
    clone("update-ref", "refs/heads/theft", commit)
    pack = clone.raw("pack-objects", "--stdout", "-q", given=f"{tree}\n{commit}\n".encode())
    clone.folder.joinpath("body").write_bytes(lines + pack)
    answer = receive(world, lines + pack)
    assert b"unpack the push lacks the object" in answer
    assert not repository(world).has_branch("theft")


def receive(world: World, body: bytes) -> bytes:
    from webcosm.sites.code.git.receive import receive_pack

    return receive_pack(repository(world), body, lambda update: "", lambda updates: ())


# Requests that are wrong --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path, method, body, kind, status, said",
    [
        ("/ana/tide.git/info/refs", "GET", None, "", 400, b"smart protocol"),
        ("/ana/tide.git/info/refs?service=git-magic", "GET", None, "", 400, b"smart protocol"),
        ("/ana/none.git/info/refs?service=git-upload-pack", "GET", None, "", 401, b"Say who you are"),
        ("/ana/tide.git/git-upload-pack", "POST", b"0000", "text/plain", 415, b"x-git-upload-pack-request"),
        ("/ana/tide.git/git-upload-pack", "POST", b"00zz", "git-upload-pack", 400, b"could not be read"),
        ("/ana/tide.git/git-upload-pack", "POST", b"0099want", "git-upload-pack", 400, b"ends too early"),
        ("/ana/tide.git/git-upload-pack", "POST", pkt("sing\n"), "git-upload-pack", 400, b"not understood"),
        ("/ana/tide.git/git-upload-pack", "POST", b"", "git-upload-pack", 200, b""),
        ("/ana/tide.git/git-receive-pack", "POST", b"0000", "git-receive-pack", 401, b"Say who you are"),
    ],
)
def test_what_cannot_be_read_is_refused_in_plain_text(
    credential: Credential,
    server: Server,
    path: str,
    method: str,
    body: bytes | None,
    kind: str,
    status: int,
    said: bytes,
) -> None:
    content = kind if "/" in kind else f"application/x-{kind}-request"
    answer = ask(server, path, method, body, Content_Type=content)
    assert answer.status == status
    assert said in answer.data
    assert "text/html" not in answer.headers.get("content-type", "")


def test_cookies_and_form_tokens_count_for_nothing(credential: Credential, server: Server, world: World) -> None:
    """Whoever is signed in in the browser: a request without credentials is nobody's."""
    world.state.accounts["code"] = "ana"
    assert ask(server, "/ana/secret.git/info/refs?service=git-upload-pack").status == 401
    kind = "application/x-git-receive-pack-request"
    assert ask(server, "/ana/tide.git/git-receive-pack", "POST", b"0000", Content_Type=kind).status == 401
