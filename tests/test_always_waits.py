"""Until a game is over the table waits for somebody who can be called: no script of the goldens falls asleep."""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from bot.engine.service import CampaignService
from bot.messages.campaign_texts import panel_lines, status
from bot.storage.sqlite import SqliteStore
from rules.campaign import Campaign
from rules.campaign.decider.waiting import waits
from rules.log import LogEntry
from rules.notice import REASONS, Public
from tests.faults.rounds import many
from tests.games import all_games, catalog
from tests.rules.test_conformance import random_play
from tests.scripts import SCRIPTS, database_of, played

LONG = timedelta(days=2)


def idle(founded: Campaign, entries: Sequence[LogEntry]) -> Iterator[str]:
    """After which entries a table that can go on waits for nobody, or for nobody who plays in a long silence."""
    silent = {each.seq for each, then in pairwise(entries) if then.at - each.at >= LONG} | {len(entries)}
    for campaign, entry in zip(founded.follow_each(entries), entries, strict=True):
        over = any(event.ends_game for each in entries[: entry.seq] for event in each.events)
        if campaign.is_ended or campaign.founding.terms.demo or over:
            continue
        standing = waits(campaign)
        if not standing:
            yield f"after entry {entry.seq} the table waits for nobody"
        is_played = any(campaign.roster[seat] for seat in campaign.game.seats)
        for at in ends_of(entries, entry):
            then = campaign.when(at)
            for name, lines in (("status", status(then)), ("panel", panel_lines(then))):
                if not any(str(each).startswith("The table waits for ") for each in lines):
                    yield f"after entry {entry.seq}, at {at}, the {name} names nobody for whom the table waits"
        if is_played and entry.seq in silent and not any(campaign.roster[wait.seat] for wait in standing):
            yield f"after entry {entry.seq} nobody can be called"


def dead_ends(founded: Campaign, entries: Sequence[LogEntry]) -> Iterator[str]:
    """After which entries somebody is waited for who has nothing to press: the buttons that stand are of an earlier
    entry, or there are none, and no sentence names a command.
    """
    before = {each.key for each in founded.open_offers()}
    for campaign, entry in zip(founded.follow_each(entries), entries, strict=True):
        keys = {each.key for each in campaign.open_offers()}
        told = any(isinstance(each, Public) and each.kind not in REASONS for each in campaign.tell(entry))
        if not campaign.is_ended and waits(campaign):
            if keys != before and not told:
                yield f"after entry {entry.seq} other things can be done, and nothing says so"
            for seat, due in campaign.due.items():
                own = any(campaign.game.offers(campaign.state, seat))
                if not (keys or own or "`/" in str(due.whole)):
                    yield f"after entry {entry.seq} the {seat} have nothing to press"
        before = keys


def ends_of(entries: Sequence[LogEntry], entry: LogEntry) -> tuple[datetime, datetime]:
    """When the silence after an entry begins, and the last moment of it; after the last entry it lasts for a month."""
    is_last = entry.seq == len(entries)
    return entry.at, entry.at + 10 * LONG if is_last else entries[entry.seq].at - timedelta(seconds=1)


async def read(database: Path) -> list[tuple[Campaign, list[LogEntry]]]:
    """The campaigns that a script left, as founded, with their logs."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        ids = [id_ for (id_,) in db.execute("SELECT id FROM campaign")]
    store = await SqliteStore.read(database)
    service = CampaignService(store, catalog())
    sessions = [await service.session(id_) for id_ in ids]
    found = [(each.campaign.as_founded(), await service.entries(each)) for each in sessions]
    await store.close()
    return found


@pytest.mark.by_day(4)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_no_script_falls_asleep(script: Path) -> None:
    played(script)
    found = [fault for founded, entries in asyncio.run(read(database_of(script))) for fault in idle(founded, entries)]
    assert found == []


@pytest.mark.by_day(4)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_every_awaited_player_has_something_to_press(script: Path) -> None:
    played(script)
    found = [fault for founded, log in asyncio.run(read(database_of(script))) for fault in dead_ends(founded, log)]
    assert found == []


@pytest.mark.parametrize("seed", range(many(1, 20)))
@pytest.mark.parametrize("game", ["fields-of-despair", "gathering-storm", "marne-1918"])
def test_in_a_random_game_too(game: str, seed: int) -> None:
    *_, (play, _) = random_play(all_games()[game], seed, 60, all_agree=True)
    assert [*dead_ends(play.campaign.as_founded(), play.log)] == []
