"""What moved: running effects that came in or follow their inputs, and the EAI."""

from collections.abc import Generator

from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.events import IndexMoved, Moved, StormEvent
from rules.games.gathering_storm.ledger import Contribution, contributions, eai
from rules.games.gathering_storm.state import State


def moves(data: StormData, before: State, after: State) -> Generator[StormEvent, State, None]:
    """Conditional support events: what runs follows its inputs. Every running effect that came in or moved, and the
    EAI."""
    yield from effects(data, before, after)
    index_before, index_after = eai(data, before), eai(data, after)
    if index_before != index_after:
        yield IndexMoved(before=index_before, after=index_after)


def effects(data: StormData, before: State, after: State) -> Generator[StormEvent, State, None]:
    """Every running effect that came in or moved."""
    was = {each.key: each for each in contributions(data, before)}
    now = {each.key: each for each in contributions(data, after)}
    running = {each.card for each in after.played}
    for key, each in was.items():
        if key not in now and each.card in running:
            yield _moved(each, before=each.change.amount, after=0)
    for key, each in now.items():
        old = was[key].change.amount if key in was else None
        if old != each.change.amount:
            yield _moved(each, before=old, after=each.change.amount)


def _moved(each: Contribution, before: int | None, after: int) -> Moved:
    change = each.change
    return Moved(
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
