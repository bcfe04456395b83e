import re

import pytest

from webcosm.act.keys import COMBINATION_PATTERN, KEY_NAMES, KEY_PATTERN, combination, key
from webcosm.act.values import ElementId, Flag, Keys, Number, Refused, Text, Url, ValueKind

WHOLE = Number(0, 10, whole=True)
ANY = Number(-10, 10)


@pytest.mark.parametrize(
    "kind, value, accepted",
    [
        (ElementId(), "12", "12"),
        (ElementId(), "abG43", "abG43"),
        (ElementId(), "a", "a"),
        (ElementId(), 12, "12"),
        (WHOLE, 3, 3),
        (WHOLE, 3.0, 3),
        (ANY, 3, 3.0),
        (ANY, -0.0, 0.0),
        (Keys(), "ctrl+a", "Control+a"),
        (Keys(), "CMD+SHIFT+ARROWUP", "Meta+Shift+ArrowUp"),
        (Keys(), "Control++", "Control++"),
        (Keys(), "+", "+"),
        (Keys(), " ", "Space"),
        (Keys(), "Return", "Enter"),
        (Keys(), "A", "A"),
        (Keys(combined=False), "shift", "Shift"),
        (Url(), "http://shop.test/a b", "http://shop.test/a b"),
        (Url(), "shop.test/x", "http://shop.test/x"),
        (Url(), "localhost:8000", "http://localhost:8000"),
        (Url(), " about:blank ", "about:blank"),
        (Text(), "", ""),
        (Flag(), True, True),
    ],
    ids=repr,
)
def test_accepted_values_get_one_form(kind: ValueKind, value: object, accepted: object) -> None:
    found = kind.accept(value)
    assert found == accepted
    assert type(found) is type(accepted)
    assert str(found) == str(accepted)


@pytest.mark.parametrize(
    "kind, value",
    [
        (ElementId(), ""),
        (ElementId(), "[12]"),
        (ElementId(), "12 "),
        (ElementId(), "12\n"),
        (ElementId(), "a-1"),
        (ElementId(), -1),
        (ElementId(), 12.0),
        (ElementId(), True),
        (ElementId(), 10**30),
        (WHOLE, 3.5),
        (WHOLE, "3"),
        (WHOLE, True),
        (WHOLE, 11),
        (ANY, "3"),
        (ANY, float("nan")),
        (ANY, float("inf")),
        (ANY, 10**400),
        (ANY, 16**20000),
        (Keys(), ""),
        (Keys(), "a+b"),
        (Keys(), "Control+"),
        (Keys(), "Entr"),
        (Keys(), "é"),
        (Keys(), "Enter\n"),
        (Keys(combined=False), "Control+a"),
        (Url(), "javascript:alert(1)"),
        (Url(), "file:///etc/passwd"),
        (Url(), "chrome://version"),
        (Url(), "data:text/html,x"),
        (Url(), "http://"),
        (Url(), "http:///path"),
        (Url(), "http://a\nb"),
        (Text(), 3),
        (Text(), None),
        (Text(), "a\x00b"),
        (Text(), "\ud800"),
        (Text(longest=3), "four"),
        (Text(shortest=1), ""),
        (Flag(), 1),
        (Flag(), "True"),
    ],
    ids=lambda value: repr(value)[:30] if not isinstance(value, int) or value < 10**9 else "huge",
)
def test_other_values_are_refused(kind: ValueKind, value: object) -> None:
    with pytest.raises(Refused):
        kind.accept(value)


@pytest.mark.parametrize("name", KEY_NAMES)
def test_every_named_key_matches_the_pattern_and_is_its_own_canonical_form(name: str) -> None:
    assert re.fullmatch(KEY_PATTERN, name)
    assert key(name) == name
    assert key(name.lower()) == name
    assert combination(f"shift+{name}") == f"Shift+{name}"
    assert re.fullmatch(COMBINATION_PATTERN, f"Shift+{name}")


def test_every_printable_ascii_character_is_a_key() -> None:
    for code in range(0x21, 0x7F):
        assert key(chr(code)) == chr(code)
        assert re.fullmatch(KEY_PATTERN, chr(code))
