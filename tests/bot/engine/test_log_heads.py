"""The hash of the log is told as a turn begins and in the panel, the same that every record has for that entry."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine import log_heads
from bot.engine.log_heads import head_of
from bot.log.chain import read_record
from bot.log.verify import find_noted, verify_file
from bot.storage import Damaged, SqliteStore
from rules.campaign import History
from rules.campaign.life.log_notes import DIGITS, LogNoted
from rules.campaign.state.state import Noted
from tests.bot.desk import ANNA, BERT, Desk, again
from tests.bot.harness import Harness, Message, choose, text
from tests.games import catalog
from tests.records import closed_record, open_record, played


async def test_it_is_that_of_the_record_at_every_entry_and_after_a_new_start(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    assert (await head_of(desk.store, session)).hash == read_record(await closed_record(desk, session)).hash
    for command in (
        {"type": "roll_dice", "number": 2, "sides": 6, "reason": "rain"},
        {"type": "take"},
        {"type": "undo"},
    ):
        await desk.act(ANNA, command)
        record = read_record(await closed_record(desk, session))
        expected = LogNoted(entries=len(record.links), hash=record.hash)
        assert await head_of(desk.store, session) == expected, "carried on"
        session.chain = None
        assert await head_of(desk.store, session) == expected, "from the start"


async def test_private_deeds_count_for_nothing_in_it(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    before = await head_of(desk.store, session)
    note = await desk.act(ANNA, {"type": "note"})
    assert note.entry.is_unseen
    assert await head_of(desk.store, session) == before
    await desk.act(ANNA, {"type": "wave"})
    head = await head_of(desk.store, session)
    assert (head.entries, session.campaign.seq) == (1, 2)


async def test_after_a_start_only_what_came_since_the_turn_began_is_read(desk: Desk) -> None:
    noted = await turned(desk)
    await desk.act(ANNA, {"type": "note"})
    await desk.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 6, "reason": "rain"})
    session = await desk.service.session(1)
    record = read_record(await closed_record(desk, session))
    expected = record.hash
    session.chain = None
    assert (await head_of(desk.store, session)).entries == len(record.links), "a private deed before it is none of them"
    session.chain = None
    assert session.campaign.noted == Noted(session.campaign.noted.seq, noted.hash, noted.entries)
    assert (await head_of(desk.store, session)).hash == expected
    session.chain = None
    session.history = History((replace(session.campaign, noted=Noted(noted.entries, "0" * 64, noted.entries)),))
    assert (await head_of(desk.store, session)).hash != expected, "nothing before it is read"


async def test_a_redo_goes_by_no_hash_of_before(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    await desk.act(ANNA, {"type": "next_phase"})
    await desk.act(ANNA, {"type": "next_turn"})
    await desk.act(ANNA, {"type": "undo"})
    await desk.act(ANNA, {"type": "redo"})
    session.chain = None
    assert (await head_of(desk.store, session)).hash == read_record(await closed_record(desk, session)).hash


async def test_what_another_process_has_written_since_is_no_part_of_it(desk: Desk) -> None:
    session = await played(desk)
    record = read_record(await closed_record(desk, session))
    await (await again(desk)).act(ANNA, {"type": "roll_dice", "number": 1, "sides": 6, "reason": "rain"})
    session.chain = None
    assert await head_of(desk.store, session) == LogNoted(entries=len(record.links), hash=record.hash)


async def test_of_a_log_whose_founder_was_forgotten_it_is_that_of_the_record_too(desk: Desk) -> None:
    before = (await head_of(desk.store, await played(desk))).hash
    assert await desk.service.forgetting.forget(ANNA) == 1
    session = await (await again(desk)).service.session(1)
    head = (await head_of(desk.store, session)).hash
    assert head == read_record(await closed_record(desk, session)).hash != before


@pytest.mark.usefixtures("fair_dice")
async def test_so_it_is_of_a_log_that_came_from_elsewhere(desk: Desk, tmp_path: Path) -> None:
    """Its dice until then are told where it comes from."""
    await played(desk)
    other = Desk(await SqliteStore.open(tmp_path / "other.sqlite"))
    caller = replace(desk.call(9, 70), guild=8, is_admin=True)
    row = await other.service.intake.take_in(
        caller, await other.service.intake.examine(caller, await open_record(desk))
    )
    session = await other.service.session(row.id)
    assert (await head_of(other.store, session)).hash == read_record(await closed_record(other, session)).hash
    await other.store.close()


async def test_a_long_log_is_worked_out_beside_the_others(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await played(desk)
    monkeypatch.setattr(log_heads, "MOST_AT_ONCE", 2)
    assert (await head_of(desk.store, session)).hash == read_record(await closed_record(desk, session)).hash


async def test_a_campaign_that_is_gone_has_none(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_: int) -> None:
        return None

    session = await played(desk)
    monkeypatch.setattr(desk.store, "campaign", gone)
    with pytest.raises(Damaged):
        await head_of(desk.store, session)


async def turned(desk: Desk) -> LogNoted:
    """What the first entry of the second turn tells of the log."""
    await desk.found("night-watch", "North")
    await desk.act(BERT, {"type": "join", "seat": "South"})
    await desk.act(ANNA, {"type": "note"})
    await desk.act(ANNA, {"type": "next_phase"})
    result = await desk.act(ANNA, {"type": "next_turn"})
    (noted,) = (event for event in result.entry.events if isinstance(event, LogNoted))
    assert noted.entries == result.entry.number - 1
    return noted


def said(here: Harness, what: str) -> list[Message]:
    """The messages in which something stands, but for the panel."""
    every = here.carla.messages(here.marne)
    return [each for each in every if what in text(each) and "pinned status" not in text(each)]


async def test_the_channel_reads_it_in_the_first_message_of_a_turn_and_the_panel_at_any_time(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    here.bot.client.panels._seconds = 0.0
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.carla)
    service, session = here.bot.client.service, await here.campaign()
    now = await service.log_head(session)
    assert f"Log: entry {now.entries} `{now.hash[:DIGITS]}`" in text(panel)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert "Log: " not in text(here.newest(here.carla))
    before = await service.log_head(session)
    await here.go_on(here.anna)
    told = f"Log: entry {before.entries} `{before.hash[:DIGITS]}`"
    (first,) = said(here, told)
    await here.settle()
    await here.restart()
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    (again,) = said(here, told)
    assert again["id"] == first["id"]
    session = await here.campaign()
    entries = await here.bot.client.service.entries(session)
    assert not (await here.bot.client.service.verify(session, entries)).wrong


async def test_what_was_told_is_found_in_the_record(desk: Desk) -> None:
    noted = await turned(desk)
    for data in (await open_record(desk), await closed_record(desk, await desk.service.session(1))):
        assert f"after entry {noted.entries}," in find_noted(data, noted.hash[:DIGITS])
    assert verify_file(await open_record(desk), catalog())[-1].startswith("Every entry of these rules")


async def test_where_the_log_cannot_be_read_the_turn_begins_without_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> LogNoted:
        raise Damaged("entry 1 of its log is damaged")

    session = await desk.found("night-watch", "North")
    monkeypatch.setattr("bot.engine.commit.head_of", broken)
    await desk.act(ANNA, {"type": "next_phase"})
    result = await desk.act(ANNA, {"type": "next_turn"})
    assert session.campaign.game.turn(session.campaign.state) == 2
    assert not [event for event in result.entry.events if isinstance(event, LogNoted)]
    assert [each.getMessage() for each in caplog.records] == ["the hash of the log: Damaged"]
