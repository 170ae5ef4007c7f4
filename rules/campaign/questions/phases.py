"""The end of a phase or turn: each side ends its own part, and those who can still act are asked first."""

from collections.abc import Collection, Mapping
from typing import Any

from rules.campaign.questions.requests import lost_by
from rules.campaign.state.state import CampaignState
from rules.command import Command, GameCommand
from rules.errors import Unsure
from rules.seat import Seat


def needed_for(campaign: CampaignState, user: int, seat: Seat, command: GameCommand[Any, Any]) -> frozenset[Seat]:
    """The seats whose players must agree before a user gives a command of the game for a seat."""
    others = campaign.others(user) - {seat}
    if command.ends_phase:
        acting = campaign.game.acting(campaign.state, command)
        done = _done_with(campaign, command)
        wanting = {
            seat
            for seat, phases in acting.items()
            if not all(campaign.passes(seat, each) or each in done.get(seat, ()) for each in phases)
        }
        return others & wanting
    return others if command.needs_consent and not campaign.is_neutral_referee(user) else frozenset()


def _done_with(campaign: CampaignState, command: Command) -> Mapping[Seat, Collection[str]]:
    """The phases that sides have asked to end by another command: who wants to end the turn is done with each phase."""
    done = dict[Seat, frozenset[str]]()
    for asked in campaign.requests:
        if isinstance(asked.command, GameCommand) and asked.command.ends_phase and asked.command != command:
            acting = campaign.game.acting(campaign.state, asked.command)
            for seat in campaign.seats_of(asked.player):
                done[seat] = done.get(seat, frozenset()).union(acting.get(seat, ()))
    return done


def check_sure(campaign: CampaignState, user: int, command: GameCommand[Any, Any]) -> None:
    """Whether the player knows what they lose by the end of a phase, and what is probably a slip. Raises ``Unsure``."""
    lines = [*command.doubts(campaign.game.data, campaign.state), *lost_by(campaign, user, command)]
    if lines:
        raise Unsure(tuple(lines))
