"""Each message has a nonce of its own, which Discord accepts."""

from itertools import product

from bot.chat.posting.nonces import LONGEST, nonce_of
from tests.bot.desk import Desk

PLAYERS = (1234567890123456789, 1234567890123456780)


async def test_every_message_has_another_nonce_of_at_most_25_characters(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    kinds = [f"dm {player} {number}" for player in PLAYERS for number in (0, 1, 10)]
    nonces = {nonce_of(session, *message) for message in product((1, 2, 12), kinds)}
    assert len(nonces) == 3 * 6
    assert {len(each) for each in nonces} == {LONGEST}
    assert nonce_of(session, 3, "result") == nonce_of(session, 3, "result")


async def test_who_does_not_know_the_seed_cannot_count_by_it(desk: Desk) -> None:
    """A private deed shows in no nonce."""
    session = await desk.found("high-card", "Red")
    before = nonce_of(session, 3, "result")
    session.seed = bytes(32)
    assert nonce_of(session, 3, "result") != before
