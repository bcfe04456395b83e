"""Which actions an episode allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, get_args

import webcosm.act.catalogue  # noqa: F401  (declares the actions)
from webcosm.act.actions import ACTIONS, GROUPS, Action, Group, Spec, known, lookup
from webcosm.act.errors import ActionError, did_you_mean, quoted
from webcosm.act.values import ActionContext, AnyOf, ElementId, ListOf, ValueKind
from webcosm.lore.rng import Rng

__all__ = ["BROWSERGYM_DEFAULT", "PRESETS", "SUBSETS", "ActionSet"]

_DEFAULT_GROUPS: Final[tuple[Group, ...]] = ("page", "element", "navigation", "tabs", "dialog", "chat", "finish")


@dataclass(frozen=True)
class ActionSet:
    """The actions of some groups, and of ``include``, without those of ``exclude``.

    >>> ActionSet(groups=("tabs",), include=("click",), exclude=("tab_close",)).names
    ('click', 'new_tab', 'tab_focus')
    """

    groups: tuple[Group, ...] = _DEFAULT_GROUPS
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    multiple: bool = False
    """Whether one step may hold several actions, performed in order."""
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """Names of the allowed actions, in the order of their declaration."""

    def __post_init__(self) -> None:
        for group in self.groups:
            if group not in GROUPS:
                raise ValueError(
                    f"there is no group of actions {group!r}.{did_you_mean(group, GROUPS)} Groups: {', '.join(GROUPS)}."
                )
        try:
            included = {lookup(name).name for name in self.include}
            excluded = {lookup(name).name for name in self.exclude}
        except ActionError as error:
            raise ValueError(str(error)) from None
        names = tuple(
            name
            for name, spec in ACTIONS.items()
            if (spec.group in self.groups or name in included) and name not in excluded
        )
        if not names:
            raise ValueError("an ActionSet must allow at least one action")
        object.__setattr__(self, "names", names)

    @classmethod
    def preset(cls, name: str, *, multiple: bool | None = None) -> ActionSet:
        """A named set of :data:`PRESETS`, if wanted with several actions per step or with one."""
        if name not in PRESETS:
            raise ValueError(
                f"there is no preset {name!r}.{did_you_mean(name, PRESETS)} Presets: {', '.join(PRESETS)}."
            )
        return PRESETS[name] if multiple is None else replace(PRESETS[name], multiple=multiple)

    @classmethod
    def browsergym(cls, *subsets: str, multiple: bool = True) -> ActionSet:
        """What BrowserGym's ``HighLevelActionSet(subsets, multiaction)`` allows, by its names of :data:`SUBSETS`."""
        for subset in subsets:
            if subset not in SUBSETS:
                known_ones = f"{did_you_mean(subset, SUBSETS)} Subsets: {', '.join(SUBSETS)}."
                raise ValueError(f"BrowserGym has no subset {subset!r}.{known_ones}")
        chosen = [name for subset in subsets or BROWSERGYM_DEFAULT for name in SUBSETS[subset].split()]
        return cls(groups=(), include=("noop", *chosen), multiple=multiple)

    @property
    def specs(self) -> tuple[Spec[Any], ...]:
        return tuple(ACTIONS[name] for name in self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def find(self, name: str) -> Spec[Any]:
        """The allowed action of this name or alias; raises :class:`ActionError` if there is none."""
        spec = known(name)
        if spec is None:
            accepted = f"Allowed: {', '.join(self.names)}."
            reason = f"there is no action {quoted(name)}.{did_you_mean(name, self.names) or f' {accepted}'}"
            raise ActionError(reason, "unknown", given=quoted(name), accepted=accepted)
        if spec.name not in self.names:
            accepted = f"allowed are {', '.join(self.names)}"
            raise ActionError(
                f"{name} is not allowed here; {accepted}.", "forbidden", given=quoted(name), accepted=accepted
            )
        return spec

    def sample(
        self,
        rng: Rng,
        ids: Sequence[str] = (),
        viewport: tuple[int, int] = (1280, 720),
        urls: Sequence[str] = ("http://home.test/",),
    ) -> str:
        """The text of a valid action, drawn at random; actions on elements only if there are ids to draw from."""
        context = ActionContext(rng, ids, viewport, urls)
        possible = [s for s in self.specs if ids or not any(_names_element(p.kind) for p in s.parameters)]
        if not possible:
            raise ValueError(f"every action of {self.names} needs an element, but no ids were given")
        spec = rng.choice(possible)
        optional = {p.name for p in spec.parameters if not p.required and rng.chance(0.25)}
        arguments = {p.name: p.kind.sample(context) for p in spec.parameters if p.required or p.name in optional}
        return Action(spec.name, arguments).text


def _names_element(kind: ValueKind) -> bool:
    match kind:
        case ElementId():
            return True
        case AnyOf(kinds):
            return any(map(_names_element, kinds))
        case ListOf(item):
            return _names_element(item)
    return False


def _only(names: Iterable[str]) -> ActionSet:
    return ActionSet(groups=(), include=tuple(names))


_WEBARENA = (
    "noop",
    "click",
    "hover",
    "type",
    "keyboard_press",
    "scroll",
    "goto",
    "go_back",
    "go_forward",
    "new_tab",
    "tab_focus",
    "tab_close",
    "answer",
    "report_infeasible",
    "stop",
)
_ON_ELEMENTS = "scroll fill select_option click dblclick hover press focus clear drag_and_drop"
_NAVIGATION = "go_back go_forward goto"
_TABS = "tab_close tab_focus new_tab"
_MOUSE = "mouse_click mouse_dblclick mouse_down mouse_up scroll keyboard_press"
_ARENA = "scroll keyboard_press click fill hover select_option send_msg_to_user report_infeasible"

SUBSETS: Final[dict[str, str]] = {
    "chat": "send_msg_to_user",
    "infeas": "report_infeasible",
    "bid": f"{_ON_ELEMENTS} upload_file",
    "coord": "scroll_at mouse_move mouse_up mouse_down mouse_click mouse_dblclick mouse_drag_and_drop mouse_upload_file"
    " keyboard_down keyboard_up keyboard_press keyboard_type keyboard_insert_text",
    "nav": _NAVIGATION,
    "tab": _TABS,
    "miniwob_all": f"{_MOUSE} mouse_move click keyboard_type fill",
    "miniwob_shi17": _MOUSE,
    "miniwob_liu18": "click fill",
    "miniwob_humphreys22": f"{_MOUSE} mouse_move keyboard_type",
    "webarena": f"{_ARENA} {_NAVIGATION} {_TABS}",
    "visualwebarena": f"{_ARENA} {_NAVIGATION} {_TABS} upload_file",
    "workarena": f"{_ON_ELEMENTS} send_msg_to_user",
    "workarena++": f"{_ON_ELEMENTS} {_NAVIGATION} {_TABS} send_msg_to_user report_infeasible",
    "weblinx": f"send_msg_to_user click hover fill goto scroll {_TABS}",
    "assistantbench": "scroll fill select_option click press go_back goto send_msg_to_user",
}
"""BrowserGym's subsets of actions, by its names; `noop` belongs to all."""
BROWSERGYM_DEFAULT: Final = ("chat", "infeas", "bid", "nav", "tab")

PRESETS: Final[dict[str, ActionSet]] = {
    "default": ActionSet(),
    "webarena": _only(_WEBARENA),
    "visualwebarena": _only((*_WEBARENA, "clear", "upload_file")),
    "browsergym": ActionSet.browsergym(),
    "coordinates": ActionSet(groups=("page", "mouse", "keyboard", "navigation", "tabs", "dialog", "chat", "finish")),
    "everything": ActionSet(groups=tuple(g for g in get_args(Group) if g != "code")),
}
"""``browsergym`` is what its ``HighLevelActionSet()`` allows (chat, infeas, bid, nav, tab), and
:meth:`ActionSet.browsergym` what it allows with other subsets; ``coordinates`` has no action on element ids;
``everything`` leaves out unsafe actions only."""
