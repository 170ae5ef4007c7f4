"""Fields of Despair: the bot plays the Central Powers by the solitaire guide, in turns 7 to 9."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from typing_extensions import override

from rules.command import Event, GameCommand, Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.game import Board, Game, Sequence, Views
from rules.games.fields_of_despair import (
    air,
    board_facts,
    chronicle,
    combat,
    corrections,
    cp_phase,
    cp_start,
    economy,
    offensives,
    picture,
    position,
    score,
    setup,
    state,
    status,
    throws,
)
from rules.games.fields_of_despair import sequence as steps
from rules.games.fields_of_despair.data import ALLIES, FieldsData
from rules.games.fields_of_despair.sequence import OVER
from rules.games.fields_of_despair.state import State
from rules.seat import Seat


class FieldsOfDespair(Game[FieldsData, State]):
    """The game with its data. The Allies report the board; the referee can only correct the bot's numbers.

    There is one seat, and nothing is secret: nobody else could act before a step ends (``acting``).
    """

    id = "fields-of-despair"
    title = "Fields of Despair"
    seats = (ALLIES,)
    referee_plays = True
    data_parts = ("lesson",)
    chapters = (setup, corrections, economy, air, combat, cp_phase, score, steps, position)
    shows = frozenset({"odds"})
    own_parts = ("chits", "map.hexes", "map.goal", "spring_offensive", "recon.limits", "sps_in_hex.limits")

    sequence = Sequence(
        turns=lambda data: (data.first_turn, data.last_turn),
        where=lambda data, state: steps.steps(data, state).where,
        phase=steps.phase,
        moment=lambda _, state: (state.turn, state.step),
        due=status.due,
        lost=steps.lost,
        default=offensives.default,
    )
    board = Board(
        facts=board_facts.facts, position=position.position, adjusting=corrections.Adjust.of, underway=position.underway
    )
    views = Views(
        status=status.status,
        figures=score.figures,
        picture=picture.draw,
        outcome=score.outcome,
        chronicle=chronicle.offensives,
    )

    @override
    def start(self) -> State:
        return state.start(self.data)

    @override
    def decide(self, state: State, seat: Seat, command: GameCommand[Any, Any], dice: Dice) -> Procedure[State]:
        """Carry out a seat's command; the set-up comes first."""
        if seat != ALLIES and not isinstance(command, corrections.EntersFacts | position.CorrectResult):
            raise NotYours("The Allied players report the board. Join them with `/campaign join`.")
        if state.is_over and not isinstance(command, position.CorrectResult):
            raise NotNow(OVER)
        if not (state.is_set_up or isinstance(command, setup.SetUp | position.TakeTable)):
            raise NotNow(status.SET_UP_FIRST)
        return throws.and_the_rest(super().decide(state, seat, command, dice), dice)

    @override
    def apply(self, state: State, event: Event) -> State:
        return super().apply(state, event).replace(version=state.version + 1)

    @override
    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat != ALLIES or state.is_over:
            return
        chapters = self.chapters if state.is_set_up else (setup, position)
        every = (offer for chapter in chapters for offer in chapter.offers(self.data, state, seat))
        has_attacked = bool(state.artillery_answer or state.lost[-1])  # another attack is an Allied breakout (7.4)
        goes_on = state.is_set_up and (has_attacked or steps.is_before_central(self.data, state))
        for offer in sorted(every, key=lambda each: goes_on and not isinstance(each.command, cp_start.CpBlocks)):
            yield replace(offer, version=state.version)
