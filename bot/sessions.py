"""The campaigns in memory: found by channel or id, loaded once from their log."""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.catalog import Catalog
from bot.codec import UnreadableEntry, read_entries, time_of
from bot.documents import digests
from bot.store import CampaignRow, EntryRow, Store
from rules.campaign import Campaign, DiceKind, Founding
from rules.campaign.unknown import UnknownGame
from rules.dice import seal
from rules.errors import DataError, NotNow, NotThere
from rules.game import AnyGame
from rules.seat import Player, Seat

log = logging.getLogger(__name__)

G = TypeVar("G", bound=AnyGame)


@dataclass(slots=True)
class Session:
    """A campaign in memory beside its row. Whoever changes it holds the lock."""

    id: int
    channel: int
    seed: bytes
    campaign: Campaign
    lock: asyncio.Lock

    def check_playable(self) -> None:
        """Raises ``NotNow`` for a campaign whose game, data or log this bot cannot read."""
        if isinstance(self.campaign.game, UnknownGame):
            raise NotNow(f"This bot cannot play this campaign: {self.campaign.game.why}")

    def require(self, feature: str) -> Campaign:
        """The campaign, if its game has a command or view. Raises ``NotThere`` otherwise."""
        self.check_playable()
        if not self.campaign.game.has(feature):
            raise NotThere(f"{self.campaign.game.title} does not use this command.")
        return self.campaign

    def game(self, kind: type[G]) -> G:
        """The campaign's game, if it is of that kind. Raises ``NotThere`` otherwise."""
        self.check_playable()
        game = self.campaign.game
        if not isinstance(game, kind):
            raise NotThere(f"This channel's campaign is {game.title}. This command is for {kind.title}.")
        return game


class Sessions:
    """All campaigns. A loaded one stays in memory, so that a command costs the same at any length of log."""

    def __init__(self, store: Store, catalog: Catalog) -> None:
        self._store = store
        self._catalog = catalog
        self._sessions: dict[int, Session] = {}
        self._in_channel: dict[int, int] = {}
        self.loading = asyncio.Lock()

    async def in_channel(self, channel: int) -> Session:
        """The newest campaign of a channel or thread. Raises ``NotThere`` when there is none."""
        session = await self.newest_in(channel)
        if session is None:
            raise NotThere("There is no campaign in this channel yet. `/campaign new` starts one.")
        return session

    async def by_id(self, id_: int) -> Session:
        """A campaign by its id. Raises ``NotThere`` when there is none."""
        if id_ not in self._sessions:
            async with self.loading:
                if id_ not in self._sessions:
                    row = await self._store.campaign(id_)
                    if row is None:
                        raise NotThere("That campaign is not in this bot's database.")
                    self._sessions[id_] = await self._load(row)
        return self._sessions[id_]

    async def newest_in(self, channel: int) -> Session | None:
        """The newest campaign of a channel or thread, or None."""
        if channel not in self._in_channel:
            row = await self._store.campaign_in(channel)
            if row is None:
                return None
            self._in_channel[channel] = row.id
        return await self.by_id(self._in_channel[channel])

    async def all_in(self, channel: int) -> list[Session]:
        """All campaigns of a channel or thread, the newest first."""
        return [await self.by_id(row.id) for row in await self._store.campaigns_in(channel)]

    async def _load(self, row: CampaignRow) -> Session:
        """A campaign with its game, or, where this bot cannot play it, with its log alone."""
        rows = await self._store.entries(row.id)
        try:
            campaign = await self._fold(row, rows)
        except (DataError, UnreadableEntry) as error:
            campaign = _fold_unknown(row, rows, str(error))
        except Exception:  # whatever is wrong with one log, its channel must stay usable
            bug = secrets.token_hex(4)
            log.exception("bug %s: the log of campaign %s cannot be folded", bug, row.id)
            campaign = _fold_unknown(row, rows, f"its log cannot be folded (error {bug}).")
        return Session(row.id, row.channel, row.seed, campaign, asyncio.Lock())

    async def _fold(self, row: CampaignRow, rows: list[EntryRow]) -> Campaign:
        """The campaign by its log. Raises ``DataError`` or ``UnreadableEntry`` when this bot cannot play it."""
        library = {digest: await self._game(row.game, digest) for digest in digests(row, rows)}
        fresh = Campaign.founded(_founding(row), library[row.data or ""], library)
        campaign = fresh.refold(read_entries(fresh, rows))
        return replace(campaign, library={**library, **self._newest_edition(row.game)})

    async def _game(self, id_: str, digest: str) -> AnyGame:
        return self._catalog.game(id_, digest, await self._store.document(digest) or "")

    def _newest_edition(self, game: str) -> Mapping[str, AnyGame]:
        edition = self._catalog.editions.get(game)
        return {edition.digest: edition.game} if edition else {}

    async def is_ended(self, row: CampaignRow) -> bool:
        """Whether a campaign has ended; it is not kept in memory for the question."""
        return (await self.peek(row)).campaign.is_ended

    async def peek(self, row: CampaignRow) -> Session:
        """A campaign as it stands, which is not kept in memory for the question."""
        return self._sessions.get(row.id) or await self._load(row)

    async def open(self, channel: int, id_: int) -> Session:
        """A campaign that was just founded in a channel."""
        self._in_channel[channel] = id_
        return await self.by_id(id_)


def _founding(row: CampaignRow) -> Founding:
    dice: DiceKind = "physical" if row.dice == "physical" else "sealed"
    return Founding(
        row.game, row.name, Player(row.founder), Seat(row.seat), dice, seal(row.seed), row.rules, row.data or "",
        time_of(row.at),
    )  # fmt: skip


def _fold_unknown(row: CampaignRow, rows: list[EntryRow], why: str) -> Campaign:
    """The campaign with what is the same in every game, as far as it can be read."""
    fresh = Campaign.founded(_founding(row), UnknownGame(why))
    return fresh.refold(read_entries(fresh, rows))
