"""Rewind: back to an earlier entry, by undoing every action of the game after it."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.campaign.questions.requests import Asked, asking
from rules.campaign.state.actions import MOST_KEPT, Action, title_of
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.time.undo import needed_to_undo
from rules.dice import Dice
from rules.entry import Entry
from rules.errors import NotNow, NotThere
from rules.line import Line, Listed, line
from rules.notice import Kind, Notice, Public, tell_all, tell_next, tell_rule, tell_unseen
from rules.seat import Player, Seat
from rules.secrets import Shown

MOST_NAMED = 2
"""So many of the actions are named."""
MOST_ON_BOARD = 12
"""So many changes of the board are told."""


class RewindRequested(Asked):
    """A player asks to go back to just after the entry ``to``: the actions ``entries`` would be undone.

    ``where`` is how the game stands there, ``dice`` counts the dice that stay used, ``board`` is what would change.
    """

    type: Literal["rewind_requested"] = "rewind_requested"
    to: int
    entries: tuple[int, ...]
    titles: tuple[Line, ...]
    dice: int
    where: Line | None = None
    board: tuple[Line, ...] = ()

    @property
    @override
    def heading(self) -> str:
        return "Rewind requested"

    @override
    def tell(self) -> Iterator[Notice]:
        if self.where is None:
            yield tell_all("{player} asks to go back to entry {to}.", player=self.player, to=Entry(self.to))
        else:
            yield tell_all(
                "{player} asks to go back to entry {to}: {where}.",
                player=self.player,
                to=Entry(self.to),
                where=Shown(self.where),
            )
        yield tell_all(
            "It takes back {count} {count:action|actions}: {titles}",
            count=len(self.entries),
            titles=Shown(named(self.titles)),
        )
        if self.dice:
            yield tell_all("{dice} {dice:die stays|dice stay} used.", dice=self.dice)
        for change in self.board[:MOST_ON_BOARD]:
            yield Public(change).under("To change on the board")
        yield from self.tell_needed()


class Rewound(CampaignEvent):
    """All actions after the entry ``to`` were undone; the dice rolled for them stay used. With them falls what some
    seats had done unseen (``also``, ``sides``).
    """

    type: Literal["rewound"] = "rewound"
    to: int
    entries: tuple[int, ...]
    also: tuple[int, ...] = ()
    sides: tuple[Seat, ...] = ()
    board: tuple[Line, ...] = ()

    @property
    @override
    def heading(self) -> str:
        return "Rewound"

    @property
    @override
    def undone(self) -> tuple[int, ...]:
        return tuple(sorted((*self.entries, *self.also)))

    @override
    def apply(self, campaign: C) -> C:
        return campaign

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "Play goes on from entry {to}. {count} {count:action is|actions are} undone, from entry {first} to {last}.",
            to=Entry(self.to),
            count=len(self.entries),
            first=Entry(self.entries[0]),
            last=Entry(self.entries[-1]),
        )
        for side in self.sides:
            yield tell_unseen(side, "What you did unseen since then is undone, too.")
        for change in self.board[:MOST_ON_BOARD]:
            yield Public(change, Kind.BOARD)
        yield tell_next("`/record more what:redo` brings them back, with the same dice.")
        yield tell_rule("The entries stay in the log, and their dice stay used.")


class Rewind(CampaignCommand):
    """Undo every action of the game after the entry ``to``.

    ``last`` is the newest action of which the player has read what it would change: if there is a newer one, nothing is
    undone. ``board`` is what changes on the board, as the bot has worked it out from the log.
    """

    title: ClassVar[str] = "Rewind"
    wish: ClassVar[str] = "go back to an earlier point"
    type: Literal["rewind"] = "rewind"
    to: Annotated[int, Field(ge=0)]
    last: int
    where: Line | None = None
    board: tuple[Line, ...] = ()

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Rewound]:
        """Any player can ask for it. Raises ``NotYours`` for others, ``NotNow`` if there is nothing to undo, or more
        than the player knows of.
        """
        actions = self._undone(campaign, user)
        yield rewound(campaign, self.to, actions, self.board)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """Nobody if nobody would have to agree to undo the same actions one by one."""
        seen = (each for each in campaign.standing if each.entry > self.to and not each.is_unseen)
        return needed_to_undo(campaign, user, seen)

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> RewindRequested:
        actions = self._undone(campaign, user)
        entries, titles = tuple(each.entry for each in actions), tuple(dict.fromkeys(map(title_of, actions)))
        return asking(
            RewindRequested,
            campaign,
            user,
            needed,
            to=self.to,
            entries=entries,
            titles=titles,
            dice=sum(each.dice for each in actions),
            where=self.where,
            board=self.board,
        )

    def _undone(self, campaign: CampaignState, user: Player) -> tuple[Action, ...]:
        campaign.check_seated(user)
        actions = actions_after(campaign, self.to)
        if actions[-1].entry != self.last:
            raise NotNow("The game has gone on since. `/record rewind` shows what would be undone now.")
        return actions


def actions_after(campaign: CampaignState, to: int) -> tuple[Action, ...]:
    """The actions that a rewind to an entry undoes, the oldest first, as far as everybody saw them. Raises
    ``RuleError`` if there is none.
    """
    if not campaign.begun_at <= to <= campaign.seq:
        first, last = campaign.number(campaign.begun_at), campaign.number(campaign.seq)
        raise NotThere("Choose an entry from {first} to {last}.", first=first, last=last)
    actions = tuple(each for each in campaign.standing if each.entry > to and not each.is_unseen)
    if not actions:
        raise NotNow("There is nothing after that to take back.")
    if len(actions) == MOST_KEPT:
        raise NotNow("That is too far for one step: at most {most} actions can be undone at once.", most=MOST_KEPT - 1)
    return actions


def rewound(campaign: CampaignState, to: int, actions: Iterable[Action], board: tuple[Line, ...] = ()) -> Rewound:
    """The event by which some actions are undone, with every private deed since."""
    unseen = [each for each in campaign.standing if each.is_unseen and each.entry > to]
    return Rewound(
        to=to,
        entries=tuple(each.entry for each in actions),
        also=tuple(each.entry for each in unseen),
        sides=tuple(sorted({each.seat for each in unseen})),
        board=board,
    )


def named(titles: tuple[Line, ...]) -> Line:
    """Some titles, of many the first."""
    shown = Listed(titles[:MOST_NAMED])
    return line("{titles} …" if len(titles) > MOST_NAMED else "{titles}.", titles=shown)
