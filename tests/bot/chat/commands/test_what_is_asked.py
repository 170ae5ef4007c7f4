"""What each slash command asks for: exactly that, with what was typed under its own name, in its channel's campaign."""

from collections.abc import Callable, Mapping
from typing import Any

import discord
import pytest

from bot.chat.answering.board_check import Boards
from bot.chat.answering.record_views import Answers
from bot.chat.answering.responder import Responder
from bot.chat.answering.rewind_preview import Rewinds
from bot.chat.onboarding.start_campaign import Starts
from bot.chat.posting.panel import Panels
from bot.engine.founding import Wish
from bot.engine.sessions import Session
from bot.journal.files import Files
from bot.messages.interaction import answer_privately
from bot.messages.pictures.gallery import Gallery
from rules.campaign.chronicle.search import Wanted
from rules.campaign.state.timeline import MOST_KEPT
from tests.bot.harness import Harness, as_it_stands, choose, text

Asked = tuple[Any, ...]
PERSON, PLACE, ROOM = "carla", "council", "hall"
"""Somebody, a channel with a campaign and one without: the test puts their ids there."""
MARNE: list[tuple[str, dict[str, Any], Asked]] = [
    ("campaign join", {"seat": "Germans"}, ("execute", "join", {"id_": None, "seat": "Germans"})),
    ("campaign manage leave", {"seat": "Allies"}, ("execute", "leave", {"seat": "Allies"})),
    ("campaign undo", {}, ("execute", "undo", {})),
    ("campaign manage end", {"sure": True}, ("execute", "end", {"for_good": False})),
    ("campaign manage end", {"sure": True, "for_good": True}, ("execute", "end", {"for_good": True})),
    ("campaign manage reopen", {}, ("execute", "reopen", {})),
    ("campaign manage deadline", {"answer": 4}, ("execute", "change_settings", {"answer": 4})),
    ("campaign manage calls", {"on": False}, ("execute", "change_settings", {"calls": False})),
    ("campaign manage calls", {"on": True}, ("execute", "change_settings", {"calls": True})),
    ("campaign manage pictures", {"on": False}, ("execute", "change_settings", {"pictures": False})),
    ("campaign manage language", {"language": "Français"}, ("execute", "change_settings", {"language": "fr"})),
    ("campaign manage move", {"to": ROOM, "sure": True}, ("execute", "move_house", {"channel": ROOM})),
    ("campaign manage panel", {}, ("show panel", 1)),
    ("campaign manage no-panel", {}, ("hide panel", 1)),
    ("campaign manage picture", {}, ("picture", 1, "dark")),
    ("campaign manage picture", {"theme": "light"}, ("picture", 1, "light")),
    ("record find", {}, ("entries", 1, Wanted("", None, None, None, None))),
    ("record find", {"before": 9, "campaign": 1, "turn": 2, "seat": "Allies", "kind": "dice"},
     ("entries", 1, Wanted("", 2, "Allies", "dice", 9))),
    ("dice roll", {"reason": "rain"},
     ("execute", "roll_dice", {"dice": None, "number": 1, "sides": 6, "reason": "rain"})),
    ("dice roll", {"number": 3, "sides": 20, "reason": "rain", "dice": "4 3 6"},
     ("execute", "roll_dice", {"dice": "4 3 6", "number": 3, "sides": 20, "reason": "rain"})),
    ("draw event", {}, ("execute", "draw", {})),
    ("event play", {"marker": "Spies"}, ("about", "play", "Spies", {})),
    ("event play", {"marker": "Spies", "choice": "hits"}, ("about", "play", "Spies", {"choice": "hits"})),
    ("event return", {"marker": "Spies"}, ("execute", "return", {"marker": "Spies"})),
    ("event remove", {"marker": "Spies"}, ("execute", "remove", {"marker": "Spies"})),
    ("turn next", {}, ("execute", "next_turn", {})),
    ("turn phase", {}, ("execute", "next_phase", {"to": ""})),
    ("turn phase", {"to": "Combat"}, ("execute", "next_phase", {"to": "Combat"})),
    ("turn phase", {"skip": "played before"}, ("execute", "skip_step", {"reason": "played before"})),
    ("record more redo", {}, ("execute", "redo", {"number": MOST_KEPT, "first": 0})),
    ("record more redo", {"entries": 3, "first": 2}, ("execute", "redo", {"number": 3, "first": 2})),
    ("record rewind", {"to": "0"}, ("rewind", 1, 0)),
    ("record more compare", {}, ("compare", 1, 1, 1)),
    ("record more compare", {"from": "0"}, ("compare", 1, 0, 1)),
    ("record more compare", {"from": "1", "to": "0"}, ("compare", 1, 1, 0)),
    ("record more check", {}, ("check", 1)),
    ("record more adjust", {"fact": "points", "value": "7", "reason": "We counted"},
     ("adjust", 1, "points", "7", "We counted")),
    ("record journal", {}, ("journal", 1, 0)),
    ("record journal", {"since": 3, "campaign": 1}, ("journal", 1, 3)),
    ("record find", {"text": "rain"}, ("entries", 1, Wanted("rain", None, None, None, None))),
    ("record find", {"text": "rain", "turn": 2, "seat": "Allies", "kind": "table", "before": 9, "campaign": 1},
     ("entries", 1, Wanted("rain", 2, "Allies", "table", 9))),
    ("record more report", {}, ("report", 1)),
    ("campaign manage hand-over", {"seat": "Allies", "to": PERSON}, ("execute", "hand_over",
     {"seat": "Allies", "player": PERSON})),
    ("campaign manage go-on", {"seat": "Germans"}, ("execute", "go_on_without", {"seat": "Germans"})),
    ("admin seat", {"seat": "Germans"}, ("execute", "admin_seat", {"seat": "Germans"})),
    ("admin end", {"sure": True}, ("execute", "admin_end", {})),
    ("campaign new", {"game": "marne-1918", "seat": "Allies"}, ("start", Wish("marne-1918", "", "Allies"), [])),
    ("campaign new", {"game": "fields-of-despair", "seat": "Referee", "dice": "physical", "name": "Ours",
                      "scenario": "Verdun", "deadline": 5},
     ("start", Wish("fields-of-despair", "Ours", "Referee", "physical", "Verdun", 5), [])),
]  # fmt: skip
FIELDS: list[tuple[str, dict[str, Any], Asked]] = [
    ("enter hex", {"hex": "F07"}, ("execute", "note_hex",
     {"hex": "F07", "owner": None, "sps": "", "fortress": None, "reason": ""})),
    ("enter hex", {"hex": "F07", "owner": "Allies", "sps": "4+18", "fortress": False, "reason": "seen"}, ("execute",
     "note_hex", {"hex": "F07", "owner": "Allies", "sps": "4+18", "fortress": False, "reason": "seen"})),
    ("enter dogfight", {}, ("execute", "answer_air", {"dice": None})),
    ("enter dogfight", {"dice": "4"}, ("execute", "answer_air", {"dice": "4"})),
    ("enter dogfight", {"hexes": "A05 3", "dice": "4"}, ("execute", "dogfight", {"dice": "4", "hexes": "A05 3"})),
    ("enter recon", {"hex": "I06", "air": 2},
     ("execute", "recon", {"dice": None, "hex": "I06", "air": 2, "limit": None})),
    ("enter recon", {"hex": "I06", "air": 2, "limit": 9, "dice": "4"},
     ("execute", "recon", {"dice": "4", "hex": "I06", "air": 2, "limit": 9})),
    ("enter combat", {}, ("execute", "answer_attack", {"dice": None, "limit": None})),
    ("enter combat", {"limit": 60, "dice": "4"}, ("execute", "answer_attack", {"dice": "4", "limit": 60})),
    ("enter combat", {"losses": 0, "dice": "4"}, ("execute", "losses", {"dice": "4", "sps": 0, "taken": False})),
    ("enter combat", {"losses": 2, "taken": True}, ("execute", "losses", {"dice": None, "sps": 2, "taken": True})),
    ("turn phase", {}, ("execute", "next_turn", {})),
    ("enter combat", {"attacks": "A05 4+18", "losses": 3, "dice": "4"},
     ("execute", "combat", {"dice": "4", "hexes": "A05 4+18"})),
    ("enter adjust", {"what": "total"}, ("execute", "adjust", {"what": "total", "value": "", "reason": ""})),
    ("enter adjust", {"what": "air", "value": "5 4", "reason": "lost"}, ("execute", "adjust",
     {"what": "air", "value": "5 4", "reason": "lost"})),
]  # fmt: skip


def numbered(given: Any) -> Any:
    """A campaign by its id, also one at an entry."""
    if isinstance(given, tuple):
        return tuple(map(numbered, given))
    return given.id if isinstance(given, Session) else given


HANDED_ON: list[tuple[type, str, str]] = [
    (Responder, "execute", "execute"), (Responder, "execute_about", "about"), (Starts, "start", "start"),
    (Panels, "show", "show panel"), (Panels, "hide", "hide panel"), (Gallery, "show", "picture"),
    (Answers, "show_entries", "entries"), (Answers, "show_report", "report"), (Files, "send_journal", "journal"),
    (Rewinds, "preview", "rewind"), (Boards, "compare", "compare"), (Boards, "check", "check"),
    (Boards, "adjust", "adjust"),
]  # fmt: skip
"""What the commands call, and how it is written above."""


def noted(name: str, seen: list[Asked]) -> Callable[..., Any]:
    """It is noted and answered with a word, and nothing else is done."""

    async def note(_self: object, interaction: discord.Interaction[Any], *given: Any, **fields: Any) -> None:
        named = [fields] if name in ("execute", "about") else []
        seen.append((name, *map(numbered, given), *named))
        await answer_privately(interaction, content="noted")

    return note


def meant(given: Any, ids: Mapping[str, str], kind: Callable[[str], Any]) -> Any:
    """What was written down above, with the ids of whom and what it names."""
    if isinstance(given, dict):
        return {name: meant(each, ids, kind) for name, each in given.items()}
    if isinstance(given, tuple):
        return tuple(meant(each, ids, kind) for each in given) if type(given) is tuple else given
    return kind(ids[given]) if isinstance(given, str) and given in ids else given


async def check(here: Harness, monkeypatch: pytest.MonkeyPatch, cases: list[tuple[str, dict[str, Any], Asked]]) -> None:
    """Anna gives each command; what it asks for is what stands beside it, and it is asked for once."""
    ids = {PERSON: here.carla.id} | {name: here.server.channel(name)["id"] for name in (PLACE, ROOM)}
    seen: list[Asked] = []
    for place, method, name in HANDED_ON:
        monkeypatch.setattr(place, method, noted(name, seen))
    for command, options, expected in cases:
        seen.clear()
        await choose(here.anna, here.marne, command, meant(options, ids, str))
        assert text(here.newest(here.anna)) == "noted", (command, options)
        assert seen == [meant(expected, ids, int)], (command, options)


async def test_each_command_asks_for_what_was_typed(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    for where in (here.marne, here.server.channel(PLACE)):
        await here.found(where, deadline="6")
    await here.anna.slash(here.server.channel(PLACE), "dice roll", {"reason": "rain"})
    await check(here, monkeypatch, MARNE)


async def test_so_does_each_command_of_the_central_powers(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"game": "fields-of-despair", "seat": "Allies", "dice": "physical"}
    await here.anna.slash(here.marne, "campaign new", options)
    await as_it_stands(here.anna, here.marne, "9", {"total": 60, "hexes": "A05 I06"})
    await check(here, monkeypatch, FIELDS)


QUESTIONS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "marne-1918": [
        ("help", {}), ("act", {}), ("hand", {}), ("pool", {}), ("campaign status", {}),
        ("record find", {}), ("campaign manage rulings", {}), ("campaign manage rulings", {"ruling": "draws_a_turn"}),
        ("campaign manage update", {}), ("campaign manage list", {}), ("campaign manage picture", {}),
        ("record more seal", {}), ("record more verify", {}),
        ("record more check", {}), ("record more compare", {}), ("record more export", {}),
        ("record find", {"text": "rain"}),
        ("record journal", {}), ("record more report", {}), ("record rewind", {"to": "0"}), ("me settings", {}),
        ("me away", {"until": "2099-01-01"}), ("me more back", {}), ("me more campaigns", {}),
        ("me more forget", {}),
    ],
    "fields-of-despair": [
        ("cp-offensive", {}), ("enter front", {}), ("odds", {}),
        ("table", {"title": "CP Economic Guide"}),
        ("table", {"title": "Major Offensive SPs", "roll": 9, "column": 20}),
    ],
    "gathering-storm": [("ledger", {}), ("ledger", {"power": "Italy"})],
}  # fmt: skip


@pytest.mark.parametrize("game", QUESTIONS)
async def test_a_private_answer_is_in_no_log(here: Harness, game: str) -> None:
    """Whoever asks, and whatever comes of it."""
    seat = here.bot.client.service.catalog.games[game].seats[0]
    await here.anna.slash(here.marne, "campaign new", {"game": game, "seat": seat})
    if game == "fields-of-despair":
        await as_it_stands(here.anna, here.marne, "8", {"total": 96, "hexes": "A05 B05", "air": "3"})
    await here.settle()
    seq, read = (await here.campaign()).campaign.seq, here.bert.messages(here.marne)
    for command, options in QUESTIONS[game]:
        for person in (here.anna, here.carla):
            before = len(here.private(person))
            await choose(person, here.marne, command, options)
            assert len(here.private(person)) > before, command
            assert here.bert.messages(here.marne) == read, command
    assert (await here.campaign()).campaign.seq == seq
