"""What a form of an entry calls its fields, and how it reads what was filled in."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.base.language import reading
from bot.messages.entry_form import LONGEST_NUMBER, _read, entry_form, field_label, filled_before, refused_entry
from bot.messages.forms import EMPTY
from localdiscord.users.labels import labelled_fields
from rules.errors import NotThere
from tests.bot.harness import Harness, text


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
    reason: app_commands.Range[str, 1, 300] = "",
    story: app_commands.Range[str, 1, 301] = "",
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
def test_filled_fields_are_read(name: str, typed: str, read: Any) -> None:
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


@pytest.mark.parametrize(("typed", "shown"), [("flips", "Who flips?"), ("", EMPTY), ("somebody_else", "somebody_else")])
def test_a_choice_is_shown_by_its_name(typed: str, shown: str) -> None:
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
def test_a_refused_form_is_read_back(name: str, shown: str, filled: dict[str, Any]) -> None:
    refusal = {"fields": [{"name": field_label(field(name)), "value": shown}]}
    assert filled_before([field(name)], refusal, {}, ()) == filled


@pytest.mark.parametrize(("typed", "name"), [("Paris", "cp_hexes"), ("Verdun", "cp_hexes+")])
def test_typed_text_instead_of_a_choice_has_its_own_field(typed: str, name: str) -> None:
    offered = {"cp_hexes": [app_commands.Choice(name="Paris", value="Paris")]}
    refusal = {"fields": [{"name": "Cp hexes", "value": typed}]}
    assert filled_before([field("cp_hexes")], refusal, offered, ("cp_hexes",)) == {name: typed}
    assert filled_before([field("cp_hexes")], refusal, offered, ()) == {"cp_hexes": typed}


def test_a_missing_field_was_empty() -> None:
    assert filled_before([field("sps")], {}, {}, ()) == {"sps": ""}


def test_an_empty_field_is_shown_as_empty() -> None:
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
async def test_a_free_value_is_typed_below(listed: list[str], others: tuple[str, ...], shown: list[str]) -> None:
    offered = {"cp_hexes": [app_commands.Choice(name=each, value=each) for each in listed]}
    form = entry_form("x", "Enter…", "About it", [field("cp_hexes")], offered, others, {})
    assert [each.text for each in form.children if isinstance(each, discord.ui.Label)] == shown


def component(name: str, now: dict[str, Any], listed: list[str] | None = None) -> dict[str, Any]:
    """The field of a parameter in a form, as it stands ``now``."""
    of = field(name)
    offered = {} if listed is None else {of.display_name: [app_commands.Choice(name=x, value=x) for x in listed]}
    (_, label) = entry_form("x", "Enter…", "About it", [of], offered, (), now).to_dict()["components"]
    found: dict[str, Any] = label["component"]
    return found


TYPED, LIST, USER, CHANNEL, RADIOS, BOX = 4, 3, 5, 8, 21, 23


@pytest.mark.parametrize(
    ("name", "now", "shown"),
    [
        ("sps", {}, {"type": TYPED, "required": True, "placeholder": "0–20", "value": None}),
        ("sps", {"sps": 0}, {"value": "0"}),
        ("change", {}, {"required": False, "placeholder": "-5–5", "value": "0"}),
        ("number", {"number": 7}, {"placeholder": None, "value": "7"}),
        ("cp_hexes", {}, {"type": TYPED, "value": None, "style": 1, "max_length": 200}),
        ("reason", {"reason": "Mud"}, {"value": "Mud", "style": 1, "max_length": 300}),
        ("story", {}, {"value": None, "style": 2, "max_length": 301}),
        ("is_open", {}, {"type": BOX, "default": False}),
        ("is_open", {"open": True}, {"type": BOX, "default": True}),
        ("is_open", {"open": ""}, {"type": RADIOS, "required": False}),
        ("who", {}, {"type": USER, "required": False, "min_values": 0, "default_values": None}),
        ("who", {"who": "42"}, {"default_values": None}),
        ("where", {}, {"type": CHANNEL, "required": False, "min_values": 0, "channel_types": [0, 5]}),
        ("where", {"where": "43"}, {"default_values": None}),
    ],
)  # fmt: skip
async def test_a_field_has_its_kind_and_value(name: str, now: dict[str, Any], shown: dict[str, Any]) -> None:
    found = component(name, now)
    assert {each: found.get(each) for each in shown} == shown


async def test_a_list_stays_a_list_and_proposes_its_value() -> None:
    """However few there are at the moment; what is in it twice is listed once, by its first name."""
    for now in ({}, {"cp_hexes": "Paris"}):
        found = component("cp_hexes", now, ["Verdun", "Paris"])
        assert (found["type"], found["required"], found["min_values"]) == (LIST, False, 0)
        assert [each["value"] for each in found["options"] if each.get("default")] == [*now.values()]
    twice = {"cp_hexes": [app_commands.Choice(name=name, value="5") for name in ("The fall of Verdun", "Entry 5")]}
    (_, label) = entry_form("x", "Go", "", [field("cp_hexes")], twice, (), {}).to_dict()["components"]
    assert [each["label"] for each in label["component"]["options"]] == ["The fall of Verdun"]


async def test_a_required_value_is_listed_or_typed() -> None:
    offered = {"sps": [app_commands.Choice(name="12", value="12")]}
    for others, required in (((), True), (("sps",), False)):
        form = entry_form("x", "Enter", "", [field("sps")], offered, others, {"sps": "12", "sps+": "13"})
        listed, *other = (each["component"] for each in form.to_dict()["components"][1:])
        assert (listed["required"], listed["min_values"]) == (required, int(required))
        assert [(each["custom_id"], each["required"], each["value"]) for each in other] == [
            (f"{name}+", False, "13") for name in others
        ]


async def test_a_form_says_what_it_is_about_where_there_is_room() -> None:
    """A form has five parts; its title lacks the mark of a button that opens it."""
    names = ("sps", "eps", "change", "number", "who", "where")
    for count, parts in ((1, 2), (4, 5), (5, 5), (6, 5)):
        form = entry_form("x", "Enter…", "About it", [field(each) for each in names[:count]], {}, (), {}).to_dict()
        assert form["title"] == "Enter"
        assert len(form["components"]) == parts
        assert (form["components"][0].get("content") == "About it") is (count < 5)


def test_a_refused_form_is_read_again_in_another_language() -> None:
    fields = [field("is_open"), field("reason"), field("where")]
    offered = {"reason": [app_commands.Choice(name="Next", value="next")]}
    typed = {"open": "True", "reason": "next", "where": "43"}
    for before, after in (("en", "fr"), ("fr", "en"), ("fr", "fr")):
        with reading(before):
            refusal = refused_entry(fields, typed, "Not now.", offered).to_dict()
        with reading(after):
            assert filled_before(fields, refusal, offered, ()) == {**typed, "open": True}


def test_text_typed_below_a_list_counts() -> None:
    typed = {"cp_hexes": "Paris", "cp_hexes+": "Verdun"}
    (shown,) = refused_entry([field("cp_hexes")], typed, "Not now.", {}).fields
    assert shown.value == "Verdun"
    refusal = {"fields": [{"name": "Cp hexes", "value": "Verdun"}]}
    assert filled_before([field("cp_hexes")], refusal, {}, ("cp_hexes",)) == {"cp_hexes+": "Verdun"}, (
        "nothing is listed"
    )


async def test_what_is_typed_beside_a_list_is_done(here: Harness) -> None:
    """Also when something is chosen in the list."""
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.anna.slash(here.marne, "dice roll", {"reason": "Wind"})
    await here.anna.slash(here.marne, "record more", {"what": "compare"})
    assert here.anna.modal is not None
    shown = {each["custom_id"]: each for _, each in labelled_fields(here.anna.modal.body["components"])}
    assert [each["value"] for each in shown["from"]["options"]] == ["1"]
    await here.anna.submit({"from": "1", "from+": "0"})
    assert text(here.newest(here.anna)).startswith("Entry 0 and entry 1 compared")
