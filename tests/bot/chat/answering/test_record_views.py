"""What the record answers in private, through the real bot."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from bot.base.language import languages, reading
from bot.messages.embeds import Colour, compose
from localdiscord import User
from rules.campaign.chronicle.report import of_all
from rules.campaign.chronicle.retelling import retold
from rules.campaign.life.ending import DAYS_TO_REOPEN
from rules.seat import Seat
from tests.bot.chat.posting.test_reveals import HELD, called_out
from tests.bot.harness import EPHEMERAL, Harness, choose, labels, text
from tests.faults.rounds import many
from tests.play import Play
from tests.rules.games.gathering_storm.test_long_game import STARTER, played_at_random
from tests.rules.games.marne_1918.test_whole_campaign import EVERY_TYPE, whole_campaign
from tests.same_play import fields_at_random


async def answer(here: Harness, person: User, command: str, **options: Any) -> str:
    """What somebody alone reads of a command."""
    await choose(person, here.marne, command, options)
    message = here.newest(person)
    assert message["flags"] & EPHEMERAL
    return text(message)


async def played(here: Harness) -> None:
    """A few entries: a seat taken, a draw, three rolls, a number that was undone."""
    await here.found()
    await here.anna.slash(here.marne, "draw event")
    for reason in ("the ambush at Reims", "a duel", "fog"):
        await here.bert.slash(here.marne, "dice roll", {"number": 5, "reason": reason})
    await here.anna.slash(here.marne, "act", {"offer": "Enter victory points"})
    await here.anna.submit({"vp": "7"})
    await here.anna.slash(here.marne, "campaign undo")


async def test_the_log_can_be_narrowed_and_links_to_its_messages(here: Harness) -> None:
    await played(here)
    whole = await answer(here, here.carla, "record find")
    session = await here.campaign()
    assert f"[`3`]({session.place}/" in whole
    assert "Entries in total: 7" in whole
    rolls = await answer(here, here.carla, "record find", kind="dice")
    assert rolls.count("d6 →") == 3
    assert "Entries found: 3" in rolls
    assert "Events drawn" not in await answer(here, here.carla, "record find", seat="Germans")
    assert "No entry that you may read fits." in await answer(here, here.carla, "record find", turn=2)
    assert "`6`" in await answer(here, here.carla, "record find", kind="undone")
    here.carla.speak("fr")
    found = numbers(await answer(here, here.carla, "record find", seat=" alliés"))
    assert found == numbers(await answer(here, here.carla, "record find", seat="Allies")) == [7, 6, 2]


async def test_a_log_without_entries_says_so(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    assert "The log is empty." in await answer(here, here.carla, "record find")
    assert "No entry that you may read fits." in await answer(here, here.carla, "record find", text="fog")


async def test_words_are_found_whatever_their_capitals_and_marks(here: Harness) -> None:
    await played(here)
    assert "Entries found: 1" in await answer(here, here.carla, "record find", text="AMBUSH at reims")
    assert "Entries found: 0" in await answer(here, here.carla, "record find", text="nothing of the kind")


async def test_the_report_of_a_campaign_that_goes_on(here: Harness) -> None:
    await played(here)
    said = await answer(here, here.carla, "record more report")
    assert "1 turn, 7 entries" in said
    assert "action in all" not in said


async def test_the_end_is_summed_up_with_a_report_button(here: Harness) -> None:
    await played(here)
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    end = next(each for each in reversed(here.carla.messages(here.marne)) if "Report" in labels(each))
    assert "How it went: Up to turn 1: 9 entries in" in text(end)
    assert len(text(end).split()) <= 60
    await here.carla.press(end, "Report")
    report, journal = here.private(here.carla)[-2:]
    assert "9 entries" in text(report)
    assert [each["filename"] for each in journal["attachments"]] == ["Marne-1918.html"]


@pytest.mark.parametrize(("rolls", "footer"), [(9, "Entries found: 9"), (10, "Entries found: 10"),
                                               (11, "Entries found: 11. before:3 shows earlier ones.")])  # fmt: skip
async def test_ten_are_shown_at_once_the_newest_first(here: Harness, rolls: int, footer: str) -> None:
    await here.found()
    for _ in range(rolls):
        await here.anna.slash(here.marne, "dice roll", {"reason": "fog"})
    said = await answer(here, here.carla, "record find", text="fog")
    assert said.splitlines()[-1] == footer
    shown = [int(number) for number in re.findall(r"^(?:> )?\[?`(\d+)`", said, re.MULTILINE)]
    assert shown == [*range(rolls + 1, max(1, rolls - 9), -1)]
    whole = await answer(here, here.carla, "record find")
    assert whole.splitlines()[-1] == f"Entries in total: {rolls + 1}"
    numbers = [int(number) for number in re.findall(r"^(?:> )?\[?`(\d+)`", whole, re.MULTILINE)]
    assert numbers == [*range(rolls + 1, max(0, rolls - 9), -1)]
    early = await answer(here, here.carla, "record find", before=3)
    assert [int(number) for number in re.findall(r"^(?:> )?\[?`(\d+)`", early, re.MULTILINE)] == [2, 1]


def numbers(said: str) -> list[int]:
    """The entries of a list, in its order."""
    return [int(number) for number in re.findall(r"^(?:> )?\[?`(\d+)`", said, re.MULTILINE)]


async def test_the_log_uses_public_numbers(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    for _ in range(2):
        await here.bert.slash(here.marne, "act", {"offer": "Note something"})
    for _ in range(2):
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    whole = await answer(here, here.carla, "record find")
    assert (numbers(whole), whole.splitlines()[-1]) == ([3, 2, 1], "Entries in total: 3")
    assert numbers(await answer(here, here.carla, "record find", before=3)) == [2, 1]
    assert numbers(await answer(here, here.carla, "record find", text="rain", before=3)) == [2]


async def test_undone_entries_are_struck_in_the_log(here: Harness) -> None:
    await played(here)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    for options in ({}, {"text": "victory"}):
        lines = (await answer(here, here.carla, "record find", **options)).splitlines()
        (struck,) = (each for each in lines if "`6`" in each)
        assert "~~" in struck
        assert sum("~~" in each for each in lines) == 1


async def test_a_seat_is_found_by_its_name_in_the_readers_language(here: Harness) -> None:
    await played(here)
    here.carla.speak("fr")
    found = [await answer(here, here.carla, "record find", seat=each) for each in ("Germans", "allemands", "Alliés")]
    assert [numbers(each) for each in found] == [[5, 4, 3, 1], [5, 4, 3, 1], [7, 6, 2]]


async def test_secrets_are_read_once_reopening_is_over(here: Harness) -> None:
    await called_out(here)
    await choose(here.bert, here.marne, "campaign manage end", {"sure": True})
    await here.anna.press(here.newest(here.anna), "North: Agree")
    for days, is_read in ((DAYS_TO_REOPEN - 1, False), (2, True)):
        here.server.clock.advance(timedelta(days=days))
        assert (HELD in await answer(here, here.carla, "record more report")) is is_read
        found = await answer(here, here.carla, "record find", text="Your token is")
        assert ("Entries found: 1" in found) is is_read


async def test_everybody_reads_the_reveal_after_the_end_for_good(here: Harness) -> None:
    await called_out(here)
    everybody = (here.anna, here.bert, here.carla)
    assert not any([HELD in await answer(here, each, "record more report") for each in everybody])
    await choose(here.bert, here.marne, "campaign manage end", {"sure": True})
    await here.anna.press(here.newest(here.anna), "North: Agree")
    for each in everybody:
        said = await answer(here, each, "record more report")
        assert HELD not in said
        assert "What each side held is told once nobody can reopen the campaign." in said
    await choose(here.bert, here.marne, "campaign manage reopen", {"sure": True})
    assert not any([HELD in await answer(here, each, "record more report") for each in everybody])
    await choose(here.bert, here.marne, "campaign manage end", {"for_good": True, "sure": True})
    assert not any([HELD in await answer(here, each, "record more report") for each in everybody])
    request = next(each for each in reversed(here.anna.messages(here.marne)) if "North: Agree" in labels(each))
    await here.anna.press(request, "North: Agree")
    assert all([HELD in await answer(here, each, "record more report") for each in everybody])


def whole_campaigns() -> Iterator[Play]:
    """A long campaign of each game with much to tell."""
    yield whole_campaign(EVERY_TYPE).play
    *_, storm = played_at_random(3, STARTER, many(200, 400))
    yield storm
    *_, fields = fields_at_random(2)
    yield fields


def test_a_whole_report_fits_into_a_message_in_every_language() -> None:
    for play in whole_campaigns():
        seats = dict.fromkeys(map(Seat, play.game.seats), 0)
        turns = [*retold(play.campaign, play.log, seats)]
        told = [*of_all(play.campaign, play.log, turns, seats)]
        for language in languages():
            with reading(language):
                embed = compose("Report", told, Colour.ANSWER)
                parts = (part or "" for each in embed.fields for part in (each.name, each.value))
                said = [embed.description or "", *parts]
            assert len(embed) <= 6000
            assert not any(each.endswith("…") for each in said)
            assert len(re.findall(r"\w[\w’'-]*", "\n".join(said))) <= 350, language
