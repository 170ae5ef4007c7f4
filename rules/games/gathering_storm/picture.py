"""The picture of a campaign: the ledger by power, with the causes."""

from collections.abc import Sequence

from rules.game import Past
from rules.games.gathering_storm import ledger
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.effects.base import Account
from rules.games.gathering_storm.powers import ALLIES, AXIS, POWERS, alliance_of
from rules.games.gathering_storm.state import State
from rules.line import Line, Listed, line
from rules.picture import Bar, Bars, Facts, Label, Mark, Picture, label, picture
from rules.seat import SideSeat
from rules.secrets import Shown, plain

MARKS = {AXIS: Mark.SQUARE, ALLIES: Mark.CIRCLE}
LONGEST_TITLE = 40
MOST_CAUSES = 3
"""So many causes of one number have room."""


def draw(data: StormData, state: State, _past: Past[State]) -> Picture | None:
    """Draw what everybody can see of the ledger, or nothing while there is no number in it."""
    given = [each for each in ledger.ledger(data, state).contributions if each.change.amount or each.change.draws_none]
    phase = Shown(data.phase(state).name)
    title = label("Gathering Storm, turn {turn}, {phase}", turn=state.turn, phase=phase)
    index = Facts((label("European Aggression Index: {eai:+}", eai=ledger.ledger(data, state).eai),))
    accounts = [_bars(data, state, given, account) for account in ledger.OF_POWERS]
    parts = [each for each in accounts if each.bars]
    return picture(title, index, *parts) if parts or ledger.ledger(data, state).eai else None


def _bars(data: StormData, state: State, given: Sequence[ledger.Contribution], account: Account) -> Bars:
    """Draw one account of every power of which anything is known."""
    bars = (_bar(data, state, ledger.given_to(given, power, account), power, account) for power in POWERS)
    return Bars(Shown(str(account).capitalize()), tuple(bar for bar in bars if bar is not None))


def _bar(
    data: StormData, state: State, mine: Sequence[ledger.Contribution], power: SideSeat, account: Account
) -> Bar | None:
    """Return the total of a power's account with its causes, or only the change if the total is unknown."""
    base = ledger.base_of(data, state, power, account)
    is_printed = account is Account.COUNTERS and state.power(power).counters is None
    if not mine and (base is None or is_printed or account is Account.RESEARCH_COUNTERS):
        return None
    sum_ = ledger.total(base, mine, ledger.floor_of(data, account))
    amount = sum(each.change.amount for each in mine) if sum_ is None else sum_
    draws_none = any(each.change.draws_none for each in mine)
    is_change = (base is None and not draws_none) or account is Account.RESEARCH_COUNTERS
    value = Shown(f"{amount:+d}" if is_change else str(amount))
    note = _causes(data, mine, None if is_change else base) if mine else None
    return Bar(Shown(power), amount, value, note, MARKS.get(alliance_of(power), Mark.TRIANGLE))


def _causes(data: StormData, mine: Sequence[ledger.Contribution], base: int | None) -> Label:
    """Return what an account is made of: ``from 12, +2 Grain from the East``."""
    causes, more = list[Line](), len(mine) - MOST_CAUSES
    for each in mine[:MOST_CAUSES]:
        title = data.title(each.card)  # which a language may know
        card = Shown(title) if len(title) <= LONGEST_TITLE else plain(title, LONGEST_TITLE)
        given = line("{amount:+d} {card}", amount=each.change.amount, card=card)
        causes.append(line("{card}", card=card) if each.change.draws_none else given)
    rows = Listed(causes)
    if more > 0:
        return label("{rows} and {more} more; /ledger has all", rows=rows, more=more)
    return label("by {rows}", rows=rows) if base is None else label("from {base}, {rows}", base=base, rows=rows)
