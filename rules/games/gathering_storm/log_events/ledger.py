"""Events of the ledger: what a command changed in the running totals. They change no state: the ledger is added up."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.gathering_storm import wording
from rules.games.gathering_storm.context import Account
from rules.games.gathering_storm.deck import StormData, StormNote
from rules.notice import Kind, Notice, Open, Public, tell_all, tell_section
from rules.seat import SideSeat
from rules.secrets import Shown


class ContributionChanged(StormNote):
    """What a card in play gives to an account changed, or came in (``before`` is None).

    ``has_ended``: it counted only as the turn ended.
    """

    card: str
    kind: str
    account: Account
    power: SideSeat | None
    target: str | None
    before: int | None
    after: int
    draws_none: bool = False
    has_ended: bool = False
    ruling: str | None = None

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        """Tell what the card gives now, and what it gave before; of the EAI the total is told (``IndexMoved``)."""
        if self.has_ended and not self.after and not self.draws_none:
            pass  # it came as the turn ended, and nobody ever counted it
        elif self.has_ended:
            yield self._tell_new(wording.title(data, self.card)).under("As the turn ended")
        elif self.before is None:
            kind = Kind.RULE if self.account is Account.EAI else Kind.SECTION
            yield self._tell_new(wording.title(data, self.card)).under("Until the turn ends", kind)
        else:
            yield self._tell_change(wording.title(data, self.card), self.before).under("Changed")
        if self.ruling:
            yield data.rulings[self.ruling].tell()

    def _tell_new(self, card: Shown) -> Public:
        if self.account is Account.EAI:
            return tell_all("EAI: **{amount:+}** from {card}", amount=self.after, card=card)
        power, account, target = Shown(self.power or ""), Shown(self.account), Shown(self.target or "")
        if self.draws_none:
            return tell_all("{power}'s {account}: **none** ({card})", power=power, account=account, card=card)
        values: dict[str, Open] = {"power": power, "amount": self.after, "card": card}
        if self.account is Account.DIPLOMACY:
            return tell_all("Diplomacy in {target}: **{amount:+}** for {power} from {card}", target=target, **values)
        if self.target:
            return tell_all(
                "{power}'s {account}: **{amount:+}** from {card}, instead of diplomacy in {target}",
                account=account,
                target=target,
                **values,
            )
        return tell_all("{power}'s {account}: **{amount:+}** from {card}", account=account, **values)

    def _tell_change(self, card: Shown, before: int) -> Public:
        """Only what depends on the state can change: a power's account, or diplomacy in a country."""
        power, account = Shown(self.power or ""), Shown(self.account)
        values: dict[str, Open] = {"power": power, "card": card, "before": before, "amount": self.after}
        if self.account is Account.DIPLOMACY:
            return tell_all(
                "Diplomacy in {target}: {before:+} → **{amount:+}** for {power} from {card}",
                target=Shown(self.target or ""),
                **values,
            )
        return tell_all("{power}'s {account}: {before:+} → **{amount:+}** from {card}", account=account, **values)


class IndexMoved(StormNote):
    """The EAI moved."""

    before: int
    after: int

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_section("Changed", "EAI: {before:+} → **{after:+}** in total", before=self.before, after=self.after)
