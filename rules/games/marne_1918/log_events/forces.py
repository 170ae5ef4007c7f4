"""Forces that come and go: Mangin's, with the attacks that it must make, and the Americans."""

from collections.abc import Iterator

from rules.dice import Roll
from rules.games.marne_1918.data import MarneData, shown
from rules.games.marne_1918.phases import ALLIES
from rules.games.marne_1918.state import ExitDie, MarneEvent, Question, State
from rules.kit.facts import tell_reason
from rules.line import Change, line
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_title
from rules.seat import Seat
from rules.written import Written


class ForceDue(Question):
    """The Allies must decide whether the Victory Telegram force arrives now."""

    to_do = line("Decide whether the Victory Telegram force arrives.")
    awaiting: Seat = ALLIES


class AttacksOwed(Question):
    """The players must report how many attacks Mangin's force made this turn."""

    to_do = line("Report the attacks of Mangin's force.")
    awaiting: Seat = ALLIES


class ForceAwaited(MarneEvent):
    """The Victory Telegram force can arrive, and the Allies are asked whether it does."""

    reveals = True

    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(ForceDue())

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Victory Telegram force can arrive now. Is there a hex for it, and does it arrive?")


class ForceArrives(MarneEvent):
    """Mangin's force arrived."""

    by_telegram: bool

    def apply(self, data: MarneData, state: State) -> State:
        answered = state.answered() if self.by_telegram else state
        return answered.replace(mangin_turn=state.turn, telegram=False)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        force = data.effects.mangin
        if self.by_telegram:
            yield tell_all("The Victory Telegram force arrives.")
        yield tell_board(
            "Place up to {divisions} infantry divisions, {tanks} tank groups and {support} support units (aircraft, "
            "HQ, artillery) from the Strategic Reserve. Place them within {hexes} hexes of the last victory hex that "
            "the Germans took, at least {away} hexes from any enemy unit and in command range of a friendly HQ. They "
            "fight under the Foch doctrine this turn.",
            divisions=force.divisions,
            tanks=force.tanks,
            support=force.support,
            hexes=force.hexes,
            away=force.from_the_enemy,
        )
        yield tell_all(
            "They must make at least {attacks} attacks at 1 to 2 or better this turn; each missing attack gives the "
            "Germans {points} victory points. If a victory hex is retaken before the next administrative phase, the "
            "Germans lose {retaken} more points.",
            attacks=force.attacks,
            points=force.points_an_attack,
            retaken=force.points_retaken,
        )


class ForceWaits(MarneEvent):
    """The Victory Telegram force did not arrive. It is ``lost`` once the last operational sequence is reached."""

    lost: bool

    def apply(self, data: MarneData, state: State) -> State:
        return state.answered().replace(telegram=not self.lost)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.lost:
            yield tell_all("The Victory Telegram force can no longer arrive.")
        else:
            yield tell_all("The Victory Telegram force does not arrive now.")


class AttacksAsked(MarneEvent):
    """The turn of Mangin's force is ending, and the players are asked how many attacks it made."""

    reveals = True

    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(AttacksOwed())

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_title("The turn is ending")
        yield tell_all(
            "How many attacks at 1 to 2 or better did Mangin's force make? Was a victory hex retaken that nobody has "
            "reported?"
        )


class AttacksReported(MarneEvent):
    """The players reported the attacks of Mangin's force, those ``missing``, and hexes ``retaken`` besides."""

    attacks: int
    missing: int
    retaken: int = 0

    def apply(self, data: MarneData, state: State) -> State:
        return state.answered().replace(attacks_reported=True, has_retaken=state.has_retaken or self.retaken > 0)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all(
            "Attacks by Mangin's force: {attacks}. Missing attacks: {missing}.",
            attacks=self.attacks,
            missing=self.missing,
        )
        if self.retaken:
            yield tell_all("Victory hexes retaken besides: {retaken}.", retaken=self.retaken)
        yield tell_rule(
            "It must make {attacks} attacks at 1 to 2 or better; each missing attack gives the Germans {points} "
            "victory points.",
            attacks=data.effects.mangin.attacks,
            points=data.effects.mangin.points_an_attack,
        )


class MoraleRose(MarneEvent):
    """American morale rose by a marker; ``total`` counts all its changes."""

    total: int
    marker: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(morale=self.total)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        rise = data.effects.morale.rise
        yield tell_all(
            "American morale rises by {rise}; its changes add up to **+{total}**.", rise=rise, total=self.total
        )
        yield tell_board("Change American morale by {change}.", change=Change((rise, shown(data, self.marker))))


class HqEntered(MarneEvent):
    """Pershing: the HQ of the American First Army, the back of his marker, can enter."""

    marker: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(american_hq_since=state.turn)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_board(
            "Turn **{marker}** over: its back is the HQ of the American First Army. Place it in a hex that can trace a "
            "legal supply line.",
            marker=shown(data, self.marker),
        )
        yield tell_board(
            "American units in its command range have +{morale} morale (maximum {most}); those outside it are "
            "disorganized in every phase. All can trace supply from any Allied HQ.",
            morale=data.effects.pershing.morale,
            most=data.effects.pershing.most_morale,
        )
        yield tell_rule("From the next turn, the Allies roll in every Supply phase whether the Americans leave.")


class ExitToRoll(Question):
    """The Allies must roll whether the Americans leave. ``told``: they reported a victory hex last turn."""

    to_do = line("Roll whether the Americans leave.")
    awaiting: Seat = ALLIES
    told: bool = False


class ExitAwaited(MarneEvent):
    """A Supply phase began in which the Americans may leave."""

    told: bool

    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(ExitToRoll(told=self.told))

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

    def apply(self, data: MarneData, state: State) -> State:
        if isinstance(state.question, ExitToRoll):
            state = state.answered()
        die = ExitDie(die=self.roll.total, modifier=self.modifier)
        return state.replace(americans_left=self.leave, exit_die=die)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        die, on = self.roll.total, data.effects.pershing.leaves_on
        values = {"die": die, "modifier": self.modifier, "total": die + self.modifier, "leaves_on": on}
        if self.modifier:
            yield tell_all(
                "The die for the Americans shows {die}, +{modifier} for the hex: **{total}**. On {leaves_on} or more "
                "they leave.",
                **values,
            )
        else:
            yield tell_all("The die for the Americans shows **{die}**. On {leaves_on} or more they leave.", **values)
        if self.leave:
            yield from _tell_leaving()
        else:
            yield tell_all("The Americans stay.")
        yield _rule_of_leaving(data)


class ExitCorrected(MarneEvent):
    """The modifier of the Americans' last roll was put right; ``changes``: so is what they do."""

    die: int
    old: int
    modifier: int
    leave: bool
    changes: bool
    reason: Written

    def apply(self, data: MarneData, state: State) -> State:
        die = ExitDie(die=self.die, modifier=self.modifier)
        return state.replace(americans_left=self.leave, exit_die=die, questions=state.questions + 1)

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
