"""A campaign comes from elsewhere: checked as a whole, and written again in the same bytes."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

import rules
from bot.base.catalog import Catalog
from bot.base.clock import milliseconds
from bot.engine.imports import import_file
from bot.engine.posts import Deadline, What, written
from bot.engine.request import Caller
from bot.engine.service import CampaignService
from bot.log.chain import BadRecord, read_record
from bot.log.verify import check_dice, verify_file
from bot.storage import Store, StoreFault, open_store
from rules.dice import SealedDice
from rules.errors import NotNow, NotThere, NotYours, RuleError
from rules.seat import Seat
from tests.bot.desk import ANNA, BERT, Desk
from tests.faults.rounds import many
from tests.games import catalog
from tests.patience import PATIENCE
from tests.records import closed_record, open_record, played

pytestmark = pytest.mark.usefixtures("fair_dice")

OTTO = 9
"""The administrator, who plays nothing."""


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | SecretStr:
    """Where the other bot has its database."""
    if request.param == "postgres":
        return request.getfixturevalue("address")  # type: ignore[no-any-return]
    return tmp_path / "other.sqlite"


@pytest.fixture
async def other(place: Path | SecretStr) -> AsyncIterator[Store]:
    """The empty database of another bot."""
    store = await open_store(place)
    yield store
    await store.close()


def bot(store: Store, games: Catalog | None = None) -> CampaignService:
    return CampaignService(store, games or catalog())


def admin(desk: Desk, channel: int = 70) -> Caller:
    return replace(desk.call(OTTO, channel), guild=8, is_admin=True)


async def taken_in(service: CampaignService, caller: Caller, data: bytes) -> int:
    return (await service.intake.take_in(caller, await service.intake.examine(caller, data))).id


async def over(desk: Desk) -> None:
    """End the campaign for good, with all its secrets."""
    ended = await desk.act(ANNA, {"type": "end", "for_good": True})
    await desk.act(BERT, {"type": "agree", "to": ended.entry.seq})


async def test_it_is_the_same_campaign_and_goes_on(desk: Desk, other: Store) -> None:
    old = await played(desk)
    service = bot(other)
    id_ = await taken_in(service, admin(desk), await open_record(desk))
    session = await service.session(id_)
    assert session.campaign.state == old.campaign.state
    assert session.campaign.roster == old.campaign.roster
    caller = desk.call(ANNA, 70)
    rolled = await service.execute(caller, session, {"type": "roll_dice", "number": 1, "sides": 6})
    assert rolled.entry.seq == old.campaign.seq + 2, "one entry says where it comes from"
    again = await bot(other).session(id_)
    found = await bot(other).verify(again, await bot(other).entries(again))
    assert (found.wrong, found.taken_over) == ((), old.campaign.seq)
    there = Desk(desk.store)
    there.store = other  # type: ignore[assignment]
    record = read_record(await open_record(there, id_))
    assert check_dice(record) == 1
    assert "a fork or an import took over" in "".join(verify_file(await open_record(there, id_), catalog()))
    assert await other.campaigns_of(BERT) == [id_]


async def test_the_files_author_knows_no_later_die(desk: Desk, other: Store) -> None:
    """The file holds its seed, so a campaign that goes on rolls by another."""
    old = await played(desk)
    data = await open_record(desk)
    service = bot(other)
    session = await service.session(await taken_in(service, admin(desk), data))
    assert session.seed != old.seed
    assert session.campaign.next_die == 0
    told = [str(each) for each in session.campaign.tell((await service.entries(session))[-1])]
    assert told[0] == "The dice are sealed anew."
    assert read_record(data).hash in told[1]
    rolls = [
        (await service.execute(replace(desk.call(ANNA, 70), interaction=900 + n), session, {"type": "roll_dice"})).entry
        for n in range(8)
    ]
    faces = [roll.faces for entry in rolls for roll in entry.rolls]
    known = SealedDice(old.seed, old.campaign.next_die)
    assert faces != [known.roll(1, 6).faces for _ in range(8)]
    with pytest.raises(NotNow, match="nothing after that to take back"):
        await service.execute(
            replace(desk.call(ANNA, 70), interaction=999),
            session,
            {"type": "rewind", "to": old.campaign.seq - 1, "last": old.campaign.seq + 9},
        )


@pytest.mark.parametrize("for_good", [False, True])
async def test_a_reopenable_campaign_gets_another_seed(desk: Desk, for_good: bool) -> None:
    old = await played(desk)
    ended = await desk.act(ANNA, {"type": "end", "for_good": for_good})
    await desk.act(BERT, {"type": "agree", "to": ended.entry.seq})
    service = bot(desk.store)
    there = await service.session(await taken_in(service, admin(desk), await open_record(desk)))
    assert (there.seed == old.seed) is for_good


async def test_an_import_has_its_own_chain(desk: Desk) -> None:
    """Also where its founder was forgotten; a later record of the same campaign is another."""
    await played(desk)
    await desk.act(BERT, {"type": "leave", "seat": "Blue"})
    await desk.service.forgetting.forget(ANNA)
    data = await open_record(desk)
    assert read_record(data).start is not None
    service, caller = bot(desk.store), admin(desk)
    early = replace(caller, at=caller.at - timedelta(days=1))
    id_ = await taken_in(service, early, data)
    row, entries = await desk.store.campaign(id_), await desk.store.entries(id_)
    assert row is not None
    assert (row.start, {each.seal for each in entries}) == (None, {None})
    assert await desk.store._read("SELECT since FROM home WHERE campaign = $1", id_) == [(row.at,)]
    assert id_ in await desk.store.campaigns_of(BERT), "who has left has played here"
    with pytest.raises(NotNow, match=f"taken in before: it is campaign {id_} in <#70>"):
        await taken_in(service, admin(desk, 71), data)
    await desk.act(BERT, {"type": "join", "seat": "Blue"})
    assert await taken_in(service, admin(desk, 71), await open_record(desk)) == id_ + 1


@pytest.mark.own_process
async def test_delivered_twice_it_is_taken_in_once(desk: Desk) -> None:
    await played(desk)
    caller, data = admin(desk), await open_record(desk)
    ids = await asyncio.gather(*(taken_in(desk.service, caller, data) for _ in range(2)))
    assert ids[0] == ids[1] == await taken_in(desk.service, caller, data)


async def test_it_comes_into_one_channel_once(desk: Desk) -> None:
    await played(desk)
    data = await open_record(desk)
    with pytest.raises(NotNow, match="already has a campaign"):
        await taken_in(desk.service, admin(desk, 50), data)
    await desk.act(ANNA, {"type": "end", "for_good": True})
    await desk.act(BERT, {"type": "agree", "to": 10})
    with pytest.raises(NotNow, match="is in this channel already"):
        await taken_in(desk.service, admin(desk, 50), data)


async def test_its_posts_are_written_with_it(desk: Desk, other: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that failed in between would leave a campaign without a card and a panel, and with no second try."""
    await played(desk)

    async def fail(*_: object) -> None:
        raise StoreFault("The disk is full")

    monkeypatch.setattr(type(other), "schedule", fail)
    id_ = await taken_in(bot(other), admin(desk), await open_record(desk))
    posts = await other.take_due(2**60, 2**61, 9)
    assert [(each.campaign, each.kind) for each in posts] == [(id_, What.ARRIVAL), (id_, What.PANEL)]


async def test_the_deadlines_that_are_still_to_come_come_with_it(desk: Desk, other: Store) -> None:
    await desk.found("night-watch", "North")
    await desk.act(BERT, {"type": "join", "seat": "South"})
    asked = await desk.act(ANNA, {"type": "change_settings", "answer": 2})
    await desk.act(BERT, {"type": "agree", "to": asked.entry.seq})
    await desk.act(ANNA, {"type": "call"})
    service = bot(other)
    session = await service.session(await taken_in(service, admin(desk), await open_record(desk)))
    until = session.campaign.move_by(Seat("South"))
    assert until is not None
    assert written(Deadline(milliseconds(until))) in {each.kind for each in await other.take_due(2**60, 2**61, 9)}


async def test_only_an_administrator_may(desk: Desk) -> None:
    await played(desk)
    data = await open_record(desk)
    with pytest.raises(NotYours, match="administrator"):
        await desk.service.intake.examine(desk.call(OTTO, 70), data)


async def test_a_closed_record_cannot_be_played(desk: Desk) -> None:
    session = await played(desk)
    with pytest.raises(BadRecord, match="its game goes on"):
        await taken_in(desk.service, admin(desk), await closed_record(desk, session))


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("games", "version", "said"),
    [(Catalog([]), None, "it has no game “high-card”"), (None, "0.1", "this bot has rules 0.1: update it first")],
)
async def test_an_unplayable_campaign_is_refused(
    desk: Desk, other: Store, monkeypatch: pytest.MonkeyPatch, games: Catalog | None, version: str | None, said: str
) -> None:
    await played(desk)
    data = await open_record(desk)
    if version:
        monkeypatch.setattr(rules, "VERSION", version)
    with pytest.raises(NotNow, match=said):
        await taken_in(bot(other, games), admin(desk), data)
    assert await other.campaign(1) is None


@pytest.mark.by_day(1)
async def test_one_flipped_byte_is_refused_and_nothing_is_written(desk: Desk, other: Store) -> None:
    await played(desk)
    data = await open_record(desk)
    for place in range(0, len(data), many(5999, 1499)):
        spoilt = bytearray(data)
        spoilt[place] ^= 1
        with pytest.raises(RuleError):
            await taken_in(bot(other), admin(desk), bytes(spoilt))
    assert await other.campaign(1) is None


@pytest.mark.parametrize(
    ("link", "is_one"),
    [
        ("https://discord.com/channels/1/2", True), ("https://discord.com/channels/1/2/", True),
        ("https://discord.com/channels/1/2/3", False), ("https://discord.com/channels/1", False),
        ("https://discord.com/channels/1/" + "2" * 20, False), ("http://discord.com/channels/1/2", False),
        ("https://discord.com/channels/@me/2", False),
    ],
)  # fmt: skip
async def test_channels_are_given_by_link(desk: Desk, tmp_path: Path, link: str, is_one: bool) -> None:
    await played(desk)
    data, place = await open_record(desk), tmp_path / "new.sqlite"
    if not is_one:
        with pytest.raises(NotThere, match=r"The channel is given as its link, such as https://discord.com/channels/1"):
            await import_file(place, catalog(), data, link)
        assert not place.exists()
        return
    assert await import_file(place, catalog(), data, link) == 1
    store = await open_store(place)
    row = await store.campaign(1)
    await store.close()
    assert row is not None
    assert (row.guild, row.channel) == (1, 2)


async def test_it_arrives_with_card_panel_and_former_players(desk: Desk, other: Store) -> None:
    session = await played(desk)
    await desk.act(BERT, {"type": "leave", "seat": "Blue"})
    caller = admin(desk)
    id_ = await taken_in(bot(other), caller, await open_record(desk))
    due = milliseconds(caller.at)
    posts = await other._read("SELECT campaign, kind, seq, due FROM post ORDER BY kind")  # type: ignore[attr-defined]
    assert [tuple(each) for each in posts] == [
        (id_, "arrival", session.campaign.seq + 1, due), (id_, "panel", 0, due),
    ]  # fmt: skip
    assert [await other.campaigns_of(user) for user in (ANNA, BERT, OTTO)] == [[id_], [id_], []]


@pytest.mark.by_day(1)
async def test_the_same_record_is_taken_in_once_on_a_server(desk: Desk, other: Store) -> None:
    await played(desk)
    service, data = bot(other), await open_record(desk)
    id_ = await taken_in(service, admin(desk, 70), data)
    with pytest.raises(NotNow, match=f"taken in before: it is campaign {id_} in <#70>"):
        await taken_in(service, admin(desk, 71), data)
    elsewhere = replace(admin(desk, 72), guild=9)
    assert await taken_in(service, elsewhere, data) != id_, "who has the file first must not keep it from others"
    session = await service.session(id_)
    await service.execute(desk.call(ANNA, 70), session, {"type": "roll_dice"})
    with pytest.raises(NotNow, match="taken in before"):
        await taken_in(bot(other), admin(desk, 71), data)


@pytest.mark.by_day(1)
async def test_a_game_that_is_over_is_taken_in_once_too(desk: Desk, other: Store) -> None:
    await played(desk)
    await over(desk)
    service, data = bot(other), await open_record(desk)
    await taken_in(service, admin(desk, 70), data)
    with pytest.raises(NotNow, match="taken in before"):
        await taken_in(service, admin(desk, 71), data)


@pytest.mark.own_process
@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "data",
    [
        b"\n" * 9_000_000,
        b'{"campaign":' + b"\n" * 9_000_000,
        b"[" * 4_000_000,
        b'{"campaign":' + b'{"a":' * 1_000_000,
        b'{"campaign":' + b"9" * 5_000_000,
        b'{"campaign":{},"start":"","documents":{},"format":3,"hash":"","entries":['
        + b",".join([b"{}"] * 2_900_000)
        + b"]}",
    ],
    ids=["breaks", "campaign and breaks", "nested", "nested objects", "digits", "another layout"],
)
async def test_a_file_that_is_a_weapon_stops_nobody(desk: Desk, data: bytes) -> None:
    """Each is refused, and the bot's own process has next to no work with it, which the night alone measures."""
    began = time.process_time()
    trying = (desk.service.intake.examine(admin(desk), data) for _ in range(2))
    assert {type(each) for each in await asyncio.gather(*trying, return_exceptions=True)} == {BadRecord}
    assert time.process_time() - began < many(PATIENCE, 0.7)


@pytest.mark.own_process
@pytest.mark.parametrize(("limit", "value"), [("LONGEST_SECONDS", 0.01), ("MOST_BYTES", 10_000_000)])
async def test_an_endless_check_ends(desk: Desk, monkeypatch: pytest.MonkeyPatch, limit: str, value: float) -> None:
    await played(desk)
    data = await open_record(desk)
    monkeypatch.setattr(f"bot.log.examine.{limit}", value)
    if limit == "LONGEST_SECONDS":
        with pytest.raises(BadRecord, match="too long to check"):
            await desk.service.intake.examine(admin(desk), data)
    else:
        await desk.service.intake.examine(admin(desk), data)


async def test_a_thousand_entries_round_trip(desk: Desk, other: Store) -> None:
    await played(desk, rolls=990)
    await over(desk)
    data = await open_record(desk)
    await other.found((await desk.store.campaign(1))._replace(data=None, interaction=5), 0)  # type: ignore[union-attr]
    id_ = await taken_in(bot(other), admin(desk), data)
    assert id_ == 2
    session = await bot(other).session(id_)
    assert session.campaign.seq >= 996
    there = Desk(desk.store)
    there.store = other  # type: ignore[assignment]
    assert await open_record(there, id_) == data
    assert (session.guild, session.channel) == (8, 70)
