"""Whoever asks for it is forgotten: in every log, in all that is kept beside them, and for good."""

import asyncio
import contextlib
import json
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.catalog import Catalog
from bot.engine.forget_player import Forgetting
from bot.log.chain import BadRecord, read_record
from bot.log.export import export_from
from bot.log.verify import verify_file
from bot.storage import StoreFault
from rules.errors import NotNow
from rules.seat import FORMER, Player, Seat
from tests.bot.desk import ANNA, BERT, CHANNEL, Desk, again, answer_lost
from tests.bot.harness import Harness, Message, choose, harness, labels, text
from tests.games import catalog

SECRET = "my aunt in Verdun"
ALLIES, GERMANS = Seat("Allies"), Seat("Germans")


def kept(here: Harness) -> str:
    """Everything that stands in the database."""
    with contextlib.closing(sqlite3.connect(here.database)) as db:
        return "\n".join(db.iterdump())


async def played(here: Harness) -> None:
    """Anna and Bert play, and Anna writes in every way that there is."""
    await here.found(name=f"A game for {SECRET}")
    await here.anna.slash(here.marne, "draw event")
    await here.anna.slash(here.marne, "dice roll", {"reason": SECRET})
    await here.anna.slash(here.marne, "dice roll", {"reason": f"{SECRET}  2"})
    await here.anna.slash(here.marne, "me settings", {"zone": "Europe/Paris"})
    await choose(here.anna, here.marne, "me more remind", {"turns": 1, "about": SECRET})
    await here.bert.slash(here.marne, "dice roll", {"reason": "Bert's own reason"})
    await here.settle(after=timedelta(minutes=1))


async def record(here: Harness) -> bytes:
    written = await export_from(here.database, 1)
    assert written is not None
    return written.data


async def forgotten(here: Harness, after: timedelta = timedelta(minutes=1)) -> Message:
    """Anna asks and is sure."""
    await choose(here.anna, here.marne, "me more forget")
    question = here.newest(here.anna)
    await here.anna.press(question, "Forget me")
    await here.settle(after=after)
    return question


async def test_first_it_says_what_goes_and_what_stays(here: Harness) -> None:
    await played(here)
    await choose(here.anna, here.marne, "me more forget")
    said = here.newest(here.anna)
    assert said["flags"] & 64, "nobody else reads it"
    assert "Logs that name you: 1." in text(said)
    assert "You give up your seats in running campaigns" in text(said)
    assert labels(said) == ["Forget me"]
    assert here.anna.id in kept(here), "it has only asked"


async def test_no_id_or_word_stays_in_the_database(here: Harness) -> None:
    await played(here)
    await forgotten(here)
    left = kept(here)
    assert here.anna.id not in left
    assert SECRET not in left
    assert "Europe/Paris" not in left
    assert "Bert's own reason" in left.replace("''", "'"), "what others wrote stays"
    assert here.bert.id in left


async def test_nor_does_it_in_the_files_of_the_database(here: Harness) -> None:
    """Not even where SQLite keeps what it has written lately, or leaves what was overwritten."""
    await played(here)
    await forgotten(here)
    left = b"".join(file.read_bytes() for file in here.database.parent.glob(f"{here.database.name}*"))
    own = [int(user.id).to_bytes(8, "big") for user in (here.anna, here.bert)]  # as SQLite keeps a number
    for gone in (here.anna.id.encode(), own[0], SECRET.encode(), b"Europe/Paris"):
        assert gone not in left
    for stays in (here.bert.id.encode(), own[1]):
        assert stays in left


async def test_the_seat_is_free_at_once_and_play_goes_on(here: Harness) -> None:
    await played(here)
    await forgotten(here, after=timedelta())
    told = "\n".join(text(each) for each in here.carla.messages(here.marne)[-2:])
    assert "Former player 1 gives up the Allies." in told
    assert "A player asked to be forgotten." in told
    await here.bert.slash(here.marne, "campaign status")
    assert "Allies (free)" in text(here.newest(here.bert)) or "free" in text(here.newest(here.bert))
    await here.carla.slash(here.marne, "campaign join", {"seat": "Allies"})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    assert (await here.campaign()).campaign.roster[ALLIES] == (Player(here.carla.id),)
    await here.bert.slash(here.marne, "record find")
    assert "Former player 1" in text(here.newest(here.bert))


async def test_a_forgotten_player_cannot_switch_sides(here: Harness) -> None:
    """The opponent: to be forgotten must not wash anybody clean."""
    await played(here)
    await choose(here.bert, here.marne, "campaign manage leave", {"seat": "Germans"})
    await forgotten(here)
    for seat in ("Germans", "Allies"):
        await here.anna.slash(here.marne, "campaign join", {"seat": seat})
        assert "asked to be forgotten here" in text(here.newest(here.anna))
    assert (await here.campaign()).campaign.roster[GERMANS] == ()
    assert here.anna.id not in kept(here), "not even their asking is written down"
    await here.carla.slash(here.marne, "campaign join", {"seat": "Germans"})
    assert (await here.campaign()).campaign.roster[GERMANS] == (Player(here.carla.id),)


async def test_they_cannot_ask_for_a_seat_that_others_hold(here: Harness) -> None:
    await played(here)
    await forgotten(here)
    await here.anna.slash(here.marne, "campaign join", {"seat": "Germans"})
    assert "You asked to be forgotten here" in text(here.newest(here.anna))
    await choose(here.bert, here.marne, "campaign manage hand-over", {"seat": "Germans", "to": here.anna.id})
    assert "This player asked to be forgotten here" in text(here.newest(here.bert))


@pytest.mark.usefixtures("fair_dice")
async def test_the_chain_stays_what_it_was_and_every_die_comes_out(here: Harness) -> None:
    await played(here)
    before = json.loads(await record(here))
    await forgotten(here)
    data = await record(here)
    after = json.loads(data)
    assert after["start"] == before["start"]
    assert [each["hash"] for each in after["entries"]][: len(before["entries"])] == [
        each["hash"] for each in before["entries"]
    ]
    assert after["forgotten"] is True
    assert {True} == {each.get("forgotten") for each in after["entries"] if "salt" not in each}
    said = "\n".join(verify_file(data, catalog()))
    assert "every sealed die comes out" in said
    session = await here.campaign()
    audit = await here.bot.client.service.verify(session, await here.bot.client.service.entries(session))
    assert audit.wrong == ()


async def test_forgetting_needs_a_forgotten_player(here: Harness) -> None:
    await played(here)
    forged = (await record(here)).decode()
    line = next(each for each in forged.splitlines() if SECRET in each and '"roll_dice"' in each)
    entry = json.loads(line.removesuffix(","))
    del entry["salt"]
    entry["forgotten"] = True
    entry["content"]["command"]["reason"] = "x"
    changed = json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + ","
    with pytest.raises(BadRecord, match=r"^Entry \d+ of the record was changed.$"):
        read_record(forged.replace(line, changed).encode())


async def test_nor_can_the_first_entry_after_one_that_forgot(here: Harness) -> None:
    await played(here)
    await forgotten(here)
    await here.bert.slash(here.marne, "dice roll", {"reason": "honest"})
    whole = (await record(here)).decode()
    line = next(each for each in whole.splitlines() if '"honest"' in each)
    entry = json.loads(line.removesuffix(","))
    del entry["salt"]
    entry |= {"forgotten": True, "content": {**entry["content"], "seat": "Allies"}}
    changed = json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    with pytest.raises(BadRecord, match=r"^Entry \d+ of the record was changed.$"):
        read_record(whole.replace(line.removesuffix(","), changed).encode())


async def test_a_restart_and_a_death_on_the_way_lose_nothing(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """In two campaigns; the bot dies between them."""
    await played(here)
    other = here.server.channel("other")
    await here.found(other)

    async def die(*_: object) -> None:
        raise RuntimeError("killed")

    done = Forgetting._forget_in
    with monkeypatch.context() as patched:
        patched.setattr(Forgetting, "_forget_in", die)
        with pytest.raises(RuntimeError):
            await here.bot.client.service.forgetting.forget(int(here.anna.id))
    assert done is Forgetting._forget_in
    assert here.anna.id in kept(here)
    await here.restart()
    assert here.anna.id not in kept(here)
    for where in (here.marne, other):
        assert (await here.campaign(where)).campaign.roster[ALLIES] == ()


async def test_an_interrupted_erasure_is_finished(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def die(*_: object) -> None:
        raise RuntimeError("killed")

    await desk.found("high-card", "Red")
    beside = tmp_path / "a.sqlite-wal"
    with monkeypatch.context() as dying:
        dying.setattr(desk.store, "scrub", die)
        with pytest.raises(RuntimeError):
            await desk.service.forgetting.forget(ANNA)
    assert b"The long war" in beside.read_bytes()
    await desk.service.forgetting.resume()
    assert beside.read_bytes() == b""


async def test_in_ended_campaigns_nothing_is_posted(here: Harness) -> None:
    """The absent: who has played here long ago is not called back by it."""
    await here.found_high_card()
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.anna), "Blue: Agree")
    await here.settle(after=timedelta(minutes=1))
    count = len(here.carla.messages(here.marne))
    await forgotten(here)
    assert len(here.carla.messages(here.marne)) == count
    assert here.anna.id not in kept(here)


async def test_possibly_forgotten_players_are_looked_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.found("high-card", "Red")
    await desk.act(DORA, {"type": "join", "seat": "Blue"})
    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "forget", answer_lost(desk.store.forget))
        with pytest.raises(StoreFault):
            await desk.service.forgetting.forget(DORA)
    session = await desk.service.session_in(CHANNEL)
    assert DORA not in session.campaign.seen
    assert await desk.service.forgetting.forget(DORA) == 0


async def test_two_who_are_forgotten_are_two(here: Harness) -> None:
    await played(here)
    await forgotten(here)
    await choose(here.bert, here.marne, "me more forget")
    await here.bert.press(here.newest(here.bert), "Forget me")
    assert here.bert.id not in kept(here)
    assert {Player(FORMER + 1), Player(FORMER + 2)} <= set((await here.campaign()).campaign.seen)


async def test_an_unknown_person_is_told_so(here: Harness) -> None:
    await choose(here.carla, here.marne, "me more forget")
    assert "Logs that name you: 0." in text(here.newest(here.carla))
    await here.carla.press(here.newest(here.carla), "Forget me")
    assert "You are forgotten." in text(here.newest(here.carla))


async def test_a_campaign_that_this_bot_cannot_play_forgets_too(tmp_path: Path) -> None:
    async with harness(tmp_path) as here:
        await played(here)
        await here.restart(Catalog({}))
        await here.bot.client.service.forgetting.forget(int(here.anna.id))
        assert here.anna.id not in kept(here)


async def test_a_concurrent_entry_is_not_lost(desk: Desk) -> None:
    """The bot's campaign in memory is behind the log, when it begins or when it writes."""
    session = await desk.found("high-card", "Red")
    other = await again(desk)
    other._interaction += 500
    await other.act(BERT, {"type": "join", "seat": "Blue"})
    assert session.campaign.seq == 0
    assert await desk.service.forgetting.forget(ANNA) == 1
    rows = await desk.store.entries(1)
    assert [(row.seq, row.user) for row in rows] == [(1, BERT), (2, FORMER + 1)]
    assert session.campaign.roster[Seat("Blue")] == (Player(BERT),)
    assert not session.campaign.seats_of(ANNA)
    assert session.campaign.seq == 2


DORA = 574058995574898688


async def test_forgetting_twice_at_once_happens_once(desk: Desk) -> None:
    """By two presses of the button, or by two processes of which one has just started and goes on with it."""
    await desk.found("high-card", "Red")
    await desk.act(DORA, {"type": "join", "seat": "Blue"})
    other = await again(desk)
    forgetting = (desk.service.forgetting, desk.service.forgetting, other.service.forgetting)
    await asyncio.gather(*(each.forget(DORA) for each in forgetting))
    assert [json.loads(row.command)["type"] for row in await desk.store.entries(1)] == ["join", "forget"]
    assert len(await desk.store.strangers(1)) == 1


async def test_only_forgotten_players_are_known_as_such(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    await desk.act(DORA, {"type": "join", "seat": "Blue"})
    traces = await desk.service.forgetting.traces(DORA)
    assert ([each.id for each in traces.campaigns], [each.id for each in traces.seats]) == ([1], [1])
    await desk.service.forgetting.forget(DORA)
    traces = await desk.service.forgetting.traces(DORA)
    assert (traces.campaigns, traces.seats) == ((), ())
    (entry,) = (each for each in await desk.service.entries(session) if each.seq == 2)
    checked = desk.service.forgetting.checked
    assert await checked(session, entry, [ANNA, 3]) == [ANNA, 3]
    assert await checked(session, entry, []) == []
    for newcomers in ([DORA], [3, DORA]):
        with pytest.raises(NotNow, match="asked to be forgotten here"):
            await checked(session, entry, newcomers)
