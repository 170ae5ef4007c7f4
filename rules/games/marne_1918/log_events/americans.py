"""The Americans: their morale, the HQ of their First Army, and whether they leave."""

from collections.abc import Iterator

from typing_extensions import override

from rules.correction import tell_reason
from rules.dice import Roll
from rules.games.marne_1918.data import MarneData, shown
from rules.games.marne_1918.phases import ALLIES
from rules.games.marne_1918.state import ExitDie, MarneEvent, Question, State
from rules.line import Change, Line, line
from rules.notice import Notice, tell_all, tell_board, tell_rule
from rules.seat import Seat
from rules.written import Written


class MoraleRose(MarneEvent):
    """American morale rose by a marker; ``total`` counts all its changes."""

    total: int
    marker: str

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(morale=self.total)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        rise = data.effects.morale.rise
        yield tell_all(
            "American morale rises by {rise}; its changes add up to **+{total}**.", rise=rise, total=self.total
        )
        yield tell_board("Change American morale by {change}.", change=Change((rise, shown(data, self.marker))))


class HqEntered(MarneEvent):
    """Pershing: the HQ of the American First Army, the back of his marker, can enter."""

    marker: str

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(american_hq_since=state.turn)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_board(
            "Turn **{marker}** over: its back is the HQ of the American First Army. Place it in a hex that can trace a "
            "legal supply line.",
            marker=shown(data, self.marker),
        )
        yield tell_board(
            "American units in its command range have +{morale} morale (maximum {most}); those outside it are "
            "disorganized. All can trace supply from any Allied HQ.",
            morale=data.effects.pershing.morale,
            most=data.effects.pershing.most_morale,
        )
        yield tell_rule("From the next turn, the Allies roll in every Supply phase whether the Americans leave.")


class ExitToRoll(Question):
    """The Allies must roll whether the Americans leave, and say whether they captured a victory hex last turn.

    ``told`` says that they reported one.
    """

    awaiting: Seat = ALLIES
    told: bool = False

    @property
    @override
    def ask(self) -> Line:
        return line("Roll whether the Americans leave.")


class ExitAwaited(MarneEvent):
    """A Supply phase began in which the Americans may leave."""

    told: bool

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(ExitToRoll(told=self.told))

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        numbers = data.effects.pershing
        yield tell_all(
            "The Allies roll a die for the Americans: on {leaves_on} or more they leave. A victory hex that the Allies "
            "captured last turn adds {modifier}.",
            leaves_on=numbers.leaves_on,
            modifier=numbers.captured,
        )
        if self.told:
            yield tell_all("They reported one.")
        else:
            yield tell_all("They reported none.")


class ExitRolled(MarneEvent):
    """The Americans rolled to leave for the Argonne; ``modifier`` was added to the die."""

    roll: Roll
    modifier: int
    leave: bool

    @override
    def apply(self, data: MarneData, state: State) -> State:
        if isinstance(state.question, ExitToRoll):
            state = state.answered()
        die = ExitDie(die=self.roll.total, modifier=self.modifier)
        return state.replace(americans_left=self.leave, exit_die=die)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        die, leaves_on = self.roll.total, data.effects.pershing.leaves_on
        if self.modifier:
            yield tell_all(
                "The die for the Americans shows {die}, +{modifier} for the hex: **{total}**. On {leaves_on} or more "
                "they leave.",
                die=die,
                modifier=self.modifier,
                total=die + self.modifier,
                leaves_on=leaves_on,
            )
        else:
            yield tell_all(
                "The die for the Americans shows **{die}**. On {leaves_on} or more they leave.",
                die=die,
                leaves_on=leaves_on,
            )
        if self.leave:
            yield from _tell_leaving()
        else:
            yield tell_all("The Americans stay.")
        yield _rule_of_leaving(data)


class ExitCorrected(MarneEvent):
    """The modifier of the Americans' last roll was put right from ``old``; ``changes`` says that it changes what they
    do.
    """

    die: int
    old: int
    modifier: int
    leave: bool
    changes: bool
    reason: Written

    @override
    def apply(self, data: MarneData, state: State) -> State:
        die = ExitDie(die=self.die, modifier=self.modifier)
        return state.replace(americans_left=self.leave, exit_die=die, questions=state.questions + 1)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        was, now = self.die + self.old, self.die + self.modifier
        yield tell_all("The Americans' roll counts: {was} → **{now}**.", was=was, now=now)
        yield from tell_reason(self.reason)
        if self.leave and self.changes:
            yield from _tell_leaving()
        elif self.changes:
            yield tell_all("The Americans stay.")
            yield tell_board("Put the American units back on the map.")
        else:
            yield tell_all("This changes nothing else.")
        yield _rule_of_leaving(data)


def _rule_of_leaving(data: MarneData) -> Notice:
    return tell_rule(
        "Pershing: from the turn after their HQ enters, the Americans roll in every Supply phase and leave on "
        "{leaves_on} or more.",
        leaves_on=data.effects.pershing.leaves_on,
    )


def _tell_leaving() -> Iterator[Notice]:
    yield tell_all("The Americans leave.")
    yield tell_board("Remove the American units from the map.")
    yield tell_board("For each American division removed, you can place one from the Strategic Reserve.")
    yield tell_board("A division with morale 2, 3 or 4 can replace any regiment of an American elite division.")
