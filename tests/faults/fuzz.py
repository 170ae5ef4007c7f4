"""Somebody who puts everything into every option of every command and into every field of every form, as the commands
and the forms describe themselves. Whatever it is, it is done or refused, and everybody else plays on.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

from localdiscord import InvalidAction, NoResponse, RequestRecord, User
from localdiscord.state.components import ComponentType, walk
from localdiscord.users.labels import labelled_fields
from localdiscord.users.options import OptionType
from tests.bot.harness import MENUS, Harness, Message, choose
from tests.clicks import commands

TIMES = (
    "0001-01-01", "0001-01-01 00:00", "0000-00-00", "1970-01-01", "2026-02-30", "2028-02-29", "9999-12-31", "tomorrow",
    "9999-12-31 23:59", "31.12.9999", "12/31/9999", "10000-01-01", "-1-01-01", "24:00", "0d", "-1d", "9999999999d",
    "0-0", "0-24", "22-24", "23-1", "99-99", "-1-5", "0", "1w",
)  # fmt: skip
ZONES = (
    "Pacific/Kiritimati", "Pacific/Pago_Pago", "Etc/GMT+12", "Asia/Kathmandu", "Mars/Phobos", "localtime", "Factory",
    "posixrules", "../../etc/passwd", "Africa/", "/", "europe/berlin", "UTC+25", "EST5EDT",
)  # fmt: skip
NUMBERS = (
    "-1", "1", "2", "1.5", "1,5", "1e400", "NaN", "-Infinity", "9" * 19, str(2**31), str(2**53), str(2**63),
    str(2**64), "9" * 60, "٣", "½", "0x10", "1_000", "2d6", "7 7", "1-99999999", "6,6,6", "+5", "--5",
)  # fmt: skip
WORDS = (
    " ", "\n", "\x00", "\u202eabc\u2066", "\u200b", "e" + "\u0301" * 60, "😀", "👨‍👩‍👧", "ﷺ", "שלום עולם", "İ",
    "ß" * 40,
    "@everyone", "<@1>", f"<@{2**64}>", "</act:1>", "<t:99999999999999:R>", "**_~~||`", "{name}", "{0}", "%s", "%(a)s",
    "null", "[1]", "{}", '{"a": 1}', "true", "'; DROP TABLE entry;--", "A05", "A05 4, B05 2", "Allies", "Germans",
    "Referee", "Red", "entry 1", "turn 1", "Turn 0", "undo", "end", "|", "a|b|c", ",", ",,,", "a, a, a", ";", "-", "–",
)  # fmt: skip
LONG = ("x", "字", "😀", "a ", "a,", "|", "9", "*", "\n", "@")
LONGEST = 4000
TABLES: Mapping[str, tuple[str, ...]] = {
    "marne-1918": ("Allies", "Germans"),
    "fields-of-despair": ("Allies",),
    "fields-of-despair at war": ("Allies",),
    "gathering-storm": ("Germany", "Italy"),
}
"""The tables at which something is typed: a game and where it stands, with the seats of Anna and Bert."""
SET_UP = {"total": 33, "hexes": "A05 B05", "air": "2", "artillery": "3"}


@dataclass(frozen=True)
class Probe:
    """Something hostile in one option of a command, or in one field of the form of a menu's entry, or of a button (an
    ``entry`` without a command), at one of the tables.
    """

    table: str
    command: str
    field: str
    value: Any
    entry: str = ""

    def __str__(self) -> str:
        return f"{self.table}: /{self.command} {self.entry} {self.field}:{str(self.value)[:60]!r}"


def texts(longest: int) -> Iterator[str]:
    """What can be typed where so many characters are allowed."""
    yield from (each for each in (*TIMES, *ZONES, *NUMBERS, *WORDS) if len(each) <= longest)
    yield from ((each * longest)[: min(longest, LONGEST)] for each in LONG)


def values(option: Mapping[str, Any]) -> Iterator[Any]:
    """What can be given to an option of a command."""
    if choices := option.get("choices"):
        yield from (each["value"] for each in choices)
        return
    match OptionType(option["type"]):
        case OptionType.STRING:
            yield from texts(option.get("max_length", LONGEST))
        case OptionType.INTEGER | OptionType.NUMBER:
            least, most = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
            yield from sorted(
                {least, most, *(each for each in (-1, 0, 1, 2, 7, 2**31, 2**32) if least <= each <= most)}
            )
        case OptionType.BOOLEAN:
            yield from (True, False)
        case OptionType.USER:
            yield from ("anna", "bert", "carla", "bot")
        case OptionType.CHANNEL:
            yield from ("marne", "elsewhere")
        case _:
            return


def typed(field: Mapping[str, Any]) -> Iterator[Any]:
    """What can be filled into a field of a form."""
    if options := field.get("options"):
        yield from ([each["value"]] for each in options)
        return
    match field["type"]:
        case ComponentType.TEXT_INPUT:
            yield from ("", *texts(field.get("max_length") or LONGEST))
        case ComponentType.CHECKBOX:
            yield from ("true", "false")
        case ComponentType.USER_SELECT:
            yield from (["anna"], ["bert"], ["carla"], ["bot"])
        case ComponentType.CHANNEL_SELECT:
            yield from (["marne"], ["elsewhere"])
        case _:
            return


class Fuzzer:
    """Anna, who puts everything everywhere, and Bert, who plays on. What has gone wrong stands in ``wrong``."""

    def __init__(self, here: Harness, chance: random.Random) -> None:
        self.here, self.chance = here, chance
        self.wrong: list[str] = []
        self.done = Counter[str]()
        self.probe: object = "the beginning"
        self.table: Message = here.marne
        self._tables: dict[str, Message] = {}
        self._numbers = count(1)
        here.server.channel("elsewhere")
        here.server.watch(self._look)

    def _look(self, request: RequestRecord) -> None:
        said = json.dumps(request.body, ensure_ascii=False, default=str)
        if any(bug in said for bug in ("hit an error", "cannot be shown")):
            self.wrong.append(f"{self.probe}: {said[:300]}")

    # ---- what there is to put something into ----

    def options(self) -> Iterator[Probe]:
        for name, options in commands(self.here.server.hub.state.available_commands()):
            yield Probe(self.chance.choice([*TABLES]), name, "", None)
            for option in options:
                for value in values(option):
                    yield Probe(self.chance.choice([*TABLES]), name, option["name"], value)

    async def fields(self) -> list[Probe]:
        """Every value of every field of every form that a menu or a button opens at the tables as they stand."""
        found: list[Probe] = []
        for table in TABLES:
            await self._sit_down(table)
            for menu, name in MENUS.items():
                for entry in self.here.bot.client.menus.entries(name):
                    if await self._do(menu, {"what": entry.name}):
                        found += self._open_fields(table, menu, entry.name)
            for button in {button for _, button in self._buttons(self.here.anna.messages(self.table))}:
                if await self._press(button):
                    found += self._open_fields(table, "", button)
        return found

    def _open_fields(self, table: str, command: str, entry: str) -> Iterator[Probe]:
        """Every value of every field of the form that is open; it is closed."""
        modal = self.here.anna.modal
        for _, field in labelled_fields(modal.body["components"]) if modal else ():
            yield from (Probe(table, command, field["custom_id"], each, entry) for each in typed(field))
        self.here.anna.cancel_modal()

    # ---- putting it there ----

    async def try_all(self, probes: list[Probe]) -> None:
        """Try some of them, one after the other; every now and then others play and time passes."""
        for number, probe in enumerate(probes):
            await self._sit_down(probe.table)
            if number % 40 == 0:
                await self.others_play()
            self.probe = probe
            await (self._form(probe) if probe.entry else self._command(probe))
            self.done["tried"] += 1
        await self.others_play()

    async def _command(self, probe: Probe) -> None:
        described = dict(commands(self.here.server.hub.state.available_commands()))[probe.command]
        given = {each["name"]: self._plain(each) for each in described if each.get("required")}
        if probe.field:
            given[probe.field] = probe.value
            option = next(each for each in described if each["name"] == probe.field)
            if option.get("autocomplete"):
                await self._complete(probe, given)
        if await self._do(probe.command, given) is not None:
            self.done["done or refused"] += 1
            await self._go_on()

    async def _complete(self, probe: Probe, given: dict[str, Any]) -> None:
        """Type it, and look at what is offered."""
        others = {name: value for name, value in given.items() if name != probe.field}
        typing = self.here.anna.autocomplete(
            self.table, probe.command, focused=probe.field, value=str(probe.value)[:100], options=others
        )
        try:
            await typing
        except (InvalidAction, NoResponse):
            self.done["not typed"] += 1

    async def _form(self, probe: Probe) -> None:
        opens = self._do(probe.command, {"what": probe.entry}) if probe.command else self._press(probe.entry)
        if await opens:
            await self._fill({probe.field: probe.value})
            await self._go_on()

    async def _press(self, button: str) -> bool:
        """Press a button where she sees it last; False if it is gone."""
        places = [message for message, each in self._buttons(self.here.anna.messages(self.table)) if each == button]
        try:
            if places:
                await self.here.anna.press(places[-1], button)
        except InvalidAction:
            return False
        except NoResponse:
            self.wrong.append(f"{self.probe}: no answer to a button")
        return bool(places)

    def _buttons(self, messages: list[Message]) -> Iterator[tuple[Message, str]]:
        for message in messages:
            for part in walk(message["components"]):
                if part["type"] == ComponentType.BUTTON and "custom_id" in part and not part.get("disabled"):
                    yield message, part["custom_id"]

    async def _fill(self, given: Mapping[str, Any]) -> None:
        """Send the form that is open, with what is given and otherwise as it is."""
        modal, anna = self.here.anna.modal, self.here.anna
        if modal is None:
            return
        fields = {field["custom_id"]: field for _, field in labelled_fields(modal.body["components"])}
        filled = {name: value for name, value in given.items() if name in fields}
        for name, field in fields.items():
            if name not in filled and not field.get("value") and field.get("required", True):
                some = [*typed(field)]
                filled |= {name: self.chance.choice(some)} if some else {}
        try:
            await anna.submit(filled)
            self.done["forms"] += 1
        except InvalidAction:
            self.done["not taken by Discord"] += 1
        except NoResponse:
            self.wrong.append(f"{self.probe}: no answer")
        anna.cancel_modal()

    async def _go_on(self) -> None:
        """Press what the answer asks for, at times, and fill in what opens."""
        await self._fill({})
        own = self.here.private(self.here.anna, self.table)
        buttons = [button for _, button in self._buttons(own[-1:])]
        if buttons and self.chance.random() < 0.3 and await self._press(self.chance.choice(buttons)):
            await self._fill({})
        for message in own:
            self.here.anna.dismiss(message)

    async def _do(self, command: str, given: Mapping[str, Any]) -> object:
        """Use a command; None if Discord would not let her."""
        try:
            return await self.here.anna.slash(self.table, command, given)
        except InvalidAction:
            self.done["not taken by Discord"] += 1
        except NoResponse:
            self.wrong.append(f"{self.probe}: no answer")
        return None

    def _plain(self, option: Mapping[str, Any]) -> Any:
        named = {"seat": "Allies", "title": "Combat", "to": "1", "until": "3", "marker": "Spies"}
        choices = option.get("choices") or [{"value": named.get(option["name"], "rain")}]
        return self.chance.choice(choices)["value"]

    # ---- everybody else ----

    async def others_play(self) -> None:
        """Bert is answered, whatever Anna has set, and so is the bot's own clock."""
        self.probe = f"others, after {self.probe}"
        here, bert = self.here, self.here.bert
        await self._alone(bert, "campaign status")
        await self._alone(bert, "record find")
        await self._alone(bert, "dice roll", {"reason": "rain"})
        for command, entry in (("campaign manage", "end"), ("campaign manage", "take-over")):
            await self._alone(bert, command, {"what": entry})
            if bert.modal is not None:
                await self._send(bert)
        await here.settle(after=timedelta(hours=self.chance.choice((1, 30, 24 * 20))))

    async def _send(self, user: User) -> None:
        try:
            await user.submit({})
        except InvalidAction:
            user.cancel_modal()

    async def _alone(self, user: User, command: str, given: Mapping[str, Any] | None = None) -> None:
        try:
            await user.slash(self.table, command, given)
            self.done["others"] += 1
        except NoResponse:
            self.wrong.append(f"{self.probe}: {user.name} has no answer to /{command}")

    async def _sit_down(self, table: str) -> None:
        """Go to a table; to a new one of that kind if it is over."""
        if table in self._tables:
            self.table = self._tables[table]
            sessions = await self.here.bot.client.service.sessions_in(int(self.table["id"]))
            if sessions and not sessions[0].campaign.is_ended:
                return
        self.table = self._tables[table] = self.here.server.channel(f"fuzz-{next(self._numbers)}")
        await self.here.anna.slash(self.table, "server settings", {"anywhere": True})
        game, _, stands = table.partition(" ")
        mine, *others = TABLES[table]
        await self.here.anna.slash(self.table, "campaign new", {"game": game, "seat": mine})
        for seat in others:
            await self.here.bert.slash(self.table, "campaign join", {"seat": seat})
        self.done["tables"] += bool(await self.here.bot.client.service.sessions_in(int(self.table["id"])))
        if stands:
            await choose(self.here.anna, self.table, "enter setup", SET_UP)
            await self.here.anna.slash(self.table, "turn next")
