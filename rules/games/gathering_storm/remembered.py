"""What events gave and is used in a phase to come, or takes effect then: remembered until that phase ends."""

from collections.abc import Iterator

from rules.games.gathering_storm import wording
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.state import InPlay, State
from rules.notice import Public, tell_all
from rules.seat import SideSeat
from rules.secrets import Shown


def to_use(data: StormData, state: State) -> Iterator[tuple[SideSeat, str, str]]:
    """The cards in play that give something to use: whose they are, the card, and in which phase at the latest."""
    for each in state.played:
        for phase in data.card(each.card).used_in(data):
            if each.power is not None and state.phase <= data.phase_index(phase):
                yield each.power, each.card, phase


def remembered(data: StormData, state: State, power: SideSeat | None = None) -> Iterator[Public]:
    """What is still to be used or to come, of all or of one power, and until when."""
    for owner, card, phase in to_use(data, state):
        if power in (None, owner):
            yield tell_all(
                "{card}, until the phase “{phase}” ends",
                card=wording.with_power(data, card, owner),
                phase=Shown(phase),
            )
    for each in state.played:
        if each.waits and each.power is not None and power in (None, each.power):
            yield _waiting(data, each, each.power)


def _waiting(data: StormData, each: InPlay, power: SideSeat) -> Public:
    return tell_all(
        "{card}: takes effect as the phase “{phase}” ends",
        card=wording.with_power(data, each.card, power),
        phase=Shown(data.phases.research),
    )
