"""The chat between the user and the agent. A plain list; nobody needs a browser to keep one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

__all__ = ["Chat", "Message", "Role"]

Role = Literal["user", "assistant", "infeasible"]


@dataclass(frozen=True)
class Message:
    role: Role
    text: str
    when: datetime
    """World time."""
    pictures: tuple[bytes, ...] = ()


@dataclass
class Chat:
    messages: list[Message] = field(default_factory=list)

    def add(self, role: Role, text: str, when: datetime, pictures: tuple[bytes, ...] = ()) -> None:
        self.messages.append(Message(role, text, when, pictures))

    def last(self, role: Role) -> Message | None:
        return next((message for message in reversed(self.messages) if message.role == role), None)
