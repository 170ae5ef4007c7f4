"""What Discord knows a message of the bot by, should it be sent twice: of two with one nonce it keeps the first."""

from hashlib import sha256

from bot.engine.session import Session

LONGEST = 25


def nonce_of(session: Session, *which: int | str) -> str:
    """The nonce of a message of a campaign: at most 25 characters, and another one for every other message. Nobody else
    can work it out, for it counts what is done unseen.
    """
    named = " ".join(map(str, (session.id, *which)))
    return sha256(session.seed + named.encode()).hexdigest()[:LONGEST]
