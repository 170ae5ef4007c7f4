"""Pairs of worlds in Discord: two bots play the same campaign, command for command and minute for minute. In the second
world each hidden fact of one player is another one, and that player does some things unseen.

Everybody else then tries every command, choice, form, menu and button. What reaches them is kept as it was sent, with
its order, times, sizes and numbers, and with every request that the bot makes about the channel.
"""

import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import zip_longest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord

import rules
from bot.engine.sessions import Session
from localdiscord import InvalidAction, NoResponse, RequestRecord, User
from localdiscord.users.labels import labelled_fields
from rules.command import Command, Event, GameEvent, Offer
from rules.dice import Source
from rules.errors import RuleError
from rules.games.gathering_storm.powers import POWERS, alliance_of
from rules.games.marne_1918.hand import Drawn
from rules.log import LogEntry
from rules.notice import Public, Secret
from rules.pool import Zone
from rules.seat import REFEREE, Seat, SideSeat
from rules.secrets import Hidden
from tests.bot.harness import Harness, Message, choose, harness, labels
from tests.bot.test_canaries import Found, Prowl, content
from tests.faults.rounds import many
from tests.games import all_games
from tests.rules.games.gathering_storm.test_secrets import variants
from tests.rules.test_conformance import filled

ID = re.compile(r"\d{17,20}")
PORT = re.compile(r"127\.0\.0\.1:\d+")
DIGEST = re.compile(r"[0-9a-f]{32,64}")
OWN = re.compile(r'~[\w-]{4}(?=")')
TOKEN = re.compile(r"/(?:ephemeral-)?attachments/[^\"?]*|\?ex=[^\"]*")
NAMES = ("anna", "bert", "carla", "dora", "emil", "fred")
TICK = timedelta(minutes=10)
LOOKED_AT = 12
"""So many of the newest messages with buttons have them pressed."""
SKIPPED = ("agree", "verify", "forget")
ACTING = {"stops", "deeds", "orders", "give_order"}
"""What makes a plan act for its player: everybody sees what it does."""
QUIET = ("hand", "act", "help")
"""What a player looks at alone."""


@dataclass
class World:
    """A bot with a campaign, and all that it asked of Discord about the channel; ``is_other`` in the second one."""

    here: Harness
    seats: dict[Seat, User]
    is_other: bool
    requests: list[str] = field(default_factory=list)

    async def session(self) -> Session:
        return await self.here.campaign()

    def person(self, seat: Seat) -> User:
        return self.seats[seat]

    def take_turn(self) -> None:
        """Have the library speak to the Discord of this world: it knows one at a time."""
        discord.http.Route.BASE = self.here.server.api_url

    def go_to(self, at: datetime) -> None:
        """Put the clock on: what was done unseen since has taken no time."""
        self.here.server.clock.advance(at - self.here.server.clock.now())

    def note(self, request: RequestRecord) -> None:
        """Note what the bot posts, edits and deletes in the channel; what goes to one person alone is none of it."""
        body = request.body if isinstance(request.body, dict) else {}
        if request.path.startswith("/channels/") and not int(body.get("flags") or 0) & 64:
            at = self.here.server.clock.now()
            self.requests.append(f"{at} {request.method} {request.path} {json.dumps(body, default=str)}")


@asynccontextmanager
async def world(folder: Path, game: str, referee: Seat, *, is_other: bool) -> AsyncIterator[World]:
    """A table of a game at which everybody sits; the referee plays a seat, or none."""
    async with harness(folder) as here:
        seats = all_games()[game].seats
        people = [here.server.user(name) for name in NAMES[: len(seats) + 1]]
        order = [referee, *(seat for seat in seats if seat != referee)]
        await people[0].slash(here.marne, "campaign new", {"game": game, "seat": referee})
        for person, seat in zip(people[1:], order[1:], strict=False):
            await person.slash(here.marne, "campaign join", {"seat": seat})
        world = World(here, dict(zip(order, people, strict=False)), is_other)
        yield world
        world.take_turn()


Step = Callable[["Pair"], Awaitable[None]]


@dataclass
class Pair:
    """Two worlds that differ in what the player of a seat holds and does."""

    one: World
    two: World
    seat: Seat
    chance: random.Random
    changed: set[str] = field(default_factory=set)
    """The kinds of hidden facts and private deeds in which they differ."""
    openings: set[str] = field(default_factory=set)
    """The kinds of what somebody else could do, and all would have read of it what the player hides."""

    @property
    def worlds(self) -> tuple[World, World]:
        return self.one, self.two

    async def play(self, beginning: Sequence[Step], steps: int) -> None:
        """Play so many steps in both worlds; in the second one other facts, and things that nobody sees."""
        change_what_is_hidden(self.two, self.seat, self.changed)
        start = max(each.here.server.clock.now() for each in self.worlds).replace(second=0, microsecond=0)
        for each in self.worlds:
            each.here.server.watch(each.note)
        for step in range(steps):
            for each in self.worlds:
                each.go_to(start + (step + 1) * TICK)
            await (beginning[step](self) if step < len(beginning) else self._step())
            await self._unseen(self.two)
        for each in self.worlds:
            each.take_turn()
            each.go_to(start + (steps + 2) * TICK)
            await each.here.settle()

    async def _step(self) -> None:
        """The same thing in both worlds, if everybody reads the same of it."""
        found = [await self._offers(each) for each in self.worlds]
        both = sorted(found[0].keys() & found[1].keys())
        both = [key for key in both if not found[0][key].command.is_private]
        # of different markers another number goes back, which is open
        both = [key for key in both if not found[0][key].most or found[0][key].choices == found[1][key].choices]
        weights = [30 if "draw" in key[1] else 6 if key[1].startswith("next_phase") else 1 for key in both]
        for _ in range(6):
            if not both:
                return
            seat, key = self.chance.choices(both, weights)[0]
            asked = [filled(offers[seat, key]) for offers in found]
            told = [await would_tell(each, seat, one) for each, one in zip(self.worlds, asked, strict=True)]
            if key.startswith(("end", "set_", "make_", "printed")):
                continue
            if told[0] == told[1]:
                await self.both("act", {"offer": key}, seat)
                return
            if seat != self.seat:
                self.openings.add(asked[0].type)

    async def both(self, command: str, options: dict[str, Any], seat: Seat) -> None:
        """The player of a seat gives the same command in both worlds."""
        values: dict[str, Any] = {}
        for each in self.worlds:
            each.take_turn()
            person = each.person(seat)
            await attempt(person.slash(each.here.marne, command, options))
            if person.modal is not None and "offer" in options:
                values = values or dict(self._filled(person.modal.body))
                await attempt(person.submit(values))
            person.cancel_modal()
            asked = each.here.newest(person)
            if (last := labels(asked)[-1:]) in (["Go on"], ["Let it go"]):
                await attempt(person.press(asked, last[0]))

    async def _offers(self, each: World) -> dict[tuple[Seat, str], Offer]:
        campaign = (await each.session()).campaign
        found = ((seat, offer) for seat, user in each.seats.items() for offer in campaign.offers(int(user.id)))
        return {(seat, offer.key): offer for seat, offer in found if len(offer.key) <= 100}

    async def _unseen(self, each: World) -> None:
        """The player does something that nobody sees, or only looks."""
        each.take_turn()
        person, here = each.person(self.seat), each.here
        if self.chance.random() < 0.3:
            await attempt(person.slash(here.marne, self.chance.choice(QUIET)))
            self.changed.add("look")
        offers = (await each.session()).campaign.offers(int(person.id))
        private = [offer for offer in offers if offer.command.is_private and len(offer.key) <= 100]
        private = [offer for offer in private if offer.command.type not in ACTING]
        if not private or self.chance.random() < 0.4:
            return
        kind = self.chance.choice(sorted({offer.command.type for offer in private}))
        offer = self.chance.choice([each for each in private if each.command.type == kind])
        if not offer.inputs and await would_tell(each, self.seat, offer.command):
            return  # the last of some deeds is told to all
        await attempt(person.slash(here.marne, "act", {"offer": offer.key}))
        if person.modal is not None:
            await attempt(person.submit(dict(self._filled(person.modal.body))))
            person.cancel_modal()
        self.changed.add(kind)

    def _filled(self, form: Any) -> Iterator[tuple[str, Any]]:
        """A form filled in by chance."""
        for _, part in labelled_fields(form["components"]):
            if part["custom_id"] in ACTING:
                continue
            if options := [each for each in part.get("options", ()) if each["value"] != "true"]:
                yield part["custom_id"], [self.chance.choice(options)["value"]]
            elif not part.get("value") and part["type"] == 4:
                yield part["custom_id"], str(self.chance.randint(1, 5))


async def attempt(action: Any) -> None:
    """Do what Discord or the bot may refuse."""
    with suppress(InvalidAction, NoResponse):
        await action


async def would_tell(each: World, seat: Seat, command: Command) -> list[str]:
    """What everybody would read of a command, or why it is refused."""
    session = await each.session()
    campaign, user, at = session.campaign, int(each.person(seat).id), each.here.server.clock.now()
    try:
        done = campaign.decide(user, command, None, Source(session.seed, 0), at, sure=True)
    except RuleError as refusal:
        return [str(refusal)]
    entry = LogEntry(
        campaign.seq + 1, 1, at, user, done.seat, done.command, done.events, done.rolls, done.undoes, rules.VERSION,
        number=None if done.is_unseen else campaign.number + 1,
    )  # fmt: skip
    if entry.undoes is not None:
        return ["undoes something"]
    return [str(told) for told in campaign.follow(entry).tell(entry) if isinstance(told, Public)]


def change_what_is_hidden(each: World, seat: Seat, changed: set[str]) -> None:
    """From now on each hidden fact of a seat is another one than the bot of a world has decided."""
    service = each.here.bot.client.service
    decide = service._decide

    def otherwise(caller: Any, session: Session, *rest: Any, **more: Any) -> Any:
        done = decide(caller, session, *rest, **more)
        events = tuple(other_event(session, event, seat) for event in done.events)
        if events == done.events:
            return done
        changed.update(new.type for new, old in zip(events, done.events, strict=True) if new != old)
        return replace(done, events=events, state=None)

    service._decide = otherwise  # type: ignore[method-assign]


def other_event(session: Session, event: Event, seat: Seat) -> Event:
    """An event with other hidden facts of a seat, of which everybody else is told the same."""
    game, state = session.campaign.game, session.campaign.state
    if isinstance(event, Drawn) and event.seat == seat:
        pool, drawn = state.pools[seat], event.markers.value
        for place, id_ in enumerate(drawn):
            for other in sorted(pool.zones):
                markers = (*drawn[:place], other, *drawn[place + 1 :])
                new = event.replace(markers=Hidden(markers))
                is_there = pool.zones[other] is Zone.POOL and other not in drawn
                if id_ not in event.back and is_there and told(game, new, seat) == told(game, event, seat):
                    with suppress(Exception):
                        new.apply(game.data, state)
                        return new
    if game.id == "gathering-storm" and isinstance(event, GameEvent) and getattr(event, "power", None) == seat:
        for new in otherwise_hidden(game, event):
            if told(game, new, seat) == told(game, event, seat):
                changed: Event = new
                return changed
    return event


def otherwise_hidden(game: Any, event: Any) -> Iterator[Any]:
    """An event about another project of the same side, or with other cards and numbers."""
    project = getattr(event, "project", None)
    if not isinstance(project, Hidden):
        yield from variants(SimpleNamespace(data=game.data), event)  # type: ignore[arg-type]
        return
    side = game.data.by_key[project.value].owner
    for key, each in game.data.by_key.items():
        if each.owner == side and key != project.value:
            yield event.replace(project=Hidden(key))


def told(game: Any, event: Event, seat: Seat) -> list[str]:
    """What everybody but a seat is told of an event."""
    return [str(each) for each in game.tell(event) if not (isinstance(each, Secret) and each.seat == seat)]


class Looks(Prowl):
    """Tries every command, and then presses every button and opens every menu of the newest messages."""

    async def everything(self, person: User) -> None:
        for name, options, has_form in await self.all_inputs(person):
            before = len(person.messages(self.here.marne))
            await self.do(choose(person, self.here.marne, name, options))
            await self.form(person, send=has_form)
            await self.look(person, person.messages(self.here.marne)[before:])
        for message in [each for each in person.messages(self.here.marne) if each["components"]][-LOOKED_AT:]:
            before = len(person.messages(self.here.marne))
            await self.buttons(person, message)
            await self.menus(person, message)
            await self.look(person, person.messages(self.here.marne)[before:])

    async def all_inputs(self, person: User) -> list[tuple[str, dict[str, Any], bool]]:
        """Not what agrees for a side or forgets somebody, which are compared elsewhere; nor the check of the dice:
        in the second world they have not fallen as the log says.
        """
        found = await super().all_inputs(person)
        return [each for each in found if not any(str(value).startswith(SKIPPED) for value in each[1].values())]

    def presses(self, label: str) -> bool:
        """Not what agrees for a side or forgets somebody, as above."""
        return "Agree" not in label and "orget" not in label

    async def menus(self, person: User, message: Message) -> None:
        for part in [part for row in message["components"] for part in row["components"]]:
            if part["type"] == 3 and part.get("options"):
                await self.do(person.select(message, part["custom_id"], [part["options"][0]["value"]]))
                await self.form(person)

    async def look(self, person: User, messages: Sequence[Message]) -> None:
        """Some messages as they are, each with its files."""
        for message in messages:
            self.found.add(person, message)
            for file in message["attachments"]:
                self.found.add(person, await content(file["url"]))


async def seen(each: World, seat: Seat, most: int) -> dict[str, list[str]]:
    """What reaches everybody but the player of a seat and its allies, or so many of them at most, and what is asked of
    Discord meanwhile.
    """
    each.take_turn()
    found, here = Found(), each.here
    looks = Looks(here, found)
    for person in [*others(each, seat), here.server.user("zoe")][:most]:
        await looks.everything(person)
        await looks.look(person, person.messages(here.marne))
    await here.settle(after=timedelta(days=2))
    return {name: [*nameless(said)] for name, said in {**found.by_person, "requests": each.requests}.items()}


def others(each: World, seat: Seat) -> list[User]:
    """Those who may not know what a seat hides: of each other alliance one, and the referee who plays none."""
    alliances = {_alliance(other): other for other in each.seats}
    alliances.pop(_alliance(seat), None)
    return [each.seats[other] for other in sorted(set(alliances.values()), key=str)]


def _alliance(seat: Seat) -> str:
    """Who knows what a seat hides: its alliance, where there are such."""
    return alliance_of(seat) if isinstance(seat, SideSeat) and seat in POWERS else seat


def nameless(every: list[str]) -> Iterator[str]:
    """What was said, with ids by their order, and without digests, addresses and what is a form's own."""
    known: dict[str, str] = {}
    for said in every:
        plain = TOKEN.sub("file", PORT.sub("here", DIGEST.sub("digest", OWN.sub("", said))))
        yield ID.sub(lambda found: known.setdefault(found[0], f"id{len(known)}"), plain)


def near(one: str, two: str) -> tuple[str, str]:
    """Where two texts differ."""
    place = next((at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)
    return one[max(0, place - 80) : place + 60], two[max(0, place - 80) : place + 60]


@dataclass(frozen=True)
class Compared:
    """What two worlds tell differently (to whom, and both texts), in which kinds of secrets they differ, and by which
    kinds of deeds others could have opened one.
    """

    found: list[tuple[str, str, str]]
    changed: set[str]
    openings: set[str]


async def differences(
    folder: Path,
    game: str,
    number: int,
    beginning: Sequence[Step] = (),
    steps: int = 8,
    most: int = many(6, 9),
    referee: Seat | None = None,
) -> Compared:
    """Play two worlds, of which these steps are the ``beginning``, and compare what they tell to so many others at
    most. The ``referee`` sits in that seat, or in one that chance takes; in ``REFEREE`` it plays none.
    """
    chance = random.Random(number)
    seats = all_games()[game].seats
    seat, by_chance = chance.choice(seats), chance.choice((*seats, REFEREE))
    referee = by_chance if referee is None else referee
    for name in ("one", "two"):
        (folder / name).mkdir()
    async with (
        world(folder / "one", game, referee, is_other=False) as one,
        world(folder / "two", game, referee, is_other=True) as two,
    ):
        pair = Pair(one, two, seat, chance)
        await pair.play(beginning, steps)
        first, second = await seen(one, seat, most), await seen(two, seat, most)
    assert first.keys() == second.keys()
    both = ((name, pair) for name in first for pair in zip_longest(first[name], second[name], fillvalue="nothing"))
    differ = [(name, *near(*pair)) for name, pair in both if pair[0] != pair[1]]
    return Compared(differ, pair.changed, pair.openings)
