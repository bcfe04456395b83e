"""Releases of a project in the making: versions, tags, notes and milestones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webcosm.sites.code.seed.branches import Entry, sections
from webcosm.sites.code.seed.hours import stamp

if TYPE_CHECKING:
    from webcosm.sites.code.seed.story import Story

__all__ = ["Releases"]


class Releases:
    def __init__(self, story: Story) -> None:
        self.story = story
        self.scene = story.scene
        self.wanted = False
        self.enough = story.rng.integer(2, 5)
        """How many lines of the changelog call for a release."""
        self.tags = "version" in story.archetype.head

    def consider(self) -> None:
        story, scene = self.story, self.scene
        if not self.tags:
            return
        if story.issues.milestone is None and story.main.unreleased:
            story.issues.new_milestone(self._next(story.main.unreleased))
        if len(story.main.unreleased) >= self.enough and not self.wanted:
            self.wanted = True
            scene.after(20, 300, self._release)

    def _next(self, entries: tuple[Entry, ...]) -> str:
        """The version that these changes make of the present one."""
        major, minor, patch = map(int, self.story.main.state.values["version"].split("."))
        kinds = {one.kind for one in entries}
        if "breaking" in kinds and major:
            return f"{major + 1}.0.0"
        if kinds & {"feature", "breaking"}:
            return f"{major}.{minor + 1}.0"
        return f"{major}.{minor}.{patch + 1}"

    def _release(self) -> None:
        story, scene = self.story, self.scene
        self.wanted = False
        who = scene.hand(40)
        if who is None or not story.main.unreleased:
            return
        version = self._next(story.main.unreleased)
        entries = story.main.release(version, scene.now.date())
        sha = story.commit(story.main, story.main.state.with_values(version=version), f"Release {version}", who)
        if sha is None:
            return
        tag = f"v{version}"
        title = f"{story.plan.row['name']} {version}"
        scene.history.tag(tag, "main", title, scene.person(who), scene.moment)
        scene.event(who, "pushed_new", ref=f"refs/tags/{tag}", sha=sha, commits=0, title=title)
        refs = [
            row
            for row in story.requests.all
            if row["state"] == "merged" and row["_change"].id in {e.change for e in entries}
        ]
        notes = sections(entries, "##")
        if refs:
            notes += "\n\n## Merge requests\n\n" + "\n".join(f"- !{row['number']} {row['_title']}" for row in refs)
        release = scene.rows.add(
            "release",
            project_id=story.plan.id,
            tag=tag,
            title=title,
            notes=notes,
            author_id=who.id,
            created=scene.moment,
            released=scene.moment,
        )
        scene.event(who, "released", title=tag)
        self.enough = story.rng.integer(2, 6)
        milestone = story.issues.milestone
        if milestone is not None:
            scene.rows.add("release_milestone", release_id=release["id"], milestone_id=milestone["id"])
            self._rename(milestone["id"], version)
            milestone["title"] = version
            if milestone["due"] is not None and milestone["due"] < stamp(scene.now)[:10] and story.rng.chance(0.5):
                milestone["due"] = stamp(scene.now)[:10]
            major, minor, _ = map(int, version.split("."))
            story.issues.end_milestone(who, milestone, story.issues.new_milestone(f"{major}.{minor + 1}.0"))

    def _rename(self, milestone_id: int, version: str) -> None:
        """A milestone is called what the release is called in the end; lines of history name it so too."""
        rows = self.scene.rows
        old = next(one["title"] for one in reversed(rows.of("milestone")) if one["id"] == milestone_id)
        if old == version:
            return
        ids = {one["id"] for one in self.story.issues.all}
        for note in rows.of("note"):
            if (
                note.get("system")
                and note.get("issue_id") in ids
                and note["body"] == f'changed the milestone to %"{old}"'
            ):
                note["body"] = f'changed the milestone to %"{version}"'
