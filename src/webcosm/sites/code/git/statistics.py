"""Who wrote how much, when, and in which languages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.objects import Mode
from webcosm.sites.code.git.repository import Repository
from webcosm.sites.code.git.trees import walk_files
from webcosm.worlds import Row

__all__ = ["LANGUAGES", "Contributor", "LanguageShare", "commits_by_day", "contributors", "language_of", "languages"]

LANGUAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "C": ("#5b6a7a", (".c", ".h")),
    "C++": ("#c2528b", (".cc", ".cpp", ".cxx", ".hh", ".hpp")),
    "C#": ("#3f7d2a", (".cs",)),
    "Clojure": ("#b8474f", (".clj", ".cljs", ".edn")),
    "CSS": ("#6a4c9c", (".css",)),
    "Dart": ("#1f9e96", (".dart",)),
    "Dockerfile": ("#4a5f6e", ("dockerfile",)),
    "Elixir": ("#74527d", (".ex", ".exs")),
    "Elm": ("#5fa5ba", (".elm",)),
    "Erlang": ("#a8415f", (".erl", ".hrl")),
    "Fortran": ("#5d45a8", (".f90", ".f95")),
    "Go": ("#2aa3c4", (".go",)),
    "Haskell": ("#5d5486", (".hs",)),
    "HCL": ("#7e50b5", (".tf", ".hcl")),
    "HTML": ("#d4572f", (".html", ".htm")),
    "Java": ("#a8702c", (".java",)),
    "JavaScript": ("#d9bf3c", (".js", ".mjs", ".cjs", ".jsx")),
    "Jinja": ("#9c3a34", (".j2", ".jinja", ".jinja2")),
    "Julia": ("#8f5aa0", (".jl",)),
    "Jupyter Notebook": ("#cc6b28", (".ipynb",)),
    "Kotlin": ("#9d6fe0", (".kt", ".kts")),
    "Lua": ("#2c3f8f", (".lua",)),
    "Makefile": ("#4d8c36", ("makefile", ".mk")),
    "Nix": ("#7a85d6", (".nix",)),
    "OCaml": ("#cf8a2b", (".ml", ".mli")),
    "Perl": ("#3a7a96", (".pl", ".pm")),
    "PHP": ("#5c659c", (".php",)),
    "PowerShell": ("#2d5a8a", (".ps1",)),
    "Prolog": ("#74606b", (".pro",)),
    "Python": ("#3b6ea3", (".py", ".pyi")),
    "R": ("#3a84c9", (".r",)),
    "Ruby": ("#7c2b24", (".rb", ".rake", "rakefile", "gemfile")),
    "Rust": ("#c08a6a", (".rs",)),
    "Scala": ("#b8343f", (".scala",)),
    "Scheme": ("#3f5fd0", (".scm",)),
    "SCSS": ("#b9628c", (".scss", ".sass")),
    "Shell": ("#76b852", (".sh", ".bash", ".zsh", ".fish", ".bashrc", ".zshrc", ".profile")),
    "SQL": ("#c98a1c", (".sql",)),
    "Svelte": ("#d6471f", (".svelte",)),
    "Swift": ("#e0613a", (".swift",)),
    "TeX": ("#4c6b2e", (".tex", ".sty")),
    "TypeScript": ("#3474b4", (".ts", ".tsx")),
    "Vim Script": ("#2a8a4a", (".vim", ".vimrc")),
    "Vue": ("#4fae82", (".vue",)),
    "Zig": ("#d68f2a", (".zig",)),
}
"""Colour, and ends of file names (a name without a dot is a whole name). Prose and data count as no language."""
_BY_END = {end: name for name, (_, ends) in LANGUAGES.items() for end in ends}
OTHERS = ("vendor/", "node_modules/", "third_party/", "dist/")
"""Folders of what others wrote."""

_shares: Cache[str, tuple[LanguageShare, ...]] = Cache(1_000)


@dataclass(frozen=True, slots=True)
class Contributor:
    name: str
    """As in the newest commit."""
    email: str
    commits: int
    additions: int
    deletions: int
    first: str
    last: str
    """When the first and last of these commits were written."""


@dataclass(frozen=True, slots=True)
class LanguageShare:
    name: str
    color: str
    size: int
    percent: float
    """To one decimal; all of them sum up to 100 but for rounding."""


def contributors(
    repository: Repository, rev: str = "", *, since: str = "", until: str = "", merges: bool = False
) -> list[Contributor]:
    """By address, whoever has most commits first; merges are left out as a rule."""
    shas = set(repository.log_shas(rev, since=since, until=until))
    people: dict[str, Contributor] = {}
    for row in _rows(repository):
        if row.sha not in shas or (not merges and " " in row.parents):
            continue
        email = row.author_email.lower()
        known = people.get(email)
        people[email] = Contributor(
            row.author_name,
            row.author_email,
            (known.commits if known else 0) + 1,
            (known.additions if known else 0) + row.additions,
            (known.deletions if known else 0) + row.deletions,
            known.first if known else row.authored,
            row.authored,
        )
    return sorted(people.values(), key=lambda one: (-one.commits, one.name.casefold(), one.email))


def commits_by_day(repository: Repository, rev: str = "", *, email: str = "", merges: bool = False) -> dict[str, int]:
    """How many commits were written on each day that had some, by everybody or one person."""
    shas = set(repository.log_shas(rev))
    days = Counter(
        row.authored[:10]
        for row in _rows(repository)
        if row.sha in shas
        and (merges or " " not in row.parents)
        and (not email or row.author_email.lower() == email.lower())
    )
    return dict(sorted(days.items()))


def _rows(repository: Repository) -> list[Row]:
    return repository.db.rows(
        "SELECT sha, parents, author_name, author_email, authored, additions, deletions FROM commit_log"
        " WHERE project_id = ? ORDER BY authored, sha",
        repository.project_id,
    )


def language_of(path: str) -> str | None:
    """The language of a file, by its name."""
    name = path.rsplit("/", 1)[-1].lower()
    return _BY_END.get(name) or _BY_END.get("." + name.rsplit(".", 1)[-1] if "." in name else name)


def languages(repository: Repository, rev: str = "") -> tuple[LanguageShare, ...]:
    """What share of the code is in which language, the largest first."""
    tree = repository.commit(rev).tree
    known = _shares.get(tree)
    if known is not None:
        return known
    files = {}
    for path, (mode, sha) in walk_files(repository.store, tree):
        language = language_of(path)
        if language and mode in (Mode.FILE, Mode.EXECUTABLE) and not path.startswith(OTHERS):
            files[path] = (language, sha)
    sizes = repository.store.sizes(sha for _, sha in files.values())
    totals: Counter[str] = Counter()
    for language, sha in files.values():
        totals[language] += sizes[sha]
    whole = sum(totals.values())
    shares = [
        LanguageShare(name, LANGUAGES[name][0], size, round(100 * size / whole, 1))
        for name, size in sorted(totals.items(), key=lambda one: (-one[1], one[0]))
        if size
    ]
    return _shares.put(tree, tuple(shares))
