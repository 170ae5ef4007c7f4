"""One world: it is drawn from a seed, plays to its end, and is asked what went wrong in it."""

import asyncio
import contextlib
import contextvars
import gc
import logging
import random
import shutil
import sqlite3
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, cached_property, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import aiohttp.web_app
import aiosqlite.core
import discord.backoff
import discord.gateway

from bot.base.settings import UNHURRIED, Settings
from bot.cli.app import RunningBot, start
from bot.engine.founding import Wish
from bot.engine.outbox import NEVER
from bot.engine.request import Caller
from bot.storage import SqliteStore, StoreFault, backups, file_lock, sqlite, writer
from localdiscord import Channel, Chaos, InvalidAction, LocalDiscord, NoResponse, Permission, User
from localdiscord.interactions.interaction import Interaction
from localdiscord.state.components import walk
from rules.campaign import Audit
from tests.bot.harness import EPHEMERAL, text
from tests.bot.history import DENIED, History, interactions_in, of_other_presses, told_in
from tests.faults.lives import check_told_once, is_posted_alone, wrong_in_file
from tests.games import SEED, catalog
from tests.simulation.disk import Disk, NoThread, Orders
from tests.simulation.loop import LIFE
from tests.simulation.network import Connector, Network
from tests.start import NEW_YEARS_EVE, SteppingClock

LAST_TRIES = 60.0
"""So many seconds the library tries at most what it has begun."""
MOST_ENDINGS = 5
PATIENCE = 600.0
"""So many seconds of the world somebody waits at most; whoever waits longer is blocked."""
MEMORY = Path("/dev/shm")
"""Where the files of the databases lie, if this machine has it: nothing is lost there that a disk would keep."""
EVERY_GAME = cache(catalog)
ZONES = ("Europe/Berlin", "Asia/Tokyo", "America/Lima", "Africa/Cairo", "Europe/Paris", "Asia/Dubai")


@dataclass(frozen=True)
class Weather:
    """What goes wrong in a world, and how often."""

    requests: float
    gateway: float
    deliveries: tuple[int, int]
    reads: float
    writes: float
    answers: float
    kills: tuple[int, ...]
    """In which of their steps the first lives of the bot end."""
    stops: bool
    """Whether the bot is also stopped and started again in an orderly way."""
    actions: int
    """How many things each player does."""
    outages: int
    """How often Discord loses the server for a while."""
    rights: int
    """How often the bot loses a right in the channel of the table for a while."""
    vanishes: bool
    """Whether a channel with other campaigns is deleted."""
    leaves: bool
    """Whether Bert leaves the server."""
    restores: bool
    """Whether the host puts a backup back, after which more was played."""
    roles: bool
    """Whether rights are lost by a role, until it is deleted, and who may found campaigns hangs on one."""
    removed: bool
    """Whether the server removes the bot for a while."""
    deletes: bool
    """Whether another server with campaigns is deleted."""

    @classmethod
    def drawn(cls, chance: random.Random) -> "Weather":
        def often(*choices: float) -> float:
            return chance.choice((0.0, *choices))

        return cls(
            requests=often(0.1, 0.3),
            gateway=often(0.02, 0.1),
            deliveries=chance.choice(((1, 1), (1, 1), (1, 3))),
            reads=often(0.02, 0.1),
            writes=often(0.05),
            answers=often(0.05, 0.2),
            kills=tuple(chance.randrange(1, 250) for _ in range(chance.choice((0, 0, 1, 2)))),
            stops=chance.random() < 0.15,
            actions=chance.randint(1, 4),
            outages=chance.choice((0, 0, 0, 1, 2)),
            rights=chance.choice((0, 1, 2, 3)),
            vanishes=chance.random() < 0.35,
            leaves=chance.random() < 0.2,
            restores=chance.random() < 0.2,
            roles=chance.random() < 0.3,
            removed=chance.random() < 0.2,
            deletes=chance.random() < 0.2,
        )


class Clock(SteppingClock):
    """The clock of the local Discord and of the bot: that of the loop."""

    def __init__(self, loop: Network) -> None:
        super().__init__(NEW_YEARS_EVE)
        self._loop = loop

    def now(self) -> Any:
        return super().now() + timedelta(seconds=self._loop.time())


class Life:
    """A life of the bot: what it does is done in a context of its own, and by that known as its work."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.context = contextvars.copy_context()
        self.context.run(LIFE.set, number)
        self.bot: RunningBot | None = None
        self.fatal = -1
        """The step in which it ends; none below 0."""
        self.gone = asyncio.Event()

    def begin(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Let the bot do something."""
        return asyncio.get_running_loop().create_task(work, context=self.context)


class World:
    """The bot in its lives, a local Discord, three people and what is drawn for them."""

    def __init__(self, seed: int, loop: Network, folder: Path) -> None:
        self.loop, self.folder = loop, folder
        self.script = random.Random(f"{seed} script")
        self.weather = Weather.drawn(self.script)
        self.disk = Disk(loop)
        self.server = LocalDiscord(clock=Clock(loop), idle_after=0, ack_timeout=3, heartbeat_interval=NEVER)
        self.database = folder / "a.sqlite"
        self.locks: list[tuple[int, Any]] = []
        self.lives: list[Life] = []
        self.connectors: list[Connector] = []
        self.found: list[str] = []
        self.done: Counter[str] = Counter()
        self.is_stopping = False
        self.gone: list[Channel] = []
        self.kept: list[tuple[int, str, str]] = []
        """The interactions that set somebody's zone: whose, which zone."""
        self.history = History(self.server)
        self.server.watch(lambda each: loop.note(f"{each.method} {each.path} {each.status}"))

    # ---- life and death ----

    @property
    def life(self) -> Life:
        """The life that the bot lives, or has lived last."""
        return self.lives[-1]

    @property
    def bot(self) -> RunningBot:
        assert self.life.bot is not None
        return self.life.bot

    @cached_property
    def settings(self) -> Settings:
        return Settings.model_validate(
            {
                "token": self.server.token,
                "database": self.database,
                "discord_api": self.server.api_url,
                "seed": SEED.hex(),
                **UNHURRIED,
            }
        )

    def connector(self) -> Connector:
        """What connects a life of the bot with the local Discord."""
        self.connectors.append(Connector(limit=0))
        return self.connectors[-1]

    async def begin(self, fatal: int = -1) -> bool:
        """Start the bot; whether it came so far before it died."""
        life = Life(len(self.lives) + 1)
        life.fatal = fatal
        self.lives.append(life)
        starting = life.begin(start(self.settings, EVERY_GAME(), now=self.server.clock.now, connector=self.connector()))
        over = asyncio.create_task(life.gone.wait())
        await asyncio.wait((starting, over), return_when=asyncio.FIRST_COMPLETED)
        if life.gone.is_set():
            return False
        over.cancel()
        try:
            life.bot = await starting
        except StoreFault:
            self.kill()
        return life.bot is not None

    def on_step(self, life: int) -> None:
        """One step of somebody's work is about to be done."""
        if self.lives and life == self.life.number and self.life.fatal >= 0:
            self.life.fatal -= 1
            if self.life.fatal < 0:
                self.kill()

    def kill(self) -> None:
        """The bot ends here, as by kill -9."""
        number = self.life.number
        self.loop.note(f"life {number} ends")
        self.loop.ready.dead.add(number)
        self.disk.cut(number)
        self.loop.cut(number)
        for whose, lock in self.locks:
            if whose == number:
                lock.release()
        self.life.gone.set()
        self.done["kills"] += 1

    async def stop(self) -> None:
        self.loop.note(f"life {self.life.number} stops")
        self.is_stopping = True
        await self.life.begin(self.bot.stop())
        self.kill()
        self.is_stopping = False
        self.done["stops"] += 1

    async def look_after(self, kills: Iterator[int]) -> None:
        """Start the bot again whenever it has ended."""
        while True:
            await self.life.gone.wait()
            await asyncio.sleep(self.script.random() * 3)
            await self.begin(next(kills, -1))

    # ---- people ----

    async def play(self, user: User, places: list[Channel]) -> None:
        """One player does this and that, whatever becomes of it."""
        for _ in range(self.weather.actions):
            await asyncio.sleep(self.script.random() * 1.5)
            try:
                begun = self.act(user, places)
            except InvalidAction:
                continue
            if begun is None:
                continue
            try:
                async with asyncio.timeout(PATIENCE):
                    await begun.acknowledged
                self.loop.note(f"{user.name} is answered")
                self.done["answered"] += 1
            except NoResponse:
                self.loop.note(f"{user.name} is not answered")
                self.done["not answered"] += 1

    def act(self, user: User, places: list[Channel]) -> Interaction | None:
        """Do something that chance says. Raises ``InvalidAction``."""
        actions, chance, where = self.server.hub.actions, self.script, places[0]["id"]
        command = partial(actions.command, user.id)
        if (modal := user.modal) is not None:
            values = {"points": str(chance.randrange(10)), "blind": "false"}
            return actions.submit(user.id, modal.id, values)
        number = chance.random()
        if number < 0.35:
            return command(where, "dice roll", {"reason": "rain", "number": 2})
        if number < 0.5:
            return command(where, "act", {"offer": chance.choice(("Take a number", "Show"))})
        if number < 0.58:
            return command(where, "campaign undo", {})
        if number < 0.63:
            begun = command(where, "me settings", {"zone": chance.choice(ZONES)})
            self.kept.append((int(begun.id), user.id, begun.data["options"][0]["options"][0]["value"]))
            return begun
        if number < 0.68:
            return command(chance.choice(places[1:])["id"], "campaign new", {"game": "marne-1918", "seat": "Allies"})
        return self.press(user, places[0])

    def press(self, user: User, where: Channel) -> Interaction | None:
        """Press one of the buttons that somebody sees."""
        buttons = [
            (message["id"], part["custom_id"])
            for message in user.messages(where)[-6:]
            for row in message["components"]
            for part in row["components"]
            if part["type"] == 2 and "custom_id" in part and not part.get("disabled")
        ]
        return self.server.hub.actions.press(user.id, *self.script.choice(buttons)) if buttons else None

    # ---- a world from its beginning to its end ----

    async def run(self) -> None:
        """Play, let the storm pass, and look at what is left."""
        self.loop.ready.on_step = self.on_step
        await self.server.start()
        self.people = [self.server.user(name) for name in ("anna", "bert", "carla")]
        self.places = [self.server.channel(name) for name in ("table", "second", "third")]
        if self.weather.deletes:
            other = self.server.guild("other")
            self.places.insert(1, other.channel("elsewhere"))
            for user in self.people:
                other.user(user.name)
        await self.begin()
        await self.server.bot_online()
        await self.found_campaign()
        await self.storm()
        await self.calm_down()
        if self.weather.restores:
            await self.go_back()
        await self.check()

    async def found_campaign(self) -> None:
        """High Card: Anna is Red, Bert is Blue."""
        anna, bert, _ = self.people
        place, clock = self.places[0], self.server.clock
        caller = Caller(1, clock.now(), int(self.server.guild_id), int(place["id"]), int(anna.id))
        await self.life.begin(self.bot.client.service.found(caller, Wish("high-card", "", "Red", "sealed")))
        joined = self.server.hub.actions.command(bert.id, place["id"], "campaign join", {"seat": "Blue"})
        await joined.acknowledged
        if self.weather.roles:
            role = self.server.first_guild.role("keepers", *(user.id for user in self.people))
            home = int(self.server.channel("second")["id"])
            servers, guild = self.bot.client.service.servers, int(self.server.guild_id)
            await self.life.begin(servers.change(guild, founders="role", role=int(role), channel=home))

    async def lose_the_server(self) -> None:
        """Discord loses the server for a while, now and then, and the bot connects anew meanwhile."""
        gateway, guild = self.server.gateway, self.server.guild_id
        for _ in range(self.weather.outages):
            await asyncio.sleep(self.script.random() * 4)
            self.loop.note("an outage begins")
            gateway.begin_outage(guild)
            gateway.request_reconnect()
            gateway.forget_sessions()
            self.done["outages"] += 1
            await asyncio.sleep(self.script.random() * 12)
            self.loop.note("the outage ends")
            gateway.end_outage(guild)

    async def meddle(self) -> None:
        """Rights come and go, so does the bot; a channel, roles and a server are deleted, and a player leaves."""
        channels, me, guild = self.server.hub.state.channels, self.server.hub.state.bot_id, self.server.first_guild
        for _ in range(self.weather.rights):
            right = self.script.choice((Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission.EMBED_LINKS))
            await asyncio.sleep(self.script.random() * 4)
            whose = guild.role("muted", me) if self.weather.roles else me
            channels.set_overwrite(self.places[0], whose, deny=right)
            await asyncio.sleep(self.script.random() * 8)
            if self.weather.roles:
                guild.delete_role(whose)
            else:
                channels.set_overwrite(self.places[0], whose, allow=right)
            self.done["rights lost"] += 1
        if self.weather.removed:
            await asyncio.sleep(self.script.random() * 4)
            guild.remove_bot()
            await asyncio.sleep(self.script.random() * 8)
            guild.invite_bot()
            self.done["removed"] += 1
        if self.weather.roles:
            guild.delete_role(guild.role("keepers"))
            self.done["roles deleted"] += 1
        if self.weather.deletes:
            self.gone.append(self.places.pop(1))
            self.server.guild("other").delete()
            self.done["servers deleted"] += 1
        if self.weather.vanishes:
            self.gone.append(self.places.pop())
            self.server.delete(self.gone[-1])
        if self.weather.leaves:
            self.server.first_guild.leave(self.people.pop(1))

    async def go_back(self) -> None:
        """Copy the database while no bot runs, play on, and put the copy back; what was played in between is lost."""
        anna, copy, actions, table = (
            self.people[0],
            self.folder / "copy.sqlite",
            self.server.hub.actions,
            self.places[0],
        )
        await self.stop()
        with (
            contextlib.closing(sqlite3.connect(self.database)) as here,
            contextlib.closing(sqlite3.connect(copy)) as db,
        ):
            here.backup(db)
        await self.start_again()
        await self.settle(timedelta(days=1))  # so that nothing joins what was said before
        await actions.command(anna.id, table["id"], "dice roll", {"reason": "lost"}).acknowledged
        await self.settle(timedelta(days=1))
        ghost = anna.messages(table)[-1]
        await self.stop()
        backups.restore(copy, self.database, self.server.clock.now())
        self.history.said.clear()
        await self.start_again()
        await self.settle(timedelta())
        said = [text(each) for each in self.people[-1].messages(table)]
        self.found += [] if sum("The log has gone back" in each for each in said) == 1 else ["it went back unsaid"]
        for part in (each for each in walk(ghost["components"]) if each.get("label") == "Why?"):
            await actions.press(anna.id, ghost["id"], part["custom_id"]).acknowledged
            answer = text(anna.messages(table)[-1])
            self.found += [] if "counts no more" in answer else [f"of the lost time: {answer}"]
        self.done["restores"] += 1

    async def start_again(self) -> None:
        """Start the bot after it was stopped, and let it come to itself."""
        await self.begin()
        await self.server.bot_online(PATIENCE)
        await asyncio.sleep(LAST_TRIES)

    async def settle(self, after: timedelta) -> None:
        """Let time pass, and the bot do what it brings."""
        self.server.clock.advance(after)
        async with asyncio.timeout(PATIENCE):
            await self.life.begin(self.bot.settle())

    async def storm(self) -> None:
        """Everybody plays while things go wrong."""
        weather, kills = self.weather, iter(self.weather.kills)
        self.loop.is_hurried = False
        if weather.requests or weather.gateway or weather.deliveries != (1, 1):
            chaos = Chaos(
                self.script.randrange(10**9), requests=weather.requests, gateway=weather.gateway,
                deliveries=weather.deliveries, delay=1.0,
            )  # fmt: skip
            self.server.inject(chaos)
        self.disk.reads, self.disk.writes, self.disk.answers = weather.reads, weather.writes, weather.answers
        self.life.fatal = next(kills, -1)
        nurse = asyncio.create_task(self.look_after(kills))
        outages, meddling = asyncio.create_task(self.lose_the_server()), asyncio.create_task(self.meddle())
        players = [asyncio.create_task(self.play(user, self.places)) for user in self.people]
        if weather.stops:
            await asyncio.sleep(self.script.random() * 4)
            if self.life.bot is not None and not self.life.gone.is_set():
                self.life.fatal = -1
                await self.stop()
        for each in (*players, outages, meddling):
            await each
        await asyncio.sleep(self.script.random() * 5)
        self.life.fatal = -1
        nurse.cancel()
        await asyncio.gather(nurse, return_exceptions=True)

    async def calm_down(self) -> None:
        """Nothing fails any more, and all that is due is done."""
        self.loop.note("calm")
        self.server.calm()
        self.disk.calm()
        self.loop.is_hurried = True
        if self.life.bot is None or self.life.gone.is_set():
            if not self.life.gone.is_set():
                self.kill()
            await self.begin()
        await self.server.bot_online(PATIENCE)
        await asyncio.sleep(LAST_TRIES)
        for wait in (timedelta(minutes=3), timedelta(hours=2), timedelta(days=4)):
            await self.settle(wait)
            gone = [int(each["id"]) for each in self.gone]
            refused = [await self.bot.client.service.session(id_) for id_ in self.bot.outbox.stopped]
            self.found += [f"{each.id} was refused, and may now" for each in refused if each.channel not in gone]

    async def end(self) -> None:
        """Everything ends, the work of the dead too."""
        self.loop.trace.append(f"the next number would be {self.loop.chance.random()}")
        self.loop.is_hurried = True
        self.loop.set_exception_handler(lambda *_: None)
        for life in self.lives:
            life.fatal = -1
        if self.life.bot is not None:
            await self.life.begin(self.bot.kill())
        self.loop.ready.revive()
        me = asyncio.current_task()
        for _ in range(MOST_ENDINGS):
            left = [task for task in asyncio.all_tasks() if task is not me]
            for each in left:
                each.cancel()
            if left:
                await asyncio.wait(left, timeout=1)
        for connector in self.connectors:
            await connector.close()
        await self.server.stop()

    # ---- what must hold ----

    async def check(self) -> None:
        """What went wrong, in words."""
        self.found += wrong_in_file(self.database)
        logged = interactions_in(self.database)
        self.found += [f"it is said, and not so: {each!r}" for each in self.history.untrue(logged)]
        self.found += of_other_presses(self.database)
        self.found += self.denied_settings(await self.zones())
        for channel in self.places:
            for session in await self.bot.client.service.sessions_in(int(channel["id"])):
                await self.check_campaign(session, channel)
        for id_ in self.bot.outbox.stopped if self.gone else ():  # of the others nothing was refused yet
            session = await self.bot.client.service.session(id_)
            what = "The channel of" if session.guild == int(self.server.guild_id) else "no longer on the server"
            founder = session.campaign.founding.founder
            told = [what in str(each.messages(each.dm())) for each in self.people if int(each.id) == founder]
            self.found += [] if all(told) else [f"unsaid: {what}"]
        server = await self.bot.client.service.servers.of(int(self.server.guild_id))
        if self.weather.roles and (server.founders, server.role, server.channel is None) != ("managers", None, False):
            self.found.append(f"the settings are {server!r}")
        for user in self.people:
            seen = [text(each) for each in user.messages(self.places[0])]
            self.found += [each for each in seen if "hit an error" in each]
            begun = self.server.hub.actions.command(user.id, self.places[0]["id"], "campaign status", {})
            try:
                await begun.acknowledged
            except NoResponse:
                self.found.append(f"{user.name} gets no answer any more")

    async def zones(self) -> dict[str, str]:
        """The zones that the database keeps, by user."""
        kept = {int(user.id) for user in self.people}
        people = await self.bot.client.service.people.of(kept)
        return {str(user): person.zone for user, person in people.items() if person.zone}

    def denied_settings(self, zones: dict[str, str]) -> list[str]:
        """The settings that are kept although it was said that nothing was done, when nobody set the same again."""
        denied = {number for number, _, said in self.history.said if DENIED.search(said)}
        found = []
        for user, zone in zones.items():
            asked = [number for number, whose, wanted in self.kept if (whose, wanted) == (user, zone)]
            if asked and denied.issuperset(asked):
                found.append(f"the zone {zone} is kept, and was denied")
        return found

    async def check_campaign(self, session: Any, channel: Channel) -> None:
        """Each result stands in the channel once and as it is in the log, and nobody reads another's secrets."""
        service = self.bot.client.service
        counts = [each for each in self.people[-1].messages(channel) if int(each["id"]) not in self.bot.outbox.lost]
        said = [each for each in counts if not each["flags"] & EPHEMERAL]
        started = [each for each in said if text(each).startswith("**Campaign started**")]
        if len(started) != len(await service.sessions_in(int(channel["id"]))):
            self.found.append(f"{len(started)} foundings are told")
        # two entries can read the same; what their messages tell apart is the mark of the entries
        alone = Counter((text(each), *told_in(each)) for each in said if is_posted_alone(each))
        self.found += [f"posted {number} times: {each}" for (each, *_), number in alone.items() if number > 1]
        results = [await service.result_of(session.id, seq) for seq in range(1, session.campaign.seq + 1)]
        here = {int(each.id) for each in self.people}
        for result in (each for each in results if each.entry.user in here):  # a seat that is free reads otherwise
            try:
                check_told_once(result, said)
            except AssertionError as error:
                self.found.append(str(error))
        self.found += await self.asleep(session)
        secrets = [each for result in results for each in result.notices if hasattr(each, "seat")]
        for user in self.people:
            own = {str(each) for each in secrets if int(user.id) in map(int, session.campaign.sat[each.seat])}
            read = [text(each) for each in user.messages(channel)]
            others = {str(each) for each in secrets} - own
            self.found += [f"{user.name} reads: {each}" for each in others if any(each in one for one in read)]
        if await service.verify(session, await service.entries(session)) != Audit((), {}):
            self.found.append("the log is not what the rules decide")
        store = await SqliteStore.read(self.database)
        self.done["entries"] += session.campaign.seq
        if await store.length(session.id) != session.campaign.seq:
            self.found.append("the campaign in memory is not that in the log")
        await store.close()

    async def asleep(self, session: Any) -> list[str]:
        """Why nobody would play on: whom nobody reminds of what the table waits for, and who waits for the gone."""
        campaign, people = session.campaign, {int(each.id) for each in self.people}
        waited = {int(player) for wait in campaign.began for player in campaign.roster[wait.seat]}
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            sql = "SELECT count(*) FROM post WHERE campaign = ? AND ended IS NULL AND kind LIKE 'remind %'"
            ((reminders,),) = db.execute(sql, (session.id,)).fetchall()
        found = [f"<@{player}> has left, and play waits for them" for player in waited - people]
        return found + (["a table sleeps"] if waited and not campaign.is_ended and not reminders else [])


class Ear(logging.Handler):
    """Hears what the program says that it should never have to say. A bot that stops breaks off what takes too long."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.WARNING)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        own = record.name.startswith(("asyncio", "discord", "localdiscord")) and record.levelno >= logging.ERROR
        if (own or said.startswith("bug ")) and not self._world.is_stopping:
            error = record.exc_info[1] if record.exc_info else None
            self._world.found.append(f"{record.name}: {said} {error!r}")


@contextlib.contextmanager
def heard(world: World) -> Iterator[None]:
    """What is logged is heard in the world alone."""
    root = logging.getLogger()
    handlers, root.handlers = root.handlers, [Ear(world)]
    try:
        yield
    finally:
        root.handlers = handlers


@contextlib.contextmanager
def garbage_apart() -> Iterator[None]:
    """What a world leaves goes with it, and is not found in the next one. What was there before is not looked at."""
    gc.freeze()
    gc.disable()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the dead had not begun, closed or let go
        try:
            yield
        finally:
            aiohttp.web_app._cached_build_middleware.cache_clear()  # it keeps each application for ever
            gc.collect()
            gc.unfreeze()
            gc.enable()


class Luck(random.Random):
    """A library's own chance: the same in each world."""

    def seed(self, *_: Any, **__: Any) -> None:
        super().seed(0)


@contextlib.contextmanager
def without_threads(world: World) -> Iterator[None]:
    """What would be done in threads, by real time or by real chance is done in the loop."""
    loop, made = world.loop, writer.Writer.__init__

    def noted(self: writer.Writer, *args: Any, **more: Any) -> None:
        made(self, *args, **more)
        world.disk.open.append((LIFE.get(), self))

    def locked(file: Path) -> Any:
        lock = file_lock.lock(file)
        world.locks.append((LIFE.get(), lock))
        return lock

    with (
        patch.object(aiosqlite.core, "Thread", NoThread),
        patch.object(aiosqlite.core, "SimpleQueue", lambda: Orders(world.disk)),
        patch.object(writer.Writer, "__init__", noted),
        patch.object(sqlite, "lock", locked),
        patch.object(time, "monotonic", loop.time),
        patch.object(discord.backoff, "random", SimpleNamespace(Random=Luck)),
        patch.object(discord.gateway.KeepAliveHandler, "start", lambda _: None),
    ):
        yield


@dataclass(frozen=True)
class Outcome:
    """What came of a world: what went wrong, all that happened, and how much of it."""

    seed: int
    weather: Weather
    found: tuple[str, ...]
    trace: tuple[str, ...]
    done: Counter[str]

    def __str__(self) -> str:
        return "\n    ".join((f"make simulation SEED={self.seed}  # {self.weather}", *self.found))


def simulate(seed: int) -> Outcome:
    """Play the world of a seed."""
    folder = Path(tempfile.mkdtemp(prefix="world-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        with garbage_apart():
            return _played(seed, folder)
    finally:
        shutil.rmtree(folder)


def _played(seed: int, folder: Path) -> Outcome:
    loop = Network(seed)
    world = World(seed, loop, folder)
    try:
        with without_threads(world), heard(world):
            try:
                loop.run_until_complete(world.run())
            except Exception as error:  # noqa: BLE001 (whatever it is, it went wrong in this world)
                world.found.append(f"{type(error).__name__}: {error}")
            world.is_stopping = True
            loop.run_until_complete(world.end())
    finally:
        loop.close()
    return Outcome(seed, world.weather, tuple(world.found), tuple(loop.trace), world.done)
