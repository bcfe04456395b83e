"""The history of one project, told from its first commit to the world's beginning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from webcosm.lore import Rng
from webcosm.sites.code.git.graph import Graph
from webcosm.sites.code.git.merging import merge_commits
from webcosm.sites.code.seed.archetypes import Archetype, Ask, Change, common
from webcosm.sites.code.seed.branches import Branch, Entry, Tree
from webcosm.sites.code.seed.facts import series_rows
from webcosm.sites.code.seed.files import SLOT, State, look_up
from webcosm.sites.code.seed.forks import Forks
from webcosm.sites.code.seed.hours import LAST, later, stamp, workday
from webcosm.sites.code.seed.issues import Issues
from webcosm.sites.code.seed.people import Member
from webcosm.sites.code.seed.releases import Releases
from webcosm.sites.code.seed.requests import CLASH, DRAFTS, THANKS, Requests
from webcosm.sites.code.seed.requests import SAID as SAID_OF_REQUESTS
from webcosm.sites.code.seed.rows import Record
from webcosm.sites.code.seed.scene import Scene
from webcosm.sites.kit.formats import slug
from webcosm.sites.kit.sentences import Text

__all__ = ["Story"]

LONGEST = 36
"""Of a branch's name, but for the number of its issue."""
OPEN_AFTER = timedelta(days=75)
"""Work that is still going on began at most so long ago."""
FLAWED = {
    "leak": "leak",
    "unleak": "leak",
    "broken-json": "broken-json",
    "broken-link": "broken-link",
    "no-license": "no-license",
}
"""Changes of the common content that are made only where something is wrong on purpose."""
SAID = {
    "leak": ("leaked-token", "deploy/.env", "a token was committed, and taken away later; it is still in the history"),
    "broken-json": ("failing-check", "tools/settings.json", "a comma too many: it is no JSON"),
    "broken-link": ("broken-link", "CONTRIBUTING.md", "it links to docs/style-guide.md, which is not there"),
    "no-license": ("missing-license", "LICENSE", "the license was deleted in a commit that says nothing of it"),
}
FIRST = ("Begin", "First files", "Initial commit", "Start with a README")
ENDINGS = ("waiting", "draft", "approved", "clash", "asked")


class Story:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        plan = scene.plan
        self.plan, self.rng, self.archetype = plan, scene.rng, plan.archetype
        self.issues = Issues(scene)
        self.requests = Requests(scene)
        self.forks = Forks(scene)
        self.rows = {
            name: series_rows(
                scene.lore,
                scene.rng.child("series", name),
                source,
                self._count(name, least, most),
                plan.start + timedelta(days=2),
                min(plan.end, LAST),
                plan.scope,
            )
            for name, (source, least, most) in self.archetype.series.items()
        }
        self.tree = Tree(self.archetype, self.rows)
        values = {"version": self.archetype.head.get("version", "0.1.0"), "changelog": ""}
        values |= {f"dep.{name}": versions[0] for name, versions in self.archetype.deps.items()}
        self.main = Branch("main", self.tree, State(plan.scope, values=values))
        self.history_of_main: list[tuple[datetime, str]] = []
        self.releases = Releases(self)
        self.pending: dict[str, str] = {}
        """Changes that are still under way at the end, and how."""
        self.landed: set[str] = set()
        self.forgotten = ""
        """The change that is not documented."""
        self.pushed: set[str] = set()
        """Branches that are there for others to see."""
        self.changes = self._chosen(self.archetype)
        self.moves: dict[str, Record] = {}
        """The issues of changes."""

    def _count(self, name: str, least: int, most: int) -> int:
        share = float(self.plan.scope.get("size", 0.3))
        return least + int((most - least) * share)

    def _chosen(self, archetype: Archetype) -> dict[str, Change]:
        """The changes that this project goes through, with those of the common content that fit it."""
        known = {**archetype.changes}
        for id, change in common("common").changes.items():
            known.setdefault(id, change)
        chosen: dict[str, Change] = {}
        left = dict(known)
        while left:
            for id, change in list(left.items()):
                if any(one not in known or one in left for one in change.after):
                    if any(one not in known for one in change.after):
                        del left[id]
                    continue
                del left[id]
                if id in FLAWED and FLAWED[id] not in self.plan.flaws:
                    break
                if all(one in chosen for one in change.after) and self.rng.child("chosen", id).chance(
                    change.chance / 100
                ):
                    chosen[id] = change
                break
            else:
                break
        return chosen

    # The whole ------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        plan, scene = self.plan, self.scene
        self._found()
        first = [one for one in self.changes.values() if one.kind == "start"]
        later_ones = [one for one in self.changes.values() if one.kind != "start"]
        when = plan.start + timedelta(minutes=self.rng.integer(5, 90))
        for change in first:
            scene.at(when, lambda change=change: self._start(change))  # type: ignore[misc]
            when = later(self.rng, when, 0.2, 30, fun=plan.fun)
        begun = when
        order = self._ordered(later_ones)
        if plan.lively:
            self._leave_open(order)
        span = plan.end - begun
        steps = [one for one in order if one.id not in self.pending]
        for number, change in enumerate(steps):
            share = ((number + self.rng.uniform()) / max(len(steps), 1)) ** 1.25
            self._schedule(begun + span * share, change)
        for change in (one for one in order if one.id in self.pending):
            since = LAST - OPEN_AFTER + timedelta(days=70 * self.rng.uniform())
            self._schedule(max(since, begun), change)
        for name in self.rows:
            self._grow(name, begun)
        for name, versions in self.archetype.deps.items():
            self._bump(name, versions, begun, span)
        for ask in self.archetype.asks:
            if self.rng.child("ask", ask.id).chance(0.85):
                self._ask(ask, begun, span)
        for ask in common("common").asks:
            if self.rng.child("ask", ask.id).chance(0.22):
                self._ask(ask, begun, span)
        scene.run()
        self._settle_open_requests()
        plan.row["active"] = max(stamp(one) for one, _ in self.history_of_main)

    def _schedule(self, when: datetime, change: Change) -> None:
        self.scene.at(workday(self.rng, when, fun=self.plan.fun), lambda: self._begin(change))

    def _ordered(self, changes: Sequence[Change]) -> list[Change]:
        """In some order in which each comes after those it needs."""
        left = self.rng.shuffled(changes)
        done = {one.id for one in self.changes.values() if one.kind == "start"}
        order: list[Change] = []
        while left:
            ready = next((one for one in left if all(need in done for need in one.after)), None)
            if ready is None:
                break
            left.remove(ready)
            done.add(ready.id)
            order.append(ready)
        return order

    def _leave_open(self, order: Sequence[Change]) -> None:
        """Some of the last changes, which no other needs, are under way at the end, or only asked for."""
        needed = {need for one in order for need in one.after}
        free = [one for one in order if one.id not in needed and (one.log or one.issue)]
        count = min(len(free) // 2, self.rng.integer(2, 5))
        endings = self.rng.shuffled(ENDINGS)
        for number, change in enumerate(self.rng.sample(free, count)):
            ending = endings[number % len(endings)]
            self.pending[change.id] = ending if ending != "asked" or change.issue else "waiting"

    # Commits --------------------------------------------------------------------------------------------------------

    def _found(self) -> None:
        scene, owner = self.scene, self.plan.owner
        scene.event(owner, "created")
        files = self.main.begin()
        self._write(self.main, files, self.rng.choice(FIRST), owner)

    def _write(self, branch: Branch, files: dict[str, Any], message: str, who: Member) -> str:
        """One commit, with its push."""
        scene = self.scene
        sha = scene.history.commit(
            branch.name, files, message, scene.person(who), scene.moment, executable=sorted(self.tree.executable)
        )
        if branch is self.main:
            self.history_of_main.append((scene.now, sha))
        if not self.forks.push(branch.name, who, sha, message):
            title = message.partition("\n")[0]
            action = "pushed" if branch.name in self.pushed else "pushed_new"
            self.pushed.add(branch.name)
            scene.event(who, action, ref=f"refs/heads/{branch.name}", sha=sha, commits=1, title=title)
        return sha

    def commit(self, branch: Branch, state: State, message: str, who: Member) -> str | None:
        """What differs, as a commit; none if nothing does."""
        files = branch.move(state)
        return self._write(branch, files, message, who) if files else None

    def _start(self, change: Change) -> None:
        self.landed.add(change.id)
        self._parts(self.main, change, self.plan.owner, None, lambda: None)

    def _parts(
        self,
        branch: Branch,
        change: Change,
        who: Member,
        issue: Record | None,
        then: Callable[[], None],
        closing: str = "",
        only: Callable[[str], bool] = lambda part: True,
    ) -> None:
        """The commits of a change, one after the other, then what follows."""
        scene = self.scene
        parts = [(f"{change.id}.{part}", texts) for part, texts in self._wanted(change) if only(part)]
        steps = [(change.id, change.titles), *parts] if only("") else parts

        def step(number: int) -> None:
            if number == len(steps):
                then()
                return
            name, texts = steps[number]
            message = scene.say(texts)
            body = scene.say(change.bodies) if number == 0 and change.bodies else ""
            if number == len(steps) - 1 and closing:
                body = f"{body}\n\n{closing}".strip()
            if number == 0 and change.log and only(""):
                ref = f"#{issue['number']}" if issue else ""
                branch.unreleased = (*branch.unreleased, Entry(change.kind, scene.say(change.log), change.id, ref))
            sha = self.commit(branch, branch.state.with_done(name), f"{message}\n\n{body}".strip(), who)
            if name in SAID and sha is not None:
                kind, path, detail = SAID[name]
                scene.rows.add("flaw", project_id=self.plan.id, kind=kind, path=path, sha=sha, detail=detail)
            scene.after(0.15, 20, lambda: step(number + 1))

        step(0)

    def _wanted(self, change: Change) -> list[tuple[str, list[Text]]]:
        """The parts of a change; of one in a project the documentation is forgotten, on purpose."""
        documented = any(part == "docs" for part, _ in change.parts)
        if "doc" in self.plan.flaws and documented and not self.forgotten and change.id not in self.pending:
            self.forgotten = change.id
            self.scene.rows.add(
                "flaw", project_id=self.plan.id, kind="outdated-doc", path="README.md",
                detail=f"“{self.scene.say(change.titles)}” was done, and the documentation says nothing of it",
            )  # fmt: skip
        return [(part, texts) for part, texts in change.parts if part != "docs" or change.id != self.forgotten]

    # Changes --------------------------------------------------------------------------------------------------------

    def _begin(self, change: Change) -> None:
        """An issue first, for most; then the work."""
        scene = self.scene
        if any(need not in self.landed for need in change.after):
            scene.after(20, 60, lambda: self._begin(change))
            return
        ending = self.pending.get(change.id)
        if not change.issue or (ending is None and self.rng.chance(0.1)):
            self._work(change, None)
            return
        reporter = scene.somebody() or self.plan.owner
        text = scene.say(change.texts)
        issue = self.issues.open(reporter, scene.say(change.issue), text, change.kind)
        self.moves[change.id] = issue
        before = [one for one in change.comments if not one.after]
        self.issues.talk(issue, before)
        self._doubles(change, issue)
        if ending != "asked":
            urgent = change.kind == "fix"
            limit = 24 * 30 if ending else 24 * (25 if urgent else 80)
            scene.after(2 + 10 * len(before), limit, lambda: self._work(change, issue))

    def _work(self, change: Change, issue: Record | None) -> None:
        scene, rng = self.scene, self.rng
        if issue is not None and issue["state"] == "closed":
            return
        ending = self.pending.get(change.id)
        outside = (
            scene.fan() if ending != "draft" and rng.chance(0.16) and self.plan.row["visibility"] == "public" else None
        )
        who = outside if outside is not None and scene.access(outside) < 30 else scene.hand(30)
        if who is None:
            return
        if issue is not None and scene.access(who) >= 10:
            self.issues.assign(issue, who, scene.hand(20) or who)
        elif issue is not None:
            issue["_voices"]["d"] = who
        direct = scene.access(who) >= 40 and not ending and not rng.chance(self.plan.reviewed)
        if direct:
            closing = f"[close]{issue['number']}" if issue is not None else ""
            closing = closing.replace(
                "[close]", rng.choice(("Closes #", "Fixes #") if change.kind == "fix" else ("Closes #",))
            )
            self._parts(self.main, change, who, issue, lambda: self._landed(change, issue, who), closing)
            self._reviewless(change)
        else:
            self._request(change, issue, who, ending)

    def _reviewless(self, change: Change) -> None:
        self.landed.add(change.id)

    def _landed(self, change: Change, issue: Record | None, who: Member, how: str = "") -> None:
        self.landed.add(change.id)
        if issue is not None and issue["state"] == "open":
            sha = self.scene.history.head("main")
            if not how:
                self.scene.system(issue, "issue", who, f"mentioned in commit {sha[:8]}")
            self.issues.close(issue, who, how or f"by commit {sha[:8]}")
            self.issues.talk(issue, [one for one in change.comments if one.after], 60)
        self.releases.consider()

    def _doubles(self, change: Change, issue: Record) -> None:
        """Others report the same; somebody notices, or not."""
        for ask in self.archetype.asks:
            if ask.kind != "duplicate" or ask.of != change.id:
                continue

            def report(ask: Ask = ask) -> None:
                scene = self.scene
                author = scene.somebody((issue["_author"],))
                if author is None or issue["state"] == "closed":
                    return
                row = self.issues.open(author, scene.say(ask.titles), scene.say(ask.texts), "duplicate")
                row["_of"] = issue
                if self.rng.chance(0.7):
                    scene.after(3, 90, lambda: self._notice(ask, row, issue))
                else:
                    scene.rows.add(
                        "flaw", project_id=self.plan.id, kind="duplicate-issue", issue_id=row["id"],
                        detail=f"the same as #{issue['number']}, and nobody has said so",
                    )  # fmt: skip

            self.scene.after(10, 200, report)

    def _notice(self, ask: Ask, row: Record, issue: Record) -> None:
        who = self.scene.hand(20)
        if who is None or row["state"] == "closed":
            return
        for said in ask.comments:
            self.issues.comment(row, said)
        self.issues.duplicate(row, issue, who)

    # Merge requests -------------------------------------------------------------------------------------------------

    def _request(self, change: Change, issue: Record | None, who: Member, ending: str | None) -> None:
        scene, rng = self.scene, self.rng
        title = scene.say(change.titles)
        name = slug(title)
        if len(name) > LONGEST:
            name = name[:LONGEST].rpartition("-")[0]
        if issue is not None and rng.chance(0.6):
            name = f"{issue['number']}-{name}"
        outside = scene.access(who) < 30
        source = self.forks.fork(who) if outside else None
        full = f"@{who.username}@{name}" if outside else name
        if f"refs/heads/{full}" in scene.history._refs:
            full = f"{full}-2"
        start = scene.history.branch(full, "main")
        branch = self.main.fork(full, start)
        done = [change.id, *(f"{change.id}.{part}" for part, _ in self._wanted(change))]

        def open_it() -> None:
            close = f"Closes #{issue['number']}" if issue is not None and issue["state"] == "open" else ""
            text = "\n\n".join(part for part in (scene.say(change.mr or SAID_OF_REQUESTS), close) if part)
            milestone = issue["milestone_id"] if issue is not None else None
            row = self.requests.open(
                who, branch, title, text, scene.history.head(full), kind=change.kind,
                issue=issue if close else None, source=source, draft=ending == "draft", milestone=milestone,
            )  # fmt: skip
            row["_done"], row["_change"], row["_issue"] = done, change, issue
            if ending == "draft":
                self.requests.say(row, who, DRAFTS)
            elif ending in ("waiting", "clash"):
                row["_ending"] = ending
                if ending == "clash" or rng.chance(0.5):
                    scene.after(20, 200, lambda: self.requests.waiting(row))
                if rng.chance(0.5):
                    self._reviews(row, lambda: None)
            elif ending is None and rng.chance(0.05):
                row["_given_up"] = True
                scene.after(100, 900, lambda: self._give_up(row))
            else:
                self._reviews(row, lambda: self._finish(row, ending))

        self._parts(branch, change, who, issue, open_it, only=lambda part: part != "review")

    def _reviews(self, row: Record, then: Callable[[], None]) -> None:
        """Threads on lines, one after the other; then commits that answer them."""
        scene, change, branch, who = self.scene, row["_change"], row["_branch"], row["_author"]
        left = [one for one in change.reviews if self.rng.chance(0.8)]

        def step() -> None:
            if left:
                one = left.pop(0)
                path = SLOT.sub(lambda found: look_up(self.plan.scope, found[1], found[2]), one.path)
                one = type(one)(path, one.anchor, one.said)
                scene.after(1, 70, lambda: self.requests.review(row, one, step))
                return
            if any(part == "review" for part, _ in change.parts):

                def pushed() -> None:
                    if row["state"] == "open":
                        self.requests.pushed(row, who, scene.history.head(branch.name), 1)
                    then()

                self._parts(branch, change, who, None, pushed, only=lambda part: part == "review")
            else:
                then()

        step()

    def _finish(self, row: Record, ending: str | None) -> None:
        """Approved, then merged, unless it stays open."""
        scene = self.scene
        needed = int(self.plan.row["approvals_required"])
        reviewer = row.get("_reviewer")

        def approve() -> None:
            if row["state"] != "open":
                return
            given = row.setdefault("_approvals", [])
            able = (reviewer, scene.hand(30, (row["_author"], *given)))
            who = next((one for one in able if one and one not in given and scene.access(one) >= 30), None)
            wanted = who is not None and (needed > len(given) or self.rng.chance(0.6))
            if who is not None and wanted and self.requests.approve(row, who) and self.rng.chance(0.6):
                self.requests.say(row, who, THANKS)
            if needed > len(given):
                if who is not None:
                    scene.after(1, 60, approve)
            elif ending != "approved":
                scene.after(0.3, 50, lambda: self._merge(row))

        scene.after(1, 70, approve)

    def _merge(self, row: Record) -> None:
        scene, plan = self.scene, self.plan
        who = scene.hand(plan.row["_merge_access"])
        if row["state"] != "open" or who is None:
            return
        branch: Branch = row["_branch"]
        change, issue = row["_change"], row["_issue"]
        self.requests.resolve(row, who)
        state = self.main.take(branch, row["_done"])
        files = self.main.move(state)
        message, author = row["_title"], scene.person(who)
        tail = f"See merge request {plan.full_path}!{row['number']}"
        close = f"Closes #{issue['number']}\n\n" if issue is not None and "Closes #" in row["description"] else ""
        executable = sorted(self.tree.executable)
        if plan.row["merge_method"] == "fast_forward" or plan.row["squash"] == "always" or self.rng.chance(0.12):
            row["squash"] = 1
            sha = scene.history.commit(
                "main", files, f"{message}\n\n{close}{tail}", scene.person(row["_author"]), scene.moment,
                executable=executable, committer=author,
            )  # fmt: skip
        else:
            head = f"Merge branch '{row['source_branch']}' into 'main'"
            sha = scene.history.join(
                branch.name, "main", files, f"{head}\n\n{message}\n\n{close}{tail}", author, scene.moment, executable
            )
        self.history_of_main.append((scene.now, sha))
        self.requests.merged(row, who, sha)
        if row["remove_source"] or self.rng.chance(0.6):
            row["_gone"] = True
            self._remove(branch)
        self._landed(change, issue, who, f"by !{row['number']}")

    def _remove(self, branch: Branch) -> None:
        if branch.name.startswith("@"):
            self.forks.remove(branch.name)
        else:
            self.scene.history.delete_branch(branch.name)

    def _give_up(self, row: Record) -> None:
        """Closed without being merged; another attempt follows."""
        who = self.scene.hand(40)
        if who is None or row["state"] != "open":
            return
        self.requests.close(row, who)
        self._remove(row["_branch"])
        change, issue = row["_change"], row["_issue"]
        self.scene.after(24, 400, lambda: self._again(change, issue))

    def _again(self, change: Change, issue: Record | None) -> None:
        if change.id not in self.landed and (who := self.scene.hand(40)) is not None:
            self.landed.add(change.id)
            closing = f"Closes #{issue['number']}" if issue is not None and issue["state"] == "open" else ""
            self._parts(self.main, change, who, issue, lambda: self._landed(change, issue, who), closing)

    def _settle_open_requests(self) -> None:
        """Looks whether those that are open can be merged; most of those that cannot are brought up to date."""
        scene = self.scene
        for row in self.requests.all:
            if row["state"] != "open":
                continue
            branch: Branch = row["_branch"]
            found = merge_commits(Graph(scene.history.store), scene.history.head("main"), row["head_sha"]).conflicts
            kept = row.get("_ending") == "clash" or self.rng.chance(0.3)
            if found and not kept and branch.start != scene.history.head("main"):
                self._bring_up(row, branch)
            elif found:
                who = scene.hand(40) or self.plan.owner
                scene.now = LAST - timedelta(hours=self.rng.integer(2, 40))
                last = max(stamp(scene.now), row["updated"])
                if stamp(scene.now) == last and who is not row["_author"]:
                    self.requests.say(row, who, CLASH)
                scene.rows.add(
                    "flaw", project_id=self.plan.id, kind="conflict", merge_request_id=row["id"],
                    path=found[0].path, detail=" ".join(one.sentence for one in found),
                )  # fmt: skip

    def _bring_up(self, row: Record, branch: Branch) -> None:
        scene, who = self.scene, row["_author"]
        newest = max(stamp(self.history_of_main[-1][0]), row["updated"])
        scene.now = datetime.fromisoformat(newest).replace(tzinfo=LAST.tzinfo) + timedelta(
            minutes=self.rng.integer(3, 15)
        )
        if scene.now > LAST:
            return
        branch.released = self.main.released
        own = tuple(one for one in branch.unreleased if one.change == row["_change"].id)
        branch.unreleased = (*self.main.unreleased, *own)
        known = {name for name in branch.state.done if name in row["_done"]}
        before = {path: text for made in branch.files.values() for path, text in made.items()}
        branch.files = dict(self.main.files)
        branch.state = self.main.state
        branch.move(self.main.state.with_done(*known))
        after = {path: text for made in branch.files.values() for path, text in made.items()}
        files: dict[str, str | None] = {path: text for path, text in after.items() if before.get(path) != text}
        files |= dict.fromkeys(before.keys() - after.keys())
        message = f"Merge branch 'main' into '{row['source_branch']}'"
        executable = sorted(self.tree.executable)
        sha = scene.history.join("main", branch.name, files, message, scene.person(who), scene.moment, executable)
        branch.start = row["base_sha"] = scene.history.head("main")
        self.requests.pushed(row, who, sha, 1)
        self.forks.moved(branch.name, sha)

    # Data, dependencies, questions ----------------------------------------------------------------------------------

    def _grow(self, name: str, begun: datetime) -> None:
        grow = self.archetype.grows.get(name)
        rows = self.rows[name]
        if grow is None or not rows:
            return
        at = 0
        rng = self.rng.child("grow", name)
        while at < len(rows):
            count = min(rng.integer(grow.least, grow.most), len(rows) - at)
            chunk = rows[at : at + count]
            noted = datetime.fromisoformat(chunk[-1]["date"]).replace(hour=7, tzinfo=LAST.tzinfo)
            when = max(workday(rng, noted + timedelta(hours=11), fun=self.plan.fun), begun)
            at += count
            self.scene.at(when, lambda chunk=chunk, count=at: self._add_rows(name, chunk, count))  # type: ignore[misc]

    def _add_rows(self, name: str, chunk: Sequence[dict[str, Any]], count: int) -> None:
        who = self.scene.hand(40)
        if who is None:
            return
        grow = self.archetype.grows[name]
        message = self.scene.say(grow.titles, row=chunk[0], last=chunk[-1], count=len(chunk))
        self.commit(self.main, self.main.state.with_count(name, count), message, who)

    def _bump(self, name: str, versions: Sequence[str], begun: datetime, span: timedelta) -> None:
        """Newer versions of what is used, unless nobody looks after them any more."""
        rng = self.rng.child("bump", name)
        stale = "stale" in self.plan.flaws and name == next(iter(self.archetype.deps))
        kept = versions[:1] if stale else versions
        for number, (old, new) in enumerate(pairwise(kept)):
            when = begun + span * ((number + 0.3 + 0.6 * rng.uniform()) / max(len(versions) - 1, 1))

            def bump(old: str = old, new: str = new) -> None:
                who = self.scene.hand(40)
                if who is not None:
                    state = self.main.state.with_values(**{f"dep.{name}": new})
                    self.commit(self.main, state, f"Bump {name} from {old} to {new}", who)

            self.scene.at(workday(rng, when, fun=self.plan.fun), bump)
        if stale:
            self.scene.rows.add(
                "flaw", project_id=self.plan.id, kind="stale-dependency",
                detail=f"{name} is {versions[0]}, and {versions[-1]} has been there for long",
            )  # fmt: skip

    def _ask(self, ask: Ask, begun: datetime, span: timedelta) -> None:
        if ask.kind == "duplicate":
            return
        rng: Rng = self.rng.child("ask", ask.id)
        scene = self.scene

        def opened() -> None:
            author = scene.somebody() if ask.kind not in ("incident", "secret") else scene.hand(20)
            if author is None:
                return
            type = "incident" if ask.kind == "incident" else "issue"
            row = self.issues.open(author, scene.say(ask.titles), scene.say(ask.texts), ask.kind, type=type)
            row["confidential"] = int(ask.kind == "secret")
            for label in ask.labels:
                self.issues.give(row, label)
            self.issues.talk(row, ask.comments, 90)
            others = [one for one in self.issues.all if one is not row and one["state"] == "open"]
            if others and rng.chance(0.15) and (who := scene.hand(20)) is not None:
                self.issues.relate(row, rng.choice(others), rng.choice(("relates_to", "blocks")), who)
            ends = {"question": 0.75, "incident": 0.9, "wish": 0.25, "bug": 0.3, "stale": 0.15, "secret": 0.5}[ask.kind]
            if rng.chance(ends):
                scene.after(90 + 60 * len(ask.comments), 1500, lambda: self._end(row, author))
            elif rng.chance(0.3) and (who := scene.hand(30)) is not None:
                self.issues.assign(row, who, scene.hand(20) or who)

        share = rng.uniform() if rng.chance(0.7) else 0.85 + 0.15 * rng.uniform()
        scene.at(workday(rng, begun + span * share, fun=self.plan.fun), opened)

    def _end(self, row: Record, author: Member) -> None:
        who = self.scene.hand(20)
        if who is not None:
            self.issues.close(row, author if self.rng.chance(0.3) else who)
