"""Issues of a project in the making: who opens them, what is said, how they are sorted and closed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from webcosm.sites.code.seed.archetypes import Said
from webcosm.sites.code.seed.hours import later, stamp
from webcosm.sites.code.seed.people import Member
from webcosm.sites.code.seed.rows import Record
from webcosm.sites.code.seed.scene import Scene
from webcosm.worlds import BEGINNING

__all__ = ["LABELS", "Issues"]

LABELS = {
    "feature": "feature",
    "wish": "feature",
    "breaking": "feature",
    "stale": "feature",
    "fix": "bug",
    "bug": "bug",
    "duplicate": "bug",
    "incident": "bug",
    "docs": "documentation",
    "question": "question",
    "refactor": "maintenance",
    "chore": "maintenance",
    "test": "maintenance",
    "start": "maintenance",
    "secret": "security",
}
"""Which label fits which kind."""
WEIGHTS = (1, 2, 3, 5, 8)


class Issues:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.milestone: Record | None = None
        """The one that is worked for."""
        self.milestones = 0
        self.open_ones: list[Record] = []
        self.all: list[Record] = []

    # Opening --------------------------------------------------------------------------------------------------------

    def open(self, author: Member, title: str, text: str, kind: str, *, type: str = "issue") -> Record:
        scene, rng = self.scene, self.scene.rng
        row = scene.rows.add(
            "issue",
            project_id=scene.plan.id,
            number=scene.number("issue"),
            type=type,
            title=title,
            description=text,
            author_id=author.id,
            state="open",
            confidential=0,
            weight=None,
            due=None,
            milestone_id=None,
            duplicate_of=None,
            created=scene.moment,
            updated=scene.moment,
            closed=None,
            closed_by=None,
        )
        row["_voices"] = {"a": author}
        row["_author"] = author
        row["_kind"] = kind
        self.open_ones.append(row)
        self.all.append(row)
        scene.event(author, "opened", issue_id=row["id"])
        if kind not in ("stale",) and rng.chance(0.8):
            if scene.access(author) >= 20:
                self._label(row, author, kind, said=False)
                self._sort(row, author)
            else:
                scene.after(1, 60, lambda: self._triage(row, kind))
        return row

    def _triage(self, row: Record, kind: str) -> None:
        """Somebody who may gives it labels, a weight, a milestone."""
        who = self.scene.hand(20)
        if who is None or row["state"] == "closed":
            return
        self._label(row, who, kind, said=True)
        self._sort(row, who)

    def _label(self, row: Record, who: Member, kind: str, *, said: bool) -> None:
        scene = self.scene
        titles = [LABELS[kind]]
        if kind in ("wish", "docs", "bug") and scene.rng.chance(0.25):
            titles.append(scene.rng.choice(("good first issue", "help wanted")))
        if kind in ("fix", "bug", "incident", "secret") and scene.rng.chance(0.4):
            titles.append(scene.rng.weighted(("priority: high", "priority: low"), (2, 1)))
        known = [one for one in titles if one in scene.plan.labels]
        for title in known:
            self.give(row, title)
        if said and known:
            quoted = " ".join(f'~"{one}"' if " " in one else f"~{one}" for one in known)
            scene.system(row, "issue", who, f"added {quoted}")

    def give(self, row: Record, title: str) -> None:
        scene = self.scene
        given = row.setdefault("_labels", [])
        if title in scene.plan.labels and title not in given:
            given.append(title)
            label = scene.rows.add("issue_label", issue_id=row["id"], label_id=scene.plan.labels[title])
            row.setdefault("_given", {})[title] = label

    def take(self, row: Record, title: str) -> None:
        label = row.get("_given", {}).pop(title, None)
        if label is not None:
            row["_labels"].remove(title)
            given = self.scene.rows.of("issue_label")
            del given[next(number for number in range(len(given) - 1, -1, -1) if given[number] is label)]

    def _sort(self, row: Record, who: Member) -> None:
        scene, rng = self.scene, self.scene.rng
        if rng.chance(0.35):
            row["weight"] = rng.choice(WEIGHTS)
            scene.system(row, "issue", who, f"changed the weight to {row['weight']}")
        if self.milestone is not None and rng.chance(0.5):
            self.put(row, who, self.milestone)
        if rng.chance(0.12):
            due = (scene.now + timedelta(days=rng.integer(5, 70))).date()
            row["due"] = str(due)
            scene.system(row, "issue", who, f"changed the due date to {due:%B} {due.day}, {due.year}")

    def put(self, row: Record, who: Member, milestone: Record) -> None:
        row["milestone_id"] = milestone["id"]
        self.scene.system(row, "issue", who, f'changed the milestone to %"{milestone["title"]}"')

    def assign(self, row: Record, whom: Member, by: Member) -> None:
        scene = self.scene
        if row.setdefault("_assignees", []):
            return
        row["_assignees"].append(whom)
        row["_voices"]["d"] = whom
        scene.rows.add("issue_assignee", issue_id=row["id"], account_id=whom.id)
        scene.system(row, "issue", by, f"assigned to @{whom.username}")
        scene.todo(whom, by, "assigned", row, "issue")
        if scene.rng.chance(0.6):
            self.give(row, "doing")
        if scene.rng.chance(0.2):
            minutes = scene.rng.choice((30, 60, 120, 240, 480))
            scene.rows.add(
                "time_entry", issue_id=row["id"], account_id=whom.id, estimate=minutes, spent=0, created=scene.moment
            )  # fmt: skip
            row["_estimate"] = minutes

    def spent(self, row: Record, who: Member) -> None:
        """What it took in the end, where somebody had said how long it would take."""
        scene = self.scene
        if (estimate := row.get("_estimate")) is not None:
            spent = max(15, int(estimate * scene.rng.uniform(0.4, 2.2)) // 15 * 15)
            scene.rows.add(
                "time_entry", issue_id=row["id"], account_id=who.id, estimate=0, spent=spent, created=scene.moment
            )  # fmt: skip

    # Talking --------------------------------------------------------------------------------------------------------

    def voice(self, row: Record, letter: str) -> Member | None:
        """Who speaks: a is who opened it, d who does it, m somebody who maintains the project; others are others."""
        scene, voices = self.scene, row["_voices"]
        if letter not in voices:
            if letter == "d" and voices.get("a") is not None and scene.rng.chance(0.3):
                letter = "m"
            taken = list(voices.values())
            found = (
                scene.hand(40, taken) or scene.hand(40)
                if letter == "m"
                else scene.hand(30, taken)
                if letter == "d"
                else scene.somebody(taken)
            )
            if found is None:
                return None
            voices[letter] = found
        found = voices[letter]
        return found if found.joined < scene.now else None

    def talk(self, row: Record, said: Sequence[Said], spread: float = 40) -> None:
        """The comments, one after the other, as long as it is open."""
        if not said:
            return
        first, rest = said[0], said[1:]

        def speak() -> None:
            if row["state"] == "closed" and not first.after:
                return
            self.comment(row, first)
            self.talk(row, rest, spread)

        self.scene.after(0.3, spread, speak)

    def comment(self, row: Record, said: Said) -> Record | None:
        who = self.voice(row, said.voice)
        if who is None:
            return None
        if row["confidential"] and who is not row["_author"] and self.scene.access(who) < 20:
            return None
        names = {letter: f"@{one.username}" for letter, one in row["_voices"].items()}
        for letter in "amdbcef":
            names.setdefault(letter, "whoever can")
        note = self.scene.note(row, "issue", who, self.scene.say(said.wordings, **names))
        if self.scene.rng.chance(0.12) and (fan := self.scene.somebody((who,))) is not None:
            self.scene.rows.add("award", note_id=note["id"], account_id=fan.id, emoji="thumbsup")
        return note

    # Closing --------------------------------------------------------------------------------------------------------

    def close(self, row: Record, who: Member, how: str = "") -> None:
        if row["state"] == "closed":
            return
        scene = self.scene
        row["state"], row["closed"], row["closed_by"] = "closed", scene.moment, who.id
        scene.system(row, "issue", who, f"closed {how}".strip())
        scene.event(who, "closed", issue_id=row["id"])
        scene.settle(None, row, "issue")
        self.take(row, "doing")
        self.spent(row, row["_voices"].get("d", who))
        self.open_ones = [one for one in self.open_ones if one is not row]

    def duplicate(self, row: Record, original: Record, who: Member) -> None:
        scene = self.scene
        row["duplicate_of"] = original["id"]
        self.give(row, "duplicate")
        scene.system(row, "issue", who, f"marked this as a duplicate of #{original['number']}")
        scene.system(original, "issue", who, f"marked #{row['number']} as a duplicate of this")
        self.close(row, who)

    def relate(self, row: Record, other: Record, kind: str, who: Member) -> None:
        if row is other or other["id"] in row.setdefault("_related", []):
            return
        row["_related"].append(other["id"])
        other.setdefault("_related", []).append(row["id"])
        scene = self.scene
        scene.rows.add("issue_link", issue_id=row["id"], other_id=other["id"], kind=kind, created=scene.moment)
        back = {"relates_to": "relates to", "blocks": "is blocked by"}[kind]
        verb = {"relates_to": "relates to", "blocks": "blocks"}[kind]
        scene.system(row, "issue", who, f"said that it {verb} #{other['number']}")
        scene.system(other, "issue", who, f"said that it {back} #{row['number']}")

    # Milestones -----------------------------------------------------------------------------------------------------

    def new_milestone(self, title: str, text: str = "") -> Record:
        scene = self.scene
        self.milestones += 1
        due = (scene.now + timedelta(days=scene.rng.integer(30, 150))).date()
        self.milestone = scene.rows.add(
            "milestone",
            project_id=scene.plan.id,
            number=self.milestones,
            title=title,
            description=text,
            start=stamp(scene.now)[:10],
            due=str(due) if scene.rng.chance(0.8) else None,
            state="active",
            created=scene.moment,
        )
        return self.milestone

    def end_milestone(self, who: Member, done: Record, following: Record) -> None:
        """It is closed; what is still open in it goes on to the next one."""
        done["state"] = "closed"
        for row in self.open_ones:
            if row["milestone_id"] == done["id"]:
                self.put(row, who, following)

    def quiet_since(self, row: Record, days: int) -> bool:
        return bool(row["updated"] < stamp(BEGINNING - timedelta(days=days)))

    def later(self, least: float, most: float) -> timedelta:
        return later(self.scene.rng, self.scene.now, least, most, fun=self.scene.plan.fun) - self.scene.now
