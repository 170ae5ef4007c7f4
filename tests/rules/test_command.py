"""Commands, events and offers: what is refused when they are read, and how they are found."""

import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import pytest
from pydantic import Field

from rules.campaign.seats import away
from rules.campaign.state.state import CampaignCommand, CampaignEvent
from rules.command import (
    MOST_IN_MENU,
    Choice,
    Command,
    GameCommand,
    GameEvent,
    Offer,
    by_type,
    kinds_of,
    label_of,
    read_command,
)
from rules.errors import NotThere
from rules.games.declared.play import Sort
from rules.games.marne_1918 import turn as marne_turn
from rules.kit import sequence as going_on
from tests.high_card import Bid, Bidden, Show, ShownUp, Take, Taken
from tests.night_watch import EnterScore

ROOT = Path(__file__).parents[2]


class Ask(Command):
    """A command with a field of every kind."""

    title: ClassVar[str] = "Ask"
    name: Annotated[str, Field(min_length=1, max_length=5)] = "x"
    either: int | bool = 0
    number: Annotated[int, Field(ge=0, le=9, title="How many")] = 0
    yes: bool = False
    side: Literal["left", "right"] = "left"
    needed: int


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "“Needed” is missing."),
        ({"number": "many"}, "“How many” must be a whole number (you typed “many”)."),
        ({"number": None}, "“How many” must be a whole number."),
        ({"number": 1.5}, "“How many” must be a whole number."),
        ({"number": "9" * 5000}, "“How many” must be a whole number, and this one is out of range."),
        ({"number": -1}, "“How many” must be at least 0."),
        ({"number": "10"}, "“How many” must be at most 9 (you typed “10”)."),
        ({"yes": "perhaps"}, "“Yes” must be yes or no (you typed “perhaps”)."),
        ({"yes": None}, "“Yes” must be yes or no."),
        ({"name": ""}, "“Name” is empty."),
        ({"name": "abcdef"}, "“Name” can have at most 5 characters."),
        ({"side": "up"}, "“Side” must be one of 'left' or 'right' (you typed “up”)."),
        ({"colour": "red"}, "This has no option “Colour”."),
        ({"name": 3}, "“Name” cannot be read."),
        (
            {"number": "many", "yes": "so so"},
            "“How many” must be a whole number (you typed “many”).\n“Yes” must be yes or no (you typed “so so”).",
        ),
    ],
)
def test_bad_input_gets_one_sentence(given: dict[str, Any], said: str) -> None:
    whole = {"type": "ask", **({"needed": 1} if given else {}), **given}
    with pytest.raises(NotThere) as refusal:
        read_command({"ask": Ask}, whole, "High Card")
    assert str(refusal.value) == said


def test_of_several_problems_of_one_field_the_first_is_said() -> None:
    with pytest.raises(NotThere) as refusal:
        read_command({"ask": Ask}, {"type": "ask", "needed": 1, "either": "often"}, "High Card")
    assert str(refusal.value).count("Either") == 1
    assert "whole number" in str(refusal.value)


def test_filled_fields_are_said_even_if_no_or_zero() -> None:
    said = [str(each) for each in Ask(needed=0, yes=False, name="*").said()]
    assert {"Needed: 0", "Yes: no", "Name: \\*"} <= {*said}
    assert "Yes: yes" in [str(each) for each in Ask(needed=0, yes=True).said()]


def test_a_reason_is_not_said_with_what_was_filled_in() -> None:
    assert [str(each) for each in EnterScore(score=3, reason="I saw it").said()] == ["Score: 3"]


class Sighting(Ask):
    """Where something was seen."""

    far_off: int = 0


def test_a_field_is_called_by_its_title_or_by_its_name_in_words() -> None:
    assert [label_of(Sighting, name) for name in ("number", "far_off", "never_heard")] == [
        "How many", "Far off", "Never heard",
    ]  # fmt: skip
    assert label_of(Sighting, "x" * 60) == "X" + "x" * 44, "so long a label can be in a form"


def test_a_command_is_read_by_its_type() -> None:
    assert read_command({"ask": Ask}, {"type": "ask", "needed": "3"}, "High Card") == Ask(needed=3)
    for given in ({"type": "sing"}, {}):
        with pytest.raises(NotThere, match=r"^High Card does not use this command\.$"):
            read_command({"ask": Ask}, given, "High Card")


def test_classes_are_found_in_order_of_definition() -> None:
    assert kinds_of(GameCommand, "tests.high_card") == (Take, Bid, Show)
    assert kinds_of(GameEvent, "tests.high_card") == (Taken, Bidden, ShownUp)
    assert kinds_of(CampaignCommand, away.__name__)[:2] == (away.BeAway, away.ComeBack)
    assert kinds_of(CampaignEvent, away.__name__)[:2] == (away.WentAway, away.CameBack)


def test_imported_and_derived_classes_are_not_own() -> None:
    assert kinds_of(GameCommand, "tests.high") == ()
    found = kinds_of(GameCommand, marne_turn.__name__)
    assert found
    assert not {going_on.NextTurn, going_on.NextPhase} & {*found}
    assert all(each.__pydantic_generic_metadata__["origin"] is None for each in found)


def test_commands_and_events_stand_under_their_type() -> None:
    assert by_type([Take, Bid]) == {"take": Take, "bid": Bid}
    assert by_type([]) == {}
    with pytest.raises(TypeError, match="Twin and Taken are both named 'taken'"):
        by_type([Taken, type("Twin", (Taken,), {"__module__": __name__}, named="taken")])


class TestOffers:
    def test_the_key_omits_form_fields(self) -> None:
        assert Offer(Bid(points=3), "Bid", version=7).key == "bid:3:False:7"
        assert Offer(Bid(points=3), "Bid", version=7, inputs=("points",)).key == "bid:False:7"
        assert Offer(Take(), "Take", version=2).key == "take:2"

    def test_the_version_tells_a_later_offer_from_an_earlier(self) -> None:
        assert Offer(Take(), "Take", version=2).key != Offer(Take(), "Take", version=3).key

    @pytest.mark.parametrize(
        ("inputs", "things", "menu"),
        [
            (("points",), 1, "points"), (("points",), MOST_IN_MENU, "points"),
            (("points",), 0, None), (("points",), MOST_IN_MENU + 1, None),
            (("points", "raised"), 2, None), ((), 2, None),
        ],
    )  # fmt: skip
    def test_few_choices_make_its_only_input_a_menu(
        self, inputs: tuple[str, ...], things: int, menu: str | None
    ) -> None:
        choices = {"points": tuple(map(str, range(things)))}
        assert Offer(Bid(points=3), "Bid", inputs=inputs, choices=choices).menu == menu

    def test_the_name_says_what_it_is_about(self) -> None:
        assert Offer(Take(), "Take").name == "Take"
        assert Offer(Take(), "Play", subject="Cantigny").name == "Play Cantigny"
        assert Offer(Take(), "Play Cantigny", subject="Cantigny").name == "Play Cantigny"
        assert Offer(Take(), "Play", subject="Research", is_group=True).name == "Play"


def test_a_type_checker_refuses_what_is_incomplete(tmp_path: Path) -> None:
    """The types say it before the start does: each planted line is an error, and the whole one is none."""
    planted = tmp_path / "planted.py"
    planted.write_text(INCOMPLETE, encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{ROOT}"]}}', encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    wrong = {int(line.split("planted.py:")[1].split(":")[0]) for line in said.splitlines() if " - error: " in line}
    planted_lines = {n for n, line in enumerate(INCOMPLETE.splitlines(), 1) if line.endswith("# refused")}
    assert wrong == planted_lines, said


INCOMPLETE = """
from collections.abc import Iterable
from rules.command import GameCommand, GameEvent
from rules.frozen import Frozen
from rules.notice import Notice
from rules.ruling import GameData

class Whole(GameEvent[GameData, Frozen]):
    type: str = "whole"
    def apply(self, data: GameData, state: Frozen) -> Frozen: return state
    def tell(self, data: GameData) -> Iterable[Notice]: return ()

class Mute(GameEvent[GameData, Frozen]):
    type: str = "mute"
    def apply(self, data: GameData, state: Frozen) -> Frozen: return state

class Idle(GameEvent[GameData, Frozen]):
    type: str = "idle"
    def tell(self, data: GameData) -> Iterable[Notice]: return ()

class Undecided(GameCommand[GameData, Frozen]):
    type: str = "undecided"

Whole()
Mute()  # refused
Idle()  # refused
Undecided()  # refused
"""


def test_that_nothing_was_chosen_is_said_in_its_own_words() -> None:
    offer = Offer(Sort(), "Stays", inputs=("keep",), choices={"keep": (Choice("", "none"), Choice("a/1", "Fog"))})
    assert [str(offer.shown("keep", Sort(keep=each))) for each in ((), ("a/1",))] == ["none", "Fog"]
