"""Whatever id a button, a menu or a form comes with: one sentence, no bug, nothing written."""

import json
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.chat.client import MORE_ITEMS
from bot.messages.buttons import ITEMS
from localdiscord import NoResponse, User
from localdiscord.interactions.interaction import InteractionType
from localdiscord.openapi import OpenApi
from tests.bot.harness import Harness, harness, text
from tests.faults.rounds import many

NUMBERS = ("0", "1", "007", "-1", "9" * 18, "9" * 19, str(2**63), "9" * 60, "٣", "1e3", "x", "")
FIELDS = ("null", "[1]", "1", '"x"', "{}", "{", '{"type":[1]}', '{"type":null}', '{"type":"roll_dice","number":"x"}',
          '{"type":"roll_dice","number":1e999}', '{"type":"draw","x":{}}', "NaN", "[" * 50)  # fmt: skip
GARBAGE = ("", ":", "::", ":x", ":1:", ":1:x", ":🎲", ":\n", ":%s", ":{n}", ":" + "x" * 80)
PREFIXES = sorted({
    "do", "own", "pick", "hand", "why", "since", "dice", "check", "back", "report", "fix", "sure", "about",
    "remind", "start", "game", "seat", "who", "cast", "form", "new", "server", "rewind", "match", "unwatch", "forget",
    "menu", "entries", "entry", "ruling", "fill", "board", "difficulty", "offers",
    "ownoffers", "orders", "order", "sit", "nothanks",
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
        pattern: str = vars(item)["__discord_ui_compiled_template__"].pattern
        assert set(re.findall(r"[a-z]+", pattern.removeprefix("adj:"))) & {*PREFIXES}, pattern


async def forge(here: Harness, kind: InteractionType, data: dict[str, Any], user: User | None = None) -> str:
    """What a user alone reads, Anna if nobody is named, after an interaction with an id that the bot never gave; a
    message has the button.
    """
    user = user or here.anna
    interactions, before = here.server.hub.interactions, len(here.private(user))
    source = None
    if kind is InteractionType.COMPONENT:
        source = here.server.hub.state.messages.find(here.newest(here.carla)["id"])
        assert source is not None
        shown = {"type": data["component_type"], "custom_id": data["custom_id"], "id": 2, "label": "x", "style": 2}
        shown |= {"options": []} if data["component_type"] == 3 else {}
        source.message["components"] = [{"type": 1, "id": 1, "components": [shown]}]
    begun = interactions.begin(user.id, here.marne["id"], kind, data, source=source)
    await begun.acknowledged
    return "\n".join(map(text, here.private(user)[before:]))


@pytest.fixture
async def forged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harness]:
    """A Discord that delivers what no client could send, and does not hold its own answers to that against itself."""
    monkeypatch.setattr(OpenApi, "problems", lambda *_: [])
    async with harness(tmp_path) as here:
        yield here


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


def tries(custom_id: str) -> list[tuple[InteractionType, dict[str, Any]]]:
    """The same id for a button, a menu and a form, with nothing and with nonsense in it."""
    nonsense = {"dice": "x", "seat": "x", "move": "x", "0": "x", "language": "x"}
    return [
        of_button(custom_id), of_menu(custom_id, []), of_menu(custom_id, ["x"]), of_form(custom_id, {}),
        of_form(custom_id, nonsense), of_form(custom_id, nonsense | {"move": "3", "founders": "x", "pictures": "x"}),
    ]  # fmt: skip


@pytest.mark.parametrize("part", range(4))
async def test_a_forged_id_gets_a_sentence(forged: Harness, caplog: pytest.LogCaptureFixture, part: int) -> None:
    here = forged
    caplog.set_level(logging.ERROR)
    await here.found_high_card()
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    ids = [*dict.fromkeys(f"adj:{prefix}{tail}"[:100] for prefix in PREFIXES for tail in TAILS)]
    seq, wrong = (await here.campaign()).campaign.seq, list[str]()
    for custom_id in [each for each in ids if each not in HARMFUL][part :: many(64, 4)]:
        for kind, data in tries(custom_id):
            try:
                said = await forge(here, kind, data)
            except NoResponse:
                said = "no answer"
            if "hit an error" in said or said == "no answer":
                wrong.append(f"{kind.name} {json.dumps(data)}: {said}")
        for message in here.private(here.anna):
            here.anna.dismiss(message)
    here.server.rejected.clear()  # of what was dismissed meanwhile
    assert wrong == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    entries = await here.bot.client.service.entries(await here.campaign())
    assert [each.command for each in entries if each.seq > seq] == []


async def test_an_outsider_reads_why(forged: Harness, caplog: pytest.LogCaptureFixture) -> None:
    """Each button, menu and form, as it stands in the channel, used by somebody without a seat."""
    here = forged
    caplog.set_level(logging.ERROR)
    await here.found()
    seq, wrong = (await here.campaign()).campaign.seq, list[str]()
    for prefix in PREFIXES:
        for tail in ("", ":1", ":1:1", ":1:1:1", ":1:x", ":1:Allies", ":own:1:x"):
            for kind, data in (of_button(f"adj:{prefix}{tail}"), of_menu(f"adj:{prefix}{tail}", ["x"])):
                try:
                    said = await forge(here, kind, data, here.carla)
                except NoResponse:
                    said = "no answer"
                if "hit an error" in said or said == "no answer":
                    wrong.append(f"{kind.name} {json.dumps(data)}: {said}")
    here.server.rejected.clear()
    assert wrong == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert (await here.campaign()).campaign.seq == seq
