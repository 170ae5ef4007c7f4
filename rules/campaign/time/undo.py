"""Undo: the last action of the game, freely, or with the others' consent if something was revealed."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.questions.requests import Asked, asking
from rules.campaign.state.actions import Action
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.command import Command
from rules.dice import Dice
from rules.entry import Entry
from rules.errors import NotNow
from rules.notice import Notice, tell_all, tell_rule, tell_seat, tell_unseen
from rules.seat import Player, Seat
from rules.secrets import Shown


class UndoRequested(Asked):
    """An action that somebody learned something by, or that is another side's, would be undone if the others agree."""

    type: Literal["undo_requested"] = "undo_requested"
    entry: int
    title: str

    @property
    @override
    def heading(self) -> str:
        return "Undo requested"

    @override
    def meant(self, command: Command) -> Command:
        """The action that was the last one then, whatever somebody does unseen meanwhile."""
        return Undo(entry=self.entry)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} wants to undo “{title}” (entry {entry}).",
            player=self.player,
            entry=Entry(self.entry),
            title=Shown(self.title),
        )
        yield from self.tell_needed()


class Undone(CampaignEvent):
    """An entry was undone; the dice rolled for it stay used. With it falls what some seats had done unseen and what
    would not come out so without it (``also``, ``sides``). Of a private deed its own ``seat`` alone reads that it is
    undone.
    """

    type: Literal["undone"] = "undone"
    entry: int
    title: str
    also: tuple[int, ...] = ()
    sides: tuple[Seat, ...] = ()
    seat: Seat | None = None

    @property
    @override
    def is_unseen(self) -> bool:
        return self.seat is not None

    @property
    @override
    def heading(self) -> str:
        return "Action undone"

    @property
    @override
    def undone(self) -> tuple[int, ...]:
        return (self.entry, *self.also)

    @override
    def apply(self, campaign: C) -> C:
        return campaign if self.is_unseen else _without_undo_requests(campaign)

    @override
    def tell(self) -> Iterator[Notice]:
        if self.seat is not None:
            yield tell_seat(self.seat, "What you did unseen is undone.")
            return
        yield tell_all("Entry {entry}, “{title}”, is undone.", entry=Entry(self.entry), title=Shown(self.title))
        for side in self.sides:
            yield tell_unseen(side, "What you did unseen after it is undone, too.")
        yield tell_rule("The entry stays in the log, and its dice stay used.")


class Undo(CampaignCommand):
    """Undo the last action that the user knows of: the last that everybody saw, or a private deed of one's own side
    since. ``entry`` is one for which others were asked.
    """

    title: ClassVar[str] = "Undo"
    wish: ClassVar[str] = "undo an action"
    type: Literal["undo"] = "undo"
    entry: int = 0

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Undone]:
        """Any player can ask for it. Raises ``NotYours`` for others, ``NotNow`` where there is nothing to undo."""
        campaign.check_seated(user)
        last = self._last(campaign, user)
        if last.is_unseen:
            yield Undone(entry=last.entry, title=last.title, seat=last.seat)
            return
        yield undone(campaign, last)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """Nobody for an action of one's own by which nobody learned anything, and for ending a phase in which nobody
        did, while one's bank of time lasts and nobody has gone on since. Otherwise all other sides, unless a referee
        who plays no side undoes it.
        """
        return needed_to_undo(campaign, user, (self._last(campaign, user),))

    def _last(self, campaign: CampaignState, user: Player) -> Action:
        own = campaign.acts_for(user)
        known = (each for each in reversed(campaign.standing) if not each.is_unseen or each.seat in own)
        last = campaign.last_action if self.entry else next(known, None)
        if last is None:
            raise NotNow("There is nothing to undo.")
        if self.entry not in (0, last.entry):
            raise NotNow("The game has gone on since, so this is not undone.")
        return last

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> UndoRequested:
        last = self._last(campaign, user)
        return asking(UndoRequested, campaign, user, needed, entry=last.entry, title=last.title)


def needed_to_undo(campaign: CampaignState, user: Player, actions: Iterable[Action]) -> frozenset[Seat]:
    """The seats that must agree before a user undoes some actions."""
    actions, own = tuple(actions), campaign.seats_of(user)
    if not actions or campaign.is_neutral_referee(user):
        return frozenset()
    first, at = actions[0], campaign.at or actions[0].at
    is_missed = first.is_missed_by(own, at - first.at)
    # what a side missed, it takes back with all that the others did since
    if is_missed and all(each.is_free for each in actions):
        return frozenset()
    if all(each.is_unseen or (each.is_free and _is_own_to_undo(campaign, user, each)) for each in actions):
        return frozenset()
    return campaign.others(user)


def _is_own_to_undo(campaign: CampaignState, user: Player, action: Action) -> bool:
    """Whether an action by which nobody learned anything is a user's own affair: what they did, and the end of a phase
    that they can still keep open, as long as nobody else has done anything since that all can see.
    """
    is_own = action.seat in campaign.seats_of(user) or action.player == user
    if not action.ends_phase:
        return is_own
    others = {player for players in campaign.roster.values() for player in players} - {user}
    went_on = any(campaign.seen.get(each, action.at) > action.at for each in others)
    return not went_on


def undone(campaign: CampaignState, action: Action) -> Undone:
    """The event by which an action that everybody saw is undone, with every private deed after it."""
    after = [each for each in campaign.standing if each.is_unseen and each.entry > action.entry]
    also, sides = tuple(each.entry for each in after), tuple(sorted({each.seat for each in after}))
    return Undone(entry=action.entry, title=action.title, also=also, sides=sides)


def _without_undo_requests(campaign: C) -> C:
    return replace(campaign, requests=tuple(each for each in campaign.requests if not isinstance(each.command, Undo)))
