"""Texts that mean harm, wherever a player's text is taken: no bug, no mention, no limit broken, no secret told."""

import contextlib
import logging
import random
import re
import unicodedata
from pathlib import Path
from typing import Any, get_args

import pytest

from bot.engine.founding import Wish
from bot.messages.result_message import public_message, public_notices
from localdiscord import InvalidAction, RequestRecord
from rules.command import Command
from rules.errors import DiceWanted, RuleError, Unsure
from tests.bot.desk import ANNA, Desk
from tests.bot.harness import choose, harness, text
from tests.faults.rounds import Report, many
from tests.games import all_games

PIECES = (
    "@everyone", "@here", "<@1>", "<@&2>", "<#3>", "</draw:4>", "<t:0>", "**", "__", "~~", "||", "`", "```", "> ", "# ",
    "[a](https://b.c)", "\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\x00", "\x07", "\x1b[31m", "\n", "\r", "\t",
    "😀", "👨‍👩‍👧", "é" * 30, "e" + "\u0301" * 40,
    "﷽", "{name}", "{0.__class__}", "%s", "\\", "'; DROP TABLE entry;--", "\ud7ff",
    "0", "-1", "9" * 30, "null", "[]", "Allies", "Heroic Assault", "<script>", "x" * 500, " ", "\U0010ffff", "١٢٣",
)  # fmt: skip
LONGEST_OPTION = 6000
ACTIVE = re.compile(r"(?<!\\)@(everyone|here)|(?<!\\)<@[!&]?[12]>")
"""A mention that is not escaped. The mentions of players that the bot itself writes have longer ids."""


def hostile(chance: random.Random) -> str:
    """A text that means harm."""
    if chance.random() < 0.02:
        return chance.choice(PIECES) * 6000
    return "".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 7)))


def check_harmless(said: str) -> None:
    """Nobody is pinged, and nothing turns the text around or hides in it."""
    assert not ACTIVE.search(said), repr(said)
    strange = [each for each in said if unicodedata.category(each) in ("Cc", "Cs") and each != "\n"]
    assert strange == [], repr(said)
    assert not set(said) & {"\u202e", "\u2066"}, repr(said)


def with_texts(kind: type[Command], chance: random.Random) -> dict[str, Any]:
    """A command with hostile texts in all of its fields, or in those that are texts."""
    every = chance.random() < 0.3
    named = {name: field.annotation for name, field in kind.model_fields.items() if name != "type"}
    fields = {
        name: hostile(chance) for name, wanted in named.items() if every or wanted is str or str in get_args(wanted)
    }
    return {"type": kind.model_fields["type"].default, **fields}


@pytest.mark.parametrize("_part", range(many(1, 5)))
async def test_hostile_texts_are_harmless(desk: Desk, chance: random.Random, report: Report, _part: int) -> None:
    texts, accepted = 0, 0
    while texts < many(700, 20_000):
        game = chance.choice([*all_games().values()])
        channel = 1000 + texts
        wish = Wish(game.id, hostile(chance), game.seats[0], chance.choice(("sealed", "physical")))
        session = await desk.service.found(desk.call(channel=channel), wish)
        kinds = [*session.campaign.game.commands_by_type.values()]
        for _ in range(100):
            request = with_texts(chance.choice(kinds), chance)
            texts += len(request) - 1
            try:
                result = await desk.act(ANNA, request, channel=channel)
            except (RuleError, DiceWanted, Unsure):
                continue
            accepted += 1
            embed = public_message(result, public_notices(result))["embed"]
            assert len(embed) <= LONGEST_OPTION
            check_harmless(text({"content": "", "embeds": [embed.to_dict()], "components": []}))
    report(f"{texts} texts, {accepted} commands accepted")


async def test_hostile_texts_in_discord_ping_nobody(tmp_path: Path, chance: random.Random, report: Report) -> None:
    bodies: list[Any] = []
    async with harness(tmp_path) as here:
        here.server.watch(lambda request: note(request, bodies))
        await here.found(name=f"{hostile(chance)[:79]}.")  # Discord takes no name that is empty once it is stripped
        texts = many(200, 3000)
        for _ in range(texts):
            said = hostile(chance)
            place, options = chance.choice(
                (
                    ("dice roll", {"reason": said[:200]}),
                    ("dice roll", {"reason": "rain", "dice": said[:LONGEST_OPTION]}),
                    ("record more words", {"words": said[:100]}),
                    ("act", {"offer": said[:100]}),
                    ("event return", {"marker": said[:100]}),
                    ("turn phase", {"to": said[:40]}),
                )
            )
            with contextlib.suppress(InvalidAction):  # Discord takes no text that is empty once it is stripped
                await here.anna.slash(here.marne, place, options)
            await here.anna.autocomplete(here.marne, "act", focused="offer", value=said[:100])
        seen = here.anna.messages(here.marne)
        assert [each for each in map(text, seen) if "hit an error" in each] == []
        for each in here.carla.messages(here.marne):
            check_harmless(text(each))
        assert len(bodies) > texts // 4
        assert [each for each in bodies if each.get("allowed_mentions") != {"parse": []}] == []
    report(f"{texts} texts, {len(bodies)} messages of the bot")


def note(request: RequestRecord, bodies: list[Any]) -> None:
    body = request.body if isinstance(request.body, dict) else {}
    data = body.get("data") or {} if "callback" in request.path else body
    if request.method == "POST" and isinstance(data, dict) and ("embeds" in data or "content" in data):
        bodies.append(data)


async def world(folder: Path, seed: bytes, caplog: pytest.LogCaptureFixture) -> tuple[list[str], list[str]]:
    """What others see of a game of High Card with this seed: messages and choices; and what the bot logs at DEBUG."""
    caplog.clear()
    choices: list[str] = []
    async with harness(folder) as here:
        here.bot.client.service.founder.new_seed = lambda: seed
        await here.found_high_card()
        await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
        for command in ("campaign status", "hand", "record find", "record more verify"):
            await choose(here.bert, here.marne, command)
            await choose(here.carla, here.marne, command)
        for person in (here.bert, here.carla):
            found = await person.autocomplete(here.marne, "act", focused="offer", value="")
            choices += [str(each) for each in found]
        await here.anna.slash(here.marne, "campaign undo")
        seen = [text(each) for person in (here.bert, here.carla) for each in person.messages(here.marne)]
        ids = [here.anna, here.bert, here.carla]
        secret = (here.server.token, seed.hex())
        assert not [each for each in seen + caplog.messages if any(word in each for word in secret)]
        held = [text(each) for each in here.private(here.anna)]
        masked = [mask(each, [one.id for one in ids]) for each in seen + choices]
        return masked, held


def mask(said: str, ids: list[str]) -> str:
    """A text without what differs from world to world anyway: seals, ids and times."""
    for number, each in enumerate(ids):
        said = said.replace(each, f"user {number}")
    return re.sub(r"[0-9a-f]{64}|<t:\d+:\w>|\d{15,}", "…", said)


async def test_others_see_the_same_whatever_a_secret_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, chance: random.Random, report: Report
) -> None:
    for name in ("bot", "rules"):
        caplog.set_level(logging.DEBUG, logger=name)
    worlds = []
    for number in range(many(3, 12)):
        (tmp_path / str(number)).mkdir()
        worlds.append(await world(tmp_path / str(number), chance.randbytes(32), caplog))
    for seen, _ in worlds:
        assert seen == worlds[0][0]
    assert many(True, len({str(held) for _, held in worlds}) > 1)
    report(f"{len(worlds)} worlds, {len(worlds[0][0])} outputs each")
