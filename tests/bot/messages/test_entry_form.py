"""What a form of an entry calls its fields, and how it reads what was filled in."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.messages.entry_form import (
    EMPTY,
    LONGEST_NUMBER,
    _borders,
    _read,
    entry_form,
    field_label,
    filled_before,
    refused_entry,
)
from rules.errors import NotThere


@app_commands.command()
@app_commands.rename(is_open="open")
async def enter(
    interaction: discord.Interaction,
    sps: app_commands.Range[int, 0, 20],
    eps: app_commands.Range[int, None, 0] | None = None,
    cp_hexes: str = "",
    change: app_commands.Range[int, -5, 5] = 0,
    number: int = 0,
    is_open: bool = False,
    who: discord.User | None = None,
    where: discord.TextChannel | None = None,
) -> None:
    """Enter something"""


def field(name: str) -> app_commands.Parameter:
    """A parameter by its name in the code."""
    return next(each for each in enter.parameters if each.name == name)


@pytest.mark.parametrize(
    ("name", "label"), [("sps", "SPs"), ("eps", "EPs"), ("cp_hexes", "Cp hexes"), ("change", "Change")]
)
def test_a_field_is_called_by_its_name(name: str, label: str) -> None:
    assert field_label(field(name)) == label


@pytest.mark.parametrize(
    ("name", "typed", "read"),
    [
        ("sps", "0", 0), ("sps", " 20 ", 20), ("sps", "007", 7),
        ("change", "-5", -5), ("change", "5", 5), ("change", "0", 0), ("eps", "0", 0),
        ("number", "-3", -3), ("number", "9" * LONGEST_NUMBER, int("9" * LONGEST_NUMBER)),
        ("cp_hexes", "A05", "A05"), ("cp_hexes", "5", "5"),
        ("is_open", "True", True), ("is_open", "true", True), ("is_open", "False", False), ("is_open", "no", False),
    ],
)  # fmt: skip
def test_what_is_filled_in_is_read(name: str, typed: str, read: Any) -> None:
    assert _read(field(name), typed) == read


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("sps", "-1"), ("sps", "21"), ("sps", "two"), ("sps", "2.5"), ("sps", "²"), ("sps", "--2"), ("sps", "2-"),
        ("change", "-6"), ("change", "6"), ("eps", "1"),
        ("number", "9" * (LONGEST_NUMBER + 1)), ("number", ""),
    ],
)  # fmt: skip
def test_a_number_beyond_its_borders_or_none_is_refused(name: str, typed: str) -> None:
    with pytest.raises(NotThere, match="must be a whole number"):
        _read(field(name), typed)


def test_borders_are_named_where_there_are_any() -> None:
    with pytest.raises(NotThere, match=r"^SPs must be a whole number, 0–20\.$"):
        _read(field("sps"), "21")
    with pytest.raises(NotThere, match=r"^Number must be a whole number\.$"):
        _read(field("number"), "many")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("flips", "Who flips?"), ("", EMPTY), ("somebody_else", "somebody_else")],
)
def test_what_was_chosen_is_shown_as_its_list_calls_it(typed: str, shown: str) -> None:
    offered, chosen = {"cp_hexes": [app_commands.Choice(name="Who flips?", value="flips")]}, [field("cp_hexes")]
    refusal = refused_entry(chosen, {"cp_hexes": typed}, "Not now.", offered).to_dict()
    assert [each["value"] for each in refusal["fields"]] == [shown]
    assert filled_before(chosen, refusal, offered, ()) == {"cp_hexes": typed}


@pytest.mark.parametrize(
    ("name", "shown", "filled"),
    [
        ("sps", "12", {"sps": "12"}),
        ("sps", EMPTY, {"sps": ""}),
        ("cp_hexes", "<A05>", {"cp_hexes": "<A05>"}),
        ("who", "<@42>", {"who": "42"}),
        ("where", "<#43>", {"where": "43"}),
        ("is_open", "Yes", {"open": True}),
        ("is_open", "No", {"open": False}),
        ("is_open", EMPTY, {"open": ""}),
    ],
)
def test_a_refused_form_is_read_again_as_it_shows_what_was_filled_in(
    name: str, shown: str, filled: dict[str, Any]
) -> None:
    refusal = {"fields": [{"name": field_label(field(name)), "value": shown}]}
    assert filled_before([field(name)], refusal, {}, ()) == filled


@pytest.mark.parametrize(("typed", "name"), [("Paris", "cp_hexes"), ("Verdun", "cp_hexes+")])
def test_what_was_typed_instead_of_chosen_stands_in_its_own_field(typed: str, name: str) -> None:
    offered = {"cp_hexes": [app_commands.Choice(name="Paris", value="Paris")]}
    refusal = {"fields": [{"name": "Cp hexes", "value": typed}]}
    assert filled_before([field("cp_hexes")], refusal, offered, ("cp_hexes",)) == {name: typed}
    assert filled_before([field("cp_hexes")], refusal, offered, ()) == {"cp_hexes": typed}


def test_what_a_refused_form_does_not_show_was_empty() -> None:
    assert filled_before([field("sps")], {}, {}, ()) == {"sps": ""}


@pytest.mark.parametrize(("name", "borders"), [("sps", "0–20"), ("change", "-5–5"), ("number", None)])
def test_its_borders_are_said(name: str, borders: str | None) -> None:
    assert _borders(field(name)) == borders


def test_what_was_left_empty_is_shown_as_that_and_names_nobody() -> None:
    shown = refused_entry([field("who"), field("where"), field("sps")], {"sps": "21"}, "Too many.", {})
    assert [(each.name, each.value) for each in shown.fields] == [("Who", EMPTY), ("Where", EMPTY), ("SPs", "21")]


@pytest.mark.parametrize(
    ("listed", "others", "shown"),
    [
        (["Paris"], ("cp_hexes",), ["Cp hexes", "Or one that is not in the list"]),
        (["Paris"], (), ["Cp hexes"]),
        ([], ("cp_hexes",), ["Cp hexes"]),
        ([], (), []),
    ],
)
async def test_what_is_not_in_a_list_is_typed_below_it_or_alone_where_there_is_none(
    listed: list[str], others: tuple[str, ...], shown: list[str]
) -> None:
    offered = {"cp_hexes": [app_commands.Choice(name=each, value=each) for each in listed]}
    form = entry_form("x", "Enter…", "About it", [field("cp_hexes")], offered, others, {})
    assert [each.text for each in form.children if isinstance(each, discord.ui.Label)] == shown
