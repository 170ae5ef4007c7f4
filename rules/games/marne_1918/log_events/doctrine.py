"""The doctrine that the Allies fight under, and Clemenceau."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.marne_1918.board_facts import DOCTRINE
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import Doctrine, MarneEvent, State
from rules.notice import Notice, tell_all, tell_rule
from rules.secrets import Shown


class LimitRaised(MarneEvent):
    """Clemenceau came to the track, which raises the hand limit: ``State.hand_limit`` counts him there."""

    limit: int

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Allies can now keep {limit} markers, until the end of the game.", limit=self.limit)


class DoctrineChanged(MarneEvent):
    """The Allies changed their doctrine; ``ruling`` names the ruling that decided it, if one did."""

    to: Doctrine
    ruling: str | None = None

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(doctrine=self.to)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        doctrine = Shown(self.to)
        yield tell_all("The Allies now fight under the **{doctrine}** doctrine.", doctrine=doctrine)
        yield from DOCTRINE.tell_board(str(self.to))
        if self.to is Doctrine.EVOLVING:
            yield tell_rule(
                "Clemenceau and Command Shakeup on the Doctrine Evolution Track open the Evolving Doctrine."
            )
        if self.ruling:
            yield data.rulings[self.ruling].tell()
