"""Real git over the tables of the world.

| to | ask |
|---|---|
| read branches, tags, commits, folders, files, logs | :class:`Repository` |
| commit, branch, tag | :class:`Writer` with :class:`Action`; :func:`fork_repository` |
| merge, pick, revert, rebase, know of conflicts before | :mod:`.joining` |
| write histories in seeds | :class:`HistoryWriter` |
| show diffs and patches | :mod:`.diffing`, :mod:`.patches` |
| say who wrote a line | :mod:`.blaming` |
| count contributors and languages, pack archives | :mod:`.statistics`, :mod:`.archive` |
| serve ``git clone`` and ``git push`` | :mod:`.http` |
| judge what was done | :mod:`.changes` |

Objects are in ``git_object``, shared by all projects; ``git_ref`` says what the branches and tags are, and is all that
counts as a change; ``commit_log`` has for each project the commits that belong to it. Only those can be named in it, so
nobody reads a private project's commits through another one. Errors are :class:`GitError`, with sentences for people.
"""

from webcosm.sites.code.git.errors import GitError, MergeConflict
from webcosm.sites.code.git.objects import Commit, Person
from webcosm.sites.code.git.repository import Branch, Entry, File, Repository, TagRef
from webcosm.sites.code.git.seeding import HistoryWriter
from webcosm.sites.code.git.writing import Action, Writer, fork_repository

__all__ = [
    "Action",
    "Branch",
    "Commit",
    "Entry",
    "File",
    "GitError",
    "HistoryWriter",
    "MergeConflict",
    "Person",
    "Repository",
    "TagRef",
    "Writer",
    "fork_repository",
]
