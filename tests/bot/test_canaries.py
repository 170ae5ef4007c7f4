"""A recognisable secret of each kind, and two others who try every command, choice, button and form to find one.

``tests/worlds.py`` shows that what is hidden changes nothing in what others read. Here the secret itself is looked for,
also where nobody reads: in the ids of buttons, the values of choices, the addresses and the names of files, the words
of pictures, what the bot logs, and what it sends to Discord.
"""

import contextlib
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.base.program_log import OWN
from localdiscord import InvalidAction, NoResponse, RequestRecord, User
from rules.campaign.questions.orders import Orders
from rules.pool import Zone
from tests.bot.harness import EPHEMERAL, MENUS, Harness, Message, choose, labels, text
from tests.games import SEED

WORD = "CanaryOfTheForm"
PLACE = "the wood of the canaries"
ENDS = {
    "me more forget", "campaign manage end", "campaign new", "campaign manage leave", "campaign manage hand-over",
    "campaign manage move",
}  # fmt: skip
"""What would end the game that is looked at, or begin another."""


@dataclass
class Found:
    """Everything that reached somebody, as it was sent."""

    by_person: dict[str, list[str]] = field(default_factory=dict)

    def add(self, person: User, what: Any) -> None:
        self.by_person.setdefault(person.name, []).append(json.dumps(what, ensure_ascii=False, default=str))

    def where(self, canary: str, *but: User) -> list[str]:
        """What holds a canary, in front of anybody but some."""
        excused = {each.name for each in but}
        return [
            f"{name}: …{said[max(0, said.index(canary) - 80) : said.index(canary) + 80]}…"
            for name, every in self.by_person.items()
            if name not in excused
            for said in every
            if canary in said
        ]


class Prowl:
    """Somebody tries everything that Discord lets them try."""

    def __init__(self, here: Harness, found: Found) -> None:
        self.here = here
        self.found = found
        self.tried = 0

    def commands(self) -> Iterator[app_commands.Command[Any, ..., Any]]:
        for each in self.here.bot.client.tree.walk_commands():
            if isinstance(each, app_commands.Command) and each.qualified_name not in ENDS:
                yield each

    async def everything(self, person: User) -> None:
        for name, options, has_form in await self.all_inputs(person):
            await self.do(choose(person, self.here.marne, name, options))
            await self.form(person, send=has_form)
        for message in person.messages(self.here.marne)[-40:]:
            await self.buttons(person, message)
        for message in person.messages(self.here.marne):
            self.found.add(person, message)
            for attachment in message["attachments"]:
                self.found.add(person, await content(attachment["url"]))

    async def all_inputs(self, person: User) -> list[tuple[str, dict[str, Any], bool]]:
        """Every entry of a menu, with whether its form is sent, and every command with each of its options."""
        entries = (
            (menu, entry.name) for menu, name in MENUS.items() for entry in self.here.bot.client.menus.entries(name)
        )
        found = [(menu, {"what": entry}, True) for menu, entry in entries if f"{menu} {entry}" not in ENDS]
        for command in self.commands():
            found += [(command.qualified_name, each, False) for each in await self.options(person, command)]
        return found

    async def options(self, person: User, command: app_commands.Command[Any, ..., Any]) -> list[dict[str, Any]]:
        """The command without options, with what it must have, and with what is offered for each option."""
        needed: dict[str, Any] = {}
        offered: list[dict[str, Any]] = []
        for option in command._params.values():
            choices = [choice.value for choice in option.choices or ()]
            if option.autocomplete:
                for typed in ("", "canary"):
                    with contextlib.suppress(InvalidAction, NoResponse):
                        each = await person.autocomplete(
                            self.here.marne, command.qualified_name, focused=str(option.display_name), value=typed
                        )
                        self.found.add(person, each)
                        choices += [choice["value"] for choice in each][:3]
            value = choices[0] if choices else plain(option, self.here)
            if option.required:
                needed[str(option.display_name)] = value
            offered += [{str(option.display_name): each} for each in choices[:3]]
        return [needed, *({**needed, **each} for each in offered[:4])]

    async def buttons(self, person: User, message: Message) -> None:
        for part in [part for row in message["components"] for part in row["components"]]:
            if part["type"] == 2 and "custom_id" in part and self.presses(part["label"]):
                await self.do(person.press(message, part["label"]))
                await self.form(person)

    def presses(self, label: str) -> bool:
        """Whether it tries a button."""
        return True

    async def form(self, person: User, *, send: bool = False) -> None:
        """A form that opened is looked at; that of an entry is sent as it is, too."""
        if person.modal is not None:
            self.found.add(person, person.modal.body)
            if send:
                await self.do(person.submit({}))
            person.cancel_modal()

    async def do(self, action: Any) -> None:
        self.tried += 1
        with contextlib.suppress(InvalidAction, NoResponse):
            await action


def plain(option: Any, here: Harness) -> Any:
    """Something that Discord takes for an option."""
    kind = discord.AppCommandOptionType
    values = {
        kind.user: here.carla.id, kind.channel: here.marne["id"], kind.boolean: True, kind.number: 1.0,
        kind.integer: max(1, int(option.min_value or 1)),
    }  # fmt: skip
    return values.get(option.type, "canary")


async def content(url: str) -> str:
    async with aiohttp.ClientSession() as web, web.get(url) as answer:
        return (await answer.read()).decode("utf-8", "replace")


async def secrets(here: Harness) -> dict[str, str]:
    """A game in which Anna has a secret of each kind: each kind with what betrays it."""
    await here.found()
    await here.anna.slash(here.marne, "draw event")
    await here.anna.slash(here.marne, "act", {"offer": "In the phase “Allied combat”"})
    await here.anna.submit({"What do I do?": "call me"})
    await here.anna.slash(here.marne, "act", {"offer": "They attack"})
    await here.anna.submit({"What do I do?": "ask me: I decide by hand", "In which hex?": PLACE})
    session = await here.campaign()
    campaign = session.campaign
    held = [id_ for id_, zone in campaign.state.pools["Allies"].zones.items() if zone is Zone.HAND]
    assert campaign.of(Orders).by_seat
    assert held
    return {
        **{f"marker {id_}": f'"{id_}"' for id_ in held},
        **{f"button about {id_}": f"{id_}:" for id_ in held},
        "phase ordered": "Allied combat” → call me",
        "order": PLACE,
        "seed": SEED.hex(),
        "token": here.server.token,
        "place of the database": str(here.database),
    }


async def test_no_secret_reaches_anybody_else_by_any_road(here: Harness, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    for name in OWN:
        caplog.set_level(logging.DEBUG, logger=name)
    sent: list[RequestRecord] = []
    here.server.watch(sent.append)
    canaries = await secrets(here)
    own = json.dumps([here.anna.messages(here.marne), here.anna.messages(here.anna.dm())], ensure_ascii=False)
    assert PLACE in own, "the canaries sing where they may"
    found = Found()
    prowl = Prowl(here, found)
    for person in (here.bert, here.carla):
        await prowl.everything(person)
    assert prowl.tried > 150
    everywhere = {kind: found.where(canary) for kind, canary in canaries.items()}
    assert {kind: places for kind, places in everywhere.items() if places} == {}
    logged = "\n".join(f"{record.getMessage()}{record.exc_text or ''}" for record in caplog.records)
    assert [kind for kind, canary in canaries.items() if kind != "place of the database" and canary in logged] == []
    shown = [each for each in sent if PLACE in json.dumps(each.body, default=str)]
    assert [flags_of(each) & EPHEMERAL for each in shown] == [EPHEMERAL] * len(shown)


def flags_of(request: RequestRecord) -> int:
    """Whether a message goes to one person alone."""
    body = request.body if isinstance(request.body, dict) else {}
    return int((body.get("data") or body).get("flags") or 0)


async def test_owners_betray_nothing_by_any_command(here: Harness) -> None:
    """Whatever Anna tries herself, her secrets stay in messages that she alone sees."""
    canaries = await secrets(here)
    found, mine = Found(), Found()
    await Prowl(here, mine).everything(here.anna)
    assert mine.where(PLACE)
    for person in (here.bert, here.carla):
        for message in person.messages(here.marne):
            found.add(person, message)
    # she has tried every command, also those by which she plays or shows a marker, or makes a plan
    told = {kind: found.where(canaries[kind]) for kind in ("order", "seed", "token", "place of the database")}
    assert {kind: places for kind, places in told.items() if places} == {}


async def test_an_opened_secret_is_found(here: Harness) -> None:
    """The same search finds an order once the campaign is over: a search that finds nothing would prove nothing."""
    await secrets(here)
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True, "for_good": True})
    await here.bert.press(here.newest(here.carla), "Germans: Agree")
    await choose(here.carla, here.marne, "record more export")
    record = here.newest(here.carla)["attachments"][0]
    found = Found()
    found.add(here.carla, await content(record["url"]))
    assert found.where(PLACE)


@pytest.mark.parametrize("broken", ["decide", "hand", "status"])
async def test_a_bug_tells_its_id_and_no_secret(
    here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    """Not even the message of the exception goes to a player: it may quote what it choked on."""
    await secrets(here)
    game = (await here.campaign()).campaign.game

    def choke(*_: object, **__: object) -> Any:
        raise ValueError(WORD)

    monkeypatch.setattr(game, broken, choke)
    for person in (here.anna, here.bert, here.carla):
        for command in ("hand", "campaign status", "draw event", "turn next", "record find"):
            with contextlib.suppress(InvalidAction, NoResponse):
                await choose(person, here.marne, command)
    said = [text(each) for person in (here.anna, here.bert, here.carla) for each in person.messages(here.marne)]
    assert not [each for each in said if WORD in each]
    assert any("hit an error" in each for each in said)
    assert WORD in caplog.text
    assert PLACE not in caplog.text


async def test_a_refused_form_shows_input_to_its_owner_only(here: Harness) -> None:
    await here.found_high_card()
    await here.anna.press(here.newest(here.anna), "Bid")
    await here.anna.submit({"points": WORD, "blind": "No"})
    assert WORD in text(here.newest(here.anna))
    for person in (here.bert, here.carla):
        assert WORD not in json.dumps(person.messages(here.marne))
    assert "Fix it" in labels(here.newest(here.anna))
