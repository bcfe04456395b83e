"""What an agent says, as actions that its episode allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webcosm.act import Action, parse
from webcosm.browser import Viewport
from webcosm.env.observation import Observation
from webcosm.env.options import Options

__all__ = ["read_actions"]


def read_actions(
    said: str | Sequence[Action], options: Options, viewport: Viewport, seen: Observation | None
) -> Sequence[Action]:
    """Raises :class:`~webcosm.act.ActionError` for what cannot be read or is not allowed."""
    if not isinstance(said, str):
        for action in said:
            options.actions.find(action.name)
        return said
    # Without a view (a dialog, pictures only) nothing was shown that an id could be looked up in.
    ids = seen.rendered.ids if seen and seen.view else None
    dialect: Any = options.dialect
    parsed = parse(said, options.actions, dialect, ids, viewport=(viewport.width, viewport.height))
    if parsed.error is not None:
        raise parsed.error
    return parsed.actions
