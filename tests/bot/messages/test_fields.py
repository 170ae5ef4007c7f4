"""What is chosen in a form: a few things at once, more from a list."""

import discord
import pytest

from bot.messages.forms import MOST_BOXES, MOST_RADIOS, choice_field, several_field


def options(number: int) -> list[tuple[str, str]]:
    return [(f"Hex {each}", str(each)) for each in range(number)]


@pytest.mark.parametrize(("number", "kind"), [
    (1, discord.ui.Select), (2, discord.ui.RadioGroup), (MOST_RADIOS, discord.ui.RadioGroup),
    (MOST_RADIOS + 1, discord.ui.Select), (25, discord.ui.Select),
])  # fmt: skip
def test_a_few_are_all_in_sight(number: int, kind: type[discord.ui.Item[discord.ui.View]]) -> None:
    field = choice_field("hex", options(number), "1", required=True)
    assert isinstance(field, kind)
    assert [each.value for each in field.options if each.default] == ["1"][: number - 1]


def test_a_forced_list_stays_a_list() -> None:
    assert isinstance(choice_field("hex", options(2), None, required=False, as_list=True), discord.ui.Select)


def test_an_optional_choice_can_be_left_open() -> None:
    field = choice_field("hex", options(9), None, required=False)
    assert (field.required, field.min_values) == (False, 0)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("number", "kind"), [(1, discord.ui.CheckboxGroup), (MOST_BOXES, discord.ui.CheckboxGroup), (11, discord.ui.Select)]
)
def test_several_of_a_few_are_boxes_to_tick(number: int, kind: type[discord.ui.Item[discord.ui.View]]) -> None:
    """With what was chosen before, and never more than may be chosen."""
    field = several_field("keep", [(f"Marker {n}", str(n), "") for n in range(number)], ("0",), 3)
    assert isinstance(field, kind)
    assert [each.value for each in field.options if each.default] == ["0"]
    assert (field.min_values, field.max_values) == (0, min(number, 3))
