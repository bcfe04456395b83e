"""Real git over the tables of the world: objects, branches, merges, and what the git client asks for.

:class:`Repository` reads, :class:`Writer` writes, :class:`HistoryWriter` is for seeds.
"""

from webcosm.sites.code.git.errors import GitError
from webcosm.sites.code.git.objects import Commit, Person
from webcosm.sites.code.git.repository import Branch, Entry, File, Repository, TagRef
from webcosm.sites.code.git.writing import Action, Writer, fork_repository

__all__ = [
    "Action",
    "Branch",
    "Commit",
    "Entry",
    "File",
    "GitError",
    "Person",
    "Repository",
    "TagRef",
    "Writer",
    "fork_repository",
]
