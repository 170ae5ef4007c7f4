"""The end of a phase or turn: each side ends its own part, and those who can still act are asked first."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal

from typing_extensions import override

from rules.campaign.questions import requests
from rules.campaign.questions.requests import Asked, lost_by
from rules.campaign.state.state import CampaignState
from rules.command import Command, GameCommand
from rules.errors import Unsure
from rules.game import REDEAL
from rules.line import Listed, both, line
from rules.notice import Notice, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown


class PhaseEndRequested(Asked):
    """A player is done with a phase or turn in which other sides can still act."""

    type: Literal["phase_end_requested"] = "phase_end_requested"

    @property
    @override
    def heading(self) -> str:
        return "Waiting for the others"

    @override
    def tell(self) -> Iterator[Notice]:
        names = both(self.needed)
        yield tell_all("{player} is done. {names}: act, or press **Done**.", player=self.player, names=names)
        if self.until is not None:
            when = Shown(f"<t:{int(self.until.timestamp())}:R>")
            yield tell_all("Any player can go on {when}.", when=when)


def needed_for(campaign: CampaignState, user: int, seat: Seat, command: GameCommand[Any, Any]) -> frozenset[Seat]:
    """The seats whose players must agree before a user gives a command of the game for a seat."""
    others = campaign.others(user) - {seat}
    if command.type == REDEAL and campaign.is_endangered(seat):
        return frozenset()
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


def check_sure(campaign: CampaignState, user: int, command: GameCommand[Any, Any], after: Any) -> None:
    """Whether the player knows what they lose by the end of a phase, what is probably a slip, and whose hands come
    before their eyes. ``after`` is the state of the game after the command. Raises ``Unsure``.
    """
    lines = [*command.doubts(campaign.game.data, campaign.state), *lost_by(campaign, user, command)]
    # in a demo nobody waits for a seat, so nobody is warned of it; the book is kept all the same
    if not campaign.founding.terms.demo and (seats := _read_by(campaign, user, after)):
        lines.append(
            line(
                "Nobody holds these seats: {names}. You will read what they hold, and whoever joins is told so.",
                names=Listed(seats),
            )
        )
    if lines:
        raise Unsure(tuple(lines))


def _read_by(campaign: CampaignState, user: int, after: Any) -> list[Seat]:
    """The free seats whose hands a referee who acts for them reads for the first time."""
    free = set(campaign.acts_for(user)) - {*campaign.seats_of(user)} - campaign.exposed
    return [seat for seat in campaign.game.seats if seat in free and campaign.game.has_secrets(after, seat)]


def asked_for(campaign: CampaignState, user: Player, command: GameCommand[Any, Any], needed: frozenset[Seat]) -> Asked:
    """The event by which those seats are asked."""
    seats = tuple(sorted(needed))
    if command.ends_phase:
        until = campaign.answer_by(needed)
        return PhaseEndRequested(player=user, needed=seats, until=until, goes_on=True)
    return requests.asked_for(campaign, user, command, needed)
