"""The local Discord, the real bot on a real database, and three people."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.base.catalog import Catalog
from bot.base.settings import UNHURRIED, Settings
from bot.cli.app import RunningBot, start
from bot.engine.founding import Wish
from bot.engine.outbox import NEVER
from bot.engine.request import Caller
from bot.engine.sessions import Session
from bot.storage import Place
from localdiscord import LocalDiscord, NoResponse, User
from localdiscord.idle import Handling
from localdiscord.interactions.interaction import Interaction
from localdiscord.openapi import OpenApi
from localdiscord.state.components import walk
from localdiscord.users.labels import labelled_fields
from tests.bot.history import History, interactions_in, of_other_presses
from tests.bot.history import text as text
from tests.bot.payloads import translate_once
from tests.games import SEED, catalog
from tests.patience import PATIENCE, TURN, until
from tests.start import SteppingClock, moment

Message = dict[str, Any]
EPHEMERAL = 64
translate_once()


class Harness:
    """Everything that a test needs: ``server`` is the local Discord."""

    def __init__(self, server: LocalDiscord, database: Path) -> None:
        self.server = server
        self.database = database
        self.place: Place | None = None
        """The database of the bot where it is on a server, and not in the file."""
        self.history = History(server)
        self.bot: RunningBot
        self.paces: dict[str, Any] = UNHURRIED
        self.anna, self.bert, self.carla = map(server.user, ("anna", "bert", "carla"))
        self.marne = server.channel("marne")

    async def start_bot(self, games: Catalog | None = None) -> None:
        """Start the bot, with every game unless others are given."""
        own = {
            "token": SecretStr(self.server.token),
            "database": self.place or self.database,
            "discord_api": self.server.api_url,
        }
        settings = _settings(tuple(self.paces.items())).model_copy(update=own)
        self.bot = await start(
            settings, games or catalog(), now=self.server.clock.now, poll=NEVER, guild_ready_timeout=0.001
        )
        await self.server.bot_online(PATIENCE)
        await self.bot.outbox.looked.wait()  # from now on, what is due is posted when a test says so: `settle`

    async def restart(self, games: Catalog | None = None) -> None:
        """End the bot without warning and start it on the same database."""
        await self.bot.kill()
        await self.start_bot(games)

    async def found(self, where: Message | None = None, **options: str) -> None:
        """Anna founds a Marne campaign and plays the Allies; Bert joins as the Germans."""
        where = where or self.marne
        await self.anna.slash(where, "campaign new", {"game": "marne-1918", "seat": "Allies", **options})
        await self.bert.slash(where, "campaign join", {"seat": "Germans"})

    async def found_high_card(self, dice: Any = "sealed") -> Session:
        """High Card: Anna is Red, Bert is Blue."""
        return await self.found_small("high-card", "Red", "Blue", dice)

    async def found_small(self, game: str, anna: str, bert: str, dice: Any = "sealed", number: int = 1) -> Session:
        """A small game of the tests, which is not among the choices of `/campaign new`: the campaign of that number."""
        guild, channel = int(self.server.guild_id), int(self.marne["id"])
        call = Caller(number, self.server.clock.now(), guild, channel, int(self.anna.id))
        session = await self.bot.client.service.found(call, Wish(game, "", anna, dice))
        await self.bert.slash(self.marne, "campaign join", {"seat": bert})
        return session

    def private_thread(self, name: str, *members: User) -> Message:
        """A private thread, in which the bot is too."""
        state = self.server.hub.state
        thread = state.channels.add_thread(self.marne["id"], name, state.bot_id, private=True)
        thread["members"] += [member.id for member in members]
        return thread

    async def settle(self, *, after: timedelta = timedelta()) -> None:
        """Put the clock on, and wait until the outbox has posted what is due."""
        self.server.clock.advance(after)
        await self.bot.settle()

    async def go_on(
        self, person: User, command: str = "turn next", options: Any = None, where: Message | None = None
    ) -> None:
        """A player ends a phase or turn and is sure, and whoever is asked says that they are done."""
        where = where or self.marne
        await person.slash(where, command, options)
        await self.be_sure(person, where)
        while requests := [each for each in (await self.campaign(where)).campaign.requests if each.needed]:
            campaign = (await self.campaign(where)).campaign
            seat = min(requests[-1].needed)
            asked = self.server.user(self.server.hub.state.users[str(int(campaign.roster[seat][0]))]["username"])
            message, done = next(
                (message, label)
                for message in reversed(asked.messages(where))
                for label in labels(message)
                if label.removeprefix(f"{seat}: ").startswith(("Done", "No offensive"))
            )
            await asked.press(message, done)
            await self.be_sure(asked, where)

    async def be_sure(self, person: User, where: Message | None = None) -> None:
        """Whoever is asked what they lose goes on all the same."""
        question = self.newest(person, where or self.marne)
        if (last := labels(question)[-1:]) in (["Go on"], ["Let it go"]):
            await person.press(question, last[0])

    @contextmanager
    def impatient(self, turns: int = 30) -> Iterator[None]:
        """Whoever gets no answer in here gives up once the bot has nothing left to do for so many turns."""
        giving_up = asyncio.create_task(give_up(self.server, turns))
        try:
            yield
        finally:
            giving_up.cancel()

    @contextmanager
    def unanswered(self, turns: int = 30) -> Iterator[None]:
        """Whoever asks in here may get no answer."""
        with self.impatient(turns), suppress(NoResponse):
            yield

    @asynccontextmanager
    async def outage(self) -> AsyncIterator[None]:
        """The bot has just started, and Discord tells it of the server only after this."""
        self.server.gateway.begin_outage(self.server.guild_id)
        await self.restart()
        await until(lambda: any(guild.unavailable for guild in self.bot.client.guilds))
        yield
        self.server.gateway.end_outage(self.server.guild_id)
        await until(lambda: not self.bot.client.panels._unseen)
        await self.settle()

    def quiet_now(self) -> str:
        """Quiet hours, as a person writes them, that began an hour ago."""
        hour = self.server.clock.now().hour
        return f"{(hour - 1) % 24}-{(hour + 2) % 24}"

    async def campaign(self, where: Message | None = None) -> Session:
        return await self.bot.client.service.session_in(int((where or self.marne)["id"]))

    def newest(self, person: User, where: Message | None = None) -> Message:
        return person.messages(where or self.marne)[-1]

    def private(self, person: User, where: Message | None = None) -> list[Message]:
        """The messages that a person alone sees."""
        return [message for message in person.messages(where or self.marne) if message["flags"] & EPHEMERAL]


MENUS = {"campaign manage": "manage", "record more": "record", "me more": "me", "admin": "admin", "enter": "cp"}
"""The commands that open a menu, and its name."""


async def as_it_stands(person: User, where: Message, step: str, board: Mapping[str, Any]) -> Interaction:
    """Begin Fields of Despair in the middle, at a step such as ``8.2``."""
    await person.slash(where, "act", {"offer": "As it stands on our table…"})
    return await person.submit({"where": step, **{name: str(value) for name, value in board.items() if name != "eps"}})


async def choose(person: User, where: Message, what: str, answers: Mapping[str, Any] | None = None) -> Interaction:
    """Use a command, or an entry of a menu (`campaign manage end`): fill in its form, and be ``sure`` if asked."""
    menu, _, entry = what.rpartition(" ")
    given = {"sure": True, **(answers or {})}
    is_sure = given.pop("sure")
    if menu not in MENUS:
        return await person.slash(where, what, given)
    asked = await person.slash(where, menu, {"what": entry})
    if person.modal is not None:
        fields = {field["custom_id"] for _, field in labelled_fields(person.modal.body["components"])}
        typed = {f"{name}+" if f"{name}+" in fields else name: value for name, value in given.items()}
        if "begin" in fields and "sure" in (answers or {}):
            typed["begin"] = is_sure
        plain = {name: str(value) if isinstance(value, bool | int) else value for name, value in typed.items()}
        answer = plain.pop("choice", None)
        submitted = await person.submit(plain)
        if answer is None:
            return submitted
        shown = person.messages(where)[-1]
        changed = await person.select(shown, "Change the answer", [answer])
        person.dismiss(shown)
        return changed
    newest = person.messages(where)[-1:]
    buttons = [part for row in newest[0]["components"] for part in row["components"]] if newest else []
    sure = next((each for each in buttons if str(each.get("custom_id")).startswith("adj:entry:sure:")), None)
    if sure is None or not is_sure:
        return asked
    return await person.press(newest[0], sure["custom_id"])


async def offered(person: User, where: Message, what: str, field: str) -> list[str]:
    """What the form of an entry lets choose in a field; the form is closed again."""
    menu, _, entry = what.rpartition(" ")
    await person.slash(where, menu, {"what": entry})
    if person.modal is None:
        return []
    fields = {each["custom_id"]: each for _, each in labelled_fields(person.modal.body["components"])}
    person.cancel_modal()
    return [each["label"] for each in fields.get(field, {}).get("options", [])]


async def give_up(server: LocalDiscord, turns: int) -> None:
    """End what has no answer once the bot has done nothing for so many turns. A busy machine takes fewer of them, so
    that lateness is never its own.
    """
    interactions, handling, quiet = server.hub.interactions, Handling(), Counter[str]()
    while True:
        await asyncio.sleep(TURN)
        if handling.tasks():
            quiet.clear()
            continue
        for each in [each for each in interactions._by_token.values() if not each.acknowledged.done()]:
            quiet[each.token] += 1
            if quiet[each.token] > turns:
                interactions._give_up(each)


def labels(message: Message) -> list[str]:
    """The buttons and menus below a message."""
    parts = [part.get("label") or part.get("placeholder") for part in walk(message["components"])]
    return [part for part in parts if part]


def blue(message: Message) -> list[str]:
    """The buttons below a message that stand out."""
    return [part["label"] for part in walk(message["components"]) if part.get("style") == 1]


@cache
def _settings(paces: tuple[tuple[str, Any], ...]) -> Settings:
    """What every bot of the tests is set to: to read it costs a sixth of a start."""
    return Settings.model_validate({"seed": SEED.hex(), **dict(paces)})


@asynccontextmanager
async def harness(folder: Path, **options: Any) -> AsyncIterator[Harness]:
    """Start everything and stop it again; whatever Discord refused the bot fails the test."""
    server = LocalDiscord(**{"clock": SteppingClock(moment()), "ack_timeout": PATIENCE, **options})
    openapi = OpenApi()
    server.watch(openapi.compare)
    await server.start()
    here = Harness(server, folder / "adjutant.sqlite")
    try:
        await here.start_bot()
        yield here
        assert server.rejected == [], server.rejected
        assert openapi.found == []
        untrue = here.history.untrue(interactions_in(here.database))
        assert untrue == [], untrue
        assert here.history.blank == [], here.history.blank
        assert of_other_presses(here.database) == []
    finally:
        await here.bot.kill()
        await server.stop()
