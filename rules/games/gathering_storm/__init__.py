"""Gathering Storm: general and national random events, their running effects, and a ledger of all of them."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from rules.command import GameCommand, Procedure
from rules.dice import Dice
from rules.game import Board, Game, Sequence, Views
from rules.games.gathering_storm import (
    board_facts,
    dealing,
    entries,
    picture,
    placement,
    plans,
    playing,
    position,
    printed_deck,
    research,
    status,
    totals,
    turn,
)
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.ledger import differences
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.seat import Seat
from rules.secrets import Shown


class GatheringStorm(Game[StormData, State]):
    """The game with the data that it is played with."""

    id = "gathering-storm"
    title = "Gathering Storm"
    seats = POWERS
    referee_plays = True
    data_parts = ("deck", "own_cards", "lesson")
    own_parts = ("cards", "printed_cards", "research_sheet")
    chapters = (dealing, playing, printed_deck, placement, research, plans, turn, entries, position)
    shows = frozenset({"entries"})
    sequence = Sequence(
        openings=printed_deck.openings,
        opening_asked=printed_deck.OPENING_ASKED,
        phases=lambda data: tuple(each.name for each in data.phases.order),
        steps=turn.SEQUENCE,
        phase=lambda data, state: Shown(data.phase(state).name),
        due=turn.due,
        lost=turn.lost,
        default=turn.default,
        orderable=plans.orderable,
        ready=plans.ready,
        enquiries=turn.enquiries,
    )
    board = Board(
        facts=board_facts.facts,
        position=position.position,
        tellings=position.tellings,
        adjusting=entries.Adjust.of,
    )
    views = Views(
        status=status.status,
        pool=status.pool,
        hand=status.hand,
        holdings=status.holdings,
        ledger=totals.totals,
        figures=totals.figures,
        picture=picture.draw,
    )

    @override
    def decide(self, state: State, seat: Seat, command: GameCommand[Any, Any], dice: Dice) -> Procedure[State]:
        """Carry out a command, then say what it changed in the ledger."""
        after = yield from command.decide(self.data, state, seat, dice)
        yield from differences(self.data, state, after)

    @override
    def entered_data(self, state: State, *, is_over: bool = False) -> Mapping[str, Any]:
        return {**printed_deck.entered(self.data, state, is_over=is_over), **entries.entered(state)}
