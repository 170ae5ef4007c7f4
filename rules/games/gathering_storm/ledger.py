"""The running totals: every contribution with its cause, and the changes by a command.

A ledger follows from a state and is stored nowhere. It is added up once for each state.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.command import Event
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.deck import StormData, StormNote
from rules.games.gathering_storm.effects import Effect
from rules.games.gathering_storm.effects.base import Account, Change, EffectContext
from rules.games.gathering_storm.effects.support import AggressionIndex
from rules.games.gathering_storm.rulings import ConversionFloor
from rules.games.gathering_storm.state import CardChoice, InPlay, State
from rules.line import Listed
from rules.notice import Kind, Notice, Open, Public, tell_all, tell_section
from rules.seat import SideSeat
from rules.secrets import Shown

HIGHEST_CLIMATE = 3


class ContributionChanged(StormNote):
    """What a card in play gives changed, or came in (``before`` is None), or ``has_ended`` with the turn."""

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
        values: dict[str, Open] = {"power": Shown(self.power or ""), "account": Shown(self.account), "card": card}
        if self.draws_none:
            return tell_all("{power}'s {account}: **none** ({card})", **values)
        values |= {"amount": self.after, "target": Shown(self.target or "")}
        if self.account is Account.DIPLOMACY:
            return tell_all("Diplomacy in {target}: **{amount:+}** for {power} from {card}", **values)
        if self.target:
            return tell_all(
                "{power}'s {account}: **{amount:+}** from {card}, instead of diplomacy in {target}", **values
            )
        return tell_all("{power}'s {account}: **{amount:+}** from {card}", **values)

    def _tell_change(self, card: Shown, before: int) -> Public:
        """Only what depends on the state can change: a power's account, or diplomacy in a country."""
        told: dict[str, Open] = {"power": Shown(self.power or ""), "card": card, "before": before, "amount": self.after}
        if self.account is Account.DIPLOMACY:
            where = Shown(self.target or "")
            return tell_all(
                "Diplomacy in {target}: {before:+} → **{amount:+}** for {power} from {card}", target=where, **told
            )
        account = Shown(self.account)
        return tell_all("{power}'s {account}: {before:+} → **{amount:+}** from {card}", account=account, **told)


class IndexMoved(StormNote):
    """The EAI moved."""

    before: int
    after: int

    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_section("Changed", "EAI: {before:+} → **{after:+}** in total", before=self.before, after=self.after)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a card in play gives to an account at this moment."""

    card: str
    kind: str
    change: Change

    @property
    def key(self) -> tuple[object, ...]:
        """Return what tells it from others while its amount changes."""
        return self.card, self.kind, self.change.account, self.change.power, self.change.target


@dataclass(frozen=True, slots=True)
class Ledger:
    """What all cards in play give: the effects, the EAI, and every contribution."""

    effects: tuple[tuple[InPlay, Effect], ...]
    eai: int
    contributions: tuple[Contribution, ...]


def ledger(data: StormData, state: State) -> Ledger:
    """Return the ledger of a state."""
    return state.once(_add_up, data)


def _add_up(data: StormData, state: State) -> Ledger:
    effects = tuple((each, effect) for each in state.played for effect in running(data, state, each))
    lasting = sum(amount for amount, _ in lasting_parts(data, state))
    index = lasting + sum(effect.amount for _, effect in effects if isinstance(effect, AggressionIndex))
    contributions = tuple(
        Contribution(each.card, effect.kind, change)
        for each, effect in effects
        for change in effect.changes(EffectContext(data, state, each.power, each.choice, index))
    )
    return Ledger(effects, index, contributions)


def running(data: StormData, state: State, each: InPlay) -> Iterator[Effect]:
    """Yield the features of a card in play that run in this phase."""
    card = data.card(each.card)
    yield from (feature for place, feature in enumerate(card.features) if card.part_runs(data, state, place))


def lasting_parts(data: StormData, state: State) -> Iterator[tuple[int, Public]]:
    """Yield the EAI apart from this turn's events, each part with its cause in words."""
    counts, add = data.eai, data.eai.aggression
    for each in state.world.aggressions:
        if each.target in data.regions.aggressions and each.turn < state.turn:
            yield add, tell_all("EAI {add:+d}: aggression against {target}", add=add, target=Shown(each.target))
    if state.world.has_pact:
        yield counts.pact, tell_all("EAI {add:+d}: Nazi-Soviet Pact", add=counts.pact)
    if state.world.climate == HIGHEST_CLIMATE:
        yield counts.best_climate, tell_all("EAI {add:+d}: Economic Climate at its best", add=counts.best_climate)
    if state.world.climate == -HIGHEST_CLIMATE:
        yield counts.worst_climate, tell_all("EAI {add:+d}: Economic Climate at its worst", add=counts.worst_climate)
    if wars := [country for country, civil in state.civil.items() if civil.is_on]:
        add = counts.civil_war
        yield add, tell_all("EAI {add:+d}: civil war in {countries}", add=add, countries=Listed(wars))


def context_of(data: StormData, state: State, power: SideSeat | None, choice: CardChoice) -> EffectContext:
    """Return the context in which the effects of a power's card are evaluated."""
    return EffectContext(data, state, power, choice, ledger(data, state).eai)


def total(base: int | None, given: Sequence[Contribution], floor: int | None = None) -> int | None:
    """Return a base plus what is given to it, at least ``floor``, or None if the base was not entered."""
    if any(each.change.draws_none for each in given):
        return 0
    if base is None:
        return None
    sum_ = base + sum(each.change.amount for each in given)
    return sum_ if floor is None else max(floor, sum_)


def base_of(data: StormData, state: State, power: SideSeat, account: Account) -> int | None:
    """Return the base that a power entered for an account, or until then the printed limit of counters."""
    entered = state.power(power)
    numbers = {
        Account.SUPPORT: entered.support,
        Account.INCOME: entered.income,
        Account.TILES: entered.tiles,
        Account.CONVERSION: entered.conversion,
        Account.COUNTERS: data.limits.diplomatic_counters if entered.counters is None else entered.counters,
    }
    return numbers.get(account, 0)


OF_POWERS = tuple(each for each in Account if each not in (Account.EAI, Account.DIPLOMACY))


def floor_of(data: StormData, account: Account) -> int | None:
    """Below what an account cannot fall: no fewer than no tiles, and (ruling ``conversion_floor``) no cost below 0."""
    if account is Account.CONVERSION:
        return 0 if data.is_ruled(ConversionFloor.NO) else None
    return 0 if account is Account.TILES else None


def given_to(given: Sequence[Contribution], power: SideSeat, account: Account) -> tuple[Contribution, ...]:
    """Return what is given to an account of a power."""
    return tuple(each for each in given if each.change.account is account and each.change.power == power)


def differences(data: StormData, before: State, after: State) -> Iterator[Event]:
    """Yield what changed in the ledger: every running effect that came in, changed or gives no more, while its card is
    in play, as one follows its inputs (conditional support events); and the EAI.
    """
    was = {each.key: each for each in ledger(data, before).contributions}
    now = {each.key: each for each in ledger(data, after).contributions}
    running = {each.card for each in after.played}
    for key, each in was.items():
        if key not in now and each.card in running:
            yield _changed(each, before=each.change.amount, after=0)
    for key, each in now.items():
        old = was[key].change.amount if key in was else None
        if old != each.change.amount:
            yield _changed(each, before=old, after=each.change.amount)
    index_before, index_after = ledger(data, before).eai, ledger(data, after).eai
    if index_before != index_after:
        yield IndexMoved(before=index_before, after=index_after)


def last_contributions(data: StormData, before: State, after: State) -> Iterator[Event]:
    """Yield what counts only as the turn ends: the effects of cards that had to be played then."""
    was = {each.key for each in ledger(data, before).contributions}
    new = (each for each in ledger(data, after).contributions if each.key not in was)
    yield from (_changed(each, None, each.change.amount).replace(has_ended=True) for each in new)


def _changed(each: Contribution, before: int | None, after: int) -> ContributionChanged:
    change = each.change
    return ContributionChanged(
        card=each.card,
        kind=each.kind,
        account=change.account,
        power=change.power,
        target=change.target,
        before=before,
        after=after,
        draws_none=change.draws_none,
        ruling=change.ruling,
    )
