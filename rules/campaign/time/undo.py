"""Undo: the last action of the game, freely, or with the others' consent if something was revealed."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.questions.requests import Asked, asking
from rules.campaign.state.actions import Action
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow
from rules.notice import Notice, tell_all, tell_rule
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
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} asks to undo entry {entry}, “{title}”.",
            player=self.player,
            entry=self.entry,
            title=Shown(self.title),
        )
        yield from self.tell_needed()


class Undone(CampaignEvent):
    """An entry was undone; the dice rolled for it stay used."""

    type: Literal["undone"] = "undone"
    entry: int
    title: str

    @property
    @override
    def heading(self) -> str:
        return "Action undone"

    @property
    @override
    def undone(self) -> tuple[int, ...]:
        return (self.entry,)

    @override
    def apply(self, campaign: C) -> C:
        return _without_undo_requests(campaign)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("Entry {entry}, “{title}”, is undone.", entry=self.entry, title=Shown(self.title))
        yield tell_rule("The entry stays in the log, and its dice stay used.")


class Undo(CampaignCommand):
    """Undo the last action."""

    title: ClassVar[str] = "Undo"
    type: Literal["undo"] = "undo"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Undone]:
        """Any player can ask for it. Raises ``NotYours`` for others, ``NotNow`` where there is nothing to undo."""
        campaign.check_seated(user)
        last = _last(campaign)
        yield Undone(entry=last.entry, title=last.title)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """Nobody for an action of one's own by which nobody learned anything, and for ending a phase in which nobody
        did, while one's bank of time lasts. Otherwise all other sides, unless a referee who plays no side undoes it.
        """
        return needed_to_undo(campaign, user, (_last(campaign),))

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> UndoRequested:
        last = _last(campaign)
        return asking(UndoRequested, campaign, user, needed, entry=last.entry, title=last.title)


def needed_to_undo(campaign: CampaignState, user: Player, actions: Iterable[Action]) -> frozenset[Seat]:
    """The seats that must agree before a user undoes some actions."""
    actions, own = tuple(actions), campaign.seats_of(user)
    if campaign.is_neutral_referee(user):
        return frozenset()
    # what a side missed, it takes back with all that the others did since
    if actions[0].is_missed_by(own, campaign.at) and all(each.is_free for each in actions):
        return frozenset()
    can_hold = not campaign.is_out_of_time(user)
    if all(
        each.is_free and (each.seat in own or each.player == user or (each.ends_phase and can_hold)) for each in actions
    ):
        return frozenset()
    return campaign.others(user)


def _last(campaign: CampaignState) -> Action:
    if campaign.last_action is None:
        raise NotNow("There is nothing to undo.")
    return campaign.last_action


def _without_undo_requests(campaign: C) -> C:
    return replace(campaign, requests=tuple(each for each in campaign.requests if not isinstance(each.command, Undo)))
