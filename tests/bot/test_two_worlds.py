"""Two worlds through Discord: in the second one Anna does some things unseen. Two others try every command, with every
choice and completion, and look at every message, form, picture and file: what they get is the same, in the same order.
"""

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from bot.base.catalog import Catalog, Edition
from localdiscord import User
from rules.games.gathering_storm.powers import POWERS
from rules.seat import REFEREE
from tests.bot.harness import Harness, Message, choose, harness, labels
from tests.bot.test_canaries import Found, Prowl, content
from tests.games import catalog

ID = re.compile(r"\d{17,20}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)?|<t:\d+")
PORT = re.compile(r"127\.0\.0\.1:\d+")
DIGEST = re.compile(r"[0-9a-f]{64}")


class Looks(Prowl):
    """Tries every command, and presses no button: their ids are compared, and what they do is a command, too."""

    async def everything(self, person: User) -> None:
        for command in self.commands():
            for options in await self.options(person, command):
                before = len(person.messages(self.here.marne))
                await self.do(choose(person, self.here.marne, command.qualified_name, options))
                await self.form(person)
                for message in person.messages(self.here.marne)[before:]:
                    await self.look(person, message)

    async def look(self, person: User, message: Message) -> None:
        """Every field of a message, and the files with it."""
        self.found.add(person, message)
        for file in message["attachments"]:
            self.found.add(person, await content(file["url"]))


async def deeds(here: Harness) -> None:
    """What Anna does unseen: she keeps a marker, and gives orders."""
    await here.anna.slash(here.marne, "hand")
    kept = "Keep" if "Keep" in labels(here.newest(here.anna)) else None
    if kept is not None:
        await here.anna.press(here.newest(here.anna), kept)
    for number in range(2):
        await here.anna.slash(here.marne, "act", {"offer": "Give an order"})
        await here.anna.submit({"When": "In the phase “Allied combat”", "Do": "call me", "In which hex?": ""})
        await here.anna.slash(here.marne, "act", {"offer": "Give an order"})
        await here.anna.submit({"When": "They attack", "Do": "ask me: I decide by hand", "In which hex?": str(number)})


@dataclass(frozen=True, slots=True)
class Marne:
    """Anna plays the Allies and is referee, Bert the Germans."""

    async def begin(self, here: Harness) -> None:
        await here.found()
        await here.anna.slash(here.marne, "draw event")

    async def deeds(self, here: Harness) -> None:
        await deeds(here)

    async def go_on(self, here: Harness) -> None:
        await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})


@dataclass(frozen=True, slots=True)
class Storm:
    """Bert is the referee, with a power or without one; Anna plays a power of another alliance."""

    referee: str

    @property
    def power(self) -> str:
        """Whose secrets are Anna's."""
        return "Germany" if self.referee == "Russia" else "Russia"

    async def begin(self, here: Harness) -> None:
        await here.bert.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": self.referee})
        await here.anna.slash(here.marne, "campaign join", {"seat": self.power})
        campaign = (await here.campaign()).campaign
        assert campaign.seats_of(int(here.bert.id)) == tuple(dict.fromkeys((self.referee, "Referee")))

    async def deeds(self, here: Harness) -> None:
        """What the general event doubles is recorded, some of it without room."""
        side = {"Russia": "Russian", "Germany": "Axis"}[self.power]
        await here.anna.slash(here.marne, "act", {"offer": f"Record {self.power}'s research"})
        field = "{} (empty: no change)"
        steps = {field.format("Steps from earlier turns"): "8", field.format("Maximum step"): "9"}
        await here.anna.submit({"Research project": f"{side} air range", **steps})

    async def go_on(self, here: Harness) -> None:
        await here.anna.slash(here.marne, "draw event")
        assert (await here.campaign()).campaign.state.played[0].card == DOUBLES


DOUBLES = "better-aviation-fuel"


def doubling() -> Catalog:
    """The games, with no other general event than one that doubles air range."""
    editions = catalog().editions
    storm = editions["gathering-storm"]
    document = json.loads(storm.body)
    document["cards"] = [each for each in document["cards"] if each["pile"] != "general" or each["id"] == DOUBLES]
    kind, body = type(storm.game), json.dumps(document)
    document.pop("v")
    game = kind(kind.data_type.model_validate(document))
    changed = Edition(game, body, sha256(body.encode()).hexdigest())
    return Catalog({**editions, game.id: changed}.values())


@asynccontextmanager
async def world(folder: Path, table: Marne | Storm, *, has_deeds: bool) -> AsyncIterator[dict[str, list[str]]]:
    """What two others get, by their names."""
    async with harness(folder) as here:
        await here.restart(doubling())
        await table.begin(here)
        await here.anna.slash(here.marne, "campaign ask", {"question": "Where?"})
        before = (await here.campaign()).campaign.seq
        if has_deeds:
            await table.deeds(here)
            assert (await here.campaign()).campaign.seq > before
        await table.go_on(here)
        found = Found()
        looks = Looks(here, found)
        for person in (here.bert, here.carla):
            await looks.everything(person)
        assert looks.tried > 100
        yield {name: [*nameless(said)] for name, said in found.by_person.items()}


def nameless(every: list[str]) -> Iterator[str]:
    """What was said, with ids by their order, and without times and digests."""
    known: dict[str, str] = {}
    for said in every:
        plain = PORT.sub("here", DIGEST.sub("digest", TIME.sub("time", said)))
        yield ID.sub(lambda found: known.setdefault(found[0], f"id{len(known)}"), plain)


async def differences(folder: Path, table: Marne | Storm) -> list[tuple[str, str]]:
    """What the two worlds tell differently."""
    told = []
    for has_deeds in (False, True):
        (at := folder / str(has_deeds)).mkdir()
        async with world(at, table, has_deeds=has_deeds) as each:
            told.append(each)
    one, two = told
    assert one.keys() == two.keys()
    found = [pair for name in one for pair in zip(one[name], two[name], strict=False) if pair[0] != pair[1]]
    return [*found, *(("how many", name) for name in one if len(one[name]) != len(two[name]))]


async def test_private_actions_change_nothing_for_others(tmp_path: Path) -> None:
    assert [near(*pair) for pair in await differences(tmp_path, Marne())] == []


@pytest.mark.by_day(1)
@pytest.mark.parametrize("referee", [*POWERS, REFEREE])
async def test_a_referee_learns_nothing_of_other_sides(tmp_path: Path, referee: str) -> None:
    """Also where an event counts what that side has recorded, and what is left over of it."""
    assert [near(*pair) for pair in await differences(tmp_path, Storm(referee))] == []


def near(one: str, two: str) -> tuple[str, str]:
    """Where two texts differ."""
    place = next((at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)
    return one[max(0, place - 80) : place + 60], two[max(0, place - 80) : place + 60]
