"""What Discord knows a message of the bot by, should it be sent twice: of two with one nonce it keeps the first."""

from hashlib import sha256

LONGEST = 25


def nonce_of(campaign: int, *which: int | str) -> str:
    """Return the nonce of a message of a campaign: at most 25 characters, and another one for every other message."""
    return sha256(" ".join(map(str, (campaign, *which))).encode()).hexdigest()[:LONGEST]
