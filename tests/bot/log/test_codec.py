"""Log entries as rows: what is written is read, of every game, and what cannot be read is named."""

import json
import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.base.clock import milliseconds
from bot.log.codec import UnreadableEntry, read_entries, read_entry, read_founding, write_entry
from bot.storage import CampaignRow, EntryRow
from rules.campaign import Campaign
from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS, CAMPAIGN_EVENTS
from rules.campaign.decider.unknown import UnknownGame
from rules.campaign.life.rolling import RollDice
from rules.campaign.state.wait import Terms
from rules.command import Command, Event
from rules.log import LogEntry
from rules.seat import Player, Seat
from tests.games import BEGIN, SEED, all_games, founded
from tests.play import Play
from tests.rules.test_conformance import random_play
from tests.samples import sample

GAMES = all_games()
KINDS = [
    (name, kind)
    for name, game in sorted(GAMES.items())
    for kind in (*game.events_by_type.values(), *game.commands_by_type.values())
]


def entry(command: Command, *events: Event) -> LogEntry:
    return LogEntry(1, 7, BEGIN, 1, None, command, events, (), rules="0.1")


def round_trip(campaign: Campaign, given: LogEntry) -> LogEntry:
    return read_entry(campaign, write_entry(1, given))


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_event_and_command_is_read_as_it_was_written(game: str, kind: type[Any]) -> None:
    campaign = founded(GAMES[game])
    for chance in map(random.Random, range(5)):
        value = sample(kind, chance)
        given = entry(value) if isinstance(value, Command) else entry(RollDice(), value)
        read = round_trip(campaign, given)
        assert read == given
        assert [type(each) for each in read.events] == [type(each) for each in given.events]


@pytest.mark.parametrize("type_", sorted({*CAMPAIGN_EVENTS, *CAMPAIGN_COMMANDS}))
def test_constant_fields_are_read_back(type_: str) -> None:
    campaign = founded(GAMES["high-card"])
    for chance in map(random.Random, range(5)):
        command = sample(CAMPAIGN_COMMANDS[type_], chance) if type_ in CAMPAIGN_COMMANDS else RollDice()
        events = [sample(CAMPAIGN_EVENTS[type_], chance)] if type_ in CAMPAIGN_EVENTS else []
        given = entry(command, *events)
        assert round_trip(campaign, given) == given


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_played_log_is_read_as_it_was_written(game: str) -> None:
    *_, (play, _) = random_play(GAMES[game], 0, 40)
    rows = [write_entry(1, each) for each in play.log]
    assert read_entries(founded(GAMES[game]), rows) == play.log


def test_commands_and_events_carry_their_version() -> None:
    play = Play(GAMES["high-card"])
    play.do(1, "take")
    row = write_entry(5, play.log[0])
    assert json.loads(row.command) == {"v": 1, "type": "take"}
    assert [(event["v"], event["type"]) for event in json.loads(row.events)] == [(1, "taken")]
    assert (row.campaign, row.seq, row.seat, row.undoes) == (5, 1, "Red", None)
    assert row.interaction == play.log[0].interaction


def test_a_time_is_kept_to_the_millisecond() -> None:
    at = datetime(2026, 1, 5, 12, 30, 15, 123000, tzinfo=UTC)
    assert milliseconds(at) == 1767616215123
    play = Play(GAMES["high-card"])
    play.do(1, "take")
    row = write_entry(1, play.log[0])._replace(at=milliseconds(at))
    assert read_entry(play.campaign, row).at == at


BROKEN = [
    {"command": '{"type":"rain"}'}, {"command": '{"type":"bid","points":"many"}'}, {"command": "[]"},
    {"command": "3"}, {"events": '[{"type":"rained"}]'}, {"events": '[{"type":"bidden","seat":"Red"}]'},
    {"events": "[3]"}, {"events": '[{"no":"type"}]'}, {"dice": '[{"sides":6,"faces":[7]}]'}, {"dice": "{}"},
]  # fmt: skip


def broken_row(change: dict[str, Any]) -> EntryRow:
    play = Play(GAMES["high-card"])
    play.do(1, "take")
    return write_entry(3, play.log[0])._replace(seq=12, **change)


@pytest.mark.parametrize("change", BROKEN, ids=str)
def test_a_row_that_cannot_be_read_is_named(change: dict[str, str]) -> None:
    with pytest.raises(UnreadableEntry, match=r"^entry 12 of campaign 3 cannot be read\.$"):
        read_entry(founded(GAMES["high-card"]), broken_row(change))


@pytest.mark.parametrize("change", BROKEN, ids=str)
def test_in_a_game_that_this_bot_cannot_play_every_row_is_read(change: dict[str, str]) -> None:
    campaign = founded(UnknownGame("it has no such game."), seat=Seat("Red"))
    read = read_entry(campaign, broken_row(change))
    assert read.seq == 12
    assert campaign.tell(read) == ()
    assert campaign.follow(read).seq == 12
    assert not read.is_unseen


def test_a_private_deed_stays_one_also_where_nobody_can_read_it() -> None:
    """Its row has no number, in a game that this bot cannot play too."""
    row = broken_row({})._replace(number=None)
    assert read_entry(founded(UnknownGame("it has no such game."), seat=Seat("Red")), row).is_unseen


def test_a_founding_is_read_from_its_row_whole() -> None:
    row = CampaignRow(
        5, 6, 1767616215123, 10, 20, 30, "marne-1918", "The war", "Allies", "physical", SEED, "0.7", "d" * 64,
        '{"language":"fr","demo":true}',
    )  # fmt: skip
    found = read_founding(row)
    assert (found.game, found.name, found.founder, found.seat) == ("marne-1918", "The war", Player(30), Seat("Allies"))
    assert (found.dice, found.rules, found.data) == ("physical", "0.7", "d" * 64)
    assert found.at == datetime(2026, 1, 5, 12, 30, 15, 123000, tzinfo=UTC)
    assert found.terms == Terms(language="fr", demo=True)
    old = read_founding(row._replace(dice="sealed", data=None, rules="", terms="{}"))
    assert (old.dice, old.data, old.rules, old.terms) == ("sealed", "", "", Terms())


def test_every_part_of_an_entry_is_in_its_row_and_back() -> None:
    play = Play(GAMES["high-card"])
    play.do(1, RollDice(number=2, sides=6))
    given = replace(play.log[0], seq=9, interaction=8, user=7, seat=Seat("Blue"), undoes=4, rules="0.5")
    row = write_entry(3, given)
    assert (row[:6], row.undoes, row.rules, row.seal) == (
        (3, 9, 8, milliseconds(given.at), 7, "Blue"), 4, "0.5", None
    )  # fmt: skip
    assert read_entry(play.campaign, row) == given
    assert read_entry(play.campaign, row._replace(seal="a" * 64)) == replace(given, has_forgotten=True)
