"""Each message has a nonce of its own, which Discord accepts."""

from itertools import product

from bot.engine.posts import LONGEST_NONCE, nonce_of

PLAYERS = (1234567890123456789, 1234567890123456780)


def test_every_message_has_its_own_nonce() -> None:
    kinds = [f"dm {player} {number}" for player in PLAYERS for number in (0, 1, 10)]
    nonces = {nonce_of(*message) for message in product((1, 11), (1, 2, 12), kinds)}
    assert len(nonces) == 2 * 3 * 6
    assert {len(each) for each in nonces} == {LONGEST_NONCE}
    assert nonce_of(1, 12, "result") != nonce_of(11, 2, "result")
