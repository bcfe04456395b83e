"""Episodes: an agent in a world."""

from webcosm.env.chat import Chat, Message
from webcosm.env.episode import Episode, Step
from webcosm.env.gym import OpenEnv, SuiteEnv, WebcosmEnv, make_env, register_environments
from webcosm.env.observation import DialogView, Observation, TabView
from webcosm.env.open import OpenTask, open_task
from webcosm.env.options import Limits, Look, Options
from webcosm.env.runtime import Runtime

__all__ = [
    "Chat",
    "DialogView",
    "Episode",
    "Limits",
    "Look",
    "Message",
    "Observation",
    "OpenEnv",
    "OpenTask",
    "Options",
    "Runtime",
    "Step",
    "SuiteEnv",
    "TabView",
    "WebcosmEnv",
    "make_env",
    "open_task",
    "register_environments",
]

register_environments()
