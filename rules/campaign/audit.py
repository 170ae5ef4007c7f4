"""Verification: work out every die again, and decide every entry again if these rules decided it."""

from collections.abc import Iterable
from dataclasses import dataclass

import rules
from rules.campaign.campaign import Campaign
from rules.campaign.deciding import Decision
from rules.campaign.unknown import UnknownGame
from rules.dice import recheck
from rules.errors import RuleError
from rules.log import LogEntry


@dataclass(frozen=True, slots=True)
class Audit:
    """What verification found: the ``seq`` of entries that do not come out as the log has them.

    ``other_rules`` counts the entries of each other version of the rules, ``unplayable`` those of a game that this bot
    cannot play: their dice were checked, and their decisions were not judged.
    """

    wrong: tuple[int, ...]
    other_rules: dict[str, int]
    unplayable: int = 0


def audit(founded: Campaign, entries: Iterable[LogEntry], seed: bytes) -> Audit:
    """Verify a log. ``founded`` is the campaign before its first entry."""
    log = tuple(entries)
    words = "\n".join(founded.refold(log).words)
    wrong: list[int] = []
    other_rules: dict[str, int] = {}
    is_playable = not isinstance(founded.game, UnknownGame)
    now = founded
    for number, entry in enumerate(log, start=1):
        if is_playable and entry.rules == rules.VERSION:
            is_right = _decide_again(now, entry, seed)
        else:
            other_rules[entry.rules] = other_rules.get(entry.rules, 0) + 1
            is_right = not recheck(seed, words, entry.rolls)
        if not is_right:
            wrong.append(entry.seq)
        now = now.follow(entry) if entry.undoes is None else founded.refold(log[:number])
    return Audit(tuple(wrong), other_rules) if is_playable else Audit(tuple(wrong), {}, len(log))


def _decide_again(now: Campaign, entry: LogEntry, seed: bytes) -> bool:
    """Whether the same command leads to the same events and dice."""
    by_hand = tuple(face for roll in entry.rolls if roll.by_hand for face in roll.faces)
    faces = by_hand if now.founding.dice == "physical" and by_hand else None
    try:
        again = now.decide(entry.user, entry.command, faces, seed, entry.at, sure=True, is_admin=True)
    except RuleError:
        return False
    return again == Decision(entry.seat, entry.command, entry.events, entry.rolls)
