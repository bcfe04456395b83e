import pytest

from webcosm.act.actions import ACTIONS
from webcosm.act.dialects import parse
from webcosm.act.errors import ActionError
from webcosm.act.sets import PRESETS, ActionSet
from webcosm.lore.rng import Rng


def test_groups_include_and_exclude_make_a_set() -> None:
    chosen = ActionSet(groups=("tabs",), include=("click",), exclude=("tab_close",))
    assert chosen.names == ("click", "new_tab", "tab_focus")
    assert "click" in chosen
    assert "tab_close" not in chosen


def test_aliases_may_name_actions_of_a_set() -> None:
    assert ActionSet(groups=(), include=("mouse_drag_and_drop",)).names == ("mouse_drag",)


@pytest.mark.parametrize("preset", [preset for name, preset in PRESETS.items()], ids=list(PRESETS))
def test_no_preset_holds_an_unsafe_action(preset: ActionSet) -> None:
    assert [spec.name for spec in preset.specs if spec.unsafe] == []


def test_python_is_allowed_only_when_asked_for() -> None:
    error = parse("python('1')", ActionSet.preset("everything")).error
    assert error is not None
    assert error.kind == "forbidden"
    assert parse("python('1')", ActionSet(include=("python",))).error is None


def test_everything_holds_every_safe_action() -> None:
    assert ActionSet.preset("everything").names == tuple(name for name, spec in ACTIONS.items() if not spec.unsafe)


def test_the_coordinates_preset_needs_no_element_ids() -> None:
    assert not any(spec.group == "element" for spec in ActionSet.preset("coordinates").specs)


def test_the_browsergym_preset_is_its_default_set() -> None:
    default = (
        "noop send_msg_to_user report_infeasible scroll fill select_option click dblclick hover press focus clear"
        " drag_and_drop upload_file go_back go_forward goto new_tab tab_close tab_focus"
    )
    assert sorted(ActionSet.preset("browsergym").names) == sorted(default.split())
    assert ActionSet.preset("browsergym").multiple
    assert not ActionSet.preset("browsergym", multiple=False).multiple


@pytest.mark.parametrize(
    "subset, some, without",
    [
        ("webarena", "keyboard_press fill send_msg_to_user report_infeasible select_option", "press clear mouse_click"),
        ("visualwebarena", "keyboard_press upload_file", "drag_and_drop"),
        ("coord", "mouse_click mouse_drag keyboard_press keyboard_insert mouse_upload_file", "click send_msg_to_user"),
        ("miniwob_all", "mouse_move mouse_dblclick keyboard_press keyboard_type click fill", "hover goto"),
        ("miniwob_shi17", "mouse_click mouse_down keyboard_press", "click keyboard_type mouse_move"),
        ("miniwob_liu18", "click fill", "press"),
        ("miniwob_humphreys22", "mouse_move keyboard_type", "click"),
        ("workarena", "drag_and_drop send_msg_to_user", "goto report_infeasible"),
        ("workarena++", "goto new_tab report_infeasible", "upload_file"),
        ("weblinx", "tab_focus goto", "go_back"),
        ("assistantbench", "press go_back", "go_forward"),
    ],
)
def test_browsergyms_subsets_hold_what_they_hold_there(subset: str, some: str, without: str) -> None:
    names = ActionSet.browsergym(subset).names
    assert {"noop", *some.split()} <= set(names)
    assert not set(without.split()) & set(names)


def test_subsets_of_browsergym_add_up_and_an_unknown_one_is_refused() -> None:
    both = ActionSet.browsergym("bid", "coord", multiple=False)
    assert {"click", "mouse_click", "noop"} <= set(both.names)
    assert not both.multiple
    with pytest.raises(ValueError, match=r"BrowserGym has no subset 'cord'\. Did you mean 'coord'"):
        ActionSet.browsergym("cord")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"groups": ("tab",)}, "no group of actions 'tab'. Did you mean 'tabs'"),
        ({"include": ("clik",)}, "no action 'clik'. Did you mean 'click'"),
        ({"exclude": ("clik",)}, "no action 'clik'"),
        ({"groups": ()}, "at least one action"),
    ],
)
def test_a_wrong_set_is_refused(arguments: dict[str, tuple[str, ...]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ActionSet(**arguments)  # type: ignore[arg-type]


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no preset 'webarna'\. Did you mean 'webarena'"):
        ActionSet.preset("webarna")


def test_a_known_action_outside_the_set_is_forbidden_and_says_what_is_allowed() -> None:
    with pytest.raises(ActionError, match="goto is not allowed here; allowed are new_tab, tab_focus, tab_close"):
        ActionSet(groups=("tabs",)).find("goto")


@pytest.mark.parametrize("name", PRESETS)
def test_samples_are_valid_canonical_and_reproducible(name: str) -> None:
    allowed = ActionSet.preset(name)
    seen = set()
    for seed in range(600):
        text = allowed.sample(Rng(seed), ids=["3", "a12"], viewport=(800, 600))
        assert text == allowed.sample(Rng(seed), ids=["3", "a12"], viewport=(800, 600))
        parsed = parse(text, allowed, "calls", ids={"3": "3", "a12": "a12"})
        assert parsed.error is None, text
        assert parsed.text == text
        seen.add(parsed.actions[0].name)
        for axis, limit in (("x", 800), ("y", 600)):
            value = parsed.actions[0].arguments.get(axis, 0)
            assert isinstance(value, int | float)
            assert value < limit
    assert seen == set(allowed.names)


def test_without_ids_no_element_is_acted_on() -> None:
    for seed in range(300):
        name = ActionSet.preset("everything").sample(Rng(seed)).split("(")[0]
        assert ACTIONS[name].group != "element"


def test_sampling_needs_ids_if_every_action_does() -> None:
    with pytest.raises(ValueError, match="no ids were given"):
        ActionSet(groups=(), include=("click",)).sample(Rng(0))
