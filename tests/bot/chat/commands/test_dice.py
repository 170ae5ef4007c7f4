"""``/dice``: roll, words for the seal, and every die checked."""

import asyncio
from datetime import timedelta
from itertools import count

import pytest

import rules
from bot.chat.answering.record_views import _verified
from bot.engine.request import Caller
from bot.engine.sessions import Session
from bot.log.chain import Written
from rules.campaign import Audit
from rules.dice import seal
from rules.log import LogEntry
from tests.bot.desk import Desk
from tests.bot.harness import Harness, choose, text
from tests.bot.marne import drawn
from tests.games import SEED

pytestmark = pytest.mark.usefixtures("fair_dice")


async def test_after_the_end_the_seed_and_every_die_are_published(here: Harness) -> None:
    await drawn(here)
    await choose(here.bert, here.marne, "record more seal")
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True, "for_good": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await choose(here.bert, here.marne, "record more verify")
    answer = here.newest(here.carla)
    assert bytes(range(32)).hex() in text(answer)
    assert [file["filename"] for file in answer["attachments"]] == ["campaign.json", "verify.html"]


async def test_a_month_after_the_end_the_seed_is_published(here: Harness) -> None:
    """As long as the campaign can be reopened, a published seed would tell every die to come."""
    await drawn(here)
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await choose(here.bert, here.marne, "record more verify")
    assert bytes(range(32)).hex() not in text(here.newest(here.bert))
    here.server.clock.advance(timedelta(days=31))
    await choose(here.bert, here.marne, "record more verify")
    assert bytes(range(32)).hex() in text(here.newest(here.carla))
    await choose(here.anna, here.marne, "campaign manage reopen")
    assert "ended for good" in text(here.newest(here.anna))


async def test_without_a_die_the_check_claims_nothing_of_dice(here: Harness) -> None:
    await here.found()
    await choose(here.bert, here.marne, "record more verify")
    said = text(here.private(here.bert)[-1])
    assert "No sealed die was rolled." in said
    assert "every die" not in said


async def test_before_the_end_the_check_is_private_and_keeps_the_seed(here: Harness) -> None:
    await drawn(here)
    await choose(here.bert, here.marne, "record more verify")
    answer = here.private(here.bert)[-1]
    assert "every die matches the log" in text(answer)
    assert SEED.hex() not in text(answer)
    assert [file["filename"] for file in answer["attachments"]] == ["campaign.json", "verify.html"]


async def test_strangers_check_dice_once_a_minute(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    for person, seconds, answer in (
        (here.carla, 0, "Sealed by"),
        (here.server.user("dora"), 0, "Sealed by"),
        (here.carla, 30, "once a minute"),
        (here.anna, 0, "Sealed by"),
        (here.anna, 0, "Sealed by"),
        (here.carla, 31, "Sealed by"),
    ):
        here.server.clock.advance(timedelta(seconds=seconds))
        await choose(person, here.marne, "record more verify")
        assert answer in text(here.private(person)[-1])


async def test_a_dice_check_blocks_no_play(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that one channel asks for holds the bot longer than a player notices: it is done in slices."""
    session = await here.found_high_card()
    clock = count()
    monkeypatch.setattr("bot.engine.service.monotonic", lambda: next(clock))  # every step takes longer than a slice
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


RIGHT = "Every entry was replayed from the seed, and every die matches the log."
DICE_RIGHT = "Every sealed die matches the seed."
CLOSED = "It is published once the campaign has ended and nobody can reopen it."
ALONE = "Open `verify.html` in a browser and drop `campaign.json` on it, or use `adjutant verify campaign.json`."
FOUND: list[tuple[Audit, list[str]]] = [
    (Audit((), {}), [RIGHT]),
    (Audit((2, 5), {}), [f"**Entry {seq} does not match. Replaying it gives a different result.**" for seq in (2, 5)]),
    (Audit((), {"0.1": 3}), [
        DICE_RIGHT,
        f"Entries decided by rules 0.1: 3. This bot has rules {rules.VERSION}, so it checked only their dice.",
    ]),
    (Audit((), {}, unplayable=4), [
        DICE_RIGHT, "This bot cannot play this campaign's game, so it checked only the dice.",
    ]),
    (Audit((), {}, forgotten=1), [
        "Entries in which somebody was forgotten: 1. Of them only the dice were checked.", DICE_RIGHT,
    ]),
    (Audit((3,), {"": 1}, forgotten=1), [
        "**Entry 3 does not match. Replaying it gives a different result.**",
        "Entries in which somebody was forgotten: 1. Of them only the dice were checked.",
        f"Entries decided by rules ?: 1. This bot has rules {rules.VERSION}, so it checked only their dice.",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("found", "said"), FOUND)
async def test_the_check_says_what_was_found_and_claims_no_more(desk: Desk, found: Audit, said: list[str]) -> None:
    session = await desk.found("high-card", "Red")
    await desk.act(1, {"type": "roll_dice", "number": 3, "sides": 6})
    entries = await desk.service.entries(session)
    first = [f"Sealed by `{seal(session.seed)}`.", "Sealed dice: 3. Log entries: 1.",
             "Hash of the log: `abc`."]  # fmt: skip
    lines = [*_verified(session, entries, found, Written(b"", "abc", 1, is_open=False))]
    assert [str(each) for each in lines] == [*first, *said, CLOSED, ALONE]
    lines = [*_verified(session, entries, found, Written(b"", "abc", 1, is_open=True))]
    assert [str(each) for each in lines[len(first) + len(said) :]] == [
        f"Published: `{SEED.hex()}`", ALONE,
    ]  # fmt: skip


async def test_a_mismatch_names_the_public_number(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    await desk.act(1, {"type": "note"})
    await desk.act(1, {"type": "wave"})
    entries = await desk.service.entries(session)
    lines = [*_verified(session, entries, Audit((2,), {}), Written(b"", "abc", 1, is_open=False))]
    assert str(lines[3]) == "**Entry 1 does not match. Replaying it gives a different result.**"


async def test_dice_of_both_players_are_counted(here: Harness) -> None:
    """Those that the bot draws blind are not among them."""
    await here.found_high_card("physical")
    for person, dice in ((here.anna, "4 3"), (here.bert, "6 6")):
        await person.slash(here.marne, "act", {"offer": "Take a number", "dice": dice})
    await choose(here.bert, here.marne, "record more verify")
    said = text(here.private(here.bert)[-1])
    assert "Sealed dice: 0. Log entries: 3." in said
    assert "Dice rolled on the table: 4." in said


async def test_a_public_check_is_in_the_channels_language(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True, "for_good": True})
    here.carla.speak("fr")
    await choose(here.carla, here.marne, "record more verify")
    assert here.newest(here.bert)["content"] == "**Dice check**"
