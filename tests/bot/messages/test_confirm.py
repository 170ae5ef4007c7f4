"""The question whether to go on all the same: it survives a restart, and it goes stale."""

import pytest

from bot.messages.confirm import LONGEST_IN_ID, sure_message
from rules.errors import Unsure
from rules.line import line
from tests.bot.harness import EPHEMERAL, Harness, choose, labels, text
from tests.bot.marne import decide_all
from tests.rules.campaign.helpers import ANNA, night_watch

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
    await choose(here.anna, here.marne, "enter setup-8", {"total": 60, "hexes": "A05 B05", "air": "3"})
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


@pytest.mark.parametrize("read_in", ["fr", "en-US"])
async def test_a_phase_is_named_in_the_readers_language(here: Harness, read_in: str) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.anna.slash(here.marne, "draw event")
    await decide_all(here)
    here.anna.speak("fr")
    await here.anna.slash(here.marne, "turn phase", {"to": "German combat, operational sequence 1"})
    question = here.newest(here.anna)
    assert "Combat allemand, séquence opérationnelle 1" in text(question)
    here.anna.speak(read_in)
    await here.anna.press(question, "Continuer")
    assert str((await here.campaign()).campaign.state.now) == "German combat, operational sequence 1"


def test_all_that_would_be_skipped_is_named_and_short_fields_stay_in_the_button() -> None:
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


def test_nothing_is_asked_twice_of_one_who_is_sure() -> None:
    play = night_watch()
    play.do(ANNA, "next_turn")
    assert play.campaign.state.turn == 2
