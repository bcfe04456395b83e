"""Texts that new files may begin with. The licences are this world's own: short, and worded here."""

from __future__ import annotations

__all__ = ["IGNORES", "LICENSES", "license_text"]

LICENSES = {
    "Coppice Permissive License": (
        "Coppice Permissive License\n\nCopyright (c) {year} {holder}\n\n"
        "Anybody may use, copy, change, merge, publish and pass on this work, for any purpose and without charge,\n"
        "as long as this notice goes with every copy of it or of large parts of it.\n\n"
        "The work comes as it is. Nobody promises that it is fit for anything, and nobody who wrote it answers for\n"
        "what comes of its use.\n"
    ),
    "Coppice Sharing License": (
        "Coppice Sharing License\n\nCopyright (c) {year} {holder}\n\n"
        "Anybody may use, copy, change and pass on this work. Whoever passes on a changed copy, or makes it available\n"
        "over a network, gives those who get it the changed source under this same license, and says what was\n"
        "changed.\n\n"
        "The work comes as it is. Nobody promises that it is fit for anything, and nobody who wrote it answers for\n"
        "what comes of its use.\n"
    ),
    "Coppice Documents License": (
        "Coppice Documents License\n\nCopyright (c) {year} {holder}\n\n"
        "These texts and pictures may be copied, translated, changed and passed on, also for money, as long as those\n"
        "who made them are named and changes are said to be changes.\n"
    ),
    "All rights reserved": (
        "Copyright (c) {year} {holder}. All rights reserved.\n\nAsk before you copy this work or build upon it.\n"
    ),
}
IGNORES = {
    "Python": "__pycache__/\n*.py[co]\n.venv/\ndist/\nbuild/\n*.egg-info/\n.coverage\n",
    "Node": "node_modules/\ndist/\ncoverage/\n*.log\n.env\n",
    "Java": "target/\n*.class\n*.jar\n.gradle/\n",
    "C": "*.o\n*.a\n*.so\nbuild/\n",
    "TeX": "*.aux\n*.log\n*.toc\n*.synctex.gz\n",
}


def license_text(name: str, holder: str, year: int) -> str:
    return LICENSES[name].format(holder=holder, year=year)
