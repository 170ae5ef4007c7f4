"""Campaigns and log entries as rows of the database, and back."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

import rules
from bot.base.clock import milliseconds, time_of
from bot.storage import CampaignRow, EntryRow
from rules.campaign import Campaign, Decision, DiceKind, Founding
from rules.campaign.decider.unknown import UnknownCommand, UnknownGame
from rules.campaign.state.wait import Terms
from rules.command import Command, Event, upcast
from rules.dice import Roll
from rules.errors import RuleError
from rules.log import LogEntry
from rules.seat import Player, Seat

ROLLS: TypeAdapter[tuple[Roll, ...]] = TypeAdapter(tuple[Roll, ...])


class UnreadableEntry(Exception):
    """An entry of the log that this bot cannot read. Its text names the entry and the cause."""


def read_founding(row: CampaignRow) -> Founding:
    """Return what the campaign of a row was founded with."""
    dice: DiceKind = "physical" if row.dice == "physical" else "sealed"
    return Founding(
        row.game, row.name, Player(row.founder), Seat(row.seat), dice, row.rules, row.data or "", time_of(row.at),
        Terms.model_validate_json(row.terms),
    )  # fmt: skip


def write_entry(campaign: int, entry: LogEntry) -> EntryRow:
    """Return an entry as a row, with its command, events and dice as JSON and with their schema versions."""
    return EntryRow(
        campaign, entry.seq, entry.interaction, milliseconds(entry.at), entry.user, entry.seat, _dump(entry.command),
        f"[{','.join(map(_dump, entry.events))}]", ROLLS.dump_json(entry.rolls).decode(), entry.undoes, entry.rules,
        number=entry.number,
    )  # fmt: skip


def next_entry(campaign: Campaign, interaction: int, at: datetime, user: int, done: Decision) -> LogEntry:
    """Return the entry by which a decision is added to the log of its campaign."""
    return LogEntry(
        campaign.seq + 1, interaction, at, user, done.seat, done.command, done.events, done.rolls, done.undoes,
        rules.VERSION, number=None if done.is_unseen else campaign.number + 1,
    )  # fmt: skip


def _dump(written: Command | Event) -> str:
    """Return the JSON of a command or event, its schema version ``v`` first."""
    return f"{json.dumps({'v': written.schema_version})[:-1]},{written.model_dump_json()[1:]}"


def read_entry(campaign: Campaign, row: EntryRow) -> LogEntry:
    """Return the entry of a row. Raises ``UnreadableEntry``, except in a game that this bot cannot play anyway."""
    upcasters = campaign.game.upcasters
    try:
        command: Command = campaign.read_command(upcast(_object(json.loads(row.command)), upcasters))
        events = tuple(campaign.read_event(upcast(_object(each), upcasters)) for each in json.loads(row.events))
        rolls = ROLLS.validate_json(row.dice)
    except (RuleError, ValueError, TypeError) as error:
        if not isinstance(campaign.game, UnknownGame):
            raise UnreadableEntry(f"entry {row.seq} of campaign {row.campaign} cannot be read.") from error
        command, events, rolls = UnknownCommand(), (), ()
    return LogEntry(
        row.seq, row.interaction, time_of(row.at), row.user, Seat(row.seat) if row.seat else None, command, events,
        rolls, row.undoes, row.rules, row.seal is not None, row.number,
    )  # fmt: skip


def read_entries(campaign: Campaign, rows: Iterable[EntryRow]) -> list[LogEntry]:
    """Return the entries of some rows. Raises ``UnreadableEntry``."""
    return [read_entry(campaign, row) for row in rows]


def _object(given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise ValueError(f"{given!r} is no object")
    return given


# ---- what can be seen of a row without reading it ----


def digests(row: CampaignRow, entries: Iterable[EntryRow]) -> set[str]:
    """Return the digests of all documents of a campaign."""
    return {row.data or "", *(digest for entry in entries for digest in digests_in(entry))}


def digests_in(entry: EntryRow) -> list[str]:
    """Return the digests of newer data that an entry adopted, or none if the entry cannot be read."""
    if "data_adopted" not in entry.events:
        return []
    try:
        return [event["data"] for event in json.loads(entry.events) if event["type"] == "data_adopted"]
    except (ValueError, TypeError, KeyError):
        return []  # whoever reads the log reports it


def moves(entry: EntryRow) -> bool:
    """Return whether an entry may have changed where its campaign is."""
    return "house_moved" in entry.events


def forgets(entry: EntryRow) -> bool:
    """Return whether entries before an entry may have been changed by it."""
    return "forgotten" in entry.events
