"""Whatever id a button, a menu or a form comes with: one sentence, no bug, nothing written."""

import asyncio
import json
import logging
from typing import Any

import discord
import pytest

from bot.chat.client import MORE_ITEMS
from bot.ui.buttons import ITEMS
from localdiscord import NoResponse
from localdiscord.interactions.interaction import InteractionType
from tests.bot.harness import Harness, text

NUMBERS = ("0", "1", "007", "-1", "9" * 18, "9" * 19, str(2**63), "9" * 60, "٣", "1e3", "x", "")
FIELDS = ("null", "[1]", "1", '"x"', "{}", "{", '{"type":[1]}', '{"type":null}', '{"type":"roll_dice","number":"x"}',
          '{"type":"roll_dice","number":1e999}', '{"type":"draw","x":{}}', "NaN", "[" * 50)  # fmt: skip
GARBAGE = ("", ":", "::", ":x", ":1:", ":1:x", ":🎲", ":\n", ":%s", ":{n}", ":" + "x" * 80)
PREFIXES = sorted({
    "do", "own", "pick", "hand", "journal", "why", "since", "dice", "check", "back", "report", "fix", "sure", "about",
    "remind", "start", "game", "seat", "who", "cast", "form", "new", "server", "rewind", "match", "unwatch", "forget",
})  # fmt: skip
TAILS = (
    *GARBAGE,
    *(f":{number}" for number in NUMBERS),
    *(f":{number}:x" for number in NUMBERS),
    *(f":1:{number}" for number in NUMBERS),
    *(f":1:{number}:1" for number in NUMBERS),
    *(f":1:ask:{fields}" for fields in FIELDS),
    *(f":1:0:{fields}" for fields in FIELDS),
    *(f":{kind}:1:x" for kind in ("do", "own", "never")),
    *(f":1:{kind}:x" for kind in ("key", "own", "ask", "odd")),
)
HARMFUL = {"adj:forget"}
"""What is no forgery: it does what it says, to whoever presses it."""


def test_every_prefix_is_tried() -> None:
    """The ids that the bot gives begin with one of them."""
    for item in (*ITEMS, *MORE_ITEMS):
        pattern = item.__discord_ui_compiled_template__.pattern
        assert pattern.startswith("adj:"), pattern
        assert any(
            f"adj:{prefix}" in pattern or f"{prefix}|" in pattern or f"|{prefix}" in pattern for prefix in PREFIXES
        )


async def forge(here: Harness, kind: InteractionType, data: dict[str, Any]) -> str:
    """What Anna alone reads after an interaction that no client of Discord sends."""
    interactions, before = here.server.hub.interactions, len(here.private(here.anna))
    source = here.server.hub.state.messages.find(here.newest(here.carla)["id"])
    begun = interactions.begin(here.anna.id, here.marne["id"], kind, data, source=source)
    await begun.acknowledged
    await asyncio.sleep(0)
    return "\n".join(map(text, here.private(here.anna)[before:]))


def of_button(custom_id: str) -> tuple[InteractionType, dict[str, Any]]:
    return InteractionType.COMPONENT, {"custom_id": custom_id, "component_type": 2, "id": 1}


def of_menu(custom_id: str, values: list[str]) -> tuple[InteractionType, dict[str, Any]]:
    return InteractionType.COMPONENT, {"custom_id": custom_id, "component_type": 3, "id": 1, "values": values}


def of_form(custom_id: str, typed: dict[str, str]) -> tuple[InteractionType, dict[str, Any]]:
    fields = [
        {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": name, "value": value}}
        for name, value in typed.items()
    ]
    return InteractionType.MODAL_SUBMIT, {"custom_id": custom_id, "components": fields}


@pytest.mark.parametrize("prefix", PREFIXES)
async def test_a_forged_id_gets_a_sentence(here: Harness, caplog: pytest.LogCaptureFixture, prefix: str) -> None:
    caplog.set_level(logging.ERROR)
    await here.found_high_card()
    await here.anna.slash(here.marne, "dice roll")
    here.server.hub.interactions.ack_timeout = 5
    seq, wrong = (await here.campaign()).campaign.seq, list[str]()
    for tail in TAILS:
        custom_id = f"adj:{prefix}{tail}"[:100]
        if custom_id in HARMFUL:
            continue
        tries = [
            of_button(custom_id), of_menu(custom_id, []), of_menu(custom_id, ["x"]), of_menu(custom_id, ["9" * 40]),
            of_form(custom_id, {}), of_form(custom_id, {"dice": "x", "seat": "x", "move": "x", "0": "x", "language": "x"}),
        ]  # fmt: skip
        for kind, data in tries:
            try:
                said = await forge(here, kind, data)
            except NoResponse:
                wrong.append(f"{kind.name} {json.dumps(data)}: no answer")
                continue
            if "hit an error" in said:
                wrong.append(f"{kind.name} {json.dumps(data)}: {said}")
    assert wrong == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    session = await here.campaign()
    assert [
        each.seq for each in await here.bot.client.service.entries(session) if each.seq > seq and each.user != 0
    ] == []
    assert isinstance(here.bot.client, discord.Client)
