"""Merge requests of a project in the making: opened, reviewed, approved, merged, closed, or left as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from webcosm.sites.code.seed.archetypes import Review
from webcosm.sites.code.seed.branches import Branch
from webcosm.sites.code.seed.issues import LABELS
from webcosm.sites.code.seed.people import Member
from webcosm.sites.code.seed.rows import Record
from webcosm.sites.code.seed.scene import Scene
from webcosm.sites.kit.sentences import Text, lines

__all__ = ["Requests"]

TARGET = "main"


def _texts(block: str) -> list[Text]:
    return [Text(line) for line in lines(block)]


SAID = _texts("""
    What the title says, and nothing else.
    [A small change|Small]: see the commit message. [I looked at it here and it does what it should.|]
    [Reads best|Easiest to read] commit by commit.
    Found while working on something else, so it comes on its own.
""")
THANKS = _texts("""
    Thank you, [merged|this goes in].
    Looks good to me.
    [Nice|Good], [and the test is what I would have asked for|short and clear].
    I tried it here, works as described.
    Read it twice, nothing to add.
    Approved. Please squash the last commit if you have time; not a condition.
""")
WAITING = _texts("""
    [Could somebody have a look?|Ready from my side.]
    @{reviewer}, do you have time for this [this week|before the next release]?
    I will read this [on Thursday|after the weekend], sorry for the delay.
    Rebased in my head, not yet in git. Review is welcome all the same.
""")
DRAFTS = _texts("""
    Not done: [the tests are missing|I have not looked at the edge cases|the documentation still says the old thing].
    Opened early so that you can stop me [if this is the wrong way|before I have written too much].
""")
CLOSING = _texts("""
    I close this in favor of another attempt, which [touches fewer files|comes with tests].
    This went nowhere for a month; closing. Open it again if you take it up.
    On second thoughts this does not belong here. Thank you for trying it, though.
""")
CLASH = _texts("""
    This conflicts with main now. Could you bring it up to date?
    Main has moved on in the same lines; this needs a merge before I can take it.
""")


class Requests:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.all: list[Record] = []

    def open(
        self,
        author: Member,
        branch: Branch,
        title: str,
        text: str,
        head: str,
        *,
        kind: str,
        issue: Record | None,
        source: Record | None = None,
        draft: bool = False,
        milestone: int | None = None,
        assigned: bool = True,
    ) -> Record:
        scene, rng = self.scene, self.scene.rng
        row = scene.rows.add(
            "merge_request",
            project_id=scene.plan.id,
            number=scene.number("merge_request"),
            source_project_id=source["id"] if source else scene.plan.id,
            source_branch=branch.name.rpartition("@")[2],
            target_branch=TARGET,
            title=f"Draft: {title}" if draft else title,
            description=text,
            author_id=author.id,
            state="open",
            draft=int(draft),
            squash=0,
            remove_source=int(rng.chance(0.7)),
            milestone_id=milestone,
            base_sha=branch.start,
            head_sha=head,
            merge_sha=None,
            created=scene.moment,
            updated=scene.moment,
            merged=None,
            merged_by=None,
            closed=None,
            closed_by=None,
        )
        row["_author"], row["_branch"], row["_title"] = author, branch, title
        self.all.append(row)
        scene.history.ref(f"refs/merge-requests/{row['number']}/head", head)
        scene.event(author, "opened", merge_request_id=row["id"])
        if (label := scene.plan.labels.get(LABELS.get(kind, ""))) is not None and rng.chance(0.7):
            scene.rows.add("merge_request_label", merge_request_id=row["id"], label_id=label)
        if issue is not None:
            scene.rows.add("closes", merge_request_id=row["id"], issue_id=issue["id"])
            scene.system(issue, "issue", author, f"mentioned in merge request !{row['number']}")
        if assigned and scene.access(author) >= 30:
            scene.rows.add("merge_request_assignee", merge_request_id=row["id"], account_id=author.id)
        if not draft:
            self.ask(row)
        return row

    def ask(self, row: Record) -> None:
        """Somebody else is asked to read it."""
        scene = self.scene
        reviewer = scene.hand(40, (row["_author"],)) or scene.hand(30, (row["_author"],))
        if reviewer is None:
            return
        row["_reviewer"] = reviewer
        scene.rows.add("merge_request_reviewer", merge_request_id=row["id"], account_id=reviewer.id)
        scene.system(row, "merge_request", row["_author"], f"requested review from @{reviewer.username}")
        scene.todo(reviewer, row["_author"], "review_requested", row, "merge_request")

    def say(self, row: Record, who: Member, texts: Sequence[Text]) -> None:
        reviewer = row.get("_reviewer")
        name = reviewer.username if reviewer is not None else self.scene.plan.owner.username
        self.scene.note(row, "merge_request", who, self.scene.say(texts, reviewer=name))

    def waiting(self, row: Record) -> None:
        if row["state"] == "open":
            self.say(row, row["_author"], WAITING)

    # Review ---------------------------------------------------------------------------------------------------------

    def review(self, row: Record, review: Review, then: Callable[[], None]) -> None:
        """A thread on a line, and what comes of it."""
        scene, branch = self.scene, row["_branch"]
        who = row.get("_reviewer") or scene.hand(30, (row["_author"],)) or scene.somebody((row["_author"],))
        text = branch.text(review.path)
        if who is None or text is None or row["state"] != "open":
            then()
            return
        line = next((n for n, one in enumerate(text.split("\n"), 1) if review.anchor in one), None)
        if line is None:
            then()
            return
        first = scene.note(
            row,
            "merge_request",
            who,
            scene.say(review.said[0].wordings),
            threaded=1,
            resolved=None,
            resolved_by=None,
            position_sha=row["head_sha"],
            position_path=review.path,
            position_side="new",
            position_line=line,
        )
        row.setdefault("_threads", []).append(first)
        rest = list(review.said[1:])

        def answer() -> None:
            if row["state"] != "open":
                return
            if not rest:
                then()
                return
            said = rest.pop(0)
            speaker = row["_author"] if said.voice == "a" else who
            scene.note(row, "merge_request", speaker, scene.say(said.wordings), thread_id=first["id"])
            scene.after(0.3, 20, answer)

        scene.after(0.3, 30, answer)

    def resolve(self, row: Record, who: Member) -> None:
        for first in row.get("_threads", ()):
            if first["resolved"] is None:
                first["resolved"], first["resolved_by"] = self.scene.moment, who.id

    def approve(self, row: Record, who: Member) -> bool:
        """Whether that approval counts: nobody approves twice or what is their own."""
        scene = self.scene
        given = row.setdefault("_approvals", [])
        if who is row["_author"] or who in given or row["state"] != "open":
            return False
        given.append(who)
        scene.rows.add("approval", merge_request_id=row["id"], account_id=who.id, created=scene.moment)
        scene.system(row, "merge_request", who, "approved this merge request")
        scene.event(who, "approved", merge_request_id=row["id"])
        scene.settle(who, row, "merge_request")
        return True

    # The end --------------------------------------------------------------------------------------------------------

    def pushed(self, row: Record, who: Member, head: str, count: int) -> None:
        """The branch has more commits."""
        scene = self.scene
        row["head_sha"] = head
        scene.history.ref(f"refs/merge-requests/{row['number']}/head", head)
        scene.system(row, "merge_request", who, f"added {count} commit{'s' * (count != 1)}")

    def merged(self, row: Record, who: Member, sha: str) -> None:
        scene = self.scene
        row["state"], row["merged"], row["merged_by"], row["merge_sha"] = "merged", scene.moment, who.id, sha
        scene.system(row, "merge_request", who, "merged")
        scene.event(who, "merged", merge_request_id=row["id"], sha=sha)
        scene.settle(None, row, "merge_request")

    def close(self, row: Record, who: Member, *, say: bool = True) -> None:
        scene = self.scene
        if row["state"] != "open":
            return
        if say:
            self.say(row, who, CLOSING)
        row["state"], row["closed"], row["closed_by"] = "closed", scene.moment, who.id
        scene.system(row, "merge_request", who, "closed")
        scene.event(who, "closed", merge_request_id=row["id"])
        scene.settle(None, row, "merge_request")
