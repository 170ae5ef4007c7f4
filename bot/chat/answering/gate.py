"""The gate: every interaction passes here before anything is decided about it, so that nobody can starve the bot."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from enum import Enum, auto

import discord

from bot.base.pace import MOST_REMEMBERED, Buckets, Haste, Paces
from bot.engine.lateness import Lateness
from bot.messages.interaction import Interaction, server_of
from rules.errors import RuleError


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
        """What becomes of an interaction that has just arrived."""
        if self._is_known(interaction.id):
            return Admission.LEFT_AS_KNOWN
        self.lateness.arrived(interaction.created_at)
        if self.lateness.is_late(interaction.created_at):
            is_gone = _is_typing(interaction) or self.lateness.is_gone(interaction.created_at)
            return Admission.LEFT_AS_LATE if is_gone else Admission.TOO_LATE
        match self._haste(interaction):
            case Haste.NONE:
                return Admission.ANSWERED
            case Haste.NEW if not _is_typing(interaction) and not _is_form(interaction):
                return Admission.TOO_FAST
            case _:
                return Admission.LEFT_AS_FAST

    def _is_known(self, interaction: int) -> bool:
        """Whether an interaction was here before. The latest are remembered, which are those that can come again."""
        if interaction in self._known:
            return True
        self._known[interaction] = None
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return False

    def _haste(self, interaction: Interaction) -> Haste:
        """Whether a user, or a whole server, is too fast; what is typed counts by itself."""
        user, now = interaction.user.id, self._now()
        if _is_typing(interaction):
            return self._typing.take(user, now)
        haste = self._users.take(user, now)
        if haste is Haste.NONE and self._servers.take(server_of(interaction), now) is not Haste.NONE:
            return self._users.refuse(user, now)
        return haste


def _is_typing(interaction: Interaction) -> bool:
    return interaction.type is discord.InteractionType.autocomplete


def _is_form(interaction: Interaction) -> bool:
    return interaction.type is discord.InteractionType.modal_submit
