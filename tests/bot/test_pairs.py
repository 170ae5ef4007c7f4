"""Whatever one side hides and does unseen, everybody else reads, counts and can press the same, at the same times."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.chat.answering.responder import Responder
from bot.engine.service import Result
from bot.ui.interaction import Interaction
from rules.campaign.state.state import CampaignState
from rules.games import GAMES
from rules.games.marne_1918 import Marne1918
from rules.notice import Public, tell_all
from tests.bot.pairs import differences
from tests.faults.rounds import many

Leak = Callable[[pytest.MonkeyPatch], None]


@pytest.mark.parametrize("number", range(1, many(1, 12) + 1))
@pytest.mark.parametrize("game", [game.id for game in GAMES])
async def test_what_is_hidden_changes_nothing_for_anybody_else(tmp_path: Path, game: str, number: int) -> None:
    found, changed = await differences(tmp_path, game, number)
    assert found == []
    assert changed, "the worlds differ in something"


def count_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Private deeds are counted like all others."""
    monkeypatch.setattr(CampaignState, "number", lambda _, seq: seq)


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

    def pool(_: Marne1918, state: Any) -> list[Public]:
        return [tell_all(str(sorted(state.pools[side].zones.items()))) for side in state.pools]

    monkeypatch.setattr(Marne1918, "pool", pool)


@pytest.mark.parametrize("leak", [count_all, touch_the_channel, show_the_hands])
async def test_a_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak) -> None:
    leak(monkeypatch)
    found, _ = await differences(tmp_path, "marne-1918", 1)
    assert found
