import pytest

from webcosm.act.actions import ACTIONS
from webcosm.act.catalogue import click
from webcosm.act.describe import describe, reference, signature
from webcosm.act.dialects import parse
from webcosm.act.sets import PRESETS, ActionSet


def test_a_signature_shows_types_and_defaults() -> None:
    assert signature(click) == (
        "click(id: str, button: 'left' | 'middle' | 'right' = 'left', "
        "modifiers: list['Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift'] = [])"
    )
    assert signature(ACTIONS["new_tab"]) == "new_tab(url: str | None = None)"


@pytest.mark.parametrize("dialect", ["calls", "json"])
@pytest.mark.parametrize("name", PRESETS)
def test_every_allowed_action_is_described_and_no_other(name: str, dialect: str) -> None:
    allowed = ActionSet.preset(name)
    text = describe(allowed, dialect, long=True)  # type: ignore[arg-type]
    described = {line[2:].split("(")[0] for line in text.splitlines() if line.startswith("- ")}
    assert described == set(allowed.names)


@pytest.mark.parametrize("dialect", ["calls", "json", "coordinates"])
def test_every_example_in_a_description_can_be_parsed(dialect: str) -> None:
    allowed = ActionSet.preset("everything")
    text = describe(allowed, dialect, long=True)  # type: ignore[arg-type]
    examples = [line.partition("Example: ")[2] for line in text.splitlines() if "Example: " in line]
    examples += [line[2 : line.rindex("}") + 1] for line in text.splitlines() if line.startswith('- {"action"')]
    assert len(examples) > 20
    for example in examples:
        assert parse(example, allowed, dialect).error is None, example  # type: ignore[arg-type]


def test_bracket_usages_are_described_where_allowed() -> None:
    text = describe(ActionSet.preset("webarena"), "brackets")
    assert "- type [id] [text] [1]:" in text
    assert "clear" not in text
    assert "- clear [id]:" in describe(ActionSet.preset("visualwebarena"), "brackets")


def test_the_short_form_has_one_line_per_action() -> None:
    allowed = ActionSet(groups=("navigation",))
    assert describe(allowed).splitlines()[:2] == [
        "Addresses and history:",
        "- goto(url: str): Open an address of this web in this tab.",
    ]
    assert (
        len(describe(allowed)) < len(describe(allowed, long=True, examples=False)) < len(describe(allowed, long=True))
    )


def test_the_text_says_how_many_actions_a_step_takes() -> None:
    assert "exactly one action" in describe(ActionSet())
    assert "one or several actions" in describe(ActionSet(multiple=True))


def test_a_dialect_that_cannot_express_the_set_is_refused() -> None:
    with pytest.raises(ValueError, match="can be written in the dialect 'brackets'"):
        describe(ActionSet(groups=("dialog",)), "brackets")
    with pytest.raises(ValueError, match="no dialect 'klingon'"):
        describe(ActionSet(), "klingon")  # type: ignore[arg-type]


def test_the_reference_names_every_action_argument_and_alias() -> None:
    text = reference()
    for spec in ACTIONS.values():
        assert f"### `{signature(spec)}`" in text
        assert f"Example: `{spec.example}`" in text
        for alias in (*spec.aliases, *(alias for parameter in spec.parameters for alias in parameter.aliases)):
            assert f"`{alias}`" in text
