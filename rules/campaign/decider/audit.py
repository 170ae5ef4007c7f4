"""Verification: work out every die again, and decide every entry again if these rules decided it."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter

import rules
from rules.campaign.decider.campaign import Campaign, History
from rules.campaign.decider.deciding import Decision
from rules.campaign.decider.unknown import UnknownGame
from rules.command import shown_again
from rules.dice import Roll, Source, recheck
from rules.errors import RuleError
from rules.log import LogEntry


@dataclass(frozen=True, slots=True)
class Verdict:
    """An entry and whether it comes out as the log has it. ``rules`` are those that decided it, and ``is_playable``
    says whether this bot can play its game; entries of other rules or of no known game have their dice checked alone.
    So does one that ``is_forgotten``: somebody in it was forgotten. One that ``is_unseen`` is a private deed.
    """

    seq: int
    is_right: bool
    rules: str
    is_playable: bool
    is_forgotten: bool = False
    is_unseen: bool = False


@dataclass(frozen=True, slots=True)
class Audit:
    """What verification found: the ``seq`` of entries that do not come out as the log has them. Private deeds are not
    counted.

    ``other_rules`` counts the entries of each other version of the rules, ``unplayable`` those of a game that this bot
    cannot play: their dice were checked, and their decisions were not judged. ``forgotten`` counts those
    that cannot be decided again because somebody in them was forgotten.
    """

    wrong: tuple[int, ...]
    other_rules: dict[str, int]
    unplayable: int = 0
    forgotten: int = 0

    @classmethod
    def of(cls, steps: Iterable[Verdict | None]) -> "Audit":
        """Return what the steps of a verification found together."""
        every = [step for step in steps if step is not None]
        verdicts = [each for each in every if not each.is_unseen]
        versions = Counter(each.rules for each in verdicts if each.is_playable and each.rules != rules.VERSION)
        wrong = tuple(each.seq for each in every if not each.is_right)
        unplayable = sum(not each.is_playable for each in verdicts)
        forgotten = sum(each.is_forgotten for each in verdicts)
        return cls(wrong, dict(versions), unplayable, forgotten)


def audit(founded: Campaign, entries: Iterable[LogEntry], seed: bytes) -> Audit:
    """Verify a log. ``founded`` is the campaign before its first entry."""
    return Audit.of(audit_steps(founded, entries, seed))


def audit_steps(founded: Campaign, entries: Iterable[LogEntry], seed: bytes) -> Iterator[Verdict | None]:
    """Verify a log step by step, for a caller that does other things in between: the verdict on each entry, or None for
    a step between two. A step decides or folds one entry.
    """
    log, past = tuple(entries), History((founded,))
    for number, entry in enumerate(log, start=1):
        yield _verdict(past.now, entry, seed)
        if entry.undoes is None:
            past = past.then(past.now.follow(entry))
            continue
        before = past.back(entry.undoes)
        for later in before.follow_each(log[bisect_right(log, before.now.seq, key=attrgetter("seq")) : number]):
            past = later
            yield None


def _verdict(now: Campaign, entry: LogEntry, seed: bytes) -> Verdict:
    """Return the verdict on the entry that comes after a campaign."""
    is_playable = not isinstance(now.game, UnknownGame)
    is_judged = is_playable and entry.rules == rules.VERSION
    comes_out = is_judged and _decide_again(now, entry, seed)
    is_forgotten = is_judged and not comes_out and entry.has_forgotten
    is_right = comes_out if is_judged and not is_forgotten else not recheck(seed, entry.rolls)
    return Verdict(entry.seq, is_right, entry.rules, is_playable, is_forgotten=is_forgotten, is_unseen=entry.is_unseen)


def _decide_again(now: Campaign, entry: LogEntry, seed: bytes) -> bool:
    """Return whether the same command leads to the same events and dice."""
    by_hand = tuple(face for roll in entry.rolls if roll.by_hand for face in roll.faces)
    is_by_hand = now.dice_kind == "physical" and bool(by_hand) and not shown_again(entry.events)
    faces = by_hand if is_by_hand else None
    try:
        source = Source(seed, pressed(entry.rolls))
        again = now.decide(entry.user, entry.command, faces, source, entry.at, sure=True, is_admin=True)
    except RuleError:
        return False
    was = Decision(entry.seat, entry.command, entry.events, entry.rolls, is_unseen=entry.is_unseen)
    return again == was and again.undoes == entry.undoes


def pressed(rolls: Iterable[Roll]) -> int:
    """Return the press that asked for some dice, or 0 if none of them is sealed."""
    return next((roll.press for roll in rolls if not roll.by_hand), 0)
