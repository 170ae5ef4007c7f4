"""Playing a campaign in memory, as the bot does with its log."""

from collections.abc import Mapping
from copy import copy
from datetime import timedelta
from typing import Any, Self

import rules
from bot.base.clock import DISCORD_EPOCH, milliseconds
from rules.campaign import Campaign
from rules.campaign.questions.requests import Agree, Asked
from rules.command import Command
from rules.dice import Source
from rules.game import AnyGame
from rules.log import LogEntry
from rules.notice import Notice, Public, Secret
from rules.seat import Seat
from tests.games import BEGIN, SEED, founded

ADMIN = 77
"""An administrator of the server."""


class Play:
    """A campaign and its log."""

    def __init__(self, game: AnyGame, campaign: Campaign | None = None, seed: bytes = SEED) -> None:
        self.game = game
        self.seed = seed
        self.campaign = campaign or founded(game)
        self.log: list[LogEntry] = []
        self.clock = BEGIN
        self.is_sure = True
        self.all_agree = True

    def copy(self) -> Self:
        """The same campaign, which can be played on by itself."""
        other = copy(self)
        other.log = [*self.log]
        return other

    def wait(self, **time: float) -> None:
        """Let some time pass: ``wait(days=15)``."""
        self.clock += timedelta(**time)

    def do(
        self, user: int, ask: Command | Mapping[str, Any] | str, faces: tuple[int, ...] | None = None, **fields: Any
    ) -> tuple[Notice, ...]:
        """Give a command and return its notices; a minute passes, or what ``wait`` let pass. The user is sure, and
        the others agree at once to what is asked, unless ``is_sure`` and ``all_agree`` say otherwise.
        """
        given = {"type": ask, **fields} if isinstance(ask, str) else ask
        command = given if isinstance(given, Command) else self.campaign.read_command(given)
        at = self.clock + timedelta(minutes=1)
        press = milliseconds(at) - DISCORD_EPOCH << 22
        source = Source(self.seed, press)
        done = self.campaign.decide(user, command, faces, source, at, sure=self.is_sure, is_admin=user == ADMIN)
        seq, self.clock = len(self.log) + 1, at
        entry = LogEntry(
            seq, press, at, user, done.seat, done.command,
            done.events, done.rolls, done.undoes, rules.VERSION,
            number=None if done.is_unseen else self.campaign.number + 1,
        )  # fmt: skip
        after = self.campaign.follow(entry) if entry.undoes is None else self.campaign.refold([*self.log, entry])
        self.campaign = after
        self.log.append(entry)
        if self.all_agree and any(isinstance(event, Asked) for event in entry.events):
            return self._agree(self.campaign.number)
        return self.campaign.tell(entry)

    def _agree(self, to: int) -> tuple[Notice, ...]:
        """Everybody who is asked agrees; the notices of what is done then."""
        (request,) = (each for each in self.campaign.requests if each.number == to)
        told: tuple[Notice, ...] = ()
        for seat in sorted(request.needed):
            if to in {each.number for each in self.campaign.requests}:
                user = next(each for each in self.campaign.roster[seat] if each != request.player)
                told = self.do(user, Agree(to=to))
        return told


def public(notices: tuple[Notice, ...]) -> str:
    """What the channel reads."""
    return "\n".join(str(notice) for notice in notices if isinstance(notice, Public))


def secret(notices: tuple[Notice, ...], seat: Seat) -> str:
    """What one seat reads besides."""
    return "\n".join(str(notice) for notice in notices if isinstance(notice, Secret) and notice.seat == seat)
