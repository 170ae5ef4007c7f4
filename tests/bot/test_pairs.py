"""Whatever one side hides and does unseen, everybody else reads, counts and can press the same, at the same times."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.chat.answering.responder import Responder
from bot.engine.service import CampaignService, Result
from bot.log import export
from bot.log.chain import ToWrite
from bot.log.codec import next_entry
from bot.messages import hand_message
from bot.messages.interaction import Interaction
from rules.campaign import Campaign, Decision
from rules.campaign.life.rolling import RollDice
from rules.campaign.state.state import CampaignState
from rules.campaign.time import undo
from rules.command import Event
from rules.dice import Dice
from rules.errors import NotNow
from rules.games import GAMES
from rules.games.gathering_storm.powers import RUSSIA
from rules.log import LogEntry
from rules.notice import Public, tell_all, tell_seat
from rules.seat import REFEREE, Player, Seat, sides
from rules.secrets import Shown
from tests.bot.pairs import differences
from tests.faults.rounds import many
from tests.games import marne

KINDS = {
    "marne-1918": {"drawn", "look"},
    "gathering-storm": {"dealt", "recorded", "record", "look"},
    "fields-of-despair": {"look"},
}
"""The kinds of secrets in which the first pair of each game differs at least."""
FIRST = {"fields-of-despair": 2}
"""The pairs of a game come after so many, so that the first of them has all its kinds."""
RUSSIA_HIDES = 5
"""A pair in which it is Russia that hides something, or the Germans; in Fields of Despair it can only be the Allies."""
Leak = Callable[[pytest.MonkeyPatch], None]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("number", range(1, many(1, 12) + 1))
@pytest.mark.parametrize("game", [game.id for game in GAMES])
async def test_hidden_facts_change_nothing_for_others(tmp_path: Path, game: str, number: int) -> None:
    pair = await differences(tmp_path, game, FIRST.get(game, 0) + number)
    assert pair.found == []
    assert pair.openings == set(), "what nobody but its owner opens tells all the same"
    if number == 1:
        assert pair.changed >= KINDS[game], "the worlds differ in what they are to differ in"


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("game", "referee"), [(game.id, seat) for game in GAMES for seat in (*game.seats, REFEREE)])
async def test_wherever_the_referee_sits(tmp_path: Path, game: str, referee: Seat) -> None:
    """Who founds a campaign is its referee and plays any side of it, or none: it learns no more than its own side."""
    pair = await differences(tmp_path, game, RUSSIA_HIDES, steps=many(4, 6), most=2, referee=referee)
    assert pair.found == []


def take_the_referee_for_a_russian(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is of neither alliance reads Russia's hand."""
    russian = {REFEREE: RUSSIA}
    monkeypatch.setattr(hand_message, "sides", lambda seats: {*sides(russian.get(each, each) for each in seats)})


def count_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Private deeds are counted like all others."""
    made = next_entry

    def counted(campaign: Campaign, interaction: int, at: datetime, user: int, done: Decision) -> LogEntry:
        return replace(made(campaign, interaction, at, user, done), number=campaign.number + 1)

    monkeypatch.setattr("bot.engine.commit.next_entry", counted)


def touch_the_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest message is edited whenever somebody has done something."""
    respond = Responder._respond

    async def edited(self: Responder, interaction: Interaction, result: Result, *, in_hand: bool) -> None:
        await respond(self, interaction, result, in_hand=in_hand)
        newest, channel = await self.results.newest(result.id), interaction.channel
        assert newest is not None
        assert isinstance(channel, discord.TextChannel)
        await channel.get_partial_message(newest.message).edit(content="-")

    monkeypatch.setattr(Responder, "_respond", edited)


def show_the_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool says which markers are in no hand."""

    def pool(state: Any) -> list[Public]:
        return [tell_all(str(sorted(state.pools[side].zones.items()))) for side in state.pools]

    monkeypatch.setattr(marne(), "pool", pool)


def name_who_did_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log lists private deeds, without their content."""
    monkeypatch.setattr(CampaignService, "newest_seen", CampaignService.newest)


def put_what_is_held_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool lists the same markers as ever, in another order."""

    def pool(state: Any) -> list[Public]:
        zones = [(zone.value, id_) for each in state.pools.values() for id_, zone in each.zones.items()]
        return [tell_all("{marker}", marker=Shown(id_)) for _, id_ in sorted(zones)]

    monkeypatch.setattr(marne(), "pool", pool)


def export_more_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record holds a closed line for each private deed."""
    monkeypatch.setattr(export, "entry_of", lambda row: ToWrite(export.content_of(row), False, row.seal))


def refuse_after_a_deed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice are refused once somebody has done something unseen."""
    decide = RollDice.decide

    def refused(self: RollDice, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        if campaign.timeline.deeds:
            raise NotNow("Dice cannot be rolled now.")
        yield from decide(self, campaign, user, dice)

    monkeypatch.setattr(RollDice, "decide", refused)


def say_whose_deeds_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is undone with somebody else's action is pointed out to its side in the channel."""
    monkeypatch.setattr(undo, "tell_unseen", tell_seat)


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("game", "number", "leak"),
    [
        ("gathering-storm", RUSSIA_HIDES, take_the_referee_for_a_russian),
        ("gathering-storm", 1, count_all),
        ("gathering-storm", 1, touch_the_channel),
        ("marne-1918", 1, show_the_hands),
        ("gathering-storm", 1, name_who_did_it),
        ("gathering-storm", 1, export_more_lines),
        ("marne-1918", 1, put_what_is_held_last),
        ("gathering-storm", 1, refuse_after_a_deed),
        ("gathering-storm", 1, say_whose_deeds_fall),
    ],
)
async def test_a_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, number: int, leak: Leak
) -> None:
    """Who, when, how many, of what size, in which order; what is said, refused and can be pressed."""
    leak(monkeypatch)
    is_of_the_referee = leak is take_the_referee_for_a_russian
    most, referee = (9, REFEREE) if is_of_the_referee else (1, None)
    assert (await differences(tmp_path, game, number, most=most, referee=referee)).found
