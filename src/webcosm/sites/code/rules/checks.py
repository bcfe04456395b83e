"""The built-in checks of pipelines: each looks at the files of a commit and says what is wrong with them.

What a check says is a function of the tree (and of the commit before it, where it compares), so that a pipeline can be
run again and comes out the same, and “which job failed, and why?” has one answer.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from webcosm.sites.code.git import Commit, Repository
from webcosm.sites.code.git.trees import files_of

__all__ = ["CHECKS", "Check", "Tree", "run_check"]

LARGEST = 500_000
"""Bytes of a file that is still read."""
LINK = re.compile(r"\[[^\]\n]*\]\(([^()\s]+)(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)
SECRETS = (
    ("an access token", re.compile(r"\b(?:cpat|tok|sk|ghx)[-_][A-Za-z0-9]{16,}\b")),
    ("a private key", re.compile(r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----")),
    ("a password", re.compile(r"(?i)\b(?:password|passwd|secret|api_key)\b\s*[:=]\s*[\"'][^\"'\s$<{]{8,}[\"']")),
)
VERSION = re.compile(r"\d+\.\d+(?:\.\d+)?(?:[-+.]\w+)*")
BRACKETS = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True)
class Tree:
    """The files of a commit, as checks read them."""

    repository: Repository
    commit: Commit
    options: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def leaves(self) -> dict[str, tuple[int, str]]:
        return dict(sorted(files_of(self.repository.store, self.commit.tree).items()))

    @property
    def paths(self) -> list[str]:
        return list(self.leaves)

    def size(self, path: str) -> int:
        return self.repository.store.size(self.leaves[path][1])

    def text(self, path: str) -> str | None:
        """None if it is not there, large, or no text."""
        if path not in self.leaves or self.size(path) > LARGEST:
            return None
        data = self.repository.store.blob(self.leaves[path][1])
        return None if b"\0" in data[:8_000] else data.decode("utf-8", "replace")

    def texts(self, *ends: str) -> Iterator[tuple[str, str]]:
        for path in self.paths:
            if not ends or path.endswith(ends):
                text = self.text(path)
                if text is not None:
                    yield path, text

    @cached_property
    def before(self) -> Tree | None:
        """The tree of the first parent."""
        if not self.commit.parents:
            return None
        return Tree(self.repository, self.repository.store.commit(self.commit.parents[0]))

    def named(self, *names: str) -> str | None:
        """The file at the top with one of these names, whatever its case."""
        known = {path.lower(): path for path in self.paths if "/" not in path}
        return next((known[name] for name in names if name in known), None)


Check = Callable[[Tree], Iterator[str]]
"""Gives a line for each thing that is wrong: ``src/app.py:3: …``."""


def parses(tree: Tree) -> Iterator[str]:
    """Python files parse; in other languages brackets are closed."""
    for path, text in tree.texts(".py"):
        try:
            ast.parse(text)
        except (SyntaxError, ValueError) as error:
            yield f"{path}:{getattr(error, 'lineno', 1) or 1}: {getattr(error, 'msg', error)}"
    for path, text in tree.texts(".js", ".ts", ".go", ".rs", ".c", ".h", ".java", ".css"):
        wrong = _brackets(text)
        if wrong:
            yield f"{path}:{wrong[0]}: {wrong[1]}"


def _brackets(text: str) -> tuple[int, str] | None:
    """Where brackets do not match; what stands in texts and comments does not count."""
    bare = re.sub(
        r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`",
        lambda found: "\n" * found[0].count("\n"),
        text,
        flags=re.DOTALL,
    )
    opened: list[tuple[str, int]] = []
    line = 1
    for letter in bare:
        if letter == "\n":
            line += 1
        elif letter in "([{":
            opened.append((letter, line))
        elif letter in BRACKETS:
            if not opened or opened[-1][0] != BRACKETS[letter]:
                return line, f"“{letter}” closes nothing"
            opened.pop()
    return (opened[-1][1], f"“{opened[-1][0]}” is not closed") if opened else None


def formatted(tree: Tree) -> Iterator[str]:
    """No tabs in Python, no blanks at line ends, one line break at the end, lines of up to 120 characters in code."""
    for path, text in tree.texts(".py", ".js", ".ts", ".css", ".toml", ".md"):
        if text and not text.endswith("\n"):
            yield f"{path}: no line break at the end"
        for number, line in enumerate(text.split("\n"), 1):
            if line != line.rstrip() and not (path.endswith(".md") and line.endswith("  ")):
                yield f"{path}:{number}: blanks at the end of the line"
            if "\t" in line and path.endswith(".py"):
                yield f"{path}:{number}: a tab"
            if len(line) > 120 and path.endswith((".py", ".js", ".ts")):
                yield f"{path}:{number}: {len(line)} characters, at most 120"


def valid_json(tree: Tree) -> Iterator[str]:
    """JSON files are JSON."""
    for path, text in tree.texts(".json"):
        try:
            json.loads(text)
        except (ValueError, RecursionError) as error:
            yield f"{path}:{getattr(error, 'lineno', 1)}: {getattr(error, 'msg', error)}"


def valid_toml(tree: Tree) -> Iterator[str]:
    """TOML files are TOML."""
    for path, text in tree.texts(".toml"):
        try:
            tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            yield f"{path}: {error}"


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def links_resolve(tree: Tree) -> Iterator[str]:
    """Links of Markdown files to other files and headings lead somewhere."""
    known = set(tree.paths) | {str(parent) for path in tree.paths for parent in PurePosixPath(path).parents}
    for path, text in tree.texts(".md"):
        for found in LINK.finditer(text):
            target, _, anchor = found[1].partition("#")
            if re.match(r"[a-z][a-z0-9+.-]*:|//|/", target):
                continue
            line = text.count("\n", 0, found.start()) + 1
            place = _joined(PurePosixPath(path).parent, target) if target else path
            if place not in known:
                yield f"{path}:{line}: there is no {target}"
            elif anchor and place.endswith(".md"):
                headings = {_anchor(one) for one in HEADING.findall(tree.text(place) or "")}
                if anchor not in headings:
                    yield f"{path}:{line}: {target or path} has no heading #{anchor}"


def _joined(folder: PurePosixPath, target: str) -> str:
    parts: list[str] = list(folder.parts)
    for part in target.rstrip("/").split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts) or "."


def license_there(tree: Tree) -> Iterator[str]:
    """There is a license."""
    if tree.named("license", "license.md", "license.txt", "copying") is None:
        yield "There is no LICENSE file."


def readme_there(tree: Tree) -> Iterator[str]:
    """There is a readme that begins with a title."""
    path = tree.named("readme.md", "readme.txt", "readme")
    text = tree.text(path) if path else None
    if path is None:
        yield "There is no README."
    elif not (text or "").strip():
        yield f"{path} is empty."
    elif path.lower().endswith(".md") and not (text or "").lstrip().startswith("# "):
        yield f"{path}:1: it does not begin with a title (# …)"


def changelog_entry(tree: Tree) -> Iterator[str]:
    """Whoever changes the source changes the changelog."""
    path = tree.named("changelog.md", "changes.md")
    if path is None:
        yield "There is no CHANGELOG.md."
        return
    before = tree.before
    if before is None or tree.commit.is_merge:
        return
    source = str(tree.options.get("source", "src/"))
    touched = [
        one
        for one in sorted(set(tree.leaves) | set(before.leaves))
        if one.startswith(source) and tree.leaves.get(one) != before.leaves.get(one)
    ]
    if touched and tree.leaves.get(path) == before.leaves.get(path):
        yield f"{touched[0]} was changed, but {path} was not"


def version_matches(tree: Tree) -> Iterator[str]:
    """The newest version in the changelog is the project's."""
    log, said = tree.named("changelog.md", "changes.md"), None
    for path in ("pyproject.toml", "package.json", "VERSION"):
        text = tree.text(path)
        if text is None:
            continue
        pattern = r"^\s*\"?version\"?\s*[=:]\s*\"([^\"]+)\"" if path != "VERSION" else r"(\S+)"
        found = re.search(pattern, text, re.MULTILINE)
        if found:
            said = (path, found[1])
            break
    if said is None:
        yield "No version is told: there is none in pyproject.toml, package.json or VERSION."
        return
    for heading in HEADING.findall((tree.text(log) if log else None) or ""):
        version = VERSION.search(heading)
        if version:
            if version[0] != said[1]:
                yield f"{said[0]} says {said[1]}, but the newest entry of {log} is {version[0]}"
            return
    yield f"{log or 'CHANGELOG.md'} names no version"


def no_secrets(tree: Tree) -> Iterator[str]:
    """No tokens, keys or passwords are in the files."""
    for path, text in tree.texts():
        for number, line in enumerate(text.split("\n"), 1):
            for what, pattern in SECRETS:
                if len(line) < 2_000 and pattern.search(line):
                    yield f"{path}:{number}: this looks like {what}"


def tests_named(tree: Tree) -> Iterator[str]:
    """There are tests, and files of tests hold some."""
    files = [
        path
        for path in tree.paths
        if re.search(r"(^|/)(test_[^/]+\.py|[^/]+[._](test|spec)\.[jt]s|[^/]+_test\.go)$", path)
    ]
    if not files:
        yield "There are no tests: no test_*.py, *.test.js or *_test.go."
    for path in files:
        text = tree.text(path) or ""
        if not re.search(r"def test_|\b(?:it|test)\(|func Test", text):
            yield f"{path}: it holds no test"


def no_large_files(tree: Tree) -> Iterator[str]:
    """No file is larger than 500 KB, or what `limit` says."""
    limit = tree.options.get("limit", 500)
    most = (limit if isinstance(limit, int) and limit > 0 else 500) * 1_000
    for path in tree.paths:
        if tree.size(path) > most:
            yield f"{path}: {tree.size(path):,} bytes, at most {most:,}"


CHECKS: Mapping[str, Check] = {
    "parses": parses,
    "formatted": formatted,
    "valid-json": valid_json,
    "valid-toml": valid_toml,
    "links-resolve": links_resolve,
    "license-there": license_there,
    "readme-there": readme_there,
    "changelog-entry": changelog_entry,
    "version-matches": version_matches,
    "no-secrets": no_secrets,
    "tests-named": tests_named,
    "no-large-files": no_large_files,
}


def run_check(name: str, tree: Tree, most: int = 50) -> list[str]:
    """What is wrong, at most so many lines and one that says how many there were."""
    found = list(CHECKS[name](tree))
    return found if len(found) <= most else [*found[:most], f"and {len(found) - most} more"]
