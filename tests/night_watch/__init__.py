"""Night Watch: a small game of the tests, with all that a campaign asks a game about.

Two sides hold a secret token each through two phases a turn. A side can call out, and the other must answer. The score
is entered by the players.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from pydantic import Field
from typing_extensions import override

from rules.command import GameCommand, GameEvent, Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.facts import Fact
from rules.frozen import Frozen
from rules.game import Board, Due, Game, Sequence, Views, Whose, no_fact
from rules.kit import sequence as going_on
from rules.kit.facts import Correction
from rules.kit.orders import Deed, Orderable, When
from rules.line import Line, line
from rules.notice import Notice, Public, Secret, tell_all, tell_board, tell_seat
from rules.ruling import Answer as RulingAnswer
from rules.ruling import GameData, Rulings, WordRuling
from rules.seat import REFEREE, Seat, SideSeat
from rules.secrets import Hidden, Shown, Tally, quote

NORTH, SOUTH = SideSeat("North"), SideSeat("South")
SIDES = (NORTH, SOUTH)
AnyCommand = GameCommand[Any, Any]
PHASES = ("Patrol", "Rest")


class Lanterns(RulingAnswer):
    """Whether a lantern counts for the score."""

    YES = "yes"
    NO = "no"


class WatchRulings(Rulings):
    """What nobody has ever said of the game."""

    lanterns: WordRuling[Lanterns]


class WatchData(GameData):
    """How many sides the die of a token has."""

    rulings: WatchRulings
    sides: int = Field(title="the die of a token")


class State(Frozen):
    """The turn and phase, the tokens, who must answer a call, and the score (None: not entered)."""

    turn: int = 1
    phase: int = 0
    tokens: Mapping[Seat, int] = {}
    called: Seat | None = None
    score: int | None = None


class WatchEvent(GameEvent[WatchData, State], named=""):
    """An event of Night Watch."""


class TokenDrawn(WatchEvent):
    """A side drew its secret token."""

    seat: Seat
    token: Hidden[int]

    def apply(self, data: WatchData, state: State) -> State:
        return state.replace(tokens={**state.tokens, self.seat: self.token.value})

    def tell(self, data: WatchData) -> Iterator[Notice]:
        yield tell_all("{seat} draws a token.", seat=self.seat)
        yield tell_seat(self.seat, "Your token is {token}.", token=self.token)


class Noted(WatchEvent):
    """A side made a private note."""

    seat: Seat

    def apply(self, data: WatchData, state: State) -> State:
        return state

    def tell(self, data: WatchData) -> Iterator[Notice]:
        yield tell_seat(self.seat, "You note a lantern on the wall.")


class Waved(WatchEvent):
    """A side waved, and everybody saw it."""

    seat: Seat

    def apply(self, data: WatchData, state: State) -> State:
        return state

    def tell(self, data: WatchData) -> Iterator[Notice]:
        yield tell_all("{seat} waves.", seat=self.seat)


class Called(WatchEvent):
    """A side called out: the other must answer."""

    seat: Seat

    def apply(self, data: WatchData, state: State) -> State:
        return state.replace(called=self.seat)

    def tell(self, data: WatchData) -> Iterator[Notice]:
        yield tell_all("{seat} must answer the call.", seat=self.seat)


class Answered(WatchEvent):
    """The call was answered, or let go by."""

    answer: str

    def apply(self, data: WatchData, state: State) -> State:
        return state.replace(called=None)

    def tell(self, data: WatchData) -> Iterator[Notice]:
        yield tell_all("The answer is: {answer}", answer=quote(self.answer))


class ScoreEntered(WatchEvent):
    """The players entered the score."""

    before: int | None
    after: int
    reason: str

    def apply(self, data: WatchData, state: State) -> State:
        return state.replace(score=self.after)

    def tell(self, data: WatchData) -> Iterator[Notice]:
        before = Shown("unknown" if self.before is None else str(self.before))
        yield tell_all("Score: {before} → {after}", before=before, after=self.after)
        yield tell_board("Set the score to {after}.", after=Tally(str(self.after)))


class PhaseBegan(WatchEvent):
    """A phase began, of this turn or the next."""

    turn: int
    phase: int

    def apply(self, data: WatchData, state: State) -> State:
        return state.replace(turn=self.turn, phase=self.phase)

    def tell(self, data: WatchData) -> Iterator[Notice]:
        yield tell_all("Turn {turn}, {phase}.", turn=self.turn, phase=Shown(PHASES[self.phase]))


class WatchCommand(GameCommand[WatchData, State], named=""):
    """A command of Night Watch."""


class Draw(WatchCommand):
    """Draw the secret token."""

    title = "Token drawn"

    def decide(self, data: WatchData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat in state.tokens:
            raise NotNow("You hold a token already.")
        yield TokenDrawn(seat=seat, token=Hidden(dice.roll(1, data.sides, secretly=True).total))


class Swap(WatchCommand):
    """Draw another token."""

    title = "Token swapped"
    wish = "draw a new token"
    needs_consent = True

    def decide(self, data: WatchData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat not in state.tokens:
            raise NotNow("You hold no token.")
        yield TokenDrawn(seat=seat, token=Hidden(dice.roll(1, data.sides, secretly=True).total))


class Note(WatchCommand):
    """Note something unseen."""

    title = "Lantern noted"
    is_private = True

    def decide(self, data: WatchData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        yield Noted(seat=seat)


class Wave(WatchCommand):
    """Wave a hand."""

    title = "Hand waved"

    def decide(self, data: WatchData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        yield Waved(seat=seat)


class Call(WatchCommand):
    """Call out: the other side must answer."""

    title = "Call"

    def decide(self, data: WatchData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.called:
            raise NotNow("A call waits for its answer.")
        yield Called(seat=NORTH if seat == SOUTH else SOUTH)


class Answer(WatchCommand):
    """Answer the call."""

    title = "Answer"
    answer: str = "silence"

    def decide(self, data: WatchData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.called != seat:
            raise NotNow("No call waits for your answer.")
        yield Answered(answer=self.answer)


class EnterScore(Correction[WatchData, State]):
    """Enter or correct the score."""

    title = "Score entered"
    score: int = 0

    def decide(self, data: WatchData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        self.check_reason(is_change=state.score is not None)
        yield ScoreEntered(before=state.score, after=self.score, reason=self.reason)


class NextPhase(going_on.NextPhase[WatchData, State]):
    """Go to the next phase."""

    def decide(self, data: WatchData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.called:
            raise NotNow("A call waits for its answer.")
        if state.phase:
            raise NotNow("This is the last phase.")
        yield PhaseBegan(turn=state.turn, phase=1)


class NextTurn(going_on.NextTurn[WatchData, State]):
    """Begin the next turn."""

    def decide(self, data: WatchData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.called:
            raise NotNow("A call waits for its answer.")
        yield PhaseBegan(turn=state.turn + 1, phase=0)


# ---- the sequence of play ----


def due(_data: WatchData, state: State) -> Mapping[Seat, Due]:
    """The side that was called answers; else either goes on."""
    if state.called:
        return {state.called: Due(line("Answer the call."), f"call {state.turn}")}
    return dict.fromkeys(SIDES, Due(line("Keep the watch."), f"phase {state.turn}.{state.phase}", Whose.ANY))


def ending(_data: WatchData, state: State) -> AnyCommand | None:
    """The next phase, or the next turn, once no call is open."""
    if state.called is not None:
        return None
    return NextTurn() if state.phase else NextPhase()


def acting(_data: WatchData, state: State, _command: AnyCommand) -> Mapping[Seat, Collection[str]]:
    """On patrol, a side with a token can still act."""
    return {} if state.phase else dict.fromkeys(state.tokens, PHASES[:1])


def lost(_data: WatchData, state: State, _seat: Seat, command: AnyCommand) -> Iterable[Line]:
    """The next turn from the patrol loses the rest."""
    if isinstance(command, NextTurn) and not state.phase:
        yield Line("The Rest phase.")


# ---- orders ----


def orderable(_data: WatchData, state: State, seat: Seat) -> Orderable | None:
    """Silence can be ordered for whoever calls, and a wave as soon as there is a token."""
    if seat not in SIDES:
        return None
    wave = Wave() if seat in state.tokens and state.called is None else None
    silence, waving = Deed(Line("stay silent"), Answer()), Deed(Line("wave"), wave, is_spent=True)
    rows = {
        "any": When(Line("Whoever calls"), lambda _: {"silence": silence}, lambda _: state.called == seat),
        "at_once": When(Line("As soon as I can"), lambda _: {"wave": waving}),
    }
    return Orderable(rows, otherwise=Line("you are asked"))


# ---- what players read ----


def status(_data: WatchData, state: State) -> Iterable[Public]:
    """The turn and phase."""
    yield tell_all("Turn {turn}, {phase}.", turn=state.turn, phase=Shown(PHASES[state.phase]))


def hand(_data: WatchData, state: State, seat: SideSeat) -> Iterable[Secret]:
    """The token of a side."""
    if seat in state.tokens:
        yield tell_seat(seat, "Your token is {token}.", token=state.tokens[seat])


def holdings(_data: WatchData, state: State, seat: SideSeat) -> Iterable[Hidden[Line]]:
    """The token of a side."""
    if seat in state.tokens:
        yield Hidden(line("token {token}", token=state.tokens[seat]))


def facts(_data: WatchData, state: State, seat: Seat | None) -> Iterable[Fact]:
    """The score, and who holds a token; its number is known to its side."""
    if seat is None:
        yield Fact("turn", Line("Turn"), state.turn)
        yield Fact("score", Line("Score"), "unknown" if state.score is None else state.score, is_settable=True)
        for side in state.tokens:
            yield Fact(f"token {side}", line("{seat}: token", seat=side), "face down")
    elif seat in state.tokens:
        yield Fact("own token", Line("Your token"), state.tokens[seat])


def adjusting(_data: WatchData, key: str, value: str, reason: str) -> GameCommand[Any, Any]:
    """The score is corrected by entering it."""
    if key != "score" or not value.isdigit():
        return no_fact()
    return EnterScore(score=int(value), reason=reason)


class NightWatch(Game[WatchData, State]):
    """The game with its data."""

    id = "night-watch"
    title = "Night Watch"
    seats = SIDES
    referee_plays = True
    sequence = Sequence(
        phases=lambda _: PHASES,
        phase=lambda _, state: Shown(PHASES[state.phase]),
        due=due,
        ending=ending,
        acting=acting,
        lost=lost,
        default=lambda *_: Answer(),
        orderable=orderable,
    )
    board = Board(facts=facts, adjusting=adjusting)
    views = Views(status=status, hand=hand, holdings=holdings)

    @override
    def decide(self, state: State, seat: Seat, command: GameCommand[Any, Any], dice: Dice) -> Procedure[State]:
        """Carry out a side's command. The referee enters the score and ends phases, no more."""
        if seat == REFEREE and not isinstance(command, EnterScore | NextPhase | NextTurn):
            raise NotYours("The referee does not stand watch.")
        return super().decide(state, seat, command, dice)

    @override
    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        """Everything that a side can do."""
        if seat == REFEREE:
            return
        if seat not in state.tokens:
            yield Offer(Draw(), "Draw a token")
        yield Offer(Note(), "Note something", secret=True)
        yield Offer(EnterScore(), "Enter the score…", inputs=("score", "reason"), minor=True)
        if state.called is None:
            yield Offer(Call(), "Call out", minor=True)
            yield Offer(NextTurn(), "Next turn", version=state.turn)
            if not state.phase:
                yield Offer(NextPhase(), "Next: Rest", version=state.turn)
        elif state.called == seat:
            yield Offer(Answer(), "Answer")
