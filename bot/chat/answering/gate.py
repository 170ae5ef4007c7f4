"""The gate: every interaction passes here before anything is decided about it, so that nobody can starve the bot."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto

import discord

from bot.base.settings import Pace, Paces
from bot.engine.request import Lateness
from bot.messages.interaction import Interaction, server_of
from rules.errors import RuleError

MOST_REMEMBERED = 10_000
"""So many buckets are kept; whoever was longest away has a full one again."""
LEFT_ALONE = (discord.InteractionType.autocomplete, discord.InteractionType.modal_submit)
"""What is too fast and left alone, not refused in a sentence: typing, and a form, which stays open."""


class Haste(Enum):
    """Whether somebody may go on: yes; no, for the first time in this burst; no again."""

    NONE = auto()
    NEW = auto()
    TOLD = auto()


@dataclass(frozen=True, slots=True)
class Bucket:
    """What is left in a bucket at a time. ``told`` says that it was empty since it was last full."""

    tokens: float
    at: datetime
    told: bool = False

    def filled(self, pace: Pace, now: datetime) -> "Bucket":
        """Return the bucket as it has filled until now."""
        tokens = self.tokens + max((now - self.at).total_seconds(), 0) * pace.burst / pace.seconds
        return Bucket(min(tokens, pace.burst), now, self.told and tokens < pace.burst)

    def taken(self, pace: Pace, now: datetime) -> tuple["Bucket", Haste]:
        """Return the bucket after one more, and whether that was too fast."""
        full = self.filled(pace, now)
        if full.tokens >= 1:
            return Bucket(full.tokens - 1, now, full.told), Haste.NONE
        return Bucket(full.tokens, now, told=True), Haste.TOLD if full.told else Haste.NEW


class Buckets:
    """The buckets of everybody, or of every server."""

    def __init__(self, pace: Pace, most: int = MOST_REMEMBERED) -> None:
        self._pace = pace
        self._most = most
        self._buckets: OrderedDict[int, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, whose: int, now: datetime) -> Haste:
        """Take one out of somebody's bucket."""
        bucket, haste = self._buckets.get(whose, Bucket(self._pace.burst, now)).taken(self._pace, now)
        self._buckets[whose] = bucket
        self._buckets.move_to_end(whose)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return haste

    def refuse(self, whose: int, now: datetime) -> Haste:
        """Refuse somebody for another reason, which they are told once in a burst, too."""
        bucket = self._buckets.get(whose, Bucket(self._pace.burst, now))
        self._buckets[whose] = replace(bucket, told=True)
        return Haste.TOLD if bucket.told else Haste.NEW


class TooFast(RuleError):
    """An action of somebody, or on a server, that goes faster than the bot takes it. Nothing was decided."""

    def __init__(self) -> None:
        super().__init__("That was too fast, so it was not done. Wait a few seconds and try again.")


class Admission(Enum):
    """What becomes of an interaction: it is answered, it is refused in a sentence, or it is left alone, so that Discord
    tells its user that it failed. A form that is left alone stays open with what was typed. One that Discord delivers
    again is left alone too: whatever its first delivery is told, nothing is done after that was said.
    """

    ANSWERED = auto()
    TOO_FAST = auto()
    TOO_LATE = auto()
    LEFT_AS_FAST = auto()
    LEFT_AS_LATE = auto()
    LEFT_AS_KNOWN = auto()


class Gate:
    """Who comes in. ``now`` is the clock of the buckets."""

    def __init__(self, lateness: Lateness, paces: Paces, now: Callable[[], datetime]) -> None:
        self.lateness = lateness
        self._users, self._servers, self._typing = map(Buckets, paces)
        self._now = now
        self._known = OrderedDict[int, None]()

    def admission(self, interaction: Interaction) -> Admission:
        """Return what becomes of an interaction that has just arrived."""
        if self._is_known(interaction.id):
            return Admission.LEFT_AS_KNOWN
        self.lateness.arrived(interaction.created_at)
        if self.lateness.is_late(interaction.created_at):
            is_gone = _is_typing(interaction) or self.lateness.is_gone(interaction.created_at)
            return Admission.LEFT_AS_LATE if is_gone else Admission.TOO_LATE
        match self._haste(interaction):
            case Haste.NONE:
                return Admission.ANSWERED
            case Haste.NEW if interaction.type not in LEFT_ALONE:
                return Admission.TOO_FAST
            case _:
                return Admission.LEFT_AS_FAST

    def _is_known(self, interaction: int) -> bool:
        """Return whether the bot has seen an interaction before, and remember it. Only the latest are remembered."""
        if interaction in self._known:
            return True
        self._known[interaction] = None
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return False

    def _haste(self, interaction: Interaction) -> Haste:
        """Return whether a user, or their whole server, is too fast. Typing is counted separately."""
        user, now = interaction.user.id, self._now()
        if _is_typing(interaction):
            return self._typing.take(user, now)
        haste = self._users.take(user, now)
        if haste is Haste.NONE and self._servers.take(server_of(interaction), now) is not Haste.NONE:
            return self._users.refuse(user, now)
        return haste


def _is_typing(interaction: Interaction) -> bool:
    return interaction.type is discord.InteractionType.autocomplete
