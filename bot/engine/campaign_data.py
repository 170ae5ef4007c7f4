"""The data that campaigns are played with: newer data of this bot, and what a group adds in a file of its own."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.base.catalog import Catalog, DataFile, Edition
from bot.engine.request import Caller
from bot.engine.server_settings import Server, Servers
from bot.engine.sessions import Session
from bot.storage import Store
from rules.campaign.life.ending import is_over
from rules.campaign.questions.rulings import AdoptData
from rules.errors import DataError, NotNow, NotThere, NotYours
from rules.game import AnyGame
from rules.games import OWN
from rules.line import Listed
from rules.seat import REFEREE

MOST_GAMES = 15
"""So many games of its own a server has at most: all together fit into a menu."""


@dataclass(frozen=True, slots=True)
class CampaignData:
    """What campaigns can adopt. A document is kept before a campaign can ask for it."""

    store: Store
    catalog: Catalog
    servers: Servers

    async def newer(self, session: Session) -> AdoptData | None:
        """Return the command that adopts the data of this bot, with what the group has added, if the campaign is played
        with other data. Raises ``NotNow`` for a campaign that this bot cannot play, or whose own data fits no more.
        """
        session.check_playable()
        campaign = session.campaign
        if campaign.founding.game == OWN.id:
            edition = (await self.games(session.guild)).get(campaign.game.title)
            edition = edition or Edition(campaign.game, "", campaign.data)
            if faults := [each for _, each in edition.game.problems(campaign.state, campaign.game.data)]:
                raise NotNow("The newer file does not fit this campaign: {fault}", fault=Listed(faults, " "))
        else:
            edition = self._newest(campaign.founding.game, campaign.game.data.own)
        if edition.digest == campaign.data:
            return None
        await self._learned(session, edition)
        return AdoptData(data=edition.digest)

    async def read(self, session: Session, file: DataFile) -> Edition:
        """Return the data of a campaign with a file of the group. Nothing is kept of it yet.

        Raises ``DataError`` naming each fault of the file, ``NotNow`` where it adds nothing, or for a campaign that
        this bot cannot play.
        """
        session.check_playable()
        campaign = session.campaign
        body = await self.store.document(campaign.data)
        assert body is not None, "a campaign that is played has its data"
        # a long file takes a while, in which others play
        edition = await asyncio.to_thread(self.catalog.with_own, campaign.founding.game, body, file, campaign.state)
        if edition.digest == campaign.data:
            raise NotNow("This campaign has all of that already.")
        return edition

    async def entered(self, session: Session, at: datetime) -> Edition:
        """Return the data of a campaign with what its players have entered in play and everybody has seen; once it has
        ended for good, with all of it. Raises ``NotNow`` where there is nothing like that.
        """
        session.check_playable()
        campaign = session.campaign.when(at)
        entered = campaign.game.entered_data(campaign.state, is_over=is_over(campaign))
        if not entered:
            raise NotNow("Nothing has been entered and turned up that could be kept.")
        body = await self.store.document(campaign.data)
        assert body is not None, "a campaign that is played has its data"
        return self.catalog.having(campaign.founding.game, body, entered, DataFile("What was entered", ""))

    async def added(self, caller: Caller, session: Session, edition: Edition) -> AdoptData:
        """Return the command that adds what a group gave to the data of its campaign, kept from now on. Raises
        ``NotYours`` for anybody but the referee.
        """
        if REFEREE not in session.campaign.seats_of(caller.user):
            raise NotYours("Only the referee can adopt newer data.")
        await self._learned(session, edition)
        return AdoptData(data=edition.digest)

    async def remember(self, caller: Caller, edition: Edition) -> None:
        """Play the server's later campaigns of a game with what a group has added. Raises ``NotYours``."""
        own = (await self._managed(caller)).own
        await self.store.keep_document(edition.digest, edition.body)
        await self.servers.change(caller.guild, own={**own, edition.game.id: edition.digest})

    async def forget(self, caller: Caller, game: str) -> None:
        """Play the server's later campaigns of a game with this bot's data alone. Raises ``RuleError``."""
        own = (await self._managed(caller)).own
        if game not in own:
            raise NotNow("This server's campaigns are played with this bot's data already.")
        await self.servers.change(caller.guild, own={name: each for name, each in own.items() if name != game})

    async def games(self, guild: int) -> Mapping[str, Edition]:
        """Return the games that a server can play, by name: this bot's, and its own that the bot can read."""
        found = dict(self.catalog.editions)
        for name, digest in (await self.servers.of(guild)).games.items():
            body = await self.store.document(digest) or ""
            with suppress(DataError):
                found[name] = Edition(self.catalog.game(OWN.id, digest, body), body, digest)
        return found

    async def add_game(self, caller: Caller, file: DataFile) -> Edition:
        """Let a server play the game of its own that a file declares, in place of one of the same name.

        Raises ``NotYours`` for who cannot manage it, ``DataError`` with the faults of the file, ``NotNow``.
        """
        games = (await self._managed(caller)).games
        edition = await asyncio.to_thread(self.catalog.declared, file)
        title = edition.game.title
        if title in self.catalog.editions or (title not in games and len(games) >= MOST_GAMES):
            raise NotNow("A server has at most {most} games of its own, none called like mine.", most=MOST_GAMES)
        await self.store.keep_document(edition.digest, edition.body)
        await self.servers.change(caller.guild, games={**games, title: edition.digest})
        return edition

    async def drop_game(self, caller: Caller, name: str) -> None:
        """Take a game of its own from a server; what is played with it goes on. Raises ``NotYours``, ``NotThere``."""
        games = (await self._managed(caller)).games
        if name not in games:
            raise NotThere("This server has no such game of its own.")
        await self.servers.change(caller.guild, games={each: digest for each, digest in games.items() if each != name})

    async def _managed(self, caller: Caller) -> Server:
        """Return the settings of a server, for a caller who may change them."""
        if not caller.is_admin:
            raise NotYours("Only those who can manage the server choose its games and their data.")
        return await self.servers.of(caller.guild)

    async def edition(self, guild: int, game: str) -> Edition:
        """Return the edition with which a new campaign of a server is played. Raises ``NotThere`` for an unknown game,
        ``NotNow`` where what the server's groups have added fits no more.
        """
        if game not in self.catalog.editions:
            games = await self.games(guild)
            if game not in games:
                raise NotThere("This bot has no such game. Its games are {names}.", names=Listed(games))
            return games[game]
        digest = (await self.servers.of(guild)).own.get(game)
        body = None if digest is None else await self.store.document(digest)
        return self._newest(game, json.loads(body or "{}").get("own", {}))

    def _newest(self, game: str, own: Mapping[str, Any]) -> Edition:
        try:
            return self.catalog.newest(game, own)
        except DataError as fault:
            said = "Your own data does not fit this bot's newer data: {fault}"
            raise NotNow(said, fault=Listed(fault.lines, " ")) from None

    async def know(self, session: Session) -> None:
        """Read the documents that a campaign's open requests are about, as far as this bot can."""
        for request in session.campaign.requests:
            wanted = request.command
            if isinstance(wanted, AdoptData) and wanted.data not in session.campaign.library:
                body = await self.store.document(wanted.data)
                with suppress(DataError):  # then it cannot be agreed to, and all else goes on
                    if body is not None:
                        game = self.catalog.game(session.campaign.founding.game, wanted.data, body)
                        session.campaign.library[wanted.data] = game

    async def _learned(self, session: Session, edition: Edition) -> None:
        await self.store.keep_document(edition.digest, edition.body)
        game: AnyGame = self.catalog.game(session.campaign.founding.game, edition.digest, edition.body)
        session.campaign.library[edition.digest] = game
