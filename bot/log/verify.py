"""Checks the record of a campaign, without the bot's database: the chain, the seal, every die, and every decision."""

from collections.abc import Iterable, Iterator
from itertools import count

from pydantic import TypeAdapter, ValidationError

import rules
from bot.base.catalog import Catalog
from bot.base.clock import milliseconds, snowflake_time
from bot.log.chain import BadRecord, Record, canonical, read_record, told_of
from bot.log.codec import UnreadableEntry, digests, read_entries, read_founding
from bot.log.record_schema import Link
from bot.storage import CampaignRow, EntryRow
from rules.campaign import Audit, Campaign, audit_steps
from rules.dice import CHAIN_KEYS, MOST_DICE, Roll, leads_to, read_die, recheck
from rules.errors import DataError, NotNow

ROLLS = TypeAdapter(tuple[Roll, ...])
NOWHERE = 0
BROKEN = "The log in the record does not hold together."
TOLERANCE = 60_000
"""The milliseconds by which the time of a press can differ from that of its entry."""


def verify_file(data: bytes, catalog: Catalog) -> list[str]:
    """Return what the check of a record found, line by line. Raises ``BadRecord`` at the first thing that is wrong."""
    record = read_record(data)
    said = [
        f"The chain is whole up to entry {len(record.links)}. Whether more followed, no file can show.",
        f"Hash of the log: {record.hash}",
        f"Seal of the dice: {record.campaign.seal}",
    ]
    if record.seed is None:
        count = check_told(record)
        proof = f"Every open die comes from its key and its press, and the keys from the seal. Open dice: {count}."
        closed = "The entries stay closed until the game is over. Then they and secret draws can be checked too."
        return [*said, proof if count else "No open die was rolled.", closed]
    count = check_dice(record)
    said.append(
        f"The seed matches its seal, and every sealed die comes out. Sealed dice: {count}."
        if count
        else "The seed matches its seal. No sealed die was rolled."
    )
    return [*said, *_decisions(record, catalog)]


def find_noted(data: bytes, noted: str) -> str:
    """After which entry the log had a hash that somebody noted. Raises ``BadRecord`` if it never had it."""
    sought, record = noted.strip().casefold(), read_record(data)
    if record.first == sought:
        return "The log had the hash that you noted before its first entry."
    for number, link in enumerate(record.links, start=1):
        if link.hash == sought:
            return f"The log had the hash that you noted after entry {number}, as everybody counted them."
    raise BadRecord("The log never had the hash that you noted.")


def _decisions(record: Record, catalog: Catalog) -> Iterator[str]:
    try:
        found = audit_record(record, catalog)
    except NotNow as cannot:
        yield f"The decisions were not checked. {cannot}"
        return
    others, marked = sum(found.other_rules.values()), sum(bool(entry.forgotten) for entry in record.entries)
    if marked:
        yield f"Entries in which somebody was forgotten: {marked}. The hash holds their open dice alone."
    if found.forgotten:
        yield f"Entries that cannot be decided again since: {found.forgotten}. Of them only the dice were checked."
    if others + found.forgotten < len(record.links):
        yield "Every entry of these rules was decided again, and comes out as the log has it."
    if others:
        yield f"Entries that other rules decided: {others}. Of them only the dice were checked."


# ---- dice ----


def check_told(record: Record) -> int:
    """Read every open die of a record again from its key, and see that the keys lead to one another and to the heads;
    how many there are. Raises ``BadRecord``.
    """
    count, next_die, known = 0, 0, dict[int, tuple[int, bytes]]()
    presses = Presses()
    for number, link in enumerate(record.links, start=1):
        if link.told is None:
            continue
        presses.check(number, link.told.at, link.told.dice)
        fallen = [
            (index, roll, face) for roll in link.told.dice for index, face in zip(roll.indexes, roll.faces, strict=True)
        ]
        if len(fallen) != len(link.told.keys) or not all(roll.is_open for roll in link.told.dice):
            raise _wrong_dice(number)
        for (index, roll, face), told in zip(fallen, map(bytes.fromhex, link.told.keys), strict=True):
            if not next_die <= index < MOST_DICE:
                raise _wrong_dice(number)
            chain, next_die = index // CHAIN_KEYS, index + 1
            earlier, before = known.get(chain, (None, bytes.fromhex(record.campaign.heads[chain])))
            if not leads_to(told, index, before, earlier):
                raise BadRecord("The key of a die of entry {seq} does not lead to the seal.", seq=number)
            if read_die(told, index, roll.sides, roll.press) != face:
                raise _wrong_dice(number)
            known[chain] = (index, told)
        count += len(fallen)
    return count


class Presses:
    """The presses for dice, as a check of a record meets them."""

    def __init__(self) -> None:
        self._last = 0
        self._met = set[int]()

    def check(self, seq: int, at: int, rolls: Iterable[Roll]) -> None:
        """Check whether Discord gave the press of an entry its number when the entry says, and to none before it.
        Raises ``BadRecord``.
        """
        asked = {roll.press for roll in rolls}
        fault = BadRecord("The press that asked for the dice of entry {seq} is not of that time.", seq=seq)
        for press in asked:
            if press < 0 or abs(milliseconds(snowflake_time(press)) - at) > TOLERANCE or at < self._last - TOLERANCE:
                raise fault
        if len(asked) > 1 or asked & self._met:
            raise BadRecord("The dice of entry {seq} were asked for by the press of another entry.", seq=seq)
        self._met |= asked
        if asked:
            self._last = max(self._last, at)


def check_dice(record: Record) -> int:
    """Work out every sealed die of an open record again; how many there are. Each falls once, and none is left out:
    only a redo shows dice of earlier entries again. Raises ``BadRecord``.
    """
    _check_same(record, record.seed or b"")
    contents, fallen, number = record.contents, set[Roll](), 0
    presses, kind = Presses(), str(record.campaign.dice)
    for seq, content in enumerate(contents, start=1):
        if any(event.get("type") == "redone" for event in content.events):
            if not fallen.issuperset(content.dice):
                raise _wrong_dice(seq)
        else:
            presses.check(seq, content.at, (roll for roll in content.dice if not roll.by_hand))
            for roll in content.dice:
                number = _checked(record, seq, roll, number, kind)
        fallen.update(content.dice)
        kind = next((str(event["dice_kind"]) for event in content.events if event.get("dice_kind")), kind)
    return number


def _check_same(record: Record, seed: bytes) -> None:
    """Check whether an open record told of each entry's dice what the entry holds. Raises ``BadRecord``."""
    for seq, entry in enumerate(record.entries, start=1):
        if isinstance(entry, Link) and entry.content is not None:
            told = told_of(seed, entry.content.model_dump(mode="json"))
            given = entry.model_dump(mode="json", include={"told"}, exclude_none=True)
            if given != told:
                raise _wrong_dice(seq)


def _checked(record: Record, seq: int, roll: Roll, number: int, kind: str) -> int:
    """Return how many sealed dice have fallen after a roll of an entry, before which ``number`` had."""
    if roll.first is None:
        if kind == "sealed":
            raise BadRecord("Entry {seq} has dice of a table, but the dice of this campaign are sealed.", seq=seq)
        return number
    if roll.first > number:
        raise BadRecord("Dice are missing before those of entry {seq}: {count}.", seq=seq, count=roll.first - number)
    if roll.first < number or recheck(record.seed or b"", [roll]):
        raise _wrong_dice(seq)
    return number + len(roll.faces)


def _wrong_dice(seq: int) -> BadRecord:
    return BadRecord("The dice of entry {seq} do not match.", seq=seq)


# ---- decisions ----


def rows_of(record: Record) -> tuple[CampaignRow, list[EntryRow]]:
    """Return the rows of an open record, of no campaign, place or interaction as yet."""
    begun, seed = record.campaign, record.seed or b""
    row = CampaignRow(
        NOWHERE, NOWHERE, begun.at, NOWHERE, NOWHERE, begun.founder, begun.game, begun.name, begun.seat, begun.dice,
        seed, begun.rules, begun.data or None, canonical(begun.terms), record.start,
    )  # fmt: skip
    rows, number = list[EntryRow](), count(1)
    for seq, (entry, content) in enumerate(zip(record.entries, record.contents, strict=True), start=1):
        said = {"command": canonical(content.command), "events": canonical(content.events)}
        dice = ROLLS.dump_json(tuple(content.dice)).decode()
        rows.append(
            EntryRow(
                campaign=NOWHERE,
                seq=seq,
                interaction=NOWHERE,
                seal=entry.seal if entry.forgotten else None,
                number=next(number) if isinstance(entry, Link) else None,
                **{**dict(content), **said, "dice": dice},
            )
        )
    return row, rows


def audit_record(record: Record, catalog: Catalog) -> Audit:
    """Decide every entry of an open record again that these rules decided.

    Raises ``BadRecord`` for the first that does not come out, ``NotNow`` where this bot cannot read or play the
    campaign.
    """
    (row, rows), begun, bodies = rows_of(record), record.campaign, record.documents
    try:
        library = {each: catalog.game(begun.game, each, bodies.get(each, "")) for each in digests(row, rows)}
        if edition := catalog.editions.get(begun.game):
            library = {edition.digest: edition.game, **library}
        founded = Campaign.founded(read_founding(row), library[begun.data], library)
        entries = read_entries(founded, rows)
    except (DataError, ValidationError) as error:
        raise NotNow("This bot cannot play the campaign: {why}", why=str(error)) from error
    except UnreadableEntry as error:
        raise NotNow("This bot cannot read the record: {why}", why=str(error)) from error
    for entry in entries:
        if entry.undoes is not None and entry.undoes >= entry.seq:
            raise BadRecord(BROKEN)
        if rules.is_newer(entry.rules):
            raise NotNow(
                "Rules {version} decided entry {seq}, and this bot has rules {own}: update it first.",
                version=entry.rules,
                seq=entry.seq,
                own=rules.VERSION,
            )
    try:
        found = Audit.of(audit_steps(founded, entries, record.seed or b""))
    except Exception as error:  # whatever is wrong with a log that somebody made up, it is refused
        raise BadRecord(BROKEN) from error
    if found.wrong:
        raise BadRecord("Entry {seq} does not come out when it is decided again.", seq=found.wrong[0])
    return found
