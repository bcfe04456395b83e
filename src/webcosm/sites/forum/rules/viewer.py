"""Who is looking: what they moderate, whom they have blocked, which forums they do not want to see."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from webcosm.worlds import Database, Row

__all__ = ["Viewer"]


@dataclass(frozen=True)
class Viewer:
    """A visitor, with what the database says of them; read when it is first needed."""

    db: Database
    user: Row | None = field(default=None)

    @property
    def id(self) -> int | None:
        return self.user.id if self.user else None

    @property
    def is_admin(self) -> bool:
        return self.user is not None and self.user.role == "admin"

    @cached_property
    def moderated(self) -> frozenset[int]:
        """The forums whose moderator they are; an administrator may moderate others as well."""
        return self._numbers("SELECT forum_id FROM moderator WHERE account_id = ?")

    @cached_property
    def blocked(self) -> frozenset[int]:
        return self._numbers("SELECT blocked_id FROM block WHERE account_id = ?")

    @cached_property
    def hidden_forums(self) -> frozenset[int]:
        return self._numbers("SELECT forum_id FROM hidden_forum WHERE account_id = ?")

    @cached_property
    def subscribed(self) -> frozenset[int]:
        return self._numbers("SELECT forum_id FROM subscription WHERE account_id = ?")

    @cached_property
    def hides_posts(self) -> bool:
        return self.user is not None and bool(
            self.db.value("SELECT EXISTS (SELECT 1 FROM hidden_post WHERE account_id = ?)", self.user.id)
        )

    def moderates(self, forum_id: int) -> bool:
        return self.is_admin or forum_id in self.moderated

    def _numbers(self, sql: str) -> frozenset[int]:
        return frozenset(self.db.values(sql, self.user.id)) if self.user else frozenset()
