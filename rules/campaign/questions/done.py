"""*Done*: who has not said so yet, in which words, and what each side loses by it."""

from collections.abc import Collection, Mapping
from typing import Any

from rules.campaign.questions.orders import passes_in
from rules.campaign.state.state import CampaignState
from rules.command import Command, GameCommand
from rules.line import Line
from rules.seat import Seat, sides

DONE = Line("Done")


def done_by(campaign: CampaignState, seat: Seat, command: Command) -> Line:
    """Return how a seat says that a phase can end: in the words of the game, or else that it is done."""
    if not isinstance(command, GameCommand) or not command.ends_phase:
        return DONE
    return campaign.game.done(campaign.state, seat, command) or DONE


def not_done(campaign: CampaignState, command: GameCommand[Any, Any]) -> frozenset[Seat]:
    """Return the sides that could still act in what a command ends, and are not done with it by an order or a request
    of their own.
    """
    done = _done_with(campaign, command)
    acting = campaign.game.acting(campaign.state, command)
    return frozenset(
        seat
        for seat, phases in acting.items()
        if not all(passes_in(campaign, seat, each) or each in done.get(seat, ()) for each in phases)
    )


def _done_with(campaign: CampaignState, command: Command) -> Mapping[Seat, Collection[str]]:
    """Return the phases that each side is done with: those that its other requests would end."""
    done = dict[Seat, frozenset[str]]()
    for asked in campaign.requests:
        if isinstance(asked.command, GameCommand) and asked.command.ends_phase and asked.command != command:
            acting = campaign.game.acting(campaign.state, asked.command)
            for seat in campaign.seats_of(asked.player):
                done[seat] = done.get(seat, frozenset()).union(acting.get(seat, ()))
    return done


def lost_by(campaign: CampaignState, user: int, command: Command) -> tuple[Line, ...]:
    """Return what a player's own sides lose by the end of a phase, each sentence once."""
    if not (isinstance(command, GameCommand) and command.ends_phase):
        return ()
    own = (campaign.game.lost(campaign.state, seat, command) for seat in sides(campaign.seats_of(user)))
    return tuple({str(each): each for lines in own for each in lines}.values())
