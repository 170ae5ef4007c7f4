"""Whatever says how a campaign is says it for every case of its life, each in a sentence of its own."""

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from localdiscord import Permission
from tests.bot.harness import Harness, Message, choose, labels, text


class Said(NamedTuple):
    """What is read of a campaign: a sentence of each answer."""

    status: str
    panel: str
    help: str
    list: str
    command: str
    """The refusal of a command that cannot be given now."""
    button: str
    """The refusal of a button whose moment has passed."""


WAYS: Mapping[str, tuple[tuple[str, ...], ...]] = {"played": ((), ("end", "reopen")), "ended": (("end",),)}
"""The commands by which a campaign comes to each case."""
SAID: Mapping[str, Said] = {
    "played": Said(
        "The table waits for ",
        "turn 1 of 18",
        "You are in **Marne 1918**",
        "turn 1, last played",
        "The Allies have already drawn their events for turn 1.",
        "That cannot be done now: it is done already, or something else comes first.",
    ),
    "ended": Said(
        "The campaign has ended.",
        "The campaign has ended.",
        "**Marne 1918** has ended.",
        "Marne 1918: ended",
        "This campaign has ended. `/campaign new` starts another.",
        "This campaign has ended.",
    ),
}
OPTIONS: Mapping[str, Mapping[str, object]] = {
    "end": {}, "reopen": {}
}  # fmt: skip


async def answer(here: Harness, command: str) -> Message:
    """What Anna reads after a command."""
    await choose(here.anna, here.marne, command)
    return here.newest(here.anna)


async def read(here: Harness, stale: Message) -> Said:
    """What Anna reads of the campaign now."""
    await here.settle()
    (panel,) = (each for each in here.anna.messages(here.marne) if "Catch me up" in labels(each))
    asked = [await answer(here, each) for each in ("campaign status", "help", "campaign manage list", "draw event")]
    status, help_, listed, refused = map(text, asked)
    await here.anna.press(stale, "Draw 3 events")
    return Said(status, text(panel), help_, listed, refused, text(here.newest(here.anna)))


@pytest.mark.parametrize(
    ("life", "way"),
    [(life, way) for life in SAID for way in WAYS[life]],
    ids=lambda each: each if isinstance(each, str) else " ".join(each) or "at once",
)
async def test_every_case_is_told_in_a_sentence_of_its_own(here: Harness, life: str, way: tuple[str, ...]) -> None:
    here.bot.client.panels._seconds = 0.0
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    stale = await answer(here, "help")
    await choose(here.anna, here.marne, "campaign manage panel")
    await here.anna.slash(here.marne, "draw event")
    for command in way:
        await choose(here.anna, here.marne, f"campaign manage {command}", OPTIONS[command])
    campaign = (await here.bot.client.service.session(1)).campaign
    assert campaign.is_ended is (life == "ended")
    said = await read(here, stale)
    for answered, every in zip(said, zip(*SAID.values(), strict=True), strict=True):
        told = [case for case, sentence in zip(SAID, every, strict=True) if sentence in answered]
        assert told == [life], answered
