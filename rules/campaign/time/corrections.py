"""What lies on the board: any player enters it, and any other says *That's wrong*, or that all of it matches."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.state.timeline import Action
from rules.campaign.time.undo import Undone, undone
from rules.command import Event, Offer
from rules.dice import Dice
from rules.errors import NotNow
from rules.kit.position import CorrectResult
from rules.line import Line, Listed, line
from rules.log import LogEntry
from rules.notice import Kind, Notice, Public, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown

MOST_KEPT = 20


class FoundWrong(CampaignEvent):
    """A player says that what ``by`` had entered is wrong, so the old value counts again: ``board`` says which."""

    player: Player
    by: Player
    title: Line
    board: tuple[Line, ...] = ()

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} says that this is wrong: {title}.", player=self.player, title=self.title)
        yield tell_all("What was entered before counts again.")
        yield from (Public(change, Kind.BOARD) for change in self.board)
        yield self.call

    @property
    def call(self) -> Public:
        """Who had entered it is called."""
        return replace(tell_all("{by}, look at it together.", by=self.by), kind=Kind.CALL)


class ThatsWrong(CampaignCommand):
    """Say that the correction with the number ``to`` is wrong: the old value counts again. ``board`` is what changes by
    that, as the bot has worked it out from the log.
    """

    title = "That's wrong"
    can_return = False
    to: int
    board: tuple[Line, ...] = ()

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        correction = _correction(campaign, self.to)
        if correction.command.stands_alone:
            yield Undone(entry=correction.number, title=correction.title, fallen=(correction.seq,))
        else:  # what was done unseen since rests on it
            yield undone(campaign, correction)
        yield FoundWrong(
            player=user, by=correction.by or correction.player, title=Line(correction.title), board=self.board
        )


CALLS = (ThatsWrong, CorrectResult)
"""The commands that call whom they affect."""


def affected(campaign: CampaignState, entry: LogEntry) -> Mapping[Player, Public]:
    """Return whom a correction calls by name, and how: of whom *That's wrong* says that what they had entered is wrong,
    and the others where an earlier result is corrected.
    """
    if isinstance(entry.command, CorrectResult):
        others = {player for players in campaign.roster.values() for player in players} - {entry.user}
        call = tell_all("{players}: a result was corrected. Look at your board.", players=Listed(sorted(others)))
        return dict.fromkeys(others, call)
    return {event.by: event.call for event in entry.events if isinstance(event, FoundWrong)}


def with_board(entry: LogEntry, board: Iterable[Line]) -> LogEntry:
    """Return an entry of *That's wrong* with what it changes on the board."""
    given = {"board": tuple(board)}
    events = (event.replace(**given) if isinstance(event, FoundWrong) else event for event in entry.events)
    return replace(entry, command=entry.command.replace(**given), events=tuple(events))


def offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """Yield *That's wrong* about the newest correction, for every player except the one who entered it. In a player's
    list it names the correction; everybody finds it below the result itself.
    """
    correction = campaign.last_correction
    if correction is None:
        return
    to, by, is_last = correction.number or 0, correction.by or correction.player, _is_last(campaign, correction)
    if not campaign.others(by) or not (is_last or correction.command.stands_alone):
        return
    is_new = correction in campaign.timeline.standing[-MOST_KEPT:]
    if user is None or (is_new and user != by and campaign.seats_of(user)):
        label = "That's wrong" if user is None else line("That's wrong: {title}", title=correction.line)
        yield None, Offer(ThatsWrong(to=to), label, version=to, minor=not is_last)


def _correction(campaign: CampaignState, number: int) -> Action:
    """Return a correction that nothing that happened since depends on. Raises ``NotNow``."""
    seen = [each for each in campaign.timeline.standing if each.command.is_correction and not each.is_unseen]
    for each in seen[-MOST_KEPT:]:
        if each.number == number and (each.command.stands_alone or _is_last(campaign, each)):
            return each
    raise NotNow("That correction can no longer be taken back. Enter another one.")


def _is_last(campaign: CampaignState, correction: Action) -> bool:
    last = campaign.timeline.last
    return last is not None and last.seq == correction.seq


class Checked(CampaignEvent):
    """A player found that the board matches, ``where`` the game stood."""

    player: Player
    where: Line

    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} has checked the board, and it matches: {where}.", player=self.player, where=Shown(self.where)
        )


class CheckBoard(CampaignCommand):
    """Say that the board matches as it stood after entry ``changed``, the last that had changed the game."""

    title = "Board checked"
    changed: int

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Checked]:
        if campaign.timeline.changed != self.changed:
            raise NotNow("The game has gone on since. `/record more what:check` lists what should lie there now.")
        yield Checked(player=user, where=campaign.game.where(campaign.state))


def tellings(campaign: CampaignState, user: int) -> Iterator[Offer]:
    """Yield what a player can tell of the table at any time."""
    asked = {each.command.type for each in campaign.requests}
    every = (each for seat in campaign.acts_for(user) for each in campaign.game.tellings(campaign.state, seat))
    once = {each.key: replace(each, version=campaign.actions) for each in every if each.command.type not in asked}
    yield from once.values()
