"""The end of a phase or turn: each side ends its own part, and those who can still act are asked first."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal

from typing_extensions import override

from rules.campaign.questions.requests import Asked
from rules.campaign.state.state import CampaignState
from rules.command import Command, GameCommand
from rules.errors import Unsure
from rules.line import Line, Listed, both
from rules.notice import Notice, Public, tell_all
from rules.seat import Player, Seat, sides
from rules.secrets import Shown


class PhaseEndRequested(Asked):
    """A player is done with a phase or turn in which other sides can still act."""

    type: Literal["phase_end_requested"] = "phase_end_requested"
    skipped: tuple[Line, ...] = ()

    @property
    @override
    def heading(self) -> str:
        return "Waiting for the others"

    @override
    def tell(self) -> Iterator[Notice]:
        names = both(self.needed)
        yield tell_all("{player} is done. {names}: act, or press **Done**.", player=self.player, names=names)
        for text in self.skipped:
            yield Public(text).under("Would be skipped")
        if self.until is not None:
            when = Shown(f"<t:{int(self.until.timestamp())}:R>")
            yield tell_all("Any player can go on {when}.", when=when)


class ActionRequested(Asked):
    """A player wants to do something in the game that the other sides must agree to."""

    type: Literal["action_requested"] = "action_requested"
    wish: Line
    said: tuple[Line, ...] = ()

    @property
    @override
    def heading(self) -> str:
        return "Consent asked"

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} wants to {wish}.", player=self.player, wish=self.wish)
        if self.said:
            yield tell_all("As follows: {said}.", said=Listed(self.said))
        yield from self.tell_needed()


def needed_for(campaign: CampaignState, user: int, seat: Seat, command: GameCommand[Any, Any]) -> frozenset[Seat]:
    """The seats whose players must agree before a user gives a command of the game for a seat."""
    others = campaign.others(user) - {seat}
    if command.ends_phase:
        acting = campaign.game.acting(campaign.state, command)
        late, done = _late(campaign, acting), _done_with(campaign, command)
        wanting = {
            seat
            for seat, phases in acting.items()
            if not all(campaign.passes(seat, each) or each in done.get(seat, ()) for each in phases)
        }
        return others & wanting - late
    return others if campaign.is_for_all(command) and not campaign.is_neutral_referee(user) else frozenset()


def _done_with(campaign: CampaignState, command: Command) -> Mapping[Seat, Collection[str]]:
    """The phases that sides have asked to end by another command: who wants to end the turn is done with each phase."""
    done = dict[Seat, frozenset[str]]()
    for asked in campaign.requests:
        if isinstance(asked.command, GameCommand) and asked.command.ends_phase and asked.command != command:
            acting = campaign.game.acting(campaign.state, asked.command)
            for seat in campaign.seats_of(asked.player):
                done[seat] = done.get(seat, frozenset()).union(acting.get(seat, ()))
    return done


def _missed(campaign: CampaignState, user: int, command: GameCommand[Any, Any]) -> Iterator[Public]:
    """What a player would pass over of sides that nobody asks, and of their own."""
    game, state = campaign.game, campaign.state
    answering = _answering(campaign, user)
    idle = {seat for seat in sides(campaign.seats_of(user)) if not game.can_miss(state, seat, command)}
    yield from game.skipped(state, command, campaign.done | answering | idle)


def _answering(campaign: CampaignState, user: int) -> frozenset[Seat]:
    """The other sides that say themselves what they still do, when they are asked or by a plan."""
    return campaign.others(user) - _late(campaign, campaign.game.seats)


def _late(campaign: CampaignState, acting: Iterable[Seat]) -> frozenset[Seat]:
    """Those of some seats whose time to move is over: they are not asked."""
    return frozenset(seat for seat in acting if campaign.is_past(campaign.move_by(seat)))


def check_sure(campaign: CampaignState, user: int, command: GameCommand[Any, Any]) -> None:
    """Whether the player knows what ending a phase skips, and what is probably a slip. The others are asked themselves,
    or have answered by a plan, which this must not tell. Raises ``Unsure``.
    """
    over = _missed(campaign, user, command) if command.ends_phase else ()
    lines = [*command.doubts(campaign.game.data, campaign.state), *(each.line for each in over)]
    if lines:
        raise Unsure(tuple(lines))


def asked_for(campaign: CampaignState, user: Player, command: GameCommand[Any, Any], needed: frozenset[Seat]) -> Asked:
    """The event by which those seats are asked."""
    seats = tuple(sorted(needed))
    if command.ends_phase:
        until = campaign.go_on_by(needed)
        done = campaign.done | _answering(campaign, user) | frozenset(campaign.seats_of(user))
        skipped = tuple(each.line for each in campaign.game.skipped(campaign.state, command, done))
        return PhaseEndRequested(player=user, needed=seats, until=until, goes_on=True, skipped=skipped)
    until, said = campaign.answer_by(needed), tuple(command.said())
    return ActionRequested(player=user, needed=seats, until=until, wish=command.wanted(), said=said)
