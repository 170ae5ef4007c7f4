"""What the managers of a server have set for it: where and by whom campaigns are started, and on which terms.

A server that has set nothing has what every server had before there were settings. ``language`` is the one place that
says in which language a server's new campaigns are told.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from bot.engine.request import Caller
from bot.storage import Store
from rules.campaign.life.settings import mention
from rules.campaign.state.wait import USUAL_TERMS, Language, Terms
from rules.errors import NotNow, NotYours
from rules.secrets import Shown

Founders = Literal["everybody", "managers", "role"]


class Server(BaseModel):
    """The settings of a server. ``channel`` is the only one in which campaigns are started, with its threads; ``role``
    is the one that may start them where ``founders`` says so. ``own`` are the documents, by their digests, whose own
    additions its new campaigns of a game are played with, and ``games`` those of its own games by name.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    language: Language = "en"
    pictures: bool = True
    answer: int = USUAL_TERMS.answer
    channel: int | None = None
    founders: Founders = "everybody"
    role: int | None = None
    own: Mapping[str, str] = {}
    games: Mapping[str, str] = {}

    def terms(self, answer: int | None = None, language: str | None = None, *, demo: bool = False) -> Terms:
        """Return the terms of a new campaign; ``answer`` are the days to answer that its founder wants, and
        ``language`` what they want it to speak, if they say so.
        """
        return Terms(
            language=language or self.language, pictures=self.pictures, answer=answer or self.answer, demo=demo
        )

    def check_channel(self, channel: int, parent: int | None) -> None:
        """Check whether campaigns may be played in a channel, or a thread of a ``parent``. Raises ``NotNow``."""
        if self.channel is not None and self.channel not in (channel, parent):
            raise NotNow(
                "On this server campaigns are started in {channel} and its threads.", channel=mention(self.channel)
            )

    def check_founder(self, caller: Caller) -> None:
        """Check whether the caller may start campaigns on the server. Raises ``NotYours``."""
        if self.founders == "managers" and not caller.is_admin:
            raise NotYours("On this server only those who can manage it start campaigns.")
        if self.founders == "role" and self.role not in caller.roles and not caller.is_admin:
            raise NotYours("On this server only {role} can start campaigns.", role=Shown(f"<@&{self.role}>"))


@dataclass(slots=True)
class Servers:
    """The settings of all servers; whether a channel or role of one ``exists``, the client says."""

    store: Store
    exists: Callable[[int, int], bool] = lambda _guild, _id: True

    async def of(self, guild: int) -> Server:
        """Return the settings of a server. A channel that is gone locks nobody out, and a role lets nobody in."""
        body = await self.store.server(guild)
        server = Server() if body is None else Server.model_validate_json(body)
        if server.channel is not None and not self.exists(guild, server.channel):
            server = server.model_copy(update={"channel": None})
        if server.founders == "role" and not self.exists(guild, server.role or 0):
            server = server.model_copy(update={"founders": "managers", "role": None})
        return server

    async def change(self, guild: int, **changes: object) -> Server:
        """Change some settings of a server, and return them all."""
        server = Server.model_validate((await self.of(guild)).model_dump() | changes)
        await self.store.keep_server(guild, server.model_dump_json(exclude_defaults=True))
        return server
