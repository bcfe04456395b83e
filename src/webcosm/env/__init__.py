"""Episodes: an agent in a world."""

from webcosm.env.chat import Chat, Message
from webcosm.env.cosmos import Cosmos
from webcosm.env.episode import Episode, Step
from webcosm.env.observation import DialogView, Observation, TabView
from webcosm.env.options import Limits, Look, Options

__all__ = [
    "Chat",
    "Cosmos",
    "DialogView",
    "Episode",
    "Limits",
    "Look",
    "Message",
    "Observation",
    "Options",
    "Step",
    "TabView",
]
