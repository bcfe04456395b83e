"""Hand-written policies for MiniWoB++ tasks. They look at element records and the goal, and act as any agent does.

Each is a small function, declared for the tasks it plays. Together they are examples of playing an episode, and a test
of the whole environment.
"""

from webcosm.suites.mini.policies import choosing, clicking, dragging, mail, reading, revealing, social, typing
from webcosm.suites.mini.policies.player import POLICIES, Player, Stuck, policy, solve

__all__ = [
    "POLICIES",
    "Player",
    "Stuck",
    "choosing",
    "clicking",
    "dragging",
    "mail",
    "policy",
    "reading",
    "revealing",
    "social",
    "solve",
    "typing",
]
