"""A campaign in memory, and where it is played."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from bot.base.clock import milliseconds, snowflake_time
from bot.storage import HomeRow
from rules.campaign import Campaign, History
from rules.campaign.decider.unknown import UnknownGame
from rules.campaign.life.places import mention
from rules.errors import NotNow, NotThere
from rules.game import AnyGame
from rules.secrets import Shown

G = TypeVar("G", bound=AnyGame)


@dataclass(slots=True, weakref_slot=True)
class Session:
    """A campaign in memory beside its row. Whoever changes it holds the lock. ``homes`` are the places where it has
    been played, the last of which is where it is. It is in doubt when the log may hold more of it, since nobody knows
    whether something was written.
    """

    id: int
    homes: tuple[HomeRow, ...]
    seed: bytes
    history: History
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_in_doubt: bool = False

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return self.history.kept[-1]

    @property
    def home(self) -> HomeRow:
        """Where it is played."""
        return self.homes[-1]

    @property
    def guild(self) -> int:
        """The server on which it is played."""
        return self.home.guild

    @property
    def channel(self) -> int:
        """The channel or thread in which it is played."""
        return self.home.channel

    @property
    def place(self) -> Shown:
        """Where its channel is."""
        return _address(self.home)

    def link(self, message: int) -> Shown:
        """Return where a message is."""
        return Shown(f"{_address(self.home_of(message))}/{message}")

    def home_of(self, message: int) -> HomeRow:
        """Return where it was played when a message was written."""
        at = milliseconds(snowflake_time(message))
        return next((each for each in self.homes if each.until is not None and at < each.until), self.home)

    @property
    def last_home(self) -> HomeRow | None:
        """Where it was played before it came here, if it came from elsewhere."""
        return next((each for each in reversed(self.homes) if each.channel != self.channel), None)

    def home_from(self, at: int) -> HomeRow:
        """Return the same place from a time on, which is later than since when it has been there."""
        return HomeRow(self.id, max(at, self.home.since + 1), self.guild, self.channel)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While something of it is written. If that breaks off, however it does, the campaign is in doubt."""
        try:
            yield
        except BaseException:
            self.is_in_doubt = True
            raise

    def settle(self, home: HomeRow) -> None:
        """Note where it is from now on."""
        self.homes = (*self.homes[:-1], self.home._replace(until=home.since), home)

    def check_here(self, channel: int | None) -> None:
        """Raises ``NotNow`` in a channel from which it has moved away."""
        if channel != self.channel and any(home.channel == channel for home in self.homes):
            raise NotNow("This campaign is played in {channel} now.", channel=mention(self.channel))

    def check_playable(self) -> None:
        """Raises ``NotNow`` for a campaign whose game, data or log this bot cannot read."""
        if isinstance(self.campaign.game, UnknownGame):
            raise self.campaign.game.refusal

    def require(self, feature: str) -> Campaign:
        """Return the campaign, if its game has a command or view. Raises ``NotThere`` otherwise."""
        self.check_playable()
        if not self.campaign.game.has(feature):
            raise NotThere("{title} does not use this command.", title=self.campaign.game.title)
        return self.campaign

    def game(self, kind: type[G]) -> G:
        """Return the campaign's game, if it is of that kind. Raises ``NotThere`` otherwise."""
        self.check_playable()
        game = self.campaign.game
        if not isinstance(game, kind):
            said = "This channel's campaign is {title}. This command is for {other}."
            raise NotThere(said, title=game.title, other=kind.title)
        return game


def _address(home: HomeRow) -> Shown:
    # a DM is a server of its own, and Discord calls all of them by one name
    server = "@me" if home.guild == home.channel else home.guild
    address = f"https://discord.com/channels/{server}/{home.channel}"
    return Shown(address)
