"""How far the chain of a campaign's record goes: worked out from its rows once, or from what was told as
a turn began, then carried on as the log grows.
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from bot.engine.session import Session
from bot.log.chain import Chain, begun_at, chain_from, first_hash
from bot.log.export import beginning_of, content_of, entry_of
from bot.storage import Damaged, EntryRow, Store
from rules.campaign.life.log_notes import LogNoted

MOST_AT_ONCE = 200
"""So many entries are chained in less time than a player notices."""


async def head_of(store: Store, session: Session) -> LogNoted:
    """The hash of the log of a campaign as it is in memory. Raises ``StoreFault``."""
    seq, known = session.campaign.seq, session.chain or _noted(session)
    if known is None or known.seq < seq:
        rows = [row for row in await store.entries(session.id, known.seq if known else 0) if row.seq <= seq]
        chain = known or await _begun(store, session.id, rows)
        carried = partial(_carried_on, chain, session.seed, rows)
        known = session.chain = await asyncio.to_thread(carried) if len(rows) > MOST_AT_ONCE else carried()
    return LogNoted(entries=known.count, hash=known.hash)


def _noted(session: Session) -> Chain | None:
    """The chain as it was told when the turn began; None if none was since the dice began."""
    campaign, noted = session.campaign, session.campaign.noted
    if noted is None:
        return None
    return Chain(noted.hash, campaign.begun_at, noted.seq, noted.number)


async def _begun(store: Store, id_: int, rows: Sequence[EntryRow]) -> Chain:
    """The chain of a campaign before its first entry. Raises ``Damaged``."""
    row = await store.campaign(id_)
    if row is None:
        raise Damaged("it is not in the database")
    beginning = beginning_of(row)
    first = chain_from(row.start or first_hash(beginning), beginning["seal"])
    return Chain(first, begun_at(content_of(each)["events"] for each in rows))


def _carried_on(chain: Chain, seed: bytes, rows: Sequence[EntryRow]) -> Chain:
    for row in rows:
        chain, _ = chain.then(seed, entry_of(row))
    return chain
