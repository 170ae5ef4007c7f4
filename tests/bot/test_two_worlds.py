"""Two worlds through Discord: in the second one Anna does some things unseen. Two others try every command, with every
choice and completion, and look at every message, form, picture and file: what they get is the same, in the same order.
"""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from localdiscord import User
from tests.bot.harness import Harness, Message, choose, harness, labels
from tests.bot.test_canaries import Found, Prowl, content

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
        """A message as it was posted, with its files. What is edited later, and when, is the table's business."""
        self.found.add(person, {name: message[name] for name in ("content", "embeds", "components", "flags")})
        for file in message["attachments"]:
            self.found.add(person, {name: file.get(name) for name in ("filename", "size", "description")})
            self.found.add(person, await content(file["url"]))


async def deeds(here: Harness) -> None:
    """What Anna does unseen: she keeps a marker, plans and orders, and does without a plan."""
    await here.anna.slash(here.marne, "hand")
    kept = "Keep" if "Keep" in labels(here.newest(here.anna)) else None
    if kept is not None:
        await here.anna.press(here.newest(here.anna), kept)
    for number in range(2):
        await here.anna.slash(here.marne, "act", {"offer": "My plan"})
        await here.anna.submit({"Wait for me in": ["Allied combat"], "Always": ["Keep what I draw"]})
        await here.anna.slash(here.marne, "act", {"offer": "Without a plan"})
        await here.anna.slash(here.marne, "act", {"offer": "Give an order"})
        await here.anna.submit({"If": "They attack", "Then": "ask me: I decide by hand", "In which hex?": str(number)})


@asynccontextmanager
async def world(folder: Path, *, has_deeds: bool) -> AsyncIterator[dict[str, list[str]]]:
    """What two others get, by their names."""
    async with harness(folder) as here:
        await here.found()
        await here.anna.slash(here.marne, "draw event")
        await here.anna.slash(here.marne, "campaign ask", {"question": "Where?"})
        before = (await here.campaign()).campaign.seq
        if has_deeds:
            await deeds(here)
            assert (await here.campaign()).campaign.seq >= before + 3
        await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
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


async def differences(folder: Path) -> list[tuple[str, str]]:
    """What the two worlds tell differently."""
    told = []
    for has_deeds in (False, True):
        (at := folder / str(has_deeds)).mkdir()
        async with world(at, has_deeds=has_deeds) as each:
            told.append(each)
    one, two = told
    assert one.keys() == two.keys()
    found = [pair for name in one for pair in zip(one[name], two[name], strict=False) if pair[0] != pair[1]]
    return [*found, *(("how many", name) for name in one if len(one[name]) != len(two[name]))]


async def test_what_somebody_does_unseen_changes_nothing_that_others_get(tmp_path: Path) -> None:
    assert [near(*pair) for pair in await differences(tmp_path)] == []


def near(one: str, two: str) -> tuple[str, str]:
    """Where two texts differ."""
    place = next((at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)
    return one[max(0, place - 80) : place + 60], two[max(0, place - 80) : place + 60]
