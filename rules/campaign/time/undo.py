"""Undo and rewind: back before the last action, or to an earlier entry, by undoing every action of the game since.

You take back alone what is your own, as long as nobody has learned anything by it or acted on it; otherwise the other
sides are asked. What seats did unseen meanwhile falls with it, and each of them reads so.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any, Self

from pydantic import Field
from typing_extensions import override

from rules.campaign.questions.requests import still_open
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.state.timeline import MOST_KEPT, Action
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.line import Line, Listed, line
from rules.log import LogEntry
from rules.notice import Kind, Notice, Public, tell_all, tell_next, tell_rule, tell_seat, tell_unseen
from rules.seat import Player, Seat
from rules.secrets import Shown

MOST_NAMED = 2
"""So many of the actions are named."""
MOST_ON_BOARD = 12
"""So many changes of the board are told."""


class TakenBack(CampaignEvent, named=""):
    """Actions of the game were undone, the dice of which stay used: the entries ``fallen``, by their ``seq``, with what
    some ``sides`` had done unseen.
    """

    fallen: tuple[int, ...]
    sides: tuple[Seat, ...] = ()

    @property
    @override
    def undone(self) -> tuple[int, ...]:
        return self.fallen

    @override
    def follow(self, campaign: C, entry: LogEntry) -> C:
        """Return what was asked of how the game stood is void, what stood after the actions is no point to go back to,
        and what play waits for begins now.
        """
        if entry.is_unseen:
            return campaign
        struck = [each for each in campaign.timeline.struck if each.seq in self.fallen]
        left = still_open(campaign, entry, campaign.state, ends_phase=any(each.command.ends_phase for each in struck))
        began = {wait: began for wait, began in campaign.began.items() if not wait.due}
        timeline = replace(campaign.timeline, changed=campaign.number)
        if entry.command.can_return:
            again = [each.seq for each in struck if each.command.can_return]
            timeline = timeline.undone(again, entry.seq)
        return replace(campaign, requests=left, timeline=timeline, began=began)


class Undone(TakenBack):
    """An action was undone. Of a private deed its own ``seat`` alone reads that it is."""

    headline = "Action undone"
    entry: int | None
    title: str
    seat: Seat | None = None

    @property
    @override
    def is_unseen(self) -> bool:
        return self.entry is None

    def tell(self) -> Iterator[Notice]:
        if self.entry is None:
            assert self.seat is not None, "a private deed has a seat"
            yield tell_seat(self.seat, "What you did unseen is undone.")
            return
        yield tell_all("Undone: “{title}”.", title=Shown(self.title))
        for side in self.sides:
            yield tell_unseen(side, "What you did unseen after it is undone, too.")
        yield tell_rule("The entry stays in the log, and its dice stay used.")


class Rewound(TakenBack):
    """All ``count`` actions after the entry ``to`` were undone, from the entry ``first`` to ``last``."""

    headline = "Rewound"
    to: int
    count: int
    first: int
    last: int
    board: tuple[Line, ...] = ()

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{count} {count:action is|actions are} undone, and play goes on from there.", count=self.count)
        for side in self.sides:
            yield tell_unseen(side, "What you did unseen since then is undone, too.")
        for change in self.board[:MOST_ON_BOARD]:
            yield Public(change, Kind.BOARD)
        yield tell_next("`/record more what:redo` brings them back, with the same dice.")
        yield tell_rule("The entries stay in the log, and their dice stay used.")


class Undo(CampaignCommand):
    """Undo the last action that the user knows of: the last that everybody saw, or a private deed of one's own side
    since. ``entry`` is one for which others were asked.
    """

    title = "Undo"
    wants_answers = True  # what a die or a secret has decided is not taken back by silence
    is_about_game = True
    is_same_for_all = True
    wish = "undo an action"
    entry: int = 0

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Undone]:
        last = self._last(campaign, user)
        if last.is_unseen:
            yield Undone(entry=None, title=last.title, seat=last.seat, fallen=(last.seq,))
        else:
            yield undone(campaign, last)

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """Return the user's own seat that did it, if one of theirs did."""
        seat = self._last(campaign, user).seat
        return seat if seat in campaign.seats_of(user) else super().seat_in(campaign, user)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        return needed_to_undo(campaign, user, (self._last(campaign, user),))

    def _last(self, campaign: CampaignState, user: Player) -> Action:
        own = campaign.acts_for(user)
        known = (each for each in reversed(campaign.timeline.standing) if not each.is_unseen or each.seat in own)
        last = campaign.timeline.last if self.entry else next(known, None)
        if last is None:
            raise NotNow("There is nothing to undo.")
        if self.entry not in (0, last.number):
            raise NotNow("The game has gone on since, so this is not undone.")
        return last

    @override
    def meant(self, campaign: CampaignState, user: Player) -> Self:
        """Return the action that is the last one now, whatever somebody does unseen meanwhile."""
        return self.replace(entry=self._last(campaign, user).number)

    @override
    def asks(self, campaign: CampaignState, user: Player) -> Iterator[Line]:
        last = self._last(campaign, user)
        if last.seat in campaign.seats_of(user):
            yield line("“{title}”", title=Shown(last.title))
        else:
            yield line("“{title}” ({seat})", title=Shown(last.title), seat=last.seat)


class Rewind(CampaignCommand):
    """Undo every action of the game after the entry with the number ``to``.

    ``last`` is the newest action of which the player has read what it would change: if there is a newer one, nothing is
    undone. ``board`` is what changes on the board, as the bot has worked it out from the log.
    """

    title = "Rewind"
    wants_answers = True  # what a die or a secret has decided is not taken back by silence
    is_about_game = True
    is_same_for_all = True
    wish = "go back to an earlier point"
    to: Annotated[int, Field(ge=0)]
    last: int
    where: Line | None = None
    board: tuple[Line, ...] = ()

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Rewound]:
        yield rewound(campaign, self.to, self._undone(campaign), self.board)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        return needed_to_undo(campaign, user, self._undone(campaign))

    @override
    def wanted(self) -> Line:
        if self.where is None:
            return line("go back to entry {to}", to=self.to)
        return line("go back to {where}", where=Shown(self.where))

    @override
    def asks(self, campaign: CampaignState, user: Player) -> Iterator[Line]:
        actions = self._undone(campaign)
        titles, dice = Shown(named(titles_of(actions))), sum(each.dice for each in actions)
        yield line("It takes back {count} {count:action|actions}: {titles}", count=len(actions), titles=titles)
        if dice:
            yield line("{dice} {dice:die stays|dice stay} used.", dice=dice)

    @override
    def differs(self, campaign: CampaignState) -> Iterator[Line]:
        yield from self.board[:MOST_ON_BOARD]

    def _undone(self, campaign: CampaignState) -> tuple[Action, ...]:
        actions = actions_after(campaign, self.to)
        if actions[-1].number != self.last:
            raise NotNow("The game has gone on since. `/record rewind` shows what would be undone now.")
        return actions


def needed_to_undo(campaign: CampaignState, user: Player, actions: Iterable[Action]) -> frozenset[Seat]:
    """Return the seats that must agree before a user undoes some actions: nobody where all are the user's own and
    nobody learned anything by them, nor for a referee who plays no side.
    """
    own = campaign.seats_of(user)
    is_own = all(
        each.is_unseen or (each.is_free and (each.seat in own or user in (each.player, each.by))) for each in actions
    )
    return frozenset() if is_own else campaign.all_others(user)


def actions_after(campaign: CampaignState, to: int) -> tuple[Action, ...]:
    """Return the actions that a rewind to the entry of a number undoes, the oldest first, as far as everybody saw them.
    Raises ``RuleError`` if there is none.
    """
    if not 0 <= to <= campaign.number:
        raise NotThere("Choose an entry from {first} to {last}.", first=0, last=campaign.number)
    actions = tuple(each for each in campaign.timeline.standing if each.number is not None and each.number > to)
    if not actions:
        raise NotNow("There is nothing after that to take back.")
    if len(actions) == MOST_KEPT:
        raise NotNow("That is too far for one step: at most {most} actions can be undone at once.", most=MOST_KEPT - 1)
    return actions


def undone(campaign: CampaignState, action: Action) -> Undone:
    """Return the event by which the last action that everybody saw is undone, with every private deed after it."""
    return Undone(entry=action.number, title=action.title, **_fallen(campaign, action))


def rewound(campaign: CampaignState, to: int, actions: tuple[Action, ...], board: tuple[Line, ...] = ()) -> Rewound:
    """Return the event by which some actions are undone, with every private deed since the first of them."""
    first, last = actions[0].number or 0, actions[-1].number or 0
    fallen = _fallen(campaign, actions[0])
    return Rewound(to=to, count=len(actions), first=first, last=last, board=board, **fallen)


def _fallen(campaign: CampaignState, first: Action) -> dict[str, Any]:
    """Return what falls with an action: all since, and the sides that did something unseen."""
    every = campaign.timeline.since(first)
    sides = sorted({each.seat for each in every if each.is_unseen})
    return {"fallen": tuple(each.seq for each in every), "sides": tuple(sides)}


def titles_of(actions: Iterable[Action]) -> tuple[Line, ...]:
    """Return what some actions did, each once."""
    return tuple(dict.fromkeys(each.line for each in actions))


def named(titles: tuple[Line, ...]) -> Line:
    """Some titles, of many the first."""
    shown = Listed(titles[:MOST_NAMED])
    return line("{titles} …" if len(titles) > MOST_NAMED else "{titles}.", titles=shown)
