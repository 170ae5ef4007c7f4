"""The question whether to go on all the same: it survives a restart, and it goes stale."""

from dataclasses import replace
from typing import Any

import pytest

from bot.messages.confirm import LONGEST_IN_ID, sure_message
from rules.errors import Unsure
from rules.game import AnyGame
from rules.line import line
from tests.bot.harness import EPHEMERAL, Harness, as_it_stands, choose, labels, text
from tests.bot.marne import decide_all, drawn
from tests.games import all_games, founded
from tests.rules.campaign.helpers import ANNA, night_watch

HEXES = "A05 B05 C05 D05 E05 F05 G05"
LONG = "The squadrons were counted on the board, as the group agreed last week; nobody wants to play it again."


async def test_a_player_is_asked_privately_and_goes_on_after_a_restart(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "turn next")
    question = here.newest(here.anna)
    assert question["flags"] & EPHEMERAL
    assert "The Rest phase." in text(question)
    assert (await here.campaign()).campaign.state.turn == 1
    await here.restart()
    await here.anna.press(question, "Go on")
    assert (await here.campaign()).campaign.state.turn == 2


async def test_a_question_that_was_overtaken_is_refused(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "turn next")
    question = here.newest(here.anna)
    await here.bert.slash(here.marne, "act", {"offer": "Call out"})
    await here.anna.press(question, "Go on")
    assert "the game has gone on since" in text(here.newest(here.anna))


@pytest.mark.parametrize(("asked_in", "read_in"), [("en-US", "fr"), ("fr", "en-US")])
async def test_a_long_reason_is_kept_in_the_message(here: Harness, asked_in: str, read_in: str) -> None:
    here.anna.speak(asked_in)
    options = {"game": "fields-of-despair", "seat": "Allies"}
    await here.anna.slash(here.marne, "campaign new", options)
    await as_it_stands(here.anna, here.marne, "8", {"total": 60, "hexes": "A05 B05", "air": "3"})
    skips = 0
    while not (here.newest(here.anna)["flags"] & EPHEMERAL and LONG in text(here.newest(here.anna))):
        await here.anna.slash(here.marne, "turn phase", {"skip": LONG})
        skips += 1
        assert skips < 30, "nothing was ever skipped"
    question = here.newest(here.anna)
    here.anna.speak(read_in)  # what was asked in one language is read back by a Discord that speaks another by now
    before = (await here.campaign()).campaign.seq
    await here.anna.press(question, labels(question)[0])
    entries = await here.bot.client.service.newest(await here.campaign(), 1)
    assert entries[0].seq == before + 1
    assert entries[0].command.model_dump()["reason"] == LONG


async def test_a_phase_is_named_and_read_back_in_the_readers_language(here: Harness) -> None:
    to = "German combat, operational sequence 1"
    await drawn(here)
    await decide_all(here)
    await here.go_on(here.bert, "turn phase")
    here.anna.speak("fr")
    await here.anna.slash(here.marne, "turn phase", {"to": to})
    question = here.newest(here.anna)
    assert "Combat allemand, séquence opérationnelle 1" in text(question)
    await here.anna.press(question, labels(question)[0])
    (entry,) = await here.bot.client.service.newest(await here.campaign(), 1)
    assert entry.command.model_dump() == {"type": "next_phase", "to": to}


def test_the_question_names_all_that_is_skipped() -> None:
    play = night_watch().campaign
    unsure = Unsure((line("The Rest phase."), line("Nobody has rested.")))
    command = play.read_command({"type": "roll_dice", "number": 2, "reason": "x" * 40})
    shown = sure_message(7, play, command, unsure)
    assert (shown["embed"].title, shown["embed"].description) == (
        "Go on anyway?", "The Rest phase.\nNobody has rested.",
    )  # fmt: skip
    assert [(each.name, each.value) for each in shown["embed"].fields] == [("Reason", "x" * 40)]
    (button,) = shown["view"].children
    assert button.item.custom_id == f'adj:sure:7:{play.actions}:{{"type":"roll_dice","number":2}}'
    for letters in (LONGEST_IN_ID, LONGEST_IN_ID + 1):
        command = play.read_command({"type": "roll_dice", "reason": "x" * letters})
        shown = sure_message(7, play, command, unsure)
        (button,) = shown["view"].children
        assert ("reason" in button.item.custom_id) is (letters == LONGEST_IN_ID) is not bool(shown["embed"].fields)


async def test_a_correction_with_hexes_and_a_reason_goes_on(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await as_it_stands(here.anna, here.marne, "8", {"total": 60, "hexes": HEXES, "air": "3"})
    given = {"what": "hexes", "value": "A05 B05 C05 D05 E05", "reason": "Allied attack took F05"}
    await choose(here.anna, here.marne, "enter adjust", given)
    question = here.newest(here.anna)
    await here.anna.press(question, "Go on")
    (entry,) = await here.bot.client.service.newest(await here.campaign(), 1)
    assert {name: entry.command.model_dump()[name] for name in given} == given


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
@pytest.mark.parametrize("game", all_games().values(), ids=lambda each: each.id)
def test_every_command_has_a_button_that_discord_takes(game: AnyGame) -> None:
    """Each field as long as it may be in a button, in the ten millionth campaign after a hundred thousand actions."""
    campaign = replace(founded(game), actions=99_999)
    for kind in campaign.game.commands_by_type.values():
        fields = {name: _long(field.annotation) for name, field in kind.model_fields.items() if name != "type"}
        command = kind.model_construct(**fields)
        shown = sure_message(9_999_999, campaign, command, Unsure((line("The Rest phase."),)))
        (button,) = shown["view"].children
        assert len(button.item.custom_id) <= 100, kind


def _long(annotation: Any) -> Any:
    """A value of a field that has just room in a button."""
    named = str(annotation)
    if "tuple" in named:
        return ("x" * LONGEST_IN_ID,)
    return 9_999_999 if "int" in named else True if "bool" in named else "x" * LONGEST_IN_ID


def test_nothing_is_asked_twice_of_one_who_is_sure() -> None:
    play = night_watch((ANNA, "next_turn"))
    assert play.campaign.state.turn == 2
