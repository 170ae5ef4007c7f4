"""``/dice``: roll, words for the seal, and every die checked."""

import asyncio
from datetime import timedelta
from itertools import count
from pathlib import Path

import aiohttp
import pytest
from typer.testing import CliRunner

import rules
from bot.command_line import app
from bot.request import Caller
from bot.sessions import Session
from rules.log import LogEntry
from tests.bot.harness import Harness, text
from tests.bot.marne import drawn
from tests.games import SEED


async def test_a_roll_of_the_table_asks_for_its_dice(here: Harness) -> None:
    await here.found_high_card("physical")
    await here.bert.slash(here.marne, "dice roll", {"number": 3})
    await here.bert.submit({"dice": "4 3 6"})
    assert "3d6: 4 + 3 + 6 = 13 (rolled on the table)" in text(here.newest(here.carla))


async def test_words_for_the_dice_are_public(here: Harness) -> None:
    await here.found()
    await here.bert.slash(here.marne, "dice seal", {"words": "wir *kommen*"})
    assert "wir \\*kommen\\*" in text(here.newest(here.carla))
    await here.carla.slash(here.marne, "dice seal")
    assert "wir \\*kommen\\*" in text(here.newest(here.carla))


async def test_after_the_end_the_seed_and_every_die_are_published(here: Harness) -> None:
    await drawn(here)
    await here.bert.slash(here.marne, "dice seal")
    await here.anna.slash(here.marne, "campaign end", {"sure": True, "for_good": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.bert.slash(here.marne, "dice verify")
    answer = here.newest(here.carla)
    assert bytes(range(32)).hex() in text(answer)
    assert [file["filename"] for file in answer["attachments"]] == ["campaign.json"]


async def test_the_published_record_is_verified_without_the_bot(here: Harness, tmp_path: Path) -> None:
    await here.found()
    await here.bert.slash(here.marne, "dice seal", {"words": "by the Marne"})
    await here.anna.slash(here.marne, "draw event")
    await here.anna.slash(here.marne, "dice roll", {"number": 5, "sides": 20})
    await here.anna.slash(here.marne, "campaign end", {"sure": True, "for_good": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.bert.slash(here.marne, "dice verify")
    (attachment,) = here.newest(here.carla)["attachments"]
    file = tmp_path / "campaign.json"
    async with aiohttp.ClientSession() as web, web.get(attachment["url"]) as answer:
        file.write_bytes(await answer.read())
    result = CliRunner().invoke(app, ["verify", str(file)])
    assert result.output.splitlines()[2:] == [
        "The seed matches its seal, and every sealed die comes out. Sealed dice: 8.",
        "Every entry of these rules was decided again, and comes out as the log has it.",
    ]


async def test_a_month_after_the_end_the_seed_is_published(here: Harness) -> None:
    """As long as the campaign can be reopened, a published seed would tell every die to come."""
    await drawn(here)
    await here.anna.slash(here.marne, "campaign end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.bert.slash(here.marne, "dice verify")
    assert bytes(range(32)).hex() not in text(here.newest(here.bert))
    here.server.clock.advance(timedelta(days=31))
    await here.bert.slash(here.marne, "dice verify")
    assert bytes(range(32)).hex() in text(here.newest(here.carla))
    await here.anna.slash(here.marne, "campaign reopen")
    assert "ended for good" in text(here.newest(here.anna))


async def test_without_a_die_the_check_claims_nothing_of_dice(here: Harness) -> None:
    await here.found()
    await here.bert.slash(here.marne, "dice verify")
    said = text(here.private(here.bert)[-1])
    assert "No sealed die was rolled." in said
    assert "every die" not in said


async def test_before_the_end_the_check_is_private_and_keeps_the_seed(here: Harness) -> None:
    await drawn(here)
    await here.bert.slash(here.marne, "dice verify")
    answer = here.private(here.bert)[-1]
    assert "every die matches the log" in text(answer)
    assert SEED.hex() not in text(answer)
    assert answer["attachments"] == []


async def test_dice_of_the_table_are_counted_apart(here: Harness) -> None:
    await here.found_high_card("physical")
    await here.bert.slash(here.marne, "dice roll", {"number": 3, "dice": "4 3 6"})
    await here.bert.slash(here.marne, "dice verify")
    assert "Dice rolled on the table: 3." in text(here.private(here.bert)[-1])


async def test_an_entry_of_other_rules_is_named(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await drawn(here)
    this_version = rules.VERSION
    monkeypatch.setattr(rules, "VERSION", "9.9")
    await here.bert.slash(here.marne, "dice verify")
    said = text(here.private(here.bert)[-1])
    assert f"Entries decided by rules {this_version}: 2. This bot has rules 9.9" in said
    assert "Every sealed die matches the seed." in said


async def test_the_seal_asks_for_words_until_the_first_die(here: Harness) -> None:
    await here.found()
    await here.bert.slash(here.marne, "dice seal")
    assert "Players and the referee can still add words" in text(here.private(here.bert)[-1])
    await here.anna.slash(here.marne, "draw event")
    await here.bert.slash(here.marne, "dice seal")
    assert "can still add words" not in text(here.private(here.bert)[-1])
    await here.bert.slash(here.marne, "dice seal", {"words": "too late"})
    assert "only before the first roll" in text(here.private(here.bert)[-1])


async def test_a_stranger_checks_the_dice_once_a_minute_and_a_player_at_any_time(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "dice roll")
    for person, seconds, answer in (
        (here.carla, 0, "Sealed by"),
        (here.carla, 30, "once a minute"),
        (here.anna, 0, "Sealed by"),
        (here.anna, 0, "Sealed by"),
        (here.carla, 31, "Sealed by"),
    ):
        here.server.clock.advance(timedelta(seconds=seconds))
        await person.slash(here.marne, "dice verify")
        assert answer in text(here.private(person)[-1])


async def test_while_the_dice_of_a_long_log_are_checked_others_play(
    here: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that one channel asks for holds the bot longer than a player notices: it is done in slices."""
    session = await here.found_high_card()
    clock = count()
    monkeypatch.setattr("bot.records.monotonic", lambda: next(clock))  # every step takes longer than a slice
    checking = asyncio.create_task(here.bot.client.service.verify(session, await entries_of(here, session, 50)))
    turns = 0
    while not checking.done():
        await asyncio.sleep(0)
        turns += 1
    assert checking.result().wrong == ()
    assert turns > 50


async def entries_of(here: Harness, session: Session, number: int) -> list[LogEntry]:
    """The log of a campaign after so many rolls."""
    service = here.bot.client.service
    for interaction in range(5000, 5000 + number):
        call = Caller(interaction, here.server.clock.now(), 1, int(here.marne["id"]), int(here.anna.id))
        await service.execute(call, session, {"type": "roll_dice", "number": 1, "sides": 6})
    return await service.entries(session)
