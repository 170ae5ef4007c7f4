"""Events of the ledger: what a command changed in the running totals. They change no state: the ledger is added up."""

from collections.abc import Iterator
from typing import Literal

from rules.games.gathering_storm import wording
from rules.games.gathering_storm.context import Account, Change
from rules.games.gathering_storm.deck import StormData, StormEvent
from rules.games.gathering_storm.state import State
from rules.notice import Notice, tell_section
from rules.seat import Seat
from rules.secrets import Shown


class ContributionChanged(StormEvent):
    """What a card in play gives to an account changed, or came in (``before`` is None)."""

    type: Literal["contribution_changed"] = "contribution_changed"
    card: str
    kind: str
    account: Account
    power: Seat | None
    target: str | None
    before: int | None
    after: int
    draws_none: bool = False
    ruling: str | None = None

    def apply(self, data: StormData, state: State) -> State:
        """Nothing: the ledger follows the state."""
        return state

    def tell(self, data: StormData) -> Iterator[Notice]:
        """What it is, with its cause."""
        change = Change(self.account, self.after, self.power, self.target, self.draws_none)
        what, now = Shown(wording.subject(change)), Shown(wording.amount(change))
        card = wording.title(data, self.card)
        if self.before is None:
            yield tell_section("Runs until the turn ends", "{what}: **{now}** ({card})", what=what, now=now, card=card)
        else:
            yield tell_section(
                "Totals", "{what}: {before:+} → **{now}** ({card})", what=what, before=self.before, now=now, card=card
            )
        if self.ruling:
            yield data.tell_ruling(self.ruling)


class IndexMoved(StormEvent):
    """The EAI moved."""

    type: Literal["index_moved"] = "index_moved"
    before: int
    after: int

    def apply(self, data: StormData, state: State) -> State:
        """Nothing: the ledger follows the state."""
        return state

    def tell(self, data: StormData) -> Iterator[Notice]:
        """From where to where."""
        yield tell_section("Totals", "EAI: {before:+} → **{after:+}**", before=self.before, after=self.after)
