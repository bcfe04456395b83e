"""From an agent's text to a typed action to its effect."""

from webcosm.act.actions import Action
from webcosm.act.dialects import Parsed, parse
from webcosm.act.errors import ActionError
from webcosm.act.sets import ActionSet

__all__ = ["Action", "ActionError", "ActionSet", "Parsed", "parse"]
