"""A sitting: the little Discord, the real bot on a real database, and the people at the table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.app import RunningBot, start
from bot.service import Caller
from bot.sessions import Session
from bot.settings import Settings
from localdiscord import LocalDiscord, RequestRecord, User
from tests.games import SEED, catalog
from tests.localdiscord import schema

Message = dict[str, Any]
EPHEMERAL = 64


class Harness:
    """Everything that a test needs of a table."""

    def __init__(self, table: LocalDiscord, database: Path) -> None:
        self.table = table
        self.database = database
        self.bot: RunningBot
        self.anna, self.bert, self.carla = map(table.user, ("anna", "bert", "carla"))
        self.marne = table.channel("marne")

    async def sit_down(self) -> None:
        """Start the bot."""
        settings = Settings.model_validate(
            {
                "token": self.table.token,
                "database": self.database,
                "discord_api": self.table.api_url,
                "seed": SEED.hex(),
            }
        )
        self.bot = await start(settings, catalog(), guild_ready_timeout=0.01)
        await self.table.bot_online()

    async def restart(self) -> None:
        """End the bot without warning and start it on the same database."""
        await self.bot.kill()
        await self.sit_down()

    async def found(self, where: Message | None = None, **options: str) -> None:
        """Anna founds a Marne campaign and plays the Allies; Bert joins as the Germans."""
        where = where or self.marne
        await self.anna.slash(where, "campaign new", {"game": "marne-1918", "seat": "Allies", **options})
        await self.bert.slash(where, "campaign join", {"seat": "Germans"})

    async def found_high_card(self, dice: Any = "sealed") -> Session:
        """The fourth game, which is not among the choices of the command: Anna is Red, Bert is Blue."""
        call = Caller(1, self.table.clock.now(), int(self.table.guild_id), int(self.marne["id"]), int(self.anna.id))
        table = await self.bot.client.service.found(call, "high-card", "", "Red", dice)
        await self.bert.slash(self.marne, "campaign join", {"seat": "Blue"})
        return table

    async def campaign(self, where: Message | None = None) -> Session:
        """The campaign as the bot has it."""
        return await self.bot.client.service.session_in(int((where or self.marne)["id"]))

    def newest(self, person: User, where: Message | None = None) -> Message:
        """The newest message that a person sees."""
        return person.messages(where or self.marne)[-1]

    def private(self, person: User, where: Message | None = None) -> list[Message]:
        """The messages that a person alone sees."""
        return [message for message in person.messages(where or self.marne) if message["flags"] & EPHEMERAL]


def text(message: Message) -> str:
    """All that can be read in a message."""
    embeds = [
        part
        for embed in message["embeds"]
        for part in (
            embed.get("title"),
            embed.get("description"),
            *(f"{field['name']}: {field['value']}" for field in embed.get("fields", [])),
            embed.get("footer", {}).get("text"),
        )
    ]
    return "\n".join(part for part in (message["content"], *embeds) if part)


def labels(message: Message) -> list[str]:
    """The buttons and menus below a message."""
    parts = [part for row in message["components"] for part in row["components"]]
    return [part.get("label") or part.get("placeholder") for part in parts]


@asynccontextmanager
async def harness(folder: Path, **options: Any) -> AsyncIterator[Harness]:
    """Set a table up and clear it away; whatever the bot was refused by Discord fails the test."""
    table = LocalDiscord(**options)
    requests: list[RequestRecord] = []
    table.watch(requests.append)
    await table.start()
    here = Harness(table, folder / "adjutant.sqlite")
    try:
        await here.sit_down()
        yield here
        assert table.rejected == []
        assert [problem for request in requests for problem in schema.problems(request)] == []
    finally:
        await here.bot.kill()
        await table.stop()
